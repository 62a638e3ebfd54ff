"""Where claims come from, by the command line's word."""

from pathlib import Path

import pytest

from gander.errors import InputError
from gander.quack.audit.claims_file import claims_folder, claims_name, to_lines
from gander.quack.audit.game import open_game
from gander.quack.audit.intended import claims_from_intended
from gander.quack.audit.sources import check_claims, claims_file, open_source
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import Rules


@pytest.fixture
def game(tmp_path):
    settings = RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (5,))
    [result] = play_run(tmp_path / "run", settings)
    return open_game(read_record(result.path))


def test_intended_claims_come_from_the_record(game):
    assert open_source("intended")(game) == claims_from_intended(game)


@pytest.mark.parametrize("word", ["recorded", "model:openai/gpt-5", "claims.x.jsonl"])
def test_without_a_file_everything_failed(game, word):
    assert {extraction.state for extraction in open_source(word)(game)} == {"failed"}


def test_a_models_claims_come_from_its_file(game):
    extractions = claims_from_intended(game)
    place = claims_folder(game.record.path, None)
    (place / claims_name("model:a/b")).write_bytes(to_lines(extractions, "model:a/b"))
    assert open_source("model:a/b")(game) == extractions
    assert open_source("claims.a-b.jsonl")(game) == extractions


def test_claims_from_elsewhere(game, tmp_path):
    out = tmp_path / "out"
    extractions = claims_from_intended(game)
    path = claims_folder(game.record.path, out) / "claims.x.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(to_lines(extractions, "x"))
    assert open_source(f"{out}/claims.x.jsonl")(game) == extractions
    assert open_source(str(path))(game) == extractions
    assert {its.state for its in open_source(f"{out}/claims.y.jsonl")(game)} == {"failed"}


def test_claims_that_no_game_has_are_named_before_any_game_is_read(game, tmp_path, monkeypatch):
    record = game.record.path
    for word in ("rules", "intended"):
        assert claims_file(word, record) is None
        check_claims(word, [record])
    for word, name in (("recorded", "extracted_claims.jsonl"), ("model:a/b", "claims.a-b.jsonl")):
        with pytest.raises(InputError, match=name):
            check_claims(word, [record])
    path = claims_folder(record, tmp_path / "out") / "claims.x.jsonl"
    path.parent.mkdir(parents=True)
    path.touch()
    for word in (f"{tmp_path}/out/claims.x.jsonl", str(path)):
        assert claims_file(word, record) == path
        # One game that has them is enough.
        other = tmp_path / "run" / "seed99" / "game.jsonl"
        assert check_claims(word, [other, record]) == ([other] if "seed" not in word else [])
    with pytest.raises(InputError, match="none of the 2 games") as caught:
        check_claims(f"{tmp_path}/out/claims.y.jsonl", [record, record], "--other")
    assert caught.value.where == f"--other {tmp_path}/out/claims.y.jsonl"
    monkeypatch.chdir(path.parent)
    with pytest.raises(InputError, match=r"write \./claims\.x\.jsonl"):
        check_claims("claims.x.jsonl", [record])
    assert claims_file("./claims.x.jsonl", record) == Path("claims.x.jsonl")


def test_another_models_claims_are_not_taken(game):
    path = claims_folder(game.record.path, None) / claims_name("model:a/b-c")
    path.write_bytes(to_lines(claims_from_intended(game), "model:a-b/c"))
    with pytest.raises(InputError, match="model:a-b/c") as caught:
        open_source("model:a/b-c")(game)
    assert caught.value.where == str(path)


@pytest.mark.parametrize("word", ["", "gpt-5", "model:", "rule"])
def test_unknown_sources(word):
    with pytest.raises(InputError, match="no source"):
        open_source(word)


def test_a_folder_that_is_not_there():
    with pytest.raises(InputError, match="no such file or folder"):
        open_source("nowhere/claims.jsonl")
