"""What a folder of games is about, in a file of it: written when they begin, held against when they go on."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from gander.errors import InputError
from gander.files import hold, write_whole
from gander.layout import ARENA, RECORD_NAME, RUN
from gander.quack.players.model.settings import ModelSettings

__all__ = ["check_settings_folder", "hold_settings", "read_settings_file"]

_WHAT = {RUN: "run", ARENA: "arena"}


class _Settings(Protocol):
    """A struct of settings."""

    @property
    def __struct_fields__(self) -> tuple[str, ...]: ...

    @property
    def models(self) -> ModelSettings | None: ...


_S = TypeVar("_S", bound=_Settings)
_T = TypeVar("_T")


def read_settings_file(folder: Path, name: str, kind: type[_T]) -> _T:
    """The settings in a folder, as they were written.

    Args:
        folder: The folder.
        name: The file's name: `RUN` or `ARENA`.
        kind: Their type.

    Raises:
        InputError: They are not there, or cannot be read.
    """
    path, what = folder / name, _WHAT[name]
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"there is no {what} to resume (no {name}).",
            where=str(folder),
            todo="Check the folder, or play without --resume.",
        ) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}).", where=str(path)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"these are no settings of a run ({error}).", where=str(path)) from error


@contextlib.contextmanager
def hold_settings(
    folder: Path, name: str, settings: _S, read: Callable[[Path], _S], *, resume: bool
) -> Iterator[None]:
    """Begin in a folder, or go on with what it holds; no other process writes there meanwhile.

    Args:
        folder: The folder.
        name: The file's name: `RUN` or `ARENA`.
        settings: What is to be played.
        read: Reads a folder's settings.
        resume: Go on with what the folder holds; without it the folder must hold nothing.

    Raises:
        InputError: The folder holds something else, or another process writes there.
    """
    # Before the lock, so that a folder that is not ours is left exactly as it was.
    check_settings_folder(folder, settings, read, resume=resume)
    with hold(folder):
        check_settings_folder(folder, settings, read, resume=resume)
        if not resume:
            text = msgspec.json.format(msgspec.json.encode(settings), indent=1)
            write_whole(folder / name, text + b"\n")
        yield


def check_settings_folder(folder: Path, settings: _S, read: Callable[[Path], _S], *, resume: bool) -> None:
    """Refuse a folder that holds anything but this; write nothing.

    Args:
        folder: The folder.
        settings: What is to be played.
        read: Reads a folder's settings.
        resume: Whether the folder must hold this, or nothing.

    Raises:
        InputError: It holds something else, or is no folder.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("is no folder.", where=str(folder), todo="Choose another.")
    if not resume:
        for name, what in _WHAT.items():
            if (folder / name).exists():
                raise InputError(
                    f"this folder holds another {what}.",
                    where=str(folder),
                    todo="Add --resume to go on with it, or choose another folder.",
                )
        if any(folder.rglob(RECORD_NAME)):
            raise InputError(
                "this folder holds games already.", where=str(folder), todo="Choose another folder."
            )
        return
    theirs = read(folder)
    different = [
        name for name in settings.__struct_fields__ if getattr(settings, name) != getattr(theirs, name)
    ]
    if different == ["models"] and _only_prompts_differ(settings.models, theirs.models):
        raise InputError(
            "the prompts have changed since this run began, so the rest of it would be played on others.",
            where=str(folder),
            todo="Play it anew in another folder, or go on with the version of Gander that began it.",
        )
    if different:
        raise InputError(
            f"what was begun in this folder has other settings ({', '.join(_told(settings, theirs))}).",
            where=str(folder),
            todo="Give --resume alone to keep its settings, or choose another folder.",
        )


def _told(ours: object, theirs: object) -> Iterator[str]:
    """What theirs has where ours differs: by name, with the value where it is short."""
    for name in getattr(theirs, "__struct_fields__", ()):
        mine, its = getattr(ours, name), getattr(theirs, name)
        if mine == its:
            continue
        if isinstance(its, ModelSettings) and isinstance(mine, ModelSettings):
            yield from _told(mine, its)
        else:
            simple = isinstance(its, str | int | float | tuple) and len(str(its)) <= 60
            yield f"{name}: {its}" if simple else name


def _only_prompts_differ(ours: ModelSettings | None, theirs: ModelSettings | None) -> bool:
    return (
        ours is not None
        and theirs is not None
        and msgspec.structs.replace(ours, prompt="") == msgspec.structs.replace(theirs, prompt="")
    )
