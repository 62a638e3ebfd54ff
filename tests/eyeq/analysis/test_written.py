"""Whether the answer is written in the picture: by examples, on drawn pictures, and kept by picture."""

import functools
import io
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.analysis import Line, Place
from gander.eyeq.analysis import written as written_module
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.ocr import Reader, reader_of
from gander.eyeq.analysis.written import State, in_text, written
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.sources import PuzzleSet
from gander.stats import Estimate
from tests.eyeq.analysis.made import answers

READING = Choices(ocr=True)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "cache"))
    reader_of.cache_clear()
    yield
    reader_of.cache_clear()


def drawn(*words: str) -> bytes:
    """A picture with words in it, one under the other."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (480, 320), "white")
    for number, word in enumerate(words):
        ImageDraw.Draw(picture).text((40, 40 + 90 * number), word, "black", ImageFont.load_default(56))
    out = io.BytesIO()
    picture.save(out, "png")
    return out.getvalue()


def puzzle_set(*given: tuple[Subset, str, str, Callable[[], bytes]]) -> PuzzleSet:
    puzzles = tuple(Puzzle(id, subset, answer, image) for subset, id, answer, image in given)
    return PuzzleSet(puzzles, "folder", "made", "none")


@pytest.mark.parametrize(
    ("truth", "lines", "state"),
    [
        ("goose", [], "no text"),
        ("goose", [" ", "\u200b"], "no text"),
        ("goose", ["A GOOSE!"], "whole"),
        ("goose", ["duck"], "other text"),
        ("Winston Churchill", ["WINSTON"], "part"),
        ("Winston Churchill", ["WINSTON", "CHURCHILL"], "whole"),
        ("mongoose", ["mon", "goose"], "whole"),  # taken together, in reading order
        ("goose", ["mongoose"], "whole"),
        ("on", ["once upon"], "other text"),  # letters of a short answer are in most texts
        ("on", ["on the road"], "whole"),
        ("as to", ["AS", "AS"], "other text"),  # no word of three letters
        ("کتاب", ["كتاب"], "whole"),
        ("قمر الدين", ["قمر"], "part"),
    ],
)
def test_in_text(truth: str, lines: list[str], state: State) -> None:
    assert in_text(truth, lines) == state


def by_state(found: list[Line], model: str = "m") -> dict[str, tuple[object, object]]:
    return {
        str(line.values["text"]): (line.values["right"], line.values["n"])
        for line in found
        if line.values["model"] == model
    }


def test_drawn_text_is_read_and_the_other_script_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rapidocr")
    monkeypatch.setattr(shutil, "which", lambda name: None)  # no Tesseract
    pictures = puzzle_set(
        ("en", "1", "goose", lambda: drawn("GOOSE")),
        ("en", "2", "swan", lambda: drawn("LAKE")),
        ("en", "3", "duck", drawn),
        ("en", "4", "owl", lambda: b"no picture at all"),
        ("fa", "1", "غاز", lambda: drawn("GOOSE")),
    )
    told = answers(
        (Place("m", "en", "basic"), {
            "1": ("goose", "goose"), "2": ("swan", "crow"), "3": ("duck", "duck"), "4": ("owl", "owl"),
        }),
        (Place("m", "fa", "basic"), {"1": ("غاز", "غاز")}),
        puzzles=pictures,
    )  # fmt: skip
    (table,) = written(told, READING)
    english = [line for line in table.lines if line.values["subset"] == "en"]
    assert by_state(english) == {"whole": (1, 1), "other text": (0, 1), "no text": (1, 1), "not read": (1, 1)}
    persian = [line for line in table.lines if line.values["subset"] == "fa"]
    assert by_state(persian) == {"not read": (1, 1)}
    assert any("1 could not be read" in note for note in table.notes)
    assert any("nothing here reads Persian" in note for note in table.notes)


def test_a_picture_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def read(picture: bytes) -> list[str]:
        seen.append(picture)
        return ["goose"]

    monkeypatch.setattr(written_module, "reader_of", lambda language: Reader("made 1", read))
    pictures = puzzle_set(("en", "1", "goose", lambda: b"one"), ("en", "2", "duck", lambda: b"two"))
    told = answers(
        (Place("m", "en", "basic"), {"1": ("goose", "goose"), "2": ("duck", "cow")}), puzzles=pictures
    )
    first = written(told, READING)
    assert seen == [b"one", b"two"]
    assert written(told, READING) == first
    assert len(seen) == 2
    # Another reader has its own.
    monkeypatch.setattr(written_module, "reader_of", lambda language: Reader("made 2", read))
    written(told, READING)
    assert len(seen) == 4


def test_a_model_that_reads_is_told_from_one_that_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solves what is written and a tenth of the rest, the other three in ten of either."""
    monkeypatch.setattr(
        written_module, "reader_of", lambda language: Reader("made", lambda picture: [picture.decode()])
    )
    words = [f"word{at:03}" for at in range(200)]
    pictures = puzzle_set(
        *(
            ("en", str(at), word, functools.partial(str.encode, word if at % 2 else f"x{at}"))
            for at, word in enumerate(words)
        )
    )
    reads = {str(at): (word, word if at % 2 or at % 20 == 0 else "no") for at, word in enumerate(words)}
    solves = {
        str(at): (word, word if at % 10 in (0, 1, 2, 3) and at % 20 < 12 else "no")
        for at, word in enumerate(words)
    }
    told = answers(
        (Place("reads", "en", "basic"), reads), (Place("solves", "en", "basic"), solves), puzzles=pictures
    )
    (table,) = written(told, READING)
    odds = {
        line.values["model"]: line.values["odds"] for line in table.lines if line.values["text"] == "whole"
    }
    reading, solving = odds["reads"], odds["solves"]
    assert isinstance(reading, Estimate)
    assert isinstance(solving, Estimate)
    assert reading.low is not None
    assert reading.low > 20
    assert solving.low is not None
    assert solving.high is not None
    assert solving.low < 1 < solving.high
    assert odds["all models"] is None  # a puzzle's answers are not independent of one another


def test_nothing_is_read_unless_asked_and_never_without_pictures() -> None:
    told = answers((Place("m", "en", "basic"), {"1": ("goose", "goose")}))
    assert written(told, Choices()) == ()
    with pytest.raises(InputError, match="--data"):
        written(told, READING)


TESSERACT = """#!/bin/sh
case "$1" in
--list-langs) echo "List of available languages (1):"; echo fas;;
--version) echo "tesseract 5.3.0";;
*) test "$(cat)" = broken && exit 1; echo; echo " $4 $5 "; echo "کتاب";;
esac
"""


def test_tesseract_reads_where_it_has_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.write_text(TESSERACT, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    reader = reader_of("fa")
    assert reader is not None
    assert reader.name == "tesseract 5.3.0 fas"
    assert reader.read(b"picture") == ["fas --psm", "کتاب"]
    with pytest.raises(InputError, match="cannot be read"):
        reader.read(b"broken")
    assert reader_of("ar") is None  # it has no data for that
