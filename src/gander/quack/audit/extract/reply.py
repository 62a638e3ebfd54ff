"""A model's reply as claims, as far as the utterance and the game bear them out.

Nothing is mended. A reply that is no well-formed object with the id it was asked under is no reading of the
utterance, and is asked for again; a claim whose quote is not in the utterance is nobody's claim, and is
dropped; a time that is not in the utterance is no time. All of that is counted.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from gander.quack.audit.names import Names
from gander.quack.audit.utterances import Utterance
from gander.quack.claims import Claim

__all__ = ["Reading", "read_reply"]


class Reading(msgspec.Struct, frozen=True):
    """What a reply says.

    Attributes:
        claims: Its claims, in the order of the reply; None if it cannot be used.
        why: Why not.
        dropped: Claims and times left out, by the reason.
    """

    claims: tuple[Claim, ...] | None
    why: str = ""
    dropped: dict[str, int] = {}


class _Stated(msgspec.Struct):
    """A claim as a model writes it; what does not apply is blank, null or missing."""

    quote: str
    type: str
    subject: str | None = None
    target: str | None = None
    room: str | None = None
    route: list[str] | None = None
    also: list[str] | None = None
    activity: str | None = None
    time: str | None = None
    state: str | None = None
    negated: bool | None = None
    asserted: bool | None = None
    source: str | None = None
    strength: str | None = None
    basis: str | None = None


_MOST = 300_000  # characters of a reply that are read, from its end
_MOST_OBJECTS = 2_000  # opening braces that are tried
_TYPES = {"location", "sighting", "activity", "accusation", "defense"}
_ACTIVITIES = {"task", "traveling", "waiting", "reporting", "calling"}
_SELF = {"i", "me", "myself", "we", "speaker", "the speaker"}
_NOBODY = {"", "none", "null", "n/a", "-"}
_SAME = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "\u00a0": " "})


def read_reply(text: str, id: str, utterance: Utterance, names: Names) -> Reading:
    """Read a reply.

    Args:
        text: The reply; the object may be fenced or stand in prose, and the last one counts.
        id: The id that it must repeat.
        utterance: The utterance that it is about.
        names: The game's names.
    """
    found: dict[str, Any] | None = None
    others = 0
    for candidate in _objects(text):
        if candidate.get("id") == id and isinstance(candidate.get("claims"), list):
            found = candidate
        else:
            others += 1
    if found is None:
        if others:
            return Reading(None, "the reply's object lacks the id it was asked under, or its list of claims")
        return Reading(None, "there is no well-formed JSON object in the reply")
    dropped: Counter[str] = Counter()
    claims: list[Claim] = []
    start = 0
    for stated in found["claims"]:
        claim = _claim(stated, utterance, names, start, dropped)
        if claim is not None and claim.span is not None:
            start = claim.span[0]
            claims.append(claim)
    if found["claims"] and not claims:
        # It read something, but not this utterance.
        return Reading(None, f"none of its claims can be used ({_told(dropped)})", dict(dropped))
    return Reading(tuple(claims), "", dict(dropped))


def _told(dropped: Counter[str]) -> str:
    return ", ".join(f"{number} × {what}" for what, number in dropped.most_common())


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The well-formed objects of a text, from the outside in only where the outer one is none."""
    text = text[-_MOST:]
    reader = json.JSONDecoder(strict=False)
    at = text.find("{")
    for _ in range(_MOST_OBJECTS):
        if at < 0:
            return
        end = at + 1
        if re.compile(r'\{\s*["}]').match(text, at):
            try:
                value, end = reader.raw_decode(text, at)
                yield value
            except (ValueError, RecursionError):
                end = at + 1
        at = text.find("{", end)


def _claim(
    stated: object, utterance: Utterance, names: Names, start: int, dropped: Counter[str]
) -> Claim | None:
    """One claim, its names resolved; None, and counted, if it cannot be used."""
    try:
        its = msgspec.convert(stated, _Stated)
    except (msgspec.ValidationError, RecursionError):
        dropped["not in the form asked for"] += 1
        return None
    if its.type not in _TYPES:
        dropped["of no known type"] += 1
        return None
    span = _place(its.quote, utterance.text, start)
    if span is None:
        dropped["quote not in the utterance"] += 1
        return None

    def player(said: str | None) -> str | None:
        plain = (said or "").strip()
        if plain.casefold() in _NOBODY:
            return None
        if plain.casefold() in _SELF and names.player(plain) is None:
            return utterance.speaker
        return names.player(plain) or plain

    def room(said: str | None) -> str | None:
        plain = (said or "").strip()
        return None if plain.casefold() in _NOBODY else names.room(plain) or plain

    rooms = tuple(one for said in its.route or () if (one := room(said)) is not None)
    route = rooms if its.type == "location" and len(rooms) > 1 else None
    place = None if route else room(its.room) or (rooms[0] if rooms else None)
    target = player(its.target) if its.type in ("sighting", "accusation", "defense") else None
    activity = (its.activity or "").strip() or None
    if (
        (its.type == "location" and not route and place is None)
        or (its.type in ("sighting", "accusation", "defense") and target is None)
        or (its.type == "activity" and activity not in _ACTIVITIES)
    ):
        dropped["incomplete"] += 1
        return None
    time = (its.time or "").strip()
    if time and (when := _place(time, utterance.text, 0)) is None:
        dropped["time not in the utterance"] += 1
        time = ""
    elif time and when is not None:
        time = utterance.text[slice(*when)]
    source = player(its.source)
    return Claim(
        its.type,  # type: ignore[arg-type]
        utterance.speaker,
        subject=player(its.subject) or utterance.speaker,
        target=target,
        room=None if its.type in ("accusation", "defense") else place,
        route=route,
        also=tuple(one for said in its.also or () if (one := room(said)) is not None)
        if its.type == "location"
        else (),
        activity=activity if its.type == "activity" else None,
        time=time,
        state=(its.state if its.state in ("alive", "body") else "unknown")
        if its.type == "sighting"
        else None,
        negated=bool(its.negated),
        asserted=its.asserted is not False,
        source=None if source == utterance.speaker else source,
        strength=its.strength or None if its.type == "accusation" else None,
        basis=its.basis or None if its.type == "defense" else None,
        span=span,
    )


def _place(quote: str, text: str, start: int) -> tuple[int, int] | None:
    """Where a quote stands in a text, from `start` on if it can; None if it is not there.

    Quotation marks, dashes and white space may be other ones of their kind; letters may not.
    """
    quote = quote.strip()
    if not quote:
        return None
    for words, within in ((quote, text), (quote.translate(_SAME), text.translate(_SAME))):
        at = within.find(words, start)
        at = within.find(words) if at < 0 else at
        if at >= 0:
            return at, at + len(words)
    loose = re.compile(r"\s+".join(map(re.escape, quote.translate(_SAME).split())))
    within = text.translate(_SAME)
    hit = loose.search(within, start) or loose.search(within)
    return hit.span() if hit else None
