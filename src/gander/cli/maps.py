"""``gander quack map``: show, check and make maps."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.cli.output import note, say
from gander.counted import many

if TYPE_CHECKING:
    from gander.quack.world.maps import GameMap

__all__ = ["app"]

app = typer.Typer(name="map", help="Show, check and make maps.", no_args_is_help=True)

_MapArgument = Annotated[str, typer.Argument(metavar="NAME_OR_FILE", help="A bundled map or a YAML file.")]


@app.command()
def show(
    name: _MapArgument,
    width: Annotated[
        int, typer.Option(min=0, help="Columns to use; 0 takes the terminal's.", show_default=False)
    ] = 0,
) -> None:
    """Draw a map and list its rooms with their neighbours, travel times and tasks."""
    import shutil

    from gander.quack.library import load_map
    from gander.quack.senses.map_text import LEGEND, draw_map, list_map
    from gander.terminal import printable

    game_map = load_map(name)
    columns = width or shutil.get_terminal_size().columns
    drawing = draw_map(game_map, width=columns)
    say(f"{printable(game_map.name)}: {_counts(game_map)}\n")
    # A terminal too narrow for the drawing gets the list in its place; the table says it better.
    if drawing != list_map(game_map, width=columns):
        say(f"{drawing}\n\n{LEGEND}\n")
    say(_table(game_map, columns))


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="YAML files, or bundled names.")],
) -> None:
    """Say of each map that it is valid, or all that is wrong with it by line (then the exit code is 2)."""
    from gander.errors import InputError
    from gander.quack.library import map_text
    from gander.quack.world.map_yaml import map_problems, parse_map
    from gander.quack.world.maps import overlapping_rooms
    from gander.terminal import printable

    failed = False
    for file in files:
        try:
            text, source = map_text(file)
            problems = map_problems(text, source=source)
        except InputError as error:
            problems = (error,)
        if problems:
            failed = True
            for problem in problems:
                note(printable(str(problem)))
            continue
        game_map = parse_map(text, source=source)
        say(f"{printable(source)}: ok, {_counts(game_map)}")
        for a, b in overlapping_rooms(game_map):
            say(f"{printable(source)}: note: {printable(a)} and {printable(b)} overlap in pictures.")
    if failed:
        raise typer.Exit(2)


@app.command()
def new(
    rooms: Annotated[int, typer.Option(help="Number of rooms, 2 to 200.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same map.")],
    out: Annotated[Path, typer.Option(dir_okay=False, help="The YAML file to write.")],
    name: Annotated[str | None, typer.Option(help="The map's name.", show_default="drawnROOMS-SEED")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Make a connected map from a seed and write it to a file."""
    from gander.errors import InputError
    from gander.files import write_whole
    from gander.quack.world import generate_map, render_map
    from gander.terminal import printable

    if out.exists() and not force:
        raise InputError("the file exists.", where=str(out), todo="Give --force to replace it.")
    game_map = generate_map(rooms, seed, name)
    write_whole(out, render_map(game_map))
    say(f"{printable(str(out))}: {printable(game_map.name)}, {_counts(game_map)}")


def _counts(game_map: "GameMap") -> str:
    from gander.quack.world.maps import layout

    return (
        f"{many(len(game_map.rooms), 'room')}, {many(len(game_map.corridors), 'corridor')}, "
        f"{many(len(game_map.tasks), 'task')}, {many(layout(game_map).diameter, 'tick')} between the farthest"
        " rooms"
    )


def _table(game_map: "GameMap", columns: int) -> str:
    import io

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from gander.quack.world.maps import layout
    from gander.terminal import printable

    ways = layout(game_map)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("room", "neighbours:ticks", "tasks"):
        table.add_column(heading, overflow="fold")
    for index, room in enumerate(ways.names):
        near = ", ".join(f"{printable(ways.names[other])}:{ticks}" for other, ticks in ways.neighbours[index])
        tasks = ", ".join(printable(task.name) for task in ways.tasks[index])
        # Text, not str: square brackets in names are no markup.
        label = printable(room) + (" ●" if index == ways.button else "")
        table.add_row(Text(label), Text(near), Text(tasks))
    page = io.StringIO()
    Console(file=page, width=max(columns, 20), color_system=None, emoji=False, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in page.getvalue().rstrip("\n").split("\n"))
