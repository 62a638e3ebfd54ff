"""Figures: from counts by game to groups of games, each figure with what stands behind it."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gander.stats import RESAMPLES, SEED, Estimate, estimate_rates

__all__ = [
    "Column",
    "Figure",
    "Group",
    "Row",
    "Rows",
    "TakenGame",
    "group_games",
]

Row: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""Parts and wholes, one of each a column."""


@dataclass(frozen=True, slots=True)
class Column:
    """A figure that is formed in every group.

    Attributes:
        name: Its name in files.
        title: Its name in tables.
        tier: ``outcomes``, ``behaviour`` or ``statements``.
        team: Whom it is about: ``goose``, ``duck`` or ``both``.
        share: Whether it is a share, shown in percent; else an amount.
        unit: ``%``, ``ticks`` and so on.
        headline: Whether it stands in the short tables.
    """

    name: str
    title: str
    tier: str
    team: str = "both"
    share: bool = True
    unit: str = "%"
    headline: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a group.

    Attributes:
        mean: The mean over games.
        pooled: The rate of sums; None under a profile that has no counts.
        part: The sum of parts; None likewise.
        whole: The sum of wholes.
    """

    mean: Estimate
    pooled: Estimate | None
    part: float | None
    whole: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """Games that figures are formed over.

    Attributes:
        name: A setting, game, player, or model in a role; or ``all``.
        games: How many games.
        read: How many utterances were read.
        utterances: How many were spoken.
        figures: By name of their columns; those that are undefined in every game are there too.
    """

    name: str
    games: int
    read: int
    utterances: int
    figures: Mapping[str, Figure]

    @property
    def coverage(self) -> float | None:
        """The share of utterances that were read; None if nothing was said."""
        return self.read / self.utterances if self.utterances else None


@dataclass(frozen=True, slots=True)
class TakenGame:
    """What is kept of a game, or handed on.

    Attributes:
        row: Its parts and wholes; the last of them are utterances read and spoken.
        seats: Rows for some of its seats, with the key of the group that they count for.
        figures: The game's own figures, as a JSON object; empty if nobody asked for them.
        verdicts: A line a claim, a JSON object that begins with the game's path; empty likewise.
        strange: How many stored utterances nobody spoke in this game, so that they seem another's.
    """

    row: Row
    seats: tuple[tuple[tuple[str, ...], Row], ...] = ()
    figures: bytes = b""
    verdicts: bytes = b""
    strange: int = 0


class Rows:
    """Parts and wholes of many games (or of seats in games), a row each, in little memory.

    Args:
        columns: How many figures a row has.
        code: The array's type: ``i`` for counts, ``d`` for values.
    """

    def __init__(self, columns: int, code: Literal["i", "d"]) -> None:
        self.columns = columns
        self._code = code
        self.parts: array[float] = array(code)
        self.wholes: array[float] = array(code)

    def __len__(self) -> int:
        return len(self.parts) // self.columns

    def add(self, parts: Sequence[float], wholes: Sequence[float]) -> None:
        """Add a row."""
        self.parts.extend(parts)
        self.wholes.extend(wholes)

    def picked(self, numbers: Iterable[int]) -> "Rows":
        """Some of the rows, in the order asked for."""
        some, n = Rows(self.columns, self._code), self.columns
        for number in numbers:
            some.parts.extend(self.parts[number * n : (number + 1) * n])
            some.wholes.extend(self.wholes[number * n : (number + 1) * n])
        return some

    def sums(self, column: int) -> tuple[float, float]:
        """The sums of parts and wholes in a column."""
        return sum(self.parts[column :: self.columns]), sum(self.wholes[column :: self.columns])


def group_games(name: str, rows: Rows, columns: Sequence[Column], *, counted: bool) -> Group:
    """Form every figure over a group's rows.

    Args:
        name: The group's name.
        rows: A row a game; the last column counts utterances read, of those spoken.
        columns: What the rows hold before that last column.
        counted: Whether rows hold counts, so that their sums mean something, or values.
    """
    rates = estimate_rates(
        rows.parts,
        rows.wholes,
        [*(column.share for column in columns), True],
        counted=counted,
        resamples=RESAMPLES,
        seed=SEED,
    )
    read, spoken = rows.sums(len(columns))
    figures = {
        column.name: Figure(rate.mean, rate.pooled, rate.part, rate.whole)
        if counted
        else Figure(rate.mean, None, None, None)
        for column, rate in zip(columns, rates[:-1], strict=True)
    }
    return Group(name, len(rows), int(read), int(spoken), figures)
