"""How far a long job is, on a terminal's standard error; nothing at all elsewhere or for short jobs."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

__all__ = ["progress"]

_QUIET = 1.0  # seconds before anything is shown
_BETWEEN = 0.1


@contextlib.contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar once a job has taken a second; it is gone when the context ends.

    Args:
        label: What is going on.

    Yields:
        What is told how much is done, and of how much.
    """
    with contextlib.ExitStack() as stack:
        shown: Callable[[int, int], None] | None = None
        due = time.monotonic() + _QUIET

        def told(done: int, total: int) -> None:
            nonlocal shown, due
            now = time.monotonic()
            if now < due or sys.stderr is None or not sys.stderr.isatty():
                return
            due = now + _BETWEEN
            if shown is None:
                shown = _bar(label, stack)
            shown(done, total)

        yield told


def _bar(label: str, stack: contextlib.ExitStack) -> Callable[[int, int], None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        # Drawn when something is done, not by a thread beside it.
        auto_refresh=False,
    )
    task = stack.enter_context(bar).add_task(label)

    def shown(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total, refresh=True)

    return shown
