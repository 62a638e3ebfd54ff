"""Pictures made ready while calls are under way, so that a reply is followed by the next request at once."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

__all__ = ["Ahead"]

_AFTER = 0.005  # seconds; by then the request of the job that was just taken is on its way
_Job = TypeVar("_Job")
_Ready = TypeVar("_Ready")


class Ahead(Generic[_Job, _Ready]):
    """Jobs, each with what was made ready for it; None where there was no time to.

    Each job that is taken lets one more be made ready a little later, in the event loop, which waits for
    replies then. Whoever finds none ready does the work at its turn.

    Args:
        jobs: The jobs.
        prepare: Makes ready what a job needs; None if that cannot be done.
        most: The most jobs that are ready at once, for they take memory.
    """

    def __init__(self, jobs: Iterable[_Job], prepare: Callable[[_Job], _Ready | None], most: int) -> None:
        self._jobs = iter(jobs)
        self._prepare = prepare
        self._most = most
        self._ready: deque[tuple[_Job, _Ready | None]] = deque()

    def __iter__(self) -> Iterator[tuple[_Job, _Ready | None]]:
        return self

    def __next__(self) -> tuple[_Job, _Ready | None]:
        taken = self._ready.popleft() if self._ready else (next(self._jobs), None)
        asyncio.get_running_loop().call_later(_AFTER, self._one_more)
        return taken

    def _one_more(self) -> None:
        if len(self._ready) < self._most:
            for job in self._jobs:
                self._ready.append((job, self._prepare(job)))
                break
