"""Claims files of Gander's own: what is written is what is read back."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.claims_file import claims_folder, claims_name, to_lines
from gander.quack.audit.game import open_game
from gander.quack.audit.recorded import read_recorded
from gander.quack.audit.recorded_claims import claims_from_recorded
from gander.quack.audit.utterances import Extraction
from gander.quack.claims import Claim
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import Rules

TEXT = st.none() | st.text(st.characters(codec="utf-8"), max_size=12)
CLAIM = st.builds(
    Claim,
    st.sampled_from(["location", "sighting", "activity", "accusation", "defense"]),
    st.none(),  # the speaker is the utterance's
    subject=TEXT,
    target=TEXT,
    room=TEXT,
    route=st.none() | st.lists(st.text(max_size=5), max_size=3).map(tuple),
    also=st.lists(st.text(max_size=5), max_size=2).map(tuple),
    activity=TEXT,
    time=st.text(max_size=12),
    state=st.sampled_from([None, "alive", "body", "unknown"]),
    negated=st.booleans(),
    asserted=st.booleans(),
    source=TEXT,
    strength=st.sampled_from([None, "weak", "strong"]),
    basis=TEXT,
    but=st.lists(st.text(max_size=5), max_size=2).map(tuple),
    span=st.none() | st.tuples(st.integers(0, 9), st.integers(9, 99)),
)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    settings = RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (3,))
    [result] = play_run(tmp_path_factory.mktemp("run"), settings)
    return open_game(read_record(result.path))


@given(st.data())
def test_what_is_written_is_read_back(game, tmp_path_factory, data):
    path = tmp_path_factory.mktemp("claims") / "claims.x.jsonl"
    extractions = []
    for utterance in game.utterances:
        state = data.draw(st.sampled_from(["extracted", "no_claims", "failed"]))
        claims = data.draw(st.lists(CLAIM, min_size=1, max_size=2)) if state == "extracted" else []
        own = tuple(Claim(**{**as_fields(claim), "speaker": utterance.speaker}) for claim in claims)
        why = "the server was away" if state == "failed" else ""
        extractions.append(Extraction(utterance, state, own, why))
    path.write_bytes(to_lines(extractions, "x"))
    recorded = read_recorded(path)
    assert claims_from_recorded(game, recorded) == tuple(extractions)
    assert recorded.extractors == {"x"}


def as_fields(claim):
    return {name: getattr(claim, name) for name in claim.__struct_fields__}


def test_a_released_line_is_still_anchored_and_never_whole(tmp_path):
    line = {"speaker": "player_1", "meeting": 0, "utterance_sha256": "ab", "claims": [], "extractor": "x"}
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps(line) + "\n")
    assert read_recorded(path).whole == frozenset()
    path.write_text(json.dumps({**line, "state": "no_claims"}) + "\n")
    assert read_recorded(path).whole == {(0, "player_1", "ab")}


def test_a_failed_line_holds_no_claims_and_says_why(tmp_path):
    line = {"speaker": "player_1", "meeting": 0, "utterance_sha256": "ab", "claims": []}
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps({**line, "state": "failed", "why": "timeout"}) + "\n")
    recorded = read_recorded(path)
    assert (recorded.by_utterance, recorded.failed) == ({}, {(0, "player_1", "ab"): "timeout"})


def test_names_and_places():
    assert claims_name("rules") == "claims.rules.jsonl"
    assert claims_name("model:openai-api/local/qwen3:8b") == "claims.openai-api-local-qwen3-8b.jsonl"
    assert claims_name("model:../../etc") == "claims.etc.jsonl"
    record = Path("/data/mixed/seed07/game.jsonl")
    assert claims_folder(record, None) == Path("/data/mixed/seed07")
    assert claims_folder(record, Path("out")) == Path("out/mixed/seed07")
    assert claims_folder(Path("/game.jsonl"), Path("out")) == Path("out")
