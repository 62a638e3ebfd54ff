"""The commands as a person types them: what they show, write and refuse."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gander.quack.record import read_record


def gander(*arguments: object, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "gander", *map(str, arguments)],
        capture_output=True,
        text=True,
        input=stdin,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one scripted game."""
    folder = tmp_path_factory.mktemp("runs") / "first"
    done = gander("quack", "play", "--seed", 7, "--out", folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


class TestTour:
    def test_play_says_how_it_ended_and_where_it_lies(self, tmp_path: Path) -> None:
        done = gander("quack", "play", "--seed", 3, "--out", tmp_path / "run")
        record = tmp_path / "run" / "seed03" / "game.jsonl"
        assert done.returncode == 0
        last = read_record(record).events[-1]
        assert str(last.data["reason"]) in done.stdout
        assert f"at tick {last.tick}" in done.stdout
        assert str(record) in done.stdout

    def test_replay_tells_every_speech_kill_and_vote(self, run: Path) -> None:
        told = gander("quack", "replay", run).stdout
        flat = " ".join(told.split())
        record = read_record(run / "seed07" / "game.jsonl")
        names = record.names
        for event in record.events:
            data = event.data
            if event.event_type in ("discussion_message", "free_roam_chat"):
                assert " ".join(data["message"].split()) in flat
            elif event.event_type == "player_killed":
                assert (
                    f"{names[data['killer_id']]} kills {names[data['target_id']]} in {data['room']}" in flat
                )
            elif event.event_type == "vote_cast" and data["target"]:
                assert f"{names[data['voter']]} votes for {names[data['target']]}." in flat

    def test_check_counts_what_it_compared(self, run: Path) -> None:
        done = gander("quack", "replay", run, "--check")
        events = read_record(run / "seed07" / "game.jsonl").events
        hashes = sum("state_hash" in event.data for event in events)
        decisions = sum(event.event_type == "decision" for event in events)
        assert done.returncode == 0
        assert f"{len(events)} lines, {decisions} decisions and {hashes} state hashes" in done.stdout

    def test_check_names_the_line_that_departs(self, run: Path, tmp_path: Path) -> None:
        lines = (run / "seed07" / "game.jsonl").read_text().splitlines(keepends=True)
        line = next(i for i, text in enumerate(lines) if '"task_progress"' in text)
        event = json.loads(lines[line])
        event["data"]["progress"] = "2/3"
        lines[line] = json.dumps(event) + "\n"
        changed = tmp_path / "game.jsonl"
        changed.write_text("".join(lines))
        done = gander("quack", "replay", changed, "--check")
        assert done.returncode == 2
        assert f"{changed}:{line + 1}:" in done.stderr

    def test_audit_judges_what_scripted_players_said(self, run: Path, tmp_path: Path) -> None:
        figures, verdicts = tmp_path / "figures.json", tmp_path / "verdicts.jsonl"
        done = gander("quack", "audit", run, "--json", figures, "--verdicts", verdicts)
        assert (done.returncode, done.stderr) == (0, "")
        (game,) = json.loads(figures.read_bytes())["games"]
        assert (game["setting"], game["seed"]) == ("first", 7)
        found = [json.loads(line) for line in verdicts.read_text().splitlines()]
        lines = [line for line in found if "claim" in line]
        assert all("fact" in line for line in found if line not in lines)
        types = ("location", "sighting", "activity", "accusation", "defense")
        counted = [game["counts"][f"{name}_claims"] for name in types]
        assert len(lines) == sum(part for part, _ in counted) == counted[0][1] > 0
        assert {line["verdict"] for line in lines} >= {"true"}
        assert all(line["reason"] and line["evidence"] for line in lines if line["verdict"] == "true")

    def test_several_games_and_mixed_seats(self, tmp_path: Path) -> None:
        out = tmp_path / "mixed"
        done = gander(
            *("quack", "play", "--games", 3, "--goose", "random", "--duck", "scripted:fake_task"),
            *("--seat", "Alice=scripted", "--out", out),
        )
        assert done.returncode == 0
        assert "3 games: Geese won" in done.stdout
        for seed in (1, 2, 3):
            record = read_record(out / f"seed{seed:02d}" / "game.jsonl")
            kinds = {
                event.data["player_id"]: event.data["model"]
                for event in record.events
                if event.event_type == "decision"
            }
            for player, team in record.teams.items():
                name = record.names[player]
                expected = (
                    "scripted" if name == "Alice" else "random" if team == "goose" else "scripted:fake_task"
                )
                assert kinds.get(player, expected) == expected

    def test_a_person_plays_and_stops_and_goes_on(self, tmp_path: Path) -> None:
        out = tmp_path / "mine"
        first = gander(
            "quack", "play", "--seed", 3, "--seat", "Alice=human", "--out", out, stdin="wait\nwait\n"
        )
        assert first.returncode == 130
        assert f"gander quack play --resume {out}" in first.stderr
        before = (out / "seed03" / "game.jsonl").read_text()
        second = gander("quack", "play", "--resume", out, stdin="wait\n")
        assert second.returncode == 130
        after = (out / "seed03" / "game.jsonl").read_text()
        assert after.startswith(before)
        mine = [line for line in after.splitlines() if '"model":"human"' in line]
        assert len(mine) == 3


class TestWrongInput:
    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("--map", "atlantis"), "there is no map 'atlantis'. Bundled are ship10, station16, harbour24"),
            (("--goose", "scriptd"), "there is no kind of player 'scriptd'. Did you mean scripted?"),
            (("--duck", "scripted:fib"), "there is no lie plan 'fib'. Plans: invent_room"),
            (("--seat", "Zoe=random"), "nobody is called 'Zoe'. Players: Alice"),
            (("--seat", "Alice"), "'Alice' is not NAME=KIND."),
            (("--seed", "-4"), "a seed is 0 or more, not -4."),
            (("--goose", "human"), "several people at one terminal or page would see each other's secrets."),
            (("--rules", "missing.yaml"), "missing.yaml: there is no such file."),
        ],
    )
    def test_play_says_what_and_what_to_do_and_writes_nothing(
        self, tmp_path: Path, arguments: tuple[str, ...], says: str
    ) -> None:
        out = tmp_path / "run"
        done = gander("quack", "play", "--out", out, *arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert says in done.stderr
        assert not out.exists()

    def test_bad_yaml_names_line_and_reason(self, tmp_path: Path) -> None:
        bad = tmp_path / "my_map.yaml"
        bad.write_text("name: x\nrooms:\n  a: {x: 1, y: [}\n")
        done = gander("quack", "play", "--map", bad, "--out", tmp_path / "run")
        assert done.returncode == 2
        assert done.stderr.startswith(f"gander: {bad}:3: this is not valid YAML")
        assert "Traceback" not in done.stderr

    def test_a_folder_that_holds_another_game(self, run: Path) -> None:
        before = sorted(run.rglob("*"))
        done = gander("quack", "play", "--seed", 8, "--out", run)
        assert done.returncode == 2
        assert f"{run}: this folder holds another run. Add --resume" in done.stderr
        assert sorted(run.rglob("*")) == before

    def test_a_folder_without_records(self, tmp_path: Path) -> None:
        for command in (("quack", "replay"), ("quack", "audit")):
            done = gander(*command, tmp_path)
            assert done.returncode == 2
            assert str(tmp_path) in done.stderr
            assert len(done.stderr.splitlines()) == 1

    def test_a_record_from_the_future(self, run: Path, tmp_path: Path) -> None:
        text = (run / "seed07" / "game.jsonl").read_text().replace('"schema":1', '"schema":9', 1)
        future = tmp_path / "game.jsonl"
        future.write_text(text)
        for arguments in (("replay", future), ("replay", future, "--check"), ("audit", future)):
            done = gander("quack", *arguments)
            assert done.returncode == 2
            assert f"{future}:1:" in done.stderr
            assert "9" in done.stderr
            assert len(done.stderr.splitlines()) == 1

    def test_no_folder_and_two_folders(self, tmp_path: Path) -> None:
        assert "Say where: --out DIR." in gander("quack", "play").stderr
        both = gander("quack", "play", tmp_path / "a", "--out", tmp_path / "b")
        assert both.returncode == 2
        assert "two folders" in both.stderr

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        place = tmp_path / "file"
        place.write_text("in the way")
        done = gander("quack", "play", "--out", place / "run")
        assert done.returncode == 2
        assert "cannot be written" in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_seat_given_twice_and_damaged_settings(self, run: Path, tmp_path: Path) -> None:
        twice = gander(
            "quack", "play", "--seat", "Bob=random", "--seat", "Bob=scripted", "--out", tmp_path / "x"
        )
        assert (twice.returncode, "'Bob' is given twice" in twice.stderr) == (2, True)
        copy = tmp_path / "copy"
        copy.mkdir()
        (copy / "run.json").write_text((run / "run.json").read_text().replace('"ducks": 1', '"ducks": 4'))
        damaged = gander("quack", "play", "--resume", copy)
        assert damaged.returncode == 2
        assert damaged.stderr.startswith(f"gander: {copy / 'run.json'}, ducks: ")


class TestTerminals:
    def test_a_killed_person_learns_who_it_was(self, tmp_path: Path) -> None:
        for seed in range(1, 30):
            out = tmp_path / str(seed)
            done = gander(
                "quack", "play", "--seed", seed, "--seat", "Alice=human", "--out", out, stdin="wait\n" * 60
            )
            if done.returncode == 0 and "Alice was killed by" in done.stdout:
                record = read_record(out / f"seed{seed:02d}" / "game.jsonl")
                (kill,) = [
                    event
                    for event in record.events
                    if event.event_type == "player_killed"
                    and record.names[event.data["target_id"]] == "Alice"
                ]
                killer = record.names[kill.data["killer_id"]]
                assert f"Alice was killed by {killer} at tick {kill.tick};" in done.stdout
                return
        pytest.fail("Alice survived 29 games by waiting")

    @pytest.mark.parametrize("columns", ["40", "80"])
    def test_the_account_fits_the_terminal(self, run: Path, columns: str) -> None:
        told = gander("quack", "replay", run, COLUMNS=columns).stdout
        assert max(map(len, told.splitlines())) <= int(columns)

    @pytest.mark.parametrize("command", [("replay",), ("replay", "--check"), ("audit",)])
    def test_old_full_and_closed_terminals(self, run: Path, command: tuple[str, ...]) -> None:
        arguments = ("quack", command[0], run, *command[1:])
        old = gander(*arguments, PYTHONIOENCODING="ascii")
        assert (old.returncode, old.stderr) == (0, "")
        assert old.stdout.isascii()
        words = [sys.executable, "-m", "gander", *map(str, arguments)]
        for redirection, code in (("> /dev/full", 2), (">&-", 0)):
            shell = subprocess.run(
                ["sh", "-c", f'"$@" {redirection}', "sh", *words], capture_output=True, text=True, check=False
            )
            assert shell.returncode == code
            assert "Traceback" not in shell.stderr
        head = subprocess.run(
            ["sh", "-c", '"$@" | head -1', "sh", *words], capture_output=True, text=True, check=False
        )
        assert head.stderr == ""

    def test_paths_cannot_play_with_the_terminal(self, tmp_path: Path) -> None:
        done = gander("quack", "play", "--out", tmp_path / "a\x1b[31mb")
        assert done.returncode == 0
        assert "\x1b" not in done.stdout
        assert "a\\x1b[31mb" in done.stdout
