"""A game's page as one file that opens from disk and needs nothing else."""

import msgspec

from gander.errors import InputError
from gander.report.one_file import one_file
from gander.viewer.opening import OpenedGame
from gander.viewer.seat import SeatView
from gander.viewer.static_files import static_files
from gander.viewer.wire import to_json

__all__ = ["ExportedGame", "export_game"]


class ExportedGame(msgspec.Struct, frozen=True):
    """What the file carries: what the server would have answered.

    Attributes:
        game: The game.
        seats: What each seat knew, in seat order; empty if `fault` says why that cannot be told.
        fault: What is wrong with the record's decisions.
    """

    game: object
    seats: tuple[SeatView, ...]
    fault: str


def export_game(opened: OpenedGame) -> bytes:
    """The page of a game, pictures left out: they would be many times larger than all the rest."""
    seats: tuple[SeatView, ...] = ()
    fault = ""
    try:
        seats = tuple(opened.seat(seat) for seat in range(len(opened.view.players)))
    except InputError as error:
        fault = error.lines[0]
    data = to_json(ExportedGame(opened.view, seats, fault))
    return one_file(
        f"{opened.view.name} – Gander", static_files(), "exported.js", ("style.css", "game.css"), data
    )
