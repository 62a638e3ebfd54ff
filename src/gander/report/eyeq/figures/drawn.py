"""Figures drawn once and then kept: as long as the data and the drawing code stay, so does the figure."""

import hashlib
from collections.abc import Callable, Sequence

from gander.counted import many
from gander.eyeq.analysis import Result
from gander.eyeq.analysis.kept import Kept
from gander.report.drawing import drawer
from gander.report.eyeq.figures.every import Drawing, drawings
from gander.report.eyeq.files import to_json

__all__ = ["drawn_files"]


def drawn_files(
    results: Sequence[Result], told: Callable[[str], None] = lambda text: None
) -> list[tuple[Drawing, dict[str, bytes]]]:
    """The figures of results with their files' contents by form (``pdf``, ``png``, ``svg``).

    Args:
        results: The results; those that have no figure are passed over.
        told: Hears how many are drawn, before that is begun, and once if they cannot be kept.

    Raises:
        InputError: matplotlib is missing.
    """
    unkept: list[str] = []
    with_it = drawer("gander.report.eyeq.figures")
    drawable = drawings(results)
    used = {drawing.result for drawing in drawable}
    data = {result.name: to_json(result) for result in results if result.name in used}
    found: list[tuple[Drawing, dict[str, bytes]]] = []
    missing: list[tuple[int, Kept[dict[str, bytes]], str]] = []
    for drawing in drawable:
        of = hashlib.sha256(with_it.encode() + b"\n" + data[drawing.result]).hexdigest()
        # A file each: a run reads what it needs, however many were drawn before.
        kept: Kept[dict[str, bytes]] = Kept(
            "figures", drawing.name, of, kind=dict[str, bytes], what="figures", unkept=unkept.append
        )
        held = kept.read([of]).get(of, {})
        if not held:
            missing.append((len(found), kept, of))
        found.append((drawing, held))
    if missing:
        told(f"Drawing {many(len(missing), 'figure')}; they are kept for the next time.")
    for place, kept, of in missing:
        drawing = found[place][0]
        files = drawing.files()
        with kept.more() as put:
            put({of: files})
        found[place] = (drawing, files)
    if unkept:
        told(unkept[0])  # the others are not kept for the same reason
    return found
