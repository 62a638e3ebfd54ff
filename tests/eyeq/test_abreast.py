"""Models of different providers are asked at the same time, others one after another."""

from pathlib import Path

import pytest

from gander.eyeq import run as running
from gander.eyeq.abreast import abreast
from gander.eyeq.report import rows_of
from gander.eyeq.run import GridSettings, plan_grid, run_grid
from tests.servers.openai_server import OpenAIServer

GOOSE, DUCK, SWAN = "openai-api/one/goose", "openai-api/two/duck", "openai-api/two/swan"


def test_models_of_a_provider_or_a_host_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    models = (
        "openai/a",
        "anthropic/b",
        "openai/c",
        "hf/d",
        "ollama/e",
        GOOSE,
        DUCK,
        SWAN,
        "gander/hint-floor",
    )
    monkeypatch.delenv("ONE_BASE_URL", raising=False)
    monkeypatch.delenv("TWO_BASE_URL", raising=False)
    assert abreast(models, {}) == (
        ("openai/a", "openai/c"), ("anthropic/b",), ("hf/d", "ollama/e"), (GOOSE,), (DUCK, SWAN),
    )  # fmt: skip
    # Two names for one host, and two servers of this machine, are one place.
    monkeypatch.setenv("ONE_BASE_URL", "https://models.example/v1")
    monkeypatch.setenv("TWO_BASE_URL", "https://models.example:8443/v1")
    assert abreast((GOOSE, DUCK), {}) == ((GOOSE, DUCK),)
    monkeypatch.setenv("TWO_BASE_URL", "http://localhost:8000/v1")
    assert abreast((GOOSE, DUCK, "hf/d"), {}) == ((GOOSE,), (DUCK, "hf/d"))
    assert abreast((GOOSE, "openai/a"), {"base_url": "http://127.0.0.1:1/v1"}) == ((GOOSE, "openai/a"),)


@pytest.mark.parametrize("together", [True, False])
def test_lines_go_at_the_same_time_and_every_answer_is_kept_once(
    together: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ONE", "TWO"):
        monkeypatch.setenv(f"{name}_API_KEY", "none")
    models = (GOOSE, DUCK, SWAN)
    # Both servers are on this machine, so what is one line there is made two here.
    lines = ((GOOSE,), (DUCK, SWAN)) if together else (models,)
    monkeypatch.setattr(running, "abreast", lambda models, args: lines)
    began: list[str] = []
    watcher = running.Watcher(began=lambda model, puzzles: began.append(model))
    with OpenAIServer(latency=0.05) as one, OpenAIServer(latency=0.05, faults={0: "bad-key"}) as two:
        monkeypatch.setenv("ONE_BASE_URL", one.url)
        monkeypatch.setenv("TWO_BASE_URL", two.url)
        grid = plan_grid(GridSettings(models=models, variants=("refine",), limit=2))
        run, stopped = run_grid(grid, tmp_path / "out", connections=2, watcher=watcher)
        # That one model cannot be asked is no reason not to ask the others.
        assert [one.model for one in stopped] == [DUCK]
        first, last = one.requests[0].came, one.requests[-1].came
        assert any(first < request.came < last for request in two.requests) == together
        assert began[-1] == "gander/hint-floor"
        assert set(began[:2]) == ({GOOSE, DUCK})
        rows = {(row.model, row.subset): row for row in rows_of(run)}
        for model in (GOOSE, SWAN, "gander/hint-floor"):
            assert all(rows[model, subset].n == 2 for subset in ("en", "fa", "ar", "cross"))
        assert len(one.requests) == sum(row.attempts for row in rows.values() if row.model == GOOSE) == 24
        run, stopped = run_grid(grid, tmp_path / "out", connections=2)
        # Each question was answered once; the one more is that which failed.
        assert (len(one.requests), len(two.requests), stopped) == (24, 24 + 24 + 1, [])
    assert all(row.n == 2 for row in rows_of(run))
    lines_kept = (tmp_path / "out" / "answers.jsonl").read_text().splitlines()
    assert sum('"answered"' in line for line in lines_kept) == 4 * 24
