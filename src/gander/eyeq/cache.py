"""Where things that can be made again are kept between runs: unpacked and scaled pictures."""

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """The folder for cached files: ``$GANDER_CACHE``, else ``gander`` in the user's cache folder."""
    chosen = os.environ.get("GANDER_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "gander"
