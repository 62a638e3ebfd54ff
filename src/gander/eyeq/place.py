"""Places in the grid: what was asked how. The hint floor's are told apart by its name."""

from typing import NamedTuple

from gander.eyeq.puzzles import Subset

__all__ = ["FLOOR", "Place"]

FLOOR = "gander/hint-floor"
"""The model that never sees a picture, shown beside the others."""

_BLIND = "+blind"


class Place(NamedTuple):
    """A place in the grid.

    Attributes:
        model: The model's name.
        subset: The subset.
        variant: The variant's name, such as ``reveal+refine``; what a file of answers calls it.
        temperature: The temperature; None for the model's own.
        seed: The seed; None for none.
    """

    model: str
    subset: Subset
    variant: str
    temperature: float | None = None
    seed: int | None = None

    @property
    def is_floor(self) -> bool:
        """Whether it is the hint floor's."""
        return self.model == FLOOR

    @property
    def blind(self) -> bool:
        """Whether the picture was left out."""
        return self.variant.endswith(_BLIND)

    @property
    def title(self) -> str:
        """The model and, where it has a name, the variant."""
        return f"{self.model}, {self.variant}" if self.variant else self.model

    @property
    def whole(self) -> str:
        """The title, and the temperature and the seed where they were told."""
        more = [] if self.temperature is None else [f"temperature {self.temperature:g}"]
        if self.seed is not None:
            more.append(f"seed {self.seed}")
        return ", ".join((self.title, *more))

    @property
    def hint(self) -> str:
        """The variant without ``+blind``: what the hint floor of this place was told."""
        return self.variant.removesuffix(_BLIND)
