"""Playing into records, replaying them, and going on after being killed at any moment."""

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from gander.errors import InputError
from gander.quack.play import RunSettings, play_game, play_run, read_settings
from gander.quack.players import RandomPlayer, Reply, SeatContext
from gander.quack.record import Journal, read_record
from gander.quack.replay import reenact
from gander.quack.senses import Observation
from gander.quack.world import Act, Engine, GameMap, Rules
from tests.quack.games import setups

WHEN = re.compile(rb'"(?:timestamp|latency)":[0-9.e+-]+,?')


def timeless(record: bytes) -> list[bytes]:
    """A record's lines without wall-clock times."""
    return [WHEN.sub(b"", line) for line in record.splitlines()]


def random_run(game_map: GameMap, rules: Rules, *seeds: int) -> RunSettings:
    return RunSettings(game_map, rules, "random", "random", {}, seeds)


def scripted_run(game_map: GameMap, *seeds: int) -> RunSettings:
    return RunSettings(game_map, Rules(), "scripted", "scripted", {}, seeds)


def one_game(folder: Path, run: RunSettings) -> Path:
    return play_run(folder, run)[0].path


class TestRecord:
    def test_every_turn_is_a_decision_line_before_what_follows(self, tmp_path: Path, ship10: GameMap) -> None:
        path = one_game(tmp_path / "run", random_run(ship10, Rules(), 3))
        events = [json.loads(line) for line in path.read_text().splitlines()]
        kinds = [event["event_type"] for event in events]
        assert kinds[0] == "game_started"
        assert kinds[-1] == "game_over"
        for before, event in itertools.pairwise(events):
            if event["event_type"] in ("player_moved", "task_progress", "player_killed", "vote_cast"):
                if before["event_type"] == "free_roam_chat":
                    continue
                assert before["event_type"] == "decision"
                actor = (
                    event["data"].get("player_id")
                    or event["data"].get("killer_id")
                    or event["data"].get("voter")
                )
                assert before["data"]["player_id"] == actor
                assert before["data"]["legal"] is True
        start = events[0]["data"]
        assert (start["schema"], start["seed"], start["map"]["name"]) == (1, 3, "ship10")

    def test_a_record_is_read_without_a_warning(self, tmp_path: Path, ship10: GameMap) -> None:
        for seed in range(5):
            record = read_record(one_game(tmp_path / f"run{seed}", random_run(ship10, Rules(), seed)))
            assert record.complete
            assert record.warnings == ()
            assert record.game_map == ship10

    @settings(max_examples=40)
    @given(setups())
    def test_any_game_is_read_and_replayed(
        self, tmp_path_factory: Any, setup: tuple[GameMap, Rules, int]
    ) -> None:
        game_map, rules, seed = setup
        path = one_game(tmp_path_factory.mktemp("game") / "run", random_run(game_map, rules, seed))
        record = read_record(path)
        assert record.warnings == ()
        done = reenact(record)
        assert done.unwritten == []
        assert done.engine.need is None
        assert done.hashes >= 1

    def test_same_settings_make_the_same_lines(self, tmp_path: Path, ship10: GameMap) -> None:
        first = one_game(tmp_path / "a", scripted_run(ship10, 5)).read_bytes()
        second = one_game(tmp_path / "b", scripted_run(ship10, 5)).read_bytes()
        assert timeless(first) == timeless(second)

    def test_stamps_never_go_back_even_if_the_clock_does(self, tmp_path: Path, ship10: GameMap) -> None:
        hours = iter([100.0, 90.0, 110.0] * 10_000)
        play_run(tmp_path / "run", random_run(ship10, Rules(), 1), clock=lambda: next(hours))
        stamps = [event.timestamp for event in read_record(tmp_path / "run/seed01/game.jsonl").events]
        assert stamps == sorted(stamps)


class TestRefusedDecisions:
    class Stubborn(RandomPlayer):
        """Tries to walk to a room that is not there, every time."""

        kind = "stubborn"

        def act(self, observation: Observation) -> Reply:
            return Reply(Act("move", "attic"), raw="to the attic!")

    @pytest.mark.parametrize(("policy", "attempts"), [("wait", [1]), ("ask_again", [1, 2])])
    def test_they_are_logged_with_the_reason(
        self, tmp_path: Path, ship10: GameMap, policy: Any, attempts: list[int]
    ) -> None:
        rules = Rules(illegal=policy, win=msgspec.structs.replace(Rules().win, tick_budget=3))
        engine = Engine(ship10, rules, 1)
        players = [self.Stubborn(SeatContext(i, seat.name, ship10, 1)) for i, seat in enumerate(engine.seats)]
        with Journal(tmp_path / "game.jsonl") as journal:
            play_game(engine, players, journal)
        record = read_record(tmp_path / "game.jsonl")
        turns = [event.data for event in record.events if event.event_type == "decision"]
        assert len(turns) == 6 * 3 * len(attempts)
        assert {turn["why"] for turn in turns} == {"There is no room 'attic'."}
        assert {turn["legal"] for turn in turns} == {False}
        assert sorted({turn.get("attempt", 1) for turn in turns}) == attempts
        assert {turn["raw"] for turn in turns} == {"to the attic!"}
        assert reenact(record).hashes == 4


class TestTextsThatNoRecordCanHold:
    def play(self, tmp_path: Path, ship10: GameMap, reply: Reply) -> list[dict[str, Any]]:
        class Odd(RandomPlayer):
            def act(self, observation: Observation) -> Reply:
                return reply

        rules = Rules(win=msgspec.structs.replace(Rules().win, tick_budget=1))
        engine = Engine(ship10, rules, 1)
        players = [Odd(SeatContext(i, seat.name, ship10, 1)) for i, seat in enumerate(engine.seats)]
        with Journal(tmp_path / "game.jsonl") as journal:
            play_game(engine, players, journal)
        record = read_record(tmp_path / "game.jsonl")
        reenact(record)
        return [event.data for event in record.events if event.event_type == "decision"]

    def test_half_characters_are_replaced(self, tmp_path: Path, ship10: GameMap) -> None:
        turns = self.play(tmp_path, ship10, Reply(Act("wait", say="a\ud800b"), raw="\udfff"))
        assert {turn["decision"]["say"] for turn in turns} == {"a\ufffdb"}
        assert {turn["raw"] for turn in turns} == {"\ufffd"}

    def test_endless_texts_are_refused_and_cut(self, tmp_path: Path, ship10: GameMap) -> None:
        turns = self.play(tmp_path, ship10, Reply(Act("wait", say="x" * 9_000_000), raw="y" * 9_000_000))
        assert {turn["why"] for turn in turns} == {"The text has more than 100000 characters."}
        assert {len(turn["decision"]["say"]) for turn in turns} == {100_001}

    def test_what_is_no_text_is_the_players_fault_as_a_program(self, ship10: GameMap) -> None:
        engine = Engine(ship10, Rules(), 1)
        for decision in (Act("move", ["x"]), Act("wait", None, 5), Act(None)):  # type: ignore[arg-type]
            with pytest.raises(TypeError, match="parts are text"):
                engine.decide(decision)


class TestReplay:
    @pytest.fixture
    def path(self, tmp_path: Path, ship10: GameMap) -> Path:
        return one_game(tmp_path / "run", scripted_run(ship10, 11))

    def change(self, path: Path, event_type: str, nth: int, change: Any) -> int:
        """Change the data of the nth event of a type; returns its line."""
        lines = path.read_bytes().splitlines()
        places = [i for i, line in enumerate(lines) if json.loads(line)["event_type"] == event_type]
        event = json.loads(lines[places[nth]])
        change(event["data"])
        lines[places[nth]] = json.dumps(event).encode()
        path.write_bytes(b"\n".join(lines) + b"\n")
        return places[nth] + 1

    @pytest.mark.parametrize(
        ("event_type", "change", "what"),
        [
            (
                "tick_end",
                lambda data: data.update(state_hash="0" * 32),
                "tick_end: the state's hash differs.",
            ),
            (
                "task_progress",
                lambda data: data.update(progress="9/3"),
                'the field "progress" is "9/3"; expected "1/3"',
            ),
            ("decision", lambda data: data.update(observation="0" * 16), "was shown something else"),
            ("decision", lambda data: data.update(legal=False), 'the field "legal" is false'),
            ("decision", lambda data: data.update(kind="vote"), "a decision to vote cannot stand here"),
            ("decision", lambda data: data.update(attempt=7), 'the field "attempt" is 7; expected 1'),
            ("decision", lambda data: data.update(attempts="x"), "the decision cannot be read"),
            ("decision", lambda data: data.update(intended_claims=5), 'the field "intended_claims" is 5'),
            ("decision", lambda data: data.update(extra=1), "the decision cannot be read"),
            ("game_over", lambda data: data.update(reason="Because"), 'the field "reason" is "Because"'),
            ("discussion_message", lambda data: data.update(message="Yes."), 'the field "message" is "Yes.'),
        ],
    )
    def test_the_first_line_that_departs_is_named(
        self, path: Path, event_type: str, change: Any, what: str
    ) -> None:
        """By the reader if it contradicts the lines around it, else by playing the decisions again."""
        line = self.change(path, event_type, 0, change)
        with pytest.raises(InputError) as found:
            reenact(read_record(path))
        assert found.value.where == f"{path}:{line}"
        assert what in str(found.value)

    def test_another_decision_departs_where_it_shows(self, path: Path) -> None:
        lines = path.read_bytes().splitlines(keepends=True)
        # The decision and what followed from it are changed alike, so only the next state tells.
        move = next(i for i, text in enumerate(lines) if b'"player_moved"' in text)
        gone = lines[:move] + lines[move + 1 :]
        gone[move - 1] = re.sub(
            rb'"decision":{.*?}', b'"decision":{"kind":"act","action":"wait"}', gone[move - 1]
        )
        path.write_bytes(b"".join(gone))
        with pytest.raises(InputError) as found:
            reenact(read_record(path))
        assert int(found.value.where.rpartition(":")[2]) > move

    def test_a_released_record_cannot_be_replayed_and_says_so(self, released_dir: Path) -> None:
        record = read_record(released_dir / "homogeneous_gpt5.5" / "seed01" / "game.jsonl")
        with pytest.raises(InputError, match="cannot be played again"):
            reenact(record)


class TestResume:
    @pytest.mark.parametrize("kind", ["random", "scripted"])
    def test_a_record_cut_anywhere_is_finished_as_if_nothing_had_happened(
        self, tmp_path: Path, ship10: GameMap, kind: str
    ) -> None:
        run = RunSettings(ship10, Rules(), kind, kind, {}, (4,))
        path = one_game(tmp_path / "whole", run)
        whole = path.read_bytes()
        rng = random.Random(8)
        cut_path = tmp_path / "cut" / "seed04" / "game.jsonl"
        play_run(tmp_path / "cut", run)
        cuts = [0, 1, len(whole) - 1, whole.index(b"\n"), *(rng.randrange(len(whole)) for _ in range(40))]
        for cut in cuts:
            cut_path.write_bytes(whole[:cut])
            (result,) = play_run(tmp_path / "cut", run, resume=True)
            assert timeless(cut_path.read_bytes()) == timeless(whole)
            assert result.winner in ("goose", "duck")

    def test_only_what_had_no_answer_is_asked(self, tmp_path: Path, ship10: GameMap) -> None:
        asked: list[tuple[int, int]] = []

        class Counting(RandomPlayer):
            kind = "random"

            def act(self, observation: Observation) -> Reply:
                asked.append((observation.tick, self._context.seat))
                return super().act(observation)

        run = random_run(ship10, Rules(), 2)
        makers = {"random": Counting}
        (result,) = play_run(tmp_path / "run", run, makers=makers)
        whole = result.path.read_bytes()
        everything = list(asked)
        asked.clear()
        half = whole[: len(whole) // 2]
        result.path.write_bytes(half)
        play_run(tmp_path / "run", run, resume=True, makers=makers)
        answered = sum(
            b'"kind":"act","decision"' in line
            for line in half.splitlines(keepends=True)
            if line.endswith(b"\n")
        )
        assert asked == everything[answered:]

    def test_a_finished_run_is_left_as_it_is(self, tmp_path: Path, ship10: GameMap) -> None:
        run = random_run(ship10, Rules(), 1, 2)
        before = [result.path.read_bytes() for result in play_run(tmp_path, run)]
        again = play_run(tmp_path, run, resume=True)
        assert [result.path.read_bytes() for result in again] == before

    def test_a_changed_record_is_not_continued(self, tmp_path: Path, ship10: GameMap) -> None:
        run = random_run(ship10, Rules(), 1)
        path = one_game(tmp_path, run)
        lines = path.read_bytes().splitlines(keepends=True)
        changed = b"".join(lines[:20]).replace(b'"ticks_remaining":2', b'"ticks_remaining":3', 1)
        assert changed != b"".join(lines[:20])
        path.write_bytes(changed)
        before = path.read_bytes()
        with pytest.raises(InputError):
            play_run(tmp_path, run, resume=True)
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        ("other", "what"),
        [
            ({"seeds": (1, 2)}, "seeds"),
            ({"goose": "scripted"}, "goose"),
            ({"rules": Rules(ducks=2)}, "rules"),
        ],
    )
    def test_other_settings_are_refused(
        self, tmp_path: Path, ship10: GameMap, other: dict[str, Any], what: str
    ) -> None:
        run = random_run(ship10, Rules(), 1)
        play_run(tmp_path, run)
        with pytest.raises(InputError, match=what):
            play_run(tmp_path, msgspec.structs.replace(run, **other), resume=True)

    def test_another_games_record_is_not_taken_for_ours(self, tmp_path: Path, ship10: GameMap) -> None:
        (mine,) = play_run(tmp_path / "mine", random_run(ship10, Rules(), 1))
        (other,) = play_run(tmp_path / "other", random_run(ship10, Rules(), 2))
        mine.path.write_bytes(other.path.read_bytes())
        with pytest.raises(InputError, match="its seed differs"):
            play_run(tmp_path / "mine", random_run(ship10, Rules(), 1), resume=True)

    @pytest.mark.parametrize(
        ("change", "what"),
        [
            (('"goose": "random"', '"goose": "foo"'), "no kind of player 'foo'"),
            (('"seats": {}', '"seats": {"Nobody": "random"}'), "nobody is called 'Nobody'"),
            (('"seeds": [\n  1\n ]', '"seeds": []'), "there are no seeds"),
            (('"button": "cafeteria"', '"button": "attic"'), "attic"),
            (('"ducks": 1', '"ducks": 5'), "5 Ducks"),
        ],
    )
    def test_damaged_settings_are_refused(
        self, tmp_path: Path, ship10: GameMap, change: tuple[str, str], what: str
    ) -> None:
        play_run(tmp_path, random_run(ship10, Rules(), 1))
        path = tmp_path / "run.json"
        text = path.read_text()
        assert change[0] in text
        path.write_text(text.replace(*change))
        with pytest.raises(InputError, match=what) as refused:
            read_settings(tmp_path)
        assert refused.value.where.startswith(str(path))

    def test_a_refused_folder_is_left_as_it_was(self, tmp_path: Path, ship10: GameMap) -> None:
        (tmp_path / "seed01").mkdir()
        (tmp_path / "seed01" / "game.jsonl").write_text("somebody else's")
        with pytest.raises(InputError, match="holds games already"):
            play_run(tmp_path, random_run(ship10, Rules(), 1))
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["game.jsonl", "seed01"]

    def test_a_folder_with_another_run_is_refused(self, tmp_path: Path, ship10: GameMap) -> None:
        play_run(tmp_path, random_run(ship10, Rules(), 1))
        with pytest.raises(InputError, match="holds another run"):
            play_run(tmp_path, random_run(ship10, Rules(), 2))

    def test_nothing_to_resume(self, tmp_path: Path, ship10: GameMap) -> None:
        with pytest.raises(InputError, match="no run to resume"):
            play_run(tmp_path, random_run(ship10, Rules(), 1), resume=True)
        with pytest.raises(InputError, match="no run to resume"):
            read_settings(tmp_path)


SCRIPT = "import sys; sys.argv[0] = 'gander'; from gander.cli import main; main()"


def gander(*arguments: object, **options: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.mark.parametrize("part", range(4))
def test_kill_9_and_resume(tmp_path: Path, ship10: GameMap, part: int) -> None:
    """A quarter of a hundred kills, at random moments of play of a run of scripted games."""
    seeds = 8
    run = tmp_path / "run"
    whole = {
        result.seed: timeless(result.path.read_bytes())
        for result in play_run(tmp_path / "whole", scripted_run(ship10, *range(1, seeds + 1)))
    }
    rng = random.Random(part)
    kills = finished = 0
    began_with: list[int] = []
    arguments: list[object] = ["--seed", 1, "--games", seeds, "--out", run]
    while kills < 25:
        before = written(run)
        process = gander("quack", "play", *arguments, start_new_session=True)
        # Starting takes longer than playing: wait until it plays, so that the kill hits a game.
        while written(run) == before and process.poll() is None:
            time.sleep(0.0005)
        time.sleep(rng.random() * 0.06)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            kills += 1
            began_with.append(before)
        process.communicate()
        if process.returncode == 0:
            finished += 1
            compare(run, whole)
            for path in run.rglob("game.jsonl"):
                path.unlink()
        arguments = ["--resume", "--out", run]
    process = gander("quack", "play", *arguments)
    process.communicate()
    assert process.returncode == 0
    compare(run, whole)
    # The kills fell into games at different stages, not all before the first line.
    assert len(set(began_with)) > 12


def written(run: Path) -> int:
    """Bytes of all records of a run."""
    return sum(path.stat().st_size for path in run.rglob("game.jsonl"))


def compare(run: Path, whole: dict[int, list[bytes]]) -> None:
    for seed, lines in whole.items():
        assert timeless((run / f"seed{seed:02d}" / "game.jsonl").read_bytes()) == lines


def test_two_writers_in_one_folder(tmp_path: Path, ship10: GameMap) -> None:
    first = gander(
        "quack", "play", "--games", 500, "--goose", "random", "--duck", "random", "--out", tmp_path
    )
    try:
        while not (tmp_path / "run.json").exists():
            time.sleep(0.002)
        second = gander("quack", "play", "--resume", "--out", tmp_path)
        _, said = second.communicate()
        assert second.returncode == 2
        assert b"another run is writing into this folder" in said
    finally:
        first.kill()
        first.communicate()
