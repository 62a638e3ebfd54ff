"""``gander quack validate`` and ``extract`` as a person uses them."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gander.cli import app
from gander.errors import InputError
from gander.quack.audit.claims_file import claims_folder, claims_name, to_lines
from gander.quack.audit.game import open_game
from gander.quack.audit.intended import claims_from_intended
from gander.quack.audit.utterances import Extraction
from gander.quack.library import load_map
from gander.quack.metrics.validation.matching import is_stated
from gander.quack.metrics.validation.sheets import write_sheet
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import Rules
from gander.spreadsheet import content
from gander.terminal import cells


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "mixed"
    play_run(out, RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (1, 2, 3)))
    return out


def gander(*args: object) -> Result:
    return CliRunner().invoke(app, ["quack", *map(str, args)], catch_exceptions=True)


def worked(*args: object) -> str:
    done = gander(*args)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def worked_noting(*args: object) -> tuple[str, str]:
    """What a command says, and what it notes beside that."""
    done = gander(*args)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout, done.stderr


def refused(*args: object) -> str:
    done = gander(*args)
    assert isinstance(done.exception, InputError), (done.output, done.exception)
    return str(done.exception)


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def test_intended_claims_are_judged_as_meant(run, tmp_path):
    target = tmp_path / "figures.json"
    told = worked("validate", "intended", run, "--claims", "intended", "--json", target)
    figures = json.loads(target.read_text())
    assert figures["games"] == 3
    assert figures["verdicts_as_meant"]["value"] >= 0.995
    assert all(row["f1"]["value"] in (1.0, None) for row in figures["scores"])
    assert re.search(r"3 games, (\d+) of \1 utterances read\.", told)


def test_a_lossy_extractor_is_told_apart(run, tmp_path):
    """One claim in each utterance dropped, one invented: precision, recall and details say so."""
    out = tmp_path / "claims"
    lost = kept = 0
    for path in sorted(run.rglob("game.jsonl")):
        game = open_game(read_record(path))
        changed = []
        for its in claims_from_intended(game):
            stated = [claim for claim in its.claims if is_stated(claim)]
            lost += bool(stated)
            kept += max(len(stated) - 1, 0)
            changed.append(
                Extraction(its.utterance, "extracted" if stated[1:] else "no_claims", tuple(stated[1:]))
            )
        folder = claims_folder(path, out)
        folder.mkdir(parents=True)
        (folder / claims_name("lossy")).write_bytes(to_lines(changed, "lossy"))
    target, details = tmp_path / "figures.json", tmp_path / "details.csv"
    worked(
        *("validate", "intended", run, "--claims", out / "claims.lossy.jsonl"),
        *("--json", target, "--details", details),
    )
    every = next(row for row in json.loads(target.read_text())["scores"] if row["name"] == "all")
    assert every["precision"]["value"] == 1.0
    assert every["tally"] == {"matched": kept, "left": kept, "right": kept + lost}
    listed = [row for row in rows_of(details) if row["what"] == "missed"]
    assert len(listed) == lost
    assert all(row["other"] and row["other_verdict"] and not row["found"] for row in listed)
    first = listed[0]
    said = read_record(content(first["record"])).events[int(first["line"]) - 1]
    assert said.event_type == "discussion_message"
    assert said.data["message"].splitlines()[0] in first["utterance"].replace("\r\n", "\n")


def test_against_oneself_nothing_differs(run, tmp_path):
    target = tmp_path / "figures.json"
    worked("validate", "against", run, "--claims", "intended", "--other", "intended", "--json", target)
    figures = json.loads(target.read_text())["settings"]["mixed"]
    assert {row["f1"]["value"] for row in figures["scores"]} <= {1.0, None}
    assert figures["times"]["same_window"] == figures["times"]["pairs"] > 0
    assert all(row["difference"]["value"] == 0 for row in figures["figures"][:4])


def test_only_what_both_have_read_is_compared(run, tmp_path):
    """The file has every other utterance; the others are failed there and counted nowhere."""
    out = tmp_path / "claims"
    said = 0
    for path in sorted(run.rglob("game.jsonl")):
        game = open_game(read_record(path))
        half = [
            its if its.utterance.number % 2 else Extraction(its.utterance, "failed", why="away")
            for its in claims_from_intended(game)
        ]
        said += sum(its.state in ("extracted", "no_claims") for its in half)
        folder = claims_folder(path, out)
        folder.mkdir(parents=True)
        (folder / claims_name("half")).write_bytes(to_lines(half, "half"))
    target = tmp_path / "figures.json"
    worked(
        *("validate", "against", run, "--claims", out / "claims.half.jsonl"),
        *("--other", "intended", "--json", target),
    )
    figures = json.loads(target.read_text())["settings"]["mixed"]
    assert figures["compared"] == figures["read"][0] == said < figures["read"][1]
    every = next(row for row in figures["scores"] if row["name"] == "all")
    assert every["recall"]["value"] == 1.0


def test_nothing_to_compare(run):
    told = refused("validate", "against", run, "--claims", "intended")
    assert told.startswith("--other recorded: none of the 3 games has such claims")


def test_sample_and_score(run, tmp_path):
    sheet = tmp_path / "sheet.csv"
    options = ("--claims", "intended", "--claims-n", 30, "--utterances", 8, "--seed", 4, "--out", sheet)
    told = worked("validate", "sample", run, *options)
    assert "30 rows" in told and "8 rows" in told
    claims, utterances = tmp_path / "sheet.claims.csv", tmp_path / "sheet.utterances.csv"
    assert "nothing is filled in" in refused("validate", "score", claims, utterances)

    def fill(path: Path, target: Path, **cells: str) -> Path:
        filled = [{**row, **cells} for row in rows_of(path)]
        page = io.StringIO()
        out = csv.DictWriter(page, filled[0].keys(), delimiter=";", lineterminator="\r\n")
        out.writeheader()
        out.writerows(filled)
        target.write_bytes(page.getvalue().encode("utf-8-sig"))
        return target

    ann = fill(claims, tmp_path / "ann.csv", faithful="yes", verdict_right="yes")
    ben = fill(claims, tmp_path / "ben.csv", faithful="no")
    heard = fill(utterances, tmp_path / "heard.csv", facts="4", facts_found="3", annotator="ann")
    target = tmp_path / "score.json"
    told = worked("validate", "score", ann, ben, heard, "--json", target)
    figures = {(row["name"], row["who"]): row for row in json.loads(target.read_text())["figures"]}
    assert figures["claim faithful", "all"]["drawn"]["value"] == 0.5
    assert figures["claim faithful", "ann"]["weighted"]["value"] == 1.0
    assert figures["facts found (recall)", "ann"]["drawn"]["k"] == 24
    assert "Cohen's kappa of ann and ben on faithful: 0.00" in told
    assert "the sheet is there already" in refused("validate", "sample", run, *options)


def test_what_no_claim_is_of_is_told(run, tmp_path):
    only = ("--type", "defense", "--verdict", "wrong_room")
    options = ("--claims", "intended", "--seed", 1, *only, "--out", tmp_path / "s")
    told, notes = worked_noting("validate", "sample", run, "--utterances", 1, *options)
    assert "There is no claim of the type defense with the verdict wrong_room, so there is no sheet" in notes
    assert "1 row: " in told
    assert "stratum" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["s.utterances.csv"]
    told = refused("validate", "sample", run, "--utterances", 0, *options[:-1], tmp_path / "t")
    assert "there is nothing to draw: there is no claim of the type defense with the verdict" in told


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_tables_and_sentences_fit_the_terminal(run, tmp_path, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(tmp_path)
    sheet = ("--claims-n", 4, "--utterances", 2, "--seed", 1, "--out", "s")
    for command in (
        ("intended", run),
        ("against", run, "--other", "intended"),
        ("sample", run, *sheet),
    ):
        told = worked("validate", *command)
        assert max(map(cells, told.splitlines())) <= columns
    filled = [{**row, "faithful": "yes", "verdict_right": "no"} for row in rows_of(Path("s.claims.csv"))]
    Path("s.claims.csv").write_bytes(write_sheet(tuple(filled[0]), filled))
    told = worked("validate", "score", "s.claims.csv")
    assert max(map(cells, told.splitlines())) <= columns
    assert "claim faithful" in told


def test_games_without_claims_are_counted(run, tmp_path):
    first = min(run.rglob("game.jsonl"))
    game = open_game(read_record(first))
    path = claims_folder(first, tmp_path) / "claims.mine.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(to_lines(claims_from_intended(game), "mine"))
    word = f"{tmp_path}/claims.mine.jsonl"
    for command in (("intended", "--claims", word), ("against", "--other", word)):
        told, notes = worked_noting("validate", command[0], run, *command[1:])
        assert f"2 of 3 games have no such claims ({word}), so nothing of theirs is read" in notes
        assert "utterances" in told
    other = tmp_path / "other.jsonl"
    other.write_bytes(path.read_bytes().replace(b'"player_', b'"nobody_'))
    told = refused("validate", "intended", run, "--claims", other)
    assert told.startswith(f"--claims {other}: not one of the ")


def test_a_misfilled_cell_is_named_by_file_and_row(run, tmp_path):
    sheet = tmp_path / "sheet"
    options = ("--claims", "intended", "--claims-n", 3, "--seed", 1)
    _, notes = worked_noting("validate", "sample", run, *options, "--out", f"{sheet}.Claims.CSV")
    strata, unseen = map(int, re.findall(r"Of (\d+) strata (\d+) have no row", notes)[0])
    assert strata - unseen == 3
    assert f"--claims-n {strata} is the least" in " ".join(notes.split())
    assert {file.name for file in tmp_path.iterdir()} == {"sheet.claims.csv", "sheet.utterances.csv"}
    path = tmp_path / "sheet.claims.csv"
    filled = rows_of(path)
    filled[1]["faithful"] = "perhaps"
    page = io.StringIO()
    out = csv.DictWriter(page, filled[0].keys())
    out.writeheader()
    out.writerows(filled)
    path.write_text(page.getvalue())
    assert f"{path}:3: faithful is 'perhaps', not yes or no." in refused("validate", "score", path)


def test_files_are_whole_though_nobody_listens(run, tmp_path):
    """A reader that goes away after the first line (`| head -1`) loses nothing that was to be written."""
    import subprocess
    import sys

    for number, args in enumerate(
        (
            ("intended", run, "--json", tmp_path / "0.json"),
            ("against", run, "--other", "intended", "--json", tmp_path / "1.json"),
            ("sample", run, "--seed", 1, "--out", tmp_path / "2"),
        )
    ):
        code = "from gander.cli import main; main()"
        with subprocess.Popen(
            [sys.executable, "-c", code, "quack", "validate", *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == "", number
    assert {path.name for path in tmp_path.iterdir()} == {
        *("0.json", "1.json"),
        *("2.claims.csv", "2.utterances.csv"),
    }


def test_games_of_the_same_name_are_not_mixed_up(run, tmp_path):
    """Below another folder, and in a sample, a game goes by its last two folders."""
    import shutil

    other = tmp_path / "elsewhere" / run.name
    shutil.copytree(run, other)
    sample = (
        "validate",
        "sample",
        run,
        other,
        "--claims",
        "intended",
        "--seed",
        1,
        "--out",
        tmp_path / "s.csv",
    )
    extract = ("extract", run, other, "--claims", "rules", "--out", tmp_path / "out")
    for command in (sample, extract):
        assert "another game is called mixed/seed01 too" in refused(*command)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("intended", "nowhere"), "nowhere"),
        (("intended", "RUN", "--claims", "rule"), "no source of claims 'rule'"),
        (("sample", "RUN", "--seed", 1, "--out", "x", "--verdict", "wrong"), "there is no 'wrong'"),
        (("sample", "RUN", "--seed", 1, "--out", "x", "--type", "rumour"), "there is no 'rumour'"),
        (
            ("sample", "RUN", "--seed", 1, "--out", "x", "--claims", "recorded"),
            "none of the 3 games has such claims",
        ),
        (("intended", "RUN", "--claims", "model:a/b"), "expected "),
        (("score", "nowhere.csv"), "cannot be read"),
    ],
)
def test_wrong_input(run, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    assert words in refused("validate", *(run if word == "RUN" else word for word in args))
    assert not list(tmp_path.iterdir())


def test_audits_load_no_model():
    import subprocess
    import sys

    script = (
        "import sys, gander.cli.validate, gander.cli.extract, gander.quack.audit.sources;"
        "import gander.quack.metrics.validation, gander.quack.audit.extract;"
        "assert not {'gander.models', 'inspect_ai', 'numpy', 'polars'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
