"""Takes the docs' picture of a label sheet, from a real game: ``.venv/bin/python scripts/label_picture.py``.

Needs Chromium, in its usual place or named by GANDER_CHROMIUM.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

OUT = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "label.png"
SEED = 12
COLOURS = 128


def main() -> None:
    """Play a game, draw a sheet, answer about a false claim, and keep what the page shows."""
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    chromium = os.environ.get("GANDER_CHROMIUM") or next(filter(None, usual), None)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        gander = [sys.executable, "-m", "gander"]
        run = Path(name) / "first"
        subprocess.run([*gander, "quack", "play", "--seed", str(SEED), "--out", str(run)], check=True)
        sample = [*gander, "quack", "validate", "sample", str(run), "--seed", "1"]
        subprocess.run([*sample, "--out", str(run / "sheet.csv"), "--verdict", "false"], check=True)
        view = [*gander, "view", str(run), "--no-browser"]
        with subprocess.Popen(view, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            try:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1360, "height": 900}, color_scheme="light")
                page.goto(f"{address}label")
                page.get_by_role("link", name="sheet.claims.csv").click()
                page.get_by_label("Your name").fill("Ann")
                page.keyboard.press("Enter")
                page.wait_for_selector(".judge mark")
                page.keyboard.press("y")
                page.wait_for_selector(".audit-part .verdict")
                page.get_by_text("All answers are saved").wait_for()
                page.wait_for_selector(".chart .decides")
                shot = Image.open(io.BytesIO(page.screenshot()))
                browser.close()
            finally:
                server.terminate()
    small = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(OUT, optimize=True)


if __name__ == "__main__":
    main()
