"""Work on many items in several processes, with results in the items' order.

For work that computes, so that each process keeps a core busy. However many processes there are, the
results are the same and come in the same order, up to the first error, which is then raised here. Few
results wait at any time, so memory does not grow with the number of items.
"""

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from gander.errors import GanderError, InputError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["FORKS", "cores", "in_order"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

FORKS = sys.platform == "linux"
"""A forked process starts at once and knows what this one does; elsewhere it isn't safe."""

_BATCH = 2
"""Items that go to a process together."""

_AHEAD = 2
"""Batches that a process has at a time, so that it needs not wait for another."""

_KEPT = 8
"""Batches a process that may be done before those due; then the processes wait."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def in_order(
    work: Callable[[_Item], _Result], items: Sequence[_Item], workers: int
) -> Iterator[Iterator[_Result]]:
    """Do the same with many items; it has begun when the context has.

    Args:
        work: What is done with an item. It cannot change anything here. Elsewhere than on Linux it must be a
            function of a module, or a `functools.partial` of one, with arguments that can be pickled; results
            must be so everywhere.
        items: The items.
        workers: In how many processes; with 1 all is done in this one, as results are asked for.

    Yields:
        The results. Asking for one raises the error of its item, if there was one.

    Raises:
        InputError: A process was ended before its work was done, or cannot be started.
    """
    workers = min(workers, -(-len(items) // _BATCH))
    if workers <= 1:
        yield map(work, items)
        return
    crew: list[_Worker] = []
    try:
        _start(crew, workers, work, items)
        yield _results(crew, len(items))
    finally:
        # They read and compute, and leave nothing by halves.
        for worker in crew:
            worker.pipe.close()
            worker.process.terminate()
        for worker in crew:
            worker.process.join()


class _Worker(NamedTuple):
    process: "BaseProcess"
    pipe: "Connection[Any, Any]"


class _Done(NamedTuple):
    """What became of a batch: its results up to the first error."""

    start: int
    results: list[Any]
    error: Exception | None


def _start(
    crew: list[_Worker], workers: int, work: Callable[[_Item], object], items: Sequence[_Item]
) -> None:
    """Start processes; each is in `crew` as soon as it runs."""
    from multiprocessing import get_context  # noqa: PLC0415 - takes a moment

    context = get_context("fork") if FORKS else get_context("spawn")
    # They never see Ctrl-C: this process ends them. What comes now is seen when they have started, and by
    # them when they know what to do.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            others = [*(worker.pipe for worker in crew), ours] if FORKS else []
            process = context.Process(target=_serve, args=(theirs, others, work, items), daemon=True)
            process.start()
            theirs.close()
            crew.append(_Worker(process, ours))
    except OSError as error:
        raise _ended(f"no process can be started ({(error.strerror or str(error)).lower()})") from error
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    pipe: "Connection[Any, Any]",
    others: "Sequence[Connection[Any, Any]]",
    work: Callable[[_Item], object],
    items: Sequence[_Item],
) -> None:
    """A process's own work: batches, as they are asked for, until nobody asks any more."""
    # What the first process does when it is told to end (a server takes its leave) is not this one's to do.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))
    for other in others:
        other.close()  # so that this process ends when the first one does, however that ends
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            start: int = pipe.recv()
            results: list[object] = []
            error: Exception | None = None
            try:
                for item in items[start : start + _BATCH]:
                    results.append(work(item))
            except GanderError as fault:
                error = fault
            except Exception as fault:  # raised again in the first process
                fault.add_note("In another process:\n" + "".join(traceback.format_exception(fault)))
                error = fault
            pipe.send(_Done(start, results, error))


def _results(crew: Sequence[_Worker], items: int) -> Iterator[Any]:
    from multiprocessing.connection import wait  # noqa: PLC0415 - takes a moment

    done: dict[int, _Done] = {}
    pipes = [worker.pipe for worker in crew]
    free = pipes * _AHEAD
    asked = due = 0
    while due < items:
        while free and asked < min(items, due + _KEPT * len(crew) * _BATCH):
            _ask(free.pop(0), asked)
            asked += _BATCH
        if due not in done:
            for pipe in cast("list[Connection[Any, Any]]", wait(pipes)):
                its = _answer(pipe)
                done[its.start] = its
                free.append(pipe)
            continue
        its = done.pop(due)
        due += _BATCH
        yield from its.results
        if its.error is not None:
            raise its.error


def _ask(pipe: "Connection[Any, Any]", start: int) -> None:
    try:
        pipe.send(start)
    except OSError as error:
        raise _ended("a process was ended before its work was done") from error


def _answer(pipe: "Connection[Any, Any]") -> _Done:
    try:
        its: _Done = pipe.recv()
    except (EOFError, OSError) as error:
        raise _ended("a process was ended before its work was done") from error
    return its


def _ended(what: str) -> InputError:
    return InputError(f"{what}.", where="--workers", todo="Is there too little memory? Take --workers 1.")
