"""``gander quack replay``."""

from pathlib import Path
from typing import Annotated

import typer

from gander.cli.output import columns, note, say
from gander.counted import many
from gander.errors import InputError

__all__ = ["replay"]


def replay(
    record: Annotated[Path, typer.Argument(help="A record, or the folder of one game.", show_default=False)],
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Play the recorded decisions again and compare every line and hash.",
            show_default=False,
        ),
    ] = False,
    frames: Annotated[
        Path | None,
        typer.Option(
            help="Write the game as pictures into this new folder, one a tick; with --seat what one player "
            "was shown at each of its decisions.",
            file_okay=False,
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The player whose pictures to write.", show_default=False),
    ] = None,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map",
            metavar="NAME_OR_FILE",
            help="The map of a released record, for its pictures.",
            show_default="ship10",
        ),
    ] = None,
) -> None:
    """Tell what happened in a game, check its record line by line, or draw it."""
    from gander.quack.record import find_records, read_record
    from gander.terminal import printable

    if frames is None and (seat or game_map):
        raise InputError(
            "is for pictures only.", where="--seat" if seat else "--map", todo="Give --frames too."
        )
    if frames is not None and check:
        raise InputError("goes without --check.", where="--frames", todo="Give one of the two.")
    paths = find_records(record)
    if len(paths) > 1:
        raise InputError(
            f"holds {len(paths)} games.", where=str(record), todo=f"Name one, for instance {paths[0].parent}."
        )
    game = read_record(paths[0])
    for warning in game.warnings:
        note(printable(f"{game.path}:{warning.line}: {warning.what}"))
    if check:
        from gander.quack.replay import reenact

        done = reenact(game)
        state = "complete" if game.complete else "unfinished"
        decisions = many(done.decisions, "decision")
        hashes = f"{done.hashes:,} state {'hash' if done.hashes == 1 else 'hashes'}"
        counts = f"{many(len(game.events), 'line')}, {decisions} and {hashes}"
        say(printable(f"{game.path}: {state}; {counts} are as they should be."))
        return
    if frames is not None:
        from gander.quack.library import load_map
        from gander.report.frames import god_frames, seat_frames, unreadable, write_frames

        if lacking := unreadable(game):
            note(printable(lacking))
        drawn = seat_frames(game, seat) if seat else god_frames(game, load_map(game_map or "ship10"))
        say(printable(f"{frames}: {many(write_frames(drawn, frames), 'picture')}"))
        return
    from gander.report.account import account

    for line in account(game, width=max(min(columns(), 100), 30)):
        say(line)
