"""``gander quack audit``."""

import contextlib
import csv
import fcntl
import hashlib
import json
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from tests.quack.small_records import Script


def run(*arguments, cwd=None, **environment):
    """The command as a person runs it."""
    code = "from gander.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "quack", "audit", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        env=os.environ | environment,
    )


def played() -> Script:
    script = (
        Script(("storage", "cafeteria", "medbay", "cafeteria"))
        .start()
        .call("Diana")
        .say("Bob", "I was in oxygen.")
    )
    return script.vote(Bob="Alice", Diana="Alice").eject("Alice", duck=True).over()


def lost() -> Script:
    """A game that the Duck wins: it kills one Goose, and the others eject another."""
    script = (
        Script(("storage", "storage", "medbay", "cafeteria")).start().kill("Alice", "Bob", "storage").end()
    )
    script.start().call("Diana").vote(Alice="Charlie", Charlie="Diana", Diana="Charlie")
    return script.eject("Charlie").over()


def claims_of(script: Script) -> str:
    [said] = [line for line in script.lines if line["event_type"] == "discussion_message"]
    line = {
        "speaker": said["data"]["player_id"],
        "meeting": 0,
        "utterance_sha256": hashlib.sha256(said["data"]["message"].encode()).hexdigest(),
        "claims": [{"type": "location", "subject": "Bob", "room": "oxygen", "temporal": "this round"}],
    }
    return json.dumps(line) + "\n"


@pytest.fixture
def runs(tmp_path):
    """Two settings: `calm` with two games and claims, `rough` with a game without and an unfinished one."""
    for seed in (1, 2):
        folder = tmp_path / "runs" / "calm" / f"seed{seed:02}"
        played().write(folder)
        (folder / "extracted_claims.jsonl").write_text(claims_of(played()))
    lost().write(tmp_path / "runs" / "rough" / "seed01")
    Script().ticks(2).write(tmp_path / "runs" / "rough" / "seed02")
    return tmp_path / "runs"


def test_released_figures_by_game_and_setting(runs, tmp_path):
    files = {name: tmp_path / "out" / name for name in ("a.json", "a.csv", "v.jsonl")}
    done = run(
        runs,
        "--profile",
        "released",
        "--claims",
        "recorded",
        "--json",
        files["a.json"],
        "--csv",
        files["a.csv"],
        "--verdicts",
        files["v.jsonl"],
    )
    assert done.returncode == 0, done.stderr

    document = json.loads(files["a.json"].read_text())
    assert list(document) == ["profile", "note", "by", "games", "settings", "coverage"]
    assert document["profile"] == "released"
    assert document["note"]["claims"] == "recorded"
    assert [(game["setting"], game["seed"]) for game in document["games"]] == [
        ("calm", 1),
        ("calm", 2),
        ("rough", 1),
    ]
    assert list(document["games"][0]) == ["path", "setting", "seed", "outcomes", "behaviour", "statements"]
    assert document["games"][0]["statements"]["spatial_hallucination_rate"] == 1.0
    assert document["games"][2]["statements"] is None
    calm, rough = document["settings"]["calm"], document["settings"]["rough"]
    assert calm["spatial_hallucination_rate"]["mean"] == 1.0
    assert (calm["goose_win_rate"]["mean"], calm["goose_win_rate"]["n"]) == (1.0, 2)
    # Two of two: nobody can be sure of more.
    assert calm["goose_win_rate"]["low"] == pytest.approx(0.342, abs=1e-3)
    assert (rough["goose_win_rate"]["mean"], rough["goose_win_rate"]["n"]) == (0.0, 1)
    assert rough["spatial_hallucination_rate"]["mean"] is None
    assert rough["spatial_hallucination_rate"]["undefined"] == 1

    rows = list(csv.DictReader(files["a.csv"].open()))
    [latency] = [row for row in rows if row["group"] == "calm" and row["metric"] == "avg_report_latency"]
    assert (latency["mean"], latency["n"], latency["undefined"]) == ("", "0", "2")
    assert (latency["profile"], latency["claims"], latency["games"]) == ("released", "recorded", "2")

    verdicts = [json.loads(line) for line in files["v.jsonl"].read_text().splitlines()]
    assert len(verdicts) == 2
    assert {"path", "meeting", "speaker", "claim", "window", "verdict", "reason", "evidence"} <= verdicts[
        0
    ].keys()
    assert verdicts[0]["path"].endswith("calm/seed01/game.jsonl")
    assert verdicts[0]["verdict"] == "false"

    assert line_of(done.stdout, "games").split() == ["games", "2", "1"]
    assert line_of(done.stdout, "Goose win").split()[2:] == ["100.0", "[34–100]", "0.0"]
    assert "Profile released, claims: recorded" in done.stdout


def line_of(shown, title):
    """The table's line with this title."""
    [line] = [line for line in shown.splitlines() if line.startswith(title)]
    return line


def test_what_was_left_out_is_said(runs):
    stderr = run(runs).stderr
    assert "1 game left out, not played to the end" in stderr
    assert "rough/seed02" in stderr
    assert stderr.count("rough/seed02") == 1


def test_games_behind_links_are_found_and_counted_once(runs, tmp_path):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "linked").symlink_to(runs / "calm")
    (tmp_path / "tree" / "loop").symlink_to(tmp_path / "tree")
    out = tmp_path / "a.json"
    done = run(tmp_path / "tree", runs / "calm", "--json", out)
    assert done.returncode == 0, done.stderr
    assert [(game["setting"], game["seed"]) for game in json.loads(out.read_text())["games"]] == [
        ("linked", 1),
        ("linked", 2),
    ]


def test_pipes_are_not_waited_for(runs):
    folder = runs / "calm" / "seed01"
    (folder / "extracted_claims.jsonl").unlink()
    os.mkfifo(folder / "extracted_claims.jsonl")
    done = run(runs)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{folder / 'extracted_claims.jsonl'}: this is a pipe or a device" in done.stderr


def test_a_closed_standard_output_is_no_fault(runs, tmp_path):
    out = tmp_path / "a.csv"
    code = "from gander.cli import main; main()"
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-c", code, "quack", "audit", runs, "--csv", out],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert out.exists()


def in_terminal(columns, *arguments):
    """What the command shows in a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    code = "from gander.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "quack", "audit", *map(str, arguments)],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the terminal is gone once the command is
        while block := os.read(ours, 1 << 16):
            shown += block
    os.close(ours)
    assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [200, 120, 80, 60, 40, 30])
def test_the_figures_fit_the_terminal(runs, columns):
    shown = in_terminal(columns, runs)
    assert max(map(len, shown.splitlines())) <= columns
    words = shown.split()
    # Both settings side by side, or one below the other.
    assert words.count("win") == (2 if columns < 60 else 1)
    assert words.count("100.0") >= 2
    assert "calm" in words
    assert "rough" in words
    assert "Profile paper, claims: recorded, 100.0% of utterances read; 3 games." in " ".join(words)


@pytest.mark.parametrize("columns", ["60", "30"])
def test_whatever_is_said_is_folded_where_only_a_width_is_asked_for(runs, columns):
    """No terminal, but COLUMNS: the table, what stands below it, and notes; a path stays whole."""
    done = run(".", "--compare", "calm", "rough", cwd=runs, COLUMNS=columns)
    assert done.returncode == 0, done.stderr
    for shown in (done.stdout, done.stderr):
        lines = [line for line in shown.splitlines() if "seed0" not in line]
        assert 0 < max(map(len, lines)) <= int(columns)
    assert "1 game left out, not played to the end: rough/seed02." in " ".join(done.stderr.split())
    # An error is one line however narrow.
    wrong = run(".", "--compare", "calm", "calm", cwd=runs, COLUMNS=columns)
    assert wrong.stderr.count("\n") == 1


def test_claims_of_another_game_are_noticed(runs):
    (runs / "calm" / "seed01" / "extracted_claims.jsonl").write_text(
        claims_of(played()).replace('"player_1"', '"player_2"')
    )
    assert "1 utterance in it was never spoken in this game" in run(runs).stderr


def test_games_without_the_claims_asked_for_are_counted(runs):
    for seed, text in ((1, claims_of(played())), (2, claims_of(played()).replace("player_1", "player_2"))):
        (runs / "calm" / f"seed0{seed}" / "claims.mine.jsonl").write_text(text)
    done = run(runs, "--claims", "claims.mine.jsonl")
    assert done.returncode == 0, done.stderr
    # In rough nothing was said.
    assert "1 of 3 games is not read (claims: claims.mine.jsonl), which lowers the coverage" in done.stderr
    assert "seed02/claims.mine.jsonl: 1 utterance in it was never spoken in this game" in done.stderr
    assert "claims: claims.mine.jsonl, 50.0% of utterances read; 3 games." in done.stdout


def test_a_game_is_counted_once_however_often_it_is_named(runs, tmp_path):
    out = tmp_path / "a.json"
    run(runs / "calm", runs / "calm" / "seed01", runs / "calm" / "seed01" / "game.jsonl", "--json", out)
    assert len(json.loads(out.read_text())["games"]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing"], "no such file"),
        (["."], "no record is below"),
        (["calm", "--profile", "best"], "there is no 'best'"),
        (["calm", "--claims", "guessed"], "no source of claims 'guessed'"),
        (["calm", "--map", "nowhere"], "nowhere"),
        (["rough/seed02"], "no game was played to its end"),
    ],
)
def test_wrong_input_is_one_message_and_exit_code_2(runs, tmp_path, arguments, words):
    (tmp_path / "empty").mkdir()
    done = run(*arguments, cwd=tmp_path / "empty" if arguments == ["."] else runs)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_faulty_record_is_named_by_line(runs):
    path = runs / "calm" / "seed01" / "game.jsonl"
    path.write_bytes(
        path.read_bytes().replace(b'"player_1"', b'"player_9"', 1).replace(b"storage", b"attic", 1)
    )
    done = run(runs)
    assert done.returncode == 2
    assert f"{path}:1" in done.stderr


def test_a_files_names_cannot_play_with_the_terminal(tmp_path):
    played().write(tmp_path / "odd\x1b[31m[bold]" / "seed01")
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert "[bold]" in done.stdout


def test_the_paper_profile_is_the_default(runs, tmp_path):
    files = {name: tmp_path / name for name in ("a.json", "a.csv", "a.parquet", "a.tex", "v.jsonl")}
    options = [
        item
        for option, path in zip(("json", "csv", "parquet", "latex", "verdicts"), files.values(), strict=True)
        for item in (f"--{option}", path)
    ]
    done = run(runs, *options)
    assert done.returncode == 0, done.stderr
    document = json.loads(files["a.json"].read_text())
    assert document["note"] | {"interval": ""} == {
        "profile": "paper",
        "claims": "recorded",
        "games": 3,
        "coverage": 1.0,
        "interval": "",
        "resamples": 2000,
        "seed": 0,
    }
    assert document["games"][0]["counts"]["spatial_hallucination"] == [1, 1]
    calm = document["settings"]["calm"]["spatial_hallucination"]
    assert (calm["mean"], calm["n"], calm["part"], calm["whole"]) == (1.0, 2, 2, 2)
    assert calm["interval"] == "wilson"
    assert document["settings"]["rough"]["spatial_hallucination"]["undefined"] == 1
    rows = list(csv.DictReader(files["a.csv"].open()))
    assert {(row["profile"], row["claims"], row["seed"]) for row in rows} == {("paper", "recorded", "0")}
    assert files["a.tex"].read_text().startswith("% Profile paper, claims: recorded")
    verdicts = [json.loads(line) for line in files["v.jsonl"].read_text().splitlines()]
    assert [line["verdict"] for line in verdicts if "claim" in line] == ["false", "false"]
    assert line_of(done.stdout, "spatial hallucination  ").split()[2:] == ["100.0", "[34–100]", "–"]
    assert "Profile paper, claims: recorded, 100.0% of utterances read; 3 games." in done.stdout


def test_claims_are_read_from_the_text_if_none_are_stored(runs):
    for folder in ("seed01", "seed02"):
        (runs / "calm" / folder / "extracted_claims.jsonl").unlink()
    done = run(runs)
    assert "claims: rules" in done.stdout
    # "I was in oxygen", said by Bob, who was not.
    assert line_of(done.stdout, "spatial hallucination  ").split()[2] == "100.0"


@pytest.mark.parametrize(
    ("by", "names"),
    [("game", ["calm/seed01", "rough/seed01"]), ("player", ["Bob", "Diana"]), ("all", ["all"])],
)
def test_groups(runs, tmp_path, by, names):
    assert run(runs, "--by", by, "--json", tmp_path / "a.json").returncode == 0
    groups = json.loads((tmp_path / "a.json").read_text())["groups"]
    assert set(names) <= set(groups)


def test_two_settings_are_compared(runs):
    done = run(runs, "--compare", "calm", "rough")
    assert done.returncode == 0, done.stderr
    below = done.stdout[done.stdout.index("calm less rough, 1 seed that both have") :]
    assert line_of(below, "Goose win").split()[2:] == ["+100.0", "p=1.000"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--by", "mood"], "there is no 'mood'. Known: setting, game, player, model, all."),
        (["--profile", "released", "--by", "model"], "the released profile has no figures by model"),
        (["--compare", "calm", "wild"], "there is no setting 'wild'. There are: calm, rough."),
        (["--compare", "calm", "calm"], "'calm' is named twice; a setting does not differ from itself."),
        (["--claims", "claims.mine.jsonl"], "none of the 4 games has such claims; expected "),
    ],
)
def test_what_cannot_be_done_leaves_no_file(runs, tmp_path, arguments, words):
    files = ("--verdicts", tmp_path / "v.jsonl", "--json", tmp_path / "a.json")
    done = run(runs, *arguments, *files)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"runs"}


def test_however_many_processes_write_the_same(runs, tmp_path):
    written = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        options = ("--verdicts", folder / "v.jsonl", "--json", folder / "a.json", "--csv", folder / "a.csv")
        done = run(runs, "--workers", workers, *options)
        assert done.returncode == 0
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert len(files) == 3
        written.append((done.stdout, done.stderr, files))
    assert written[0] == written[1]


def test_an_interrupted_audit_leaves_no_half_files(runs, tmp_path):
    code = """if True:
        import os, signal
        from gander.cli import main
        from gander.quack.metrics.paper import games
        judge, done = games.judge_game, []
        def judged(*given):
            if done:
                os.kill(os.getpid(), signal.SIGINT)
            done.append(1)
            return judge(*given)
        games.judge_game = judged
        main()
    """
    files = ("--verdicts", str(tmp_path / "v.jsonl"), "--json", str(tmp_path / "a.json"))
    done = subprocess.run(
        [sys.executable, "-c", code, "quack", "audit", str(runs), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"runs"}
