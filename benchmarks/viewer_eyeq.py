"""The Eye-Q page in the browser with 1,343 puzzles and 16 models, as many as the paper's puzzles are."""

import csv
import random
import time
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from benchmarks.analyses import answer
from benchmarks.measure import Figure
from gander.eyeq.prompting import Prompts, VariantSpec
from gander.eyeq.sources import load_puzzles
from gander.eyeq.store import Cell, Store
from gander.models.failures import Answered, Failed, Outcome

__all__ = ["grid_figures", "make_run"]

_NUMBERS = {"en": 300, "fa": 671, "ar": 50, "cross": 322}
_MODELS = 16
_PICTURES = 60  # different ones
_SECONDS = 3

# Each choice of a filter and each page, until the browser has laid out what it shows.
_CHOICES = """async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const times = [];
  for (const box of document.querySelectorAll(".filters input")) {
    for (let turn = 0; turn < 2; turn += 1) {
      const before = performance.now();
      box.click();
      document.body.getBoundingClientRect();
      times.push(performance.now() - before);
      await frame();
      await frame();
    }
  }
  times.sort((a, b) => a - b);
  return { middle: times[times.length >> 1], worst: times.at(-1) };
}"""

_SCROLL = """seconds => new Promise((resolve) => {
  let frames = 0, begun = null;
  const frame = (now) => {
    begun ??= now;
    if (now - begun >= seconds * 1000) { resolve((frames * 1000) / (now - begun)); return; }
    window.scrollBy(0, 30);
    if (innerHeight + scrollY >= document.body.scrollHeight - 5) window.scrollTo(0, 0);
    frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""


def make_run(folder: Path) -> Path:
    """Puzzles with pictures, and what 16 models made of them; the folder that holds both."""
    luck = random.Random(1)
    puzzles = folder / "puzzles"
    puzzles.mkdir(parents=True)
    for number in range(_PICTURES):
        picture = Image.effect_noise((640, 640), 40 + number).convert("RGB")
        ImageDraw.Draw(picture).ellipse((90, 90, 200 + 5 * number, 420), fill=(4 * number, 90, 120))
        picture.save(puzzles / f"{number}.jpg")
    with (puzzles / "puzzles.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "lang", "answer", "image"])
        for subset, most in _NUMBERS.items():
            for number in range(1, most + 1):
                truth = answer(luck, "fa" if subset == "cross" else subset)
                rows.writerow([number, subset, truth, f"{luck.randrange(_PICTURES)}.jpg"])
    every, spec, prompts = load_puzzles(str(puzzles)), VariantSpec(), Prompts.load()
    cells = {
        (model, subset): Cell(
            model=f"lab{model % 4}/model-{model:02d}",
            subset=subset,
            variant=spec,
            data=f"{every.name}@{every.revision}",
            prompts=prompts.hash_for(subset, spec),
        )
        for model in range(_MODELS)
        for subset in every.subsets
    }
    with Store.open(folder / "run", list(cells.values()), every, {}) as store:
        for (_, subset), cell in cells.items():
            for puzzle in every.of(subset):
                outcome = _outcome(puzzle.answer, answer(luck, "fa" if subset == "cross" else subset), luck)
                store.keep_outcome(cell.id, puzzle.key, 1, outcome, "", None)
    return folder


def _outcome(truth: str, other: str, luck: random.Random) -> Outcome:
    kind = luck.random()
    if kind < 0.02:
        return Failed("timeout")
    said = truth if kind < 0.2 else f"{truth}s" if kind < 0.3 else other
    return Answered(f'{{"primary_clues": ["a clue"], "candidates": ["{said}"], "final_answer": "{said}"}}')


def grid_figures(browser: Any, address: str) -> list[Figure]:
    """Open the grid, choose filters, scroll, and go through puzzles."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    begun = time.perf_counter()
    page.goto(f"{address}eyeq")
    page.wait_for_selector(".tile:nth-child(60)", state="attached", timeout=120_000)
    shown = time.perf_counter() - begun
    page.wait_for_selector(".accuracy table")
    page.wait_for_timeout(2000)  # small pictures are made meanwhile
    choices = page.evaluate(_CHOICES)
    rate = page.evaluate(_SCROLL, _SECONDS)
    page.click(".tile a")
    turns = []
    for _ in range(10):
        before = page.locator(".puzzle h2").inner_text()
        begun = time.perf_counter()
        page.keyboard.press("ArrowRight")
        while page.locator(".puzzle h2").inner_text() == before:
            page.wait_for_timeout(2)
        turns.append(time.perf_counter() - begun)
    page.close()
    return [
        Figure("1,343 puzzles × 16 models: read, judged and shown", shown, "s"),
        Figure("  a choice of a filter, middle", choices["middle"], "ms"),
        Figure("  a choice of a filter, worst", choices["worst"], "ms"),
        Figure("  scrolled", rate, "frames/s", 50, more_is_better=True),
        Figure("  the next puzzle", 1000 * sorted(turns)[len(turns) // 2], "ms"),
    ]
