"""When two extractions of one utterance say the same."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.claims import Claim
from gander.quack.metrics.validation import (
    DENIALS,
    KINDS,
    Tally,
    kind_of,
    match_claims,
    match_facts,
    tallies,
)


def at(room, time="", who="Bob", **more):
    return Claim("location", "Bob", subject=who, room=room, time=time, **more)


def walked(*rooms, time=""):
    return Claim("location", "Bob", subject="Bob", route=rooms, time=time)


def saw(target, room, **more):
    return Claim("sighting", "Bob", subject="Bob", target=target, room=room, **more)


def counted(left, right):
    return tallies(match_claims(left, right))


SAME = [
    (at("upper_engine"), at("Upper Engine")),
    (at("medbay", "at tick 3"), at("medbay", "early")),
    (walked("medbay"), at("medbay")),
    (walked("medbay", "medbay", "storage"), walked("medbay", "storage")),
    (saw("Eve", "medbay", state="body"), saw("eve", "medbay", state="unknown")),
    (
        Claim("accusation", "Bob", subject="Bob", target="Eve", strength="weak"),
        Claim("accusation", "Bob", subject="Bob", target="Eve", strength="strong"),
    ),
]
OTHER = [
    (at("medbay"), at("storage")),
    (at("medbay"), at("medbay", who="Eve")),
    (at("medbay"), at("medbay", negated=True)),
    (walked("medbay", "storage"), walked("storage", "medbay")),
    (saw("Eve", "medbay"), saw("Ann", "medbay")),
    (saw("Eve", "medbay"), saw("Eve", None)),
    (
        Claim("activity", "Bob", subject="Bob", room="medbay", activity="task"),
        Claim("activity", "Bob", subject="Bob", room="medbay", activity="waiting"),
    ),
    (
        Claim("accusation", "Bob", subject="Bob", target="Eve"),
        Claim("defense", "Bob", subject="Bob", target="Eve"),
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same(one, other):
    assert counted([one], [other])["all"] == Tally(1, 1, 1)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_not_the_same(one, other):
    assert counted([one], [other])["all"] == Tally(0, 1, 1)


def test_several_rooms_at_once_are_counted_once_a_room():
    both = at("medbay", "mostly", also=("storage",))
    assert counted([both], [at("storage", "mostly", also=("medbay",))])["location"] == Tally(2, 2, 2)
    assert counted([both], [at("storage"), at("medbay")])["location"] == Tally(2, 2, 2)
    matching = match_claims([both], [at("storage"), at("oxygen")])
    assert tallies(matching)["location"] == Tally(1, 2, 2)
    assert matching.only_left == (both,)
    assert matching.pairs[0].left is both
    assert counted([both], [walked("medbay", "storage")])["all"] == Tally(0, 2, 1)


def test_each_claim_matches_once():
    both = [at("medbay", "at tick 3"), at("medbay", "at tick 9")]
    assert counted(both, [at("medbay")])["location"] == Tally(1, 2, 1)


def test_the_same_times_are_paired_first():
    one = [at("medbay", "tick 3"), at("medbay", "tick 9"), at("medbay", "early")]
    other = [at("medbay", "late"), at("medbay", "at tick 9"), at("medbay", "tick 3")]
    pairs = match_claims(one, other).pairs
    assert [(pair.left.time, pair.right.time) for pair in pairs] == [
        ("tick 3", "tick 3"),
        ("tick 9", "at tick 9"),
        ("early", "late"),
    ]
    assert [pair.same_time for pair in pairs] == [True, False, False]
    assert [pair.same_numbers for pair in pairs] == [True, True, True]
    assert [pair.numbered for pair in pairs] == [(True, True), (True, True), (False, False)]


def test_repeats_that_say_nothing_new_count_once():
    assert counted([at("medbay", "early")] * 3, [at("medbay", "early")])["all"] == Tally(1, 1, 1)


def test_routes_are_counted_apart():
    counts = counted([walked("medbay", "storage"), at("medbay")], [walked("medbay", "storage")])
    assert (counts["route"], counts["location"]) == (Tally(1, 1, 1), Tally(0, 1, 0))


def test_a_supposition_taken_for_a_fact_is_against_precision():
    found, meant = at("medbay"), at("medbay", asserted=False)
    matching = match_claims([found], [meant])
    assert tallies(matching)["all"] == Tally(0, 1, 0)
    assert [(pair.left, pair.right) for pair in matching.moods] == [(found, meant)]
    assert counted([meant], [found])["all"] == Tally(0, 0, 1)
    assert counted([meant], [meant])["all"] == Tally()


def test_somebodys_words_count_however_they_are_called():
    """Some call them asserted, by somebody else, and some not asserted."""
    one, other = at("medbay", who="Eve", source="Eve"), at("medbay", who="Eve", source="Eve", asserted=False)
    for left, right in ((one, other), (other, one), (one, one), (other, other)):
        assert counted([left], [right])["all"] == Tally(1, 1, 1)
        assert match_facts([left], [right]) == Tally(1, 1, 1)
    [pair] = match_claims([at("medbay", who="Eve")], [one]).pairs
    assert pair.passed_on == (False, True)
    supposed = at("medbay", who="Eve", asserted=False)
    assert counted([supposed], [one])["all"] == Tally(0, 0, 1)


def test_undefined_is_not_zero():
    assert (Tally().precision, Tally().recall, Tally().f1) == (None, None, None)
    assert (Tally(0, 2, 0).precision, Tally(0, 2, 0).recall, Tally(0, 2, 0).f1) == (0.0, None, 0.0)
    assert Tally(2, 4, 2) == Tally(1, 2, 1) + Tally(1, 2, 1)
    assert (Tally(3, 4, 6).precision, Tally(3, 4, 6).recall, Tally(3, 4, 6).f1) == (0.75, 0.5, 0.6)


def test_facts_count_once_whatever_claims_they_come_in():
    by_route = [walked("medbay", "storage"), walked("storage", "medbay")]
    by_rooms = [at("medbay", "early"), at("medbay", "late"), at("storage")]
    assert match_facts(by_route, by_rooms) == Tally(2, 2, 2)
    assert match_facts([saw("Eve", "medbay")], [at("medbay"), at("medbay", who="Eve")]) == Tally(2, 2, 2)
    assert match_facts([at("medbay")], [at("medbay", negated=True)]) == Tally(0, 1, 0)


def test_denials_have_a_row_of_their_own_and_place_nobody():
    never = [saw("Eve", "medbay", negated=True), at("storage", negated=True), saw("Ann", None, negated=True)]
    counts = counted([at("medbay"), *never], [at("medbay"), never[0], at("storage", negated=True, who="Eve")])
    assert counts[DENIALS] == Tally(1, 3, 2)
    assert (counts["location"], counts["sighting"]) == (Tally(1, 1, 1), Tally())
    assert counts["all"] == Tally(2, 4, 3)
    assert match_facts([at("medbay"), *never], [at("medbay"), *never[:1]]) == Tally(1, 1, 1)
    assert match_facts(never, never) == Tally()


NAMES = st.sampled_from(["Bob", "Eve", None])
ROOMS = st.sampled_from(["medbay", "storage", None])
CLAIMS = st.lists(
    st.builds(
        Claim,
        st.sampled_from(["location", "sighting", "activity", "accusation", "defense"]),
        st.just("Bob"),
        subject=NAMES,
        target=NAMES,
        room=ROOMS,
        route=st.none() | st.lists(st.sampled_from(["medbay", "storage"]), max_size=3).map(tuple),
        also=st.lists(st.sampled_from(["medbay", "storage"]), max_size=2).map(tuple),
        activity=st.sampled_from([None, "task", "waiting"]),
        time=st.sampled_from(["", "at tick 3", "tick 3", "early"]),
        negated=st.booleans(),
        asserted=st.booleans(),
        source=st.sampled_from([None, None, "Eve"]),
    ),
    max_size=8,
)


@given(CLAIMS, CLAIMS)
def test_exchanging_the_sides_changes_nothing_else(left, right):
    there, back = match_claims(left, right), match_claims(right, left)
    assert Counter(map(repr, there.only_left)) == Counter(map(repr, back.only_right))
    assert Counter((repr(pair.left), repr(pair.right)) for pair in there.pairs) == Counter(
        (repr(pair.right), repr(pair.left)) for pair in back.pairs
    )
    for kind, tally in tallies(there).items():
        mirrored = tallies(back)[kind]
        assert (tally.matched, tally.left, tally.right) == (mirrored.matched, mirrored.right, mirrored.left)
        assert tally.f1 == mirrored.f1


@given(CLAIMS, CLAIMS)
def test_f1_is_one_exactly_if_both_say_the_same(left, right):
    def said(claims):
        # What counts, written down independently: every asserted claim once a room, without its time.
        plain = {
            (
                kind_of(claim), claim.subject, claim.target, place,
                claim.activity if claim.type == "activity" else None, claim.negated, claim.time,
            )
            for claim in claims if claim.asserted or claim.source
            for place in places(claim)
        }  # fmt: skip
        return Counter(key[:-1] for key in plain)

    def places(claim):
        if kind_of(claim) == "route":
            return [tuple(r for i, r in enumerate(claim.route) if i == 0 or claim.route[i - 1] != r)]
        return {claim.room, *claim.also, *(claim.route or ())} - {None} or {None}

    f1 = tallies(match_claims(left, right))["all"].f1
    one, other = said(left), said(right)
    assert (f1 in (1.0, None)) == (one == other)
    assert (f1 is None) == (not one and not other)


@given(CLAIMS)
def test_every_claim_is_counted_under_its_kind(claims):
    counts = tallies(match_claims(claims, []))
    assert sum(counts[row].left for row in (*KINDS, DENIALS)) == counts["all"].left
    assert all(tally.matched == 0 for tally in counts.values())
