"""From stored replies to a table: a row for each model, variant, subset and temperature."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from gander.eyeq.natural_order import natural_key
from gander.eyeq.place import FLOOR
from gander.eyeq.puzzles import SUBSETS
from gander.eyeq.solve import Verdict
from gander.eyeq.store import StoredRun
from gander.models.failures import Failure, explain
from gander.spreadsheet import written
from gander.stats.proportions import Proportion, wilson

__all__ = [
    "FLOOR",
    "Floor",
    "Row",
    "Why",
    "as_csv",
    "as_json",
    "beside_floor",
    "count",
    "failures_of",
    "floor_of",
    "rows_of",
    "sort_rows",
]

Interval: TypeAlias = tuple[float, float]


class Floor(msgspec.Struct, frozen=True, kw_only=True):
    """What the hint floor makes of a row's puzzles, and of no others.

    Attributes:
        n: Puzzles of the row's n that count for the floor too.
        correct: Of those, solved by the floor.
        accuracy: correct / n.
        interval: Wilson's 95% interval of the accuracy.
    """

    n: int
    correct: int
    accuracy: float | None
    interval: Interval | None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a cell of the grid.

    Attributes:
        model: The model.
        variant: The variant's name.
        subset: The subset.
        temperature: The temperature; None for the model's own.
        seed: The seed; None for none.
        n: Puzzles that count: asked to the end, with every call answered.
        correct: Of those, solved by the ``exact`` score.
        accuracy: correct / n; None if n is 0.
        interval: Wilson's 95% interval of the accuracy.
        failed: Puzzles with a call that failed; they are not in n, and are asked again by another run.
        unfinished: Puzzles that were begun and have attempts left; not in n either.
        not_asked: Puzzles that are to be asked and were not begun, or that a file of answers from elsewhere
            has no row of; not in n either.
        unparsed: Of n, those whose last reply has no answer that can be read; they are wrong.
        released: Of n, right as the released runner scored.
        released_accuracy: released / n.
        released_interval: Its Wilson's 95% interval.
        floor: The hint floor on the same puzzles; None if it was asked about none of them, and for itself.
        attempts: Attempts made at the puzzles that count.
        tokens_in: Tokens sent, as the provider counts them; those of tries that failed are among them.
        tokens_out: Tokens received, in the same way.
        cost: What they cost at the prices given; None if there is none, or if the provider tells no tokens.
    """

    model: str
    variant: str
    subset: str
    temperature: float | None = None
    seed: int | None = None
    n: int
    correct: int
    accuracy: float | None
    interval: Interval | None
    failed: int
    unfinished: int
    not_asked: int = 0
    unparsed: int
    released: int
    released_accuracy: float | None
    released_interval: Interval | None = None
    floor: Floor | None = None
    attempts: int
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None


class Why(NamedTuple):
    """Why puzzles of a model failed.

    Attributes:
        model: The model.
        kind: What the failures are.
        number: How many puzzles failed so.
        detail: What was told most often; may be empty.
    """

    model: str
    kind: Failure
    number: int
    detail: str

    def __str__(self) -> str:
        told = f" ({self.detail})" if self.detail else ""
        return f"failed {self.number} × {self.model}: {explain(self.kind)}{told}"


def count(
    verdicts: Iterable[Verdict],
    *,
    model: str,
    variant: str,
    subset: str,
    temperature: float | None = None,
    seed: int | None = None,
    tokens: tuple[int, int] = (0, 0),
    cost: float | None = None,
    of: int = 0,
) -> Row:
    """Count what came of a cell's puzzles, `of` so many that are to be asked."""
    everything = list(verdicts)
    scored = [verdict for verdict in everything if verdict.scored]
    right = wilson(sum(verdict.correct for verdict in scored), len(scored))
    released = wilson(sum(verdict.released for verdict in scored), len(scored))
    return Row(
        model=model,
        variant=variant,
        subset=subset,
        temperature=temperature,
        seed=seed,
        n=len(scored),
        correct=right.k,
        accuracy=right.value,
        interval=_interval(right),
        failed=sum(verdict.status == "failed" for verdict in everything),
        unfinished=sum(verdict.status == "unfinished" for verdict in everything),
        not_asked=max(0, of - len(everything)),
        unparsed=sum(verdict.status == "unparsed" and not verdict.correct for verdict in scored),
        released=released.k,
        released_accuracy=released.value,
        released_interval=_interval(released),
        attempts=sum(len(verdict.attempts) for verdict in scored),
        tokens_in=tokens[0],
        tokens_out=tokens[1],
        cost=cost,
    )


def _interval(share: Proportion) -> Interval | None:
    return None if share.low is None or share.high is None else (share.low, share.high)


def rows_of(run: StoredRun) -> list[Row]:
    """The rows of a run's folder."""
    counted = []
    for id, cell in run.cells.items():
        usage = run.usage(id)
        verdicts = dict(run.verdicts(id))
        row = count(
            verdicts.values(),
            model=cell.model,
            variant=cell.variant.name,
            subset=cell.subset,
            temperature=cell.temperature,
            seed=cell.seed,
            tokens=(usage.input, usage.output),
            cost=run.cost(id),
            of=run.to_ask(id),
        )
        counted.append((row, verdicts))
    return beside_floor(counted)


def beside_floor(counted: Iterable[tuple[Row, Mapping[str, Verdict]]]) -> list[Row]:
    """Rows in order, each with the hint floor on the same puzzles.

    Args:
        counted: Rows, and the verdicts that each was counted from, by the puzzles' keys.
    """
    everything = list(counted)
    rows = [row for row, _ in everything]
    floors = {id(row): verdicts for row, verdicts in everything if row.model == FLOOR}
    told = []
    for row, verdicts in everything:
        its = floor_of(row, rows)
        if its is None:
            told.append(row)
            continue
        of_floor = floors[id(its)]
        both = [
            of_floor[key]
            for key, verdict in verdicts.items()
            if verdict.scored and key in of_floor and of_floor[key].scored
        ]
        share = wilson(sum(verdict.correct for verdict in both), len(both))
        floor = Floor(n=share.n, correct=share.k, accuracy=share.value, interval=_interval(share))
        told.append(msgspec.structs.replace(row, floor=floor if both else None))
    return sort_rows(told)


def failures_of(run: StoredRun, asked: Iterable[tuple[str, str]] | None = None) -> list[Why]:
    """Why puzzles failed, the commonest reason first.

    Args:
        run: The run.
        asked: The cells' ids and the puzzles' keys that matter; None for all.
    """
    if asked is None:
        asked = [(id, key) for id in run.cells for key in run.asked(id)]
    details: dict[tuple[str, Failure], Counter[str]] = {}
    for id, key in asked:
        failure = run.verdict(id, key).failure
        if failure is not None:
            details.setdefault((run.cells[id].model, failure.kind), Counter())[failure.detail] += 1
    found = [
        Why(model, kind, told.total(), told.most_common(1)[0][0]) for (model, kind), told in details.items()
    ]
    return sorted(found, key=lambda why: -why.number)


def sort_rows(rows: Iterable[Row]) -> list[Row]:
    """Rows by model (numbers by value), variant, subset and temperature; the floor last, as the yardstick."""
    order = {subset: number for number, subset in enumerate(SUBSETS)}
    return sorted(
        rows,
        key=lambda row: (
            row.model == FLOOR,
            natural_key(row.model),
            row.variant,
            order.get(row.subset, len(order)),  # type: ignore[call-overload]
            -1.0 if row.temperature is None else row.temperature,
            -1 if row.seed is None else row.seed,
        ),
    )


def floor_of(row: Row, rows: Sequence[Row]) -> Row | None:
    """The hint floor's row for the same variant and subset; None if the floor was not run."""
    if row.model == FLOOR:
        return None
    # A blind model gets the same hints, so it has the same floor.
    name = row.variant.removesuffix("+blind")
    return next(
        (
            floor
            for floor in rows
            if floor.model == FLOOR and floor.subset == row.subset and floor.n
            and floor.variant.removesuffix("+blind") == name
        ),
        None,
    )  # fmt: skip


def as_json(rows: Sequence[Row]) -> bytes:
    """The rows as a JSON list of objects."""
    return msgspec.json.format(msgspec.json.encode(rows), indent=2) + b"\n"


def as_csv(rows: Sequence[Row]) -> str:
    """The rows as CSV, intervals in two columns; what is undefined is empty.

    Models' and variants' names are made fit for spreadsheets (`gander.spreadsheet`).
    """
    return written(list(_spread(Row)), map(_spread, rows))


def _spread(row: Row | type[Row]) -> dict[str, Any]:
    """A row's values by the columns of a table; of the type, its columns."""
    spread: dict[str, Any] = {}
    for name in Row.__struct_fields__:
        value = None if isinstance(row, type) else getattr(row, name)
        if name in ("interval", "released_interval"):
            start = name.removesuffix("interval")
            spread[f"{start}low"], spread[f"{start}high"] = value or (None, None)
        elif name == "floor":
            for part in ("n", "correct", "accuracy"):
                spread[f"floor_{part}"] = getattr(value, part, None)
            spread["floor_low"], spread["floor_high"] = getattr(value, "interval", None) or (None, None)
        else:
            spread[name] = value
    return spread
