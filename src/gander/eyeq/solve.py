"""One puzzle: ask, read, match, and ask again if the variant says so. Every way to run goes through here."""

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.eyeq.answers import Reading, read_reply
from gander.eyeq.cache import CacheError
from gander.eyeq.demos import Demos
from gander.eyeq.images import Picture
from gander.eyeq.matching import Match, match_exact, match_released
from gander.eyeq.prompting import Message, Prompts, VariantSpec, build
from gander.eyeq.puzzles import Puzzle
from gander.models.failures import Answered, Failed, Outcome

__all__ = ["Ask", "Judged", "Keep", "Status", "Verdict", "judge", "says_nothing", "solve"]

Status: TypeAlias = Literal["answered", "unparsed", "failed", "unfinished"]

Ask: TypeAlias = Callable[[list[Message], int], Awaitable[Outcome]]
"""Asks a model: the conversation and the attempt's number, from 1."""

Keep: TypeAlias = Callable[[int, Outcome, Picture | None], None]
"""Puts an attempt's outcome where it cannot be lost: its number, what came of it, and the picture sent; None
for a picture that cannot be used."""


class Judged(msgspec.Struct, frozen=True):
    """One attempt's reply, read and compared.

    Attributes:
        reading: What was read out of the reply.
        exact: The comparison by the ``exact`` score.
        released: The comparison as the released runner did.
    """

    reading: Reading
    exact: Match
    released: Match


class Verdict(msgspec.Struct, frozen=True):
    """What came of a puzzle.

    Attributes:
        status: ``answered``; ``unparsed``: the last reply has no answer that can be read (wrong, unless an
            earlier one was right); ``failed``: a call failed, so nothing is known; ``unfinished``: there
            is more to ask.
        attempts: The attempts whose replies came, in order.
        failure: Why it failed.
    """

    status: Status
    attempts: tuple[Judged, ...]
    failure: Failed | None = None

    @property
    def scored(self) -> bool:
        """Whether it counts: it was asked to the end and every call was answered."""
        return self.status in ("answered", "unparsed")

    @property
    def correct(self) -> bool:
        """Whether any attempt is right by the ``exact`` score; False for what is not scored."""
        return self.scored and any(attempt.exact.equal for attempt in self.attempts)

    @property
    def released(self) -> bool:
        """Whether any attempt is right as the released runner scored."""
        return self.scored and any(attempt.released.equal for attempt in self.attempts)

    @property
    def answer(self) -> str | None:
        """The last attempt's answer."""
        return self.attempts[-1].reading.answer if self.attempts else None


# A reply is read when it comes, when it is judged, and for the table.
_read = functools.lru_cache(maxsize=4096)(read_reply)


def says_nothing(text: str) -> bool:
    """Whether a reply has no text besides reasoning: then the call failed, and the answer is not wrong."""
    return _read(text).status == "empty"


def judge(
    truths: Sequence[str],
    outcomes: Sequence[Outcome],
    attempts: int,
) -> Verdict:
    """What came of a puzzle, from what came of its calls and nothing else.

    Args:
        truths: The right answers; the first is the one that the released runner knew.
        outcomes: What came of the attempts, in order; an attempt that failed ends them.
        attempts: The most attempts.
    """
    judged: list[Judged] = []
    for outcome in outcomes[:attempts]:
        if isinstance(outcome, Failed):
            return Verdict("failed", tuple(judged), outcome)
        reading = _read(outcome.text)
        exact = match_exact(reading.answer, truths)
        judged.append(Judged(reading, exact, match_released(reading.answer or "", truths[0])))
        if exact.equal:
            break
    done = len(judged) >= attempts or any(attempt.exact.equal for attempt in judged)
    if not done:
        return Verdict("unfinished", tuple(judged))
    status: Status = "answered" if judged[-1].reading.answer is not None else "unparsed"
    return Verdict(status, tuple(judged))


async def solve(
    puzzle: Puzzle,
    spec: VariantSpec,
    prompts: Prompts,
    demos: Demos,
    ask: Ask,
    *,
    keep: Keep,
    earlier: Sequence[Outcome] = (),
    ready: Picture | None = None,
) -> Verdict:
    """Ask a model for a puzzle's answer, as often as the variant allows and the answers are wrong.

    Args:
        puzzle: The puzzle.
        spec: The variant, settled.
        prompts: The texts.
        demos: Gives the puzzle its demonstrations and makes pictures ready to be sent.
        ask: Asks the model.
        keep: Called with each outcome as soon as there is one.
        earlier: Attempts answered before; they are not asked again.
        ready: The puzzle's picture, if it was made ready to be sent before.

    Returns:
        What came of it; also ``failed``, never an exception for a call that failed.

    Raises:
        CacheError: Pictures are to be scaled down, and the cache can no longer be written.
    """
    truths = (puzzle.answer, *puzzle.also_accept)
    outcomes: list[Outcome] = [outcome for outcome in earlier if isinstance(outcome, Answered)]
    verdict = judge(truths, outcomes, spec.attempts)
    if verdict.status != "unfinished":
        return verdict
    try:
        # Encoded once, however many attempts send it.
        picture = ready or demos.send(puzzle.image())
        shown = demos.of(puzzle, spec)
    except CacheError:
        raise
    except InputError as error:
        # One picture that is damaged or gone is no reason not to ask about the others.
        outcomes.append(Failed("bad_picture", f"{puzzle.where or puzzle.key}: {error}"))
        keep(len(outcomes), outcomes[-1], None)
        return judge(truths, outcomes, spec.attempts)
    while verdict.status == "unfinished":
        messages = build(
            puzzle,
            spec,
            prompts,
            picture=picture,
            demos=shown,
            guesses=[attempt.reading.answer for attempt in verdict.attempts],
        )
        number = len(outcomes) + 1
        outcome = await ask(messages, number)
        keep(number, outcome, picture)
        outcomes.append(outcome)
        verdict = judge(truths, outcomes, spec.attempts)
    return verdict
