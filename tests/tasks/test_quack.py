"""QUACK as an Inspect task: the same games, records and figures as on the command line, failures apart."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gander.errors import InputError
from gander.quack.library import load_map
from gander.quack.live_run import play_live_run
from gander.quack.metrics.audits import audit_games
from gander.quack.players.model.ledger import read_calls
from gander.quack.record import find_records, read_record
from gander.quack.replay import reenact
from tests.quack.test_live_run import ATTACK, SHORT, lines, played_by_text, settings
from tests.servers.openai_server import OpenAIServer, Request

MODEL = "openai-api/local/goose-vl"
SCRIPTED = "gander/scripted"
BOTH = {"goose": SCRIPTED, "duck": SCRIPTED}

Evaluate = Callable[..., Any]


@pytest.fixture
def evaluate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluate:
    """Evaluates the task as ``inspect eval`` does, in this process, and gives its log."""
    monkeypatch.setenv("LOCAL_API_KEY", "sk-local-0123456789")
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short.yaml").write_text("win: {tick_budget: 12}\n")
    (tmp_path / "three.yaml").write_text("win: {tick_budget: 3}\n")
    from inspect_ai import eval as inspect_eval

    def run(roles: Any = None, logs: str = "logs", options: Any = None, **args: Any) -> Any:
        given = {"rules": str(tmp_path / "short.yaml"), "senses": "text"} | args
        (log,) = inspect_eval(
            "gander/quack", model_roles=BOTH if roles is None else roles, task_args=given,
            log_dir=str(tmp_path / logs), display="none", **({"model": None} | (options or {})),
        )  # fmt: skip
        return log

    return run


def local(url: str, **config: Any) -> dict[str, Any]:
    """A model on a server of ours in both roles."""
    from inspect_ai.model import GenerateConfig, get_model

    return {
        role: get_model(MODEL, base_url=url, memoize=False, config=GenerateConfig(**config))
        for role in ("goose", "duck")
    }


def test_a_game_is_that_of_quack_play(evaluate: Evaluate, tmp_path: Path) -> None:
    log = evaluate(games=2, seed=4)
    assert log.status == "success"
    assert [sample.id for sample in log.samples] == ["seed04", "seed05"]
    beside = Path(log.location).with_suffix("")
    run = settings(load_map("ship10"), 4, 5, rules=SHORT, goose=f"model:{SCRIPTED}", duck=f"model:{SCRIPTED}")
    play_live_run(tmp_path / "play", run)
    for seed in (4, 5):
        assert lines(beside, seed) == lines(tmp_path / "play", seed)
        reenact(read_record(beside / f"seed{seed:02d}/game.jsonl"))


def test_scores_are_the_audits_figures_and_the_undefined_is_no_value(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    log = evaluate(games=3, seed=1)
    audits = audit_games(find_records(Path(log.location).with_suffix("")), load_map("ship10"), by="all")
    figures = audits.groups[0].figures
    told = {score.name: score for score in log.results.scores}
    shown = [column for column in audits.columns if column.headline]
    assert {column.name for column in shown} == set(told)
    assert {(column.team, told[column.name].scorer) for column in shown} == {
        ("goose", "geese"), ("duck", "ducks"), ("both", "game"),
    }  # fmt: skip
    undefined = 0
    for column in shown:
        mean, score = figures[column.name].mean, told[column.name]
        found = {metric.name: metric.value for metric in score.metrics.values()}
        assert (score.scored_samples, score.unscored_samples) == (mean.n, mean.undefined)
        assert found["n"] == mean.n
        if mean.value is None:
            assert math.isnan(found["mean"])
            undefined += 1
            continue
        assert found["mean"] == pytest.approx(mean.value)
        assert ("stderr" in found) == (mean.n > 1)
    assert undefined
    for sample in log.samples:
        for score in sample.scores.values():
            for name, value in score.value.items():
                part, whole = score.metadata["figures"][name]
                assert math.isnan(value) if whole == 0 else value == pytest.approx(part / whole)


def test_the_log_tells_the_game_the_claims_and_what_it_took(evaluate: Evaluate) -> None:
    log = evaluate(seed=3)
    (sample,) = log.samples
    record = read_record(Path(sample.metadata["record"]))
    texts = [message.text for message in sample.messages]
    assert texts[1].startswith("```text\nRound 1, from tick 1\n")
    assert any("votes for" in text for text in texts)
    assert max(map(len, texts)) < 20_000
    assert sample.output.completion.startswith(("Geese won", "Ducks won"))
    claims = sample.scores["geese"].metadata["claims"] + sample.scores["ducks"].metadata["claims"]
    said = [event.data["message"] for event in record.events if event.event_type == "discussion_message"]
    assert claims
    for claim in claims:
        assert claim["verdict"] in ("true", "false", "wrong_room", "near_miss", "unverifiable")
        assert claim["reason"]
        assert any(json.loads(claim["said"]) in text for text in said)
    calls = read_calls(Path(sample.metadata["record"]).with_name("calls.jsonl"))
    assert {cost["player"] for cost in sample.metadata["costs"]} == set(record.names.values())
    assert sum(cost["calls"] for cost in sample.metadata["costs"]) == len(calls)
    spans = [event.name for event in sample.events if event.event == "span_begin"]
    assert sum(name.endswith((": act", ": speak", ": vote")) for name in spans) == len(calls)
    assert set(log.stats.role_usage) == {"goose", "duck"}


def test_pictures_reach_the_model_and_only_their_hashes_the_log(evaluate: Evaluate, tmp_path: Path) -> None:
    pytest.importorskip("gander.quack.senses.pictures")
    with OpenAIServer(reply=played_by_text) as server:
        log = evaluate(local(server.url), seed=2, senses="both", pictures=str(tmp_path / "pictures"))
        assert log.status == "success"
        assert {len(request.images) for request in server.requests} == {2}
        calls = len(server.requests)
    (sample,) = log.samples
    dumped = sample.model_dump_json()
    assert "base64," not in dumped
    kept = {path.stem for path in (tmp_path / "pictures").glob("*.png")}
    assert kept
    for name in kept:
        assert f"[picture {name}]" in dumped
    assert dumped.count("[picture ") >= 2 * calls
    # A compressed log, prompts and all, is a fraction of the pictures alone.
    pictures = sum(path.stat().st_size for path in (tmp_path / "pictures").iterdir())
    assert Path(log.location).stat().st_size < pictures


def test_what_players_write_stays_text_in_the_log(evaluate: Evaluate) -> None:
    def attacked(request: Request) -> str:
        said = json.loads(re.sub(r"^[^{]*|[^}]*$", "", played_by_text(request)))
        for key in said.keys() & {"say", "speech"}:
            said[key] = ATTACK
        # One in four names no choice.
        return "nothing" if request.number % 4 == 0 else json.dumps(said)

    with OpenAIServer(reply=attacked) as server:
        log = evaluate(local(server.url), seed=6)
    (sample,) = log.samples
    for message in sample.messages:
        lines = message.text.splitlines()
        # Nothing that was said ends the block that shows it, and nothing hides or turns text.
        assert [number for number, line in enumerate(lines) if line.startswith("```")] == [0, len(lines) - 1]
        assert not {"\u202e", "\x1b"} & set(message.text)
    assert any("Ignore the above." in message.text for message in sample.messages)
    for score in sample.scores.values():
        assert not {"\u202e", "\x1b"} & set(score.explanation)
        told = score.explanation.partition("\nClaims:\n")[2]
        assert all(line.startswith("    ") for line in told.splitlines() if line)
    decisions = [
        event.data
        for event in read_record(Path(sample.metadata["record"])).events
        if event.event_type == "decision"
    ]
    assert sum(sample.metadata["refused"].values()) == sum(not made["legal"] for made in decisions) > 0


def test_without_an_answer_a_sample_fails_unscored_and_a_retry_goes_on(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    broken = True

    def faults(request: Request) -> str | None:
        return "content-filter" if broken and request.number >= 9 else None

    from inspect_ai import eval_retry

    with OpenAIServer(reply=played_by_text, faults=faults) as server:
        log = evaluate(local(server.url), seed=5, records=str(tmp_path / "run"), in_turn=True)
        (sample,) = log.samples
        assert "a content filter stopped the answer" in sample.error.message
        assert not sample.scores
        record = read_record(tmp_path / "run/seed05/game.jsonl")
        assert not record.complete
        assert all(event.data["raw"] for event in record.events if event.event_type == "decision")
        # One question more than was answered, tried twice: Inspect adds no tries of its own.
        assert len(server.requests) == 9 + 2
        broken = False
        again: Any
        (again,) = eval_retry(log, log_dir=str(tmp_path / "again"), display="none")
        (sample,) = again.samples
        assert sample.error is None
        assert sample.metadata["resumed"] is True
        assert sample.scores["geese"].value["goose_win_rate"] in (0, 1)
        answered = {call.asked for call in read_calls(tmp_path / "run/seed05/calls.jsonl")}
        assert len(server.requests) == len(answered) + 2
    reenact(read_record(tmp_path / "run/seed05/game.jsonl"))


def test_a_limit_of_inspect_ends_the_sample_and_makes_nothing_up(evaluate: Evaluate, tmp_path: Path) -> None:
    log = evaluate(seed=5, records=str(tmp_path / "run"), options={"token_limit": 20_000})
    (sample,) = log.samples
    assert sample.limit is not None
    assert math.isnan(sample.scores["geese"].value)
    assert not read_record(tmp_path / "run/seed05/game.jsonl").complete
    log = evaluate(seed=5, records=str(tmp_path / "run"))
    assert log.samples[0].metadata["winner"]


def test_inspects_cache_keeps_games_seats_and_turns_apart(evaluate: Evaluate, tmp_path: Path) -> None:
    three = str(tmp_path / "three.yaml")
    with OpenAIServer(reply=played_by_text) as server:

        def run(**more: Any) -> tuple[Any, int]:
            before = len(server.requests)
            log = evaluate(local(server.url, cache=True), rules=three, **more)
            assert log.status == "success"
            return log, len(server.requests) - before

        first, calls = run(seed=2, logs="a")
        asked = len(read_calls(Path(first.samples[0].metadata["record"]).with_name("calls.jsonl")))
        # Nobody is answered with what another seat, turn or attempt was told.
        assert calls == asked
        second, calls = run(seed=2, logs="b")
        assert calls == 0
        assert lines(Path(first.location).with_suffix(""), 2) == lines(
            Path(second.location).with_suffix(""), 2
        )
        _, calls = run(seed=3, logs="c")
        assert calls > 0


def test_epochs_are_runs_of_their_own(evaluate: Evaluate, tmp_path: Path) -> None:
    log = evaluate(seed=4, records=str(tmp_path / "run"), options={"epochs": 2})
    assert [sample.epoch for sample in log.samples] == [1, 2]
    for folder in ("run", "run-epoch2"):
        reenact(read_record(tmp_path / folder / "seed04/game.jsonl"))
    again = evaluate(seed=4, records=str(tmp_path / "run"))
    assert again.samples[0].metadata["resumed"] is True
    # Another run's folder is left alone.
    (other,) = evaluate(seed=4, records=str(tmp_path / "run"), memory=1).samples
    assert "has other settings (memory: full)" in other.error.message


def test_scripted_players_can_take_a_role(evaluate: Evaluate) -> None:
    log = evaluate({"goose": SCRIPTED}, seed=4, duck="scripted:fake_task")
    assert log.status == "success"
    assert log.samples[0].metadata["duck"] == "scripted:fake_task"
    assert {cost["model"] for cost in log.samples[0].metadata["costs"]} == {SCRIPTED}


def test_an_unset_role_is_never_the_main_model(evaluate: Evaluate, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no model has the role 'duck'"):
        evaluate({"goose": SCRIPTED})
    with pytest.raises(InputError, match="there is no role 'geese'"):
        evaluate(BOTH | {"geese": SCRIPTED})
    with pytest.raises(InputError, match="no model has the role 'goose'"):
        evaluate({}, options={"model": SCRIPTED})
    # A task that is made in Python learns of its roles later.
    from inspect_ai import eval as inspect_eval

    from gander.tasks.quack import quack

    (log,) = inspect_eval(quack(senses="text"), model=SCRIPTED, log_dir=str(tmp_path), display="none")
    assert log.samples is not None
    assert log.samples[0].error is not None
    assert "Model role 'goose' is required" in log.samples[0].error.message
    assert not log.samples[0].scores


def test_names_that_pictures_cannot_show_are_told(
    evaluate: Evaluate, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = pytest.importorskip("gander.quack.senses.pictures.letters")
    monkeypatch.setattr(letters, "_system_fonts", lambda: ())
    letters._font_of.cache_clear()
    rules = tmp_path / "rules.yaml"
    rules.write_text("players: [Alice, Bob, Charlie, Diana, Eve, 李小龙]\nwin: {tick_budget: 1}\n")
    from gander.tasks.quack import quack

    try:
        quack(rules=str(rules))
    finally:
        letters._font_of.cache_clear()
    assert "no font here has 李小龙: drawn as escapes." in caplog.text


@pytest.mark.parametrize(
    ("args", "what"),
    [
        ({"games": 0}, "games must be a whole number from 1"),
        ({"map": "nowhere"}, "there is no map 'nowhere'"),
        ({"senses": "smell"}, "there are no senses 'smell'"),
        ({"memory": "some"}, "there is no memory 'some'"),
        ({"strategy": "maybe"}, "strategy must be true or false"),
        ({"goose": "human"}, "'human' cannot be seated here"),
        ({"duck": "scripted:boast"}, "there is no lie plan 'boast'"),
        ({"claims": "model:openai/gpt-5"}, "there are no claims 'model:openai/gpt-5'"),
        ({"language": ""}, "no language's name"),
    ],
)
def test_a_task_that_cannot_work_does_not_start(args: dict[str, Any], what: str) -> None:
    from gander.tasks.quack import quack

    with pytest.raises(InputError, match=what):
        quack(**args)
