"""``gander quack replay``."""

from pathlib import Path
from typing import Annotated

import typer

from gander.cli.output import columns, note, say
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
) -> None:
    """Tell what happened in a game, or check its record line by line."""
    from gander.quack.record import find_records, read_record
    from gander.terminal import printable

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
        counts = f"{len(game.events)} lines, {done.decisions} decisions and {done.hashes} state hashes"
        say(printable(f"{game.path}: {state}; {counts} are as they should be."))
        return
    from gander.report.account import account

    for line in account(game, width=max(min(columns(), 100), 30)):
        say(line)
