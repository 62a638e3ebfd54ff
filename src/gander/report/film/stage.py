"""Where pictures and transcript stand in a film's frame."""

import functools
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from gander.quack.senses.pictures import Picture

__all__ = ["HEIGHT", "WIDTH", "Frame", "arranged"]

WIDTH, HEIGHT = 1280, 720
_LEAST = 400  # pixels of the transcript's width
_GAP = 8  # between pictures, and around them
_LINE = 2  # the line that parts the transcript from them


@dataclass(frozen=True, slots=True)
class Frame:
    """The arrangement of a film's frames; all of them have one.

    Attributes:
        places: The left and top of each picture.
        scale: The pictures' scale, at most 1.
        column: The left of the transcript, which goes to the right edge.
    """

    places: tuple[tuple[int, int], ...]
    scale: float
    column: int

    def drawn(self, pictures: Sequence[Picture], transcript: Picture) -> Image.Image:
        """A frame, `WIDTH` by `HEIGHT` pixels, in colours."""
        frame = Image.new("RGB", (WIDTH, HEIGHT), "white")
        for picture, place in zip(pictures, self.places, strict=True):
            frame.paste(_scaled(picture, self.scale), place)
        frame.paste("black", (self.column - _LINE, 0, self.column, HEIGHT))
        frame.paste(_scaled(transcript, 1.0), (self.column, 0))
        return frame


def arranged(pictures: Iterable[Sequence[Picture]]) -> Frame:
    """The arrangement for some pictures: one below the other, the transcript at the right.

    Pictures are as large as the frame allows, and never larger than they were drawn.

    Args:
        pictures: Those of each scene.
    """
    sizes = [[(its.width, its.height) for its in each] for each in pictures]
    widths = [max(width for width, _ in slot) for slot in zip(*sizes, strict=True)]
    heights = [max(height for _, height in slot) for slot in zip(*sizes, strict=True)]
    across = WIDTH - _LEAST - _LINE - 2 * _GAP
    down = HEIGHT - (len(heights) + 1) * _GAP
    scale = min(1.0, across / max(widths), down / sum(heights))
    top = _GAP
    places = []
    for height in heights:
        places.append((_GAP, top))
        top += int(height * scale) + _GAP
    # A sheet is a multiple of four pixels wide.
    column = WIDTH - (WIDTH - 2 * _GAP - _LINE - int(max(widths) * scale)) // 4 * 4
    return Frame(tuple(places), scale, column)


@functools.lru_cache(maxsize=4)
def _scaled(picture: Picture, scale: float) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    size = max(1, int(picture.width * scale)), max(1, int(picture.height * scale))
    return image if scale == 1 else image.resize(size, Image.Resampling.LANCZOS)
