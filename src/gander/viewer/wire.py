"""Structures on their way to the browser."""

import json

import msgspec

__all__ = ["to_json"]


def to_json(value: object) -> bytes:
    """A structure as JSON. Bytes of file names that are no text, which Python keeps, stay as escapes."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value, str_keys=True), separators=(",", ":")).encode()
