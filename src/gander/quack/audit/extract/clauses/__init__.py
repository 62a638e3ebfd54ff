"""Clauses: sentences of tokens read into frames, and what a reader keeps in mind between them."""
