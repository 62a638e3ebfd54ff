"""Which models are asked at the same time: those of different providers do not slow each other down."""

from collections.abc import Mapping, Sequence
from typing import Any

from gander.models.place import is_ours, place_of

__all__ = ["abreast"]


def abreast(models: Sequence[str], args: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Models in lines: those of a line wait for each other, and the lines do not.

    Models of one provider, or at one host, share its limits, so they are in one line. Our own are in none:
    they compute in this process, so they come when all lines have ended.

    Args:
        models: The models.
        args: The providers' arguments, which every model gets.
    """
    lines: dict[str, list[str]] = {}
    for model in models:
        if not is_ours(model):
            lines.setdefault(place_of(model, args), []).append(model)
    return tuple(map(tuple, lines.values()))
