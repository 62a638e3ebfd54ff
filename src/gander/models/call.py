"""One call to a model: bounded in tries and time, its failures values.

Retries happen here and nowhere else, whatever the model is. Inspect's own layer is told not to retry (it
knows neither empty replies nor ``Retry-After``), and so are the providers' clients (`gander.models.library`).
"""

import asyncio
import math
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from gander.models.failures import LASTING, Answered, Failed, Failure, Outcome, Usage, hide_keys
from gander.models.model import Advice, Model, Question, Reply, Sampling, Turn

__all__ = ["Caller", "Connections", "Meter", "NotAllowed", "Patience"]

_MOST_DETAIL = 300  # characters
_SURROGATES = re.compile("[\ud800-\udfff]")
_UNWILLING: frozenset[Failure] = frozenset({"empty", "refused", "content_filter", "truncated"})


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """How long and how often one question is tried.

    Attributes:
        retries: The most further tries after a failed one.
        answer_retries: The most further tries after a reply that came and is none (empty, refused, cut
            off): those cost tokens, and seldom help.
        seconds: The most that one try may take.
        total: The most that all tries and the waits between them may take, in seconds.
        first_wait: The wait before the second try; doubled each time, with a little chance in it.
    """

    retries: int = 5
    answer_retries: int = 1
    seconds: float = 600.0
    total: float = 1800.0
    first_wait: float = 1.0


class NotAllowed(Exception):
    """No further call may be begun."""


class Meter(Protocol):
    """What every single call is told to, tries included, as it begins and as it ends."""

    def begin(self) -> None:
        """A call is about to be made.

        Raises:
            NotAllowed: It must not be.
        """
        ...

    def end(self, usage: Usage) -> None:
        """A call that began has ended, however it did, with the tokens that the provider told."""
        ...


class Connections:
    """How many calls may be under way at once: at most `most`, fewer while the provider complains.

    A complaint about the rate halves the number; answers bring it back, one at a time. If the provider
    says how long to wait, nobody calls before.

    Args:
        most: The most calls at once.

    Attributes:
        allowed: The most calls at once for now.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.allowed = most
        self._under_way = 0
        self._good = 0
        self._halved = 0.0
        self._quiet_until = 0.0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def one(self, end: float = math.inf) -> AsyncIterator[Failed | None]:
        """A place for one call, as long as the context lasts.

        Args:
            end: The moment (of `time.monotonic`) when the caller gives up.

        Yields:
            None where the caller may call; else why it may not: its end has come, or comes before the
            provider wants to hear from anybody.
        """
        why = self._too_late(end)
        if why is None:
            why = await self._place(end)
        if why is not None:
            yield why
            return
        try:
            # Others may be told to wait longer while this one waits.
            while (why := self._too_late(end)) is None and (wait := self._quiet_until - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            yield why
        finally:
            self._under_way -= 1
            async with self._changed:
                if self._quiet_until > time.monotonic():
                    # Those that would be too late then need not wait until then.
                    self._changed.notify_all()
                else:
                    # Only as many as find a place: waking hundreds that wait for one costs more than a call.
                    self._changed.notify(max(0, self.allowed - self._under_way))

    def _too_late(self, end: float) -> Failed | None:
        now = time.monotonic()
        if self._quiet_until > now and self._quiet_until >= end:
            return Failed("rate_limited", f"it asks to wait for {self._quiet_until - now:.0f} seconds")
        if now >= end:
            return Failed("timeout", "patience was at its end before there was room for the call")
        return None

    async def _place(self, end: float) -> Failed | None:
        """Wait for a place and take it; if there is none in time, say why."""
        try:
            async with asyncio.timeout(None if math.isinf(end) else max(0.0, end - time.monotonic())):
                async with self._changed:
                    await self._changed.wait_for(
                        lambda: self._too_late(end) is not None or self._under_way < self.allowed
                    )
                    if (why := self._too_late(end)) is not None:
                        # The place that woke this one is another's.
                        self._changed.notify(1)
                        return why
                    self._under_way += 1
        except TimeoutError:
            async with self._changed:
                # It may have been woken at the same moment.
                self._changed.notify(1)
            return self._too_late(end) or Failed("timeout", "there was no room for the call in time")
        return None

    def complained(self, wait: float | None) -> None:
        """The provider asked to slow down, and perhaps said for how many seconds."""
        now = time.monotonic()
        if wait:
            self._quiet_until = max(self._quiet_until, now + wait)
        self._good = 0
        # A burst of complaints is about the same moment, so it counts once.
        if now - self._halved > 1.0:
            self._halved = now
            self.allowed = max(1, self.allowed // 2)

    def answered(self) -> None:
        """A call went well."""
        if self.allowed < self.most:
            self._good += 1
            if self._good >= self.allowed:
                self._good = 0
                self.allowed += 1


class Caller:
    """Calls one model.

    Args:
        model: The model (`gander.models.opening.open_model`, or the one that an Inspect task runs on).
        sampling: How replies are drawn; temperature and the like only if asked for.
        patience: The bounds.
        connections: Shared by all callers of the same model.
        empty: Whether a reply's text says nothing; by default, whether it is white space.
        secrets: Words that no failure's detail may hold, besides the model's key.
        meter: What every call is told to, once there is room for it.
    """

    def __init__(
        self,
        model: Model,
        sampling: Sampling | None = None,
        *,
        patience: Patience | None = None,
        connections: Connections | None = None,
        empty: Callable[[str], bool] | None = None,
        secrets: Collection[str] = (),
        meter: Meter | None = None,
    ) -> None:
        self.model = model
        self.sampling = sampling or Sampling()
        self.patience = patience or Patience()
        self.connections = connections
        self._secrets = secrets
        self._meter = meter
        self._empty = empty or (lambda text: not text.strip())

    async def ask(
        self, turns: Sequence[Turn], *, scope: str = "", marks: Mapping[str, str | int] | None = None
    ) -> Outcome:
        """Ask until there is an answer or patience is at its end.

        Args:
            turns: The conversation.
            scope: What tells this question from another with the same words (`Question.scope`).
            marks: What is asked (`Question.marks`).

        Returns:
            The answer, or the failure of the last try; with the tokens of all tries, for all are paid.

        Raises:
            NotAllowed: The meter let not even the first try begin.
            Exception: What the model says is no failure of the call (`Advice`).
        """
        question = Question(turns, self.sampling, marks or {}, scope)
        began = time.monotonic()
        end = began + self.patience.total
        tries = unwilling = 0
        spent = Usage()
        last: Outcome | None = None
        while True:
            tries += 1
            this = question._replace(scope=f"{scope}|{tries}")
            wait: float | None = None
            try:
                if self.connections is None:
                    outcome, wait = await self._try(this, end)
                else:
                    async with self.connections.one(end) as late:
                        if late is not None:
                            # What the last call met says more than that there was no time for another.
                            given_up = late if last is None or late.kind == "rate_limited" else last
                            return _ended(given_up, tries - 1, began, spent)
                        outcome, wait = await self._try(this, end)
                        if isinstance(outcome, Answered):
                            self.connections.answered()
                        elif outcome.kind == "rate_limited":
                            self.connections.complained(wait)
            except NotAllowed:
                if last is None:
                    raise
                return _ended(last, tries - 1, began, spent)
            spent += outcome.usage
            outcome = last = _ended(outcome, tries, began, spent)
            if isinstance(outcome, Answered) or outcome.kind in LASTING or tries > self.patience.retries:
                return outcome
            if outcome.kind in _UNWILLING:
                unwilling += 1
                if unwilling > self.patience.answer_retries or time.monotonic() >= end:
                    return outcome
                continue
            # Never two callers at the same moment again: a little chance in each wait.
            chance = random.uniform(1.0, 1.25)
            pause = chance * max(wait or 0.0, 0.8 * self.patience.first_wait * 2 ** (tries - 1))
            if time.monotonic() + pause >= end:
                return outcome
            await asyncio.sleep(pause)

    async def _try(self, question: Question, end: float) -> tuple[Outcome, float | None]:
        """One try, and how long the provider asks to wait after it."""
        if self._meter is None:
            return await self._call(question, end)
        self._meter.begin()
        usage = Usage()
        try:
            outcome, wait = await self._call(question, end)
            usage = outcome.usage
            return outcome, wait
        finally:
            self._meter.end(usage)

    async def _call(self, question: Question, end: float) -> tuple[Outcome, float | None]:
        bound = max(0.001, min(self.patience.seconds, end - time.monotonic()))
        try:
            async with asyncio.timeout(bound):
                reply = await self.model.reply(question)
        except TimeoutError:
            return Failed("timeout", f"{bound:.0f} seconds"), None
        except Exception as error:
            # Providers raise what they like; each becomes a kind of ours.
            return self._failure(error)
        return self._outcome(reply), None

    def _outcome(self, reply: Reply) -> Outcome:
        text = _whole(reply.text)
        kind: Failure | None = None
        if reply.stop == "none":
            kind = "empty"
        elif reply.stop == "filter":
            kind = "content_filter"
        elif reply.stop == "limit":
            kind = "truncated"
        elif reply.refused:
            kind = "refused"
        elif self._empty(text):
            kind = "empty"
        if kind is not None:
            return Failed(kind, self._told(reply.error), text=text, usage=reply.usage)
        return Answered(text, usage=reply.usage, model=_whole(reply.model))

    def _failure(self, error: Exception) -> tuple[Failed, float | None]:
        try:
            advice = self.model.advice(error)
        except Exception:  # noqa: BLE001, RUF100 - a classifier that fails has nothing to say
            advice = Advice()
        if advice.kind == "not_ours":
            raise error
        kind = _kind(error, advice.kind)
        message = str(getattr(error, "message", None) or error) or type(error).__name__
        if kind == "malformed":
            message = f"{type(error).__name__}: {message}"
        return Failed(kind, self._told(message)), advice.wait

    def _told(self, message: str) -> str:
        plain = " ".join(hide_keys(_whole(message), *self.model.secrets, *self._secrets).split())
        return plain if len(plain) <= _MOST_DETAIL else plain[:_MOST_DETAIL] + "…"


def _ended(outcome: Outcome, tries: int, began: float, spent: Usage) -> Outcome:
    """What came of all tries."""
    seconds = round(time.monotonic() - began, 3)
    return msgspec.structs.replace(outcome, tries=tries, seconds=seconds, usage=spent)


def _whole(text: str) -> str:
    """Text without halves of surrogate pairs, which JSON can hold and no file can."""
    return _SURROGATES.sub("\ufffd", text)


def _kind(error: BaseException, told: str | None) -> Failure:
    """What kind of failure an exception is: by its status, else by what its type is called."""
    status = getattr(error, "status_code", None) or getattr(
        getattr(error, "response", None), "status_code", None
    )
    code = str(getattr(error, "code", None) or "")
    words = str(error).lower()
    if code == "insufficient_quota" or status == 402:
        return "out_of_credit"
    if isinstance(status, int) and status >= 400:
        by_status: dict[int, Failure] = {
            401: "bad_key", 403: "forbidden", 404: "no_such_model", 408: "timeout", 413: "too_large",
            429: "rate_limited", 529: "rate_limited",
        }  # fmt: skip
        if status in by_status:
            return by_status[status]
        if status >= 500:
            return "server_error"
        missing = "model" in words and ("not found" in words or "not exist" in words)
        return "no_such_model" if missing or code == "model_not_found" else "bad_request"
    if told == "rate_limit":
        return "rate_limited"
    if "non-chatcompletion" in words:
        return "malformed"
    # A transport may wrap a broken connection as a time-out; what is underneath says which it was.
    chain = list(_causes(error))
    if any(isinstance(cause, TimeoutError) for cause in chain):
        return "timeout"
    if any(isinstance(cause, OSError) for cause in chain):
        return "connection"
    names = " ".join(kind.__name__ for cause in chain for kind in type(cause).__mro__)
    if "Disconnected" in names or "ClientConnection" in names:
        return "connection"
    if "Timeout" in names:
        return "timeout"
    if "Connect" in names or "Network" in names or "RemoteProtocol" in names:
        return "connection"
    if told == "transient":
        return "server_error"
    return "malformed"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and what led to it, from the outside in."""
    current: BaseException | None = error
    for _ in range(20):
        if current is None:
            return
        yield current
        current = current.__cause__ or current.__context__
