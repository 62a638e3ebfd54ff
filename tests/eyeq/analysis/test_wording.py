"""Likeness of letters and words, by examples and by what must hold for any texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.analysis.edit_distances import edit_distance, edit_distances
from gander.eyeq.analysis.wording import all_letters_alike, letters_alike, words_alike, words_of


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("kitten", "sitting", 3), ("", "goose", 5), ("goose", "goose", 0), ("needle", "noodle", 2)],
)
def test_edit_distance(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other) == distance


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("needle", "noodle", 4 / 6),
        ("Needle!", "needle", 1.0),  # what the score does not tell apart has the same letters
        ("goose", "duck", 0.0),
        ("كتاب", "کتاب", 1.0),
        ("مُختار", "مختار", 1.0),  # a vowel sign is no letter
        ("کباب", "کتاب", 3 / 4),
        ("می‌روم", "می روم", 1.0),
    ],
)
def test_letters(one: str, other: str, alike: float) -> None:
    assert letters_alike(one, other) == pytest.approx(alike)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("church building", "Winston Churchill", 0.0),
        ("Winston Smith", "Winston Churchill", 1 / 3),
        ("the needle", "needle", 1.0),  # little words are not counted
        ("the of", "of the", 1.0),  # unless there are no others
        ("وکالت دادگستری", "وکالت تام", 1 / 3),
        ("fire-fighter", "fire fighter", 1.0),
    ],
)
def test_words(one: str, other: str, alike: float) -> None:
    assert words_alike(one, other) == pytest.approx(alike)


def test_signs_alone_have_no_words() -> None:
    assert words_of(" \u200c ") == frozenset()
    assert words_alike(" ", " ") == 0.0


texts = st.text(st.sampled_from("abcdآبپ مه‌-'"), max_size=12)


@given(texts, texts, texts)
def test_edit_distance_is_a_distance(one: str, other: str, third: str) -> None:
    assert edit_distance(one, other) == edit_distance(other, one)
    assert (edit_distance(one, other) == 0) == (one == other)
    assert edit_distance(one, third) <= edit_distance(one, other) + edit_distance(other, third)
    assert abs(len(one) - len(other)) <= edit_distance(one, other) <= max(len(one), len(other))


@given(texts, texts)
def test_edit_distance_is_what_the_plain_table_gives(one: str, other: str) -> None:
    before = list(range(len(other) + 1))
    for row, char in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            now.append(min(before[column] + 1, now[-1] + 1, before[column - 1] + (char != against)))
        before = now
    assert edit_distance(one, other) == before[-1]


longer = st.text(st.sampled_from("ab\0é"), max_size=75)


@given(st.lists(st.tuples(longer, longer), max_size=12))
def test_many_pairs_at_once_are_what_each_is_alone(pairs: list[tuple[str, str]]) -> None:
    assert edit_distances(pairs) == [edit_distance(*pair) for pair in pairs]


def test_more_pairs_than_are_taken_together_and_texts_too_long_for_that() -> None:
    pairs = [("goose" * (at % 16), "geese" * (at % 17)) for at in range(5000)]
    assert edit_distances(pairs) == [edit_distance(*pair) for pair in pairs]


@given(st.lists(st.tuples(texts, texts), max_size=8))
def test_the_letters_of_many_pairs_are_as_alike_as_those_of_each(pairs: list[tuple[str, str]]) -> None:
    assert all_letters_alike(pairs) == [letters_alike(*pair) for pair in pairs]


@given(texts, texts)
def test_likenesses_lie_between_0_and_1(one: str, other: str) -> None:
    for alike in (letters_alike, words_alike):
        assert 0 <= alike(one, other) == alike(other, one) <= 1
