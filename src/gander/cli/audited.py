"""Games audited and their figures written, for every command that does so."""

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gander.cli.output import check_outputs, note

if TYPE_CHECKING:
    from gander.quack.metrics.audits import Audits, By, Profile

__all__ = ["audited"]


def audited(
    paths: Sequence[Path],
    files: Mapping[str, Path | None],
    *,
    profile: "Profile" = "paper",
    claims: str | None = None,
    by: "By" = "setting",
    compare: tuple[str, str] | Literal["all"] | None = None,
    pooled: bool = False,
    game_map: str | None = None,
    workers: int | None = None,
    tell_notes: bool = True,
) -> "Audits":
    """Audit games, showing how far it is, and write the figures.

    Args:
        paths: Records, games' folders or trees of them.
        files: Files to write, by option: ``--json``, ``--csv``, ``--parquet``, ``--latex``, ``--verdicts``.
        profile: Rules of the figures.
        claims: Where claims come from; None leaves it to the games.
        by: What figures are grouped by.
        compare: Settings to compare.
        pooled: Set rates of sums in LaTeX, not means over games.
        game_map: The map of records that carry none; None for the standard one.
        workers: In how many processes; None for as many as fit.
        tell_notes: Say what a reader must know about the games.

    Raises:
        InputError: The games cannot be audited, or a file cannot be written.
    """
    import gc

    from gander.cli.progress import progress
    from gander.files import whole_file, write_whole
    from gander.quack.library import load_map
    from gander.quack.metrics.audits import audit_games
    from gander.report.audit import need_polars, spooled, to_csv, to_json, to_latex, to_parquet
    from gander.terminal import printable

    check_outputs(files)
    if files.get("--parquet") is not None:
        need_polars()
    verdicts_file, json_file = files.get("--verdicts"), files.get("--json")
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
                    profile=profile,
                    claims=claims,
                    by=by,
                    compare=compare,
                    on_verdict=on_verdict,
                    on_figures=None if spool is None else spool.write,
                    on_game=on_game,
                    workers=workers,
                )
        finally:
            gc.enable()
        for remark in audits.notes if tell_notes else ():
            note(printable(remark))
        if json_file is not None and spool is not None:
            spool.flush()
            with whole_file(json_file) as write:
                to_json(audits, spooled(Path(spool.name)), write)
    for option, content in (
        ("--csv", lambda: to_csv(audits)),
        ("--parquet", lambda: to_parquet(audits)),
        ("--latex", lambda: to_latex(audits, pooled=pooled)),
    ):
        if (file := files.get(option)) is not None:
            write_whole(file, content())
    return audits
