"""The player who is a person: asked at the terminal, line by line."""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from gander.quack.players.human.notes import Notebook
from gander.quack.players.human.typed import read_turn, read_vote
from gander.quack.players.player import Reply, SeatContext
from gander.quack.senses import MeetingView, Observation
from gander.quack.world import Act, Decision, Speak, Vote, layout
from gander.terminal import in_encoding

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["HumanPlayer"]

Ask = Callable[[str], str]

_LONG = {"map": "m", "notes": "n", "notes all": "n all", "help": "?", "transcript": "t"}


class HumanPlayer:
    """A person who is shown what the seat may know and types what to do.

    Answering ends with KeyboardInterrupt when the person presses Ctrl-C or the input ends.

    Args:
        context: The seat.
        console: Where to print; the terminal by default.
        ask: Shows a prompt and returns a line without its end, or raises EOFError; the terminal's
            line editor by default.
    """

    kind = "human"

    def __init__(
        self, context: SeatContext, *, console: "Console | None" = None, ask: Ask | None = None
    ) -> None:
        # Here, not above: whoever plays without people needs no terminal library.
        from gander.quack.players.human.screen import Screen  # noqa: PLC0415

        self._screen = Screen(console if console is not None else _terminal(), context)
        self._ask = ask if ask is not None else _prompting(self._screen.console)
        self._ways = layout(context.game_map)
        self._notebook = Notebook()
        self._greeted = False

    def act(self, observation: Observation) -> Reply:
        """Ask for a free-roam action until a legal one is chosen."""
        screen, started = self._screen, time.perf_counter()
        self._greet(observation)
        screen.act(observation, self._notebook)
        say, typed = None, []
        while True:
            line = self._line("act> " if say is None else "act and say> ")
            typed.append(line)
            if self._command(line, observation):
                typed.pop()
                continue
            if not line.strip():
                typed.pop()
                screen.act(observation, self._notebook)
                continue
            chosen, text = read_turn(line, observation, self._ways)
            if text is not None:
                say = text or None
            if chosen is None:
                screen.remark(
                    "Now the action it goes with; 1 waits; say alone takes it back."
                    if say
                    else "Nothing will be said. To talk: say TEXT, or an action and say TEXT."
                )
                continue
            if isinstance(chosen, Act):
                decision = Act(chosen.action, chosen.target, say)
                return Reply(decision, raw="\n".join(typed), latency=time.perf_counter() - started)
            screen.complain(chosen)

    def speak(self, observation: Observation) -> Reply:
        """Ask for a speech: a line, or several of which all but the last end with a backslash."""
        screen, started = self._screen, time.perf_counter()
        self._greet(observation)
        screen.speak(observation, self._notebook, _meeting(observation))
        silent = False
        while True:
            line = self._line("say> ")
            if self._command(line, observation):
                continue
            if not line.strip():
                if silent:
                    break
                silent = True
                screen.remark("Enter once more to say nothing.")
                continue
            lines = [line]
            while lines[-1].endswith("\\"):
                lines[-1] = lines[-1][:-1]
                lines.append(self._line("...> "))
            line = "\n".join(lines)
            break
        return Reply(Speak(line.strip()), raw=line, latency=time.perf_counter() - started)

    def vote(self, observation: Observation) -> Reply:
        """Ask for a vote until a valid one is given."""
        screen, started = self._screen, time.perf_counter()
        self._greet(observation)
        screen.vote(observation, self._notebook, _meeting(observation))
        while True:
            line = self._line("vote> ")
            if self._command(line, observation):
                continue
            if not line.strip():
                screen.vote(observation, self._notebook, _meeting(observation))
                continue
            chosen = read_vote(line, observation)
            if isinstance(chosen, tuple):
                return Reply(Vote(chosen[0]), raw=line, latency=time.perf_counter() - started)
            screen.complain(chosen)

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Keep it in the notes."""
        self._notebook.remember(observation, decision)

    def _greet(self, observation: Observation) -> None:
        """Before the first question: the map; and the notes, if the game goes on from before."""
        if self._greeted:
            return
        self._greeted = True
        screen = self._screen
        screen.map(observation)
        screen.welcome(observation)
        if self._notebook.rounds:
            screen.remark("The game goes on.")
            screen.rounds(self._notebook, observation)

    def _command(self, line: str, observation: Observation) -> bool:
        """Show what a line asks for, if it is no answer. In a discussion whole words are speech."""
        word = " ".join(line.casefold().split())
        if observation.kind != "speak":
            word = _LONG.get(word, word)
        screen = self._screen
        if word == "m":
            screen.map(observation)
        elif word == "n":
            screen.notes(self._notebook.current(observation), "Your notes of this round")
        elif word == "n all":
            screen.rounds(self._notebook, observation)
        elif word == "t" and observation.meeting is not None:
            screen.transcript(observation)
        elif word == "?":
            screen.help(observation.kind)
        else:
            return False
        return True

    def _line(self, prompt: str) -> str:
        while True:
            try:
                line = self._ask(prompt)
            except (EOFError, KeyboardInterrupt):
                self._screen.console.print()
                raise KeyboardInterrupt from None
            except UnicodeDecodeError:
                self._screen.complain("That line is not in the terminal's encoding; type it again.")
                continue
            break
        # What the terminal could not decode has no place in a record.
        return line.encode("utf-8", "replace").decode("utf-8")


def _meeting(observation: Observation) -> MeetingView:
    if observation.meeting is None:
        raise ValueError(f"asked to {observation.kind} without a meeting")
    return observation.meeting


def _terminal() -> "Console":
    from rich.console import Console  # noqa: PLC0415

    file: Any = (
        sys.stdout if (sys.stdout.encoding or "").lower().startswith("utf") else _Encodable(sys.stdout)
    )
    return Console(file=file, highlight=False, markup=False, emoji=False)


_PLAIN = str.maketrans({"·": "-", "–": "-", "→": ">", "“": '"', "”": '"', "…": "...", "✗": "x"})


class _Encodable:
    """A stream whose encoding lacks signs that a game shows; others stand in for them.

    Args:
        stream: The stream to write to.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding or "ascii"

    def write(self, text: str) -> int:
        return self._stream.write(in_encoding(text.translate(_PLAIN), self.encoding))

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()


def _prompting(console: "Console") -> Ask:
    if console.is_terminal and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            # Importing it gives `input` line editing and history.
            import readline  # noqa: F401, PLC0415

    def ask(prompt: str) -> str:
        if console.file is sys.stdout:
            return input(prompt)
        console.print(prompt, end="", markup=False)
        return input()

    return ask
