"""Recorded claims put together with what their sentences say of them."""

from collections.abc import Sequence

import msgspec

from gander.quack.audit.anchor.meaning import INTENDED
from gander.quack.audit.anchor.search import NOWHERE, find
from gander.quack.audit.anchor.speech import Speech
from gander.quack.audit.anchor.words import vocabulary
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedClaim
from gander.quack.audit.utterances import Utterance
from gander.quack.claims import Claim

__all__ = ["anchor"]

_OPINIONS = frozenset(("accusation", "defense"))


def anchor(game: Game, utterance: Utterance, recorded: Sequence[RecordedClaim]) -> tuple[Claim, ...]:
    """Resolve the names of an utterance's recorded claims and tie each to its sentence.

    Args:
        game: The game.
        utterance: The utterance.
        recorded: Its claims, in the order stated.

    Returns:
        The claims, in the same order. Accusations and defenses are opinions and are not anchored.
    """
    words = vocabulary(game.names.players, game.names.rooms)
    people, places, speaker = words.people, words.places, utterance.speaker
    claims: list[Claim] = []
    lasting: list[int] = []
    speech: Speech | None = None
    for its in recorded:
        kind, phrase, activity = its.type, its.temporal or "", its.activity
        subject = people[its.subject or its.accuser or its.defender] or speaker
        target = people[its.target if kind != "defense" else its.defended]
        room = places[its.room]
        route = None if its.route is None else tuple([places[one] or one for one in its.route])
        also: tuple[str, ...] = ()
        mood, source, clause = NOWHERE
        span = None
        if kind not in ("accusation", "defense"):
            speech = speech or Speech(speaker, utterance.text, words)
            rooms = route or ((room,) if room is not None else ())
            time = words.times[phrase] if phrase else None
            mood, source, clause = find(speech, kind == "sighting", subject, target, rooms, time, activity)
            if clause is not None:
                span = speech.span(clause)
                if activity == "task" and mood.kind == "asserted" and speech.intends(clause):
                    mood = INTENDED
                if (
                    time is not None
                    and time.vague is not None
                    and not speech.times(clause, time.vague, rooms)
                ):
                    phrase, time = "", None
                if route is not None and len(route) > 1 and speech.unordered(clause, route, time):
                    room, also, route = route[0], route[1:], None
                if kind == "location" and room is not None and time is not None:
                    if time.lasts:
                        lasting.append(len(claims))
                    if time.ticks and speech.way(clause, room):
                        activity = "traveling"
        asserted = mood.kind == "asserted"
        claims.append(
            Claim(
                kind,
                speaker,
                subject=subject,
                target=target,
                room=room,
                route=route,
                also=also,
                activity=activity,
                time=phrase,
                state="unknown" if kind == "sighting" else None,
                negated=mood.negated and asserted,
                asserted=asserted,
                source=source,
                strength=its.confidence,
                basis=its.basis,
                span=span,
            )
        )
    if speech is not None and len(lasting) > 1:
        _share(claims, lasting, speech)
    return tuple(claims)


def _share(claims: list[Claim], lasting: Sequence[int], speech: Speech) -> None:
    """Let rooms that one clause joins by "and" share the duration that is claimed for them."""
    alone = [claims[place] for place in lasting]
    for place, claim in zip(lasting, alone, strict=True):
        others = [
            other.room
            for other in alone
            if (other.subject, other.time, other.span) == (claim.subject, claim.time, claim.span)
            and other.room is not None
            and other.room != claim.room
            and speech.joins(claim.room or "", other.room)
        ]
        if others:
            claims[place] = msgspec.structs.replace(claim, also=tuple(dict.fromkeys(others)))
