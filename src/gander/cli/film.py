"""``gander quack film``."""

from pathlib import Path
from typing import Annotated

import typer

from gander.errors import InputError

__all__ = ["film"]


def film(
    record: Annotated[Path, typer.Argument(help="A record, or the folder of one game.", show_default=False)],
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="The film, .mp4 or .gif.", dir_okay=False, show_default=False)
    ],
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Show what this player was shown, and nothing else, instead of the whole game.",
            show_default=False,
        ),
    ] = None,
    hide_roles: Annotated[
        bool, typer.Option("--hide-roles", help="Tell nobody's role.", show_default=False)
    ] = False,
    tick_seconds: Annotated[float, typer.Option(help="How long a tick is shown.")] = 0.5,
    message_seconds: Annotated[
        float, typer.Option(help="How long a speech or chat message is shown at least.")
    ] = 3.0,
    letters_per_second: Annotated[
        float, typer.Option(help="How fast longer ones are read. Those that fill the frame come in pages.")
    ] = 25.0,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map",
            metavar="NAME_OR_FILE",
            help="The map of a released record.",
            show_default="ship10",
        ),
    ] = None,
) -> None:
    """Film a game, with what was said beside the pictures: the whole of it, or as one player saw it."""
    import importlib

    from gander.cli.output import check_outputs, note, say
    from gander.cli.progress import progress
    from gander.files import write_whole
    from gander.quack.library import load_map
    from gander.quack.record import find_records, read_record
    from gander.report import film as filming
    from gander.report.frames import unreadable
    from gander.terminal import printable

    importlib.import_module("av")  # that it is missing is told before the game is drawn
    pace = filming.Pace(tick_seconds, message_seconds, letters_per_second)
    form = filming.film_form(out)
    check_outputs({"--out": out})
    paths = find_records(record)
    if len(paths) > 1:
        raise InputError(
            f"holds {len(paths)} games.", where=str(record), todo=f"Name one, for instance {paths[0].parent}."
        )
    if out.resolve() == paths[0].resolve():
        raise InputError("this is the record itself.", where="--out", todo="Choose another name.")
    game = read_record(paths[0])
    for warning in game.warnings:
        note(printable(f"{game.path}:{warning.line}: {warning.what}"))
    if seat is not None:
        scenes = filming.seat_scenes(game, seat, pace, roles=not hide_roles)
    else:
        scenes = filming.god_scenes(game, load_map(game_map or "ship10"), pace, roles=not hide_roles)
    if lacking := unreadable(game, (words for scene in scenes for its in scene.told for words in its)):
        note(printable(lacking))
    with progress("filming") as told:
        done = filming.film(scenes, pace, form, told)
    write_whole(out, done.content)
    minutes, seconds = divmod(round(done.seconds), 60)
    say(printable(f"{out}: {minutes}:{seconds:02} minutes, {len(done.content) / 1000:,.0f} kB"))
