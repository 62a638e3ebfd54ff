"""A person at the terminal: what is shown, what may be typed, and a whole game."""

import io
import os
import pty
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from rich.console import Console

from gander.quack.library import load_map
from gander.quack.players.chance import RandomPlayer
from gander.quack.players.human import HumanPlayer
from gander.quack.players.human.notes import Note, Notebook, condensed
from gander.quack.players.human.typed import candidates, label, read_act, read_vote, split_say
from gander.quack.players.player import Player, SeatContext
from gander.quack.senses import Exit, MeetingOutcome, MeetingView, Observation, Observer, OwnTask, Speech
from gander.quack.world import Act, Engine, NeedKind, Rules, Sight, Speak, Vote, layout

SHIP = load_map("ship10")
WAYS = layout(SHIP)
NAMES = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
MOVES = (
    Act("move", "cafeteria"),
    Act("move", "upper_engine"),
    Act("move", "electrical"),
    Act("move", "storage"),
)
GOOSE = Observation(
    kind="act",
    tick=12,
    name="Alice",
    role="Goose",
    fellows=(),
    ducks=1,
    players=NAMES,
    dead=("Frank",),
    room="medbay",
    present=("Bob", "Eve"),
    bodies=(),
    seen=(),
    exits=(Exit("cafeteria", 1), Exit("upper_engine", 2), Exit("electrical", 1), Exit("storage", 2)),
    tasks=(
        OwnTask("Submit Scan", "medbay", 1, 3),
        OwnTask("Chart Course", "navigation", 0, 3),
        OwnTask("Sort Cargo", "storage", 3, 3),
    ),
    cooldown=None,
    calls_left=1,
    legal=(Act("wait"), *MOVES, Act("task", "Submit Scan")),
)
DUCK = msgspec.structs.replace(
    GOOSE,
    role="Duck",
    fellows=("Eve",),
    cooldown=0,
    bodies=("Diana",),
    legal=(*GOOSE.legal, Act("kill", "Bob"), Act("report")),
)
MEETING = MeetingView(
    number=0,
    kind="report",
    caller="Bob",
    bodies=(("Diana", "electrical"),),
    order=("Bob", "Alice", "Eve", "Charlie"),
    transcript=(Speech("Bob", "I found Diana in electrical."),),
    rounds=2,
)


def in_meeting(kind: NeedKind, transcript: tuple[Speech, ...] = MEETING.transcript) -> Observation:
    meeting = msgspec.structs.replace(MEETING, transcript=transcript)
    return msgspec.structs.replace(GOOSE, kind=kind, legal=(), dead=("Diana", "Frank"), meeting=meeting)


class Table:
    """A player with typed lines ahead of it and its screen."""

    def __init__(
        self, lines: str | Iterable[str] = (), width: int = 80, height: int = 24, **console: Any
    ) -> None:
        self.lines = iter(lines.splitlines() if isinstance(lines, str) else lines)
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=width, height=height, **console)
        self.player = HumanPlayer(SeatContext(0, "Alice", SHIP, 7), console=self.console, ask=self.ask)

    def ask(self, prompt: str) -> str:
        self.out.write(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.out.write("\n")
        return line

    @property
    def text(self) -> str:
        return self.out.getvalue()


def test_importing_the_players_loads_no_terminal_library() -> None:
    code = "import sys, gander.quack.players.human; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# What is typed.


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1", Act("wait")),
        (" 6. ", Act("task", "Submit Scan")),
        ("wait", Act("wait")),
        ("W", Act("wait")),
        ("move cafeteria", MOVES[0]),
        ("move caf", MOVES[0]),
        ("go to the cafeteria", MOVES[0]),
        ("CAF", MOVES[0]),
        ("Upper Engine", MOVES[1]),
        ("upper-eng", MOVES[1]),
        ("upperengine", MOVES[1]),
        ("engine", MOVES[1]),
        ("move engine", MOVES[1]),
        ("task", Act("task", "Submit Scan")),
        ("t", Act("task", "Submit Scan")),
        ("task scan", Act("task", "Submit Scan")),
        ("scan", Act("task", "Submit Scan")),
        ("kill bob", Act("kill", "Bob")),
        ("KILL B", Act("kill", "Bob")),
        ("report", Act("report")),
        ("report the body", Act("report")),
        ("report diana", Act("report")),
    ],
)
def test_words_and_numbers_choose_an_action(line: str, expected: object) -> None:
    assert read_act(line, DUCK, WAYS) == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9", "There is no choice 9; they go from 1 to 8."),
        ("0", "There is no choice 0; they go from 1 to 8."),
        ("go", "Say which: type move and a name, or a number from the list."),
        ("navigation", "navigation is 5 ticks away; go to storage first."),
        ("go nav", "navigation is 5 ticks away; go to storage first."),
        ("medbay", "You are in medbay."),
        ("go nowhere", "There is no such room."),
        ("s", "Say which: move storage (5) or task Submit Scan (6)."),
        ("task chart", "Chart Course is in navigation, 5 ticks away; go to storage first."),
        ("sort cargo", "Sort Cargo is done."),
        ("kill", "Say which: kill Bob (7)."),
        ("kill eve", "Eve is not here to be killed."),
        ("kill nobody", "That player is not here to be killed."),
        ("rep", "Type report in full (it cannot be taken back), or its number."),
        ("k bob", "Type kill in full (it cannot be taken back), or its number."),
        ("wait here", "wait stands alone; to talk, write: wait say …"),
        ("call", "The emergency button is in cafeteria, 1 tick away."),
        ("dance", "That is none of your choices. Type a number from the list, or ? for help."),
        ("", "That is none of your choices. Type a number from the list, or ? for help."),
        ("²", "That is none of your choices. Type a number from the list, or ? for help."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(line: str, said: str) -> None:
    assert read_act(line, DUCK, WAYS) == said


def test_why_there_is_nothing_to_kill_report_or_do() -> None:
    nothing = msgspec.structs.replace(GOOSE, legal=(Act("wait"), *MOVES), room="cafeteria", calls_left=0)
    assert read_act("kill bob", nothing, WAYS) == "Geese cannot kill."
    assert read_act("report", nothing, WAYS) == "No body lies in cafeteria."
    assert read_act("task", nothing, WAYS) == "None of your open tasks is in cafeteria."
    assert read_act("call", nothing, WAYS) == "All emergency meetings are used up."
    waiting = msgspec.structs.replace(DUCK, legal=nothing.legal, cooldown=2)
    assert read_act("kill bob", waiting, WAYS) == "You may kill in 2 ticks."


def test_every_legal_action_is_reached_by_number_and_by_its_label() -> None:
    for number, act in enumerate(DUCK.legal, 1):
        assert read_act(str(number), DUCK, WAYS) == act
        assert read_act(label(act), DUCK, WAYS) == act


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2", ("2", None)),
        ("2 say hello there", ("2", "hello there")),
        ("move med SAY: hello, they say", ("move med", "hello, they say")),
        ('say "hello"', ("", "hello")),
        ("say", ("", "")),
        ("essay", ("essay", None)),
    ],
)
def test_say_separates_the_action_from_the_words(line: str, expected: object) -> None:
    assert split_say(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("0", (None,)),
        ("skip", (None,)),
        ("1", ("Bob",)),
        ("vote for eve", ("Eve",)),
        ("char", ("Charlie",)),
        ("4", ("Alice",)),
        ("alice", ("Alice",)),
    ],
)
def test_a_vote_by_number_or_name(line: str, expected: object) -> None:
    assert read_vote(line, in_meeting("vote")) == expected


def test_votes_that_cannot_be_cast() -> None:
    observation = in_meeting("vote")
    assert candidates(observation) == [None, "Bob", "Charlie", "Eve", "Alice"]
    assert read_vote("frank", observation) == "Frank is dead and cannot be voted for."
    assert read_vote("7", observation) == "There is no choice 7; they go from 0 to 4."
    assert read_vote("zoe", observation) == "That is none of the choices. Type a name, a number or skip."
    named_skip = msgspec.structs.replace(observation, players=("Alice", "Skip", "Bob"))
    assert read_vote("SKIP", named_skip) == "That could be skip (0) or Skip (1)."
    assert read_vote("1", named_skip) == ("Skip",)


# What is asked and shown.


def test_a_turn_shows_what_the_seat_knows() -> None:
    table = Table("2")
    seen = (
        Sight(11, "arrived", "Bob", "medbay", "cafeteria"),
        Sight(11, "said", "Bob", "medbay", text="Hello, all."),
        Sight(11, "worked", "Eve", "medbay"),
        Sight(12, "left", "Charlie", "medbay", "storage"),
        Sight(12, "killed", "Eve", "medbay", "Diana"),
    )
    reply = table.player.act(msgspec.structs.replace(DUCK, seen=seen))
    assert reply.decision == MOVES[0]
    assert reply.raw == "2"
    assert reply.latency is not None
    assert reply.latency >= 0
    for shown in (
        "1 of the 6 players is a Duck.",
        "Tick 12 · medbay",
        "You are Alice, a Duck with Eve · you may kill now · calls left: 1 · dead: Frank",
        "* Bob arrived from cafeteria.",
        "Bob says: “Hello, all.”",
        "* Eve worked on a task.",
        "* Charlie left towards storage.",
        "!! Eve killed Diana!",
        "!! BODY: Diana lies dead here!",
        "Here   Bob, Eve",
        "Submit Scan   1/3  here",
        "Chart Course  0/3  navigation, 5 ticks via storage",
        "Done   Sort Cargo",
        "2 move cafeteria (1 tick)",
        "7 kill Bob",
        "8 report the body",
    ):
        assert shown in table.text


def test_the_turn_fits_a_small_screen() -> None:
    table = Table("m\n1\n1")
    table.player.act(DUCK)
    table.player.remember(DUCK, Act("wait"))
    before = len(table.text)
    table.player.act(msgspec.structs.replace(DUCK, tick=13))
    lines = table.text[before:].splitlines()
    assert len(lines) <= 24
    assert all(len(line.rstrip()) <= 80 for line in table.text.splitlines())


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    table = Table("n\n?\n1", width=width)
    table.player.act(DUCK)
    assert max(len(line.rstrip()) for line in table.text.splitlines()) <= width


def test_wrong_lines_are_answered_and_asked_again() -> None:
    table = Table(["dance", "", "99", "kil bob", "task"])
    reply = table.player.act(DUCK)
    assert reply.decision == Act("task", "Submit Scan")
    assert table.text.count("✗") == 3
    assert table.text.count("Tick 12 · medbay") == 2  # Enter alone shows the turn again


def test_words_before_or_with_the_action() -> None:
    assert Table("2 say I go to eat").player.act(GOOSE).decision == Act("move", "cafeteria", "I go to eat")
    reply = Table("say hello\nwait").player.act(GOOSE)
    assert reply.decision == Act("wait", None, "hello")
    assert reply.raw == "say hello\nwait"
    assert Table("say hello\nsay\nwait").player.act(GOOSE).decision == Act("wait")


def test_the_refusal_of_a_first_attempt_is_shown() -> None:
    table = Table("1")
    table.player.act(msgspec.structs.replace(GOOSE, refused="No body lies in medbay."))
    assert "✗ No body lies in medbay." in table.text


def test_notes_run_on_and_merge_what_goes_on() -> None:
    table = Table("n\n1")
    for tick in (10, 11):
        table.player.remember(
            msgspec.structs.replace(GOOSE, tick=tick), Act("wait", None, "hi" if tick == 11 else None)
        )
    table.player.act(msgspec.structs.replace(GOOSE, seen=(Sight(11, "left", "Eve", "medbay", "storage"),)))
    lines = [" ".join(line.split()) for line in table.text.splitlines()]
    for line in (
        "10 medbay You started in medbay.",
        "10 medbay You met Bob and Eve here.",
        "10–11 medbay You waited.",
        "11 medbay You said: “hi”",
        "11 medbay Eve left towards storage.",
    ):
        assert line in lines
    notes = [Note(tick, "a", "Bob", "worked on a task.", "seen") for tick in (1, 2, 4)]
    assert [(note.tick, note.until) for note in condensed(notes)] == [(1, 2), (4, 0)]


def test_a_resumed_game_begins_with_the_notes() -> None:
    table = Table("1")
    table.player.remember(GOOSE, Act("wait"))
    table.player.act(msgspec.structs.replace(GOOSE, tick=13))
    assert "The game goes on." in table.text
    assert "Round 1" in table.text


def test_a_discussion_shows_the_meeting_then_only_what_is_new() -> None:
    table = Table(["I was in medbay, \\", "with Eve.", "Yes."])
    table.player.remember(GOOSE, Act("wait"))
    first = in_meeting("speak")
    reply = table.player.speak(first)
    assert reply.decision == Speak("I was in medbay, \nwith Eve.")
    for shown in (
        "Meeting 1 · tick 12 · discussion 1 of 2",
        "Bob reported a body.",
        "!! Diana lay dead in electrical.",
        "Bob → you → Eve → Charlie",
        "You started in medbay.",
        "Bob │ I found Diana in electrical.",
    ):
        assert shown in table.text
    table.player.remember(first, reply.decision)
    table.out.truncate(0)
    said = (*MEETING.transcript, Speech("Alice", "I was in medbay,\nwith Eve."), Speech("Eve", "True."))
    assert table.player.speak(in_meeting("speak", said)).decision == Speak("Yes.")
    assert "discussion 2 of 2" in table.text
    assert "Eve │ True." in table.text
    assert "I found Diana" not in table.text


def test_silence_takes_two_empty_lines() -> None:
    reply = Table("\n\n").player.speak(in_meeting("speak"))
    assert reply.decision == Speak("")


def test_in_a_discussion_words_are_speech_and_only_signs_are_commands() -> None:
    table = Table("t\nn\nm\n?\nmap")
    assert table.player.speak(in_meeting("speak")).decision == Speak("map")
    assert table.text.count("I found Diana in electrical.") == 2
    assert "a backslash at its end" in table.text


def test_a_vote_and_its_outcome_at_the_next_turn() -> None:
    table = Table(["frank", "", "bob", "1"])
    observation = in_meeting("vote")
    reply = table.player.vote(observation)
    assert reply.decision == Vote("Bob")
    assert "Frank is dead and cannot be voted for." in table.text
    table.player.remember(observation, reply.decision)
    outcome = MeetingOutcome(0, "Bob", "Goose", (("Alice", "Bob"), ("Eve", "Bob"), ("Bob", None)))
    table.player.act(
        msgspec.structs.replace(GOOSE, room="storage", last_meeting=outcome, legal=(Act("wait"),))
    )
    for shown in (
        "= Bob was ejected: a Goose.",
        "= Votes Bob 2 (you, Eve); skip 1 (Bob).",
        "You were sent to storage.",
    ):
        assert shown in table.text


@pytest.mark.parametrize("ends", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("kind", ["act", "speak", "vote"])
def test_the_end_of_input_interrupts(kind: NeedKind, ends: type[BaseException]) -> None:
    table = Table()

    def ask(prompt: str) -> str:
        raise ends

    player = HumanPlayer(SeatContext(0, "Alice", SHIP, 7), console=table.console, ask=ask)
    with pytest.raises(KeyboardInterrupt):
        getattr(player, kind)(GOOSE if kind == "act" else in_meeting(kind))


# Hostile and foreign text.


def test_nothing_that_others_wrote_reaches_the_terminal_as_a_command() -> None:
    evil = "\x1b[2J\x1b]0;title\x07[bold red]Bob[/] \u202eeslaf\r\nAlice: I did it :smile: \x9b31m"
    names = ("Alice", "B[red]ob\x1b[31m", "Eve\u2066")
    table = Table("n\n?\n1\nt\nfine", force_terminal=False)
    seen = (Sight(11, "said", names[1], "medbay", text=evil), Sight(11, "left", names[2], "medbay", evil))
    base = msgspec.structs.replace(GOOSE, players=names, dead=(), present=names[1:], seen=seen)
    table.player.act(base)
    meeting = msgspec.structs.replace(
        MEETING, order=names, caller=names[1], transcript=(Speech(names[1], evil),)
    )
    table.player.speak(msgspec.structs.replace(base, kind="speak", legal=(), meeting=meeting))
    assert not set(table.text) & {"\x1b", "\x07", "\r", "\x9b", "\u202e", "\u2066"}
    for shown in ("[bold red]Bob[/]", "B[red]ob\\x1b[31m", "Eve\\u2066", "\\u202eeslaf", ":smile:"):
        assert shown in table.text
    # A line break in a speech starts no line that looks like somebody else's.
    assert not any(line.startswith("Alice") for line in table.text.splitlines())


def test_a_flood_is_cut_until_asked_for() -> None:
    table = Table("ok")
    flood = (Speech("Bob", "\n" * 900 + "x" * 5000),)
    table.player.speak(in_meeting("speak", flood))
    assert len(table.text.splitlines()) < 60
    assert "more characters; t shows all" in table.text


@pytest.mark.parametrize(
    "words", ["我在仓库，没看见鲍勃。", "من در انبار بودم", "كنت في المخزن", "Ærøskøbing 🦆"]
)
def test_other_scripts_pass_through(words: str) -> None:
    table = Table([words])
    reply = table.player.speak(in_meeting("speak", (Speech("Bob", words),)))
    assert reply.decision == Speak(words)
    assert words in table.text


def test_what_the_terminal_could_not_decode_is_replaced() -> None:
    reply = Table(["caf\udce9"]).player.speak(in_meeting("speak"))
    assert reply.decision == Speak("caf?")
    assert msgspec.json.encode(reply.decision)


def test_without_colours_nothing_is_lost() -> None:
    plain, coloured = Table("1"), Table("1", force_terminal=True, color_system="standard")
    plain.player.act(DUCK)
    coloured.player.act(DUCK)
    assert "\x1b" not in plain.text
    assert "\x1b[1;31m" in coloured.text
    assert "!! BODY: Diana" in plain.text


# Whole games.


def play(player_at: dict[int, Player], seed: int, rules: Rules) -> Engine:
    engine = Engine(SHIP, rules, seed)
    observer = Observer(engine)
    players: list[Player] = [
        player_at.get(seat) or RandomPlayer(SeatContext(seat, name, SHIP, seed))
        for seat, name in enumerate(rules.players)
    ]
    while need := engine.need:
        observation = observer.observe(need.player, need.kind)
        reply = getattr(players[need.player], need.kind)(observation)
        assert engine.decide(reply.decision) is None
        players[need.player].remember(observation, reply.decision)
    return engine


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game(seed: int) -> None:
    """A feeder types the number of a legal action each time; all is accepted and the game ends."""
    table = Table()
    asked = {"act> ": 0, "say> ": 0, "vote> ": 0}

    def ask(prompt: str) -> str:
        asked[prompt] += 1
        return {"act> ": str(asked[prompt] % 3 + 1), "say> ": "I saw nothing.", "vote> ": "skip"}[prompt]

    player = HumanPlayer(SeatContext(0, "Alice", SHIP, seed), console=table.console, ask=ask)
    engine = play({0: player}, seed, Rules())
    assert engine.need is None
    assert asked["act> "] > 0
    assert table.text.count("Tick ") == asked["act> "]


def test_on_a_real_terminal() -> None:
    """Through a pseudo-terminal: the person types, is shown the turn, and Ctrl-D interrupts."""
    code = textwrap.dedent(
        """
        from gander.quack.library import load_map
        from gander.quack.players.human import HumanPlayer
        from gander.quack.players.player import SeatContext
        from gander.quack.senses import Observer
        from gander.quack.world import Engine, Rules
        ship = load_map("ship10")
        engine = Engine(ship, Rules(), 3)
        player = HumanPlayer(SeatContext(0, "Alice", ship, 3))
        observation = Observer(engine).observe(0, "act")
        print("DECISION", player.act(observation).decision.action)
        try:
            player.act(observation)
        except KeyboardInterrupt:
            print("INTERRUPTED")
        """
    )
    main, side = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=side, stdout=side, stderr=side, env={**os.environ, "TERM": "dumb"}
    ) as process:
        os.close(side)
        shown = b""
        sent = [b"wait\n", b"\x04"]
        while True:
            try:
                chunk = os.read(main, 4096)
            except OSError:  # the other side is closed
                break
            if not chunk:
                break
            shown += chunk
            if sent and shown.count(b"act> ") == 3 - len(sent):
                os.write(main, sent.pop(0))
        os.close(main)
    assert process.returncode == 0, shown.decode()
    assert b"DECISION wait" in shown
    assert b"INTERRUPTED" in shown


def test_the_notebook_changes_in_remember_only() -> None:
    notebook = Notebook()
    notebook.news(GOOSE)
    notebook.current(GOOSE)
    notebook.everything(GOOSE)
    assert notebook.rounds == []
    notebook.remember(GOOSE, Act("task", "Submit Scan"))
    assert [note.text for note in notebook.own(msgspec.structs.replace(GOOSE, tick=13))] == [
        "worked on Submit Scan."
    ]
