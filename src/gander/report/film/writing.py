"""Frames into a film: MP4 or GIF, by PyAV."""

import functools
import io
import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gander.errors import InputError
from gander.quack.senses.pictures.sheet import COLOURS

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Shot", "codec", "write_gif", "write_mp4"]

_MP4_RATE = 10  # steps a second in which an MP4 film tells when its frames are due
_STILL = 5  # steps after which a frame that stays is stored again: players want some to jump and to stop at
_KEY = 40  # frames from one that stands by itself to the next
_GIF_RATE = 100  # a GIF's steps; it has a frame a shot

_CODECS: dict[str, dict[str, str]] = {
    # Sharp letters on flat ground that stand still.
    "libx264": {"preset": "veryfast", "crf": "20", "tune": "stillimage"},
    "libvpx-vp9": {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "7"},
    "mpeg4": {"qscale": "3"},
}
"""What MP4 films are written with, the best first, and how."""

_STEPS = 20  # from colour to colour in a GIF
_BT709 = 1  # the colours of HD, in all three of a stream's fields


class Shot(NamedTuple):
    """A frame and how long it is shown."""

    frame: "Image.Image"
    seconds: float


def codec(available: Iterable[str]) -> str:
    """The codec for MP4 films: H.264 where FFmpeg has x264, else VP9, else MPEG-4.

    Args:
        available: FFmpeg's codecs, by their names.

    Raises:
        InputError: There is none of them.
    """
    have = set(available)
    for name in _CODECS:
        if name in have:
            return name
    raise InputError(
        f"this FFmpeg has no {', '.join(_CODECS)}.", where="PyAV", todo="Reinstall it, or film as .gif."
    )


def write_mp4(shots: Iterable[Shot], width: int, height: int, name: str | None = None) -> bytes:
    """A film as MP4, with 4:2:0 colours.

    Args:
        shots: What it shows.
        width: Pixels; even.
        height: Pixels; even.
        name: The codec; None for the best that is here.
    """
    import av  # noqa: PLC0415
    from av.video.reformatter import Colorspace  # noqa: PLC0415

    name = name or codec(av.codecs_available)
    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream(name, rate=_MP4_RATE, options=dict(_CODECS[name]))
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        its = stream.codec_context
        its.gop_size = _KEY
        its.time_base = Fraction(1, _MP4_RATE)
        its.colorspace = its.color_primaries = its.color_trc = _BT709
        at, frame = 0, None
        for image, until in _timed(shots, _MP4_RATE):
            frame = av.VideoFrame.from_ndarray(np.asarray(image), format="rgb24").reformat(
                format="yuv420p", dst_colorspace=Colorspace.ITU709
            )
            frame.time_base = its.time_base
            for frame.pts in range(at, until, _STILL):
                container.mux(stream.encode(frame))
            at = until
        if frame is not None and frame.pts is not None and frame.pts < at - 1:
            frame.pts = at - 1  # a film ends a step after its last frame
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return out.getvalue()


def write_gif(shots: Iterable[Shot], width: int, height: int) -> bytes:
    """A film as GIF that runs again and again: a frame a shot, all in one palette."""
    import av  # noqa: PLC0415

    colours = _palette()
    table = np.zeros(
        (256, 4), np.uint8
    )  # alpha, red, green, blue; what stays clear tells what has not changed
    table[: len(colours) // 3, 0] = 255
    table[: len(colours) // 3, 1:] = np.array(colours, np.uint8).reshape(-1, 3)
    out = io.BytesIO()
    with av.open(out, "w", format="gif", options={"loop": "0"}) as container:
        stream = container.add_stream("gif", rate=_GIF_RATE)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height, stream.pix_fmt = width, height, "pal8"
        stream.codec_context.time_base = Fraction(1, _GIF_RATE)
        at = 0
        for image, until in _timed(shots, _GIF_RATE):
            frame = av.VideoFrame.from_ndarray((_indexed(image), table), format="pal8")  # type: ignore[arg-type]
            frame.pts, frame.time_base = at, Fraction(1, _GIF_RATE)
            for packet in stream.encode(frame):
                packet.duration = until - at
                container.mux(packet)
            at = until
        container.mux(stream.encode(None))
    return out.getvalue()


def _timed(shots: Iterable[Shot], rate: int) -> Iterator[tuple["Image.Image", int]]:
    """Each frame with the step at which it ends, at least one after it begins; no rounding adds up."""
    seconds, at = 0.0, 0
    for shot in shots:
        seconds += shot.seconds
        at = max(at + 1, round(seconds * rate))
        yield shot.frame, at


@functools.lru_cache(maxsize=1)
def _palette() -> tuple[int, ...]:
    """The colours of pictures, and those between any two, which edges have where pictures are scaled."""
    mixed = dict.fromkeys(
        tuple(round(a + (b - a) * step / _STEPS) for a, b in zip(one, other, strict=True))
        for one, other in itertools.combinations(COLOURS, 2)
        for step in range(_STEPS + 1)
    )
    return tuple(itertools.chain.from_iterable(mixed))


def _indexed(image: "Image.Image") -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """A frame in the numbers of the palette's colours."""
    from PIL import Image  # noqa: PLC0415

    ground = Image.new("P", (1, 1))
    ground.putpalette(_palette())
    return np.asarray(image.quantize(palette=ground, dither=Image.Dither.NONE), np.uint8)
