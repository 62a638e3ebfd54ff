"""A place of the grid, or several taken together, as the first columns of a table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from gander.eyeq.analysis.results import Column, Value
from gander.eyeq.analysis.samples import Answers, Place
from gander.eyeq.puzzles import SUBSETS

__all__ = ["ALL_MODELS", "PLACE", "in_order", "of_place", "together"]

ALL_MODELS: Final = "all models"
"""The models of a place taken together, without the hint floor."""

PLACE: Final = (
    Column("model", "model"),
    Column("subset", "subset"),
    Column("variant", "variant"),
    Column("temperature", "temperature", "number", shown=False),
    Column("seed", "seed", "count", shown=False),
)

Item = TypeVar("Item")


def of_place(place: Place) -> dict[str, Value]:
    """The values of a place's columns."""
    return {
        "model": place.model,
        "subset": place.subset,
        "variant": place.variant,
        "temperature": place.temperature,
        "seed": place.seed,
    }


def in_order(answers: Answers, places: Iterable[Place]) -> list[Place]:
    """Places by variant, subset, temperature and seed, then model: all models together and the floor last."""
    variants = {name: number for number, name in enumerate(answers.variants)}
    return sorted(
        places,
        key=lambda place: (
            variants.get(place.variant, len(variants)),
            SUBSETS.index(place.subset),
            -1.0 if place.temperature is None else place.temperature,
            -1 if place.seed is None else place.seed,
            place.model == ALL_MODELS,
            place.is_floor,
            place.model,
        ),
    )


def together(held: Mapping[Place, Sequence[Item]]) -> dict[Place, list[Item]]:
    """What each place holds, and what all models of a subset, variant and temperature hold together.

    Where only one model was asked, nothing is said twice.
    """
    found: dict[Place, list[Item]] = {place: list(items) for place, items in held.items()}
    models: dict[Place, set[str]] = {}
    for place, items in held.items():
        if not place.is_floor:
            everybody = Place(ALL_MODELS, place.subset, place.variant, place.temperature)
            found.setdefault(everybody, []).extend(items)
            models.setdefault(everybody, set()).add(place.model)
    for everybody, names in models.items():
        if len(names) < 2:
            del found[everybody]
    return found
