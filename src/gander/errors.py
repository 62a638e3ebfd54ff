"""The package's own errors: each says what is wrong, where, and what to do about it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["GanderError", "InputError", "first_of"]


class GanderError(Exception):
    """Base of all errors that Gander raises on purpose.

    Another process gets them as they are, whatever their ``__init__`` takes.
    """

    def __reduce__(self) -> tuple[Callable[..., "GanderError"], tuple[Any, ...]]:
        # An exception's own way calls `__init__` with the message, which is not what ours take.
        return _restored, (type(self), self.args, vars(self))


def _restored(its_type: type[GanderError], args: tuple[Any, ...], its: Mapping[str, Any]) -> GanderError:
    error = its_type.__new__(its_type, *args)
    vars(error).update(its)
    return error


class InputError(GanderError):
    """Something that a person or a file supplied cannot be used.

    The command line shows it as one message and exits with code 2.

    Attributes:
        what: What is wrong, as a sentence without the place.
        where: The place: a file, ``file:line`` or an option; empty if there is none.
        todo: What to do about it; may be empty.
        details: Where it is wrong in many places, a line each.
    """

    def __init__(self, what: str, *, where: str = "", todo: str = "", details: Sequence[str] = ()) -> None:
        self.what = what
        self.where = where
        self.todo = todo
        self.details = tuple(details)
        super().__init__(str(self))

    @property
    def lines(self) -> tuple[str, ...]:
        """The message as lines: one, unless there are details."""
        place = f"{self.where}: " if self.where else ""
        if self.details:
            advice = (self.todo,) if self.todo else ()
            return (f"{place}{self.what}", *(f"  {detail}" for detail in self.details), *advice)
        return (f"{place}{self.what}{' ' if self.todo else ''}{self.todo}",)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def first_of(group: BaseExceptionGroup[InputError]) -> InputError:
    """The first of the errors that work done at the same time ended with; a person is told one."""
    inner: BaseException = group
    while isinstance(inner, BaseExceptionGroup):
        inner = inner.exceptions[0]
    assert isinstance(inner, InputError)
    return inner
