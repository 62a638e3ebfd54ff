"""Auditing what was said: claims, and what a record says of them."""
