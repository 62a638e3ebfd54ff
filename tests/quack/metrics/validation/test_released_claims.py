"""Validation on released records: what can be said without knowing what they say."""

import json

import pytest

from gander.quack.audit.games import open_games, records_at
from gander.quack.audit.sources import open_source
from gander.quack.metrics.validation import FACTS, agree_on_game, draw, rate_differences, scores

pytestmark = pytest.mark.released

SETTING = "homogeneous_gpt5.5"


@pytest.fixture(scope="module")
def games(released_dir, ship10):
    return list(open_games(records_at([released_dir / SETTING]), ship10))


def test_an_extractor_agrees_with_itself(games):
    recorded = open_source("recorded")
    agreements = [agree_on_game(game, recorded, recorded, game.record.path.parent) for game in games]
    rows = {row.name: row for row in scores([its.tallies for its in agreements])}
    assert {row.f1.value for row in rows.values() if row.tally.left} == {1.0}
    assert rows["all"].tally.left > rows["location"].tally.left > 0
    for its in rate_differences(agreements):
        assert its.left == its.right
        assert its.difference.estimate.value == 0


def test_only_utterances_with_a_stored_extraction_are_compared(games):
    """Counted by hand from the files: lines that some utterance of the game bears out."""
    rules, recorded = open_source("rules"), open_source("recorded")
    for game in games[:10]:
        lines = (game.record.path.parent / "extracted_claims.jsonl").read_text().splitlines()
        stored = {
            (line["meeting"], line["speaker"], line["utterance_sha256"]) for line in map(json.loads, lines)
        }
        spoken = [
            (its.meeting, its.speaker_id, its.sha256) in stored for its in game.utterances if its.text.strip()
        ]
        agreement = agree_on_game(game, rules, recorded, game.record.path.parent)
        assert (agreement.utterances, agreement.read[1]) == (len(spoken), sum(spoken))
        assert agreement.compared <= min(agreement.read)
        assert (agreement.tallies[FACTS].matched > 0) == (agreement.compared > 0)


def test_a_sample_can_be_drawn(games):
    sample = draw(games, open_source("recorded"), claims=100, utterances=40, seed=1)
    assert (len(sample.claims), len(sample.utterances)) == (100, 40)
    assert all(sample.drawn.values())
    assert len({row["verdict"] for row in sample.claims}) >= 4
