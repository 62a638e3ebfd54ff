"""Drawing for print: looks that tell lines apart without colour, and files that come out equal."""

import hashlib
import io
from collections.abc import Callable, Sequence
from importlib import metadata, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from gander.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "LOOKS", "Look", "can_draw", "drawer", "drawn", "line_look"]

FORMATS = ("pdf", "png", "svg")
"""File formats, by the ends of names."""


class Look(NamedTuple):
    """How one of several lines, or groups of bars, is drawn: each part alone tells it from the others."""

    colour: str
    marker: str
    dash: str | tuple[int, tuple[int, ...]]
    hatch: str


# Okabe and Ito's colours, told apart by the colour-blind too; markers, dashes and hatches tell the same.
LOOKS = (
    Look("#0072B2", "o", "-", ""),
    Look("#D55E00", "s", "--", "////"),
    Look("#009E73", "^", "-.", "...."),
    Look("#CC79A7", "D", ":", "xxxx"),
    Look("#E69F00", "v", "-", "\\\\\\\\"),
    Look("#56B4E9", "P", "--", "++++"),
    Look("#000000", "X", "-.", "oooo"),
)

_MARKERS = (*(look.marker for look in LOOKS), "<", ">", "p", "*", "d", "1")
_DASHES = ("-", "--", "-.", ":")


def line_look(number: int) -> Look:
    """The look of the number-th of many lines; the first are `LOOKS`.

    Beyond them colours come again, with other markers and dashes. As many markers as there are have none of
    the numbers of colours and dashes for a divisor, so no two of 52 lines have marker and dash in common,
    whatever their colours.
    """
    look = LOOKS[number % len(LOOKS)]
    return look._replace(marker=_MARKERS[number % len(_MARKERS)], dash=_DASHES[number % len(_DASHES)])


_UNDATED: dict[str, dict[str, str | None]] = {"pdf": {"CreationDate": None}, "png": {}, "svg": {"Date": None}}


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def drawer(package: str) -> str:
    """What draws, so that what it drew can be kept: matplotlib's version, and a hash of the drawing code.

    Args:
        package: The package whose modules draw.
    """
    code = hashlib.sha256()
    here = resources.files("gander.report").joinpath("drawing.py")
    modules = [each for each in resources.files(package).iterdir() if each.name.endswith(".py")]
    for module in (here, *sorted(modules, key=lambda each: each.name)):
        code.update(module.read_bytes())
    return f"matplotlib {metadata.version('matplotlib')} {code.hexdigest()[:16]}"


def drawn(
    paint: Callable[["Figure"], None], width: float, height: float, forms: Sequence[str], *, where: str
) -> dict[str, bytes]:
    """A figure as files' contents, by their forms.

    Args:
        paint: What draws into the empty figure.
        width: Its width in inches; a column of a paper has about 3.3, a page 7.
        height: Its height in inches.
        forms: Some of `FORMATS`.
        where: What asked for it, for the message.

    Raises:
        InputError: matplotlib is missing.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise InputError(
            "drawing needs matplotlib.", where=where, todo="Install it: pip install 'gander-eval[figures]'."
        ) from error
    # Text stays text in SVG and PDF; the salt makes equal figures equal files.
    with rc_context({"svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "gander", "font.size": 8}):
        figure = Figure(figsize=(width, height), layout="constrained")
        paint(figure)
        files = {}
        for form in forms:
            content = io.BytesIO()
            figure.savefig(content, format=form, dpi=160, metadata=_UNDATED[form])
            files[form] = content.getvalue()
            # Laid out once: that takes longer than the rest.
            figure.set_layout_engine("none")
    return files
