"""The files that runs and games are made of, by name.

Apart from what reads and writes them, so that a folder can be looked through before any of that is loaded.
"""

__all__ = ["ANSWERS", "ARENA", "CALLS_NAME", "CLAIMS_NAME", "PUZZLES", "RECORD_NAME", "RUN", "TABLES"]

RUN = "run.json"
"""The settings of a run of games or of puzzles."""

ARENA = "arena.json"
"""The settings of an arena."""

RECORD_NAME = "game.jsonl"
"""A game's record."""

CLAIMS_NAME = "extracted_claims.jsonl"
"""The claims that came with a game's record."""

CALLS_NAME = "calls.jsonl"
"""The calls that a game's model players made."""

ANSWERS = "answers.jsonl"
"""The answers of a run of puzzles."""

PUZZLES = "puzzles.jsonl"
"""The puzzles of a run."""

TABLES = ("puzzles.csv", "puzzles.jsonl", "puzzles.parquet")
"""The names that a table of puzzles may have, beside its pictures."""
