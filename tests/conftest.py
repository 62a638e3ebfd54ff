"""What tests share."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gander.quack.library import load_map
from gander.quack.world import GameMap

# pytest imports readline, which sets it behind os.environ's back; into pipes nothing is folded unasked.
os.environ.pop("COLUMNS", None)
os.unsetenv("COLUMNS")

# How long an example takes is the machine's affair: no test is timed. The vision tests' environment, which
# has PyTorch, has no hypothesis and needs none.
if find_spec("hypothesis") is not None:
    from hypothesis import settings

    settings.register_profile("gander", deadline=None)
    settings.load_profile("gander")


@pytest.fixture(scope="session")
def ship10() -> GameMap:
    """The standard map."""
    return load_map("ship10")


@pytest.fixture(scope="session")
def released_dir() -> Path:
    """The released QUACK records, which lie beside the checkout and are no part of it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "quack" / "released"
    if not folder.is_dir():
        pytest.skip(f"the released QUACK records are not in {folder}")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; a name of no network, evil.test, leads it to this machine, as a rebound one would.

    One a module, not a session: while it is open no other test of the process could run an event loop.
    """
    usual = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    path = os.environ.get("GANDER_CHROMIUM") or next(filter(None, usual), None)
    if path is None:
        pytest.skip("no Chromium is here; GANDER_CHROMIUM names one that has no usual place")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Root, as in containers, cannot have Chromium's sandbox.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP evil.test 127.0.0.1"]
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()
