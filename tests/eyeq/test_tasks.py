"""The Inspect task, run by Inspect's own command."""

from pathlib import Path
from typing import Any

import pytest

from gander.errors import InputError
from tests.commands import finished
from tests.eyeq.conftest import png
from tests.eyeq.runs import arguments, environment, eyeq, reply, rows, run
from tests.servers.openai_server import OpenAIServer

PROSE = "I am afraid that I cannot tell you what this picture is meant to say."


def evaluate(folder: Path, *more: str) -> Any:
    where = ("--log-dir", folder, "--display", "plain")
    done = finished("inspect", "eval", "gander/eyeq", *where, *more, env=environment(), cwd=folder.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    from inspect_ai.log import read_eval_log

    (path,) = folder.glob("*.eval")
    return read_eval_log(str(path))


def test_inspect_finds_the_task_and_the_floor(tmp_path: Path) -> None:
    log = evaluate(
        tmp_path / "logs", "-T", "variant=reveal", "-T", "subset=en", "--model", "gander/hint-floor"
    )
    assert log.status == "success"
    assert len(log.samples) == 10
    sample = log.samples[0]
    assert set(sample.scores) == {"exact", "released"}
    assert sample.metadata["subset"] == "en"
    assert sample.metadata["variant"] == "reveal"
    assert "_" in sample.metadata["hint"]
    assert "attempt 1" in sample.scores["exact"].explanation


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"variant": "few_shot", "demos": "fixed"}, "fixed demonstration en:1 should have the answer"),
        ({"limit": -1}, "-T limit: limit must be a whole number from 1, not -1"),
        ({"limit": 0}, "limit must be"),
        ({"limit": "few"}, "limit must be a whole number from 1, not 'few'"),
        ({"retries": "foo"}, "^-T retries: retries must be a whole number from 0, not 'foo'.$"),
        ({"retries": True}, "retries must be a whole number from 0, not True"),
        ({"timeout": "foo"}, "^-T timeout: timeout must be a number of seconds, not 'foo'.$"),
        ({"timeout": float("inf")}, "timeout must be a number of seconds, not inf"),
        ({"attempts": "foo"}, "attempts must be a whole number from 1, not 'foo'"),
        ({"attempts": 0}, "attempts must be a whole number from 1, not 0"),
        ({"blind": "foo"}, "blind must be true or false, not 'foo'"),
        ({"skip_bad": 1}, "skip_bad must be true or false, not 1"),
        ({"variant": 12}, "there is no variant '12'"),
        ({"variant": ["basic", "reveal"]}, "there is no variant 'basic,reveal'"),
        ({"variant": {"a": 1}}, "^-T variant: variant must be text, not {'a': 1}.$"),
        ({"subset": ["en", "klingon"]}, "there is no subset 'klingon'"),
        ({"subset": False}, "subset must be text, not False"),
        ({"prompts": False}, "prompts must be text, not False"),
        ({"data": ["a", "b"]}, "^a,b: there is no such folder"),
        ({"revision": 12}, "only puzzles from the Hub have revisions"),
        ({"hints": "foo"}, "there is no style of hints 'foo'"),
        ({"hints": ["perceived"]}, "there is no style of hints"),
        ({"demos": ["fixed"]}, "there is no choice of demonstrations"),
    ],
)
def test_a_task_that_cannot_work_does_not_start(options: dict[str, Any], what: str) -> None:
    from gander.eyeq.tasks import eyeq as task

    with pytest.raises(InputError, match=what):
        task(**options)


@pytest.mark.parametrize("subset", [["en", "fa"], "en,fa", "Persian, english"])
def test_subsets_may_come_split_or_not(subset: object) -> None:
    from gander.eyeq.tasks import eyeq as task

    samples = task(subset=subset, limit=1).dataset  # type: ignore[arg-type]
    assert [sample.id for sample in samples] == ["en:1", "fa:1"]


def test_inspect_shows_what_is_wrong_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "puzzles.csv").write_text("id,lang,answer,image\n1,en,,[a].png\n2,en,\x1b[31m,b.png\n")
    options = ("-T", f"data={tmp_path}", "--model", "gander/hint-floor")
    done = finished("inspect", "eval", "gander/eyeq", *options, env=environment(), cwd=tmp_path)
    told = done.stdout + done.stderr
    assert done.returncode != 0
    assert "Traceback" not in told
    assert "2 of 2 rows cannot be used:" in told
    assert "'[a].png'" in told
    assert "\x1b" not in told
    assert not list(tmp_path.rglob("*.eval"))


def test_a_cell_that_was_not_recorded_is_told(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with OpenAIServer() as server:
        assert run(*arguments(server, "starter", out, "--subset", "en", "--limit", "1")).returncode == 0
    again = ("run", "--model", "gander/recorded", "-M", f"answers={out}", "-M", "cell=nosuch", "--no-floor")
    done = eyeq(*again, "--out", str(tmp_path / "again"))
    assert done.returncode == 2
    assert "answers.jsonl: has no cell nosuch. Choose one with -M cell=…" in done.stderr
    assert not (tmp_path / "again").exists()


def test_a_task_and_a_run_give_the_same(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = eyeq("run", "--out", str(out), "--variant", "refine", "--subset", "en")
    assert done.returncode == 0, done.stderr
    log = evaluate(
        tmp_path / "logs", "-T", "variant=refine", "-T", "subset=en", "--model", "gander/hint-floor"
    )
    (row,) = rows(out)
    assert sum(sample.scores["exact"].value == "C" for sample in log.samples) == row["correct"]
    assert sum(sample.scores["exact"].metadata["attempts"] for sample in log.samples) == row["attempts"]
    # A finished run answers the same task without a call.
    again = evaluate(
        tmp_path / "again", "-T", "variant=refine", "-T", "subset=en",
        "--model", "gander/recorded", "-M", f"answers={out}",
    )  # fmt: skip
    assert [sample.scores["exact"].answer for sample in again.samples] == [
        sample.scores["exact"].answer for sample in log.samples
    ]


def test_a_failed_call_is_an_error_of_its_sample_and_no_wrong_answer(tmp_path: Path) -> None:
    with OpenAIServer(faults={0: "refusal", 1: "refusal"}) as server:
        log = evaluate(
            tmp_path / "logs", "-T", "subset=en", "-T", "limit=4",
            "--max-connections", "1", "--max-samples", "1",
            "--model", "openai-api/local/goose", "--model-base-url", server.url,
        )  # fmt: skip
    failed = [sample for sample in log.samples if sample.error]
    assert len(failed) == 1
    assert "refused" in failed[0].error.message
    assert not failed[0].scores
    assert (failed[0].metadata["status"], failed[0].metadata["attempts"]) == ("failed", 0)
    assert sum(bool(sample.scores) for sample in log.samples) == 3


@pytest.mark.parametrize(("more", "times"), [((), 1), (("--no-log-images",), 0)])
def test_a_picture_lands_in_the_log_once_or_not_at_all(
    more: tuple[str, ...], times: int, tmp_path: Path
) -> None:
    with OpenAIServer(reply=reply("duck")) as server:
        log = evaluate(
            tmp_path / "logs", "-T", "subset=en", "-T", "limit=2", "-T", "variant=refine", *more,
            "--model", "openai-api/local/goose", "--model-base-url", server.url,
        )  # fmt: skip
        assert [len(request.images) for request in server.requests] == [1] * 6
    for sample in log.samples:
        assert sample.model_dump_json().count("base64,") == times
        assert len(sample.metadata["picture"]) == 64


def test_logs_of_a_run_are_read_by_inspect(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with OpenAIServer(faults={0: "refusal", 1: "refusal"}) as server:
        more = ("--subset", "en", "--connections", "1", "--variant", "basic", "--variant", "none")
        assert run(*arguments(server, "starter", out, *more)).returncode == 1
    assert eyeq("logs", str(out)).returncode == 0
    from inspect_ai.log import list_eval_logs, read_eval_log

    logs = [read_eval_log(info) for info in list_eval_logs(str(out / "logs"))]
    assert {log.eval.task_args["variant"] for log in logs} == {"basic", "none"}
    # Viewers take logs of one task for tries of it, and show the last.
    assert len({log.eval.task_id for log in logs}) == 2
    (log,) = (log for log in logs if log.eval.task_args["variant"] == "basic")
    assert log.eval.task == "gander/eyeq"
    assert len(log.samples or []) == 10
    assert log.results is not None
    assert log.results.scores[0].scored_samples == 9
    found = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert found == {"en": 0.0, "en_low": 0.0, "en_high": pytest.approx(0.2991, abs=1e-4), "en_n": 9}
    assert log.stats.model_usage["openai-api/local/goose"].output_tokens == 11 * 20


def shown(log: Any) -> dict[str, Any]:
    """What a viewer shows of the first sample, in its list and behind it."""
    sample = log.samples[0]
    facts = ("subset", "variant", "hint", "most_attempts", "attempts", "status")
    return {
        "metadata": {name: sample.metadata[name] for name in facts},
        "scores": {
            name: (score.value, score.answer, score.explanation, score.metadata)
            for name, score in sample.scores.items()
        },
        "replies": [message.text for message in sample.messages if message.role == "assistant"],
        "metrics": {
            score.name: {name: metric.value for name, metric in score.metrics.items()}
            for score in log.results.scores
        },
    }


def test_a_sample_shows_what_was_asked_each_attempt_and_both_scores(tmp_path: Path) -> None:
    (tmp_path / "puzzles.csv").write_text("id,lang,answer,image\n1,en,C,a.png\n")
    (tmp_path / "a.png").write_bytes(png())
    out, options = tmp_path / "out", ("reveal+refine2", str(tmp_path))
    with OpenAIServer(reply=lambda request: reply("C++") if request.number else PROSE) as server:
        assert run(*arguments(server, options[1], out, "--variant", options[0])).returncode == 0
    assert eyeq("logs", str(out)).returncode == 0
    from inspect_ai.log import read_eval_log

    (path,) = (out / "logs").glob("*.eval")
    of_run = shown(read_eval_log(str(path)))
    assert of_run["metadata"] == {
        "subset": "en", "variant": "reveal+refine2", "hint": "_", "most_attempts": 2, "attempts": 2,
        "status": "answered",
    }  # fmt: skip
    first = "- attempt 1: wrong, no answer could be read\n- attempt 2: "
    read = "(read by: object, answer under final_answer"
    wrong = f"wrong, 'C++', compared as 'c++' {read}; answer: case folded; truth: case folded)"
    right = f"right, 'C++', compared as 'c' is 'C' {read}; answer: lower case; "
    right += "answer: ASCII punctuation removed; truth: lower case)"
    made = {"status": "answered", "attempts": 2}
    assert of_run["scores"] == {
        "exact": ("I", "C++", first + wrong, made),
        "released": ("C", "C++", first + right, made),
    }
    assert of_run["replies"] == [PROSE, reply("C++")]
    assert of_run["metrics"]["released"] == {
        "en": 1.0, "en_low": pytest.approx(0.2065, abs=1e-4), "en_high": 1.0, "en_n": 1,
    }  # fmt: skip
    with OpenAIServer(reply=lambda request: reply("C++") if request.number else PROSE) as server:
        log = evaluate(
            tmp_path / "logs", "-T", f"variant={options[0]}", "-T", f"data={options[1]}",
            "--model", "openai-api/local/goose", "--model-base-url", server.url,
        )  # fmt: skip
    assert shown(log) == of_run


def test_logs_hold_the_hint_and_the_picture_that_were_sent(tmp_path: Path) -> None:
    out = tmp_path / "out"
    more = ("--limit", "1", "--subset", "en", "--variant", "reveal")
    with OpenAIServer() as server:
        for blind in ((), ("--blind",)):
            assert run(*arguments(server, "starter", out, *more, *blind)).returncode == 0
    with OpenAIServer(faults=lambda request: "bad-key") as server:
        other = ("--variant", "basic", "--connections", "1", "--model", "openai-api/local/duck")
        assert run(*arguments(server, "starter", out, *more, *other)).returncode == 1
    assert eyeq("logs", str(out)).returncode == 0
    from inspect_ai.log import read_eval_log

    logs = [read_eval_log(str(path)) for path in (out / "logs").glob("*.eval")]
    samples = {
        (str(log.eval.model), str(log.eval.task_args["variant"])): sample
        for log in logs
        for sample in log.samples or []
    }
    goose, duck = "openai-api/local/goose", "openai-api/local/duck"
    # The second model was stopped by its first failure, so only that cell has a log.
    assert set(samples) == {
        (goose, "reveal"),
        (goose, "reveal+blind"),
        (goose, "basic"),
        (duck, "reveal"),
    }
    assert len(logs) == 4
    assert len(samples[goose, "reveal"].metadata["picture"]) == 64
    assert samples[goose, "reveal+blind"].metadata["picture"] == ""
    for variant in ("reveal", "reveal+blind"):
        assert "_" in samples[goose, variant].metadata["hint"]
