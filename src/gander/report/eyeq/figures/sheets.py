"""A sheet to draw on, its names for people, and how values of a table become heights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line
from gander.eyeq.place import FLOOR, Place
from gander.report.drawing import Look, line_look
from gander.stats import Estimate
from gander.terminal import printable

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "COLUMN",
    "FLOORS",
    "PAGE",
    "Point",
    "Sheet",
    "bounds",
    "floor_beside",
    "from_zero",
    "grid_of",
    "legend",
    "look_of",
    "order_of",
    "percent_axis",
    "plain",
    "shown_model",
    "shown_subset",
    "shown_variant",
]

PAGE = 6.9
"""A page's width between its margins, in inches."""

COLUMN = 3.3
"""The width of one of a page's two columns, in inches."""

# In their own script too, so that readers of that language find theirs; matplotlib shapes it.
_SUBSETS: Mapping[str, str] = MappingProxyType(
    {"en": "English", "fa": "Persian · فارسی", "ar": "Arabic · العربية", "cross": "Cross-lingual"}
)
_VARIANTS: Mapping[str, str] = MappingProxyType(
    {
        "basic": "Basic",
        "few_shot": "Few-shot CoT",
        "refine": "Iterative refinement",
        "reveal": "Partial character reveal",
        "none": "No hint",
    }
)
FLOORS = "hint floor (no picture), with the line's marker"
"""What open markers are called in a legend."""

_FLOOR_LOOK = Look("#777777", "_", (0, (1, 1)), "")


@dataclass(frozen=True)
class Sheet:
    """A figure before it is drawn.

    Attributes:
        name: What it is called, after ``figure_``.
        title: What it shows, in words.
        paper: The paper's figure; may be empty.
        alt: What is to be seen, for who cannot see it.
        width: Inches.
        height: Inches.
        paint: Draws it.
    """

    name: str
    title: str
    paper: str
    alt: str
    width: float
    height: float
    paint: Callable[["Figure"], None]


@dataclass(frozen=True)
class Point:
    """A value with its interval's ends; all None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None


def plain(value: object, times: float = 1.0) -> Point:
    """An estimate as numbers.

    Args:
        value: An estimate, or None.
        times: What to multiply with: 100 for percent.
    """
    if not isinstance(value, Estimate) or value.value is None:
        return Point(None, None, None)
    ends = [None if end is None else end * times for end in (value.low, value.high)]
    return Point(value.value * times, ends[0], ends[1])


def bounds(points: Sequence[Point]) -> list[list[float]] | None:
    """Lengths of error bars downwards and upwards; none where a point has no interval."""
    if all(point.low is None or point.high is None for point in points):
        return None
    down, up = [], []
    for point in points:
        known = point.value is not None and point.low is not None and point.high is not None
        down.append(max(0.0, point.value - point.low) if known else 0.0)  # type: ignore[operator]
        up.append(max(0.0, point.high - point.value) if known else 0.0)  # type: ignore[operator]
    return [down, up]


def order_of(lines: Iterable[Line], name: str) -> list[str]:
    """The values of a column, each once, where they first come."""
    return list(dict.fromkeys(str(line.values[name]) for line in lines))


def floor_beside(panel: "Axes", x: Sequence[float], y: Sequence[float | None], look: Look) -> None:
    """The hint floor beside a line of models: in the line's colour and with its marker, open and dotted."""
    known = [(at, value) for at, value in zip(x, y, strict=True) if value is not None]
    if known:
        panel.plot(
            [at for at, _ in known],
            [value for _, value in known],
            color=look.colour,
            marker=look.marker,
            markerfacecolor="white",
            markersize=3,
            linewidth=0.9,
            linestyle=(0, (1, 1.5)),
            label=FLOORS,
        )


def legend(figure: "Figure", most: int) -> None:
    """One legend for all panels below them; floors beside lines are named once, whatever their colour."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    seen: dict[str, Artist] = {}
    for panel in figure.axes:
        for handle, name in zip(*panel.get_legend_handles_labels(), strict=True):
            seen.setdefault(str(name), handle)
    if seen.pop(FLOORS, None) is not None:
        seen[FLOORS] = Line2D(
            [], [], color="#444444", marker="o", markerfacecolor="white", markersize=3, linewidth=0.9,
            linestyle=(0, (1, 1.5)),
        )  # fmt: skip
    figure.legend(
        list(seen.values()), list(seen), loc="outside lower center", ncols=min(most, len(seen)), frameon=False
    )


def look_of(number: int, model: str = "") -> Look:
    """The look of the number-th; the hint floor has one of its own."""
    return _FLOOR_LOOK if model == FLOOR else line_look(number)


def shown_subset(name: str) -> str:
    """A subset's name for people."""
    return _SUBSETS.get(name, _safe(name))


def shown_variant(name: str) -> str:
    """A variant's name for people, the paper's where it has one."""
    place = Place("", "en", name)
    return _VARIANTS.get(place.hint, _safe(place.hint)) + (", without the picture" if place.blind else "")


def shown_model(name: str, models: Iterable[str] = ()) -> str:
    """A model's name without its provider, unless another of the models would then be called the same."""
    if name == FLOOR:
        return "hint floor (no picture)"
    short = name.rpartition("/")[2]
    alike = any(each != name and each.rpartition("/")[2] == short for each in models)
    return _safe(name if alike or not short else short)


def _safe(name: str) -> str:
    # A dollar sign would begin a formula.
    return printable(name).replace("$", r"\$")


def grid_of(number: int, most: int = 2) -> tuple[int, int]:
    """Rows and columns for so many panels."""
    columns = min(most, number)
    return -(-number // columns), columns


def from_zero(figure: "Figure") -> None:
    """Have all panels begin at zero, a little below it, so that what lies at zero can be seen.

    When everything is drawn: limits that are set before hold, whatever comes later.
    """
    for panel in figure.axes:
        panel.set_ylim(bottom=-0.02 * panel.get_ylim()[1])


def percent_axis(axes: "Axes", title: str = "accuracy, %") -> None:
    """A y axis in percent, with light lines behind; where it begins says `from_zero`."""
    axes.set_ylabel(title)
    axes.set_axisbelow(True)
    axes.grid(axis="y", linewidth=0.4, alpha=0.5)
    axes.spines[["top", "right"]].set_visible(False)
