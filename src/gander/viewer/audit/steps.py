"""A re-audit's steps, from the file that ``gander quack reaudit --json`` writes, as the page shows them."""

from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from gander.errors import InputError
from gander.quack.metrics.reaudit import FIGURES, Step
from gander.stats import Estimate, Method
from gander.viewer.audit.figures import EstimateView, estimate_view

__all__ = ["StepsView", "read_steps", "steps_view"]


_Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1 + 1e-9)]
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
_Amount: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1e12)]


class _Rate(msgspec.Struct):
    mean: _Share | None
    low: _Share | None
    high: _Share | None
    interval: Method
    n: _Count
    undefined: _Count
    part: _Amount
    whole: _Amount


class _Step(msgspec.Struct):
    name: str
    title: str
    what: str


class _Setting(msgspec.Struct):
    setting: str
    games: _Count
    coverage: _Share | None
    flagged: bool
    figures: dict[str, dict[str, _Rate]]


class _Document(msgspec.Struct):
    steps: Annotated[tuple[_Step, ...], msgspec.Meta(min_length=1)]
    beside: tuple[_Step, ...]
    settings: Annotated[tuple[_Setting, ...], msgspec.Meta(min_length=1)]
    notes: tuple[str, ...]


class BarView(msgspec.Struct, frozen=True):
    """A step of one figure.

    Attributes:
        mean: The mean over games.
        change: By how much it differs from the step before, as text with its sign; empty at the first step
            and where one of both is undefined.
        part: The sum of parts.
        whole: Of wholes.
    """

    mean: EstimateView
    change: str
    part: float
    whole: float


class SettingView(msgspec.Struct, frozen=True):
    """A setting: by figure its bars, in the order of the steps and then of what stands beside them."""

    name: str
    games: int
    coverage: float | None
    flagged: bool
    figures: dict[str, tuple[BarView, ...]]


class StepsView(msgspec.Struct, frozen=True):
    """A re-audit.

    Attributes:
        figures: Names and titles.
        steps: The steps in order.
        beside: What stands beside them.
        settings: The settings.
        notes: What a reader must know.
    """

    figures: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    beside: tuple[Step, ...]
    settings: tuple[SettingView, ...]
    notes: tuple[str, ...]


def read_steps(path: Path, name: str) -> StepsView:
    """Read a re-audit's steps.

    Args:
        path: The file.
        name: What it is called.

    Raises:
        InputError: It is no such file.
    """
    try:
        return steps_view(path.read_bytes(), name)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=name) from error


def steps_view(written: bytes, name: str = "") -> StepsView:
    """A re-audit's steps from what its command writes.

    Args:
        written: The file's content.
        name: What it is called.

    Raises:
        InputError: It is no such content.
    """
    try:
        document = msgspec.json.decode(written, type=_Document)
        return StepsView(
            FIGURES,
            tuple(Step(its.name, its.title, its.what) for its in document.steps),
            tuple(Step(its.name, its.title, its.what) for its in document.beside),
            tuple(_setting(its, document) for its in document.settings),
            document.notes,
        )
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError) as error:
        raise InputError(
            f"does not hold a re-audit's steps ({error}).",
            where=name,
            todo="Write it again: gander quack reaudit PATH --json FILE.",
        ) from error


def _setting(its: _Setting, document: _Document) -> SettingView:
    return SettingView(
        its.setting,
        its.games,
        its.coverage,
        its.flagged,
        {
            figure: (
                *_bars([its.figures[step.name][figure] for step in document.steps], changes=True),
                *_bars([its.figures[step.name][figure] for step in document.beside], changes=False),
            )
            for figure, _ in FIGURES
        },
    )


def _bars(rates: list[_Rate], *, changes: bool) -> list[BarView]:
    bars = []
    before: float | None = None
    for rate in rates:
        mean = Estimate(rate.mean, rate.n, rate.undefined, rate.low, rate.high, rate.interval)
        change = ""
        if changes and before is not None and rate.mean is not None:
            by = Estimate(rate.mean - before, rate.n, rate.undefined)
            change = estimate_view(by, share=True, signed=True).text
        bars.append(BarView(estimate_view(mean, share=True), change, rate.part, rate.whole))
        before = rate.mean
    return bars
