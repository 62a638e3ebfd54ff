"""What tests share."""

import os
from pathlib import Path

import pytest

from gander.quack.library import load_map
from gander.quack.world import GameMap

# pytest imports readline, which sets it behind os.environ's back; into pipes nothing is folded unasked.
os.environ.pop("COLUMNS", None)
os.unsetenv("COLUMNS")


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
