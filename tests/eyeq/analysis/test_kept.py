"""What is kept: damage is as good as nothing, and a cache that cannot be used stops nobody."""

import errno
import hashlib
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.floor import floor_of_puzzles
from gander.eyeq.analysis.frequency import frequencies
from gander.eyeq.analysis.gather import gather
from gander.eyeq.analysis.kept import Kept
from gander.eyeq.analysis.traits import traits
from gander.eyeq.cache import CacheError
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import parse_variant
from gander.eyeq.score import score_answers
from gander.files import LineFile
from gander.processes import in_order
from tests.eyeq.analysis.made import answers

THINGS = {hashlib.sha256(str(number).encode()).hexdigest(): f"thing {number} آب" for number in range(3)}
Told = Callable[[str], None] | None


def kept(unkept: Told = None) -> Kept[str]:
    return Kept("things", "maker 1", kind=str, what="things", unkept=unkept)


def put_all(unkept: Told = None) -> Kept[str]:
    its = kept(unkept)
    with its.more() as put:
        put(THINGS)
    return its


def test_what_was_put_is_there_for_who_asks() -> None:
    put_all()
    first, *_ = THINGS
    assert kept().read([first]) == {first: THINGS[first]}
    assert kept().read(THINGS) == THINGS
    assert kept().read(["0" * 64]) == {}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_damaged_line_is_as_good_as_none(data: st.DataObject) -> None:
    """Whatever bytes are changed, what is read was put so; and what is made again is there again."""
    path = kept().path
    path.unlink(missing_ok=True)
    whole = bytearray(put_all().path.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1), label="at")
    whole[at] ^= data.draw(st.integers(1, 255), label="by")
    path.write_bytes(whole)
    found = kept().read(THINGS)
    assert found.items() <= THINGS.items()
    assert len(found) < len(THINGS)
    put_all()
    assert kept().read(THINGS) == THINGS


def test_a_number_that_no_word_has_is_looked_up_again() -> None:
    first = frequencies([("goose", "en"), ("duck", "en")])
    of = hashlib.sha256(b"goose\ten").hexdigest()
    (path,) = kept().path.parent.parent.rglob("*.jsonl")
    for wrong in (1e308, -3.0, math.nan, math.inf):
        # Whole lines, with their checksum.
        unchecked: Kept[float] = Kept("any", "any", kind=float, what="any")
        with unchecked.more() as put:
            put({of: wrong})
        path.write_bytes(path.read_bytes() + unchecked.path.read_bytes())
        unchecked.path.unlink()
        assert frequencies([("goose", "en"), ("duck", "en")]) == first
    given_ = answers((Place("m", "en", "basic"), {"1": ("goose", "goose"), "2": ("duck", "a")}))
    assert traits(given_, Choices())


def no_folder(cache: Path, _: pytest.MonkeyPatch) -> str:
    cache.rmdir()
    cache.touch()
    return "cannot be written (not a directory)"


def folder_in_its_place(cache: Path, _: pytest.MonkeyPatch) -> str:
    for name in ("things", "floor", "frequencies"):
        (cache / name).mkdir(parents=True, exist_ok=True)
    kept().path.mkdir()
    return "cannot be read (is a directory)"


def full_disk(_: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    def full(self: LineFile, lines: bytes) -> None:
        raise InputError("cannot be written (no space left on device).", where=str(self.path))

    monkeypatch.setattr(LineFile, "append", full)
    return "cannot be written (no space left on device)"


def late_disk(_: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A disk that says only at the end that it had no room."""

    def full(self: LineFile) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr(LineFile, "close", full)
    return "cannot be written (disk quota exceeded)"


def no_home(_: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("GANDER_CACHE", "~nobody-of-this-name/cache")
    return "there is no home folder to keep files in"


FAULTS = (no_folder, folder_in_its_place, full_disk, late_disk, no_home)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_kept_is_told_once_or_is_an_error(
    fault: Callable[[Path, pytest.MonkeyPatch], str], own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = fault(own_cache, monkeypatch)
    told: list[str] = []
    its = kept(told.append)
    assert its.read(THINGS) == {}
    for _ in range(2):
        with its.more() as put:
            put(THINGS)
            put(THINGS)
    (text,) = told
    assert text.startswith("Not kept: things (")
    assert f"{why}); the next run works them out again." in text
    assert ("Set GANDER_CACHE" in text) == ("read" not in why)
    with pytest.raises(CacheError) as caught:
        kept().read(THINGS)
        put_all()
    assert why in str(caught.value)


@pytest.mark.parametrize("fault", [no_folder, full_disk, no_home])
def test_floor_and_frequencies_need_no_cache(
    fault: Callable[[Path, pytest.MonkeyPatch], str],
    own_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    why = fault(own_cache, monkeypatch)
    told: list[str] = []
    (number,) = frequencies([("goose", "en")], told.append)
    assert number is not None
    assert told.pop().startswith("Not kept: how common answers are (")
    [(_, verdict, _)] = floor_of_puzzles([("en:1", ("goose",))], parse_variant("basic"), told.append)
    floor = verdict.answer
    assert told.pop().startswith("Not kept: the hint floor's replies (")
    # A file that has the floor's answers is compared with them; each variant and subset by itself.
    file = tmp_path / "a.csv"
    lines = [
        f"{number},{model},{variant},goose,{floor}"
        for number, (model, variant) in enumerate((model, f"basic{more}") for model in (FLOOR, "m")
        for more in ("", "+blind"))
    ]  # fmt: skip
    file.write_text("\n".join(["id,model,variant,solution,answer", *lines]), encoding="utf-8")
    for read in (
        lambda: score_answers(file, None, told=told.append),
        lambda: gather([file], told=told.append),
    ):
        assert read()
        (text,) = told
        assert why in told.pop()
        assert text.startswith("Not kept: the hint floor's replies (")


def fails(_: int) -> None:
    kept().read(THINGS)


def test_the_error_of_another_process_is_the_same(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_in_its_place(own_cache, monkeypatch)
    why = r"cannot be read \(is a directory\)\. Make it readable, or take it away"
    with pytest.raises(CacheError, match=why), in_order(fails, range(2), 2) as found:
        list(found)
