"""Work that takes longer than an answer may: done beside the server, with how far it is."""

import threading
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Job", "Told"]

_Result = TypeVar("_Result")

Told: TypeAlias = Callable[[int, int], object]
"""Is told how much is done, and of how much."""


class Job(Generic[_Result]):
    """Work in a thread of its own, begun at once.

    Args:
        work: Does it, and tells how far it is.

    Attributes:
        done: How much is done.
        of: Of how much; 0 as long as nobody knows.
    """

    def __init__(self, work: Callable[[Told], _Result]) -> None:
        self.done = 0
        self.of = 0
        self._result: _Result | None = None
        self._error: Exception | None = None
        self._over = threading.Event()
        # It writes nothing, so the command need not wait for it to end.
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[Told], _Result]) -> None:
        try:
            self._result = work(self._told)
        except Exception as error:  # raised again where the result is asked for
            self._error = error
        finally:
            self._over.set()

    def _told(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self._over.is_set()

    @property
    def failed(self) -> bool:
        """Whether it is over and nothing came of it."""
        return self._error is not None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is over, at most so long.

        Returns:
            Whether it is over.
        """
        return self._over.wait(seconds)

    def result(self) -> _Result:
        """What came of work that is over.

        Raises:
            Exception: What the work raised.
        """
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result
