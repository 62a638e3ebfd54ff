"""``gander quack extract`` as a person uses it; what a model answers is tested beside its extractor."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gander.cli import app
from gander.errors import InputError
from tests.quack.small_records import Script

PERSIAN = "من در درمانگاه بودم و باب را دیدم."


def extract(*args: object, **environment: str | None) -> Result:
    return CliRunner().invoke(app, ["quack", "extract", *map(str, args)], env=environment)


def spoken(folder: Path, *messages: str) -> Path:
    """A game in which this is said."""
    script = Script(("storage", "cafeteria", "medbay", "cafeteria")).start().call("Diana")
    for message in messages:
        script.say("Bob", message)
    return script.vote(Bob="Alice", Diana="Alice").eject("Alice", duck=True).over().write(folder).parent


def test_an_estimate_needs_no_key(tmp_path):
    game = spoken(tmp_path / "seed01", "I was in medbay.")
    done = extract(game, "--claims", "model:openai/gpt-5", "--dry-run", OPENAI_API_KEY=None)
    assert done.exit_code == 0, done.exception
    assert "1 utterance; prompt" in done.stdout
    assert "To do: 1 call (up to 2" in done.stdout
    assert [path.name for path in game.iterdir()] == ["game.jsonl"]
    asked = extract(game, "--claims", "model:openai/gpt-5", OPENAI_API_KEY=None)
    assert isinstance(asked.exception, InputError)
    assert "OPENAI_API_KEY" in str(asked.exception)


@pytest.mark.parametrize("args", [("--claims", "model:gpt-5"), ("--claims", "model:a/b", "-M", "api_key=1")])
def test_an_estimate_still_tells_what_is_wrong(tmp_path, args):
    done = extract(spoken(tmp_path / "seed01", "I was in medbay."), *args, "--dry-run")
    assert isinstance(done.exception, InputError)


def test_a_script_that_the_rules_cannot_read_is_told(tmp_path):
    """Some of it: noted. All of it: there is nothing to go on with, and the exit code says so."""
    done = extract(spoken(tmp_path / "seed01", PERSIAN, "I was in medbay."), "--claims", "rules")
    assert (done.exit_code, done.exception) == (0, None)
    assert "1 game, 1 claim. Utterances: 1 with claims, 1 failed; 50.0% of what was said" in done.stdout
    done = extract(spoken(tmp_path / "seed02", PERSIAN, PERSIAN[::-1]), "--claims", "rules")
    assert done.exit_code == 1
    assert "0.0% of what was said is covered" in done.stdout
    assert "Failed: 2 × no rules for this language" in done.stdout
    assert "other languages are read by a model" in done.stderr


def test_an_audit_of_what_the_rules_cannot_read_says_so(tmp_path):
    game = spoken(tmp_path / "seed01", PERSIAN)
    done = CliRunner().invoke(app, ["quack", "audit", str(game), "--claims", "rules"])
    assert done.exit_code == 0, done.exception
    assert "1 of 1 game is not read (claims: rules, which read English in Latin script)" in done.stderr
    assert "0.0% of utterances read; 1 game." in done.stdout


def test_a_silent_game_has_nothing_to_fail_on(tmp_path):
    done = extract(spoken(tmp_path / "seed01", ""), "--claims", "rules")
    assert done.exit_code == 0
    assert "What failed" not in done.stderr
    assert "1 game, 0 claims. Utterances: 1 empty." in done.stdout


def test_the_command_to_go_on_with_is_a_line_of_its_own_however_narrow(tmp_path):
    game = spoken(tmp_path / "the first" / "seed01", "I was in medbay.")
    done = extract(game, "--claims", "rules", COLUMNS="30")
    lines = done.stdout.splitlines()
    assert lines[-1] == f"gander quack audit '{game}' --claims rules"
    assert max(map(len, lines[:-1])) <= 30
