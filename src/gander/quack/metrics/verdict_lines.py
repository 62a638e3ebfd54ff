"""Verdicts as lines: each a JSON object that begins with where its claim was made."""

from collections.abc import Iterable

import msgspec

__all__ = ["head_of", "verdict_lines"]

_encode = msgspec.json.Encoder().encode
_encode_into = msgspec.json.Encoder().encode_into
_COMMA = ord(",")


def head_of(place: dict[str, object]) -> bytes:
    """The beginning of a verdict's line: an object that `verdict_lines` goes on with.

    Args:
        place: Where the claim was made; not empty.
    """
    return _encode(place)[:-1]


def verdict_lines(judged: Iterable[tuple[bytes, msgspec.Struct]]) -> bytes:
    """A line a verdict, with its newline.

    Args:
        judged: Verdicts, each after the beginning of its line.
    """
    lines = bytearray()
    for head, verdict in judged:
        lines += head
        end = len(lines)
        # Into its place at once: verdicts are many times as long as all the rest that is kept of a game.
        _encode_into(verdict, lines, -1)
        lines[end] = _COMMA  # where its own object began
        lines += b"\n"
    return bytes(lines)
