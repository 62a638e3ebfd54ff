"""The package's own errors: those of another process come as they were."""

import importlib
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gander
from gander.errors import GanderError, InputError
from gander.eyeq.cache import CacheError
from gander.viewer.label.log import Unsaved

_DEFINES = re.compile(r"^class \w+\((?:\w+\.)?(?:GanderError|\w*InputError)\)", re.MULTILINE)


def every_type() -> list[type[GanderError]]:
    """Every type of error that the package has."""
    root = Path(gander.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if _DEFINES.search(path.read_text(encoding="utf-8")):
            importlib.import_module(".".join(("gander", *path.relative_to(root).with_suffix("").parts)))
    return [GanderError, *_below(GanderError)]


def _below(base: type[GanderError]) -> Iterator[type[GanderError]]:
    for its_type in base.__subclasses__():
        yield its_type
        yield from _below(its_type)


def same(error: GanderError) -> None:
    other = pickle.loads(pickle.dumps(error))
    assert type(other) is type(error)
    assert (other.args, vars(other)) == (error.args, vars(error))
    assert str(other) == str(error)


def test_every_type_survives_the_way_from_another_process() -> None:
    types = every_type()
    assert {InputError, CacheError, Unsaved} <= set(types)
    for its_type in types:
        # Whatever its `__init__` takes.
        error = its_type.__new__(its_type, "told")
        vars(error).update(what="told.", where="here", todo="Do it.", details=("one",), line=3, full=True)
        same(error)


@pytest.mark.parametrize(
    "error",
    [
        GanderError("told"),
        InputError("is wrong.", where="a:1", todo="Mend it.", details=("one", "two")),
        CacheError("cannot be written.", where="/x", todo="Choose."),
        Unsaved("not saved.", full=True),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_with_what_they_say(error: GanderError) -> None:
    error.add_note("beside it")
    same(error)
