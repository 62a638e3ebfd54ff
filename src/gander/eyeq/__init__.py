"""Eye-Q: picture puzzles in English, Persian, Arabic and across languages."""
