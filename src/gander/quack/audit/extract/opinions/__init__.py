"""Opinions: whom a sentence accuses, and for whom it vouches."""
