"""The package's public names, and what reading answers spares."""

import subprocess
import sys

import pytest

import gander.models


@pytest.mark.parametrize("name", gander.models.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(gander.models, name) is not None
    assert name in dir(gander.models)


def test_what_is_not_there_is_told_as_ever() -> None:
    with pytest.raises(AttributeError, match=r"module 'gander.models' has no attribute 'Goose'"):
        _ = gander.models.Goose  # type: ignore[attr-defined]


def test_analyses_load_nothing_that_asks() -> None:
    code = "import sys, gander.eyeq.analysis.every; sys.exit('asyncio' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
