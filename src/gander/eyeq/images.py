"""Pictures as bytes: what kind they are, and one scaled down where a provider's limit asks for it."""

import base64
import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gander.errors import InputError
from gander.eyeq.cache import CacheError, cache_folder, keep, unreadable

if TYPE_CHECKING:
    from PIL import Image as Pillow

__all__ = ["MAGIC_BYTES", "ImageFile", "Picture", "fit_image", "image_fault", "media_type", "preview"]

MAGIC_BYTES = 32
"""So many bytes from the start tell what kind a picture is."""

_UNUSABLE = {
    b"BM": "BMP", b"II*\0": "TIFF", b"MM\0*": "TIFF", b"<svg": "SVG", b"<?xm": "SVG", b"%PDF": "PDF",
    b"version ht": "Git LFS pointer",
}  # fmt: skip
_QUALITIES = (90, 80, 70)


@dataclass(frozen=True)
class ImageFile:
    """Reads a picture's file, untouched, when called.

    Attributes:
        path: The file.
        sha256: SHA-256 of the picture in hexadecimal, as its source has it; empty if that is not known.
    """

    path: Path
    sha256: str = ""

    def __call__(self) -> bytes:
        """The file's bytes.

        Raises:
            InputError: The file is gone, cannot be read, or holds another picture than when its puzzle was
                read.
        """
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise InputError(
                f"the picture cannot be read ({(error.strerror or str(error)).lower()}).",
                where=str(self.path),
            ) from error
        if self.sha256 and hashlib.sha256(data).hexdigest() != self.sha256:
            raise InputError("the picture has changed since its puzzle was read.", where=str(self.path))
        return data


@dataclass(frozen=True)
class Picture:
    """A picture as it is sent.

    Attributes:
        data: Its bytes.
        note: What was done to it to fit a limit; None if it is untouched.
    """

    data: bytes = field(repr=False)
    note: str | None = None

    @cached_property
    def media_type(self) -> str:
        """Its media type, as in ``image/png``."""
        return media_type(self.data) or "application/octet-stream"

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of its bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def data_uri(self) -> str:
        """The picture as a ``data:`` URI, encoded once."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode('ascii')}"


def media_type(start: bytes) -> str | None:
    """The media type that a picture's first bytes tell.

    Args:
        start: The picture, or at least its first `MAGIC_BYTES` bytes.

    Returns:
        The type if it is one that vision models take (PNG, JPEG, GIF, WebP); else None.
    """
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if start.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if start.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "image/webp"
    return None


def image_fault(start: bytes) -> str | None:
    """What keeps a file with these first bytes from being a picture that models take; None if nothing."""
    if media_type(start) is not None:
        return None
    if not start:
        return "is empty"
    kind = next((name for magic, name in _UNUSABLE.items() if start.lstrip().startswith(magic)), None)
    return f"is a {kind} file, not PNG, JPEG, GIF or WebP" if kind else "is no PNG, JPEG, GIF or WebP picture"


def fit_image(data: bytes, max_bytes: int | None, max_side: int | None = None) -> tuple[bytes, str | None]:
    """The picture itself if it is within the limits, else a smaller one, made once and cached.

    A picture within the limits comes back untouched. Another one is scaled down with its proportions kept
    and is stored as PNG or, where that is too big, as JPEG on white. An animation becomes its first frame.

    Args:
        data: The picture's bytes.
        max_bytes: The most bytes it may have; None for any number.
        max_side: The most pixels its longer side may have; None for any number.

    Returns:
        The bytes to send, and a note for the record that says what was done; None if nothing was.

    Raises:
        InputError: The picture is damaged, or cannot be made small enough.
        CacheError: The smaller one cannot be kept.
    """
    if max_side is None and (max_bytes is None or len(data) <= max_bytes):
        return data, None
    name = hashlib.sha256(data + f"|{max_bytes}|{max_side}|1".encode()).hexdigest()
    kept = cache_folder() / "fitted" / name
    note_file = kept.with_suffix(".json")
    try:
        # The note is written last: where it is, the picture is whole.
        note = msgspec.json.decode(note_file.read_bytes(), type=str | None)
        return (data, None) if note is None else (kept.read_bytes(), note)
    except (OSError, msgspec.MsgspecError):
        pass
    fitted, note = _scaled(data, max_bytes, max_side)
    if note is not None:
        keep(kept, fitted)
    keep(note_file, msgspec.json.encode(note))
    return fitted, note


def preview(data: bytes, side: int, unkept: Callable[[CacheError], None] | None = None) -> bytes:
    """A small copy of a picture for pages, as WebP, made once and cached; no model ever sees it.

    Args:
        data: The picture's bytes.
        side: The most pixels of its longer side; a smaller picture keeps its size.
        unkept: Hears it if the copy cannot be kept; without it that is an error.

    Raises:
        InputError: The picture is damaged.
        CacheError: The copy cannot be kept, or read where it is kept.
    """
    name = hashlib.sha256(data + f"|{side}|1".encode()).hexdigest()
    made: bytes | None = None
    try:
        kept = cache_folder() / "previews" / name
        try:
            return kept.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            raise unreadable(kept, error) from error
        made = _preview(data, side)
        keep(kept, made)
    except CacheError as error:
        if unkept is None:
            raise
        unkept(error)
    return _preview(data, side) if made is None else made


def _preview(data: bytes, side: int) -> bytes:
    from PIL import Image, ImageOps  # noqa: PLC0415

    try:
        with Image.open(io.BytesIO(data)) as opened:
            # JPEG can be read at a part of its size, which is quicker.
            opened.draft("RGB", (2 * side, 2 * side))
            picture = ImageOps.exif_transpose(opened)
            picture.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InputError(f"the picture cannot be scaled down: {error}.") from error
    picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    out = io.BytesIO()
    _resized(picture, side).save(out, "WEBP", quality=70, method=2)
    return out.getvalue()


def _scaled(data: bytes, max_bytes: int | None, max_side: int | None) -> tuple[bytes, str | None]:
    from PIL import Image, ImageOps  # noqa: PLC0415 - most runs never scale a picture

    try:
        with Image.open(io.BytesIO(data)) as opened:
            size = opened.size
            if (max_bytes is None or len(data) <= max_bytes) and (max_side is None or max(size) <= max_side):
                return data, None
            # Scaling drops the tag that says which side is up, so it is obeyed first.
            picture = ImageOps.exif_transpose(opened)
            picture.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InputError(f"the picture cannot be scaled down: {error}.") from error
    alpha = picture.has_transparency_data
    picture = picture.convert("RGBA" if alpha else "RGB")
    side = min(max(picture.size), max_side or max(picture.size))
    while True:
        smaller = _resized(picture, side)
        for encoded, how in _encodings(smaller):
            if max_bytes is None or len(encoded) <= max_bytes:
                note = (
                    f"scaled from {size[0]}x{size[1]} ({len(data)} bytes) to "
                    f"{smaller.width}x{smaller.height} {how} ({len(encoded)} bytes)"
                )
                return encoded, note
        if side <= 64:
            raise InputError(f"the picture cannot be brought under {max_bytes} bytes.")
        side = max(64, side * 4 // 5)


def _resized(picture: "Pillow.Image", side: int) -> "Pillow.Image":
    from PIL import Image  # noqa: PLC0415

    share = side / max(picture.size)
    if share >= 1:
        return picture
    width, height = (max(1, round(length * share)) for length in picture.size)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _encodings(picture: "Pillow.Image") -> Iterator[tuple[bytes, str]]:
    """The picture in ways to store it, the most faithful first."""
    from PIL import Image  # noqa: PLC0415

    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    yield out.getvalue(), "PNG"
    flat = picture
    if picture.mode == "RGBA":
        flat = Image.new("RGB", picture.size, "white")
        flat.paste(picture, mask=picture.getchannel("A"))
    for quality in _QUALITIES:
        out = io.BytesIO()
        flat.save(out, "JPEG", quality=quality)
        yield out.getvalue(), f"JPEG at quality {quality}"
