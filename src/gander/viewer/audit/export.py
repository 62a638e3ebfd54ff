"""An audit's page as one file that opens from disk and needs nothing else."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from gander.errors import InputError
from gander.quack.metrics.audits import BY
from gander.report.one_file import one_file
from gander.viewer.audit.figures import ComparedView
from gander.viewer.audit.many import ManyAudited
from gander.viewer.audit.shown import FiguresView, ItemsView, RowView, Summary
from gander.viewer.audit.steps import StepsView, steps_view
from gander.viewer.static_files import static_files
from gander.viewer.wire import to_json

__all__ = ["export_audit"]

_MOST = 4_000_000
"""Bytes that the file may have; beyond, the single claims are left out."""


class ExportedAudit(msgspec.Struct, frozen=True):
    """What the file carries: what the server would have answered."""

    summary: Summary
    figures: Mapping[str, FiguresView]
    rows: Mapping[str, Sequence[RowView]]
    compared: Sequence[ComparedView]
    items: ItemsView | None
    details: msgspec.Raw
    steps: StepsView | None


def export_audit(audited: ManyAudited, steps: Callable[[], bytes]) -> bytes:
    """The page of an audit.

    Args:
        audited: The audit.
        steps: Audits its games again, step by step; asked only where that can be done.

    Returns:
        The file. Where it would have more than 4 MB, it tells no single claims, and its notes say so.
    """
    summary = audited.summary()
    notes: list[str] = []
    again: StepsView | None = None
    compared: tuple[ComparedView, ...] = ()
    try:
        again = steps_view(steps()) if summary.steps else None
        compared = audited.compared(None, None) if summary.compared == "any" else ()
    except InputError as error:
        # What these games don't allow for takes nothing from the rest.
        notes.append(error.lines[0])
    held = ExportedAudit(
        msgspec.structs.replace(
            summary,
            sources=(),
            folders=(),
            notes=(*summary.notes, *notes),
            compared="stored" if compared else "none",
            steps=again is not None,
        ),
        {by: audited.figures(by) for by in BY},
        {by: audited.rows(by) for by in BY},
        compared,
        audited.items(),
        msgspec.Raw(audited.all_details()),
        again,
    )
    page = _page(held)
    if len(page) <= _MOST:
        return page
    told = (*held.summary.notes, "The single claims are not in this file; with them it would be too large.")
    short = msgspec.structs.replace(held.summary, notes=told, items=False)
    return _page(msgspec.structs.replace(held, summary=short, items=None, details=msgspec.Raw(b"[]")))


def _page(held: ExportedAudit) -> bytes:
    title = f"{held.summary.title or 'Audit'} – Gander"
    return one_file(
        title, static_files(), "exported_audit.js", ("style.css", "game.css", "audit.css"), to_json(held)
    )
