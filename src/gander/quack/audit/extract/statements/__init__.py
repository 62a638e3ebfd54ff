"""Statements: what frames claim about who was where, did what and saw whom, and when."""
