"""Letters in pictures: their size, their scripts, names of any length, and nothing that hides."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import features

from gander.quack.senses.pictures import letters as module
from gander.quack.senses.pictures.letters import letters, missing_letters, width_of, wrapped
from gander.quack.senses.pictures.sheet import PAPER


def rows_with_ink(text: str) -> int:
    tile = letters(text, PAPER)
    rows = [
        y for y in range(tile.height) if any(tile.getpixel((x, y)) == PAPER[-1] for x in range(tile.width))
    ]
    return rows[-1] - rows[0] + 1


def test_capitals_and_digits_are_18_pixels_high() -> None:
    assert min(rows_with_ink(sign) for sign in "ABEHIKLMNTXZ1234567890") >= 18
    assert rows_with_ink("x") >= 13


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=100), st.integers(60, 400))
def test_wrapped_lines_fit_and_hold_every_letter(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(width_of(line) <= width or len(line) <= 3 for line in lines)
    drawn = "".join(module._drawable(text).split())
    assert "".join("".join(lines).split()) == drawn


def test_names_are_broken_at_spaces_and_joints_first() -> None:
    assert wrapped("upper_engine room", 100) == ("upper_", "engine", "room")


@pytest.mark.skipif(not features.check("raqm"), reason="this Pillow cannot shape letters")
def test_persian_and_arabic_are_shaped_and_run_from_right_to_left() -> None:
    assert missing_letters(["علی رضایی", "گلپژچ", "محمد", "Zoë Łukasz Ñandú", "Ольга", "Δημήτρης"]) == ""
    # Joined letters are narrower than the same apart; the last letter in the text is the leftmost.
    assert width_of("محمد") < width_of("م ح م د")
    tile, alef = letters("باااا", PAPER), letters("ب", PAPER)
    right = tile.crop((tile.width - alef.width, 0, tile.width, tile.height))
    below = [right.getpixel((x, y)) for x in range(right.width) for y in range(24, right.height)]
    assert PAPER[-1] in below  # the dot of beh, the first letter


def test_what_hides_or_turns_text_is_drawn_as_its_escape() -> None:
    assert wrapped("a\u202eb\nc", 1000) == (r"a\u202eb\nc",)


def test_letters_that_no_font_has_are_told_and_drawn_as_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_font_folders", lambda: ())
    caches = (module._system_fonts, module._font_of, module._drawable, module.wrapped)
    for cache in caches:
        cache.cache_clear()
    try:
        assert missing_letters(["李小龙", "Bob"]) == "李小龙"
        assert wrapped("李x", 1000) == (r"\u674ex",)
    finally:
        for cache in caches:
            cache.cache_clear()


def test_the_fonts_licence_lies_beside_it() -> None:
    assert "Bitstream" in Path(module._own_font()).with_name("DejaVu-LICENSE.txt").read_text()
