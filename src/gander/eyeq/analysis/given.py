"""What was given to be analysed: run folders, folders with run folders in them, and files of answers."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gander.errors import InputError
from gander.eyeq.store import StoredRun

__all__ = ["each_given"]

_RUN = "run.json"
_FILES = (".csv", ".jsonl", ".ndjson")


def each_given(paths: Sequence[Path | StoredRun]) -> Iterator[Path | StoredRun]:
    """Runs, run folders and files of answers, one by one."""
    for path in paths:
        if isinstance(path, StoredRun) or (path.is_file() and path.suffix.lower() in _FILES):
            yield path
        else:
            yield from _run_folders(path)


def _run_folders(path: Path) -> list[Path]:
    """The folder itself if it is a run's, else those in it that are."""
    if path.is_file():
        raise InputError(
            "is neither a run's folder nor a file of answers.",
            where=str(path),
            todo=f"Files of answers end in {', '.join(_FILES)}.",
        )
    if not path.exists():
        raise InputError(
            "there is no such file or folder.", where=str(path), todo="Give run folders or files of answers."
        )
    if (path / _RUN).exists() or not path.is_dir():
        return [path]
    found = sorted(folder.parent for folder in path.rglob(_RUN))
    if not found:
        raise InputError(
            "holds no run of gander eyeq.", where=str(path), todo="Give run folders or files of answers."
        )
    return found
