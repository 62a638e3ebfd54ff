"""A person's seat at the page: what it is asked and sent, how it answers, and what it may not learn."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import typer
from typer.testing import CliRunner

from gander.cli import app
from gander.cli.play import play
from gander.cli.play_models import play_models
from gander.cli.play_told import note_stopped
from gander.errors import InputError
from gander.quack.library import load_map
from gander.quack.live_run import LiveRun, Pace
from gander.quack.play import RunSettings, play_run
from gander.quack.players import Reply, SeatContext
from gander.quack.players.memory import Memory
from gander.quack.players.model.budget import Limits
from gander.quack.players.model.pictures import Png
from gander.quack.players.model.player import prompt_for
from gander.quack.players.model.quoting import MOST_SHOWN
from gander.quack.players.model.settings import ModelSettings
from gander.quack.record import build_timeline, read_record
from gander.quack.replay import reenact
from gander.quack.senses import Observation, Observer
from gander.quack.stepper import MAX_RAW
from gander.quack.world import MAX_TEXT, Act, Decision, Engine, Rules, Speak, Vote, layout
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, TaskRules, WinRules
from gander.viewer.play.answers import Answer, raw_of, read_answer
from gander.viewer.play.asked import show_question
from gander.viewer.play.serving import PlayPage
from gander.viewer.play.waiting import Waiting, waiting
from gander.viewer.server import bind
from tests.viewer.seated import Sitting, at

SHIP = load_map("ship10")
WAYS = layout(SHIP)
QUICK = Rules(
    tasks=TaskRules(per_goose=5, ticks=9),
    kill=KillRules(cooldown=2, initial_cooldown=2),
    meetings=MeetingRules(discussion_rounds=1),
    win=WinRules(tick_budget=12),
)


def run_of(*seeds: int, rules: Rules = QUICK, **changes: Any) -> RunSettings:
    its: dict[str, Any] = {"goose": "scripted", "duck": "scripted", "seats": {"Alice": "human"}} | changes
    return RunSettings(SHIP, rules, its["goose"], its["duck"], its["seats"], seeds, its.get("models"))


def simple(asked: dict[str, Any]) -> dict[str, Any]:
    """Report what can be reported, else wait; say something, and vote for nobody."""
    if asked["kind"] == "speak":
        return {"say": "I was in medbay around tick 2."}
    if asked["kind"] == "vote":
        return {"line": "0"}
    reports = [choice["number"] for choice in asked["choices"] if choice["verb"] == "report"]
    return {"line": str(reports[0] if reports else 1)}


def observations(seed: int = 7, rules: Rules = QUICK) -> Iterator[tuple[Engine, Observation, Memory]]:
    """What the first player knows at its turns in a game in which it calls a meeting, with its memory."""
    engine = Engine(SHIP, rules, seed)
    observer, memory = Observer(engine), Memory()
    while need := engine.need:
        seen = observer.observe(need.player, need.kind)
        decision: Decision = Vote(None) if need.kind == "vote" else Speak(f"I am {seen.name}.")
        if need.kind == "act":
            calls = [act for act in seen.legal if act.action == "call"]
            decision = calls[0] if calls and need.player == 0 else Act("wait", say="Hello.")
        if need.player == 0:
            yield engine, seen, memory
            memory.remember(seen, decision)
        engine.decide(decision)


CONTEXT = SeatContext(0, "Alice", SHIP, 7, QUICK)
ACTING, SPEAKING, VOTING = (
    next(seen for _, seen, _ in observations() if seen.kind == kind) for kind in ("act", "speak", "vote")
)


# What is asked.


@pytest.mark.parametrize(
    "settings",
    [
        ModelSettings(),
        ModelSettings(senses="text", memory="none", strategy=False),
        ModelSettings(senses="pictures"),
    ],
    ids=["both", "text", "pictures"],
)
def test_the_question_is_the_prompt_that_a_model_would_be_sent(settings: ModelSettings) -> None:
    kinds = set()
    for _, seen, memory in observations():
        system, user = prompt_for(seen, memory, CONTEXT, settings)
        shown = show_question("game", seen, memory, CONTEXT, settings)
        asked = shown.asked
        pictures = [Png(shown.pictures[key]).sha256 for key, _ in asked.pictures]
        assert [asked.rules] == list(system.parts)
        parts = [*([asked.memory] if asked.memory else []), *pictures, asked.text]
        assert parts == [part.sha256 if isinstance(part, Png) else part for part in user.parts]
        assert len(pictures) == (0 if settings.senses == "text" else 2)
        if asked.meeting is not None and seen.meeting is not None:
            assert [its.speaker for its in asked.meeting.said] == [
                its.speaker for its in seen.meeting.transcript
            ]
        kinds.add(seen.kind)
    assert kinds == {"act", "speak", "vote"}


def test_a_question_has_the_same_name_after_a_restart_and_no_other_has_it() -> None:
    names = [
        show_question("g", seen, memory, CONTEXT, ModelSettings()).asked.id
        for _, seen, memory in observations()
    ]
    again = [
        show_question("g", seen, memory, CONTEXT, ModelSettings()).asked.id
        for _, seen, memory in observations()
    ]
    assert names == again
    assert len(set(names)) == len(names) > 5
    # A record that was begun at the terminal may go on with a refusal.
    fresh, refused = (
        show_question("g", seen, Memory(), CONTEXT, ModelSettings()).asked
        for seen in (ACTING, msgspec.structs.replace(ACTING, refused="Too long."))
    )
    assert fresh.first
    assert "Too long." in refused.text
    assert fresh.id != refused.id


def test_long_speeches_are_cut_as_in_a_prompt() -> None:
    assert SPEAKING.meeting is not None
    said = (msgspec.structs.replace(next(iter(VOTING.meeting.transcript)), message="x" * 2003),)  # type: ignore[union-attr]
    meeting = msgspec.structs.replace(SPEAKING.meeting, transcript=said)
    asked = show_question(
        "g", msgspec.structs.replace(SPEAKING, meeting=meeting), Memory(), CONTEXT, ModelSettings()
    ).asked
    assert asked.meeting is not None
    assert (len(asked.meeting.said[0].text), asked.meeting.said[0].left) == (MOST_SHOWN, 3)
    assert "[3 more characters not shown]" in asked.text


# How it is answered.


def test_every_choice_s_number_is_that_choice() -> None:
    duck = msgspec.structs.replace(ACTING, legal=(*ACTING.legal, Act("kill", "Bob"), Act("report")))
    asked = show_question("g", duck, Memory(), CONTEXT, ModelSettings()).asked
    meant = [read_answer(Answer("g.0.1", str(choice.number)), duck, WAYS) for choice in asked.choices]
    assert meant == list(duck.legal)
    assert [choice.verb for choice in asked.choices if choice.final] == ["call", "kill", "report"]
    asked = show_question("g", VOTING, Memory(), CONTEXT, ModelSettings()).asked
    votes = [read_answer(Answer("g.0.1", str(choice.number)), VOTING, WAYS) for choice in asked.choices]
    assert votes == [Vote(None), *(Vote(name) for name in VOTING.players if name != "Alice")]


@pytest.mark.parametrize(
    ("seen", "answer", "decision", "raw"),
    [
        (ACTING, {"line": "1"}, Act("wait"), "1"),
        (ACTING, {"line": "1", "say": " Hi! "}, Act("wait", say="Hi!"), "1 say  Hi! "),
        (ACTING, {"line": "1", "say": "  "}, Act("wait"), "1"),
        (ACTING, {"line": "wait say hi"}, Act("wait", say="hi"), "wait say hi"),
        (ACTING, {"line": "med"}, Act("move", "medbay"), "med"),
        (SPEAKING, {"say": "I was\nin oxygen. "}, Speak("I was\nin oxygen."), "I was\nin oxygen. "),
        (SPEAKING, {"silent": True}, Speak(""), ""),
        (VOTING, {"line": "fr"}, Vote("Frank"), "fr"),
        (VOTING, {"line": "skip"}, Vote(None), "skip"),
    ],
)
def test_an_answer_is_read_as_at_the_terminal(
    seen: Observation, answer: dict[str, Any], decision: Decision, raw: str
) -> None:
    given = Answer("g.0.1", **answer)
    assert read_answer(given, seen, WAYS) == decision
    assert raw_of(given, seen) == raw


@pytest.mark.parametrize(
    ("seen", "answer", "says"),
    [
        (ACTING, {"line": "99"}, "There is no choice 99; they go from 1 to"),
        (ACTING, {"line": "kill bob"}, "Geese cannot kill."),
        (ACTING, {"line": "navigation"}, "navigation is 5 ticks away"),
        (ACTING, {"line": " ", "say": "Hi!"}, "Nothing was typed."),
        (VOTING, {"line": ""}, "Nothing was typed."),
        (
            ACTING,
            {"line": "wait say hi", "say": "Hello."},
            "Both the line and the box hold something to say.",
        ),
        (ACTING, {"line": "say hello"}, "choose the action that it goes with"),
        (
            ACTING,
            {"line": "1", "say": "x" * (MAX_TEXT + 1)},
            "That has 100,001 characters, and 100,000 are the most.",
        ),
        (SPEAKING, {"say": "  "}, "Write what you say, or choose to say nothing."),
        (SPEAKING, {"say": "x" * (MAX_TEXT + 1)}, "100,000 are the most"),
        (VOTING, {"line": "zoe"}, "That is none of the choices."),
    ],
)
def test_what_is_no_legal_decision_is_told_in_a_sentence(
    seen: Observation, answer: dict[str, Any], says: str
) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        read_answer(Answer("g.0.1", **answer), seen, WAYS)
    assert MAX_TEXT < MAX_RAW


# What is told meanwhile.


def test_while_others_speak_the_living_hear_them_and_the_dead_nothing() -> None:
    engine = next(engine for engine, seen, _ in observations() if seen.kind == "vote")
    heard = waiting(engine, 0)
    assert (heard.phase, heard.turns, heard.of) == ("voting", 6, 6)
    assert [its.text for its in heard.said] == [f"I am {its.speaker}." for its in heard.said]
    engine.state.players[0].alive = False
    assert waiting(engine, 0) == Waiting(None, "killed")
    engine.state.tick += 1
    assert waiting(engine, 0) == Waiting(None, "killed")


class Chatty:
    """Says at every turn a word that nobody else says; does what the game's seed and turn decide."""

    kind = "chatty"

    def __init__(self, context: SeatContext) -> None:
        self._name, self._turns, self._seed = context.name, 0, context.game_seed

    def word(self, seen: Observation) -> str:
        return f"{self._name}x{seen.tick}x{seen.room}x{seen.kind}"

    def act(self, seen: Observation) -> Reply:
        urgent = [act for act in seen.legal if act.action in ("kill", "report")]
        act = urgent[0] if urgent else seen.legal[(self._turns + len(self._name)) % len(seen.legal)]
        return Reply(msgspec.structs.replace(act, say=self.word(seen)))

    def speak(self, seen: Observation) -> Reply:
        return Reply(Speak(self.word(seen)))

    def vote(self, seen: Observation) -> Reply:
        return Reply(Vote(None))

    def remember(self, seen: Observation, decision: Decision) -> None:
        self._turns += 1


WORD = re.compile(r"[A-Z][a-z]+x\d+x[a-z_]+x(?:act|speak)")


def heard_by(path: Path, name: str) -> set[str]:
    """The words that a player could hear: said in its room, or at a meeting that it lived to see."""
    record = read_record(path)
    timeline = build_timeline(record)
    me = next(player for player, its in record.names.items() if its == name)
    words: set[str] = set()
    for position, event in enumerate(record.events):
        stay = timeline.where(me, position)
        if stay is None:
            continue
        here = event.event_type == "free_roam_chat" and stay.room == event.data["room"]
        if here or event.event_type == "discussion_message":
            words.add(event.data["message"])
    return {word for word in words if WORD.fullmatch(word)}


def test_the_page_is_sent_what_the_seat_hears_and_nothing_else(tmp_path: Path) -> None:
    sent: list[bytes] = []
    rules = msgspec.structs.replace(QUICK, players=NAMES[:10], kill=KillRules(cooldown=6, initial_cooldown=4))
    run = run_of(16, rules=rules, goose="chatty", duck="chatty")
    sitting = Sitting(tmp_path, run, makers={"chatty": Chatty}, seen=sent.append)
    key = sitting.view()["asked"]["id"].partition(".")[0]
    during = len(sent)

    def choose(asked: dict[str, Any]) -> dict[str, Any]:
        nonlocal during
        during = len(sent)
        # What is played is no record yet.
        assert sitting.client.get(f"/api/games/{key}").status_code == 404
        assert sitting.client.get("/api/catalogue").json()["entries"] == []
        return simple(asked)

    ended = sitting.play_on(choose)
    told = b"".join(sent[:during]).decode()
    record = tmp_path / "seed16" / "game.jsonl"
    heard = heard_by(record, "Alice")
    spoken = set(WORD.findall(record.read_text()))
    assert set(WORD.findall(told)) <= heard
    # Enough was heard, and enough was said elsewhere.
    assert len(set(WORD.findall(told))) > 10
    assert any(word.endswith("xspeak") for word in WORD.findall(told))
    assert len(spoken - heard) > 10
    # Who is who, and what sits where, is told at the end.
    assert "chatty" not in told
    roles = {its["name"]: its["role"] for its in ended["players"]}
    assert set(re.findall(r'"role":"(\w+)"', told)) == {roles["Alice"]} == {"Goose"}
    assert '"players":[' not in told
    assert {its["role"] for its in ended["players"]} == {"Goose", "Duck"}
    assert [its["kind"] for its in ended["players"]] == ["human", *["chatty"] * 9]
    assert sitting.client.get(f"/api/games/{ended['id']}").json()["complete"]
    assert sitting.client.get("/api/catalogue").json()["plays"]
    sitting.close()


class Elsewhere(Chatty):
    """Waits, or does what it likes, as long as nobody in the person's room can notice."""

    busy = False
    room = Engine(SHIP, QUICK, 9).state.players[0].room  # where the person stays

    def act(self, seen: Observation) -> Reply:
        room = SHIP.rooms[self.room].name
        if not self.busy or seen.room == room:
            return Reply(Act("wait"))
        legal = tuple(
            act for act in seen.legal if act.target != room and act.action not in ("report", "call")
        )
        return super().act(msgspec.structs.replace(seen, legal=legal))


class Busy(Elsewhere):
    """Kills, walks and talks out of sight."""

    busy = True


def test_what_happens_out_of_sight_changes_no_byte(tmp_path: Path) -> None:
    """The same seat in two games that differ where it cannot see: no difference is sent."""
    rules = msgspec.structs.replace(QUICK, kill=KillRules(cooldown=1, initial_cooldown=0))
    shown: dict[type, list[dict[str, Any]]] = {}
    for number, kind in enumerate((Elsewhere, Busy)):
        sitting = Sitting(
            tmp_path / str(number), run_of(9, rules=rules, goose="x", duck="x"), makers={"x": kind}
        )
        shown[kind] = []
        for _ in range(4):
            view = sitting.view()
            shown[kind].append(view)
            if view["state"] != "asked" or view["asked"]["kind"] != "act":
                break
            sitting.post("answer", request=view["asked"]["id"], line="1")
        sitting.close()
    records = [read_record(tmp_path / str(number) / "seed09" / "game.jsonl") for number in (0, 1)]
    deeds = [
        [event.event_type for event in record.events if event.event_type != "decision"] for record in records
    ]
    assert "player_moved" in deeds[1] or "player_killed" in deeds[1]
    assert deeds[0] != deeds[1]
    for one, other in zip(shown[Elsewhere], shown[Busy], strict=True):
        for view in (one, other):
            # Names of this start and folder, and nothing of the game.
            del view["stand"], view["start"], view["number"]
            view["asked"]["id"] = view["asked"]["id"].partition(".")[2]
        assert one == other
    assert len(shown[Busy]) == 4


# Twice, late, and wrong.


def test_a_decision_counts_once_and_an_old_one_is_refused(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, run_of(12))
    first = sitting.view()["asked"]
    answer = {"request": first["id"], "line": "1"}
    wrong = sitting.post("answer", request=first["id"], line="99")
    assert (wrong.status_code, "There is no choice 99" in wrong.text) == (422, True)
    assert sitting.view()["asked"]["id"] == first["id"]
    for body in ({"request": first["id"], "line": 1}, {"request": first["id"], "lines": "1"}, {}):
        assert sitting.client.post("/api/play/answer", json=body).status_code == 422
    assert sitting.client.post("/api/play/answer", content=b"1" * 2_000_001).status_code == 413
    half = sitting.client.post("/api/play/answer", content=rb'{"request": "", "line": "\ud83d"}')
    assert (half.status_code, "half a character" in half.text) == (422, True)
    assert (
        httpx.post(f"{sitting.address.removesuffix('play')}api/play/answer", json=answer).status_code == 403
    )
    done = sitting.post("answer", **answer)
    again = sitting.post("answer", **answer)
    assert (done.status_code, again.status_code) == (200, 200)
    assert again.json()["asked"]["id"] == done.json()["asked"]["id"] != first["id"]
    other = sitting.post("answer", request=first["id"], line="2")
    assert other.status_code == 409
    assert "decided already" in other.json()["error"]["what"]
    # A second tab sees the same; who has seen it is told so in short.
    stand = sitting.view()
    assert at(sitting.address).get("/api/play").json() == stand
    assert sitting.client.get("/api/play", params={"seen": stand["stand"]}).json() == {
        "stand": stand["stand"]
    }
    for key, _ in stand["asked"]["pictures"]:
        assert sitting.client.get(f"/api/play/pictures/{key}").content.startswith(b"\x89PNG")
    assert sitting.client.get("/api/play/pictures/other").status_code == 404
    sitting.play_on(simple)
    mine = [
        event.data
        for event in read_record(tmp_path / "seed12" / "game.jsonl").events
        if event.event_type == "decision" and event.data["model"] == "human"
    ]
    # As at the terminal, with what was refused before it.
    assert [its["raw"] for its in mine[:2]] == ["99\n1", "1"]
    assert all(its["legal"] and its["latency"] >= 0 for its in mine)
    sitting.close()


def test_a_decision_of_another_game_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    """A tab that stayed open shows the game before: the same seed and turn, another seat or map."""
    ids = []
    for run in (
        run_of(12),
        run_of(12, seats={"Bob": "human"}),
        msgspec.structs.replace(run_of(12), game_map=load_map("station16")),
    ):
        sitting = Sitting(tmp_path / "run", run)
        ids.append(sitting.view()["asked"]["id"])
        for earlier in ids[:-1]:
            assert sitting.post("answer", request=earlier, line="2").status_code == 409
        assert sitting.view()["asked"]["id"] == ids[-1]
        sitting.close()
        shutil.rmtree(tmp_path / "run")
    assert len(set(ids)) == 3
    assert len({its.rpartition(".")[0] for its in ids}) == 1


def test_games_follow_one_another_when_the_person_has_seen_the_end(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, run_of(12, 11))
    ended = sitting.play_on(simple)
    assert (ended["game"], ended["more"], ended["name"]) == (1, True, "Alice")
    assert sitting.view()["ended"] == ended
    record = tmp_path / "seed11" / "game.jsonl"
    assert not record.exists() or record.read_bytes() == b""
    since = time.perf_counter()
    for _ in range(2):
        assert sitting.post("next", game=1).status_code == 200
    asked = sitting.view()
    assert asked["game"] == 2
    sitting.post("answer", request=asked["asked"]["id"], line="1")
    until = time.perf_counter()
    last = sitting.play_on(simple)
    mine = [its.data for its in read_record(record).events if its.data.get("model") == "human"]
    # The end of the game before is no time to decide in.
    assert 0 < mine[0]["latency"] < until - since
    assert (last["game"], last["more"]) == (2, False)
    assert sitting.post("next", game=2).status_code == 422
    sitting.thread.join(30)
    assert isinstance(sitting.results, list)
    assert [result.seed for result in sitting.results] == [12, 11]
    sitting.close()


# The record.


def shape(path: Path) -> dict[str, set[str]]:
    """The fields of each type of event, and of each kind of decision."""
    fields: dict[str, set[str]] = {}
    for event in read_record(path).events:
        kind = event.data["kind"] if event.event_type == "decision" else ""
        fields.setdefault(f"{event.event_type} {kind}", set()).update(event.data)
    return fields


def test_the_record_is_like_any_other(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "mine", run_of(11))
    sitting.play_on(simple)
    sitting.close()
    [other] = play_run(tmp_path / "scripted", run_of(11, seats={}))
    path = tmp_path / "mine" / "seed11" / "game.jsonl"
    mine, theirs = shape(path), shape(other.path)
    # A person's words are kept as typed, with how long they took; scripted speech has what it was built from.
    only = {"raw", "latency", "intended_claims"}
    for kind in mine.keys() & theirs.keys():
        assert mine[kind] - only == theirs[kind] - only
    assert {"decision act", "decision speak", "decision vote"} <= mine.keys() & theirs.keys()
    reenact(read_record(path))
    done = CliRunner().invoke(app, ["quack", "audit", str(tmp_path / "mine"), "--claims", "rules"])
    assert (done.exit_code, done.stderr) == (0, "")


def test_models_sit_at_the_same_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = msgspec.structs.replace(QUICK, win=WinRules(tick_budget=5))
    models = ModelSettings(senses="text")
    run = run_of(4, rules=rules, goose="model:gander/scripted", duck="model:gander/scripted", models=models)
    sitting = Sitting(tmp_path, run)
    assert sitting.view()["asked"]["pictures"] == []
    ended = sitting.play_on(simple)
    assert {its["kind"] for its in ended["players"]} == {"human", "model:gander/scripted"}
    sitting.close()
    reenact(read_record(tmp_path / "seed04" / "game.jsonl"))
    # Ctrl-C while the end is told does not let the command wait for another.
    monkeypatch.setattr("gander.quack.costs.costs_of", interrupted)
    monkeypatch.setattr("gander.cli.play_browser.stay", lambda page: pytest.fail("it waits"))
    page = PlayPage(tmp_path, run, bind("127.0.0.1", 0), lambda address: None)
    with contextlib.closing(page), pytest.raises(typer.Exit) as left:
        play_models(tmp_path, run, Pace(), {}, resume=True, dry_run=False, page=contextlib.nullcontext(page))
    assert left.value.exit_code == 130
    said = capsys.readouterr()
    assert "Geese won at tick" in said.out
    assert "every game is over and kept. What came of them is told by:" in said.err
    assert f"gander quack play --resume {tmp_path}\n" in said.err


def interrupted(folder: Path) -> None:
    raise KeyboardInterrupt


def test_the_command_to_go_on_names_the_port_that_a_tab_is_open_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PlayPage(tmp_path, run_of(1), bind("127.0.0.1", 0), lambda address: None)
    with contextlib.closing(page):
        note_stopped(tmp_path, run_of(1), page)
    assert f"--resume {tmp_path} --browser --port {page.port}\n" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with contextlib.closing(bind("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        says = f"127.0.0.1:{port}: cannot listen there (address already in use). Give another --port, or none"
        with pytest.raises(InputError, match=re.escape(says)):
            play(out=tmp_path / "run", seat=["Alice=human"], browser=True, port=port)
    assert not (tmp_path / "run").exists()


def test_a_game_that_waits_for_a_model_s_answer_is_paused_and_tells_nothing(tmp_path: Path) -> None:
    models = ModelSettings(senses="text")
    run = run_of(12, 4, duck="model:gander/scripted", models=models)
    sitting = Sitting(tmp_path, run, pace=Pace(limits=Limits(calls=1)))
    paused = sitting.play_on(simple)
    assert paused["paused"]
    assert paused["players"] == []
    assert "gander/scripted" not in sitting.client.get("/api/play").text
    assert sitting.client.get("/api/catalogue").json()["entries"] == []
    sitting.thread.join(30)
    assert isinstance(sitting.results, LiveRun)
    assert [its.seed for its in sitting.results.paused] == [12]
    # Nothing else can be played either.
    assert sitting.results.not_begun == [4]
    assert not sitting.view()["ended"]["more"]
    sitting.close()


# The command.


def gander(*arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "gander", "quack", "play", *map(str, arguments)]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
    )


def test_a_killed_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text("tasks: {ticks: 9}\nmeetings: {discussion_rounds: 1}\nwin: {tick_budget: 8}\n")
    out = tmp_path / "run"
    settings = ("--seed", 4, "--seat", "Alice=human", "--rules", rules, "--senses", "text")
    first = gander(*settings, "--browser", "--no-open", "--out", out)
    assert first.stdout is not None
    client = at(first.stdout.readline().strip())
    asked = client.get("/api/play").json()["asked"]
    view = client.post("/api/play/answer", json={"request": asked["id"], "line": "1"}).json()
    waits = view["asked"]
    first.kill()
    first.communicate()
    before = (out / "seed04" / "game.jsonl").read_bytes()
    second = gander("--resume", out, "--browser", "--no-open")
    assert second.stdout is not None
    client = at(second.stdout.readline().strip())
    view = client.get("/api/play").json()
    assert view["asked"] == waits
    # What was sent to the one that was killed is not taken for an answer to what is asked now.
    assert client.post("/api/play/answer", json={"request": asked["id"], "line": "1"}).status_code == 409
    deadline = time.monotonic() + 60
    while view["state"] != "ended":
        assert time.monotonic() < deadline
        if view["state"] == "asked":
            body = {"request": view["asked"]["id"], **simple(view["asked"])}
            view = client.post("/api/play/answer", json=body).json()
        else:
            view = client.get("/api/play").json()
    record = out / "seed04" / "game.jsonl"
    assert record.read_bytes().startswith(before)
    reenact(read_record(record))
    # The game is over on the page a little before the command has told of it.
    said = ""
    while "The page stays until Ctrl+C." not in said:
        line = second.stdout.readline()
        assert line, said
        said += line
    assert f"Record: {record}" in said
    second.send_signal(signal.SIGINT)
    _, noted = second.communicate(timeout=30)
    assert second.returncode == 0, noted
    assert json.loads((out / "run.json").read_text())["models"]["senses"] == "text"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"browser": True}, "--browser: nobody sits at the page. Seat yourself: --seat NAME=human."),
        ({"port": 8000}, "--port: no page is served. Add --browser to play in one."),
        ({"no_open": True}, "--no-open: no page is served."),
        ({"seat": ["Alice=human"], "browser": True, "temperature": 1.0}, "--temperature: no model plays"),
        ({"seat": ["Alice=human"], "senses": "text"}, "--senses: no model plays"),
        ({"seat": ["Alice=human"], "browser": True, "senses": "smell"}, "there are no senses 'smell'."),
    ],
)
def test_wrong_options_are_told_and_nothing_is_written(
    tmp_path: Path, options: dict[str, Any], says: str
) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        play(out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()
