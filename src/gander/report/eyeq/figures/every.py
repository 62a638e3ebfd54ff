"""Which figures there are, and what each is drawn from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Curves, Result, Table
from gander.report.drawing import FORMATS, drawn
from gander.report.eyeq.figures.attempts import attempts
from gander.report.eyeq.figures.bars import bars
from gander.report.eyeq.figures.coupling import coupling
from gander.report.eyeq.figures.densities import densities
from gander.report.eyeq.figures.scaling import scaling
from gander.report.eyeq.figures.sheets import Sheet
from gander.report.eyeq.figures.sweep import sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Drawing", "drawings"]

_TABLES: Mapping[str, Callable[[Table], Iterator[Sheet]]] = MappingProxyType(
    {
        "accuracy": bars,
        "temperature": sweep,
        "sizes": scaling,
        "attempts": attempts,
        "coupling": coupling,
    }
)
_CURVES: Mapping[str, Callable[[Curves], Iterator[Sheet]]] = MappingProxyType(
    {"near_misses_letters": densities, "near_misses_words": densities, "near_misses_meaning": densities}
)


@dataclass(frozen=True)
class Drawing:
    """A figure that can be drawn.

    Attributes:
        name: Its name; the files are called so.
        title: What it shows.
        paper: The paper's figure that it belongs to; may be empty.
        result: The name of the table or curves that it is drawn from.
        alt: What is to be seen, for who cannot see it.
    """

    name: str
    title: str
    paper: str
    result: str
    alt: str
    _paint: Callable[["Figure"], None]
    _width: float
    _height: float

    def files(self, forms: Sequence[str] = FORMATS) -> dict[str, bytes]:
        """The figure as files' contents, by their forms.

        Args:
            forms: Some of ``pdf``, ``png`` and ``svg``.

        Raises:
            InputError: matplotlib is missing.
        """
        return drawn(self._paint, self._width, self._height, forms, where="--figures")


def drawings(results: Sequence[Result]) -> list[Drawing]:
    """The figures of some results, in their order; results that have none are passed over."""
    found: list[Drawing] = []
    for result in results:
        sheets: Iterator[Sheet] = iter(())
        if isinstance(result, Table) and result.name in _TABLES:
            sheets = _TABLES[result.name](result)
        elif isinstance(result, Curves) and result.name in _CURVES:
            sheets = _CURVES[result.name](result)
        found += [
            Drawing(
                f"figure_{its.name}",
                its.title,
                its.paper,
                result.name,
                its.alt,
                its.paint,
                its.width,
                its.height,
            )
            for its in sheets
        ]
    return found
