"""The Eye-Q pages: runs opened together, the grid of their puzzles, and a puzzle with all that was said."""
