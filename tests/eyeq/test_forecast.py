"""What a run will take and what it took: calls, time, money."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gander.cli.amounts import money
from gander.cli.eyeq_plan import plan
from gander.eyeq.forecast import Forecast, forecast
from gander.eyeq.run import GridSettings, plan_grid
from gander.models.estimate import Basis
from gander.models.price import Price
from tests.eyeq.runs import arguments, eyeq, rows, run
from tests.servers.openai_server import OpenAIServer

MODEL = "openai-api/local/goose"


@pytest.fixture
def puzzles(tmp_path: Path, png: Callable[..., bytes]) -> Path:
    """Ten English puzzles, each with a picture of 100 tokens."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    rows = ["id,lang,answer,image"]
    for number in range(10):
        (folder / f"{number}.png").write_bytes(png(number, side=280))
        rows.append(f"{number},en,goose,{number}.png")
    (folder / "puzzles.csv").write_text("\n".join(rows) + "\n")
    return folder


def foretold(data: Path, *models: str, price: Price | None = None, **more: object) -> Forecast:
    settings = GridSettings(data=str(data), models=models, **more)  # type: ignore[arg-type]
    return forecast(plan_grid(settings), connections=4, prices={models[0]: price} if price else None)


def test_time_and_money_follow_from_calls_and_what_is_assumed_is_said(puzzles: Path) -> None:
    todo = foretold(puzzles, MODEL, price=Price(2, 10), variants=("basic", "refine"))
    (one,) = todo.models
    assert (one.reply, one.seconds) == (Basis(500), Basis(5.0))
    assert (todo.work.calls, todo.work.most_calls) == (20, 40)
    # Five calls one after another on each of four connections, ten with every attempt.
    assert todo.time == (25.0, 50.0)
    sent = todo.work.text_tokens + todo.work.image_tokens
    assert todo.work.image_tokens == 20 * 100
    basic, refine = (foretold(puzzles, MODEL, variants=(name,)).work for name in ("basic", "refine"))
    most = basic.text_tokens + 1000 + 3 * (refine.text_tokens + 1000)
    assert todo.cost == pytest.approx(((sent * 2 + 20 * 500 * 10) / 1e6, (most * 2 + 40 * 500 * 10) / 1e6))
    assert foretold(puzzles, MODEL, price=Price(0, 10), max_tokens=100).cost == pytest.approx((0.01, 0.01))


def test_a_call_is_never_quicker_than_a_call(puzzles: Path) -> None:
    assert foretold(puzzles, MODEL, limit=1).time == (5.0, 5.0)


def test_models_of_other_providers_take_no_more_time_and_ours_take_none(puzzles: Path) -> None:
    todo = foretold(puzzles, "openai/a", "openai/b", "anthropic/c", price=Price(0, 10))
    assert [one.model for one in todo.models] == ["openai/a", "openai/b", "anthropic/c"]
    assert todo.time.low == 2 * 12.5
    assert todo.cost == pytest.approx((0.05, 0.05))
    grid = plan_grid(GridSettings(data=str(puzzles), models=("openai/a",)))
    (*_, last, _) = plan(grid, todo)
    assert last == "In all: time about 25 s, cost about 0.05, 2 models without a price left out."


def test_a_run_says_what_it_will_cost_and_what_it_did(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    # The first reply is cut off, so eleven are paid.
    with OpenAIServer(faults={0: "length"}) as server:
        command = arguments(server, puzzles, out, "--connections", "2", "--price", "1/1000")
        before = run(*command, "--dry-run")
        assert "Time about 25 s, at 2 connections and 5 s a call (assumed); cost about 5.0" in before.stdout
        assert ", at 1/1000 a million tokens and 500 tokens a reply (assumed).\n" in before.stdout
        assert "These are estimates. Tries of calls that fail come on top.\n" in before.stdout
        assert not server.requests
        done = run(*command)
        sent = sum(len(request.raw) // 4 for request in server.requests)
    assert done.returncode == 0, done.stderr
    cost = (sent + 11 * 20 * 1000) / 1e6
    told = f"{MODEL}: cost {money(cost)}; {sent:,} tokens sent and 220 received in all tries, at 1/1000 a"
    assert told in done.stdout
    assert told in eyeq("status", str(out)).stdout
    # The folder keeps the price; another one may be given.
    (row,) = rows(out)
    assert row["cost"] == pytest.approx(cost)
    assert f"cost {money(2 * cost)};" in eyeq("report", str(out), "--price", "2/2000").stdout
    again = run(*arguments("http://127.0.0.1:9/v1", puzzles, out, "--variant", "none", "--dry-run"))
    assert "a call (mean of 10 answers so far)" in again.stdout
    assert "cost" not in again.stdout


def test_a_price_of_a_model_that_is_not_asked_is_refused_before_any_call(
    puzzles: Path, tmp_path: Path
) -> None:
    with OpenAIServer() as server:
        done = run(*arguments(server, puzzles, tmp_path / "out", "--price", "openai-api/local/gose=1/2"))
        assert done.returncode == 2
        assert "--price: a price is given for 'openai-api/local/gose', which is not asked" in done.stderr
        assert "Did you mean 'openai-api/local/goose'?" in done.stderr
        assert not server.requests
    assert not (tmp_path / "out").exists()


def test_no_money_is_made_up_where_no_tokens_are_told(puzzles: Path, tmp_path: Path) -> None:
    message = {"role": "assistant", "content": "goose"}
    own = (200, {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    out = tmp_path / "out"
    with OpenAIServer(faults=lambda request: "own", own=own) as server:
        done = run(*arguments(server, puzzles, out, "--price", "1/1"))
    assert f"{MODEL}: cost unknown, it tells no tokens; 0 tokens sent" in done.stdout
    assert json.loads((out / "run.json").read_text())["prices"] == {MODEL: {"read": 1.0, "written": 1.0}}
    (row,) = rows(out)
    assert row["cost"] is None


@pytest.mark.parametrize(
    ("amount", "told"), [(0, "0.00"), (0.00234, "0.0023"), (0.1, "0.10"), (1234.567, "1,234.57")]
)
def test_amounts(amount: float, told: str) -> None:
    assert money(amount) == told
