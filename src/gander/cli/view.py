"""``gander view``."""

from pathlib import Path
from typing import Annotated

import typer

from gander.errors import InputError

__all__ = ["view"]


def view(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Folders of games, audits, label sheets and Eye-Q runs, or single files.",
            show_default=False,
        ),
    ],
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.html",
            help="Write one game's page as a file that opens from disk, and serve nothing.",
            dir_okay=False,
            show_default=False,
        ),
    ] = None,
    claims: Annotated[
        str | None,
        typer.Option(
            help="Where claims come from, as for gander quack audit.  [default: what it would choose]",
            show_default=False,
        ),
    ] = None,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="The map of records that carry none.  [default: ship10]", show_default=False
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
    host: Annotated[
        str, typer.Option(help="The address to serve at. Whoever reaches it sees the folders.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for one that is free.", min=0, max=65535)] = 0,
) -> None:
    """Show games, audits and runs in the browser, or write a game's page to a file."""
    import webbrowser

    from gander.cli.output import check_outputs, note, say
    from gander.quack.library import load_map
    from gander.terminal import printable
    from gander.viewer.catalogue import Catalogue
    from gander.viewer.games import Games

    check_outputs({"--export": export})
    catalogue = Catalogue(paths)
    found = catalogue.scan()
    for fault in catalogue.faults:
        note(printable(fault))
    if not found:
        raise InputError(
            "nothing to show is below there: no games, audits, label sheets or Eye-Q runs.",
            where=str(paths[0]),
            todo="Name a folder that holds some.",
        )
    if game_map is not None:
        load_map(game_map)  # a wrong one is told before the first game needs it
    games = Games(game_map or "ship10", claims)
    if export is not None:
        from gander.files import write_whole
        from gander.viewer.export import export_game

        records = catalogue.entries("game")
        if len(records) != 1:
            raise InputError(
                f"{len(records)} games are there; a file shows one.",
                where="--export",
                todo=f"Name one, for instance {records[0].path.parent}." if records else "Name a game.",
            )
        page = export_game(games.open(records[0].path, claims))
        write_whole(export, page)
        say(printable(f"{export}: {len(page) / 1000:,.0f} kB"))
        return
    from gander.viewer.guard import hosts_of
    from gander.viewer.server import application, bind, serve

    taken = bind(host, port)
    port = taken.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    hosts = hosts_of(host, port)
    if "localhost:" + str(port) not in hosts:
        note(f"Whoever reaches {address} sees what lies below these folders.")

    def ready(_: object) -> None:
        say(f"{address}\nCtrl+C ends it.")
        if not no_browser:
            webbrowser.open(address)

    serve(application(catalogue, games, hosts), taken, ready)
