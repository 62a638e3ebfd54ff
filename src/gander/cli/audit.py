"""``gander quack audit``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gander.quack.metrics.audits import Audits
    from gander.stats import Estimate

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

_CLOSING = "Means over games in percent; n is the number of games."
_MIN_NAME = 12


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

    from gander.cli.output import note, say
    from gander.files import write_whole
    from gander.quack.library import load_map
    from gander.quack.metrics.audits import PROFILES, SOURCES, audit_games, to_csv, to_json, to_verdict_lines
    from gander.terminal import printable

    for option, value, known in (("--profile", profile, PROFILES), ("--claims", claims, SOURCES)):
        if value not in known:
            raise InputError(f"there is no {value!r}.", where=option, todo=f"Known: {', '.join(known)}.")
    # Records are many small objects in no cycles; looking for cycles would take a fifth of the time.
    gc.disable()
    try:
        audits = audit_games(paths, load_map(game_map or "ship10"))
    finally:
        gc.enable()
    for remark in audits.notes:
        note(printable(remark))
    for file, content in (
        (json_file, lambda: to_json(audits, profile)),
        (csv_file, lambda: to_csv(audits)),
        (verdicts_file, lambda: to_verdict_lines(audits)),
    ):
        if file is not None:
            write_whole(file, content())
    say(_show(audits, _width()))


def _width() -> int | None:
    """Columns of the terminal; None where output goes into a file, a pipe or nowhere."""
    import shutil
    import sys

    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def _show(audits: "Audits", width: int | None) -> str:
    """The figures as one table, as tables one below the other, or as a list, whichever fits."""
    for groups in ((_COLUMNS,), (_COLUMNS[:5], _COLUMNS[5:9], _COLUMNS[9:])):
        tables = [_table(audits, group, width) for group in groups]
        if None not in tables:
            body = "\n\n".join(table for table in tables if table)
            break
    else:
        body = "\n\n".join(_list(audits))
    return f"{body}\n\n{_CLOSING if width is None else _fold(_CLOSING, width)}"


def _table(audits: "Audits", group: "Sequence[tuple[str, str]]", width: int | None) -> str | None:
    """A row a setting; None if that doesn't fit with names by which settings are told apart."""
    from gander.terminal import cells, cut, printable

    # In a terminal the words of a heading stand one above the other, which keeps columns narrow.
    headings = [heading.split() if width is not None else [heading] for heading, _ in group]
    height = max(map(len, headings))
    numbers = [
        ["n" if step == height - 1 else ""]
        + [words[step - height] if step >= height - len(words) else "" for words in headings]
        for step in range(height)
    ]
    names = [""] * (height - 1) + ["setting"]
    for name, metrics in audits.settings.items():
        games = metrics["goose_win_rate"].n
        names.append(printable(name))
        numbers.append([str(games), *(_cell(metrics, metric, games) for _, metric in group)])
    sizes = [max(map(len, column)) for column in zip(*numbers, strict=True)]
    if width is not None:
        room = width - sum(size + 2 for size in sizes)
        names = [cut(name, max(room, 1)) for name in names]
        if room < _MIN_NAME or len(set(names[height:])) < len(audits.settings):
            return None
    widest = max(map(cells, names))
    lines = [
        name
        + " " * (widest - cells(name))
        + "".join(f"  {number:>{size}}" for number, size in zip(row, sizes, strict=True))
        for name, row in zip(names, numbers, strict=True)
    ]
    lines.insert(height, "─" * max(map(cells, lines)))
    return "\n".join(line.rstrip() for line in lines)


def _list(audits: "Audits") -> "Iterator[str]":
    """For narrow terminals: one setting below the other, a metric a line."""
    from gander.terminal import printable

    for name, metrics in audits.settings.items():
        games = metrics["goose_win_rate"].n
        lines = [f"  {heading:<14} {_cell(metrics, metric, games):>6}" for heading, metric in _COLUMNS]
        yield "\n".join((printable(name), f"  {'n':<14} {games:>6}", *lines))


def _cell(metrics: "Mapping[str, Estimate]", metric: str, games: int) -> str:
    from gander.quack.metrics.released import as_printed

    estimate = metrics.get(metric)
    if estimate is None or estimate.value is None:
        return "-"
    # A mean over fewer games than the row's says so itself.
    return as_printed(estimate.value) + (f" ({estimate.n})" if estimate.n != games else "")


def _fold(text: str, width: int) -> str:
    import textwrap

    return textwrap.fill(text, max(width, 10))
