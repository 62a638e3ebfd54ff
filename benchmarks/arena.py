"""The arena over HTTP: CPU a call with both pictures drawn, memory, limits kept, and waits a tick."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Figure, show
from benchmarks.server import serve
from gander.quack.players.model.ledger import read_calls

GAMES = 12
CONNECTIONS = 24
_ROOT = Path(__file__).resolve().parents[1]
_MODEL = "model:openai-api/bench/goose"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serve(0.0, player=True) as (url, _):
            start = _run(url, folder / "start", "--max-calls", "1", connections=1, code=1)
        with serve(0.05, player=True) as (url, told):
            whole = _run(url, folder / "whole", connections=CONNECTIONS)
        calls = _took(folder / "whole")
        show(
            f"{GAMES} games at once, 50 ms, {CONNECTIONS} connections, both pictures: {calls:,} calls",
            [
                Figure("CPU a call, without the start", 1000 * (whole.cpu - start.cpu) / calls,
                       "ms", 9.0),
                Figure("CPU a call, all included", 1000 * whole.cpu / calls, "ms"),
                Figure("CPU of the start and an estimate alone", start.cpu, "s"),
                Figure("peak memory", whole.peak, "MB", 400),
                Figure("calls that the server saw open at once", told["peak"], "", CONNECTIONS),
                Figure("calls that the server saw, of those kept", 100 * told["calls"] / calls, "%", 100.0),
                Figure("wall time", whole.seconds, "s"),
                Figure("of it, at best: calls by connections", calls * 0.05 / CONNECTIONS, "s"),
            ],
        )  # fmt: skip


@dataclass
class _Cost:
    """What a process took: seconds, seconds of CPU, megabytes at its peak."""

    seconds: float
    cpu: float
    peak: float


def _run(url: str, out: Path, *more: str, connections: int, code: int = 0) -> _Cost:
    """Run the command as a person would, and see what it took."""
    command = [
        *(sys.executable, "-m", "gander", "quack", "arena", "--geese", _MODEL, "--setting", "homogeneous"),
        *("--seeds", f"1-{GAMES}", "--games-at-once", str(GAMES), "--connections", str(connections)),
        *("-M", f"base_url={url}", "--out", str(out), *more),
    ]
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=_ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"BENCH_API_KEY": "none-needed"},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != code:
        raise SystemExit(f"the arena ended with {process.returncode}")
    return _Cost(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _took(out: Path) -> int:
    """Calls of all games, as far as they are kept."""
    return sum(call.outcome.tries for path in out.rglob("calls.jsonl") for call in read_calls(path))


if __name__ == "__main__":
    main()
