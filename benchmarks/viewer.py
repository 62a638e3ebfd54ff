"""The page in the browser: a large tree, its audit, a long game and its exported file, a large Eye-Q run."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.measure import Figure, show
from benchmarks.viewer_audit import audit_figures
from benchmarks.viewer_eyeq import grid_figures, make_run
from gander.quack import Rules, RunSettings, load_map, play_run
from gander.quack.world.rules import NAMES, KillRules, TaskRules
from gander.viewer.export import export_game
from gander.viewer.opening import claim_sources, open_for_page

_GAMES = 1000
_DISTINCT = 20
_SECONDS = 3

# Every frame sets the slider to another line, as a hand does, and the frames that were shown are counted.
_SCRUB = """seconds => new Promise((resolve) => {
  const slider = document.querySelector(".scrub");
  const last = Number(slider.max);
  let frames = 0, begun = null, busy = 0;
  const frame = (now) => {
    begun ??= now;
    if (now - begun >= seconds * 1000) {
      resolve({ rate: (frames * 1000) / (now - begun), busy: busy / frames });
      return;
    }
    const before = performance.now();
    slider.value = Math.round((last * (now - begun)) / (seconds * 1000));
    slider.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    busy += performance.now() - before;
    frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""


def main() -> None:
    """Measure and print."""
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    chromium = os.environ.get("GANDER_CHROMIUM") or next(filter(None, usual), None)
    if chromium is None:
        print("\nThe page: not measured, since there is no Chromium here (GANDER_CHROMIUM names one).")
        return
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tree = _tree(folder / "tree")
        figures = [*_opened(browser, tree)]
        for runs in (6, 14):
            some = [tree / f"run{run:02d}" for run in range(runs)]
            figures += audit_figures(browser, some, runs * _DISTINCT, _serving)
        for what, players in (("6 players", 6), ("16 players", 16)):
            record = _long(folder / what, players)
            figures += _scrubbed(browser, record, what)
        server, address = _serving(make_run(folder / "eyeq"))
        try:
            figures += grid_figures(browser, address)
        finally:
            server.terminate()
            server.wait()
        browser.close()
    show("The page", figures)


def _tree(folder: Path) -> Path:
    """A thousand games, of which some are the same."""
    settings = RunSettings(
        load_map("ship10"), Rules(), "scripted", "scripted", {}, tuple(range(1, _DISTINCT + 1))
    )
    play_run(folder / "run00", settings)
    for number in range(1, _GAMES // _DISTINCT):
        shutil.copytree(folder / "run00", folder / f"run{number:02d}")
    return folder


def _long(folder: Path, players: int) -> Path:
    """A game of 200 ticks: no Duck may kill, and the tasks are not done in time."""
    rules = Rules(
        players=NAMES[:players],
        ducks=max(1, players // 6),
        tasks=TaskRules(per_goose=9, ticks=25),
        kill=KillRules(cooldown=300, initial_cooldown=300),
    )
    play_run(folder, RunSettings(load_map("ship10"), rules, "scripted", "scripted", {}, (1,)))
    return folder / "seed01" / "game.jsonl"


def _serving(*paths: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, as a person starts it, and its address."""
    command = [str(Path(sys.executable).with_name("gander")), "view", *map(str, paths), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def _opened(browser: Any, tree: Path) -> list[Figure]:
    begun = time.perf_counter()
    server, address = _serving(tree)
    ready = time.perf_counter()
    try:
        page = browser.new_page()
        loading = time.perf_counter()
        page.goto(address)
        page.wait_for_selector(".games tbody tr:nth-child(1000)", state="attached")
        listed = time.perf_counter()
        page.wait_for_selector(".games tbody tr:nth-child(1000) .result:not(:empty)", state="attached")
        summed = time.perf_counter()
        page.close()
    finally:
        server.terminate()
        server.wait()
    return [
        Figure("the command, until it answers", ready - begun, "s"),
        Figure("1,000 games: the list", listed - loading, "s"),
        Figure("  with the command's start", ready - begun + listed - loading, "s", 2),
        Figure("  until all of them are read and summed up", summed - loading, "s"),
    ]


def _scrubbed(browser: Any, record: Path, what: str) -> list[Figure]:
    server, address = _serving(record)
    try:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        begun = time.perf_counter()
        page.click(".games a")
        page.wait_for_selector("svg.ground")
        shown = time.perf_counter() - begun
        frames = page.evaluate(_SCRUB, _SECONDS)
        page.close()
    finally:
        server.terminate()
        server.wait()
    game = open_for_page(record, load_map("ship10"), None, claim_sources([record]))
    ticks = game.view.events[-1].tick
    return [
        Figure(f"a game of {ticks} ticks, {what}: read, judged and shown", shown, "s"),
        Figure("  scrubbed, a line a frame", frames["rate"], "frames/s", 50, more_is_better=True),
        Figure(
            "  work in a frame",
            frames["busy"],
            "ms",
            ratio=(frames["busy"] / 20, "the time of a frame at 50/s"),
        ),
        Figure("  exported", len(export_game(game)) / 1e6, "MB", 1),
    ]
