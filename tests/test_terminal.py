"""Text for terminals."""

from hypothesis import given
from hypothesis import strategies as st

from gander.terminal import cells, folded, printable


def test_a_sentence_is_broken_at_its_spaces_and_stays_as_far_in():
    assert folded("  row 12 is quite wrong", 12) == ["  row 12 is", "  quite", "  wrong"]
    assert folded("any length " * 20, None) == ["any length " * 20]


def test_a_word_that_is_too_long_is_broken_unless_it_must_stay_whole():
    assert folded("see /runs/first/seed07", 12) == ["see", "/runs/first/", "seed07"]
    assert folded("see /runs/first/seed07", 12, whole_words=True) == ["see", "/runs/first/seed07"]


def test_wide_letters_take_two_columns():
    assert folded("猫猫猫 猫猫猫", 10) == ["猫猫猫", "猫猫猫"]


@given(st.text(), st.integers(10, 40))
def test_nothing_is_lost_and_every_line_fits(text, columns):
    shown = printable(text).strip(" ")
    lines = folded(shown, columns)
    assert "".join("".join(lines).split()) == "".join(shown.split())
    assert max(map(cells, lines)) <= columns
