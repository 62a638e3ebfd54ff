"""Statements: what a scripted player says in a meeting, part by part."""

from gander.quack.claims import IntendedClaim
from gander.quack.players import argument, recount, templates
from gander.quack.players.briefing import Briefing
from gander.quack.players.lies import Scene, lie
from gander.quack.players.speech import Clause, Speech, Teller, clause

__all__ = ["reaction", "statement"]


def statement(its: Briefing) -> tuple[str, tuple[IntendedClaim, ...]]:
    """A first-round statement: the discovery, the route, who was seen, a suspicion, a question."""
    speech, luck = Speech(), its.luck
    lies = _lies(its)
    recount.opening(its, speech)
    recount.witnessed(its, speech)
    lied = [intended for told in lies for intended in told.claims]
    routed = any(intended.claim.route for intended in lied)
    # Who claims to have stayed in one room had better not speak of others.
    stayed = next((intended.claim.room for intended in lied if intended.verdict == "near_miss"), None)
    if not routed and stayed is None:
        recount.way(its, speech, paragraph=luck.happens(0.3))
    for told in lies:
        speech.say(told)
    if stayed is None:
        recount.doings(its, speech)
    recount.sightings(its, speech, 1 + int(luck.below(4)), stayed)
    recount.denials(its, speech, {intended.claim.target for intended in lied})
    if luck.happens(0.12):
        recount.last_round(its, speech)
    if not any(intended.claim.type == "accusation" for intended in lied):
        argument.suspicion(its, speech, first=True)
    argument.question(its, speech)
    return speech.done()


def reaction(its: Briefing) -> tuple[str, tuple[IntendedClaim, ...]]:
    """A statement of a later round: answers, quotes, support, suspicion."""
    speech, luck = Speech(), its.luck
    lies = _lies(its)
    if luck.happens(0.3):
        speech.say(clause(luck.pick(templates.REACTIONS)))
    opened = speech.sentences
    accused = any(remark.kind == "accused" and remark.who == its.teller.name for remark in its.remarks)
    if accused:
        if luck.happens(0.6):
            speech.say(clause(luck.pick(templates.DEFEND)))
        for told in lies[:1] if luck.happens(0.6) else []:
            speech.say(told)
    argument.contradictions(its, speech)
    if luck.happens(0.4):
        argument.support(its, speech)
    if luck.happens(0.2):
        argument.quote(its, speech)
    if luck.happens(0.7 if accused else 0.35):
        recount.sightings(its, speech, 1)
    if luck.happens(0.2):
        recount.denials(its, speech, {intended.claim.target for told in lies for intended in told.claims})
    argument.suspicion(its, speech, first=False)
    if luck.happens(0.4):
        argument.question(its, speech)
    if speech.sentences == opened:
        speech.say(clause(luck.pick(templates.SKIPPING)))
    return speech.done()


def _lies(its: Briefing) -> list[Clause]:
    if its.plan is None:
        return []
    teller = Teller(its.teller.name, its.its, its.lie_luck, its.teller.titled)
    return lie(its.plan, Scene(teller, its.lie_luck, its.game_map, its.others, its.meeting.bodies))
