"""Statements: what a scripted player says in a meeting, out of what it saw and heard."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from gander.quack.claims import Claim, IntendedClaim
from gander.quack.players import templates
from gander.quack.players.lies import Scene, lie
from gander.quack.players.listening import Remark
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Encounter, MeetingMemory, Memory, Round, Stay
from gander.quack.players.speech import TRUTHFUL, Clause, Speech, Teller, clause
from gander.quack.players.suspicion import CERTAIN, Ground
from gander.quack.players.when import (
    UNSAID,
    Phrase,
    at,
    during,
    for_moment,
    for_stay,
    whole,
)
from gander.quack.world import GameMap

__all__ = ["Briefing", "reaction", "statement"]


class Briefing(NamedTuple):
    """What a speaker goes by.

    Attributes:
        memory: All it remembers, the meeting so far included.
        meeting: The meeting.
        teller: Makes its clauses about this round.
        luck: Its draws.
        game_map: The map.
        others: The other living players, fellow Ducks left out.
        remarks: What the others said, as far as understood.
        grounds: What speaks against whom.
        suspects: (player, score) in descending order; for a Duck, whom it means to blame.
        plan: The lie plan; None for a Goose.
        lie_luck: Draws the lies; the same for all speeches of a meeting, so that a liar sticks to them.
    """

    memory: Memory
    meeting: MeetingMemory
    teller: Teller
    luck: Luck
    game_map: GameMap
    others: Sequence[str]
    remarks: Sequence[Remark]
    grounds: Sequence[Ground]
    suspects: Sequence[tuple[str, float]]
    plan: str | None
    lie_luck: Luck

    @property
    def its(self) -> Round:
        """This round."""
        return self.teller.its

    @property
    def secret(self) -> int | None:
        """The tick of the speaker's own first kill in this round."""
        return next((kill.tick for kill in self.its.killings if kill.killer == self.teller.name), None)


def statement(its: Briefing) -> tuple[str, tuple[IntendedClaim, ...]]:
    """A first-round statement: the discovery, the route, who was seen, a suspicion, a question."""
    speech, luck = Speech(), its.luck
    lies = _lies(its)
    _open(its, speech)
    _witnessed(its, speech)
    lied = [intended for told in lies for intended in told.claims]
    routed = any(intended.claim.route for intended in lied)
    # Who claims to have stayed in one room had better not speak of others.
    stayed = next((intended.claim.room for intended in lied if intended.verdict == "near_miss"), None)
    if not routed and stayed is None:
        _route(its, speech, paragraph=luck.happens(0.3))
    for told in lies:
        speech.say(told)
    if stayed is None:
        _doings(its, speech)
    _sightings(its, speech, 1 + int(luck.below(4)), stayed)
    _denials(its, speech)
    if luck.happens(0.12):
        _last_round(its, speech)
    if not any(intended.claim.type == "accusation" for intended in lied):
        _suspicion(its, speech, first=True)
    _question(its, speech)
    return speech.done()


def reaction(its: Briefing) -> tuple[str, tuple[IntendedClaim, ...]]:
    """A statement of a later round: answers, quotes, support, suspicion."""
    speech, luck = Speech(), its.luck
    if luck.happens(0.3):
        speech.say(clause(luck.pick(templates.REACTIONS)))
    accused = any(remark.kind == "accused" and remark.who == its.teller.name for remark in its.remarks)
    if accused:
        if luck.happens(0.6):
            speech.say(clause(luck.pick(templates.DEFEND)))
        for told in _lies(its)[:1] if luck.happens(0.6) else []:
            speech.say(told)
    _contradictions(its, speech)
    if luck.happens(0.4):
        _support(its, speech)
    if luck.happens(0.2):
        _quote(its, speech)
    if luck.happens(0.7 if accused else 0.35):
        _sightings(its, speech, 1)
    if luck.happens(0.2):
        _denials(its, speech)
    _suspicion(its, speech, first=False)
    if luck.happens(0.4):
        _question(its, speech)
    if not speech:
        speech.say(clause(luck.pick(templates.SKIPPING)))
    return speech.done()


def _lies(its: Briefing) -> list[Clause]:
    if its.plan is None:
        return []
    teller = Teller(its.teller.name, its.its, its.lie_luck, its.teller.titled)
    return lie(its.plan, Scene(teller, its.lie_luck, its.game_map, its.others, its.meeting.bodies))


def _open(its: Briefing, speech: Speech) -> None:
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


def _witnessed(its: Briefing, speech: Speech) -> None:
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


def _route(its: Briefing, speech: Speech, paragraph: bool) -> None:
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
            told or teller.location(room, _stay_phrase(its, stay.since, stay.until)), paragraph=paragraph
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


def _stay_phrase(its: Briefing, since: int, until: int) -> Phrase:
    return for_stay(since, until, its.its.start, its.its.last, its.meeting.kind, its.luck)


def _doings(its: Briefing, speech: Speech) -> None:
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
            phrase = UNSAID if luck.happens(0.2) else _stay_phrase(its, first, last)
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
            and _tellable(its, met)
            and luck.happens(0.4)
        ):
            tick = max(met.since, first, its.its.start + 1)
            if luck.happens(0.5) and tick <= met.until:
                speech.join(teller.sighting(met.who, room, at(tick, luck), patterns=templates.THERE))
            else:
                speech.join(teller.sighting(met.who, room, UNSAID, patterns=templates.THERE_UNTIMED))
            return


def _tellable(its: Briefing, met: Encounter) -> bool:
    """Whether a killer would speak of an encounter: not of its victim, nor of what came after."""
    return its.secret is None or (not met.killed and met.until < its.secret)


def _sightings(its: Briefing, speech: Speech, limit: int, only: str | None = None) -> None:
    """Some encounters, those that matter first; only those in one room if one is given."""
    luck, now = its.luck, its.its
    met = [
        one
        for one in now.encounters
        if _tellable(its, one) and one.until > now.start and only in (None, one.room)
    ]
    if not met:
        if not now.encounters and luck.happens(0.5):
            speech.say(clause(luck.pick(templates.NO_ONE)))
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
        phrase = _stay_phrase(its, one.since, one.until)
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


def _denials(its: Briefing, speech: Speech) -> None:
    teller, luck = its.teller, its.luck
    if luck.happens(0.25):
        rooms = [room for _, room in its.meeting.bodies] or [luck.pick(its.game_map.rooms).name]
        speech.say(teller.no_location(luck.pick(rooms)))
    elif luck.happens(0.3):
        strangers = [name for name in its.others if next(its.its.met(name), None) is None]
        if strangers:
            speech.say(teller.no_sighting(luck.pick(strangers)))


def _last_round(its: Briefing, speech: Speech) -> None:
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


def _suspicion(its: Briefing, speech: Speech, first: bool) -> None:
    teller, luck = its.teller, its.luck
    if its.plan == TRUTHFUL:
        if luck.happens(0.5):
            speech.say(clause(luck.pick(templates.NOTHING_HARD if first else templates.SKIPPING)))
        return
    if not its.suspects or its.suspects[0][1] < 1.5:
        if luck.happens(0.6):
            speech.say(clause(luck.pick(templates.NOTHING_HARD if first else templates.SKIPPING)))
        elif its.suspects and luck.happens(0.3):
            _accuse(its, speech, its.suspects[0][0], "weak")
        return
    who, total = its.suspects[0]
    if total >= CERTAIN or (total >= 5 and not first):
        strength = "strong"
    elif total >= 2.5:
        strength = "moderate"
    else:
        strength = "weak"
    if first and total < CERTAIN and luck.happens(0.35):
        if luck.happens(0.5):
            speech.say(clause(luck.pick(templates.NOTHING_HARD)))
        return
    agreed = next((remark for remark in its.remarks if remark.kind == "accused" and remark.who == who), None)
    if not first and agreed is not None and strength == "moderate" and luck.happens(0.6):
        claims = _accusation(its, who, strength).claims
        speech.say(clause(luck.pick(templates.AGREE), *claims, other=agreed.speaker, name=who))
        return
    alone = next(
        (g for g in its.grounds if g.who == who and g.kind == "last_with" and g.remark is None), None
    )
    if its.plan is None and alone is not None and luck.happens(0.6):
        told = its.its.last_met(alone.victim or "")
        if told is not None:
            phrase = at(told.until, luck) if told.until > its.its.start else UNSAID
            if speech.say(teller.sighting(who, told.room, phrase)):
                speech.join(_accusation(its, who, strength), ", so ")
                return
    _accuse(its, speech, who, strength)


def _accuse(its: Briefing, speech: Speech, who: str, strength: str) -> None:
    speech.say(_accusation(its, who, strength))


def _accusation(its: Briefing, who: str, strength: str) -> Clause:
    if its.plan is not None:
        return its.teller.accusation(who, strength, "false", "accuse_random")
    sure = any(kill.killer == who for past in its.memory.rounds for kill in past.killings)
    return its.teller.accusation(who, strength, "true" if sure else None)


def _contradictions(its: Briefing, speech: Speech) -> None:
    """Say "Bob says he was in storage around tick 9, but I saw him in medbay around tick 9"."""
    luck = its.luck
    if its.plan is not None:
        return
    for ground in its.grounds:
        remark = ground.remark
        if ground.kind != "contradiction" or remark is None or remark.room is None or remark.first is None:
            continue
        phrase = at(remark.first, luck)
        speech.say(_quoted(its, remark, phrase))
        known = _elsewhere(its, remark, phrase)
        if speech.join(known, ", but ") and known is not None and known.claims[0].claim.room == remark.room:
            speech.join(its.teller.no_sighting(remark.speaker))
        speech.say(_accusation(its, ground.who, "moderate"))
        return


def _elsewhere(its: Briefing, remark: Remark, phrase: Phrase) -> Clause | None:
    """What the speaker itself knows of where a liar, or it itself, was at the time."""
    teller = its.teller
    if remark.room is None or remark.first is None:
        return None
    for met in its.its.met(remark.speaker, remark.first, remark.first):
        if met.room != remark.room:
            return teller.sighting(remark.speaker, met.room, phrase)
    for room in sorted(its.its.rooms(remark.first, remark.first)):
        return teller.location(room, phrase)
    return None


def _quoted(its: Briefing, remark: Remark, phrase: Phrase) -> Clause:
    teller, room = its.teller, remark.room or ""
    if remark.kind == "place":
        claim = Claim(
            "location",
            teller.name,
            subject=remark.speaker,
            room=room,
            time=phrase.text,
            source=remark.speaker,
        )
        return teller.unasserted(
            templates.QUOTE_PLACE, claim, name=remark.speaker, room=teller.room(room), time=phrase.text
        )
    claim = Claim(
        "sighting",
        teller.name,
        subject=remark.speaker,
        target=remark.who,
        room=room,
        time=phrase.text,
        state="unknown",
        source=remark.speaker,
    )
    return teller.unasserted(
        templates.QUOTE_ME if remark.who == teller.name else templates.QUOTE_SAW,
        claim,
        name=remark.speaker,
        target=remark.who or "",
        room=teller.room(room),
        time=phrase.text,
    )


def _quote(its: Briefing, speech: Speech) -> None:
    teller, luck = its.teller, its.luck
    told = [
        remark
        for remark in its.remarks
        if remark.kind in ("place", "saw")
        and remark.speaker in its.others
        and remark.room is not None
        and remark.first is not None
        and remark.who != teller.name
        and remark.first <= its.its.last
    ]
    if told and luck.happens(0.7):
        remark = luck.pick(told)
        speech.say(_quoted(its, remark, at(remark.first or 0, luck, exact=True)))
    elif its.meeting.bodies and its.others:
        _, room = luck.pick(its.meeting.bodies)
        who = luck.pick(its.others)
        claim = Claim("location", teller.name, subject=who, room=room)
        speech.say(teller.unasserted(templates.SUPPOSE, claim, name=who, room=teller.room(room)))


def _support(its: Briefing, speech: Speech) -> None:
    """Say "I can vouch for Alice, she was with me in medbay around tick 8"."""
    teller, luck = its.teller, its.luck
    suspects = {who for who, total in its.suspects if total > 1.0}
    known: dict[str, int] = {}
    for met in its.its.encounters:
        if met.who in its.others and met.who not in suspects and _tellable(its, met):
            known[met.who] = known.get(met.who, 0) + met.until - met.since
    trusted = [who for who, ticks in known.items() if ticks >= 3]
    if not trusted:
        return
    who = luck.pick(trusted)
    longest = max(its.its.met(who), key=lambda met: met.until - met.since)
    if longest.until <= its.its.start:
        return
    phrase = _stay_phrase(its, longest.since, longest.until)
    seen = teller.sighting(who, longest.room, phrase, patterns=templates.SIGHTING_LASTING[:2])
    if seen is not None:
        speech.say(teller.defense(who, seen.pattern.format_map(seen.fields)))
        speech.join(seen, ", ")


def _question(its: Briefing, speech: Speech) -> None:
    teller, luck, now = its.teller, its.luck, its.its
    if not its.others or not luck.happens(0.45):
        return
    who = its.suspects[0][0] if its.suspects and luck.happens(0.5) else luck.pick(its.others)
    tick = max(now.start + 1, now.last - int(luck.below(8)))
    if luck.happens(0.2):
        room = its.meeting.bodies[0][1] if its.meeting.bodies else now.stays[-1].room
        phrase = at(tick, luck)
        claim = Claim("location", teller.name, subject=who, room=room, time=phrase.text)
        asked = teller.unasserted(
            templates.ASK_ROOM, claim, name=who, room=teller.room(room), time=phrase.text
        )
        speech.say(asked, "?")
        return
    speech.say(clause(luck.pick(templates.ASK), name=who, tick=str(tick)), "?")


def _true(claim: Claim) -> IntendedClaim:
    return IntendedClaim(claim, "true", TRUTHFUL)
