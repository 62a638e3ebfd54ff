"""What the Eye-Q pages are answered."""

import hashlib
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from PIL import Image
from starlette.testclient import TestClient

from gander.eyeq.cache import cache_folder
from gander.eyeq.prompting import Prompts, build, parse_variant
from gander.eyeq.report import rows_of
from gander.eyeq.sources import load_puzzles
from gander.eyeq.sources.tables import read_parquet
from gander.eyeq.store import read_run
from gander.files import write_whole
from gander.models.failures import Answered, Failed, Outcome
from gander.stats import wilson
from gander.viewer.catalogue import Catalogue
from gander.viewer.eyeq import pictures
from gander.viewer.games import Games
from gander.viewer.guard import hosts_of
from gander.viewer.server import application
from tests.viewer.eyeq.runs import reply, starter_run, write_run

OURS = "http://127.0.0.1:8000"

Ask = Callable[..., Any]


def client_of(*paths: Path) -> TestClient:
    catalogue = Catalogue(paths)
    catalogue.scan()
    return TestClient(application(catalogue, Games("ship10"), hosts_of("127.0.0.1", 8000)), base_url=OURS)


def asking(client: TestClient) -> Ask:
    def ask(path: str, /, **said: str) -> Any:
        return client.get(f"/api/eyeq/{path}", params=said).json()

    return ask


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``first`` with two models and two variants, ``second`` with another, ``broken`` that cannot be read."""
    folder = tmp_path_factory.mktemp("runs")
    starter_run(folder / "first", variants=("basic", "reveal+refine"))
    starter_run(folder / "second", ("other/heron",), ("few_shot",))
    (folder / "broken").mkdir()
    (folder / "broken" / "run.json").write_text('{"format": 1, "cells": 7}')
    (folder / "broken" / "answers.jsonl").write_text("{\n")
    return folder


@pytest.fixture(scope="module")
def client(runs: Path) -> Iterator[TestClient]:
    with client_of(runs) as client:
        yield client


@pytest.fixture(scope="module")
def ask(client: TestClient) -> Ask:
    return asking(client)


def test_runs_together_and_one_that_cannot_be_read(ask: Ask) -> None:
    grid = ask("all")
    assert [(its["name"], its["fault"].partition(" (")[0]) for its in grid["sources"]] == [
        ("broken", "broken/run.json: cannot be read"),
        ("first", ""),
        ("second", ""),
    ]
    assert [(its["model"], its["variant"], its["hint"]) for its in grid["columns"]] == [
        ("made/crane", "basic", "length"),
        ("made/crane", "reveal+refine", "reveal"),
        ("made/owl-7b", "basic", "length"),
        ("made/owl-7b", "reveal+refine", "reveal"),
        ("other/heron", "few_shot", "length"),
    ]
    assert [its["key"] for its in grid["puzzles"]][:11] == [*(f"en:{n}" for n in range(1, 11)), "fa:1"]
    assert {its["language"] for its in grid["puzzles"] if its["subset"] == "cross"} == {"fa"}
    assert all(its["picture"] for its in grid["puzzles"])
    assert grid["notes"] == []
    one = next(its["id"] for its in grid["sources"] if its["name"] == "second")
    assert [its["model"] for its in ask(one)["columns"]] == ["other/heron"]


def test_accuracies_are_those_of_the_run(ask: Ask, runs: Path) -> None:
    grid = ask("all")
    run = read_run(runs / "first")
    told = ask("all/accuracy", puzzles="ffc0000000")[0]  # the ten English ones
    cell = next(cell for cell in run.cells.values() if cell.title == "made/crane, en, basic")
    verdicts = [verdict for _, verdict in run.verdicts(cell.id)]
    scored = [verdict for verdict in verdicts if verdict.scored]
    share = wilson(sum(verdict.correct for verdict in scored), len(scored))
    assert told["exact"] == [share.value, share.low, share.high, share.n]
    assert told["right"] == share.k
    assert told["failed"] == sum(verdict.status == "failed" for verdict in verdicts) > 0
    assert told["right"] + told["near"] + told["wrong"] + told["unparsed"] == share.n
    whole = ask("all/accuracy")
    assert [its["exact"][3] + its["failed"] for its in whole] == [40] * 5
    outcomes = grid["columns"][0]["outcomes"]
    assert whole[0]["near"] == outcomes.count("n") > 0
    nothing = ask("all/accuracy", puzzles="0000000000")[0]
    assert (nothing["exact"], nothing["right"], nothing["not_asked"]) == (None, 0, 0)
    assert "10 digits of hexadecimal" in ask("all/accuracy", puzzles="ff")["error"]["what"]


def test_finding_reads_texts_as_the_score_does_and_tells_nothing_to_who_guesses(ask: Ask) -> None:
    grid = ask("all")
    at = next(n for n, its in enumerate(grid["puzzles"]) if its["key"] == "fa:2")
    truth = grid["puzzles"][at]["truths"][0]
    spelt = truth.replace("\u06a9", "\u0643").replace(
        truth[0], f"{truth[0]}\u064e", 1
    )  # kaf and a vowel sign
    assert at in ask("all/found", text=spelt, truths="1")
    assert ask("all/found", text=spelt) == []
    assert [grid["puzzles"][n]["id"] for n in ask("all/found", text="10")] == ["10"] * 4
    assert len(ask("all/found", text=" \u200c")) == 40
    said = ask("all/found", text="GOLDEN needle", truths="1")  # what models answered
    assert said
    assert {grid["puzzles"][n]["subset"] for n in said} == {"en"}


def test_a_puzzle_with_every_attempt_as_it_was_asked_and_compared(ask: Ask, runs: Path) -> None:
    run = read_run(runs / "first")
    puzzles, prompts, spec = load_puzzles("starter"), Prompts.load(), parse_variant("reveal+refine")
    cells = {cell.place[:3]: cell for cell in run.cells.values()}
    seen = 0
    for key in ("en:1", "fa:2", "ar:3", "cross:4"):
        page = ask("all/puzzle", key=key)
        puzzle = puzzles[key]
        assert page["truths"] == [puzzle.answer, *puzzle.also_accept]
        assert page["picture_hash"] == puzzle.image_hash()
        given = next(its for its in page["given"] if its["column"] == 1)
        cell = cells["made/crane", puzzle.subset, "reveal+refine"]
        outcomes = run.outcomes(cell.id, key)
        replies = [outcome.text for outcome in outcomes if isinstance(outcome, Answered)]
        assert [attempt["reply"] for attempt in given["attempts"]] == replies[: len(given["attempts"])]
        guesses: list[str | None] = []
        for attempt in given["attempts"]:
            asked = build(puzzle, spec, prompts, guesses=guesses)[-1].parts[-1]
            assert attempt["told"] == (asked if guesses else "")
            assert attempt["exact"]["equal"] == (
                attempt is given["attempts"][-1] and given["outcome"] == "right"
            )
            guesses.append(attempt["answer"])
            seen += 1
        assert given["picture"] == puzzle.image_hash()
        assert given["origin"] == f"first, cell {cell.id}"
        revealed = next(its for its in page["helps"] if its["variant"] == "reveal+refine")
        first = build(puzzle, spec, prompts)[0]
        assert revealed["prompt"] == "\n\n".join(
            part if isinstance(part, str) else "[picture]" for part in first.parts
        )
        assert revealed["hint_text"] in first.text
        assert (revealed["attempts"], revealed["hint"]) == (3, "reveal")
        shown = next(its for its in page["helps"] if its["variant"] == "few_shot")
        assert len(shown["demos"]) == 3
        assert key not in {demo["key"] for demo in shown["demos"]}
        for demo in shown["demos"]:
            assert json.loads(demo["reply"])["final_answer"] == puzzles[demo["key"]].answer
    assert seen > 4


def test_failures_and_costs(ask: Ask, runs: Path) -> None:
    run = read_run(runs / "first")
    asked = [
        (cell, key, verdict)
        for cell in run.cells.values()
        if cell.place[::2] == ("made/owl-7b", "basic", None)
        for key, verdict in run.verdicts(cell.id)
    ]

    def given(key: str) -> Any:
        return next(its for its in ask("all/puzzle", key=key)["given"] if its["column"] == 2)

    failed = given(next(key for _, key, verdict in asked if verdict.status == "failed"))
    assert (failed["outcome"], failed["failure"]["kind"]) == ("failed", "rate_limited")
    assert failed["failure"]["words"] == "the provider asked to slow down"
    assert failed["failure"]["spent"]["cost"] is None  # no tokens were told
    cell, key = next((cell, key) for cell, key, verdict in asked if verdict.scored)
    usage = run.outcomes(cell.id, key)[0].usage
    spent = given(key)["attempts"][0]["spent"]
    assert (spent["sent"], spent["received"]) == (usage.input, usage.output)
    assert spent["cost"] == pytest.approx((usage.input * 1.25 + usage.output * 10) / 1e6)


def test_a_guess_is_compared_as_an_answer_is(ask: Ask) -> None:
    puzzles = load_puzzles("starter")
    truth = puzzles["en:2"].answer
    right = ask("all/guess", key="en:2", text=f" {truth.upper()}! ")
    assert (right["exact"]["equal"], right["released"]["equal"], right["near"]) == (True, True, False)
    near = ask("all/guess", key="en:2", text=f"{truth}s")
    assert (near["exact"]["equal"], near["near"]) == (False, True)


def test_pictures_untouched_and_small(client: TestClient) -> None:
    puzzle = load_puzzles("starter")["ar:5"]
    whole = client.get("/api/eyeq/all/picture", params={"key": "ar:5"})
    assert whole.content == puzzle.image()
    assert whole.headers["content-type"] == "image/png"
    assert whole.headers["x-content-type-options"] == "nosniff"
    for _ in range(2):
        small = client.get("/api/eyeq/all/picture", params={"key": "ar:5", "small": "1"})
        assert small.headers["content-type"] == "image/webp"
        assert max(Image.open(io.BytesIO(small.content)).size) <= 320


@pytest.mark.parametrize(
    "path",
    [
        *("nothing", "all,all", "../../etc/eyeq", "all/puzzle?key=", "all/guess?text=x"),
        *("all/picture?key=en:99", "all/picture?key=../secret.png"),
    ],
)
def test_nothing_else_is_there(client: TestClient, path: str) -> None:
    assert client.get(f"/api/eyeq/{path}").status_code == 404


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """``pictures``: four puzzles; ``run``: a model's answers to them; and ``secret.png`` beside."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    rows = ["id,lang,answer,image"]
    for number in range(1, 5):
        Image.new("RGB", (700, 500), (40 * number, 90, 30)).save(pictures / f"{number}.png")
        rows.append(f"{number},en,goose {number},{number}.png")
    (pictures / "puzzles.csv").write_text("\n".join(rows))
    shutil.copy(pictures / "1.png", tmp_path / "secret.png")
    puzzles = load_puzzles(str(pictures))
    said: dict[str, list[Outcome]] = {"en:4": [Failed("timeout")]}
    for number in range(1, 4):
        said[f"en:{number}"] = [Answered(reply(f"goose {number % 3}"))]
    write_run(tmp_path / "run", puzzles, {("made/crane", "basic"): said})
    return tmp_path


def test_puzzles_of_ones_own_where_their_folder_is_opened_too(own: Path) -> None:
    with client_of(own / "run") as client:
        grid = asking(client)("all")
        assert [its["picture"] for its in grid["puzzles"]] == [False] * 4
        assert grid["notes"] == [
            "The pictures of pictures are not here: open the folder of these puzzles too, unchanged."
        ]
        assert client.get("/api/eyeq/all/picture?key=en:1").status_code == 404
        assert asking(client)("all/puzzle", key="en:1")["picture_hash"] == ""
    moved = own / "elsewhere"
    (own / "pictures").rename(moved)
    with client_of(own / "run", moved) as client:
        assert all(its["picture"] for its in asking(client)("all")["puzzles"])
        data = client.get("/api/eyeq/all/picture?key=en:2").content
        assert data == (moved / "2.png").read_bytes()
        page = asking(client)("all/puzzle", key="en:2")
        assert page["given"][0]["picture"] == page["picture_hash"] == hashlib.sha256(data).hexdigest()


def test_where_small_copies_cannot_be_made_or_kept_the_picture_itself_is_shown(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (own / "pictures" / "1.png").read_bytes()
    with client_of(own) as client:
        with monkeypatch.context() as patch:
            patch.setenv("GANDER_CACHE", str(own / "secret.png"))  # a file, not a folder
            assert client.get("/api/eyeq/all/picture?key=en:1&small=1").content == whole
        with monkeypatch.context() as patch:
            patch.setattr(pictures, "find_spec", lambda name: None)
            assert client.get("/api/eyeq/all/picture?key=en:1&small=1").content == whole


def test_pictures_of_the_hub_come_from_what_was_read_before(own: Path) -> None:
    commit = "c" * 40
    run = json.loads((own / "run" / "run.json").read_text())
    for cell in run["cells"].values():
        cell["data"] = f"llm-lab/Eye-Q@{commit}"
    (own / "run" / "run.json").write_text(json.dumps(run))
    with client_of(own) as client:
        grid = asking(client)("all")
        assert not any(its["picture"] for its in grid["puzzles"])
        assert "was not read on this machine" in grid["notes"][0]
    data = (own / "pictures" / "3.png").read_bytes()
    table = pl.DataFrame({"id": [3], "lang": ["en"], "answer": ["goose 3"], "image": [{"bytes": data}]})
    table.write_parquet(own / "train.parquet")
    key = f"hub/llm-lab/Eye-Q/{commit}/train.parquet"
    read_parquet(lambda: own / "train.parquet", key=key, label="train")
    write_whole(cache_folder() / "hub" / "llm-lab" / "Eye-Q" / f"{commit}.json", b'["train.parquet"]')
    with client_of(own) as client:
        assert [its["picture"] for its in asking(client)("all")["puzzles"]] == [False, False, True, False]
        assert client.get("/api/eyeq/all/picture?key=en:3").content == data


def test_another_revision_of_the_puzzles_gives_no_pictures(own: Path) -> None:
    Image.new("RGB", (9, 9)).save(own / "pictures" / "1.png")
    with client_of(own) as client:
        assert not any(its["picture"] for its in asking(client)("all")["puzzles"])


def test_a_file_that_is_no_picture_or_was_put_there_later_is_not_served(own: Path) -> None:
    with client_of(own) as client:
        grid = asking(client)("all")
        assert all(its["picture"] for its in grid["puzzles"])
        (own / "pictures" / "1.png").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        (own / "pictures" / "2.png").unlink()
        for key in ("en:1", "en:2"):
            for small in ("0", "1"):
                said = {"key": key, "small": small, "version": grid["version"]}
                refused = client.get("/api/eyeq/all/picture", params=said)
                assert refused.status_code == 422
        assert asking(client)("all/puzzle", key="en:1", version=grid["version"])["picture_hash"] == ""


def test_a_table_that_names_a_picture_outside_its_folder_shows_none(own: Path) -> None:
    table = own / "pictures" / "puzzles.csv"
    table.write_text(table.read_text().replace("1.png", "../secret.png", 1))
    run = json.loads((own / "run" / "run.json").read_text())
    puzzles = load_puzzles(str(own / "pictures"), skip_bad=True)
    for cell in run["cells"].values():
        cell["data"] = f"pictures@{puzzles.revision}"  # as if it had been asked so
    (own / "run" / "run.json").write_text(json.dumps(run))
    with client_of(own) as client:
        assert [its["picture"] for its in asking(client)("all")["puzzles"]] == [False, True, True, True]
        assert client.get("/api/eyeq/all/picture?key=en:1").status_code == 404


def test_a_picture_that_was_overwritten_is_not_shown(own: Path) -> None:
    folder = own / "pictures"
    (folder / "images").mkdir()
    for number in range(
        1, 5
    ):  # a picture's own folder, in which nothing tells the table's folder of a change
        (folder / f"{number}.png").rename(folder / "images" / f"{number}.png")
    (own / "run" / "answers.jsonl").unlink()
    (own / "run" / "run.json").unlink()
    said: dict[str, list[Outcome]] = {"en:1": [Answered(reply("goose 1"))]}
    write_run(own / "run", load_puzzles(str(folder)), {("made/crane", "basic"): said})
    with client_of(own) as client:
        grid = asking(client)("all")
        assert all(its["picture"] for its in grid["puzzles"])
        whole = (folder / "images" / "1.png").read_bytes()
        Image.new("RGB", (9, 9)).save(folder / "images" / "1.png")
        for small in ("0", "1"):
            asked = {"key": "en:1", "small": small, "version": grid["version"]}
            refused = client.get("/api/eyeq/all/picture", params=asked)
            assert refused.status_code == 422
            assert "has changed" in refused.json()["error"]["what"]
        page = asking(client)("all/puzzle", key="en:1", version=grid["version"])
        assert page["picture_hash"] == ""
        # Loaded anew, it is another revision; brought back, it is the one that the run asked.
        assert not any(its["picture"] for its in asking(client)("all")["puzzles"])
        (folder / "images" / "1.png").write_bytes(whole)
        assert all(its["picture"] for its in asking(client)("all")["puzzles"])


def test_answers_beside_a_run_bring_no_pictures_of_another_revision(own: Path) -> None:
    Image.new("RGB", (9, 9)).save(own / "pictures" / "1.png")
    with (own / "pictures" / "puzzles.csv").open("a") as table:
        table.write("\n5,en,goose 5,2.png")
    (own / "bare.csv").write_text("id,model,variant,reply\n1,heron,basic,goose 1\n5,heron,basic,goose 5\n")
    with client_of(own) as client:
        grid = asking(client)("all")
        assert [its["fault"] for its in grid["sources"]] == ["", ""]
        # What the run asked is not here any more; what the file alone answers is.
        assert [its["picture"] for its in grid["puzzles"]] == [False] * 4 + [True]
        assert client.get("/api/eyeq/all/picture?key=en:1").status_code == 404


def test_what_a_cut_run_did_not_ask_is_counted_as_its_report_does(tmp_path: Path) -> None:
    run = starter_run(tmp_path / "run", ("made/crane", "made/owl-7b"))
    lines = (run / "answers.jsonl").read_bytes().splitlines(keepends=True)
    (run / "answers.jsonl").write_bytes(b"".join(lines[:25]))  # in the third subset of the first model
    rows = rows_of(read_run(run))
    with client_of(run) as client:
        ask = asking(client)
        assert [its["model"] for its in ask("all")["columns"]] == ["made/crane", "made/owl-7b"]
        told = ask("all/accuracy")
        for model, its in zip(("made/crane", "made/owl-7b"), told, strict=True):
            assert its["not_asked"] == sum(row.not_asked for row in rows if row.model == model)
        assert [its["not_asked"] for its in told] == [15, 40]
        assert ask("all/accuracy", puzzles="ffc0000000")[0]["not_asked"] == 0  # English ones were asked
    listing = json.loads((run / "run.json").read_text())
    listing["to_ask"] = dict.fromkeys(listing["to_ask"], 8)  # fewer than the folder knows
    (run / "run.json").write_text(json.dumps(listing))
    with client_of(run) as client:
        assert [its["not_asked"] for its in asking(client)("all/accuracy")] == [3 + 8, 32]


def test_scores_that_differ_on_puzzles_are_counted(own: Path) -> None:
    puzzles = load_puzzles(str(own / "pictures"))
    said: dict[str, list[Outcome]] = {
        "en:1": [Answered(reply("goose_1"))],  # right as released
        "en:2": [Answered(reply("\u201cgoose 2\u201d"))],  # right by exact
    }
    run = write_run(own / "two", puzzles, {("made/swan", "basic"): said})
    verdicts = [verdict for id in read_run(run).cells for _, verdict in read_run(run).verdicts(id)]
    with client_of(run) as client:
        (told,) = asking(client)("all/accuracy")
    assert told["differ"] == sum(its.correct != its.released for its in verdicts) == 2
    assert told["exact"] == told["released"]


def test_runs_on_different_puzzles_are_told_by_group(own: Path) -> None:
    starter_run(own / "starter", ("made/crane",))
    starter_run(own / "starter2", ("made/owl-7b",))
    (own / "broken").mkdir()
    (own / "broken" / "run.json").write_text("{")
    (own / "broken" / "answers.jsonl").write_text("")
    with client_of(own) as client:
        groups = client.get("/api/eyeq").json()["groups"]
        assert [its["names"] for its in groups] == [["run"], ["starter", "starter2"], ["broken"]]
        assert [its["data"].partition("@")[0] for its in groups] == ["pictures", "starter", ""]
        grid = asking(client)(",".join(groups[1]["ids"]))
        assert {its["fault"] for its in grid["sources"]} == {""}


def test_runs_that_do_not_fit_together_and_one_that_grows(own: Path) -> None:
    starter_run(own / "starter")  # its en:1 is another puzzle
    with client_of(own) as client:
        ask = asking(client)
        grid = ask("all")
        fault = next(its["fault"] for its in grid["sources"] if its["name"] == "starter")
        assert fault.startswith("starter, cell ")
        assert "is another puzzle here than in run, cell " in fault  # no path of this machine
        assert fault.endswith("Choose it apart from the others.")
        assert "goose" not in fault  # who guesses reads this too
        assert str(own) not in json.dumps(grid)
        assert [its["model"] for its in grid["columns"]] == ["made/crane"]
        line = (own / "run" / "answers.jsonl").read_text().splitlines()[0]
        with (own / "run" / "answers.jsonl").open("a") as file:
            file.write(line.replace("timeout", "empty") + "\n")
        # What the page shows stays as it is while it is shown.
        assert ask("all/accuracy", version=grid["version"])[0]["failed"] == 1
        assert ask("all")["version"] != grid["version"]
    with client_of(own) as client:  # started anew, it no longer knows that state
        told = asking(client)("all/accuracy", version=grid["version"])
        assert told["error"]["what"] == "the runs have changed since this page was loaded."


def test_files_of_answers_from_elsewhere(own: Path) -> None:
    with_truths = "filename,solution,Owl-7B,Crane\nx1,GOOSE,Goose,duck\nx2,KING FISHER,kingfisher,\n"
    (own / "rebus.csv").write_text(with_truths)
    (own / "bare.csv").write_text("id,model,variant,reply\n1,heron,basic,goose 1\n2,heron,basic,geese 2\n")
    (own / "other.csv").write_text("name,height\na,2\n")
    (own / "bare.jsonl").write_text('{"id": "3", "model": "swan", "answer": "goose 3"}\n')
    with client_of(own) as client:
        entries = client.get("/api/catalogue").json()["entries"]
        found = {its["name"]: its["id"] for its in entries if its["kind"] == "answers"}
        assert set(found) == {"rebus.csv", "bare.csv", "bare.jsonl"}
        ask = asking(client)
        grid = ask(found["rebus.csv"])
        assert [(its["model"], its["outcomes"]) for its in grid["columns"]] == [
            ("Crane", "wu"),
            ("Owl-7B", "rn"),
        ]
        assert "names no subset" in grid["notes"][0]
        grid = ask(f"{found['bare.csv']},{found['bare.jsonl']}")
        assert [(its["model"], its["outcomes"]) for its in grid["columns"]] == [
            ("heron", "rw-"),
            ("swan", "--r"),
        ]
        assert all(its["picture"] for its in grid["puzzles"])
        assert ask(f"{found['bare.csv']}/accuracy")[0]["exact"][:1] == [0.5]
        page = ask(f"{found['bare.csv']}/puzzle", key="en:2")
        assert (page["given"][0]["origin"], page["given"][0]["attempts"][0]["reply"]) == (
            "bare.csv:3",
            "geese 2",
        )
        assert page["helps"][0]["why"] == "Of a file of answers only the hint can be told."
    with client_of(own / "bare.csv") as client:
        (source,) = asking(client)("all")["sources"]
        assert source["fault"] == (
            "bare.csv: the right answers are not in this file. "
            "Open the folder of its puzzles too, and no other puzzles."
        )


def test_prompts_of_ones_own_are_not_guessed_at(own: Path) -> None:
    run = json.loads((own / "run" / "run.json").read_text())
    for cell in run["cells"].values():
        cell["prompts"] = "0" * 64
    (own / "run" / "run.json").write_text(json.dumps(run))
    with client_of(own) as client:
        (told,) = asking(client)("all/puzzle", key="en:1")["helps"]
    assert (told["prompt"], told["hint_text"]) == ("", "6 characters")
    assert "only the hint can be told" in told["why"]


def test_a_run_without_an_answer_yet(own: Path) -> None:
    (own / "run" / "answers.jsonl").write_text("")
    with client_of(own) as client:
        ask = asking(client)
        grid = ask("all")
        assert (grid["columns"], len(grid["puzzles"])) == ([], 4)
        assert grid["notes"] == ["Nothing is answered yet."]
        assert ask("all/accuracy") == []
        assert ask("all/puzzle", key="en:1")["given"] == []


def test_temperatures_and_seeds_are_columns(tmp_path: Path) -> None:
    run = starter_run(tmp_path / "run", ("made/crane",))
    listing = json.loads((run / "run.json").read_text())
    for number, cell in enumerate(listing["cells"].values()):
        cell.update(temperature=0.5 if number % 2 else None, seed=number)
    (run / "run.json").write_text(json.dumps(listing))
    with client_of(run) as client:
        columns = asking(client)("all")["columns"]
        told = asking(client)("all/accuracy")
    assert [(its["temperature"], its["seed"], its["subsets"]) for its in columns] == [
        (None, 0, ["en"]),
        (None, 2, ["ar"]),
        (0.5, 1, ["fa"]),
        (0.5, 3, ["cross"]),
    ]
    # Only what it was asked about can be missing.
    assert all(its["exact"][3] + its["failed"] == 10 and its["not_asked"] == 0 for its in told)


def test_without_runs_that_is_said(tmp_path: Path) -> None:
    with client_of(tmp_path) as client:
        assert "no Eye-Q runs" in asking(client)("all")["error"]["what"]
