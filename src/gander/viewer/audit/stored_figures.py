"""Figures that ``gander quack audit --json`` wrote, as the page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec

from gander.counted import many
from gander.errors import InputError
from gander.quack.metrics.audits import By, Profile
from gander.quack.metrics.figures import Column
from gander.quack.metrics.gathered import headlines
from gander.quack.metrics.paper.games import COLUMNS as PAPER
from gander.quack.metrics.released import as_printed
from gander.quack.metrics.released.games import COLUMNS as RELEASED
from gander.report.audit.numbers import chance
from gander.report.audit.provenance import SINGLE, few_read
from gander.stats import Estimate, Method
from gander.viewer.audit.audited import SEATS
from gander.viewer.audit.figures import (
    CellView,
    ComparedView,
    EstimateView,
    GroupView,
    coverage_cell,
    estimate_view,
    metric_views,
)
from gander.viewer.audit.shown import FiguresView, GameLine, RowView, Shown, Summary

__all__ = ["StoredFigures", "read_figures"]


_Told: TypeAlias = tuple[EstimateView, str, str]
"""A difference with its p, and with the corrected one."""


_Amount: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
"""What a figure can be; more than any game has ticks, lines or words."""

_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**12)]

_Chance: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1 + 1e-9)]


class _Figure(msgspec.Struct):
    """A group's figure; `pooled` and what follows it only under profiles that count."""

    mean: _Amount | None
    low: _Amount | None
    high: _Amount | None
    interval: Method
    n: _Count
    undefined: _Count
    pooled: _Amount | None = None
    pooled_low: _Amount | None = None
    pooled_high: _Amount | None = None
    pooled_interval: Method | None = None
    part: _Amount | None = None
    whole: _Amount | None = None


class _Difference(msgspec.Struct):
    difference: _Amount | None
    low: _Amount | None
    high: _Amount | None
    interval: Method
    n: _Count
    undefined: _Count
    p: _Chance | None
    corrected_p: _Chance | None


class _Compared(msgspec.Struct):
    first: str
    second: str
    seeds: tuple[int, ...]
    alone: _Count
    coverage: _Chance | None
    differences: dict[str, dict[str, _Difference]]


class _Coverage(msgspec.Struct):
    games: _Count
    utterances: _Count
    read: _Count


class _Game(msgspec.Struct):
    path: str
    setting: str
    seed: int | None
    counts: dict[str, tuple[_Amount, _Amount]] | None = None
    outcomes: dict[str, Any] | None = None
    behaviour: dict[str, Any] | None = None
    statements: dict[str, Any] | None = None


class _Note(msgspec.Struct):
    claims: str
    coverage: _Chance | None


class _Document(msgspec.Struct):
    profile: Profile
    note: _Note
    by: By
    games: tuple[_Game, ...]
    coverage: dict[str, _Coverage]
    settings: dict[str, dict[str, _Figure]] | None = None
    groups: dict[str, dict[str, _Figure]] | None = None
    compared: tuple[_Compared, ...] = ()


class StoredFigures(Shown):
    """An audit's figures from a file.

    Args:
        document: The file's content.
        name: What the file is called.
        ids: The catalogue's id and name of a game by its record, as the file names it; None for one that is
            not there.
        later: How many records that are there were written after the file, so that they have no id.
    """

    def __init__(
        self, document: _Document, name: str, ids: Sequence[tuple[str, str] | None], later: int = 0
    ) -> None:
        self._document = document
        self._name = name
        self._ids = ids
        self._later = later
        self._columns: tuple[Column, ...] = PAPER if document.profile == "paper" else RELEASED
        self._groups = (document.settings if document.by == "setting" else document.groups) or {}

    def summary(self) -> Summary:
        """What the figures are of."""
        its = self._document
        return Summary(
            "",
            self._name,
            its.profile,
            its.note.claims,
            (),
            its.note.coverage,
            tuple(self._notes()),
            (),
            tuple(
                GameLine(
                    found[0] if found else None, found[1] if found else game.path, game.seed, None, False
                )
                for game, found in zip(its.games, self._ids, strict=True)
            ),
            metric_views(self._columns),
            (its.by,),
            () if its.by in SEATS else (its.by,),
            False,
            "stored" if its.compared else "none",
            False,
        )

    def _notes(self) -> Iterator[str]:
        its = self._document
        if its.profile == "released" and any(own.games == 1 for own in its.coverage.values()):
            yield SINGLE
        if self._later:
            was = "was" if self._later == 1 else "were"
            yield (
                f"{many(self._later, 'record')} of these games {was} written after this file, so they may be"
                " other games, and nothing leads to them."
            )
        if any(self._ids):
            yield (
                "The games that these figures lead to are known by their records' place and time alone;"
                " whether they are those that were audited is not checked."
            )

    def figures(self, by: str) -> FiguresView:
        """The figures of every group, by what the file has."""
        if by != self._document.by:
            return super().figures(by)
        return FiguresView(
            tuple(self._group(name, own) for name, own in self._groups.items()),
            tuple(its.name for its in headlines(self._columns, self._document.by)),
        )

    def _group(self, name: str, own: Mapping[str, _Figure]) -> GroupView:
        behind = self._document.coverage[name]
        share = behind.read / behind.utterances if behind.utterances else None
        printed = self._document.profile == "released"
        cells = (
            _cell(own[its.name], its, printed=printed and its.share) if its.name in own else None
            for its in self._columns
        )
        return GroupView(
            name,
            behind.games,
            behind.read,
            behind.utterances,
            share,
            few_read(share),
            (*cells, coverage_cell(behind.read, behind.utterances)),
        )

    def rows(self, by: str) -> tuple[RowView, ...]:
        """What every game counts for; a file tells that of whole games alone."""
        its = self._document
        if by != its.by or by in SEATS:
            return super().rows(by)
        places = {name: place for place, name in enumerate(self._groups)}
        found = []
        for number, game in enumerate(its.games):
            # Of single games the groups stand in the games' order.
            group = number if its.by == "game" else 0 if its.by == "all" else places[game.setting]
            found.append(RowView(group, number, *self._counted(game)))
        return tuple(found)

    def _counted(self, game: _Game) -> tuple[tuple[float, ...], tuple[float, ...]]:
        if game.counts is not None:
            pairs = [game.counts.get(its.name, (0, 0)) for its in self._columns]
            pairs.append(game.counts.get("extraction_coverage", (0, 0)))
        else:
            own = {**(game.outcomes or {}), **(game.behaviour or {}), **(game.statements or {})}
            won = {f"{team}_win_rate": own.get("winner") == team for team in ("goose", "duck")}
            values = [{**own, **won}.get(its.name) for its in self._columns]
            pairs = [(0, 0) if value is None else (float(value), 1) for value in values]
            # This profile's file does not say how many of a game's utterances were read.
            pairs.append((0, 0))
        return tuple(part for part, _ in pairs), tuple(whole for _, whole in pairs)

    def compared(self, first: int | None, second: int | None) -> tuple[ComparedView, ...]:
        """The comparisons that the file holds, whichever are asked for."""
        return tuple(self._comparison(one) for one in self._document.compared)

    def _comparison(self, one: _Compared) -> ComparedView:
        cells: list[tuple[_Told, _Told | None]] = []
        for its in self._columns:
            found = one.differences.get(its.name)
            if found is None:
                raise InputError(f"a comparison lacks {its.name!r}.", where=self._name)
            pooled = found.get("pooled")
            both = _difference(found["mean"], its), None if pooled is None else _difference(pooled, its)
            cells.append(both)
        return ComparedView(
            one.first,
            one.second,
            len(one.seeds),
            one.alone,
            one.coverage,
            few_read(one.coverage),
            tuple(cells),
        )


def read_figures(path: Path, name: str, find: Mapping[Path, tuple[str, str]]) -> StoredFigures:
    """Read an audit's figures.

    Args:
        path: The file.
        name: What it is called.
        find: The catalogue's games by their records: id and name.

    Raises:
        InputError: It is no such file.
    """
    try:
        document = msgspec.json.decode(path.read_bytes(), type=_Document)
        _check(document)
        written = path.stat().st_mtime_ns
        ids: list[tuple[str, str] | None] = []
        later = 0
        for game in document.games:
            record = Path(game.path).absolute()
            found = find.get(record)
            if found is not None and record.stat().st_mtime_ns > written:
                found = None
                later += 1
            ids.append(found)
        stored = StoredFigures(document, name, ids, later)
        # What a file lacks is told before anything of it is shown.
        stored.figures(document.by)
        if document.by not in SEATS:
            stored.rows(document.by)
        stored.compared(None, None)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=name) from error
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"does not hold an audit's figures ({error}).",
            where=name,
            todo="Write it again: gander quack audit PATH --json FILE.",
        ) from error
    return stored


def _check(its: _Document) -> None:
    """Refuse figures that contradict themselves.

    Raises:
        ValueError: They do; with what is wrong.
    """
    groups = its.settings if its.by == "setting" else its.groups
    if not groups:
        raise ValueError(f"there is not one group by {its.by}")
    if its.by == "game" and len(groups) != len(its.games):
        raise ValueError(f"by game there are {len(groups)} groups of {len(its.games)} games")
    if its.by == "all" and len(groups) != 1:
        raise ValueError(f"of all games there are {len(groups)} groups")
    if its.profile == "paper" and its.by not in SEATS and any(game.counts is None for game in its.games):
        raise ValueError("a game has no counts, which the profile paper has")


def _bounded(least: float, *shares: float | None) -> None:
    """Refuse shares that are none, and differences of such.

    Raises:
        ValueError: One is.
    """
    for share in shares:
        if share is not None and not least - 1e-9 <= share <= 1 + 1e-9:
            raise ValueError(f"{share} is no share")


def _cell(its: _Figure, column: Column, *, printed: bool) -> CellView:
    """A figure; `printed` as it was published, that is, rounded twice."""
    if column.share:
        _bounded(0, its.mean, its.low, its.high, its.pooled, its.pooled_low, its.pooled_high)
    mean = estimate_view(
        Estimate(its.mean, its.n, its.undefined, its.low, its.high, its.interval), share=column.share
    )
    if printed and its.mean is not None:
        mean = msgspec.structs.replace(mean, text=as_printed(its.mean))
    pooled: EstimateView | None = None
    if its.whole is not None:
        rate = Estimate(
            its.pooled, its.n, its.undefined, its.pooled_low, its.pooled_high, its.pooled_interval or "none"
        )
        pooled = estimate_view(rate, share=column.share)
    return CellView(mean, pooled, its.part, its.whole)


def _difference(its: _Difference, column: Column) -> _Told:
    if column.share:
        _bounded(-1, its.difference)
    estimate = Estimate(its.difference, its.n, its.undefined, its.low, its.high, its.interval)
    view = estimate_view(estimate, share=column.share, signed=True)
    return view, chance(its.p), chance(its.corrected_p)
