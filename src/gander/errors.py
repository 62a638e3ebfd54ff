"""The package's own errors: each says what is wrong, where, and what to do about it."""

__all__ = ["GanderError", "InputError"]


class GanderError(Exception):
    """Base of all errors that Gander raises on purpose."""


class InputError(GanderError):
    """Something that a person or a file supplied cannot be used.

    The command line shows it as one message and exits with code 2.

    Attributes:
        what: What is wrong, as a sentence without the place.
        where: The place: a file, ``file:line`` or an option; empty if there is none.
        todo: What to do about it; may be empty.
    """

    def __init__(self, what: str, *, where: str = "", todo: str = "") -> None:
        self.what = what
        self.where = where
        self.todo = todo
        super().__init__(str(self))

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" {self.todo}" if self.todo else ""
        return f"{place}{self.what}{advice}"
