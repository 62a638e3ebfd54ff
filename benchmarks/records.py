"""Reading, replaying and auditing records: the released ones if they are there, and our own."""

import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from benchmarks.measure import Figure, best, show
from gander.processes import cores
from gander.quack import Rules, RunSettings, load_map, play_run, read_record, reenact
from gander.quack.audit.extract import extract_rules
from gander.quack.audit.game import open_game
from gander.quack.metrics.audits import audit_games
from gander.quack.record import build_timeline, find_records
from gander.report.account import account

RELEASED = Path(__file__).resolve().parents[2] / "shared" / "quack" / "released"


def main() -> None:
    """Measure and print."""
    if RELEASED.is_dir():
        _released()
    else:
        print(f"\nReleased records: not in {RELEASED}, skipped")
    _ours()


def _released() -> None:
    paths = find_records(RELEASED)
    texts = [path.read_bytes() for path in paths]
    extracted = [(path.parent / "extracted_claims.jsonl").read_bytes() for path in paths]
    decoder = msgspec.json.Decoder()

    def bare() -> None:
        for text in (*texts, *extracted):
            decoder.decode_lines(text)

    yardstick = best(bare)
    reading = best(lambda: [read_record(path) for path in paths])
    records = [read_record(path) for path in paths]
    lines = best(lambda: [build_timeline(record) for record in records])
    told = best(lambda: [list(account(record)) for record in records], 2)
    ship10 = load_map("ship10")
    # As the command does: records are many small objects in no cycles.
    gc.disable()
    audits: list[Figure] = []
    for title, wanted, options in (
        ("`released` audit", 0.25, {"profile": "released"}),
        ("`paper` audit with evidence", 0.5, {"on_verdict": len}),
        ("the same, claims read by `rules`", None, {"on_verdict": len, "claims": "rules"}),
    ):
        for workers in sorted({1, cores()}):
            took = best(lambda: audit_games([RELEASED], ship10, workers=workers, **options))  # noqa: B023
            what = f"{title}, {workers} {'process' if workers == 1 else 'processes'}"
            audits.append(Figure(what, took, "s", wanted, ratio=(took / yardstick, "bare decoding")))
    with tempfile.TemporaryDirectory() as name:
        gander = Path(sys.executable).with_name("gander")
        command = (gander, "quack", "audit", RELEASED, "--verdicts", Path(name) / "verdicts.jsonl")
        whole = best(lambda: subprocess.run(command, check=True, capture_output=True), 3)
    games = [open_game(record, ship10) for record in records]
    spoken = sum(len(game.utterances) for game in games)
    extracting = best(lambda: [extract_rules(game) for game in games])
    gc.enable()
    show(
        f"Released records, {len(paths)} games",
        [
            Figure("bare JSON decoding of the same files", yardstick, "s"),
            Figure("reading and checking", reading, "s", ratio=(reading / yardstick, "bare decoding")),
            Figure("timelines on positions", lines, "s", ratio=(lines / yardstick, "bare decoding")),
            Figure("replaying as text", told, "s", ratio=(told / yardstick, "bare decoding")),
            *audits,
            Figure(
                "`gander quack audit --verdicts`, start-up and table included",
                whole,
                "s",
                ratio=(whole / yardstick, "bare decoding"),
            ),
            Figure(
                "claims read by `rules`, on one core",
                spoken / extracting,
                "utter./s",
                1000,
                more_is_better=True,
                ratio=(extracting / yardstick, "bare decoding, in time"),
            ),
        ],
    )


def _ours() -> None:
    settings = RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, tuple(range(1, 31)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "run"
        start = time.perf_counter()
        play_run(folder, settings)
        played = time.perf_counter() - start
        records = [read_record(path) for path in find_records(folder)]
        checked = best(lambda: [reenact(record) for record in records], 3)
    show(
        f"Scripted games, {len(records)} games",
        [
            Figure("playing and recording", 1000 * played / len(records), "ms/game"),
            Figure(
                "replaying with every line and hash compared",
                1000 * checked / len(records),
                "ms/game",
                ratio=(checked / played, "playing"),
            ),
        ],
    )


def startup() -> None:
    """``gander --help`` beside an empty Python."""
    gander = Path(sys.executable).with_name("gander")
    empty = best(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 10)
    shown = best(lambda: subprocess.run([gander, "--help"], check=True, stdout=subprocess.DEVNULL), 10)
    show(
        "Start-up",
        [
            Figure("python -c pass", empty, "s"),
            Figure("gander --help", shown, "s", 0.3, ratio=(shown / empty, "an empty Python")),
        ],
    )
