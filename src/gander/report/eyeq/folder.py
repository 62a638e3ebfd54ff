"""An analysis as a folder: a table a file in every form, the samples, and what it was made from."""

import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path

import msgspec

from gander import __version__
from gander.errors import InputError
from gander.eyeq.analysis import Answers, Result
from gander.files import write_whole
from gander.report.eyeq.blocks import every_block
from gander.report.eyeq.files import samples_csv, samples_jsonl, to_csv, to_json
from gander.report.eyeq.pages import to_latex, to_markdown
from gander.stats import RESAMPLES, SEED

__all__ = ["ABOUT", "check_folder", "write_folder"]

ABOUT = "analysis.json"
"""Names everything in the folder. It is written last, and before all else as one that is not finished."""


_AT_ONCE = 8  # files


class _About(msgspec.Struct, kw_only=True):
    gander: str = ""
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    samples: int = 0
    interval: str = ""
    resamples: int = RESAMPLES
    seed: int = SEED
    results: dict[str, str] = {}
    finished: bool = True
    files: tuple[str, ...] = ()


def check_folder(folder: Path) -> None:
    """Make sure that an analysis may and can be written into a folder; nothing is left behind.

    Raises:
        InputError: It holds something that is no analysis, is no folder, or cannot be made or written.
    """
    todo = "Choose a new folder for --out."
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError("is no folder.", where=str(folder), todo=todo)
        if folder.exists() and not (folder / ABOUT).exists() and any(folder.iterdir()):
            raise InputError(
                "the folder holds something else than an analysis.", where=str(folder), todo=todo
            )
        there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        # Whether a file can be made is known only to who makes one.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        what = "cannot be written" if folder.exists() else "the folder cannot be made"
        raise InputError(
            f"{what} ({(error.strerror or str(error)).lower()}).", where=str(folder), todo=todo
        ) from error


def files_of(result: Result) -> dict[str, bytes]:
    """A result in every form, as files' contents by name."""
    parts = every_block(result)
    return {
        f"{result.name}.csv": to_csv(result).encode(),
        f"{result.name}.json": to_json(result),
        f"{result.name}.md": to_markdown(result, parts).encode(),
        f"{result.name}.tex": to_latex(result, parts).encode(),
    }


def files_of_samples(answers: Answers) -> dict[str, bytes]:
    """The samples in both forms, as files' contents by name."""
    return {"samples.csv": samples_csv(answers).encode(), "samples.jsonl": samples_jsonl(answers)}


def write_folder(
    folder: Path, answers: Answers, results: Sequence[Result], files: Mapping[str, bytes]
) -> list[str]:
    """Write an analysis; everything is made before the first file is written.

    Files of an earlier analysis there are replaced, and those that this one does not have are removed. If
    something cannot be written, `ABOUT` says that the folder is not finished, and names what may be in it;
    it can be written again.

    Args:
        folder: The folder; made if it is missing.
        answers: What was analysed.
        results: What came of it.
        files: Their files, those of the samples, and others, by name.

    Returns:
        The files' names.

    Raises:
        InputError: The folder holds something else, or cannot be written.
    """
    check_folder(folder)
    before = _earlier(folder)
    about = _About(
        gander=__version__,
        sources=answers.sources,
        notes=answers.notes,
        samples=len(answers.samples),
        interval="95%; each figure names its method in NAME_interval",
        results={result.name: result.title for result in results},
        files=tuple(files),
    )
    # An earlier one must not vouch for files of two analyses.
    there = tuple(dict.fromkeys((*before, *files)))
    _write_about(folder, msgspec.structs.replace(about, finished=False, files=there))
    _write_all(folder, files)
    for name in before:
        if name not in files and "/" not in name and (folder / name).is_file():
            (folder / name).unlink()
    _write_about(folder, about)
    return list(files)


def _write_about(folder: Path, about: _About) -> None:
    write_whole(folder / ABOUT, msgspec.json.format(msgspec.json.encode(about), indent=1) + b"\n")


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files; after the first that cannot be written no other is begun."""
    # Most of the time the disk is waited for, and it takes several files together.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        writing = [pool.submit(write_whole, folder / name, content) for name, content in files.items()]
        done, left = wait(writing, return_when=FIRST_EXCEPTION)
        for one in left:
            one.cancel()
        for one in done:
            one.result()


def _earlier(folder: Path) -> tuple[str, ...]:
    """The files of the analysis that is there."""
    try:
        return msgspec.json.decode((folder / ABOUT).read_bytes(), type=_About).files
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError) as error:
        raise InputError(
            "cannot be read.", where=str(folder / ABOUT), todo="Choose a new folder for --out."
        ) from error
