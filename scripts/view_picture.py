"""Takes the README's picture of the page, from a real game: ``.venv/bin/python scripts/view_picture.py``.

Needs Chromium, in its usual place or named by GANDER_CHROMIUM.
"""

import tempfile
from pathlib import Path

from page_shots import chromium, keep

from gander.quack import Rules, RunSettings, load_map, play_run
from gander.viewer.export import export_game
from gander.viewer.opening import claim_sources, open_for_page

SEED = 12


def main() -> None:
    """Play a game, open its page at a false claim, and keep what it shows."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        run = Path(name) / "first"
        play_run(run, RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (SEED,)))
        record = run / f"seed{SEED}" / "game.jsonl"
        game = open_for_page(record, load_map("ship10"), None, claim_sources([record]))
        false = next(
            number for number, its in enumerate(game.view.claims, 1) if its.verdict == "false" and its.window
        )
        file = Path(name) / "game.html"
        file.write_bytes(export_game(game))
        page = browser.new_page(viewport={"width": 1360, "height": 1000}, color_scheme="light")
        page.goto(f"{file.as_uri()}#claim={false}")
        page.wait_for_selector("section.claim")
        keep(page, "view.png")


if __name__ == "__main__":
    main()
