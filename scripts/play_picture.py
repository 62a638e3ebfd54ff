"""Takes the docs' picture of a seat in a game, in a meeting: ``.venv/bin/python scripts/play_picture.py``.

Needs Chromium, in its usual place or named by GANDER_CHROMIUM.
"""

import subprocess
import sys
import tempfile

from page_shots import chromium, keep

SEED = 5


def main() -> None:
    """Play until the first meeting, doing tasks and reporting bodies, and keep what the page shows there."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        play = [sys.executable, "-m", "gander", "quack", "play", "--seed", str(SEED), "--out", f"{name}/run"]
        seat = ["--seat", "Alice=human", "--browser", "--no-open"]
        with subprocess.Popen([*play, *seat], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme="light")
            page.goto(address)
            speech = page.locator(".turn textarea")
            choices = page.locator(".options button")
            speech.or_(choices.first).wait_for()
            while not speech.count():
                before = page.get_by_role("status").inner_text()
                work = choices.filter(has_text="task").or_(choices.filter(has_text="report"))
                (work if work.count() else choices).first.click()
                while page.get_by_role("status").inner_text() == before:
                    page.wait_for_timeout(20)
                speech.or_(choices.first).wait_for()
            speech.focus()
            page.locator("figure img").first.wait_for()
            page.wait_for_timeout(300)  # the second picture's, too
            keep(page, "play.png")
            server.terminate()


if __name__ == "__main__":
    main()
