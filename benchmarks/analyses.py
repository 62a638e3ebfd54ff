"""Analyses of Eye-Q: the hint floor on as many answers as Eye-Q has, and a whole analysis.

``python -m benchmarks analyses`` works the floor out for 1,343 made-up answers, and runs the command on a
file of 333 puzzles and 16 models twice: with an empty cache, and with all kept that can be (embeddings,
figures, the floor's replies, how common answers are).
"""

import csv
import functools
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Figure, show

_ROOT = Path(__file__).resolve().parents[1]
_NUMBERS = {"en": 300, "fa": 671, "ar": 50, "cross": 322}
_PHRASES = 0.4  # of the answers have two words


def main() -> None:
    """Measure and print."""
    figures = []
    for variant in ("basic", "reveal", "refine"):
        with tempfile.TemporaryDirectory() as cache:  # replies that are kept would take no time
            seconds, cpu, number = _floor(variant, Path(cache))
        figures += [
            Figure(f"{number:,} answers, {variant}, word lists included", seconds, "s", 2.0),
            Figure(f"{number:,} answers, {variant}: CPU", cpu, "s"),
        ]
    show("Hint floor, each in a process of its own", figures)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = make_file(folder / "models.csv", puzzles=333, models=16)
        cold, cold_cpu = _analyze(file, folder, "first")
        warm, warm_cpu = _analyze(file, folder, "second")
    show(
        "gander eyeq analyze, 333 puzzles × 16 models, from start to files",
        [
            Figure("nothing kept from before", cold, "s", 60.0),
            Figure("nothing kept from before: CPU", cold_cpu, "s"),
            Figure("all kept from before", warm, "s", 3.0),
            Figure("all kept from before: CPU", warm_cpu, "s"),
        ],
    )


def floor_of_made_up_answers(variant: str) -> int:
    """Work the floor out; how many answers there were."""
    from gander.eyeq.analysis.floor import floor_of_puzzles  # noqa: PLC0415
    from gander.eyeq.prompting import parse_variant  # noqa: PLC0415

    luck = random.Random(1)
    puzzles = [
        (f"{subset}:{number}", (answer(luck, "fa" if subset == "cross" else subset),))
        for subset, most in _NUMBERS.items()
        for number in range(most)
    ]
    began, cpu = time.perf_counter(), time.process_time()
    found = list(floor_of_puzzles(puzzles, parse_variant(variant)))
    print(time.perf_counter() - began, time.process_time() - cpu, len(found))
    return len(found)


def answer(luck: random.Random, language: str) -> str:
    """A word, or two, of a language."""
    return " ".join(luck.choices(_words(language), k=2 if luck.random() < _PHRASES else 1))


@functools.cache
def _words(language: str) -> list[str]:
    import wordfreq  # noqa: PLC0415

    return [word for word in wordfreq.top_n_list(language, 5000) if len(word) > 2 and word.isalpha()]


def make_file(path: Path, *, puzzles: int, models: int) -> Path:
    """A file with a column a model, the better the further right."""
    luck = random.Random(2)
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "solution", *(f"Model{number % 4}-{2 + number}B" for number in range(models))])
        for number in range(puzzles):
            truth = answer(luck, "en")
            said = [
                truth if luck.random() < 0.02 + 0.03 * model else answer(luck, "en")
                for model in range(models)
            ]
            rows.writerow([number, truth, *said])
    return path


def _floor(variant: str, cache: Path) -> tuple[float, float, int]:
    code = f"from benchmarks.analyses import floor_of_made_up_answers as floor; floor({variant!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"GANDER_CACHE": str(cache)},
    )
    seconds, cpu, number = done.stdout.split()
    return float(seconds), float(cpu), int(number)


def _analyze(file: Path, folder: Path, name: str) -> tuple[float, float]:
    command = [sys.executable, "-m", "gander", "eyeq", "analyze", str(file), "--variant", "basic"]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--out", str(folder / name)],
        cwd=_ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"GANDER_CACHE": str(folder / "cache")},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the analysis ended with {process.returncode}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
