"""Speeches carry the claims they were built from, where they stand and with the right verdict."""

import re
from collections import Counter

import pytest

from gander.quack.claims import Claim, IntendedClaim
from gander.quack.library import load_map
from gander.quack.players import PLANS
from gander.quack.players.listening import Remark, plain, remarks
from gander.quack.players.speech import Speech, clause
from gander.quack.world import GameMap, Rules, generate_map
from gander.quack.world.rules import NAMES
from tests.quack.players.table import Spoken, Table, TrueRound, judge, seat_scripted

ROSTER = ("Alice", "Bob", "Eve")
ROOMS = ("medbay", "upper_engine", "storage")


def round_of(table: Table, said: Spoken, claim: Claim) -> TrueRound:
    return table.rounds[said.round - (claim.time.lower() == "last round")]


def check_claims(table: Table, seen: Counter[str]) -> None:
    for said in table.spoken:
        for intended in said.claims:
            claim = intended.claim
            assert claim.span
            start, end = claim.span
            words = said.text[start:end]
            assert 0 <= start < end <= len(said.text)
            assert claim.time in words
            assert claim.speaker == said.speaker
            for room in (claim.room, *(claim.route or ())):
                named = room is None or plain(room).casefold() in words.casefold()
                assert named or re.search(r"\bthere\b", words) or claim.activity in ("reporting", "calling")
            if claim.target not in (None, claim.speaker):
                assert str(claim.target) in words
            seen[f"{claim.type}:{intended.verdict}:{intended.plan}"] += 1
            if not claim.asserted:
                assert intended.verdict == "unverifiable"
            elif claim.type == "accusation":
                ducks = {seat.name for seat in table.engine.seats if seat.duck}
                assert intended.verdict in (None, "true" if claim.target in ducks else "false")
            elif claim.type == "defense":
                assert intended.verdict is None
                assert claim.basis
            else:
                assert judge(claim, round_of(table, said, claim)) == intended.verdict, (said.text, claim)
            if intended.plan == "truthful":
                assert intended.verdict in ("true", "unverifiable", None)
            else:
                assert intended.verdict in ("false", "wrong_room", "near_miss")


@pytest.mark.parametrize("plan", [None, *PLANS])
def test_every_claim_earns_the_verdict_that_it_means_to(ship10: GameMap, plan: str | None):
    seen: Counter[str] = Counter()
    for seed in range(12):
        check_claims(seat_scripted(ship10, Rules(), seed, plan).play(), seen)
    assert (
        seen["location:true:truthful"] and seen["sighting:true:truthful"] and seen["activity:true:truthful"]
    )
    if plan == "truthful":
        assert all(key.endswith(":truthful") for key in seen)
    elif plan is not None:
        lied = {key for key in seen if key.endswith(plan)}
        assert lied
        if plan == "overclaim_duration":
            assert lied == {"location:near_miss:overclaim_duration"}


@pytest.mark.parametrize(
    ("game_map", "players", "ducks"),
    [
        (load_map("station16"), 10, 2),
        (load_map("harbour24"), 16, 3),
        (generate_map(5, 1), 8, 2),
        (generate_map(2, 1), 4, 1),
    ],
)
def test_claims_hold_on_other_maps_and_with_more_players(game_map: GameMap, players: int, ducks: int):
    seen: Counter[str] = Counter()
    tasks = min(5, len(game_map.tasks))
    rules = Rules(players=NAMES[:players], ducks=ducks)
    rules = type(rules)(players=rules.players, ducks=ducks, tasks=type(rules.tasks)(per_goose=tasks))
    for seed in range(4):
        check_claims(seat_scripted(game_map, rules, seed).play(), seen)


def test_a_speech_knows_where_its_clauses_stand():
    speech = Speech()
    first = Claim("location", "Alice", subject="Alice", room="medbay", time="at tick 3")
    then = Claim("sighting", "Alice", subject="Alice", target="Bob", room="medbay")
    place = clause(
        "{time} I was in {room}", IntendedClaim(first, "true", "truthful"), time="at tick 3", room="medbay"
    )
    met = clause("{name} was there", IntendedClaim(then, "true", "truthful"), name="bob")
    speech.say(place)
    speech.join(met)
    speech.say(met, "?")
    text, claims = speech.done()
    assert text == "At tick 3 I was in medbay, and bob was there. bob was there?"
    assert [text[slice(*intended.claim.span)] for intended in claims if intended.claim.span] == [
        "At tick 3 I was in medbay",
        "bob was there",
        "bob was there",
    ]
    assert claims[0].claim.time == "At tick 3"


def test_nothing_said_is_nothing():
    speech = Speech()
    assert not speech.say(None)
    assert not speech.join(None)
    assert speech.done() == ("", ())


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("I was in medbay ticks 4-6.", [Remark("Alice", "place", "Alice", "medbay", 4, 6)]),
        ("Around tick 9 I was in Upper Engine.", [Remark("Alice", "place", "Alice", "upper_engine", 9, 9)]),
        ("I saw Bob in storage at tick 7.", [Remark("Alice", "saw", "Bob", "storage", 7, 7)]),
        ("I saw Bob kill Eve in medbay at tick 7.", [Remark("Alice", "killed", "Bob", "medbay", 7, 7)]),
        ("I'm voting Bob.", [Remark("Alice", "accused", "Bob", weight=3)]),
        ("I can vouch for Bob.", [Remark("Alice", "vouched", "Bob")]),
        ("Bob, were you in medbay at tick 3?", []),
        ("I wasn't in medbay at all. I never saw Bob.", []),
        ("Bob says they were in storage at tick 3.", []),
        ("My route was medbay → storage.", []),
    ],
)
def test_listening_catches_plain_statements(message: str, found: list[Remark]):
    assert list(remarks("Alice", message, ROSTER, ROOMS)) == found
