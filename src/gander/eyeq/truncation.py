"""Pictures whose end is missing, as after a broken download: found by their structure, without decoding."""

import os
from typing import BinaryIO

__all__ = ["is_cut_short"]

_PNG_END = b"\0\0\0\0IEND\xaeB`\x82"
_JPEG_END = b"\xff\xd9"
_JPEG_BARE = frozenset([0x01, *range(0xD0, 0xD9)])  # markers without a length
_JPEG_SCAN = 0xDA


def is_cut_short(file: BinaryIO) -> bool:
    """Whether a PNG, JPEG, GIF or WebP file ends before its picture does; False for any other file.

    Bytes after a picture's end, as some programs append them, do no harm.

    Args:
        file: The file, open for reading; its position changes.

    Raises:
        OSError: It cannot be read.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    start = file.read(12)
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return not (_ends_with(file, _PNG_END) or _png_has_end(file, size))
    if start.startswith(b"\xff\xd8\xff"):
        return not (_ends_with(file, _JPEG_END) or _jpeg_has_end(_whole(file)))
    if start.startswith((b"GIF87a", b"GIF89a")):
        return not _gif_has_end(_whole(file))
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return size < 8 + int.from_bytes(start[4:8], "little")
    return False


def _ends_with(file: BinaryIO, end: bytes) -> bool:
    file.seek(-len(end), os.SEEK_END)
    return file.read() == end


def _whole(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()


def _png_has_end(file: BinaryIO, size: int) -> bool:
    """Whether the chunks, followed by their lengths, lead to the last one."""
    at = 8
    while at + 12 <= size:
        file.seek(at)
        head = file.read(8)
        at += 12 + int.from_bytes(head[:4], "big")
        if head[4:] == b"IEND":
            return at <= size
    return False


def _jpeg_has_end(data: bytes) -> bool:
    """Whether the end's marker follows a scan; one before may be that of a preview in the header."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == _JPEG_SCAN:
            # Within a scan every 0xFF of the picture's own is followed by 0.
            return data.find(_JPEG_END, at) >= 0
        # A marker may be filled up with any number of 0xFF before it.
        at += 1 if marker == 0xFF else 2
        if marker != 0xFF and marker not in _JPEG_BARE:
            at += int.from_bytes(data[at : at + 2], "big")
    return False


def _gif_has_end(data: bytes) -> bool:
    """Whether the blocks, followed by their lengths, lead to the trailer."""
    try:
        at = 13 + _colours(data[10])
        while data[at] != 0x3B:
            if data[at] == 0x2C:  # a picture: its place, its colours, how its codes begin
                at += 11 + _colours(data[at + 9])
            elif data[at] == 0x21:  # an extension and its kind
                at += 2
            else:
                return False
            while length := data[at]:
                at += 1 + length
            at += 1
    except IndexError:
        return False
    return True


def _colours(flags: int) -> int:
    """Bytes of the table of colours that the flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0
