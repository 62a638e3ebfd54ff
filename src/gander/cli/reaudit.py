"""``gander quack reaudit``."""

from pathlib import Path
from typing import Annotated

import typer

from gander.errors import InputError

__all__ = ["reaudit"]


def reaudit(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH",
            help="Released records with their claims beside them, or trees of them.",
            show_default=False,
        ),
    ],
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="The map of records that carry none.  [default: ship10]", show_default=False
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", dir_okay=False, help="Write everything exactly.", show_default=False),
    ] = None,
    csv_file: Annotated[
        Path | None,
        typer.Option(
            "--csv", dir_okay=False, help="Write a row a setting, step and figure.", show_default=False
        ),
    ] = None,
    markdown_file: Annotated[
        Path | None,
        typer.Option("--markdown", dir_okay=False, help="Write the tables as Markdown.", show_default=False),
    ] = None,
    figure_file: Annotated[
        Path | None,
        typer.Option(
            "--figure", dir_okay=False, help="Draw the steps (.pdf, .png or .svg).", show_default=False
        ),
    ] = None,
) -> None:
    """Lead from the published figures to those under the paper profile, one change at a time.

    The first row is the published figure, the last the paper profile's, on the same stored claims.
    """
    import gc

    from gander.cli.output import check_outputs, note, say, terminal_width
    from gander.cli.progress import progress
    from gander.files import write_whole
    from gander.quack.library import load_map
    from gander.quack.metrics.reaudit import reaudit as audit_again
    from gander.report.reaudit import FORMATS, draw_steps, show_steps, steps_csv, steps_json, steps_markdown
    from gander.terminal import printable

    check_outputs(
        {"--json": json_file, "--csv": csv_file, "--markdown": markdown_file, "--figure": figure_file}
    )
    form = "" if figure_file is None else figure_file.suffix.lower().lstrip(".")
    if figure_file is not None and form not in FORMATS:
        raise InputError(
            f"there is no figure of the kind {figure_file.suffix!r}.",
            where="--figure",
            todo=f"Give the file a name that ends in .{', .'.join(FORMATS)}.",
        )
    # Records are many small objects in no cycles; looking for cycles would take a fifth of the time.
    gc.disable()
    try:
        with progress("auditing") as on_game:
            steps = audit_again(paths, load_map(game_map or "ship10"), on_game)
    finally:
        gc.enable()
    for remark in steps.notes:
        note(printable(remark))
    for file, content in (
        (json_file, lambda: steps_json(steps)),
        (csv_file, lambda: steps_csv(steps)),
        (markdown_file, lambda: steps_markdown(steps)),
        (figure_file, lambda: draw_steps(steps, form)),
    ):
        if file is not None:
            write_whole(file, content())
    say(show_steps(steps, terminal_width()))
