"""The tests' server in a process of its own, so that what it takes is not counted with ours."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["serve"]


@contextmanager
def serve(latency: float, *, player: bool = False) -> Iterator[tuple[str, dict[str, int]]]:
    """Run the server.

    Args:
        latency: Seconds from a request's arrival to its answer.
        player: Play QUACK as ``gander/scripted`` does; else answer puzzles.

    Yields:
        Its address, and what is filled in when it has ended: ``calls``, and ``peak``, the most at once.
    """
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.servers.openai_server", "--latency", str(latency)),
            *(["--player"] if player else []),
        ],
        cwd=Path(__file__).resolve().parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told: dict[str, int] = {}
    try:
        yield process.stdout.readline().strip(), told
    finally:
        out, _ = process.communicate()
        told |= json.loads(out)
