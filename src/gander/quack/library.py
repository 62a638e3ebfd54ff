"""Where maps come from: the bundled ones by name, others by their file."""

from functools import lru_cache
from importlib import resources
from pathlib import Path

from gander.errors import InputError
from gander.quack.world.maps import GameMap, parse_map

__all__ = ["load_map", "map_names", "map_text"]

_ENDINGS = (".yaml", ".yml")
_MAX_BYTES = 10_000_000  # a file of this size is no map; don't read it into memory


@lru_cache(maxsize=1)
def map_names() -> tuple[str, ...]:
    """Names of the bundled maps, the smallest first."""
    found = (entry.name for entry in _bundled().iterdir() if entry.name.endswith(".yaml"))
    names = (name.removesuffix(".yaml") for name in found)
    return tuple(sorted(names, key=lambda name: (int("".join(filter(str.isdigit, name)) or 0), name)))


def load_map(name_or_path: str) -> GameMap:
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


def map_text(name_or_path: str) -> tuple[str, str]:
    """The YAML text of a map and what to call it in messages; see `load_map`.

    Raises:
        InputError: No such map, or the file cannot be read or is not UTF-8.
    """
    if name_or_path in map_names():
        name = f"{name_or_path}.yaml"
        return _bundled().joinpath(name).read_text(encoding="utf-8"), name
    path = Path(name_or_path)
    bundled = ", ".join(map_names())
    try:
        if path.is_file() and path.stat().st_size > _MAX_BYTES:
            raise InputError("the file is too large for a map.", where=name_or_path)
        data = path.read_bytes()
    except FileNotFoundError as error:
        if path.suffix in _ENDINGS or len(path.parts) > 1:
            raise InputError(
                "there is no such file.", where=name_or_path, todo=f"Bundled maps are {bundled}."
            ) from error
        raise InputError(
            f"there is no map {name_or_path!r}.",
            todo=f"Bundled are {bundled}; for a map of your own give its file, such as my_map.yaml.",
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read ({reason.lower()}).", where=name_or_path) from error
    try:
        return data.decode("utf-8"), name_or_path
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte 0x{data[error.start]:02x} is not UTF-8.",
            where=f"{name_or_path}:{line}",
            todo="Save the file as UTF-8.",
        ) from error


def _bundled() -> resources.abc.Traversable:
    return resources.files("gander.quack").joinpath("data", "maps")
