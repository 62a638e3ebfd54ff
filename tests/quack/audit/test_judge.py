"""Rules that hold for every claim of every game, and the exam: scripted games know their verdicts."""

import itertools
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.intended import claims_from_intended, intended_by_utterance
from gander.quack.audit.judge import FactJudgement, GameAudit, judge_game
from gander.quack.audit.judgement import Judgement, Reading, Window
from gander.quack.audit.recorded import CLAIMS_NAME, read_recorded
from gander.quack.audit.recorded_claims import claims_from_recorded
from gander.quack.audit.utterances import Extraction, Utterance
from gander.quack.audit.verify import verify
from gander.quack.audit.whereabouts import Whereabouts
from gander.quack.claims import Claim
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.players import PLANS
from gander.quack.record import find_records, read_record
from gander.quack.world import GameMap, Rules
from gander.quack.world.rules import NAMES

TABLES = (("ship10", 6, 1), ("station16", 8, 2), ("harbour24", 10, 2))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    """A game for every map and lie plan."""
    folder = tmp_path_factory.mktemp("scripted")
    duck_kinds = ["scripted", *(f"scripted:{plan}" for plan in PLANS)]
    found = []
    for seed, ((name, players, ducks), duck) in enumerate(itertools.product(TABLES, duck_kinds)):
        rules = Rules(players=NAMES[:players], ducks=ducks)
        run = RunSettings(load_map(name), rules, "scripted", duck, {}, (seed,))
        results = play_run(folder / str(seed), run)
        found.append(open_game(read_record(results[0].path)))
    return found


def judged_intended(game: Game, reading: Reading = Reading()) -> GameAudit:  # noqa: B008
    return judge_game(game, claims_from_intended(game), reading)


def spanless(claim: Claim) -> Claim:
    return msgspec.structs.replace(claim, span=None)


def one_claim(game: Game, utterance: Utterance, claim: Claim) -> GameAudit:
    return judge_game(game, [Extraction(utterance, "extracted", (claim,))])


def test_claims_earn_the_verdicts_that_they_were_meant_to(games: list[Game]):
    seen: Counter[tuple[str | None, str]] = Counter()
    for game in games:
        intended = {
            (number, spanless(its.claim)): its.verdict
            for number, claims in intended_by_utterance(game).items()
            for its in reversed(claims)
        }
        for judgement in judged_intended(game).judgements:
            meant = intended[judgement.utterance, spanless(judgement.claim)]
            if meant is not None:
                seen[meant, judgement.verdict] += 1
    right = sum(count for (meant, found), count in seen.items() if meant == found)
    assert right >= 0.995 * seen.total() > 1000
    assert {"true", "false", "near_miss", "unverifiable"} <= {meant for meant, _ in seen}


@settings(max_examples=150)
@given(data=st.data())
def test_where_somebody_was_it_was(games: list[Game], data: st.DataObject):
    game = data.draw(st.sampled_from(games))
    timeline = game.timeline
    utterance = data.draw(st.sampled_from(game.utterances))
    its = timeline.rounds[utterance.meeting]
    name = data.draw(st.sampled_from(sorted(game.ids)))
    stays = [
        stay
        for stay in timeline.stays[game.ids[name]]
        if stay.room is not None and stay.start < its.end and stay.end > its.start
    ]
    if not stays:
        return
    stay = data.draw(st.sampled_from(stays))
    tick = game.record.events[max(stay.start, its.start)].tick
    if its.number and tick < its.first_tick:
        return  # the tick of a respawn is the earlier round's
    claim = Claim("location", utterance.speaker, subject=name, room=stay.room, time=f"at tick {tick}")
    (judgement,) = one_claim(game, utterance, claim).judgements
    assert judgement.verdict == "true"
    assert not judgement.misdated
    denial = msgspec.structs.replace(claim, negated=True)
    assert one_claim(game, utterance, denial).judgements[0].verdict == "false"


claims = st.builds(
    Claim,
    type=st.sampled_from(("location", "sighting", "activity")),
    speaker=st.sampled_from(NAMES[:6]),
    subject=st.sampled_from(NAMES[:6]),
    target=st.sampled_from(NAMES[:6]),
    room=st.sampled_from(("cafeteria", "medbay", "electrical", "storage", "security")),
    route=st.none() | st.just(("cafeteria", "medbay")) | st.just(("medbay", "electrical", "security")),
    activity=st.sampled_from(("task", "traveling", "waiting")),
    state=st.sampled_from((None, "alive", "body", "unknown")),
    negated=st.booleans(),
)


@settings(max_examples=300)
@given(data=st.data())
def test_a_wider_window_makes_nothing_true_false(games: list[Game], data: st.DataObject):
    game = data.draw(st.sampled_from(games[: len(games) // 3]))  # those on the standard map
    at = Whereabouts(game, Reading())
    its = data.draw(st.sampled_from([its for its in game.timeline.rounds if its.meeting is not None]))
    claim = data.draw(claims)
    bounds = sorted(data.draw(st.lists(st.integers(its.first_tick, its.last_tick), min_size=4, max_size=4)))

    def found(first: int, last: int) -> str:
        start, end = game.timeline.span(first, last)
        span = (max(start, its.start), min(end, its.end))
        return verify(at, claim, at.question(Window((span,), ((first, last),), its.number))).verdict

    wide, narrow = found(bounds[0], bounds[3]), found(bounds[1], bounds[2])
    if claim.negated:
        assert not (narrow == "false" and wide == "true")
    else:
        assert narrow != "true" or wide == "true"
        assert narrow == "false" or wide != "false"


def test_verdicts_do_not_hang_on_the_order_of_claims(games: list[Game]):
    for game in games[::4]:
        extractions = claims_from_intended(game)
        draw = random.Random(7)
        mixed = [
            msgspec.structs.replace(one, claims=tuple(draw.sample(one.claims, len(one.claims))))
            for one in extractions
        ]
        one, other = judge_game(game, extractions), judge_game(game, mixed)
        for ours, theirs in ((one.judgements, other.judgements), (one.facts, other.facts)):
            assert sorted(map(str, ours)) == sorted(map(str, theirs))


@pytest.mark.parametrize(
    "reading",
    [
        Reading(),
        Reading(positions=False),
        Reading(positions=False, meeting=False, comings=False, bodies=False, phrases=False, moods=False),
    ],
)
def test_every_judgement_has_its_proof(games: list[Game], reading: Reading):
    for game in games[::3]:
        audit = judged_intended(game, reading)
        lines = len(game.record.events)
        found: list[Judgement | FactJudgement] = [*audit.judgements, *audit.facts]
        for its in found:
            assert list(its.evidence) == sorted(set(its.evidence))
            assert all(1 <= line <= lines for line in its.evidence)
            assert bool(its.evidence) == (its.verdict != "unverifiable"), its
        for judgement in audit.judgements:
            assert judgement.misdated == (judgement.misses_by is not None)
            assert judgement.reason
            assert msgspec.json.decode(msgspec.json.encode(judgement), type=type(judgement)) == judgement


def test_facts_of_true_claims_are_true(games: list[Game]):
    for game in games[::3]:
        audit = judged_intended(game)
        false = {
            (its.utterance, its.fact.player, its.fact.room, its.fact.time)
            for its in audit.facts
            if its.verdict == "false"
        }
        for judgement in audit.judgements:
            claim = judgement.claim
            if judgement.verdict == "true" and not claim.negated and claim.type != "activity":
                for room in (claim.room, *(claim.route or ())):
                    assert (judgement.utterance, claim.subject, room, claim.time) not in false


def test_repeats_are_left_out_and_counted(games: list[Game]):
    game = games[0]
    said = game.utterances[0]
    claim = Claim("location", said.speaker, subject=said.speaker, room="medbay", span=(0, 5))
    again = msgspec.structs.replace(claim, span=(9, 14))
    other = msgspec.structs.replace(claim, time="at tick 3")
    audit = judge_game(game, [Extraction(said, "extracted", (claim, again, other))])
    assert [its.claim for its in audit.judgements] == [claim, other]
    assert audit.repeats == 1


def test_names_are_resolved_where_they_can_be(games: list[Game]):
    game = games[0]
    said = game.utterances[0]
    claim = Claim("location", said.speaker, subject=said.speaker.lower(), room="Med Bay")
    unknown = Claim("sighting", said.speaker, subject=said.speaker, target="Zoe", room="the lab")
    audit = judge_game(game, [Extraction(said, "extracted", (claim, unknown))])
    assert (audit.judgements[0].claim.subject, audit.judgements[0].claim.room) == (said.speaker, "medbay")
    assert audit.judgements[1].claim == unknown
    assert audit.judgements[1].verdict == "unverifiable"


def test_states_and_coverage(games: list[Game]):
    game = games[0]
    extractions = [Extraction(said, "no_claims") for said in game.utterances]
    extractions[0] = Extraction(game.utterances[0], "failed", why="no answer")
    audit = judge_game(game, extractions)
    assert audit.states == {"failed": 1, "no_claims": len(extractions) - 1}
    assert audit.covered == len(extractions) - 1
    assert (audit.judgements, audit.facts) == ((), ())


@pytest.mark.released
def test_own_spatial_hallucination_of_the_released_geese(released_dir: Path, ship10: GameMap):
    for setting in sorted(path for path in released_dir.iterdir() if path.is_dir()):
        own: Counter[str] = Counter()
        spoken: Counter[str] = Counter()
        for path in find_records(setting):
            game = open_game(read_record(path), ship10)
            geese = {name for name, player in game.ids.items() if game.record.teams[player] == "goose"}
            extractions = claims_from_recorded(game, read_recorded(path.with_name(CLAIMS_NAME)))
            for its in judge_game(game, extractions).judgements:
                if its.claim.speaker in geese and its.claim.type in ("location", "sighting", "activity"):
                    spoken[its.verdict] += 1
                    if its.claim.type != "activity" and its.whose == "own":
                        own[its.verdict] += 1
        checked = own.total() - own["unverifiable"]
        assert (own["false"] + own["wrong_room"]) / checked <= 0.025, (setting.name, own)
        assert spoken["true"] / (spoken.total() - spoken["unverifiable"]) >= 0.97, (setting.name, spoken)
