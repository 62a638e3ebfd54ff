"""Playing with players who take their time: those whose turn is near are asked at once.

The living of a tick are asked on the state at its start. Then, in the drawn order, every answer counts whose
question is still the same when its turn comes; only the others are asked again. A player's answer depends on
its question and on the turns it has had, and both are the same as if it had been asked in turn, so the record
is, too.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence

import msgspec

from gander.quack.players import LivePlayer, Player, Reply
from gander.quack.stepper import Question, Stepper, ask

__all__ = ["Waits", "interruptible", "play_live"]


class Waits(msgspec.Struct):
    """What a game took.

    Attributes:
        asked: Questions put to players who take their time.
        wasted: Of those, questions that had changed when their turn came, or never had one.
        waits: How often nothing could be done but wait for answers to questions put at the same moment.
    """

    asked: int = 0
    wasted: int = 0
    waits: int = 0


class _Asked(msgspec.Struct):
    """A question that was put."""

    question: Question
    answer: "asyncio.Task[Reply]"
    round: int


async def play_live(
    stepper: Stepper,
    players: Sequence[Player | LivePlayer],
    *,
    at_once: bool = True,
    waits: Waits | None = None,
    on_step: Callable[[Stepper], None] | None = None,
) -> None:
    """Play a game to its end.

    Args:
        stepper: The game.
        players: By seat, as the stepper has them.
        at_once: Ask all whose turn is near at once; else one after another.
        waits: Where it is counted what the game took.
        on_step: Told of the game after each decision.

    Raises:
        NoAnswer: A player has none for now. What was decided is written; the game can go on later.
    """
    table = _Table(players, waits if waits is not None else Waits())
    try:
        while (question := stepper.needed) is not None:
            # Others whose questions have changed are asked again with the next that must be, not before:
            # an answer under way may well change them once more.
            if not table.has(question):
                table.put([question, *stepper.ahead()] if at_once else [question])
            stepper.decide(await table.answer(question))
            if on_step is not None:
                on_step(stepper)
        await table.finish()
    except Exception:
        stepper.flush()
        await table.finish()
        raise
    finally:
        await table.stop()


class _Table:
    """The players, and what they are asked."""

    def __init__(self, players: Sequence[Player | LivePlayer], waits: Waits) -> None:
        self._players = players
        self._waits = waits
        self._asked: dict[int, _Asked] = {}
        self._adrift: set[asyncio.Task[Reply]] = set()
        self._round = 0  # how often questions were put
        self._waited = 0  # the latest round that was waited for

    def has(self, question: Question) -> bool:
        """Whether the question was put already."""
        asked = self._asked.get(question.player)
        return asked is not None and asked.question == question

    def put(self, questions: Sequence[Question]) -> None:
        """Put questions to players who take their time, except where they are put already."""
        self._round += 1
        for question in questions:
            player = self._players[question.player]
            asked = self._asked.get(question.player)
            if not isinstance(player, LivePlayer) or (asked is not None and asked.question == question):
                continue
            if asked is not None:
                self._set_adrift(asked)
            self._waits.asked += 1
            answer = asyncio.ensure_future(
                player.answer(question.kind, question.observation, question.attempt)
            )
            self._asked[question.player] = _Asked(question, answer, self._round)

    async def answer(self, question: Question) -> Reply:
        """The answer to a question that is needed now."""
        player = self._players[question.player]
        if isinstance(player, LivePlayer):
            asked = self._asked[question.player]
            if not asked.answer.done() and asked.round > self._waited:
                self._waits.waits += 1
                self._waited = self._round
            reply = await asked.answer
            del self._asked[question.player]
            return reply
        if player.kind != "human":
            return ask(player, question)
        # Calls under way would seem to take as long as a person thinks.
        await self.finish()
        with interruptible():
            return ask(player, question)

    async def finish(self) -> None:
        """Wait for the answers under way: they are paid for, and kept by whoever gives them."""
        if under_way := self._under_way:
            await asyncio.wait(under_way)

    @property
    def _under_way(self) -> "list[asyncio.Task[Reply]]":
        """All that was asked and is not answered, whether anybody still waits for it or not."""
        return [*(asked.answer for asked in self._asked.values()), *self._adrift]

    async def stop(self) -> None:
        """End what is still under way."""
        for asked in list(self._asked.values()):
            self._set_adrift(asked)
        left = list(self._adrift)
        for answer in left:
            answer.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _set_adrift(self, asked: _Asked) -> None:
        """Nobody waits for this answer any more; a failure would concern nobody."""
        self._waits.wasted += 1
        self._asked.pop(asked.question.player, None)
        self._adrift.add(asked.answer)
        asked.answer.add_done_callback(self._drop)

    def _drop(self, answer: "asyncio.Task[Reply]") -> None:
        self._adrift.discard(answer)
        if not answer.cancelled():
            answer.exception()


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end the wait for a person at once; asyncio would keep it until the person is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
