"""``gander quack audit``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.metrics.audits import By, Profile

__all__ = ["audit"]


def audit(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Records, games' folders or trees of them.", show_default=False),
    ],
    profile: Annotated[
        str, typer.Option(help="Rules of the figures: paper, or released (the published figures' own).")
    ] = "paper",
    claims: Annotated[
        str | None,
        typer.Option(
            help="Where claims come from, one source for all games: recorded (extracted_claims.jsonl beside"
            " the records), rules (read from the text, offline), intended (stored by scripted players),"
            " model:NAME (as gander quack extract wrote them), or a claims file's name."
            "  [default: recorded if there is such a file, else rules; for released, else intended]",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(help="Figures for each setting, game, player or model (in its role), or all.")
    ] = "setting",
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="A B",
            help="Compare two settings seed by seed: difference, interval and p.",
            show_default=False,
        ),
    ] = None,
    compare_all: Annotated[
        bool,
        typer.Option(
            "--compare-all",
            help="Compare every two settings seed by seed; p is corrected for how many there are.",
        ),
    ] = False,
    pooled: Annotated[
        bool,
        typer.Option("--pooled", help="Show rates of sums, not means over games; files hold both."),
    ] = False,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="The map of records that carry none.  [default: ship10]", show_default=False
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json",
            help="Write every game's counts and every group's figures.",
            dir_okay=False,
            show_default=False,
        ),
    ] = None,
    csv_file: Annotated[
        Path | None,
        typer.Option("--csv", help="Write a row a group and figure.", dir_okay=False, show_default=False),
    ] = None,
    parquet_file: Annotated[
        Path | None,
        typer.Option("--parquet", help="Write the same rows as Parquet.", dir_okay=False, show_default=False),
    ] = None,
    latex_file: Annotated[
        Path | None,
        typer.Option(
            "--latex", help="Write the short table for a paper.", dir_okay=False, show_default=False
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="In how many processes; the figures are the same.  [default: one a core for many games]",
            show_default=False,
        ),
    ] = None,
    verdicts_file: Annotated[
        Path | None,
        typer.Option(
            "--verdicts",
            help="Write a line a claim: verdict, reason, evidence.",
            dir_okay=False,
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check what was said against what happened, and give the figures by setting.

    Every figure has its n and a 95% interval; under 95% of utterances read, it is flagged.
    """
    from gander.cli.audited import audited
    from gander.cli.output import say, terminal_width
    from gander.quack.metrics.audits import BY, PROFILES
    from gander.report.audit import show_audits

    for option, value, known in (("--profile", profile, PROFILES), ("--by", by, BY)):
        if value not in known:
            raise InputError(f"there is no {value!r}.", where=option, todo=f"Known: {', '.join(known)}.")
    if compare is not None and compare_all:
        raise InputError("two settings are to be compared, and all.", where="--compare-all", todo="Give one.")
    audits = audited(
        paths,
        {
            "--json": json_file,
            "--csv": csv_file,
            "--parquet": parquet_file,
            "--latex": latex_file,
            "--verdicts": verdicts_file,
        },
        profile=cast("Profile", profile),
        claims=claims,
        by=cast("By", by),
        compare="all" if compare_all else compare,
        pooled=pooled,
        game_map=game_map,
        workers=workers,
    )
    say(show_audits(audits, terminal_width(), pooled=pooled))
