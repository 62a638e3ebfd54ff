"""Two extractions of a game side by side."""

import pytest

from gander.quack.audit.game import open_game
from gander.quack.audit.utterances import Extraction
from gander.quack.claims import Claim
from gander.quack.library import load_map
from gander.quack.metrics.validation import FACTS, Tally, TimeCounts, compare_game
from gander.quack.metrics.validation.comparing import deviation_row, deviations, time_counts
from gander.quack.record import read_record
from tests.quack.small_records import Script


@pytest.fixture
def game(tmp_path):
    """Bob leaves the cafeteria for medbay in tick 1 and speaks twice in tick 3; Diana says nothing."""
    script = Script().start().move("Bob", "cafeteria", "medbay").end().start().end().start().call("Diana")
    script.say("Bob", "I was in medbay.").say("Bob", "So I was.").say("Diana", " ").vote().skip()
    script.respawn(**dict.fromkeys(script.names, "cafeteria")).start().end().over()
    return open_game(read_record(script.write(tmp_path)), load_map("ship10"))


def at(room, time="", **more):
    return Claim("location", "Bob", subject="Bob", room=room, time=time, **more)


def said(game, *claims, state="extracted"):
    """These claims of the first utterance, and nothing of the others."""
    first, second, empty = game.utterances
    return [
        Extraction(first, state, claims),
        Extraction(second, "no_claims"),
        Extraction(empty, "empty"),
    ]


def compared(game, left, right):
    return compare_game(game, said(game, *left), said(game, *right))


def test_what_both_have_is_judged_on_both_sides(game):
    comparison = compared(game, [at("medbay", "at tick 1"), at("storage")], [at("medbay", "tick 1")])
    assert comparison.tallies["location"] == Tally(1, 2, 1)
    assert comparison.tallies[FACTS] == Tally(1, 2, 1)
    assert comparison.tallies["route"] == Tally()
    [pair] = comparison.pairs
    assert (pair.left.verdict, pair.right.verdict) == ("true", "true")
    [invented] = comparison.only_left
    assert (invented.claim.room, invented.verdict) == ("storage", "false")
    assert (comparison.utterances, comparison.compared) == (2, 2)


def test_times(game):
    left = [at("medbay", "at tick 1"), at("cafeteria", "early"), at("storage", "ticks 1-2")]
    right = [at("medbay", "tick 1"), at("cafeteria", "at tick 0"), at("storage", "at tick 2")]
    comparison = compared(game, left, right)
    assert time_counts(comparison) == TimeCounts(3, 1, 3, 2, 1)
    assert [(its.what, its.left and its.left.claim.room) for its in deviations(comparison)] == [
        ("time", "cafeteria"),
        ("time", "storage"),
    ]


def test_claims_that_one_side_does_not_look_for_have_no_times(game):
    """Somebody's words: asserted in his name for one, not asserted for the other."""
    comparison = compared(
        game,
        [at("medbay", "at tick 1", source="Diana")],
        [at("medbay", "at tick 1", source="Diana", asserted=False)],
    )
    assert comparison.tallies["location"] == Tally(1, 1, 1)
    assert time_counts(comparison) == TimeCounts()
    assert deviations(comparison) == []


def test_a_claim_in_several_rooms_is_told_once(game):
    both = at("oxygen", also=("storage",))
    comparison = compared(game, [both], [])
    assert comparison.tallies["location"] == Tally(0, 2, 0)
    [only] = deviations(comparison)
    row = deviation_row(game, only)
    assert (row["what"], row["kind"], row["speaker"], row["found"]) == (
        "invented",
        "location",
        "Bob",
        "Bob was in oxygen and storage",
    )
    assert game.record.events[int(str(row["line"])) - 1].data["message"] == "I was in medbay."


@pytest.mark.parametrize("state", ["failed", "empty"])
def test_what_one_side_has_not_read_counts_on_neither(game, state):
    left, right = said(game, at("medbay")), said(game, state=state)
    for one, other in ((left, right), (right, left)):
        comparison = compare_game(game, one, other)
        assert comparison.tallies["all"] == Tally()
        assert comparison.compared == 1
        assert comparison.left.judgements == comparison.right.judgements == ()


def test_a_supposition_taken_for_a_fact_is_told_as_both(game):
    comparison = compared(game, [at("storage")], [at("storage", asserted=False)])
    assert [its.what for its in deviations(comparison)] == ["invented", "mood"]
