"""Values of ``-T``: Inspect hands over whatever was written, as YAML reads it; here it is what was meant.

Only tasks import this, where Inspect AI is loaded already.
"""

import contextlib
import math
from collections.abc import Iterator

from inspect_ai._util.error import PrerequisiteError
from rich.markup import escape

from gander.errors import InputError
from gander.terminal import printable

__all__ = ["WrongInputError", "flag", "seconds", "text", "texts", "told_by_inspect", "whole"]


class WrongInputError(InputError, PrerequisiteError):
    """Something asked for cannot be used: Inspect shows the message alone, without a traceback."""

    def __init__(self, error: InputError) -> None:
        super().__init__(error.what, where=error.where, todo=error.todo, details=error.details)
        self.message = escape("\n".join(map(printable, self.lines)))


@contextlib.contextmanager
def told_by_inspect() -> Iterator[None]:
    """Tell what is wrong with a task's arguments in a way that Inspect knows how to show."""
    try:
        yield
    except InputError as error:
        raise WrongInputError(error) from error


def texts(name: str, value: object) -> list[str]:
    """Words that were separated by commas, whether Inspect has split them or not.

    Raises:
        InputError: It is neither text nor a list of texts.
    """
    items = value if isinstance(value, list | tuple) else text(name, value).split(",")
    return [word for item in items if (word := text(name, item).strip())]


def text(name: str, value: object) -> str:
    """One text; a number is what its digits say, and a list is a text that had commas.

    Raises:
        InputError: It is something else.
    """
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _wrong(name, "text", value)
    return str(value)


def whole(name: str, value: object, least: int) -> int:
    """A whole number from `least`.

    Raises:
        InputError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise _wrong(name, f"a whole number from {least}", value)
    return value


def seconds(name: str, value: object) -> float:
    """A number of seconds that is more than none.

    Raises:
        InputError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise _wrong(name, "a number of seconds", value)
    return float(value)


def flag(name: str, value: object) -> bool:
    """True or false.

    Raises:
        InputError: It is neither.
    """
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)
    return value


def _wrong(name: str, what: str, value: object) -> InputError:
    return InputError(f"{name} must be {what}, not {value!r}.", where=f"-T {name}")
