"""From rows to groups and comparisons."""

import pytest

from gander.errors import InputError
from gander.quack.metrics.compared import compare_settings
from gander.quack.metrics.figures import Column, Rows, group_games

COLUMNS = (Column("won", "won", "outcomes"), Column("said", "said", "statements"))


def rows(*games, code="i") -> Rows:
    """Games as (won, said, of, read, spoken)."""
    found = Rows(3, code)
    for won, said, of, read, spoken in games:
        found.add([won, said, read], [1, of, spoken])
    return found


def test_a_group_has_both_ways_its_counts_and_its_coverage():
    group = group_games("a", rows((1, 1, 1, 2, 4), (0, 0, 9, 4, 4), (1, 0, 0, 0, 0)), COLUMNS, counted=True)
    said = group.figures["said"]
    assert (said.mean.value, said.mean.n, said.mean.undefined) == (0.5, 2, 1)
    assert said.pooled is not None
    assert (said.pooled.value, said.part, said.whole) == (0.1, 1, 10)
    assert group.figures["won"].mean.value == pytest.approx(2 / 3)
    assert (group.games, group.read, group.utterances, group.coverage) == (3, 6, 8, 0.75)


def test_values_have_no_sums():
    group = group_games("a", rows((1, 0.25, 1, 0, 0), code="d"), COLUMNS, counted=False)
    said = group.figures["said"]
    assert (said.mean.value, said.pooled, said.whole) == (0.25, None, None)
    assert group.coverage is None


def test_rows_are_picked_in_order():
    picked = rows((1, 1, 1, 1, 1), (0, 2, 2, 2, 2), (1, 3, 3, 3, 3)).picked([2, 0])
    assert (len(picked), picked.sums(1), list(picked.parts[:3])) == (2, (4, 4), [1, 3, 3])


def compared(games, all_rows, pair=("a", "b")):
    (found,) = compare_settings([pair], games, all_rows, COLUMNS, lambda number: f"game {number}")
    return found


def test_settings_are_compared_on_the_seeds_that_both_have():
    all_rows = rows((1, 1, 2, 1, 1), (1, 2, 2, 1, 1), (0, 0, 2, 1, 2), (0, 1, 2, 2, 2), (1, 0, 2, 1, 1))
    found = compared({"a": [(1, 0), (2, 1)], "b": [(2, 2), (1, 3), (9, 4)]}, all_rows)
    assert (found.seeds, found.alone) == ((1, 2), 1)
    assert found.differences["won"].mean.estimate.value == 1.0
    # Two pairs, both the same way: two of the four ways of swapping are as extreme.
    assert found.differences["won"].mean.p == 0.5
    assert found.differences["said"].mean.estimate.value == pytest.approx((1.0 + 0.5) / 2 - (0.0 + 0.5) / 2)
    assert found.coverage == 0.75


@pytest.mark.parametrize(
    ("games", "pair", "words"),
    [
        ({"a": [(1, 0)]}, ("a", "c"), "there is no setting 'c'. There are: a."),
        ({"a": [(1, 0)], "b": [(2, 1)]}, ("a", "b"), "have no seed in common"),
        ({"a": [(1, 0), (1, 1)], "b": [(1, 2)]}, ("a", "b"), "has seed 1 twice: game 0 and game 1"),
        ({"a": [(None, 0)], "b": [(1, 1)]}, ("a", "b"), "have no seed in common"),
    ],
)
def test_what_cannot_be_compared_is_told(games, pair, words):
    with pytest.raises(InputError, match=words):
        compared(games, rows(*[(1, 1, 1, 1, 1)] * 3), pair)


def test_every_two_settings_are_compared_and_their_p_values_corrected():
    """Six seeds on which `a` always wins and the others never do: 2 of 64 ways of swapping, three tests."""
    lost, won = (0, 1, 0, 1, 1), (1, 1, 0, 1, 1)
    all_rows = rows(*[won] * 6, *[lost] * 12, won)
    games = {
        name: [(seed, 6 * place + seed) for seed in range(6)] for place, name in enumerate(("a", "b", "c"))
    }
    games["elsewhere"] = [(100, 18)]
    found = compare_settings("all", games, all_rows, COLUMNS, str)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [one.differences["won"].mean.p for one in found] == [2 / 64, 2 / 64, 1.0]
    assert [one.corrected["won"][0] for one in found] == pytest.approx([6 / 64, 6 / 64, 1.0])
    # One alone needs no correction.
    (alone,) = compare_settings([("a", "b")], games, all_rows, COLUMNS, str)
    assert alone.corrected["won"] == (2 / 64, 2 / 64)
    with pytest.raises(InputError, match=r"no two settings have a seed in common.*There are: a, elsewhere"):
        compare_settings("all", {"a": games["a"], "elsewhere": games["elsewhere"]}, all_rows, COLUMNS, str)
