"""Extractors: claims out of what was said."""

from gander.quack.audit.extract.discourse import Context
from gander.quack.audit.extract.rules import extract_rules, extract_utterance

__all__ = ["Context", "extract_rules", "extract_utterance"]
