"""Settings: which games belong together, and what they are called."""

import re
from collections.abc import Iterable
from pathlib import Path

from gander.quack.record.reader import Record

__all__ = ["place_of", "setting_names"]

_SEED_FOLDER = re.compile(r"seed[-_ ]?0*(\d+)", re.IGNORECASE)


def place_of(record: Record) -> tuple[Path, int | None]:
    """A game's setting folder and seed.

    The setting is the folder above the seed's folder (``SETTING/seed07/game.jsonl``); a game in
    no seed folder is a setting by its own folder. A record's own seed comes before its folder's.
    """
    folder = record.path.absolute().parent
    match = _SEED_FOLDER.fullmatch(folder.name)
    if match is None:
        return folder, record.seed
    return folder.parent, int(match[1]) if record.seed is None else record.seed


def setting_names(folders: Iterable[Path]) -> dict[Path, str]:
    """Shortest names that tell setting folders apart: the last part of the path, or more of it."""
    distinct = dict.fromkeys(folders)
    names: dict[Path, str] = {}
    for folder in distinct:
        parts = 1
        while parts < len(folder.parts) and any(
            other != folder and other.parts[-parts:] == folder.parts[-parts:] for other in distinct
        ):
            parts += 1
        names[folder] = "/".join(folder.parts[-parts:])
    return names
