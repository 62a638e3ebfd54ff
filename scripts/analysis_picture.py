"""Takes the picture of an analysis's page: ``.venv/bin/python scripts/analysis_picture.py``.

The puzzles are the starter set's; the models and their answers are made up, with a seed, and named so. Needs
Chromium, in its usual place or named by GANDER_CHROMIUM.
"""

import io
import json
import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.every import analyse
from gander.eyeq.analysis.gather import gather
from gander.eyeq.demos import evaluated
from gander.eyeq.sources import PuzzleSet, load_puzzles
from gander.report.eyeq.figures import drawn_files
from gander.report.eyeq.page import page, pictures_of

OUT = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "analysis.png"
CHANCES = {"made-up-small": 0.25, "made-up-middle": 0.45, "made-up-large": 0.65}
COLOURS = 96


def main() -> None:
    """Make answers up, analyse them, open the page at a number, and keep what it shows."""
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    chromium = os.environ.get("GANDER_CHROMIUM") or next(filter(None, usual), None)
    puzzles = load_puzzles("starter")
    with tempfile.TemporaryDirectory() as name, chdir(name), sync_playwright() as playwright:
        file = Path("answers.jsonl")
        file.write_text("".join(json.dumps(each) + "\n" for each in made_up(puzzles)), encoding="utf-8")
        answers = gather([file], puzzles)
        results = list(analyse(answers, Choices(embedding="none"), ["accuracy"]))
        made = Path(name, "index.html")
        made.write_bytes(page(answers, results, drawn_files(results), pictures_of(answers)))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        opened.goto(made.as_uri())
        table = opened.locator("#part-accuracy table").first
        table.scroll_into_view_if_needed()
        table.locator("tbody tr", has_text="made-up-large").locator("a").nth(1).click()
        opened.locator("dialog").get_by_role("button", name="Picture").first.click()
        opened.locator("dialog").get_by_text("Rules").first.click()
        opened.wait_for_timeout(500)
        shot = Image.open(io.BytesIO(opened.screenshot()))
        browser.close()
    small = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(OUT, optimize=True)


def made_up(puzzles: PuzzleSet) -> Iterator[dict[str, str]]:
    """Right answers with each model's chance, else another puzzle's, or a letter too few."""
    luck = random.Random(5)
    held = list(evaluated(puzzles))
    for variant, more in (("basic", 0.0), ("reveal", 0.2)):
        for model, chance in CHANCES.items():
            for puzzle in held:
                said = puzzle.answer
                if luck.random() >= chance + more:
                    others = [each.answer for each in held if each.subset == puzzle.subset and each != puzzle]
                    said = said[:-1] if luck.random() < 0.3 else luck.choice(others)
                row = {"id": puzzle.id, "lang": puzzle.subset, "model": model, "variant": variant}
                yield {**row, "answer": said}


if __name__ == "__main__":
    main()
