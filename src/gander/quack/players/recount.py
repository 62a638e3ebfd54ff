"""Recounting: the parts of a speech that tell what the speaker did and saw."""

import itertools
from collections.abc import Collection, Sequence

from gander.quack.claims import Claim, IntendedClaim
from gander.quack.players import templates
from gander.quack.players.briefing import Briefing, stay_phrase, tellable
from gander.quack.players.memory import Encounter, Stay
from gander.quack.players.speech import TRUTHFUL, Clause, Speech, Teller, clause
from gander.quack.players.when import UNSAID, Phrase, at, during, for_moment, whole

__all__ = ["denials", "doings", "last_round", "opening", "sightings", "way", "witnessed"]


def opening(its: Briefing, speech: Speech) -> None:
    """How the speaker came to call the meeting, or a word to begin with."""
    teller, luck, meeting = its.teller, its.luck, its.meeting
    if meeting.caller != teller.name:
        if luck.happens(0.4):
            speech.say(clause(luck.pick(templates.OPENINGS)))
        return
    here = its.its.stays[-1].room
    if meeting.kind != "report":
        claim = Claim("activity", teller.name, subject=teller.name, room=here, activity="calling")
        speech.say(clause(luck.pick(templates.CALLED), _true(claim), room=teller.room(here)))
        return
    found = [victim for victim, room in meeting.bodies if room == here]
    speech.say(teller.sighting(found[0], here, UNSAID, patterns=templates.BODY_FOUND, state="body"))
    if luck.happens(0.6):
        claim = Claim("activity", teller.name, subject=teller.name, room=here, activity="reporting")
        speech.join(clause(luck.pick(templates.REPORTED), _true(claim)), ", ")
    for victim in found[1:]:
        speech.say(teller.sighting(victim, here, UNSAID, patterns=templates.BODY_ALSO, state="body"))


def witnessed(its: Briefing, speech: Speech) -> None:
    """The kill that a Goose saw."""
    teller = its.teller
    if its.plan is not None:
        return
    for kill in its.its.killings:
        phrase = at(kill.tick, its.luck)
        seen = teller.sighting(kill.killer, kill.room, phrase)
        if seen is not None:
            told = teller.accusation(
                kill.killer,
                "strong",
                "true",
                patterns=templates.WITNESS,
                victim=kill.victim,
                room=teller.room(kill.room),
                time=phrase.text,
            )
            speech.say(Clause(told.pattern, told.fields, (*told.claims, *seen.claims)))


def way(its: Briefing, speech: Speech, paragraph: bool) -> None:
    """The speaker's way through the round, or as much of it as a killer would tell."""
    teller, luck, now = its.teller, its.luck, its.its
    stays, rooms = now.stays, now.route()
    secret = its.secret
    if secret is not None:
        # A killer who tells no lie still tells no more of its way than it must.
        stays = [stay for stay in stays if stay.until < secret] or [
            stay for stay in stays if stay.since > secret
        ]
        rooms = [room for room, _ in itertools.groupby(stay.room for stay in stays)]
    if not rooms:
        return
    if len(rooms) == 1:
        room = rooms[0]
        told = None
        if luck.happens(0.5):
            told = teller.never_left(room) if luck.happens(0.3) else teller.location(room, whole(luck))
        stay = stays[0]
        speech.say(
            told or teller.location(room, stay_phrase(its, stay.since, stay.until)), paragraph=paragraph
        )
        return
    style = luck.below(1)
    if style < 0.62:
        longest = 3 + int(luck.below(6))
        speech.say(teller.route(rooms[-longest:]), paragraph=paragraph)
    elif style < 0.85:
        _chain(its, speech, stays, paragraph)
    else:
        first = now.stays[0]
        speech.say(
            teller.location(first.room, for_moment(now.start, now.start, now.last, its.meeting.kind, luck)),
            paragraph=paragraph,
        )


def _chain(its: Briefing, speech: Speech, stays: Sequence[Stay], paragraph: bool) -> None:
    """Say "I was in medbay ticks 4-6, then electrical ticks 7-9"."""
    teller, luck, now = its.teller, its.luck, its.its
    # A walk that the meeting cut off leads back to the same room, which needs no saying.
    moved = [stays[0], *(after for one, after in itertools.pairwise(stays) if one.room != after.room)]
    told_of = [stay for stay in moved if stay.until > now.start][-(2 + int(luck.below(2))) :]
    for place, stay in enumerate(told_of):
        first, last = max(stay.since, now.start + 1), stay.until
        phrase = during(first, last, luck) if last - first >= 1 else at(last, luck)
        told = teller.location(
            stay.room, phrase, patterns=templates.CHAIN_NEXT if place else templates.CHAIN_FIRST
        )
        if place:
            speech.join(told, ", ")
        else:
            speech.say(told, paragraph=paragraph)


def doings(its: Briefing, speech: Speech) -> None:
    """A task or two that were really worked on, or a wait."""
    teller, luck, now = its.teller, its.luck, its.its
    names = {site.room: site.name for site in its.game_map.tasks}
    spans: list[tuple[str, str, int, int]] = []
    for deed in now.deeds:
        if deed.act.action == "task" and (its.secret is None or deed.tick < its.secret):
            name = deed.act.target or names.get(deed.room, "")
            if spans and spans[-1][:2] == (deed.room, name) and spans[-1][3] == deed.tick - 1:
                spans[-1] = (*spans[-1][:3], deed.tick)
            else:
                spans.append((deed.room, name, deed.tick, deed.tick))
    if spans and luck.happens(0.55):
        for room, name, first, last in luck.shuffled(spans)[: 1 + int(luck.below(1.6))]:
            phrase = UNSAID if luck.happens(0.2) else stay_phrase(its, first, last)
            speech.say(teller.task(name, room, phrase))
            _who_was_there(its, speech, room, first, last)
    elif luck.happens(0.2):
        idle = [stay for stay in now.stays if stay.until - max(stay.since, now.start + 1) >= 2]
        if idle and its.secret is None:
            stay = luck.pick(idle)
            speech.say(teller.waiting(stay.room, during(max(stay.since, now.start + 1), stay.until, luck)))


def _who_was_there(its: Briefing, speech: Speech, room: str, first: int, last: int) -> None:
    """Say "…, and Bob was there": the room is the one just named."""
    teller, luck = its.teller, its.luck
    for met in its.its.encounters:
        if (
            met.room == room
            and met.since <= last
            and met.until >= first
            and tellable(its, met)
            and luck.happens(0.4)
        ):
            tick = max(met.since, first, its.its.start + 1)
            if luck.happens(0.5) and tick <= met.until:
                speech.join(teller.sighting(met.who, room, at(tick, luck), patterns=templates.THERE))
            else:
                speech.join(teller.sighting(met.who, room, UNSAID, patterns=templates.THERE_UNTIMED))
            return


def sightings(its: Briefing, speech: Speech, limit: int, only: str | None = None) -> None:
    """Some encounters, those that matter first; only those in one room if one is given."""
    luck, now = its.luck, its.its
    met = [
        one
        for one in now.encounters
        if tellable(its, one) and one.until > now.start and only in (None, one.room)
    ]
    if not met:
        if not now.encounters and luck.happens(0.5):
            name = its.teller.name
            nobody = Claim("sighting", name, subject=name, state="alive", negated=True)
            speech.say(clause(luck.pick(templates.NO_ONE), _true(nobody)))
        return
    victims = {victim for victim, _ in its.meeting.bodies}
    worth = {name for name, total in its.suspects[:2] if total > 1}

    def weight(one: Encounter) -> float:
        return (
            3.0 * (one.who in victims)
            + 1.5 * (one.who in worth)
            + one.until / (now.last + 1)
            + luck.below(1.5)
        )

    told: set[str] = set()
    for one in sorted(met, key=weight, reverse=True):
        if len(told) >= limit:
            break
        if one.who not in told or luck.happens(0.2):
            told.add(one.who)
            _sighting(its, speech, one, one.who in victims)


def _sighting(its: Briefing, speech: Speech, one: Encounter, dead: bool) -> None:
    teller, luck, now = its.teller, its.luck, its.its
    works = [work for work in now.works if work.who == one.who and one.since <= work.tick <= one.until]
    if works and not dead and luck.happens(0.12):
        speech.say(teller.other_task(one.who, one.room, at(luck.pick(works).tick, luck)))
        return
    if luck.happens(0.1):
        phrase = UNSAID
    elif luck.happens(0.6):
        phrase = stay_phrase(its, one.since, one.until)
    else:
        phrase = for_moment(one.until, now.start, now.last, its.meeting.kind, luck)
    patterns: Sequence[str] = ()
    if dead and phrase.text and luck.happens(0.6):
        patterns = templates.SIGHTING_ALIVE
    elif one.came_from is not None and luck.happens(0.3):
        phrase, patterns = at(one.since, luck), templates.SIGHTING_ARRIVAL
    elif (one.since, one.until) == (now.start, now.last) and len(now.stays) == 1 and luck.happens(0.6):
        phrase, patterns = whole(luck), templates.SIGHTING_WHOLE
    if not speech.say(teller.sighting(one.who, one.room, phrase, patterns=patterns)):
        return
    if one.left_to is not None and luck.happens(0.35):
        timed = at(one.until, luck) if luck.happens(0.4) else UNSAID
        speech.join(teller.leaving(one.who, one.left_to, timed), luck.pick((", then ", ", and then ")))


def denials(its: Briefing, speech: Speech, lied_about: Collection[str | None]) -> None:
    """A room or a player that was not met; no player whom a lie says was."""
    teller, luck = its.teller, its.luck
    if luck.happens(0.25):
        rooms = [room for _, room in its.meeting.bodies] or [luck.pick(its.game_map.rooms).name]
        speech.say(teller.no_location(luck.pick(rooms)))
    elif luck.happens(0.3):
        strangers = [
            name for name in its.others if name not in lied_about and next(its.its.met(name), None) is None
        ]
        if strangers:
            speech.say(teller.no_sighting(luck.pick(strangers)))


def last_round(its: Briefing, speech: Speech) -> None:
    """Say "Last round I saw Bob in medbay"."""
    if len(its.memory.rounds) < 2:
        return
    earlier = its.memory.rounds[-2]
    met = [one for one in earlier.encounters if one.who in its.others and not one.killed]
    if not met or (its.plan is not None and any(kill.killer == its.teller.name for kill in earlier.killings)):
        return
    one = its.luck.pick(met)
    teller = Teller(its.teller.name, earlier, its.luck, its.teller.titled)
    speech.say(teller.sighting(one.who, one.room, Phrase("last round"), patterns=templates.LAST_ROUND))


def _true(claim: Claim) -> IntendedClaim:
    return IntendedClaim(claim, "true", TRUTHFUL)
