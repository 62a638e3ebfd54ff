"""Audits on the page: what the server answers, on games of liars, beside a record that cannot be read."""

import base64
import gzip
import json
import math
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gander.cli.audit import audit
from gander.errors import InputError
from gander.quack.library import load_map
from gander.quack.metrics.audits import BY, audit_games
from gander.quack.metrics.one_game import Wanted
from gander.report.audit.provenance import SINGLE
from gander.viewer.audit.audited import AuditedGame, audit_for_page
from gander.viewer.audit.auditor import Auditor, NotKept, Working
from gander.viewer.audit.export import export_audit
from gander.viewer.audit.many import ManyAudited
from gander.viewer.audit.stored_figures import read_figures
from gander.viewer.audit.stored_verdicts import read_verdicts
from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.guard import hosts_of
from gander.viewer.server import application
from tests.viewer.records import released_record

OURS = "http://127.0.0.1:8000"
Answer = dict[str, Any]


@pytest.fixture(scope="module")
def client(audited_runs: Path) -> Iterator[TestClient]:
    catalogue = Catalogue([audited_runs])
    catalogue.scan()
    with TestClient(
        application(catalogue, Games("ship10"), hosts_of("127.0.0.1", 8000)), base_url=OURS
    ) as it:
        yield it


def looked(client: TestClient, **asked: str) -> Answer:
    """The audit, once it is there."""
    found: Answer = {"working": {"done": 0, "of": 0}}
    while "working" in found:
        assert found["working"]["done"] <= found["working"]["of"]
        found = client.get("/api/audit", params=asked).json()
    return found


def behind(client: TestClient, **asked: str) -> tuple[Answer, str]:
    summary = looked(client, **asked)["summary"]
    return summary, f"/api/audit/games/{summary['version']}"


def stored(client: TestClient, name: str) -> str:
    entries = client.get("/api/catalogue").json()["entries"]
    return f"/api/audit/files/{next(its['id'] for its in entries if its['name'] == name)}"


def test_the_figures_are_the_commands_own_whatever_they_are_grouped_by(
    client: TestClient, audited_runs: Path
) -> None:
    summary, address = behind(client)
    assert (summary["profile"], summary["claims"], summary["by"]) == ("paper", "rules", list(BY))
    names = [metric["name"] for metric in summary["metrics"]]
    for by in BY:
        audits = audit_games([audited_runs / "honest", audited_runs / "liars"], load_map("ship10"), by=by)
        groups = client.get(f"{address}/figures", params={"by": by}).json()["groups"]
        assert [group["name"] for group in groups] == [group.name for group in audits.groups]
        for shown, group in zip(groups, audits.groups, strict=True):
            assert (shown["games"], shown["coverage"]) == (group.games, group.coverage)
            for name, (mean, pooled, part, whole) in zip(names[:-1], shown["cells"][:-1], strict=True):
                figure = group.figures[name]
                assert (mean[0], mean[1], mean[2], mean[4]) == (
                    *(figure.mean.value, figure.mean.low, figure.mean.high),
                    figure.mean.n,
                )
                assert figure.pooled is not None
                assert (pooled[0], part, whole) == (figure.pooled.value, figure.part, figure.whole)


def test_a_record_that_cannot_be_read_is_told_and_the_others_are_audited(client: TestClient) -> None:
    summary = looked(client)["summary"]
    assert len(summary["games"]) == 6
    [fault] = summary["faults"]
    assert fault["name"] == "torn/seed04"
    assert fault["what"].startswith("game.jsonl:1: ")


@pytest.mark.parametrize("claims", ["rules", "intended"])
def test_the_games_and_the_items_behind_a_figure_add_up_to_it(client: TestClient, claims: str) -> None:
    summary, address = behind(client, claims=claims)
    items = client.get(f"{address}/items").json()
    metrics = summary["metrics"]
    settled = 0
    for by in BY:
        groups = client.get(f"{address}/figures", params={"by": by}).json()["groups"]
        games = counted_in_games(client.get(f"{address}/rows", params={"by": by}).json())
        single = counted_in_items(summary, items, by, setting_of(client, address))
        for place, group in enumerate(groups):
            for number, metric in enumerate(metrics):
                part, whole = group["cells"][number][2:]
                assert games[place, number] == [part, whole]
                if metric["tier"] in ("statements", "coverage"):
                    told = single[place, number]
                    assert (by, metric["name"], *told) == (by, metric["name"], part, whole)
                    settled += whole
    assert settled > 1000


def counted_in_games(rows: list[Any]) -> dict[tuple[int, int], list[float]]:
    found: dict[tuple[int, int], list[float]] = {}
    for group, _, parts, wholes in rows:
        for number, (part, whole) in enumerate(zip(parts, wholes, strict=True)):
            both = found.setdefault((group, number), [0, 0])
            both[0] += part
            both[1] += whole
    return found


def setting_of(client: TestClient, address: str) -> dict[str, dict[int, int]]:
    """By way of grouping: the group of every game, from the games' own rows."""
    found = {}
    for by in ("setting", "game", "all"):
        rows = client.get(f"{address}/rows", params={"by": by}).json()
        found[by] = {game: group for group, game, _, _ in rows}
    return found


def counted_in_items(
    summary: Answer, items: Answer, by: str, groups: dict[str, dict[int, int]]
) -> dict[tuple[int, int], tuple[int, int]]:
    parts, wholes = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for index, game in enumerate(items["game"]):
        lie = items["words"][items["sort"][index]] == "lie"
        if by in groups:
            own = {groups[by][game]}
        elif lie:
            seats = zip(summary["games"][game]["players"], items["groups"][by][game], strict=True)
            own = {group for (_, team), group in seats if team == "goose"}
        else:
            own = {items["groups"][by][game][items["seat"][index]]}
        for group in own:
            for number, part, whole in items["shares"][items["counts"][index]]:
                parts[group, number] += part
                wholes[group, number] += whole
    places = {(group, number) for group in range(20) for number in range(len(summary["metrics"]))}
    return {place: (parts[place], wholes[place]) for place in places}


def test_an_item_is_told_with_its_utterance_and_leads_to_its_game(client: TestClient) -> None:
    summary, address = behind(client)
    items = client.get(f"{address}/items").json()
    words = items["words"]
    index = next(
        index
        for index, (sort, verdict) in enumerate(zip(items["sort"], items["verdict"], strict=True))
        if words[sort] == "claim" and words[verdict] == "false"
    )
    game, number = items["game"][index], items["number"][index]
    [[detail, said]] = client.get(f"{address}/details", params={"items": f"{game}.{number}"}).json()
    own = client.get(f"/api/games/{summary['games'][game]['id']}?claims=rules").json()
    claim = own["claims"][number]
    assert (detail["words"], detail["reason"], detail["lines"]) == (
        *(claim["words"], claim["reason"]),
        claim["lines"],
    )
    assert (claim["verdict"], claim["type"]) == ("false", words[items["type"][index]])
    utterance = own["utterances"][claim["utterance"]]
    assert (said["text"], said["line"]) == (utterance["text"], utterance["at"] + 1)
    assert client.get(f"{address}/details", params={"items": "0.99999"}).status_code == 422
    assert client.get(f"{address}/details", params={"items": "../x"}).status_code == 404


def test_settings_are_compared_seed_by_seed(client: TestClient, audited_runs: Path) -> None:
    summary, address = behind(client)
    [one] = client.get(f"{address}/compared", params={"first": "0", "second": "1"}).json()
    assert (one["first"], one["second"], one["seeds"]) == ("honest", "liars", 3)
    [same] = client.get(f"{address}/compared").json()
    assert same == one
    audits = audit_games(
        [audited_runs / "honest", audited_runs / "liars"], load_map("ship10"), compare=("honest", "liars")
    )
    number = [metric["name"] for metric in summary["metrics"]].index("deception_rate")
    difference = audits.compared[0].differences["deception_rate"].mean
    assert one["cells"][number][0][0][:3] == [
        *(difference.estimate.value, difference.estimate.low),
        difference.estimate.high,
    ]
    same_twice = client.get(f"{address}/compared", params={"first": "0", "second": "0"})
    assert same_twice.status_code == 422
    assert "--compare" not in same_twice.text
    assert client.get(f"{address}/compared", params={"first": "0", "second": "7"}).status_code == 422


def test_stored_figures_are_those_that_were_written(client: TestClient) -> None:
    file, here = stored(client, "figures.json"), behind(client)
    summary = client.get(f"{file}/summary").json()
    assert (summary["claims"], summary["by"], summary["compared"]) == ("rules", ["setting"], "stored")
    assert {game["id"] for game in summary["games"]} == {game["id"] for game in here[0]["games"]}
    own, stored_ones = (
        {group["name"]: group for group in client.get(f"{where}/figures?by=setting").json()["groups"]}
        for where in (here[1], file)
    )
    assert own == stored_ones
    # Each of them has its settings in the order in which they were named.
    counted = []
    for where in (here[1], file):
        names = [group["name"] for group in client.get(f"{where}/figures?by=setting").json()["groups"]]
        sums = counted_in_games(client.get(f"{where}/rows?by=setting").json())
        counted.append({(names[group], number): both for (group, number), both in sums.items()})
    assert counted[0] == counted[1]
    assert any("is not checked" in note for note in summary["notes"])
    [one] = client.get(f"{file}/compared").json()
    assert {one["first"], one["second"]} == {"honest", "liars"}
    # What a file does not hold is told.
    for missing in ("items", "figures?by=player", "rows?by=model"):
        assert client.get(f"{file}/{missing}").status_code == 422
    published = stored(client, "released.json")
    groups = client.get(f"{published}/figures?by=setting").json()["groups"]
    assert [group["cells"][0][1] for group in groups] == [None, None]


@pytest.mark.parametrize("name", ["verdicts.jsonl", "released.jsonl"])
def test_stored_verdicts_are_told_with_their_utterances(
    client: TestClient, audited_runs: Path, name: str
) -> None:
    file = stored(client, name)
    items = client.get(f"{file}/items").json()
    assert len(items["game"]) == len((audited_runs / name).read_text().splitlines())
    assert {items["words"][place] for place in items["verdict"]} >= {"true", "false"}
    [[detail, said]] = client.get(f"{file}/details?items=0.0").json()
    assert detail["words"]
    assert said["speaker"] in {"Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"}
    # The released profile's lines name their utterance by its hash, the others by its line too.
    summary = client.get(f"{file}/summary").json()
    own = client.get(f"/api/games/{summary['games'][0]['id']}").json()
    heard = {its["text"]: (its["at"] + 1, its["meeting"]) for its in own["utterances"]}
    assert heard[said["text"]] == (said["line"], said["meeting"])


def test_files_lead_to_no_other_games_than_theirs(audited_runs: Path, tmp_path: Path) -> None:
    records = tmp_path / "runs"
    written = time.time()
    for seed, other in ((1, 1), (2, 3)):
        record = records / f"seed0{seed}" / "game.jsonl"
        record.parent.mkdir(parents=True)
        # As if another game had been played there since.
        record.write_bytes((audited_runs / "liars" / f"seed0{other}" / "game.jsonl").read_bytes())
        os.utime(record, (written + 60 * other - 120,) * 2)
    for name in ("verdicts.jsonl", "released.jsonl", "figures.json"):
        text = (audited_runs / name).read_text()
        (tmp_path / name).write_text(text.replace(str(audited_runs / "liars"), str(records)))
        os.utime(tmp_path / name, (written, written))
    lines = (tmp_path / "verdicts.jsonl").read_text().splitlines()
    unhashed = re.sub(r'"utterance_sha256":"[^"]*",', "", "\n".join(lines))
    (tmp_path / "unhashed.jsonl").write_text(unhashed)
    catalogue = Catalogue([tmp_path])
    found = {entry.path: (entry.id, entry.name) for entry in catalogue.scan() if entry.kind == "game"}
    for name in ("verdicts.jsonl", "released.jsonl", "unhashed.jsonl"):
        stored_ones = read_verdicts(tmp_path / name, name, found)
        summary = stored_ones.summary()
        assert [its.name for its in summary.games if its.id] == ["runs/seed01"]
        assert [note.partition(":")[0] for note in summary.notes] == ["runs/seed02"]
        assert "not fit what was said" in summary.notes[0]
        items = stored_ones.items()
        place = next(place for place, game in enumerate(items.game) if summary.games[game].id is None)
        [[detail, said]] = json.loads(stored_ones.details([(items.game[place], items.number[place])]))
        assert detail["words"]
        assert said["text"] is None
    figures = read_figures(tmp_path / "figures.json", "figures.json", found).summary()
    assert [its.name for its in figures.games if its.id] == ["runs/seed01"]
    assert figures.notes[0].startswith("1 record of these games was written after this file")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"profile": "weird"}, "'weird'"),
        ({"by": "weird"}, "'weird'"),
        ({"by": "game"}, "not one group by game"),
        ({"settings": {}}, "not one group by setting"),
        ({"by": "game", "groups": "settings"}, "2 groups of 6 games"),
        ({"goose_truthfulness": {"mean": 1e308}}, "<= 1000000000000.0"),
        ({"goose_truthfulness": {"mean": 1.5}}, "1.5 is no share"),
        ({"goose_truthfulness": {"n": -1}}, ">= 0"),
    ],
)
def test_figures_that_cannot_be_are_refused(
    audited_runs: Path, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    document = json.loads((audited_runs / "figures.json").read_text())
    for name, value in change.items():
        if name == "groups":
            document["groups"] = document.pop(value)
        elif name in document:
            document[name] = value
        else:
            document["settings"]["liars"][name] |= value
    file = tmp_path / "figures.json"
    file.write_text(json.dumps(document))
    with pytest.raises(InputError, match="does not hold an audit's figures") as refused:
        read_figures(file, "figures.json", {})
    assert told in refused.value.what
    assert refused.value.where == "figures.json"


def test_a_verdict_of_another_word_is_refused(audited_runs: Path, tmp_path: Path) -> None:
    line = (audited_runs / "verdicts.jsonl").read_text().splitlines()[0]
    (tmp_path / "v.jsonl").write_text(re.sub('"verdict":"[a-z_]+"', '"verdict":"constructor"', line))
    with pytest.raises(InputError, match=r"line 1 is no verdict.*'constructor'"):
        read_verdicts(tmp_path / "v.jsonl", "v.jsonl", {})


def test_single_games_without_intervals_say_why(audited_runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "released.json"
    audit([audited_runs / "liars"], profile="released", claims="intended", by="game", json_file=file)
    shown = read_figures(file, "released.json", {})
    # An interval of a single game would need the counts behind its rates.
    shares = [place for place, its in enumerate(shown.summary().metrics[:-1]) if its.share]
    cells = [group.cells[place] for group in shown.figures("game").groups for place in shares]
    assert {cell.mean.method for cell in cells if cell is not None} == {"none"}
    assert shown.summary().notes == (SINGLE,)


def test_files_that_hold_something_else_say_so(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"profile":"paper","note":{}}')
    (tmp_path / "b.jsonl").write_text('{"path":"x","verdict":"true"}\n')
    (tmp_path / "c.jsonl").write_text('{"path":"x","meeting":0,"verdict":"true","line":1,"speaker":"A"}\n')
    (tmp_path / "d.json").write_text('{"kind":"reaudit","steps":[1]}')
    (tmp_path / "e.json").write_text('{"kind":"reaudit","steps":[],"beside":[],"settings":[],"notes":[]}')
    catalogue = Catalogue([tmp_path])
    catalogue.scan()
    with TestClient(
        application(catalogue, Games("ship10"), hosts_of("127.0.0.1", 8000)), base_url=OURS
    ) as it:
        for name, part in (
            ("a.json", "summary"),
            ("b.jsonl", "items"),
            ("c.jsonl", "items"),
            ("d.json", "steps"),
            ("e.json", "steps"),
        ):
            told = it.get(f"{stored(it, name)}/{part}")
            assert (name, told.status_code) == (name, 422)
            assert told.json()["error"]["where"] == name
        assert it.get("/api/audit").json()["error"]["what"] == "no games are below the opened folders."
        assert it.get("/api/audit/files/unknown/items").status_code == 404


def test_what_has_not_changed_is_audited_once(tmp_path: Path) -> None:
    released_record(tmp_path / "setting" / "seed01")
    catalogue = Catalogue([tmp_path])
    auditor = Auditor(catalogue, "ship10", None)
    first = audited(auditor)
    assert audited(auditor) is first
    record = released_record(tmp_path / "setting" / "seed02")
    catalogue._scanned = -math.inf  # a second later
    second = audited(auditor)
    assert [game.one.place.seed for game in second.games] == [1, 2]
    assert second.games[0] is first.games[0]
    assert auditor.find(first.version) is first
    record.write_text("")
    third = audited(auditor)
    assert (len(third.games), len(third.faults)) == (1, 1)


def audited(auditor: Auditor) -> ManyAudited:
    while not isinstance(found := auditor.look(), ManyAudited):
        pass
    return found


def test_audits_that_are_not_kept_are_made_again_of_what_is_known(
    client: TestClient, audited_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gander.viewer.audit.auditor._KEPT", 1)
    auditor = Auditor(Catalogue([audited_runs]), "ship10", None)
    first = audited(auditor)
    for word in ("intended", "rules", "intended"):
        while not isinstance(auditor.look(word), ManyAudited):
            pass
    with pytest.raises(NotKept):
        auditor.find(first.version)
    again = audited(auditor)
    assert again.version == first.version
    assert [game is known for game, known in zip(again.games, first.games, strict=True)] == [True] * 6
    # The server says so in a way that the page asks anew for.
    assert client.get("/api/audit/games/unknown/figures").status_code == 410
    assert client.get("/api/audit/games/unknown/steps").status_code == 410


def test_an_audit_that_waits_for_another_says_so(audited_runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()

    def slowly(path: Path, wanted: Wanted) -> AuditedGame:
        held.wait(20)
        return audit_for_page(path, wanted)

    monkeypatch.setattr("gander.viewer.audit.auditor.audit_for_page", slowly)
    auditor = Auditor(Catalogue([audited_runs / "liars" / "seed01"]), "ship10", None)
    assert auditor.look("rules") == Working(0, 1)
    assert auditor.look("intended") == Working(0, 1, waits=True)
    held.set()
    while not isinstance(auditor.look("rules"), ManyAudited):
        pass
    while isinstance(found := auditor.look("intended"), Working):
        pass
    assert found.claims == "intended"


def test_a_folders_games_are_audited_apart(client: TestClient) -> None:
    whole = looked(client)["summary"]
    folders = {its["name"]: its for its in whole["folders"]}
    assert {name: its["games"] for name, its in folders.items()} == {"honest": 3, "liars": 3, "torn": 1}
    own, address = behind(client, folder=folders["liars"]["id"])
    assert (own["title"], len(own["games"]), own["faults"]) == ("liars", 3, [])
    groups = client.get(f"{address}/figures?by=setting").json()["groups"]
    assert [group["name"] for group in groups] == ["liars"]
    broken = client.get("/api/audit", params={"folder": folders["torn"]["id"]})
    assert broken.status_code == 422
    assert "no game that could be audited" in broken.json()["error"]["what"]
    assert client.get("/api/audit", params={"folder": "unknown"}).status_code == 422


def test_a_file_that_would_be_too_large_leaves_the_single_claims_out(
    audited_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = audited(Auditor(Catalogue([audited_runs]), "ship10", None))
    page = export_audit(found, lambda: b"")
    assert export_audit(found, lambda: b"") == page
    whole = carried(page)
    assert len(whole["details"]) == len(whole["items"]["game"]) > 500
    assert (whole["summary"]["compared"], len(whole["compared"]), whole["steps"]) == ("stored", 1, None)
    monkeypatch.setattr("gander.viewer.audit.export._MOST", len(page) - 1)
    short = carried(export_audit(found, lambda: b""))
    assert (short["summary"]["items"], short["items"], short["details"]) == (False, None, [])
    assert "not in this file" in short["summary"]["notes"][-1]
    assert short["figures"] == whole["figures"]


def carried(page: bytes) -> Answer:
    """What an exported page carries."""
    packed = re.search(rb'id="exported">([^<]*)</script>', page)
    assert packed is not None
    held: Answer = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    return held


@pytest.mark.released
def test_released_games_are_audited_again_step_by_step(released_dir: Path) -> None:
    folders = [released_dir / "homogeneous_gpt5.5" / f"seed{seed:02}" for seed in (1, 2)]
    catalogue = Catalogue(folders)
    catalogue.scan()
    with TestClient(
        application(catalogue, Games("ship10"), hosts_of("127.0.0.1", 8000)), base_url=OURS
    ) as it:
        summary, address = behind(it)
        assert (summary["claims"], summary["steps"]) == ("recorded", True)
        while "working" in (found := it.get(f"{address}/steps").json()):
            pass
        steps = found["steps"]
        [setting] = steps["settings"]
        [group] = it.get(f"{address}/figures?by=setting").json()["groups"]
        number = [metric["name"] for metric in summary["metrics"]].index("goose_truthfulness")
        bars = setting["figures"]["goose_truthfulness"]
        # The last step is the figure of the profile `paper`; the changes lead there from the first.
        last = bars[len(steps["steps"]) - 1]
        assert (last["mean"][0], last["part"], last["whole"]) == (
            group["cells"][number][0][0],
            *group["cells"][number][2:],
        )
