"""The `model:NAME` extractor: any model reads each utterance once, under a fixed prompt.

This is the one place of the audit that knows how to ask a model. Nothing imports it but the command that
extracts; audits read the files that it wrote. Calls fail as values (`gander.models`), replies are kept as
they come (`gander.quack.audit.extract.cache`), and what cannot be used is asked again, now and later.
"""

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

from gander.errors import InputError
from gander.files import hold, write_whole
from gander.models import (
    HOPELESS,
    Answered,
    Caller,
    Connections,
    Failed,
    Model,
    Outcome,
    Patience,
    Sampling,
    check_model,
    open_model,
)
from gander.models.estimate import text_tokens
from gander.models.failures import hide_secrets, secrets_in
from gander.models.model import Schema
from gander.quack.audit.claims_file import claims_folder, claims_name, recorded_line
from gander.quack.audit.extract.cache import Key, Replies, Reply, read_replies, replies_name
from gander.quack.audit.extract.prompt import SCHEMA, Asked, ask_about, instructions, prompt_hash
from gander.quack.audit.extract.reply import Reading, read_reply
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedLine
from gander.quack.audit.utterances import Extraction, Utterance

__all__ = [
    "ModelSettings",
    "Summary",
    "Watcher",
    "Work",
    "check_settings",
    "estimate",
    "extract_with_model",
    "read_extractions",
]

_MOST_UNREADABLE = 2  # replies to one question in one go that cannot be used
_MOST_IN_A_ROW = 20  # failures, after which something is wrong with more than one call
_ADDRESSES = ("base_url",)  # say where a model is, not what it is
_REPLY_TOKENS = 90  # of a usual reply, for one claim; an utterance has some four
_KEYS = ("api_key", "api_key_var")


class ModelSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which model is asked, and how.

    Attributes:
        model: The model's Inspect name.
        temperature: The temperature; None for the model's own.
        seed: A seed, for providers that take one.
        max_tokens: The most tokens of a reply; None for the model's own.
        schema: Ask the provider to hold the reply to the schema.
        args: Arguments for the provider.
    """

    model: str
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    schema: bool = True
    args: dict[str, Any] = {}

    @property
    def extractor(self) -> str:
        """Its name as a source of claims."""
        return f"model:{self.model}"

    @property
    def word(self) -> str:
        """All of it but the model, addresses and secrets, where it is not the usual, as one word."""
        args = {name: value for name, value in self.args.items() if name not in _ADDRESSES}
        said = {
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "schema": None if self.schema else False,
            "args": hide_secrets(args) or None,
        }
        known = {name: value for name, value in said.items() if value is not None}
        return msgspec.json.encode(known, order="sorted").decode() if known else ""


@dataclass(frozen=True)
class Work:
    """What is still to be asked.

    Attributes:
        utterances: Utterances of the games.
        empty: Those in which nothing is said, which are not asked about.
        calls: The fewest calls that are left.
        most_calls: The most, if every reply had to be asked for again; retries of failed calls not counted.
        input: Tokens sent by the fewest calls, roughly.
        output: Tokens of their replies, roughly.
    """

    utterances: int = 0
    empty: int = 0
    calls: int = 0
    most_calls: int = 0
    input: int = 0
    output: int = 0

    def __add__(self, other: "Work") -> "Work":
        return Work(
            self.utterances + other.utterances,
            self.empty + other.empty,
            self.calls + other.calls,
            self.most_calls + other.most_calls,
            self.input + other.input,
            self.output + other.output,
        )


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
    """Find out whether the model can be opened; nothing is asked.

    Raises:
        InputError: There is no such model, its package or key is missing, or an argument is wrong.
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
    asyncio.run(check_model(settings.model, settings.args))


def estimate(games: Iterable[Game], settings: ModelSettings, out: Path | None) -> Work:
    """What is still to be asked about some games.

    Args:
        games: The games.
        settings: Which model is asked, and how.
        out: The folder of the replies and claims; None for beside the records.
    """
    fixed = text_tokens(instructions())
    total = Work()
    for game in games:
        replies = _Kept(game, settings, read_replies(_replies_path(game, settings, out)))
        left = list(replies.left())
        total += Work(
            len(game.utterances),
            sum(not utterance.text.strip() for utterance in game.utterances),
            len(left),
            len(left) * _MOST_UNREADABLE,
            sum(fixed + text_tokens(question.asked.text) for question in left),
            # Claims come some four to a hundred words.
            sum(_REPLY_TOKENS * (1 + len(question.utterance.text.split()) // 25) for question in left),
        )
    return total


def read_extractions(
    game: Game, settings: ModelSettings, out: Path | None
) -> tuple[tuple[Extraction, ...], tuple[RecordedLine, ...]]:
    """What the kept replies say about a game; nothing is asked.

    Args:
        game: The game.
        settings: Which model was asked, and how.
        out: The folder of the replies; None for beside the record.

    Returns:
        One extraction an utterance, and the same as lines of a claims file.
    """
    kept = _Kept(game, settings, read_replies(_replies_path(game, settings, out)))
    return kept.extractions()


@dataclass(frozen=True)
class _Question:
    utterance: Utterance
    asked: Asked
    key: Key


class _Kept:
    """A game's questions, and what is known about them."""

    def __init__(self, game: Game, settings: ModelSettings, known: Mapping[Key, Sequence[Reply]]) -> None:
        self.game = game
        self.settings = settings
        self.known = known
        self.questions: dict[int, _Question] = {}
        for utterance in game.utterances:
            if utterance.text.strip():
                asked = ask_about(game, utterance)
                key = Key(
                    utterance.sha256,
                    utterance.speaker,
                    asked.context,
                    prompt_hash(),
                    settings.model,
                    settings.word,
                )
                self.questions[utterance.number] = _Question(utterance, asked, key)

    def left(self) -> Iterator[_Question]:
        """Questions without a reply that can be used; the same question twice counts once."""
        seen: set[Key] = set()
        for question in self.questions.values():
            if question.key not in seen and self.reading(question).claims is None:
                yield question
            seen.add(question.key)

    def reading(self, question: _Question) -> Reading:
        """The first reply that can be used; else why the last can't."""
        last = Reading(None, "it was not asked about yet")
        for reply in self.known.get(question.key, ()):
            if reply.text is None:
                last = Reading(None, reply.why)
                continue
            last = read_reply(reply.text, question.asked.id, question.utterance, self.game.names)
            if last.claims is not None:
                return last
        return last

    def extractions(self) -> tuple[tuple[Extraction, ...], tuple[RecordedLine, ...]]:
        found: list[Extraction] = []
        lines: list[RecordedLine] = []
        for utterance in self.game.utterances:
            question = self.questions.get(utterance.number)
            dropped: dict[str, int] = {}
            if question is None:
                extraction = Extraction(utterance, "empty")
            else:
                reading = self.reading(question)
                dropped = reading.dropped if reading.claims is not None else {}
                if reading.claims is None:
                    extraction = Extraction(utterance, "failed", why=reading.why)
                elif reading.claims:
                    extraction = Extraction(utterance, "extracted", reading.claims)
                else:
                    extraction = Extraction(utterance, "no_claims")
            found.append(extraction)
            line = recorded_line(extraction, self.settings.extractor)
            lines.append(
                msgspec.structs.replace(
                    line, prompt=prompt_hash(), settings=self.settings.word, dropped=dropped
                )
            )
        return tuple(found), tuple(lines)


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
        raise _first(group) from None
    return work.summary


def _first(group: BaseExceptionGroup[InputError]) -> InputError:
    inner: BaseException = group
    while isinstance(inner, BaseExceptionGroup):
        inner = inner.exceptions[0]
    assert isinstance(inner, InputError)
    return inner


def _replies_path(game: Game, settings: ModelSettings, out: Path | None) -> Path:
    return claims_folder(game.record.path, out) / replies_name(settings.extractor)


class _OpenGame:
    """A game with questions left, until the last is done."""

    def __init__(self, game: Game, settings: ModelSettings, out: Path | None) -> None:
        self.folder = claims_folder(game.record.path, out)
        self._held = contextlib.ExitStack()
        self._held.enter_context(hold(self.folder))
        try:
            self.replies = Replies(_replies_path(game, settings, out))
        except InputError:
            self._held.close()
            raise
        self.kept = _Kept(game, settings, self.replies.known)
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
        self._in_a_row = 0
        self._answered = False

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

    def _questions(self) -> Iterator[tuple[_OpenGame, _Question]]:
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

    async def _worker(self, left: Iterator[tuple[_OpenGame, _Question]], model: Model) -> None:
        for opened, question in left:
            # Once stopped, the rest is gone through without a call: every game gets what is known about it.
            if self.summary.stopped is None:
                await self._question(opened, question, model)
                self.watcher.done()
            opened.under_way -= 1
            if not opened.under_way:
                self._finish(opened)

    async def _question(self, opened: _OpenGame, question: _Question, model: Model) -> None:
        before = len(opened.replies.of(question.key))
        turns = _turns(question.asked)
        for attempt in range(_MOST_UNREADABLE):
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
        if isinstance(outcome, Answered):
            self._in_a_row, self._answered = 0, True
            return
        self._in_a_row += 1
        # A provider that answered before refuses this one question; one that never did refuses them all.
        hopeless = outcome.kind in HOPELESS or (
            outcome.kind in ("forbidden", "bad_request") and not self._answered
        )
        if hopeless:
            hint = (
                " Servers that know no response schema need --no-schema."
                if (outcome.kind == "bad_request" and self.settings.schema)
                else ""
            )
            self._stop(f"{outcome}.{hint}")
        elif self._in_a_row >= _MOST_IN_A_ROW + self.connections:
            self._stop(f"{self._in_a_row} failures in a row; the last: {outcome}")

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
