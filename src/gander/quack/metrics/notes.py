"""Sentences about games that a reader must know: what was left out, not read, or seems another game's."""

from collections.abc import Sequence
from pathlib import Path

from gander.counted import listed, many
from gander.quack.record.reader import RECORD_NAME, UNFINISHED, Record

__all__ = ["left_out", "not_read", "strange_claims", "warned", "without_claims"]


def left_out(records: Sequence[Path], why: str = "not played to the end") -> str:
    """Of games that no figure stands on.

    Args:
        records: Their records.
        why: Why not.
    """
    return f"{many(len(records), 'game')} left out, {why}: {_folders(records)}."


def not_read(records: Sequence[Path], games: int, claims: str) -> str:
    """Of games in which something was said and no utterance's claims could be had.

    Args:
        records: Their records.
        games: How many games there are in all.
        claims: Where claims were to come from.
    """
    are = "is" if len(records) == 1 else "are"
    source = "rules, which read English in Latin script" if claims == "rules" else claims
    return (
        f"{len(records):,} of {many(games, 'game')} {are} not read (claims: {source}), which lowers the"
        f" coverage, and left out of figures about statements: {_folders(records)}."
    )


def without_claims(records: Sequence[Path], games: int, claims: str) -> str:
    """Of games that have no claims from where they were asked for.

    Args:
        records: Their records.
        games: How many games there are in all.
        claims: Where claims were to come from.
    """
    have = "has" if len(records) == 1 else "have"
    return (
        f"{len(records):,} of {many(games, 'game')} {have} no such claims ({claims}), so nothing of theirs is"
        f" read: {_folders(records)}."
    )


def strange_claims(path: Path, utterances: int) -> str:
    """Of a claims file with utterances that nobody spoke in its game.

    Args:
        path: The file.
        utterances: How many.
    """
    were = "was" if utterances == 1 else "were"
    return (
        f"{path}: {many(utterances, 'utterance')} in it {were} never spoken in this game;"
        " is it another game's file?"
    )


def warned(record: Record) -> list[str]:
    """A record's warnings with their places; what is unfinished, `left_out` tells."""
    return [
        f"{record.path}:{warning.line}: {warning.what}"
        for warning in record.warnings
        if warning.what != UNFINISHED
    ]


def _folders(records: Sequence[Path]) -> str:
    return listed([path.parent if path.name == RECORD_NAME else path for path in records])
