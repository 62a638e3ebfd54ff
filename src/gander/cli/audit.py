"""``gander quack audit``."""

import contextlib
import tempfile
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
        typer.Argument(
            metavar="PATH...", help="Records, games' folders or trees of them.", show_default=False
        ),
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
    import gc

    from gander.cli.output import check_outputs, note, say, terminal_width
    from gander.cli.progress import progress
    from gander.files import whole_file, write_whole
    from gander.quack.library import load_map
    from gander.quack.metrics.audits import BY, PROFILES, audit_games
    from gander.report.audit import need_polars, show_audits, spooled, to_csv, to_json, to_latex, to_parquet
    from gander.terminal import printable

    for option, value, known in (("--profile", profile, PROFILES), ("--by", by, BY)):
        if value not in known:
            raise InputError(f"there is no {value!r}.", where=option, todo=f"Known: {', '.join(known)}.")
    check_outputs(
        {
            "--json": json_file,
            "--csv": csv_file,
            "--parquet": parquet_file,
            "--latex": latex_file,
            "--verdicts": verdicts_file,
        }
    )
    if parquet_file is not None:
        need_polars()
    with contextlib.ExitStack() as stack:
        on_verdict = None if verdicts_file is None else stack.enter_context(whole_file(verdicts_file))
        spool = None if json_file is None else stack.enter_context(tempfile.NamedTemporaryFile())
        # Records are many small objects in no cycles; looking for cycles would take a fifth of the time.
        gc.disable()
        try:
            with progress("auditing") as on_game:
                audits = audit_games(
                    paths,
                    load_map(game_map or "ship10"),
                    profile=cast("Profile", profile),
                    claims=claims,
                    by=cast("By", by),
                    compare=compare,
                    on_verdict=on_verdict,
                    on_figures=None if spool is None else spool.write,
                    on_game=on_game,
                    workers=workers,
                )
        finally:
            gc.enable()
        for remark in audits.notes:
            note(printable(remark))
        if json_file is not None and spool is not None:
            spool.flush()
            with whole_file(json_file) as write:
                to_json(audits, spooled(Path(spool.name)), write)
    for file, content in (
        (csv_file, lambda: to_csv(audits)),
        (parquet_file, lambda: to_parquet(audits)),
        (latex_file, lambda: to_latex(audits, pooled=pooled)),
    ):
        if file is not None:
            write_whole(file, content())
    say(show_audits(audits, terminal_width(), pooled=pooled))
