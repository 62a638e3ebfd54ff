"""Extractors: claims out of what was said."""

from gander.quack.audit.extract.clauses.discourse import Context
from gander.quack.audit.extract.rules import extract_rules, extract_utterance

__all__ = ["Context", "extract_rules", "extract_utterance"]
