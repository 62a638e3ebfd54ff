"""A seat in a game, taken by a person at the page: asked as a model would be there, on the same prompt."""
