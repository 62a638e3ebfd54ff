"""Drawing claims and utterances."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.game import open_game
from gander.quack.audit.intended import claims_from_intended
from gander.quack.audit.judge import judge_game
from gander.quack.audit.utterances import Extraction
from gander.quack.library import load_map
from gander.quack.metrics.validation import kind_of
from gander.quack.metrics.validation.sampling import _shared_out, claim_sheet, draw, utterance_sheet
from gander.quack.metrics.validation.sheets import read_sheet
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import Rules


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    settings = RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, tuple(range(1, 7)))
    results = play_run(tmp_path_factory.mktemp("run"), settings)
    return [open_game(read_record(result.path)) for result in results]


def drawn(games, **more):
    options = {"claims": 40, "utterances": 10, "seed": 1, **more}
    return draw(games, claims_from_intended, **options)


def test_the_same_seed_draws_the_same_in_any_order(games):
    assert drawn(games) == drawn(games[::-1])
    assert drawn(games).claims != drawn(games, seed=2).claims


def test_every_stratum_is_seen_and_nothing_twice(games):
    sample = drawn(games)
    every = Counter(
        f"{kind_of(its.claim)}, {its.verdict}"
        for game in games
        for its in judge_game(game, claims_from_intended(game)).judgements
    )
    assert sample.strata == every
    assert sum(sample.drawn.values()) == len(sample.claims) == 40
    assert Counter(row["stratum"] for row in sample.claims) == sample.drawn
    assert all(sample.drawn.values())
    assert len({row["id"] for row in sample.claims}) == 40
    assert all(row["stratum_size"] == every[str(row["stratum"])] for row in sample.claims)


def test_more_than_there_is(games):
    sample = drawn(games[:1], claims=10_000, utterances=10_000)
    said = [its for its in games[0].utterances if its.text.strip()]
    assert len(sample.claims) == sum(sample.strata.values())
    assert sorted(row["line"] for row in sample.utterances) == [its.position + 1 for its in said]


def test_only_some_verdicts_and_types(games):
    sample = drawn(games, verdicts={"false", "wrong_room"}, types={"location", "route"})
    assert {row["verdict"] for row in sample.claims} <= {"false", "wrong_room"}
    assert set(sample.strata) <= {
        f"{kind}, {verdict}" for kind in ("location", "route") for verdict in ("false", "wrong_room")
    }


def test_what_was_not_read_is_not_drawn(games):
    def half(game):
        found = list(claims_from_intended(game))
        return [Extraction(its.utterance, "failed") if n % 2 else its for n, its in enumerate(found)]

    sample = draw(games, half, claims=10_000, utterances=10_000, seed=1)
    spoken = sum(len(game.utterances) for game in games)
    assert sample.readable + sample.unread == spoken
    assert sample.unread == sum(len(game.utterances) // 2 for game in games)


def test_the_sheets_can_be_read(games, tmp_path):
    sample = drawn(games)
    (tmp_path / "c.csv").write_bytes(claim_sheet(sample))
    (tmp_path / "u.csv").write_bytes(utterance_sheet(sample))
    _, claims = read_sheet(tmp_path / "c.csv")
    _, utterances = read_sheet(tmp_path / "u.csv")
    assert [row["id"] for row in claims] == [row["id"] for row in sample.claims]
    assert [row["utterance"] for row in utterances] == [row["utterance"] for row in sample.utterances]
    assert all(row["faithful"] == row["verdict_right"] == row["annotator"] == "" for row in claims)
    assert all(row["reason"] and row["stratum_size"] for row in claims)


def test_draws_are_even(games):
    """Over many seeds, every utterance comes up about as often as any other."""
    counts = Counter(
        row["line"]
        for seed in range(300)
        for row in drawn(games[:1], claims=0, utterances=3, seed=seed).utterances
    )
    said = sum(bool(its.text.strip()) for its in games[0].utterances)
    expected = 900 / said
    assert len(counts) == said
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi < 3 * said


@given(st.integers(0, 300), st.dictionaries(st.text(max_size=3), st.integers(1, 90), max_size=9))
def test_sharing_out(number, sizes):
    shares = _shared_out(number, sizes)
    assert sum(shares.values()) == min(number, sum(sizes.values()))
    assert all(0 <= shares[name] <= size for name, size in sizes.items())
    # Everybody has one before anybody has two, and who holds more gets no less.
    if number >= len(sizes):
        assert all(shares.values())
    for one, more in itertools.pairwise(sorted(sizes, key=sizes.__getitem__)):
        assert shares[one] <= shares[more] + (sizes[one] == sizes[more])


def test_sharing_out_by_square_roots():
    assert _shared_out(60, {"rare": 1, "some": 100, "most": 2500}) == {"rare": 1, "some": 10, "most": 49}
