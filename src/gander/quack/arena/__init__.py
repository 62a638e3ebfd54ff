"""The arena: models against one another on the same seeds, many games at once, and what came of them."""
