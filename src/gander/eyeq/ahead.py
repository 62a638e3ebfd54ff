"""Jobs for many workers in one event loop, each made ready so that its request goes out at once.

Two things would hold requests up. Work between a reply and the next request is done ahead, while replies
are waited for. And workers whose replies come together take turns: all of them in one go would prepare
before any of them sends, their replies would come together again, and so on in every round.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Generic, TypeVar

__all__ = ["Ahead"]

_AFTER = 0.005  # seconds; by then the request of the job that was just taken is on its way
_Job = TypeVar("_Job")
_Ready = TypeVar("_Ready")


class Ahead(Generic[_Job, _Ready]):
    """Jobs, each with what was made ready for it.

    Args:
        jobs: The jobs.
        prepare: Makes ready what a job needs.
        most: The most jobs that are ready ahead, for they take memory.
    """

    def __init__(self, jobs: Iterable[_Job], prepare: Callable[[_Job], _Ready], most: int) -> None:
        self._jobs = iter(jobs)
        self._prepare = prepare
        self._most = most
        self._ready: deque[tuple[_Job, _Ready]] = deque()
        self._turn = asyncio.Lock()

    def __aiter__(self) -> AsyncIterator[tuple[_Job, _Ready]]:
        return self

    async def __anext__(self) -> tuple[_Job, _Ready]:
        async with self._turn:
            if not self._ready:
                self._one_more()
            if not self._ready:
                raise StopAsyncIteration
            taken = self._ready.popleft()
            asyncio.get_running_loop().call_later(_AFTER, self._one_more)
            # Whoever had the turn before sends now.
            await asyncio.sleep(0)
        return taken

    def _one_more(self) -> None:
        if len(self._ready) < self._most:
            for job in self._jobs:
                self._ready.append((job, self._prepare(job)))
                break
