"""``gander quack replay``."""

from pathlib import Path
from typing import Annotated

import typer

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
    import sys

    from gander.quack.record import find_records, read_record
    from gander.terminal import printable

    paths = find_records(record)
    if len(paths) > 1:
        from gander.errors import InputError

        raise InputError(
            f"holds {len(paths)} games.", where=str(record), todo=f"Name one, for instance {paths[0].parent}."
        )
    game = read_record(paths[0])
    for warning in game.warnings:
        sys.stderr.write(printable(f"{game.path}:{warning.line}: {warning.what}") + "\n")
    if check:
        from gander.quack.replay import reenact

        done = reenact(game)
        state = "complete" if game.complete else "unfinished"
        typer.echo(
            f"{game.path}: {state}; {len(game.events)} lines, {done.decisions} decisions and "
            f"{done.hashes} state hashes are as they should be."
        )
        return
    from gander.report.account import account

    for line in account(game):
        typer.echo(line)
