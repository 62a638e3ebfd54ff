"""``gander quack audit``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.metrics.audits import Audits

__all__ = ["audit"]

_COLUMNS = (
    ("Goose win", "goose_win_rate"),
    ("eject. acc.", "ejection_accuracy"),
    ("vote acc.", "goose_voting_accuracy"),
    ("cooldown util.", "cooldown_utilization"),
    ("self-report", "self_report_rate"),
    ("goose truth.", "goose_truthfulness"),
    ("spatial hall.", "spatial_hallucination_rate"),
    ("unsup. acc.", "unsupported_accusation_rate"),
    ("lie det.", "lie_detection_rate"),
    ("duck truth.", "duck_truthfulness"),
    ("dec. rate", "deception_rate"),
    ("dec. soph.", "deception_sophistication"),
)
"""Columns of the paper's Table 1 and their metrics."""


def audit(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...", help="Records, games' folders or trees of them.", show_default=False
        ),
    ],
    profile: Annotated[str, typer.Option(help="Rules of the figures: released.")] = "released",
    claims: Annotated[
        str,
        typer.Option(
            help="Where claims come from: recorded (extracted_claims.jsonl beside each record; "
            "without it, the claims that scripted players stored in the record).",
        ),
    ] = "recorded",
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="The map of records that carry none.  [default: ship10]", show_default=False
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json", dir_okay=False, help="Write every game's and setting's figures.", show_default=False
        ),
    ] = None,
    csv_file: Annotated[
        Path | None,
        typer.Option("--csv", dir_okay=False, help="Write a row a setting and metric.", show_default=False),
    ] = None,
    verdicts_file: Annotated[
        Path | None,
        typer.Option(
            "--verdicts",
            dir_okay=False,
            help="Write a line a claim: verdict, reason, evidence.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check what was said against what happened, and give the figures by setting."""
    import gc
    import sys

    from gander.files import write_whole
    from gander.quack.library import load_map
    from gander.quack.metrics.audits import PROFILES, SOURCES, audit_games, to_csv, to_json, to_verdict_lines
    from gander.terminal import in_encoding, printable

    for option, value, known in (("--profile", profile, PROFILES), ("--claims", claims, SOURCES)):
        if value not in known:
            raise InputError(f"there is no {value!r}.", where=option, todo=f"Known: {', '.join(known)}.")
    # Records are many small objects in no cycles; looking for cycles would take a fifth of the time.
    gc.disable()
    try:
        audits = audit_games(paths, load_map(game_map or "ship10"))
    finally:
        gc.enable()
    for note in audits.notes:
        sys.stderr.write(in_encoding(printable(note), sys.stderr.encoding or "utf-8") + "\n")
    for file, content in (
        (json_file, lambda: to_json(audits, profile)),
        (csv_file, lambda: to_csv(audits)),
        (verdicts_file, lambda: to_verdict_lines(audits)),
    ):
        if file is not None:
            write_whole(file, content())
    typer.echo(_table(audits))


def _table(audits: "Audits") -> str:
    import io
    import shutil
    import sys

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from gander.quack.metrics.released import as_printed
    from gander.terminal import in_encoding, printable

    # Into a pipe or file the table is never folded.
    tty = sys.stdout.isatty()
    width = max(shutil.get_terminal_size().columns, 60) if tty else 400
    page = io.StringIO()
    console = Console(file=page, width=width, color_system=None, emoji=False, highlight=False)
    # A narrow terminal gets game, Geese and Duck one below the other.
    for group in (_COLUMNS,) if width >= 140 else (_COLUMNS[:5], _COLUMNS[5:9], _COLUMNS[9:]):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 0, 0, 1))
        table.add_column("setting", overflow="fold", min_width=16)
        table.add_column("n", justify="right")
        for heading, _ in group:
            table.add_column(heading.replace(" ", "\n") if tty else heading, justify="right", no_wrap=True)
        for name, metrics in audits.settings.items():
            games = metrics["goose_win_rate"].n
            cells = [Text(printable(name)), Text(str(games))]
            for _, metric in group:
                estimate = metrics.get(metric)
                if estimate is None or estimate.mean is None:
                    cells.append(Text("-"))
                    continue
                # A mean over fewer games than the row's says so itself.
                fewer = f" ({estimate.n})" if estimate.n != games else ""
                cells.append(Text(f"{as_printed(estimate.mean)}{fewer}"))
            table.add_row(*cells)
        console.print(table)
        console.print()
    body = "\n".join(line.rstrip() for line in page.getvalue().rstrip("\n").split("\n"))
    text = f"{body}\n\nMeans over games in percent; n is the number of games."
    return in_encoding(text, sys.stdout.encoding or "utf-8")
