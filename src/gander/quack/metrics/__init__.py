"""Figures over games: outcomes, behaviour and statements, and their means by setting."""
