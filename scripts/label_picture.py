"""Takes the docs' picture of a label sheet, from a real game: ``.venv/bin/python scripts/label_picture.py``.

Needs Chromium, in its usual place or named by GANDER_CHROMIUM.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from page_shots import chromium, keep

SEED = 12


def main() -> None:
    """Play a game, draw a sheet, answer about a false claim, and keep what the page shows."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
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
                page.wait_for_timeout(700)  # from when on the verdict may be judged
                keep(page, "label.png")
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
