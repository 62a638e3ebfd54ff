"""A temperature sweep (the paper's Table 3): accuracy at each temperature, on the same puzzles."""

import itertools

from gander.eyeq.analysis.accuracy import FLOOR_NOTE, beside_floor, temperature_word
from gander.eyeq.analysis.groups import Group, estimate, groups, own_first
from gander.eyeq.analysis.paired import Pair, pair
from gander.eyeq.analysis.results import Column, Layout, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, rows_of
from gander.eyeq.puzzles import Subset
from gander.stats import holm

__all__ = ["temperatures"]

_COLUMNS = (
    Column("subset", "subset"),
    Column("variant", "variant"),
    Column("model", "model"),
    Column("temperature", "T"),
    Column("accuracy", "accuracy", "share"),
    Column("n", "n", "count"),
    Column("failed", "failed", "count"),
    Column("unparsed", "unread", "count"),
    Column("floor", "floor", "share"),
    Column("above_floor", "above floor", "difference"),
    Column("from", "beside T", shown=False),
    Column("difference", "less lowest T", "difference"),
    Column("n_paired", "puzzles both answered", "count", shown=False),
    Column("p", "p", "p"),
    Column("p_holm", "p, all tests", "p"),
)


def temperatures(answers: Answers) -> Table | None:
    """A line a temperature for every model, subset and variant that was asked at two or more.

    Each is compared with the lowest temperature that was asked for, on the puzzles that both answered.
    """
    sweeps: dict[tuple[Subset, str, str], list[Group]] = {}
    for key, group in groups(answers).items():
        if not key.place.is_floor:
            sweeps.setdefault((key.subset, key.variant, key.model), []).append(group)
    told: list[tuple[Group, Group, Pair | None]] = []
    order = itertools.product(answers.subsets, answers.variants, answers.models)
    for sweep in (sweeps.get(place, []) for place in order):
        if len(sweep) < 2:
            continue
        ordered = sorted(sweep, key=lambda group: own_first(group.key.temperature))
        lowest = next((group for group in ordered if group.key.temperature is not None), ordered[0])
        told += [(group, lowest, None if group is lowest else pair(group, lowest)) for group in ordered]
    if not told:
        return None
    corrected = holm([both.p if both else None for _, _, both in told])
    lines = tuple(
        _line(answers, group, lowest, both, p)
        for (group, lowest, both), p in zip(told, corrected, strict=True)
    )
    tests = sum(p is not None for p in corrected)
    return Table(
        "temperature",
        "Accuracy by temperature",
        _COLUMNS,
        lines,
        (
            "Differences from the lowest temperature on the puzzles that both answered, Tango's intervals; p:"
            f" McNemar's exact test, for one difference alone and corrected for all {tests} (Holm).",
            FLOOR_NOTE,
            "How much replies at one temperature differ by themselves shows only with several seeds.",
        ),
        paper="Table 3",
        layout=Layout(("subset", "variant", "temperature"), ("model",), "accuracy", best=True),
    )


def _line(answers: Answers, group: Group, lowest: Group, both: Pair | None, corrected: float | None) -> Line:
    key = group.key
    floor, of_floor = beside_floor(answers, group)
    values: dict[str, Value] = {
        "subset": key.subset,
        "variant": key.variant,
        "model": key.model,
        "temperature": temperature_word(key.temperature),
        "accuracy": estimate(group.samples),
        "n": len(group.scored),
        "failed": len(group.status("failed")),
        "unparsed": len(group.status("unparsed")),
        **floor,
        "from": temperature_word(lowest.key.temperature),
        "difference": both.difference if both else None,
        "n_paired": both.n if both else None,
        "p": both.p if both else None,
        "p_holm": corrected,
    }
    compared = both.rows if both else ()
    behind = {
        "": rows_of(group.scored),
        "failed": group.status("failed"),
        "unparsed": group.status("unparsed"),
        **of_floor,
        **dict.fromkeys(("difference", "n_paired", "p", "p_holm"), compared),
    }
    return Line(values, behind)
