"""What a person at the terminal is shown.

Everything is printed below what stands already, without moving the cursor: it works in any
terminal, through a pipe, and can be scrolled back. Whatever others wrote is made printable and
never read as markup; colour only repeats what words and marks say.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gander.quack.players.human.notes import Note, Notebook, Round, condensed, listed
from gander.quack.players.human.typed import candidates, label
from gander.quack.players.player import SeatContext
from gander.quack.senses import MeetingView, Observation, Speech
from gander.quack.senses.map_text import LEGEND, draw_map
from gander.quack.world import Act, layout
from gander.terminal import cut, printable

__all__ = ["Screen"]

_WIDEST = 110  # columns; longer lines are hard to read
_NAME = 20  # columns of a name before a speech
_TALK = 400  # characters shown of a speech in a list of other things
_SPEECH = 1500  # characters shown of a speech in a meeting
_LINES = 15  # and lines of it
_NAMES = (
    "cyan",
    "green",
    "yellow",
    "magenta",
    "bright_blue",
    "bright_cyan",
    "bright_green",
    "bright_magenta",
)
_ALARM = "bold red"
_QUIET = "dim"


class Screen:
    """Prints to a console what one player may know.

    Args:
        console: Where to.
        context: The player's seat.
    """

    def __init__(self, console: Console, context: SeatContext) -> None:
        self.console = console
        self._map = context.game_map
        self._ways = layout(context.game_map)
        self._seats: dict[str, int] = {}

    @property
    def columns(self) -> int:
        """Columns in use; the terminal may be resized at any time."""
        return max(20, min(self.console.width, _WIDEST))

    def welcome(self, observation: Observation) -> None:
        """What the game is about, for somebody in this seat."""
        self._meet(observation)
        ducks, players = observation.ducks, len(observation.players)
        one = ducks == 1
        among = f"{ducks} of the {players} players {'is a Duck' if one else 'are Ducks'}"
        if observation.role == "Duck":
            goal = "Get rid of Geese until they are no more than the Ducks; your tasks are for show."
        else:
            goal = f"Do your tasks, report bodies, and vote the {'Duck' if one else 'Ducks'} out."
        self._line(Text.assemble((f"{among}. {goal}", "italic")))

    # Free roam.

    def act(self, observation: Observation, notebook: Notebook) -> None:
        """A turn in free roam: what is new, what is here, what can be done."""
        self._meet(observation)
        news = [note for note in notebook.news(observation) if note.kind not in ("company", "body")]
        lines = condensed([*notebook.own(observation), *news])
        self._head(f"Tick {observation.tick} · {printable(observation.room)}")
        self._line(self._self(observation))
        if observation.refused:
            self.complain(observation.refused)
        self._space()
        most = max(6, self.console.height - 16)
        if len(lines) > most:
            self._line(Text(f"  … {len(lines) - most} earlier; n shows all notes", _QUIET))
        for note in lines[-most:]:
            self._line(self._sentence(note, detail=True))
        if lines:
            self._space()
        if observation.bodies:
            names = Text(" and ").join(self._name(victim) for victim in observation.bodies)
            verb = "lies" if len(observation.bodies) == 1 else "lie"
            self._line(Text.assemble("!! BODY: ", names, f" {verb} dead here!", style=_ALARM))
        self._facts(self._surroundings(observation))
        self._tasks(observation)
        self._space()
        self._choices(observation)
        self.hint("number or words, say TEXT to talk · m map · n notes · ? help · Enter: again")

    def _self(self, observation: Observation) -> Text:
        parts = [Text("You are "), self._name(observation.name), Text(", a ")]
        if observation.role == "Duck":
            parts.append(Text("Duck", _ALARM))
            if observation.fellows:
                parts.append(Text(f" with {printable(listed(observation.fellows))}"))
            if observation.cooldown:
                parts.append(Text(f" · you may kill in {_ticks(observation.cooldown)}"))
            elif observation.cooldown == 0 and observation.meeting is None:
                parts.append(Text(" · you may kill now", "bold"))
        else:
            parts.append(Text("Goose", "bold"))
        if observation.meeting is None:
            parts.append(Text(f" · calls left: {observation.calls_left}"))
        if observation.dead:
            parts.append(Text(f" · dead: {printable(', '.join(observation.dead))}"))
        return Text.assemble(*parts)

    def _surroundings(self, observation: Observation) -> list[tuple[str, Text]]:
        names = [self._name(name) for name in observation.present]
        here = Text(", ").join(names) if names else Text("nobody else", _QUIET)
        return [("Here", here)]

    def _tasks(self, observation: Observation) -> None:
        here, ways = observation.room, self._ways
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=5)
        title = "Tasks" if observation.cooldown is None else "Fake"
        for task in sorted(observation.tasks, key=lambda task: self._distance(here, task.room)):
            if task.done >= task.needed:
                continue
            a, b = ways.index[here], ways.index[task.room]
            via = ways.next_step[a][b]
            place = Text("here", "bold")
            if a != b:
                way = "" if via == b else f" via {printable(ways.names[via])}"
                place = Text(f"{printable(task.room)}, {_ticks(ways.distance[a][b])}{way}", _QUIET)
            progress = f"{task.done}/{task.needed}"
            table.add_row(Text(title, "bold"), Text(printable(task.name)), Text(progress), place)
            title = ""
        self.console.print(table, width=self.columns)
        if done := [task.name for task in observation.tasks if task.done >= task.needed]:
            self._line(Text.assemble(("Done   ", "bold"), (printable(", ".join(done)), _QUIET)))

    def _choices(self, observation: Observation) -> None:
        ticks = {exit.room: exit.ticks for exit in observation.exits}
        entries = []
        for number, act in enumerate(observation.legal, 1):
            style = "bold" if act.action in ("kill", "report", "call") else ""
            after = f" ({_ticks(ticks[act.target])})" if act.action == "move" and act.target else ""
            entries.append(_entry(number, Text.assemble((self._label(act), style), (after, _QUIET))))
        self._in_columns(entries)

    @staticmethod
    def _label(act: Act) -> str:
        return printable(label(act)) + {"report": " the body", "call": " a meeting"}.get(act.action, "")

    # Meetings.

    def speak(self, observation: Observation, notebook: Notebook, meeting: MeetingView) -> None:
        """A turn in a discussion: at the first what it is about, then what was said since."""
        turn = sum(speech.speaker == observation.name for speech in meeting.transcript) + 1
        self._meeting_head(observation, notebook, meeting, f"discussion {turn} of {meeting.rounds}")
        self.hint("a line of speech (\\ at its end: and one more) · t all said · n notes · m map · ? help")

    def vote(self, observation: Observation, notebook: Notebook, meeting: MeetingView) -> None:
        """A vote: what was said since the last turn, and who can be voted for."""
        self._meeting_head(observation, notebook, meeting, "vote")
        entries = []
        for number, name in enumerate(candidates(observation)):
            if name is None:
                what = Text("skip: nobody")
            else:
                what = self._name(name)
                if name == observation.name:
                    what.append(" (you)")
                elif name in observation.fellows:
                    what.append(" (Duck, with you)")
            entries.append(_entry(number, what))
        self._in_columns(entries)
        self.hint("number, name or skip · t all said · n notes · m map · ? help · Enter: again")

    def _dead(self, victim: str, how: str) -> Text:
        return Text.assemble("!! ", self._name(victim), f" {how}", style=_ALARM)

    def _meeting_head(
        self, observation: Observation, notebook: Notebook, meeting: MeetingView, part: str
    ) -> None:
        self._meet(observation)
        self._head(f"Meeting {meeting.number + 1} · tick {observation.tick} · {part}")
        self._line(self._self(observation))
        if observation.refused:
            self.complain(observation.refused)
        before = notebook.before
        if before is None or before.meeting is None:
            caller = Text("You") if meeting.caller == observation.name else self._name(meeting.caller)
            what = " reported a body." if meeting.kind == "report" else " called an emergency meeting."
            facts = [("Why", Text.assemble(caller, what))]
            facts += [
                (
                    "Body",
                    Text.assemble(
                        "!! ", self._name(victim), f" lay dead in {printable(room)}.", style=_ALARM
                    ),
                )
                for victim, room in meeting.bodies
            ]
            order = Text(" → ").join(
                Text("you", "bold") if name == observation.name else self._name(name)
                for name in meeting.order
            )
            facts.append(("Order", order))
            self._space()
            self._facts(facts)
            current = notebook.current(observation)
            notes = Round([note for note in current.notes if note.kind != "meeting"])
            self.notes(notes, "Your notes", most=max(5, self.console.height // 3))
        new = meeting.transcript[notebook.heard(observation) :]
        spoken = [speech for speech in new if speech.speaker != observation.name]
        self._space()
        if spoken:
            self._speeches(spoken, most=_SPEECH)
        else:
            self._line(
                Text("Nobody has spoken yet." if not meeting.transcript else "Nothing new was said.", _QUIET)
            )
        self._space()

    def transcript(self, observation: Observation) -> None:
        """Everything said in the present meeting."""
        speeches = observation.meeting.transcript if observation.meeting else ()
        if speeches:
            self._speeches(speeches, most=None)
        else:
            self._line(Text("Nobody has spoken yet.", _QUIET))

    def _speeches(self, speeches: Sequence[Speech], most: int | None) -> None:
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, max_width=_NAME)
        # A bar before every line: no speech can look like another's, or like the game's own words.
        table.add_column(ratio=1)
        for speech in speeches:
            table.add_row(self._name(speech.speaker, _NAME), self._said(speech.message, most))
        self.console.print(table, width=self.columns)

    def _said(self, message: str, most: int | None) -> "_Barred":
        if not message.strip():
            return _Barred(Text("(says nothing)", _QUIET))
        shown = message
        if most is not None:
            shown = "\n".join(message[:most].split("\n")[:_LINES])
        text = Text("\n".join(printable(line) for line in shown.split("\n")))
        if len(shown) < len(message):
            text.append(f" … {len(message) - len(shown)} more characters; t shows all", _QUIET)
        return _Barred(text)

    # On request.

    def map(self, observation: Observation) -> None:
        """The map, with one's own place and open tasks."""
        open_tasks: dict[str, list[str]] = {}
        for task in observation.tasks:
            if task.done < task.needed:
                open_tasks.setdefault(task.room, []).append(f"{task.done}/{task.needed}")
        notes = {room: f"yours {', '.join(progress)}" for room, progress in open_tasks.items()}
        drawing = draw_map(self._map, width=self.columns, notes=notes, here=observation.room)
        self.console.print(Text(drawing), no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
        self.remark(f"{LEGEND}   yours 1/3: your task, 1 of 3 done")

    def notes(self, this: Round, title: str, most: int | None = None) -> None:
        """Notes of one round."""
        notes = condensed(this.notes)
        left_out = max(0, len(notes) - most) if most is not None else 0
        more = f" (the last {most} of {len(notes)}; n shows all)" if left_out else ""
        self._space()
        self._line(Text.assemble((title, "bold"), (more, _QUIET)))
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, max_width=_NAME)
        table.add_column(ratio=1)
        for note in notes[left_out:]:
            when = f"{note.tick}–{note.until}" if note.until > note.tick else str(note.tick)
            table.add_row(
                Text(f"  {when}", _QUIET), cut(printable(note.room), _NAME), self._sentence(note, mark=False)
            )
        self.console.print(table, width=self.columns)

    def rounds(self, notebook: Notebook, observation: Observation) -> None:
        """Notes of all rounds, with the meetings' transcripts."""
        self._meet(observation)
        for number, this in enumerate(notebook.everything(observation), 1):
            self.notes(this, f"Round {number}")
            if this.transcript:
                self._speeches(this.transcript, most=None)

    def help(self, kind: str) -> None:
        """What can be typed."""
        rows = _HELP[kind] + _HELP["always"]
        self._space()
        self._facts([(keys, Text(what)) for keys, what in rows])
        self._space()

    def complain(self, what: str) -> None:
        """One line about what cannot be done."""
        self._line(Text(f"✗ {printable(what)}", "yellow"))

    def remark(self, what: str) -> None:
        """One quiet line."""
        self._line(Text(printable(what), _QUIET))

    def hint(self, what: str) -> None:
        """What can be typed now, above the prompt."""
        self._line(Text(what, _QUIET))

    # Pieces.

    def _meet(self, observation: Observation) -> None:
        self._seats = {name: seat for seat, name in enumerate(observation.players)}

    def _name(self, name: str, columns: int = 40) -> Text:
        seat = self._seats.get(name)
        return Text(
            cut(printable(name), columns), "" if seat is None else f"bold {_NAMES[seat % len(_NAMES)]}"
        )

    def _sentence(self, note: Note, *, detail: bool = False, mark: bool = True) -> Text:
        who = Text("You") if note.who is None else self._name(note.who)
        if note.kind == "said":
            words = note.text if len(note.text) <= _TALK else note.text[:_TALK] + "…"
            verb = "said" if note.who is None or not detail else "says"
            return Text.assemble(f"{'“ ' if mark else ''}", who, f" {verb}: “{printable(words)}”")
        after = f" ({note.detail})" if detail and note.detail else ""
        alarming = note.kind in ("alarm", "body")
        text = Text.assemble(who, f" {printable(note.text)}{after}", style=_ALARM if alarming else "")
        if not mark:
            return text
        marks = {"alarm": "!! ", "body": "!! ", "own": "· ", "meeting": "= "}
        return Text.assemble((marks.get(note.kind, "* "), _ALARM if alarming else ""), text)

    def _distance(self, a: str, b: str) -> int:
        return self._ways.distance[self._ways.index[a]][self._ways.index[b]]

    def _head(self, title: str) -> None:
        self._space()
        self.console.print(
            Rule(Text(cut(title, self.columns - 6), "bold"), align="left", style=""), width=self.columns
        )

    def _facts(self, facts: Sequence[tuple[str, Text]]) -> None:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, min_width=5)
        table.add_column(ratio=1)
        for title, text in facts:
            table.add_row(Text(title, "bold"), text)
        self.console.print(table, width=self.columns)

    def _in_columns(self, entries: Sequence[Text]) -> None:
        """Entries in as many columns as fit, filled downwards."""
        widest = max(entry.cell_len for entry in entries) + 3
        columns = max(1, min(3, self.columns // widest, (len(entries) + 2) // 3))
        rows = -(-len(entries) // columns)
        table = Table.grid(padding=(0, 3, 0, 0))
        for _ in range(columns):
            table.add_column()
        for row in range(rows):
            table.add_row(*entries[row::rows])
        self.console.print(table, width=self.columns)

    def _line(self, text: Text) -> None:
        self.console.print(text, width=self.columns)

    def _space(self) -> None:
        self.console.print()


class _Barred:
    """Text with a bar before every line of it, also where it is wrapped."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._text.wrap(console, max(10, options.max_width - 2)):
            yield Text.assemble(("│ ", _QUIET), line)


def _entry(number: int, what: Text) -> Text:
    return Text.assemble((f"{number:>3} ", "bold"), what)


def _ticks(number: int) -> str:
    return f"{number} tick" if number == 1 else f"{number} ticks"


_HELP = {
    "act": (
        ("3", "the choice of that number"),
        ("move med", "or go med, or just med: words may be shortened as long as they are clear"),
        ("task", "work on your task here; a name, if you have several here"),
        ("kill bob", "also report and call: in full, they cannot be taken back"),
        ("wait say hi", "an action and what you say with it, to everybody in the room"),
        ("say hi", "the same before the action; say alone takes it back"),
        ("Enter", "show the turn again"),
    ),
    "speak": (
        ("a line", "what you say; everybody hears it"),
        ("… \\", "a backslash at its end: the speech goes on in the next line"),
        ("Enter twice", "say nothing"),
    ),
    "vote": (
        ("2, bob", "vote for that player; names may be shortened"),
        ("0, skip", "vote for nobody"),
        ("Enter", "show the vote again"),
    ),
    "always": (
        ("m", "the map"),
        ("n", "your notes of this round; n all: of all rounds, with the meetings"),
        ("t", "in a meeting: everything said in it"),
        ("Ctrl-C", "leave the game"),
    ),
}
