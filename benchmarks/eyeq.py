"""Eye-Q against a real server on loopback: our own work beside a bare loop that sends the same requests.

``python -m benchmarks.eyeq`` makes 400 pictures, serves them with a fixed latency, and runs the whole
command, from the start of the process to the table.
"""

import asyncio
import base64
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Figure, show
from benchmarks.server import serve

SAMPLES = 400
SIDE = 1024
_ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "puzzles"
        size = make_puzzles(data, SAMPLES)
        print(f"\n{SAMPLES} pictures of {SIDE} × {SIDE} pixels, {size / SAMPLES / 1000:.0f} kB each")
        with serve(0.0) as (url, _):
            start = whole(data, folder / "start", url, 8, limit=1)
        for connections, latency, seconds, share in (
            (64, 0.2, 5.0, None),
            (8, 0.2, 12.5, 95),
            (64, 2.0, None, 95),
        ):
            _one(folder, data, connections, latency, (seconds, share), start)


def _one(
    folder: Path,
    data: Path,
    connections: int,
    latency: float,
    wanted: tuple[float | None, float | None],
    start: "Cost",
) -> None:
    out = folder / f"run-{connections}-{latency}"
    with serve(latency) as (url, _):
        ours = whole(data, out, url, connections)
    with serve(latency) as (url, _):
        bare = bare_loop(data, url, connections)
    rounds = -(-SAMPLES // connections)
    ideal = rounds * latency
    written = sum(path.stat().st_size for path in out.iterdir()) / 1e6
    calling = _calling(out)
    show(
        f"{connections} connections, {1000 * latency:.0f} ms: at best {ideal:.2f} s",
        [
            Figure("bare loop, calls alone", bare.seconds, "s"),
            Figure("bare loop, CPU a sample", 1000 * bare.cpu / SAMPLES, "ms"),
            Figure("whole process, start to table", ours.seconds, "s", wanted[0]),
            Figure(
                "calling phase, of what latency allows",
                100 * ideal / calling,
                "%",
                wanted[1],
                more_is_better=True,
            ),
            Figure("CPU a sample, without the start", 1000 * (ours.cpu - start.cpu) / SAMPLES, "ms", 6.0),
            Figure("CPU a sample, start included", 1000 * ours.cpu / SAMPLES, "ms"),
            Figure("CPU of the start alone (one sample)", start.cpu, "s"),
            Figure("peak memory", ours.peak, "MB", 250),
            Figure("run folder", written, "MB", 3),
        ],
    )


@dataclass
class Cost:
    """What a process took: seconds, seconds of CPU, megabytes at its peak."""

    seconds: float
    cpu: float
    peak: float


def whole(data: Path, out: Path, url: str, connections: int, limit: int | None = None) -> Cost:
    """Run the command as a person would, and see what it took."""
    command = [
        *(sys.executable, "-c", "from gander.cli.eyeq import app; app()", "run"),
        *("--data", str(data), "--out", str(out)),
        *("--model", "openai-api/bench/goose", "-M", f"base_url={url}", "--connections", str(connections)),
        *("--no-floor", "--timeout", "60"),
        *(("--limit", str(limit)) if limit else ()),
    ]
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=_ROOT, stdout=subprocess.DEVNULL, env=os.environ | {"BENCH_API_KEY": "none-needed"}
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the run ended with {process.returncode}")
    return Cost(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _calling(out: Path) -> float:
    """Seconds from the first call to the last answer."""
    lines = [json.loads(line) for line in (out / "answers.jsonl").read_bytes().splitlines()]
    return float(
        max(line["at"] for line in lines) - min(line["at"] - line["outcome"]["seconds"] for line in lines)
    )


def bare_loop(data: Path, url: str, connections: int) -> Cost:
    """The same requests from a loop that does nothing else."""
    import resource  # noqa: PLC0415

    host, port = url.removeprefix("http://").removesuffix("/v1").split(":")
    pictures = iter(sorted((data / "images").iterdir()))

    async def worker() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        for picture in pictures:
            uri = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
            parts = [{"type": "text", "text": "x" * 1500}, {"type": "image_url", "image_url": {"url": uri}}]
            body = json.dumps({"model": "goose", "messages": [{"role": "user", "content": parts}]}).encode()
            head = (
                f"POST /v1/chat/completions HTTP/1.1\r\nhost: {host}\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            writer.write(head.encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            length = int(answer.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            json.loads(await reader.readexactly(length))
        writer.close()

    async def everyone() -> None:
        await asyncio.gather(*(worker() for _ in range(connections)))

    before = resource.getrusage(resource.RUSAGE_SELF)
    began = time.perf_counter()
    asyncio.run(everyone())
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(seconds, cpu, after.ru_maxrss / 1024)


def make_puzzles(folder: Path, count: int, kilobytes: int = 200) -> int:
    """A folder of puzzles with generated pictures: smooth areas, and noise that does not compress.

    Returns:
        The pictures' bytes, altogether.
    """
    (folder / "images").mkdir(parents=True)
    luck = random.Random(1)
    rows = ["id,lang,answer,image"]
    total = 0
    noisy = kilobytes * 1000 // (3 * SIDE)  # rows of noise
    for number in range(count):
        colour = luck.randbytes(3)
        smooth = b"".join(
            b"\0" + bytes((c + y // 8) % 256 for c in colour) * SIDE for y in range(SIDE - noisy)
        )
        noise = b"".join(b"\0" + luck.randbytes(3 * SIDE) for _ in range(noisy))
        picture = png(SIDE, SIDE, smooth + noise)
        total += len(picture)
        (folder / "images" / f"{number:03}.png").write_bytes(picture)
        rows.append(f"{number},en,goose,images/{number:03}.png")
    (folder / "puzzles.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return total


def png(width: int, height: int, rows: bytes) -> bytes:
    """A PNG from its rows of RGB pixels, each after its filter byte."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(rows, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


if __name__ == "__main__":
    main()
