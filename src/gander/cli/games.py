"""The games that a command works on; what is left out is noted beside the result."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gander.cli.output import note

if TYPE_CHECKING:
    from gander.quack.audit.game import Game

__all__ = ["games_at"]


def games_at(paths: Sequence[Path], game_map: str | None, *, quiet: bool = False) -> "Iterator[Game]":
    """The games at or below some paths that were played to their end, one after another.

    Args:
        paths: Records, games' folders or trees of them.
        game_map: The map of records that carry none; ship10 by default.
        quiet: Note nothing, since the games will be gone through again.

    Raises:
        InputError: A path holds no complete record, or one cannot be used.
    """
    from gander.quack.audit.games import open_games, records_at
    from gander.quack.library import load_map
    from gander.quack.metrics.notes import left_out, warned
    from gander.terminal import printable

    unfinished: list[Path] = []
    for game in open_games(records_at(paths), load_map(game_map or "ship10"), unfinished.append):
        if not quiet:
            for remark in warned(game.record):
                note(printable(remark))
        yield game
    if unfinished and not quiet:
        note(printable(left_out(unfinished)))
