"""The table between a game and the page: the game waits here for a person, the page sees here how it stands.

The game runs in one thread and waits in `Table.ask`; the server answers requests in others. What the page is
sent is made of what the person's seat may know and, once a game is over, of its record; of nothing else.
"""

import secrets
import threading
import time
from pathlib import Path

import msgspec

from gander.errors import GanderError, InputError
from gander.quack.live import interruptible
from gander.quack.live_run import Paused
from gander.quack.players import Reply, SeatContext
from gander.quack.players.memory import Memory
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import GameResult, RunSettings, record_path
from gander.quack.senses import Observation
from gander.quack.stepper import Stepper
from gander.quack.world import Decision, layout
from gander.viewer.catalogue import entry_id
from gander.viewer.play.answers import Answer, raw_of, read_answer
from gander.viewer.play.asked import Asked, Shown, show_question
from gander.viewer.play.ended import Ended, ended
from gander.viewer.play.waiting import Waiting, waiting

__all__ = ["Late", "Person", "Table", "TableView"]


_PICTURES = 16
"""Pictures of earlier questions that are kept."""


class Late(GanderError):
    """An answer to a question that is not open any more."""


class TableView(msgspec.Struct, frozen=True):
    """How things stand, for the page.

    Attributes:
        stand: A name that changes with anything below.
        start: A name of this start of the server.
        number: Rises with every change.
        state: ``asked``, ``waiting`` or ``ended``.
        game: Which of the run's games, from 1; 0 before the first.
        games: How many there are.
        name: The person's seat.
        asked: The latest question of the game; open where the state says so.
        waiting: How far the game is, where others decide.
        ended: The game that is over, until the person goes on to the next, which begins then.
    """

    stand: str
    start: str
    number: int
    state: str
    game: int
    games: int
    name: str
    asked: Asked | None
    waiting: Waiting | None
    ended: Ended | None


class Table:
    """Where a run's games are played by a person at the page, one after another.

    Args:
        folder: The run's folder.
        settings: The run.
    """

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        self._folder = folder.resolve()
        self._settings = settings
        self._start = secrets.token_hex(4)
        self._changed = threading.Condition()
        self._version = 0
        self._seated: SeatContext | None = None
        self._shown: Shown | None = None
        self._open = False
        self._reply: Reply | None = None
        self._asked_at = 0.0
        self._accepted: Answer | None = None
        self._waiting: Waiting | None = None
        self._refused: list[str] = []  # lines that were refused since the open question was put
        self._ended: Ended | None = None
        self._looks_at_end = False
        self._pictures: dict[str, bytes] = {}

    # The game's side.

    def seat(self, context: SeatContext) -> "Person":
        """Take a seat in the run's next game, once the person has seen how the one before ended.

        Nobody is asked anything in a game before its seats are taken: so no game begins without the person.
        """
        with interruptible(), self._changed:
            while self._looks_at_end:
                self._changed.wait()
            self._seated, self._shown, self._waiting = context, None, None
            self._change()
        return Person(context, self, self._settings.models or ModelSettings())

    def game_key(self, seed: int) -> str:
        """What the page calls a game's record."""
        return entry_id(record_path(self._folder, seed))

    def ask(self, shown: Shown) -> Reply:
        """Ask the person, and wait for as long as it takes."""
        with self._changed:
            self._shown, self._open, self._reply, self._waiting = shown, True, None, None
            self._refused = []
            self._asked_at = time.perf_counter()
            # A slow tab may still draw a question before.
            kept = list(self._pictures.items())[-_PICTURES:]
            self._pictures = {**dict(kept), **shown.pictures}
            self._change()
            while self._reply is None:
                self._changed.wait()
            return self._reply

    def step(self, stepper: Stepper) -> None:
        """See how far the game is."""
        if self._seated is None:
            return
        now = waiting(stepper.engine, self._seated.seat)
        with self._changed:
            if now != self._waiting:
                self._waiting = now
                self._change()

    def end(self, result: GameResult | Paused) -> None:
        """A game is over, or waits for want of an answer; those that nobody sat down to are left out."""
        if self._seated is None or self._seated.game_seed != result.seed:
            return
        its = ended(result, self._settings, self._seated.name, self.game_key(result.seed))
        with self._changed:
            self._ended, self._looks_at_end = its, True
            self._seated = self._shown = self._waiting = None
            self._change()

    def finish(self) -> None:
        """No further game comes, though the run may have more: something is missing for all of them."""
        with self._changed:
            if self._ended is not None and self._ended.more:
                self._ended, self._looks_at_end = msgspec.structs.replace(self._ended, more=False), True
                self._change()

    # The page's side.

    def view(self) -> TableView:
        """How things stand."""
        with self._changed:
            stand = f"{self._start}-{self._version}"
            games = len(self._settings.seeds)
            if (its := self._ended) is not None and self._looks_at_end:
                return TableView(
                    stand, self._start, self._version, "ended", its.game, games, its.name, None, None, its
                )
            seated, shown = self._seated, self._shown
            return TableView(
                stand,
                self._start,
                self._version,
                "asked" if self._open else "waiting",
                0 if seated is None else self._settings.seeds.index(seated.game_seed) + 1,
                games,
                "" if seated is None else seated.name,
                None if shown is None else shown.asked,
                None if self._open else self._waiting,
                None,
            )

    def answer(self, answer: Answer) -> None:
        """Take an answer; the same one a second time changes nothing.

        Raises:
            InputError: It is no legal decision; the question stands.
            Late: The question is not open any more.
        """
        with self._changed:
            shown = self._shown
            if not self._open or shown is None or shown.asked.id != answer.request:
                if answer == self._accepted:
                    return
                raise Late("That was decided already, or the game has gone on; this is how it stands now.")
            assert self._seated is not None
            try:
                decision: Decision = read_answer(answer, shown.observation, layout(self._seated.game_map))
            except InputError:
                # As at the terminal, lines before the one that was an action are kept, too.
                if shown.asked.kind == "act" and answer.line.strip():
                    self._refused.append(answer.line)
                raise
            seconds = time.perf_counter() - self._asked_at
            raw = raw_of(answer, shown.observation)
            self._reply = Reply(decision, raw="\n".join([*self._refused, raw]), latency=seconds)
            self._accepted, self._open = answer, False
            self._change()

    def go_on(self, game: int) -> None:
        """The person has seen how a game ended, and wants the next; a second time changes nothing.

        Raises:
            InputError: There is no next game.
        """
        with self._changed:
            if not self._looks_at_end or self._ended is None or self._ended.game != game:
                return
            if not self._ended.more:
                raise InputError("This was the run's last game.")
            self._looks_at_end = False
            self._change()

    def settle(self, seconds: float) -> None:
        """Wait until the person is asked again or is out, or a game is over, but no longer than that."""
        with self._changed:
            self._changed.wait_for(
                lambda: (
                    self._open
                    or self._looks_at_end
                    or (self._waiting is not None and bool(self._waiting.out))
                ),
                seconds,
            )

    def picture(self, key: str) -> bytes | None:
        """A picture of the latest questions; None if they have no such."""
        with self._changed:
            return self._pictures.get(key)

    def _change(self) -> None:
        # Microseconds, not a count: how often others had a turn is not for the seat to know.
        self._version = max(self._version + 1, time.monotonic_ns() // 1000)
        self._changed.notify_all()


class Person:
    """A person at the page, as a player.

    Args:
        context: The seat.
        table: Where it is asked.
        settings: What it is shown and remembers, as a model would be.
    """

    kind = "human"

    def __init__(self, context: SeatContext, table: Table, settings: ModelSettings) -> None:
        self._context = context
        self._table = table
        self._settings = settings
        self._memory = Memory()

    def act(self, observation: Observation) -> Reply:
        """Ask for a free-roam action until a legal one is chosen."""
        return self._ask(observation)

    def speak(self, observation: Observation) -> Reply:
        """Ask for a speech."""
        return self._ask(observation)

    def vote(self, observation: Observation) -> Reply:
        """Ask for a vote until a valid one is given."""
        return self._ask(observation)

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Keep a turn in memory."""
        self._memory.remember(observation, decision)

    def _ask(self, observation: Observation) -> Reply:
        game = self._table.game_key(self._context.game_seed)
        return self._table.ask(show_question(game, observation, self._memory, self._context, self._settings))
