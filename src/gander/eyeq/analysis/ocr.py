"""Text in pictures, read on this machine: Latin letters by RapidOCR, Arabic script by Tesseract.

RapidOCR's package brings a model for Latin letters along, and none for Arabic script. Tesseract is a program
with a data file a language (``fas``, ``ara``), which a machine may have. Where nothing reads a script,
whether there is text is unknown, and not the same as none.
"""

import functools
import io
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import Final, Literal, TypeAlias

from gander.errors import InputError

__all__ = ["Language", "Reader", "reader_of"]

Language: TypeAlias = Literal["en", "fa", "ar"]

_SECONDS: Final = 120  # for one picture
_LEAST: Final = 0.5  # of certainty; RapidOCR's own bound
_DATA: Final[dict[Language, str]] = {"fa": "fas", "ar": "ara"}


@dataclass(frozen=True)
class Reader:
    """What reads pictures.

    Attributes:
        name: What it is, with all that its readings depend on.
        read: A picture's texts, a text a line, in reading order.
    """

    name: str
    read: Callable[[bytes], list[str]]


@functools.cache
def reader_of(language: Language) -> Reader | None:
    """What reads a language's script on this machine; None if nothing does.

    The reader raises InputError for a picture that it cannot read.
    """
    if language == "en":
        there = find_spec("rapidocr") and find_spec("onnxruntime")
        return Reader(f"rapidocr {metadata.version('rapidocr')}", _rapid) if there else None
    version = _tesseract(_DATA[language])
    if version is None:
        return None
    return Reader(f"{version} {_DATA[language]}", functools.partial(_by_tesseract, _DATA[language]))


@functools.cache
def _engine() -> Callable[..., object]:
    from rapidocr import RapidOCR  # noqa: PLC0415

    # Without the classifier that turns text upside down: it takes letters of puzzles for such.
    # With one thread: more wait for one another, and take minutes where other work goes on.
    engine: Callable[..., object] = RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.use_cls": False,
            "Global.text_score": _LEAST,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
    return engine


def _rapid(picture: bytes) -> list[str]:
    import numpy as np  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    try:
        pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise InputError(f"the picture cannot be read ({error}).") from error
    return list(getattr(_engine()(pixels), "txts", None) or ())


def _tesseract(data: str) -> str | None:
    """Tesseract's version, if it is there with a language's data."""
    program = shutil.which("tesseract")
    if program is None:
        return None
    try:
        told = subprocess.run(
            [program, "--list-langs"], capture_output=True, timeout=_SECONDS, check=True, text=True
        ).stdout
        version = subprocess.run(
            [program, "--version"], capture_output=True, timeout=_SECONDS, check=True, text=True
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return version.partition("\n")[0].strip() if data in told.split() else None


def _by_tesseract(data: str, picture: bytes) -> list[str]:
    command = [shutil.which("tesseract") or "tesseract", "stdin", "stdout", "-l", data, "--psm", "11"]
    try:
        told = subprocess.run(command, input=picture, capture_output=True, timeout=_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"the picture cannot be read ({error}).") from error
    lines = told.stdout.decode(errors="replace").splitlines()
    return [line.strip() for line in lines if line.strip()]
