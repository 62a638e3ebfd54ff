"""Where maps and rules come from: the bundled ones by name, others by their file."""

import os
import stat
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from gander.errors import InputError
from gander.quack.world.map_yaml import parse_map
from gander.quack.world.maps import GameMap
from gander.quack.world.rules import Rules
from gander.quack.world.rules_yaml import parse_rules

__all__ = ["load_map", "load_rules", "map_names", "map_text"]

_ENDINGS = (".yaml", ".yml")
_MAX_BYTES = 10_000_000  # a file of this size is neither map nor rules; don't read it into memory


@lru_cache(maxsize=1)
def map_names() -> tuple[str, ...]:
    """Names of the bundled maps, the smallest first."""
    names = _names("maps")
    return tuple(sorted(names, key=lambda name: (int("".join(filter(str.isdigit, name)) or 0), name)))


def load_map(name_or_path: str | Path) -> GameMap:
    """Load a bundled map by name, or a map from a YAML file.

    A bundled name wins; write ``./ship10`` for a file of that name.

    Args:
        name_or_path: A name from `map_names`, or the path of a file.

    Raises:
        InputError: No such map; or the file cannot be read, is not UTF-8, or is no valid map (then
            with its line).
    """
    text, source = map_text(name_or_path)
    return parse_map(text, source=source)


def map_text(name_or_path: str | Path) -> tuple[str, str]:
    """The YAML text of a map and what to call it in messages; see `load_map`.

    Raises:
        InputError: No such map, or the file cannot be read or is not UTF-8.
    """
    name = str(name_or_path)
    if name in map_names():
        return _bundled("maps", name)
    return _read(name, missing=f"there is no map {name!r}.", names=map_names(), example="my_map.yaml")


def load_rules(path: str | Path) -> Rules:
    """Load rules from a YAML file; ``standard`` loads the bundled ones, which are `Rules()`.

    Args:
        path: The path of a file, or ``standard``; write ``./standard`` for a file of that name.

    Raises:
        InputError: The file cannot be read, is not UTF-8, or holds no valid rules (then with its line).
    """
    name = str(path)
    names = _names("rules")
    if name in names:
        text, source = _bundled("rules", name)
    else:
        missing = f"there are no rules {name!r}."
        text, source = _read(name, missing=missing, names=names, example="my_rules.yaml")
    return parse_rules(text, source=source)


def _names(folder: str) -> tuple[str, ...]:
    found = (entry.name for entry in _data(folder).iterdir() if entry.name.endswith(".yaml"))
    return tuple(sorted(name.removesuffix(".yaml") for name in found))


def _bundled(folder: str, name: str) -> tuple[str, str]:
    file = f"{name}.yaml"
    return _data(folder).joinpath(file).read_text(encoding="utf-8"), file


def _data(folder: str) -> Traversable:
    return resources.files("gander.quack").joinpath("data", folder)


def _at_once(path: str, flags: int) -> int:
    """Open without waiting; opening a pipe that nobody writes to would never return."""
    return os.open(path, flags | os.O_NONBLOCK)


def _read(name: str, *, missing: str, names: tuple[str, ...], example: str) -> tuple[str, str]:
    """The text of a UTF-8 file and what to call it.

    Args:
        name: The file's path.
        missing: What to say if there is no such file and `name` looks like a bundled name.
        names: The bundled names.
        example: A name that a file of this kind could have.
    """
    path = Path(name)
    bundled = f"Bundled are {', '.join(names)}"
    if not name:  # the present folder, as a path
        raise InputError(missing, todo=f"{bundled}; for your own give the file, such as {example}.")
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError(
                    "this is a pipe or a device, not a file.",
                    where=name,
                    todo="Save it to a file and name that.",
                )
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError as error:
        if path.suffix in _ENDINGS or len(path.parts) > 1:
            raise InputError("there is no such file.", where=name, todo=f"{bundled}.") from error
        raise InputError(
            missing, todo=f"{bundled}; for your own give the file, such as {example}."
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read ({reason.lower()}).", where=name) from error
    if len(data) > _MAX_BYTES:
        raise InputError(f"the file is too large: the most is {_MAX_BYTES} bytes.", where=name)
    try:
        return data.decode("utf-8"), name
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte 0x{data[error.start]:02x} is not UTF-8.",
            where=f"{name}:{line}",
            todo="Save the file as UTF-8.",
        ) from error
