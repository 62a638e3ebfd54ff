import re
from collections import Counter

import pytest

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.intended import claims_from_intended, intended_by_utterance, intended_claims
from gander.quack.audit.phrases import read_phrase
from gander.quack.audit.recorded import RecordedClaim, RecordedClaims, read_recorded
from gander.quack.audit.recorded_claims import claims_from_recorded
from gander.quack.audit.windows import resolve_window
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import GameMap, Rules


@pytest.fixture(scope="module")
def game(ship10: GameMap, tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("scripted")
    play_run(folder, RunSettings(ship10, Rules(), "scripted", "scripted", {}, (4,)))
    (path,) = folder.rglob("game.jsonl")
    return open_game(read_record(path))


def test_states_of_recorded_claims(game: Game):
    said = [utterance for utterance in game.utterances if utterance.text.strip()]
    assert len(said) > 2
    keys = [(one.meeting, one.speaker_id, one.sha256) for one in said[:2]]
    claim = RecordedClaim("location", subject=said[0].speaker, room="med bay", temporal="early")
    stored = RecordedClaims(game.record.path, {keys[0]: (claim,), keys[1]: ()}, {})
    found = claims_from_recorded(game, stored)
    assert [its.utterance for its in found] == list(game.utterances)
    by_number = {its.utterance.number: its for its in found}
    assert by_number[said[0].number].state == "extracted"
    assert by_number[said[0].number].claims[0].room == "medbay"
    assert by_number[said[1].number].state == "no_claims"
    failed = by_number[said[2].number]
    assert (failed.state, failed.why, failed.claims) == ("failed", "no extraction is stored", ())


def test_without_a_file_every_utterance_has_failed(game: Game):
    states = {its.state for its in claims_from_recorded(game, None) if its.utterance.text.strip()}
    assert states == {"failed"}


def test_intended_claims_are_an_extraction(game: Game):
    stored = intended_by_utterance(game)
    assert stored
    found = claims_from_intended(game)
    assert [its.utterance for its in found] == list(game.utterances)
    for its in found:
        intended = stored.get(its.utterance.number)
        assert its.claims == tuple(one.claim for one in intended or ())
        assert its.state in ("extracted", "no_claims", "empty")


def test_intended_claims_stand_with_their_utterances(game: Game):
    stored = intended_by_utterance(game)
    recorded = intended_claims(game.record)
    assert recorded is not None
    assert len(recorded.by_utterance) <= len(stored)
    for utterance in game.utterances:
        claims = recorded.by_utterance.get((utterance.meeting, utterance.speaker_id, utterance.sha256))
        assert (claims is None) == (utterance.number not in stored)


def test_scripted_time_phrases_are_understood(game: Game):
    """Every way in which scripted players speak of time has a rule."""
    phrases = {
        (its.claim.time, game.utterances[number].meeting)
        for number, claims in intended_by_utterance(game).items()
        for its in claims
    }
    assert len(phrases) > 10
    for phrase, meeting in phrases:
        window = resolve_window(phrase, game, meeting)
        assert window.state == ("stated" if phrase else "unstated"), phrase


@pytest.mark.released
def test_released_phrases_with_numbers_are_understood(released_dir):
    rules: Counter[str] = Counter()
    for path in released_dir.rglob("game.jsonl"):
        claims = read_recorded(path.parent / "extracted_claims.jsonl")
        for stored in claims.by_utterance.values():
            rules.update(
                read_phrase(claim.temporal).rule
                for claim in stored
                if claim.temporal and re.search(r"(?<![A-Za-z])[Tt]?[0-9]", claim.temporal)
            )
    assert rules.total() > 3000
    assert rules["event"] == 0
    assert rules["unstated"] == 0


@pytest.mark.released
def test_released_claims_find_their_sentences(released_dir, ship10):
    count: Counter[str] = Counter()
    for path in released_dir.rglob("game.jsonl"):
        claims = read_recorded(path.parent / "extracted_claims.jsonl")
        for extraction in claims_from_recorded(open_game(read_record(path), ship10), claims):
            for claim in extraction.claims:
                if claim.type in ("location", "sighting", "activity"):
                    count["all"] += 1
                    count["anchored"] += claim.span is not None
                    count["not asserted"] += not claim.asserted
    assert count["anchored"] > 0.95 * count["all"]
    assert 0 < count["not asserted"] < 0.05 * count["all"]
