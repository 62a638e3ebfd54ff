"""``gander view``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.viewer.catalogue import Catalogue
    from gander.viewer.games import Games

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
            help="Write a game's page, the audit of several games, or Eye-Q runs as a file that opens from"
            " disk, and serve nothing.",
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
    """Show games, audits and runs in the browser, or write a game's, an audit's or runs' page to a file."""
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

        page = _exported(catalogue, games)
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


def _exported(catalogue: "Catalogue", games: "Games") -> bytes:
    """The page of the one game that is there, of the audit of several, or else of Eye-Q's runs."""
    records = catalogue.entries("game")
    if not records:
        from gander.cli.output import note
        from gander.counted import listed
        from gander.terminal import printable
        from gander.viewer.eyeq.runs import EyeqRuns

        runs = EyeqRuns(catalogue)
        groups = [group for group in runs.groups() if group.data]
        if len(groups) > 1:
            raise InputError(
                "the runs are on different puzzles, and a file shows those on the same ones.",
                where="--export",
                todo="Name the runs on one of them.",
                details=[printable(f"{group.data}: {listed(group.names)}") for group in groups],
            )
        opened = runs.open_all()
        if opened is None:
            raise InputError(
                "no games and no Eye-Q runs are there.",
                where="--export",
                todo="Name a folder that holds some.",
            )
        for source in opened.sources:
            if source.fault:
                note(printable(f"left out: {source.fault}"))
        from gander.cli.progress import progress
        from gander.viewer.eyeq.export import export_runs

        with progress("puzzles") as on_puzzle:
            return export_runs(opened, on_puzzle)
    if len(records) == 1:
        from gander.viewer.export import export_game

        return export_game(games.open(records[0].path, games.claims))
    from gander.cli.progress import progress
    from gander.viewer.audit.auditor import Auditor
    from gander.viewer.audit.export import export_audit

    auditor = Auditor(catalogue, games.released_map, games.claims)
    with progress("auditing") as on_game:
        audited = auditor.finished(on_game)
    with progress("auditing again") as on_game:
        return export_audit(audited, lambda: auditor.again(audited, on_game))
