"""The first columns of a table: a group of samples, or the groups of all models taken together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from gander.eyeq.analysis.accuracy import temperature_word
from gander.eyeq.analysis.groups import Group, Key
from gander.eyeq.analysis.results import Column, Value
from gander.eyeq.analysis.samples import Answers
from gander.eyeq.puzzles import SUBSETS

__all__ = ["ALL_MODELS", "PLACE", "in_order", "of_place", "together"]

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
    models = {name: number for number, name in enumerate(answers.models)}
    return sorted(
        keys,
        key=lambda key: (
            variants[key.variant],
            SUBSETS.index(key.subset),
            key.place.is_floor,
            key.model == ALL_MODELS,
            models.get(key.model, -1),
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
