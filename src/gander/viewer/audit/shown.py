"""What the page may ask about an audit, whether it was made here or stands in a file."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal

import msgspec

from gander.errors import InputError
from gander.quack.metrics.paper.items import Share
from gander.viewer.audit.figures import ComparedView, GroupView, MetricView

__all__ = ["FaultView", "FiguresView", "FolderView", "GameLine", "ItemsView", "RowView", "Shown", "Summary"]


class GameLine(msgspec.Struct, frozen=True):
    """A game of an audit.

    Attributes:
        id: The catalogue's id; None for a game that is not below the opened folders.
        name: What it is called there; in a stored audit, where its record was.
        seed: Its seed.
        players: Name and team of everybody, in seat order; None where a file does not say.
        read: Whether any of its utterances was read.
    """

    id: str | None
    name: str
    seed: int | None
    players: tuple[tuple[str, str], ...] | None
    read: bool


class FaultView(msgspec.Struct, frozen=True):
    """A game that cannot be used, and why."""

    name: str
    what: str


class FolderView(msgspec.Struct, frozen=True):
    """A folder whose games can be audited apart."""

    id: str
    name: str
    games: int


class Summary(msgspec.Struct, frozen=True):
    """What an audit is of.

    Attributes:
        version: Stands for these games as they are; whoever asks further names it.
        title: What is audited.
        profile: The rules of the figures; empty where there are none.
        claims: Where the claims came from.
        sources: Where they could come from.
        coverage: The share of utterances that were read; None if nothing was said.
        notes: What a reader must know.
        faults: The games that cannot be used.
        games: The others, in path order, as far as they are complete.
        metrics: The figures.
        by: What they can be grouped by.
        grouped: By what of these the games behind a figure can be told.
        items: Whether the claims behind the figures can be told.
        compared: Which settings can be compared: ``any`` two, ``stored`` ones, or ``none``.
        steps: Whether the games can be audited again step by step.
        folder: The id of the folder whose games these are; empty for all.
        folders: The folders whose games can be audited apart.
    """

    version: str
    title: str
    profile: str
    claims: str
    sources: tuple[str, ...]
    coverage: float | None
    notes: tuple[str, ...]
    faults: tuple[FaultView, ...]
    games: tuple[GameLine, ...]
    metrics: tuple[MetricView, ...]
    by: tuple[str, ...]
    grouped: tuple[str, ...]
    items: bool
    compared: Literal["any", "stored", "none"]
    steps: bool
    folder: str = ""
    folders: tuple[FolderView, ...] = ()


class FiguresView(msgspec.Struct, frozen=True):
    """The figures of all groups.

    Attributes:
        groups: The groups.
        main: The names of the figures that stand in the short table.
    """

    groups: tuple[GroupView, ...]
    main: tuple[str, ...]


class RowView(msgspec.Struct, frozen=True, array_like=True):
    """What a game counts for in a group: parts and wholes, in the metrics' order."""

    group: int
    game: int
    parts: tuple[float, ...]
    wholes: tuple[float, ...]


class ItemsView(msgspec.Struct):
    """What is counted: columns of equal lengths, an entry an item; words are places in `words`.

    Attributes:
        groups: By ``player`` and ``model``: for every game the group of each seat.
        words: All words.
        sort: ``claim``, ``fact``, ``utterance`` or ``lie``.
        game: The game's place in `Summary.games`.
        number: The item's place among the game's.
        utterance: The utterance's place in its game; a lie's meeting.
        seat: The seat of whoever said it.
        type: A claim's type.
        verdict: Its verdict.
        whose: Whose it is.
        grounds: An accusation's grounds.
        counts: Place of what it counts for in `shares`.
        shares: Each a list of a metric's place, how much of the part, and how much of the whole.
    """

    groups: dict[str, list[list[int]]]
    words: list[str] = msgspec.field(default_factory=list)
    sort: list[int] = msgspec.field(default_factory=list)
    game: list[int] = msgspec.field(default_factory=list)
    number: list[int] = msgspec.field(default_factory=list)
    utterance: list[int] = msgspec.field(default_factory=list)
    seat: list[int] = msgspec.field(default_factory=list)
    type: list[int] = msgspec.field(default_factory=list)
    verdict: list[int] = msgspec.field(default_factory=list)
    whose: list[int] = msgspec.field(default_factory=list)
    grounds: list[int] = msgspec.field(default_factory=list)
    counts: list[int] = msgspec.field(default_factory=list)
    shares: list[tuple[Share, ...]] = msgspec.field(default_factory=list)


class Shown(ABC):
    """An audit; what a kind of them does not have is told as that."""

    @abstractmethod
    def summary(self) -> Summary:
        """What is audited."""

    def figures(self, by: str) -> FiguresView:
        """The figures of every group.

        Args:
            by: What games are grouped by.

        Raises:
            InputError: They cannot be had by that.
        """
        raise InputError(f"there are no figures by {by}.")

    def rows(self, by: str) -> tuple[RowView, ...]:
        """What every game counts for in which group.

        Args:
            by: What games are grouped by.

        Raises:
            InputError: That cannot be told.
        """
        raise InputError(f"there are no games by {by}.")

    def compared(self, first: int | None, second: int | None) -> tuple[ComparedView, ...]:
        """Settings compared seed by seed.

        Args:
            first: Place of the first among the settings; None for every two.
            second: Place of the second.

        Raises:
            InputError: They cannot be compared.
        """
        raise InputError("there are no comparisons.")

    def items(self) -> ItemsView:
        """All that figures about statements count.

        Raises:
            InputError: That cannot be told.
        """
        raise InputError("there are no claims.")

    def details(self, wanted: Sequence[tuple[int, int]]) -> bytes:
        """What is shown of some items, as JSON: a list of [detail or null, utterance or null].

        Args:
            wanted: The game's place and the item's in its game.

        Raises:
            InputError: There is no such item.
        """
        raise InputError("there are no claims.")
