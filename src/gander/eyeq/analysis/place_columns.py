"""The first columns of a table: a group of samples, or the groups of all models taken together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from gander.eyeq.analysis.accuracy import temperature_word
from gander.eyeq.analysis.groups import Group, Key
from gander.eyeq.analysis.results import Column, Value
from gander.eyeq.analysis.samples import Answers
from gander.eyeq.puzzles import SUBSETS
from gander.stats import Estimate, Method, estimate_rates, wilson

__all__ = ["ALL_MODELS", "PLACE", "clustered", "in_order", "of_place", "share", "shares", "together"]

ALL_MODELS: Final = "all models"
"""The models of a subset and variant taken together, without the hint floor."""

PLACE: Final = (
    Column("model", "model"),
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("temperature", "T", shown=False),
)

Item = TypeVar("Item")


def of_place(key: Key) -> dict[str, Value]:
    """The values of the first columns; all models together have no one temperature."""
    together = key.model == ALL_MODELS
    return {
        "model": key.model,
        "variant": key.variant,
        "subset": key.subset,
        "temperature": None if together else temperature_word(key.temperature),
    }


def in_order(answers: Answers, keys: Iterable[Key]) -> list[Key]:
    """Groups by variant and subset, then model: all models together after them, the hint floor last."""
    variants = {name: number for number, name in enumerate(answers.variants)}
    return sorted(
        keys,
        key=lambda key: (
            variants[key.variant],
            SUBSETS.index(key.subset),
            key.place.is_floor,
            key.model == ALL_MODELS,
            key.model,
        ),
    )


def together(chosen: Mapping[Key, Group], of: Callable[[Group], Sequence[Item]]) -> dict[Key, list[Item]]:
    """What each group holds, and what all models of a subset and variant hold together.

    Where only one model was asked nothing is said twice; what holds nothing is left out.

    Args:
        chosen: The groups, one for each model, subset and variant.
        of: What a group holds.
    """
    found: dict[Key, list[Item]] = {}
    everybody: dict[Key, list[list[Item]]] = {}
    for key, group in chosen.items():
        items = list(of(group))
        if items:
            found[key] = items
            if not key.place.is_floor:
                everybody.setdefault(Key(ALL_MODELS, key.subset, key.variant, None), []).append(items)
    for key, several in everybody.items():
        if len(several) > 1:
            found[key] = [item for items in several for item in items]
    return found


def share(verdicts: Iterable[tuple[str, bool | None]]) -> Estimate:
    """The share of verdicts that are true, over puzzles.

    Args:
        verdicts: Puzzles, each with what is held of it; None is undefined, is left out and counted.

    Returns:
        The share with Wilson's interval; where a puzzle has several verdicts, a bootstrap over puzzles.
        n counts puzzles.
    """
    return shares([list(verdicts)])[0]


def shares(several: Sequence[Sequence[tuple[str, bool | None]]]) -> list[Estimate]:
    """What `share` gives for each of several lists, those that need a bootstrap in one."""
    counts = [_counts(verdicts) for verdicts in several]
    drawn = [at for at, each in enumerate(counts) if any(whole > 1 for _, whole in each.values())]
    rates = dict(zip(drawn, clustered([counts[at] for at in drawn], share=True), strict=True))
    found = []
    for at, (verdicts, each) in enumerate(zip(several, counts, strict=True)):
        undefined = sum(verdict is None for _, verdict in verdicts)
        if at in rates:
            rate = rates[at]
            found.append(Estimate(rate.value, rate.n, undefined, rate.low, rate.high, rate.method))
            continue
        once = wilson(sum(part for part, _ in each.values()), len(each))
        method: Method = "wilson" if each else "none"
        found.append(Estimate(once.value, once.n, undefined, once.low, once.high, method))
    return found


def _counts(verdicts: Iterable[tuple[str, bool | None]]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for puzzle, verdict in verdicts:
        if verdict is not None:
            part, whole = counts.get(puzzle, (0, 0))
            counts[puzzle] = part + verdict, whole + 1
    return counts


def clustered(several: Sequence[Mapping[str, tuple[float, float]]], *, share: bool) -> list[Estimate]:
    """Rates of sums over puzzles, all from the same draws.

    Args:
        several: For each rate, part and whole by puzzle.
        share: Whether no part exceeds its whole.
    """
    puzzles = {
        puzzle: row for row, puzzle in enumerate(dict.fromkeys(key for each in several for key in each))
    }
    parts, wholes = ([[0.0] * len(several) for _ in puzzles] for _ in range(2))
    for column, each in enumerate(several):
        for puzzle, (part, whole) in each.items():
            parts[puzzles[puzzle]][column] = part
            wholes[puzzles[puzzle]][column] = whole
    if not several:
        return []
    return [rate.pooled for rate in estimate_rates(parts, wholes, [share] * len(several))]
