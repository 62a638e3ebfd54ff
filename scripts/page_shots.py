"""What the scripts that take pictures of pages share: Chromium, and small files."""

import io
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
COLOURS = 128


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, in its usual place or named by GANDER_CHROMIUM."""
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    path = os.environ.get("GANDER_CHROMIUM") or next(filter(None, usual), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def keep(page: Page, name: str) -> None:
    """Write what a page shows to a picture of the docs, in few colours."""
    shot = Image.open(io.BytesIO(page.screenshot()))
    small = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(PICTURES / name, optimize=True)
