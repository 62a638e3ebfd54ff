"""What a browser sends to be written: small, and of a known structure."""

import re
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from gander.errors import InputError

__all__ = ["read_body"]

_LARGEST = 1 << 16
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_Body = TypeVar("_Body")


async def read_body(request: Request, kind: type[_Body], most: int = _LARGEST) -> _Body:
    """A request's body as a structure.

    Args:
        request: It.
        kind: The structure.
        most: Bytes that it may have.

    Raises:
        HTTPException: It is larger.
        InputError: It is no such structure.
    """
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise HTTPException(413, f"This is longer than {most} bytes")
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        # Browsers write whole characters as they are, and escape only what is half of one.
        if _HALF.search(data) and not isinstance(error, msgspec.ValidationError):
            raise InputError(
                "What was typed holds half a character, such as a part of an emoji.",
                todo="Take it out and type it anew.",
            ) from error
        raise InputError(f"what the page sent cannot be used ({error}).") from error
