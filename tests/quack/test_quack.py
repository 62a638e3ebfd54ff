"""The package's public names."""

import subprocess
import sys

import pytest

import gander.quack


@pytest.mark.parametrize("name", gander.quack.__all__)
def test_every_public_name_is_there(name):
    assert getattr(gander.quack, name).__module__.startswith("gander.quack.")
    assert name in dir(gander.quack)


def test_what_is_not_there_is_told_as_ever():
    name = "Goose"
    with pytest.raises(AttributeError, match=r"module 'gander.quack' has no attribute 'Goose'"):
        getattr(gander.quack, name)
    assert not hasattr(gander.quack, name)


@pytest.mark.parametrize(
    ("loads", "spares"),
    [
        ("gander.quack.metrics.audits", "gander.quack.players"),
        ("gander.quack.play", "gander.quack.audit.judge"),
    ],
)
def test_a_part_loads_no_other(loads, spares):
    code = f"import sys, {loads}; sys.exit({spares!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
