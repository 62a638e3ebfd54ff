"""What the server tells of a sheet and takes: to whom, and when; up to the file that is scored."""

import csv
import io
import json
import resource
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from gander.cli import app
from gander.quack.metrics.validation import score_sheets
from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.guard import TOKEN_HEADER, hosts_of
from gander.viewer.label import desk
from gander.viewer.label.desk import log_path
from gander.viewer.server import application
from tests.viewer.records import hostile_record, released_record

OURS = "http://127.0.0.1:8000"
COLUMNS = ("verdict", "reason", "evidence")

Ask = Callable[..., Any]


def gander(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["quack", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game, a hostile one, and sheets of both."""
    folder = tmp_path_factory.mktemp("drawn")
    released_record(folder / "released" / "seed01")
    hostile_record(folder / "hostile" / "seed05")
    gander("validate", "sample", folder, "--seed", 1, "--claims", "rules", "--out", folder / "s.csv")
    return folder


class Labels:
    """A server of a folder, asked as its page asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        catalogue = Catalogue([folder])
        catalogue.scan()
        self.guard = application(catalogue, Games("ship10"), hosts_of("127.0.0.1", 8000))
        self.client = TestClient(self.guard, base_url=OURS)
        self.ids = {its["name"]: its["id"] for its in self.client.get("/api/labels").json()["sheets"]}
        self.given = 0

    def sheet(self, name: str, who: str) -> Any:
        return self.get(f"{self.ids[name]}", annotator=who)

    def get(self, path: str, **query: str) -> Any:
        answer = self.client.get(f"/api/labels/{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, name: str, answer: dict[str, str], **headers: str) -> Any:
        self.given += 1
        body = {"key": f"key-{self.given:05}", "given": "2026-01-01T00:00:00Z", **answer}
        ours = {"origin": OURS, TOKEN_HEADER: self.guard.token, **headers}
        return self.client.post(f"/api/labels/{self.ids[name]}/answers", json=body, headers=ours)

    def say(self, who: str, name: str, item: str, question: str, value: str) -> Any:
        answer = self.post(name, {"annotator": who, "item": item, "question": question, "value": value})
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def labels(drawn: Path, tmp_path: Path) -> Iterator[Labels]:
    folder = tmp_path / "tree"
    shutil.copytree(drawn, folder)
    its = Labels(folder)
    with its.client:
        yield its


CLAIMS, UTTERANCES = "s.claims.csv", "s.utterances.csv"


def rows_of(labels: Labels, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((labels.folder / name).read_text("utf-8-sig"))))


def test_the_verdict_is_not_sent_before_the_answer(labels: Labels) -> None:
    sheet = labels.client.get(f"/api/labels/{labels.ids[CLAIMS]}", params={"annotator": "Ann"})
    rows = rows_of(labels, CLAIMS)
    view = sheet.json()
    assert [row["claim"] for row in view["rows"]] == [row["claim"].removeprefix("'") for row in rows]
    place = view["rows"][0]["item"]
    told = [sheet.text, json.dumps(labels.get(f"{labels.ids[CLAIMS]}/items/{place}", annotator="Ann"))]
    game = labels.get(f"{labels.ids[CLAIMS]}/items/{place}", annotator="Ann")["place"]["game"]
    told.append(json.dumps(labels.get(f"{labels.ids[CLAIMS]}/games/{game}")))
    for text in told:
        assert "verdict" not in text.replace("wrong_verdict", "")
        assert '"stratum' not in text
        for row in rows:
            assert json.dumps(row["reason"])[1:-1] not in text
            assert json.dumps(row["evidence"])[1:-1] not in text
    # With the answer it comes, and the lines that decide it with it.
    seen = labels.say("Ann", CLAIMS, place, "faithful", "yes")["seen"]
    assert seen["told"]["reason"] == rows[0]["reason"].removeprefix("'")
    assert seen["mine"] == {
        "first": "yes", "second": "", "note": "", "opened": True, "early": False, "complete": False,
    }  # fmt: skip
    # Not for others.
    assert labels.sheet(CLAIMS, "Ben")["seen"] == {}


def test_where_a_claim_is(labels: Labels) -> None:
    rows = rows_of(labels, CLAIMS)
    number = next(
        number
        for number, row in enumerate(rows)
        if "storage at tick 1" in row["utterance"] and "Alice was" in row["claim"]
    )
    row = labels.sheet(CLAIMS, "Ann")["rows"][number]
    address = f"{labels.ids[CLAIMS]}/items/{row['item']}"
    place = labels.get(address, annotator="Ann")["place"]
    claim = place["claim"]
    assert row["utterance"][slice(*claim["span"])] == "I was in storage at tick 1"
    assert place["at"] == int(row["line"]) - 1
    assert claim["lines"] == []
    assert claim["moment"] == claim["window"]["spans"][0][0]
    game = labels.get(f"{labels.ids[CLAIMS]}/games/{place['game']}")
    assert game["claims"] == []
    assert game["lines"] == {}
    assert all(its["claims"] == [] and its["state"] == "" for its in game["utterances"])
    assert game["utterances"][place["utterance"]]["text"] == row["utterance"]
    labels.say("Ann", CLAIMS, row["item"], "faithful", "yes")
    assert labels.get(address, annotator="Ann")["place"]["claim"]["lines"] != []


def test_a_game_that_is_not_there_is_told(labels: Labels) -> None:
    shutil.rmtree(labels.folder / "released")
    again = Labels(labels.folder)
    rows = again.sheet(CLAIMS, "Ann")["rows"]
    item = next(row["item"] for row in rows if row["game"] == "released/seed01")
    place = again.get(f"{again.ids[CLAIMS]}/items/{item}", annotator="Ann")["place"]
    assert place["game"] is None
    assert place["why"] == "The game released/seed01 is not among those that are opened here."
    assert again.say("Ann", CLAIMS, item, "faithful", "no")["seen"]["mine"]["complete"]


def test_revealed_early_is_recorded(labels: Labels) -> None:
    one, two = (row["item"] for row in labels.sheet(CLAIMS, "Ann")["rows"][:2])
    assert labels.say("Ann", CLAIMS, one, "reveal", "yes")["seen"]["told"] is not None
    labels.say("Ann", CLAIMS, one, "faithful", "yes")
    labels.say("Ann", CLAIMS, two, "faithful", "yes")
    data = labels.client.get(f"/api/labels/{labels.ids[CLAIMS]}/csv", params={"annotator": "Ann"}).content
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["revealed_early"] for row in rows[:2]] == ["yes", ""]


def test_two_annotators_are_blind_until_both_have_answered(labels: Labels) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    labels.say("Ann", CLAIMS, item, "faithful", "yes")
    labels.say("Ann", CLAIMS, item, "verdict_right", "no")
    half = labels.say("Ben", CLAIMS, item, "faithful", "yes")
    assert half["seen"]["others"] is None
    assert labels.sheet(CLAIMS, "Ann")["seen"][item]["others"] == {}  # nor Ann before Ben is through
    both = labels.say("Ben", CLAIMS, item, "verdict_right", "yes")
    assert both["seen"]["others"]["Ann"]["second"] == "no"
    assert labels.sheet(CLAIMS, "Ann")["seen"][item]["others"]["Ben"]["second"] == "yes"


def test_the_same_annotator_in_two_windows(labels: Labels) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    assert labels.say("Ann", CLAIMS, item, "faithful", "yes")["before"] is None
    saved = labels.say("Ann", CLAIMS, item, "faithful", "no")
    assert saved["before"] == "yes"
    assert saved["seen"]["mine"]["first"] == "no"


def test_from_answers_to_scores(labels: Labels, tmp_path: Path) -> None:
    """What the page shows is what the command says of the downloaded files."""
    files: list[Path] = []
    for name, first, second in ((CLAIMS, "faithful", "verdict_right"), (UTTERANCES, "facts", "facts_found")):
        rows = labels.sheet(name, "Ann")["rows"]
        for who, part in (("Ann", rows), ("=Ben", rows[:6])):
            for number, row in enumerate(part):
                claims = name == CLAIMS
                one = ("no" if number % 4 == 1 else "yes") if claims else "4"
                two = ("no" if number % 3 == 0 and who == "Ann" else "yes") if claims else str(number % 5)
                labels.say(who, name, row["item"], first, one)
                if one != "no":
                    labels.say(who, name, row["item"], second, two)
        labels.say("Ann", name, rows[0]["item"], "note", "=HYPERLINK(1)\nand more")
        for who in ("Ann", "=Ben"):
            answer = labels.client.get(f"/api/labels/{labels.ids[name]}/csv", params={"annotator": who})
            assert "attachment" in answer.headers["content-disposition"]
            files.append(tmp_path / f"{len(files)}.csv")
            files[-1].write_bytes(answer.content)
    cells = [cell for row in csv.reader(io.StringIO(files[0].read_text("utf-8-sig"))) for cell in row]
    assert "'=HYPERLINK(1)\nand more" in cells
    assert "'=Ben" in {
        cell for row in csv.reader(io.StringIO(files[1].read_text("utf-8-sig"))) for cell in row
    }
    everybody = tmp_path / "all.csv"
    everybody.write_bytes(labels.client.get(f"/api/labels/{labels.ids[CLAIMS]}/csv").content)
    assert score_sheets([everybody]).figures == score_sheets(files[:2]).figures

    said = gander("validate", "score", *files, "--json", tmp_path / "scores.json")
    assert "Cohen's kappa of Ann and =Ben on verdict_right" in said
    scores = json.loads((tmp_path / "scores.json").read_text())
    shown = {
        (its["name"], its["who"]): its
        for name in (CLAIMS, UTTERANCES)
        for its in labels.get(f"{labels.ids[name]}/figures", annotator="Ann")["figures"]
    }
    assert len(shown) == len(scores["figures"])
    for its in scores["figures"]:
        line = shown[its["name"], its["who"]]
        assert line["n"] == f"{its['drawn']['n']:g}"
        assert line["drawn"][0] == f"{100 * its['drawn']['value']:.1f}"
        assert line["clustered"][0] == f"{100 * its['clustered']['value']:.1f}"
    so_far = labels.get(f"{labels.ids[CLAIMS]}/figures", annotator="Ann")
    kappas = {its["question"]: its for its in so_far["kappas"]}
    wanted = {its["question"]: its["agreement"] for its in scores["kappas"]}
    assert kappas["verdict_right"]["kappa"][0] == f"{wanted['verdict_right']['kappa']['value']:.2f}"
    assert labels.get(f"{labels.ids[CLAIMS]}/figures")["progress"]["=Ben"] == len(
        labels.sheet(CLAIMS, "Ann")["rows"][:6]
    )


def test_figures_tell_nothing_of_rows_that_one_has_not_finished(
    labels: Labels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "_REST", 0)
    one, two, three = (row["item"] for row in labels.sheet(CLAIMS, "Ann")["rows"][:3])
    for item, faithful in ((one, "yes"), (two, "no")):
        labels.say("Ann", CLAIMS, item, "faithful", faithful)
        labels.say("Ann", CLAIMS, item, "verdict_right", "yes")

    def shares(who: str) -> dict[tuple[str, str], str]:
        so_far = labels.get(f"{labels.ids[CLAIMS]}/figures", annotator=who)
        assert so_far["progress"]["Ann"] == 2
        assert so_far["seq"] == so_far["scored"] or not so_far["figures"]
        return {(its["name"], its["who"]): its["n"] for its in so_far["figures"]}

    assert shares("Ben") == {}
    assert labels.get(f"{labels.ids[CLAIMS]}/figures")["figures"] == []
    assert [its["figures"]["figures"] for its in labels.client.get("/api/labels").json()["sheets"]] == [
        [],
        [],
    ]
    labels.say("Ben", CLAIMS, one, "faithful", "yes")  # half of a row
    assert shares("Ben") == {("claim faithful", "all"): "1"}
    labels.say("Ben", CLAIMS, one, "verdict_right", "no")
    labels.say("Ben", CLAIMS, three, "faithful", "no")
    assert shares("Ben")["claim faithful", "Ann"] == "1"
    assert shares("Ben")["claim faithful", "Ben"] == "2"
    # Weights know every stratum's size, and what is left out is told by the page's rows.
    mine = labels.get(f"{labels.ids[CLAIMS]}/figures", annotator="Ben")
    assert any(note.startswith("Ben: rows 2, 4, 5") for note in mine["notes"])
    assert any("weighted figures leave out" in note for note in mine["notes"])


def test_a_large_sheet_is_not_scored_with_every_answer(
    labels: Labels, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    address = f"{labels.ids[CLAIMS]}/figures"
    monkeypatch.setattr(desk, "_REST", 1e9)
    for number in (1, 2):
        labels.say("Ann", CLAIMS, item, "faithful", "no")
        so_far = labels.get(address, annotator="Ann")
        assert (so_far["seq"], so_far["scored"]) == (number, 1)
        assert so_far["progress"] == {"Ann": 1}


def test_a_name_is_one_name_however_it_is_typed(labels: Labels) -> None:
    view = labels.sheet(CLAIMS, " Jose\u0301  B ")
    assert view["annotator"] == "Jos\u00e9 B"
    address = f"/api/labels/{labels.ids[CLAIMS]}"
    for name in ("", " ", "n" * 61, "Ann\u202e", "a\0b"):
        for below in ("", "/figures", "/csv", f"/items/{view['rows'][0]['item']}"):
            answer = labels.client.get(address + below, params={"annotator": name})
            assert answer.status_code == 422, (name, below)
            assert "letters that can be seen" in answer.json()["error"]["what"]
    given = {"annotator": "Ann ", "item": view["rows"][0]["item"], "question": "faithful", "value": "yes"}
    assert "called 'Ann'" in labels.post(CLAIMS, given).json()["error"]["what"]


def test_nobody_else_writes(labels: Labels) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    answer = {"annotator": "Ann", "item": item, "question": "faithful", "value": "yes"}
    for headers in (
        {"origin": "http://evil.test"},
        {TOKEN_HEADER: "guessed"},
        {"sec-fetch-site": "cross-site"},
        {"host": "evil.test:8000"},
    ):
        assert labels.post(CLAIMS, answer, **headers).status_code == 403
    assert labels.client.get(f"/api/labels/{labels.ids[CLAIMS]}/answers").status_code == 404
    assert not log_path(labels.folder / CLAIMS).exists()


def test_what_cannot_be_an_answer(labels: Labels) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    good = {"annotator": "Ann", "item": item, "question": "faithful", "value": "yes"}
    for change in (
        {"value": "maybe"},
        {"item": "c000000000000-000000000000"},
        {"extra": "x"},
        {"annotator": ""},
    ):
        answer = labels.post(CLAIMS, {**good, **change})
        assert answer.status_code == 422, answer.text
    assert labels.post(CLAIMS, {**good, "question": "note", "value": "n" * 70_000}).status_code == 413
    assert labels.client.get(f"/api/labels/{labels.ids[CLAIMS]}/items/nothing").status_code == 404
    assert labels.client.get("/api/labels/nothing").status_code == 404
    assert not log_path(labels.folder / CLAIMS).exists()


def test_a_full_disk_is_told(labels: Labels) -> None:
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    labels.say("Ann", CLAIMS, item, "faithful", "yes")
    # Files that are written may not grow any more: as on a full disk, what is written fails.
    log = log_path(labels.folder / CLAIMS)
    answer = {"annotator": "Ann", "item": item, "question": "note", "value": "n" * 4000, "key": "of the note"}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
    try:
        refused = labels.post(CLAIMS, answer)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.status_code == 507
    assert "could not be saved in s.claims.labels.sqlite" in refused.json()["error"]["what"]
    assert labels.sheet(CLAIMS, "Ann")["seen"][item]["mine"]["note"] == ""
    assert labels.post(CLAIMS, answer).status_code == 200
    assert labels.sheet(CLAIMS, "Ann")["seen"][item]["mine"]["note"] == "n" * 4000


def test_a_sheet_that_was_drawn_anew(labels: Labels) -> None:
    path = labels.folder / CLAIMS
    item = labels.sheet(CLAIMS, "Ann")["rows"][0]["item"]
    labels.say("Ann", CLAIMS, item, "faithful", "yes")
    path.write_text(path.read_text("utf-8-sig").replace(rows_of(labels, CLAIMS)[0]["claim"], "another"))
    view = labels.sheet(CLAIMS, "Ann")
    assert view["strangers"] == 1
    assert view["seen"] == {}
    answer = {"annotator": "Ann", "item": item, "question": "faithful", "value": "no"}
    assert "no such row" in labels.post(CLAIMS, answer).json()["error"]["what"]


def test_a_sheet_that_is_none_is_listed_with_the_reason(labels: Labels) -> None:
    (labels.folder / "odd.claims.csv").write_text("a,b\n1,2\n")
    heading = (labels.folder / CLAIMS).read_text("utf-8-sig").split("\n")[0]
    (labels.folder / "empty.claims.csv").write_text(heading + "\n")
    text = (labels.folder / CLAIMS).read_text("utf-8-sig")
    (labels.folder / "changed.claims.csv").write_text(text.replace("\nc", "\nx"))
    (labels.folder / "s.utterances.labels.sqlite").write_text("no database" * 100)
    again = Labels(labels.folder)
    listed = {its["name"]: its for its in again.client.get("/api/labels").json()["sheets"]}
    assert "lacks the columns id, game, faithful" in listed["odd.claims.csv"]["fault"]
    assert "no row" in listed["empty.claims.csv"]["fault"]
    assert "filled in wrongly" in listed["changed.claims.csv"]["fault"]
    assert "cannot be read" in listed[UTTERANCES]["fault"]
    assert listed[CLAIMS]["fault"] == ""
    assert again.client.get(f"/api/labels/{again.ids['odd.claims.csv']}").status_code == 422
