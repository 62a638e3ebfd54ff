"""Asking a model about utterances: the one place of the audit that knows how to.

Nothing imports it but the command that extracts; audits read the files that it wrote. Calls fail as values
(`gander.models`), replies are kept as they come, and what cannot be used is asked again, now and later.
"""

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec

from gander.errors import InputError, first_of
from gander.files import hold, write_whole
from gander.models import (
    Answered,
    Caller,
    Connections,
    Failed,
    Model,
    Outcome,
    Patience,
    Sampling,
    Stopping,
    check_model,
    open_model,
)
from gander.models.failures import secrets_in
from gander.models.model import Schema
from gander.quack.audit.claims_file import claims_folder, claims_name
from gander.quack.audit.extract.cache import Key, Replies, Reply
from gander.quack.audit.extract.model import (
    MOST_UNREADABLE,
    ModelSettings,
    Question,
    Questions,
    replies_path,
)
from gander.quack.audit.extract.prompt import SCHEMA, Asked, instructions
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedLine

__all__ = ["Summary", "Watcher", "check_opens", "check_settings", "extract_with_model"]

_KEYS = ("api_key", "api_key_var")


@dataclass
class Watcher:
    """Who wants to know how it goes; by default nobody.

    Attributes:
        heard: Called after each call with what came of it.
        done: Called after each question, whatever came of it.
    """

    heard: Callable[[Outcome], None] = field(default=lambda outcome: None)
    done: Callable[[], None] = field(default=lambda: None)


@dataclass
class Summary:
    """How it went.

    Attributes:
        states: Utterances by what became of them.
        claims: Claims extracted.
        dropped: Claims and times of usable replies that were left out, by the reason.
        why: Failed utterances by the reason.
        calls: Calls made.
        input: Tokens read by the model, as far as the provider counts them.
        output: Tokens written.
        games: Games.
        stopped: Why the model was not asked to the end; None if it was.
    """

    states: Counter[str] = field(default_factory=Counter)
    claims: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    input: int = 0
    output: int = 0
    games: int = 0
    stopped: str | None = None

    def count(self, lines: Iterable[RecordedLine]) -> None:
        """Take a game's lines in."""
        self.games += 1
        for line in lines:
            self.states[line.state or "extracted"] += 1
            self.claims += len(line.claims)
            self.dropped.update(line.dropped)
            if line.state == "failed":
                self.why[line.why] += 1


def check_settings(settings: ModelSettings) -> None:
    """Find out whether the settings can be meant; neither a key nor the model is needed.

    Raises:
        InputError: The model's name is none, or a key is among the arguments.
    """
    if "/" not in settings.model.strip("/"):
        raise InputError(
            f"there is no model {settings.model!r}.",
            where="--claims",
            todo="Models are written model:PROVIDER/NAME, for example model:openai/gpt-5.",
        )
    for name in _KEYS:
        if name in settings.args:
            raise InputError(
                f"{name} is not taken on the command line.",
                where="-M",
                todo="Keys come from the environment, for example OPENAI_API_KEY.",
            )


def check_opens(settings: ModelSettings) -> None:
    """Find out whether the model can be opened; nothing is asked.

    Raises:
        InputError: There is no such model, its package or key is missing, or an argument is wrong.
    """
    asyncio.run(check_model(settings.model, settings.args))


def extract_with_model(
    games: Iterable[Game],
    settings: ModelSettings,
    out: Path | None,
    *,
    connections: int = 8,
    patience: Patience | None = None,
    max_calls: int | None = None,
    watcher: Watcher | None = None,
) -> Summary:
    """Ask about every utterance that has no usable reply yet, and write each game's claims file.

    It may be stopped at any moment, also by a kill: running it again asks what is missing, and asks again
    what failed. At most the calls under way are paid twice.

    Args:
        games: The games, one after another; only those with calls under way are held.
        settings: Which model is asked, and how.
        out: The folder for replies and claims; None for beside the records.
        connections: The most calls at once; fewer while the provider complains.
        patience: How long and how often a call is tried.
        max_calls: The most calls, retries included; None for as many as it takes.
        watcher: Who wants to know how it goes.

    Raises:
        InputError: The model cannot be opened, another run writes to the same folder, or the disk is full.
    """
    work = _Asking(
        iter(games), settings, out, connections, patience or Patience(), max_calls, watcher or Watcher()
    )
    try:
        asyncio.run(work.all())
    except* InputError as group:
        raise first_of(group) from None
    return work.summary


class _OpenGame:
    """A game with questions left, until the last is done."""

    def __init__(self, game: Game, settings: ModelSettings, out: Path | None) -> None:
        self.folder = claims_folder(game.record.path, out)
        self._held = contextlib.ExitStack()
        self._held.enter_context(hold(self.folder))
        try:
            self.replies = Replies(replies_path(game, settings, out))
        except InputError:
            self._held.close()
            raise
        self.kept = Questions(game, settings, self.replies.known)
        self.under_way = 0

    def close(self) -> tuple[RecordedLine, ...]:
        """Write the game's claims, and let go of its folder."""
        with self._held:
            self.replies.close()
            _, lines = self.kept.extractions()
            path = self.folder / claims_name(self.kept.settings.extractor)
            content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
            if not path.exists() or path.read_bytes() != content:
                write_whole(path, content)
        return lines

    def abandon(self) -> None:
        """Let go of its folder; the replies that came are kept."""
        with self._held:
            self.replies.close()


class _Budget:
    """Calls that may still be made. What is reserved for retries and not used comes back."""

    def __init__(self, most: int | None) -> None:
        self._left = most
        self._out = 0
        self._changed = asyncio.Condition()

    async def take(self, most: int) -> int:
        """Reserve up to so many calls; waits for others' reserves if nothing else is left, 0 if none is."""
        if self._left is None:
            return most
        async with self._changed:
            await self._changed.wait_for(lambda: bool(self._left) or not self._out)
            taken = min(most, self._left)
            self._left -= taken
            self._out += taken
            return taken

    async def give_back(self, taken: int, used: int) -> None:
        """What was reserved and was not used."""
        if self._left is None:
            return
        async with self._changed:
            self._left += max(taken - used, 0)
            self._out -= taken
            self._changed.notify_all()


class _Asking:
    """One go at the games."""

    def __init__(
        self,
        games: Iterator[Game],
        settings: ModelSettings,
        out: Path | None,
        connections: int,
        patience: Patience,
        max_calls: int | None,
        watcher: Watcher,
    ) -> None:
        self.games = games
        self.settings = settings
        self.out = out
        self.connections = connections
        self.patience = patience
        self.max_calls = max_calls
        self.watcher = watcher
        self.summary = Summary()
        self._open: list[_OpenGame] = []
        # A provider that answered before rejects one question; one that never did rejects them all.
        self._stopping = Stopping(settings.model, connections, alike=frozenset({"forbidden", "bad_request"}))

    async def all(self) -> None:
        self._budget = _Budget(self.max_calls)
        self._line = Connections(self.connections)
        model: Model | None = None
        questions = self._questions()
        try:
            # A run that has nothing left to ask needs no model.
            first = next(questions, None)
            if first is not None:
                model = open_model(self.settings.model, self.settings.args, connections=self.connections)
                left = itertools.chain([first], questions)
                async with asyncio.TaskGroup() as group:
                    for _ in range(self.connections):
                        group.create_task(self._worker(left, model))
        finally:
            if model is not None:
                await model.close()
            for game in self._open:
                game.abandon()

    def _questions(self) -> Iterator[tuple[_OpenGame, Question]]:
        for game in self.games:
            opened = _OpenGame(game, self.settings, self.out)
            left = list(opened.kept.left())
            if not left:
                self._finish(opened)
                continue
            self._open.append(opened)
            opened.under_way = len(left)
            for question in left:
                yield opened, question

    def _finish(self, opened: _OpenGame) -> None:
        if opened in self._open:
            self._open.remove(opened)
        self.summary.count(opened.close())

    async def _worker(self, left: Iterator[tuple[_OpenGame, Question]], model: Model) -> None:
        for opened, question in left:
            # Once stopped, the rest is gone through without a call: every game gets what is known about it.
            if self.summary.stopped is None:
                await self._question(opened, question, model)
                self.watcher.done()
            opened.under_way -= 1
            if not opened.under_way:
                self._finish(opened)

    async def _question(self, opened: _OpenGame, question: Question, model: Model) -> None:
        before = len(opened.replies.of(question.key))
        turns = _turns(question.asked)
        for attempt in range(MOST_UNREADABLE):
            taken = await self._budget.take(1 + self.patience.retries)
            if not taken:
                self._stop(f"the limit of {self.max_calls} calls is reached")
                return
            used = 0
            try:
                caller = Caller(
                    model,
                    self._sampling(),
                    patience=msgspec.structs.replace(self.patience, retries=taken - 1),
                    connections=self._line,
                    secrets=secrets_in(self.settings.args),
                )
                outcome = await caller.ask(turns, scope=f"{question.asked.id}|{before + attempt}")
                used = outcome.tries
            finally:
                await self._budget.give_back(taken, used)
            self._heard(outcome)
            opened.replies.keep(_reply(question.key, outcome))
            if isinstance(outcome, Failed) or self.summary.stopped is not None:
                return
            if opened.kept.reading(question).claims is not None:
                return

    def _sampling(self) -> Sampling:
        its = self.settings
        schema = Schema("claims", "The claims of one utterance.", SCHEMA) if its.schema else None
        return Sampling(temperature=its.temperature, seed=its.seed, max_tokens=its.max_tokens, schema=schema)

    def _heard(self, outcome: Outcome) -> None:
        summary = self.summary
        summary.calls += outcome.tries
        summary.input += outcome.usage.input
        summary.output += outcome.usage.output
        self.watcher.heard(outcome)
        self._stopping.heard(outcome)
        if (why := self._stopping.why) is not None:
            lacks_schema = why.failure.kind == "bad_request" and self.settings.schema
            hint = " Servers that know no response schema need --no-schema." if lacks_schema else ""
            self._stop(f"{why}.{hint}")

    def _stop(self, why: str) -> None:
        self.summary.stopped = self.summary.stopped or why


class _Turn(msgspec.Struct, frozen=True):
    """A turn of the conversation, all text."""

    role: Literal["system", "user"]
    parts: tuple[str, ...]


def _turns(asked: Asked) -> tuple[_Turn, ...]:
    return _Turn("system", (instructions(),)), _Turn("user", (asked.text,))


def _reply(key: Key, outcome: Outcome) -> Reply:
    return Reply(
        key,
        outcome.text if isinstance(outcome, Answered) else None,
        "" if isinstance(outcome, Answered) else str(outcome),
        outcome.usage.input,
        outcome.usage.output,
        outcome.seconds,
        round(time.time(), 3),
    )
