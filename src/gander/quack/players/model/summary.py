"""What a player knows now, in words (paper, section 3.3), and the rules of its game."""

from collections.abc import Iterator

from gander.quack.players.model.quoting import named, names, quoted
from gander.quack.players.model.settings import ModelSettings
from gander.quack.players.model.texts import fill, sentence
from gander.quack.players.player import SeatContext
from gander.quack.senses import MeetingOutcome, Observation
from gander.quack.world import GameMap, Rules, Sight, layout

__all__ = ["introduce", "outcome", "reason", "summarise", "ticks"]

# What the local picture shows.
_DRAWN = ("arrived", "left")


def introduce(observation: Observation, context: SeatContext, settings: ModelSettings) -> str:
    """What stays the same all through a game: rules, map, role, advice, language, how to reply."""
    duck = observation.role == "Duck"
    role = "duck" if duck else "goose"
    fellows = (
        sentence("fellows", names=names(observation.fellows))
        if observation.fellows
        else sentence("no_fellows")
    )
    parts = [_rules(observation, context.game_map, context.rules)]
    if settings.senses != "pictures":
        parts.append(fill("map", rooms="\n".join(_rooms(context.game_map))))
    parts.append(fill(f"role-{role}", **({"fellows": fellows} if duck else {})))
    if settings.strategy:
        parts.append(fill(f"strategy-{role}"))
    if settings.senses != "text":
        parts.append(fill("pictures"))
    parts += [fill("language", language=settings.language), fill("reply")]
    return "\n\n".join(parts)


def _rules(observation: Observation, game_map: GameMap, rules: Rules) -> str:
    rounds = rules.meetings.discussion_rounds
    return fill(
        "rules",
        name=named(observation.name),
        players=names(observation.players),
        ducks=observation.ducks,
        dead_tasks=f" {sentence('dead_tasks')}" if rules.win.dead_tasks_count else "",
        budget=rules.win.tick_budget,
        task_ticks=rules.tasks.ticks,
        task_rule=sentence("task_rule_kept" if rules.tasks.keep_progress else "task_rule_anew"),
        cooldown=rules.kill.cooldown,
        first_cooldown=rules.kill.initial_cooldown,
        button=named(game_map.button),
        calls=_often(rules.meeting_budget) if rules.meeting_budget else sentence("calls_none"),
        rounds=_often(rounds) if rounds else sentence("rounds_none"),
        reveal=f" {sentence('reveal')}" if rules.meetings.reveal_ejected else "",
        illegal=sentence(f"illegal_{rules.illegal}"),
    )


def _often(number: int) -> str:
    return sentence("once") if number == 1 else sentence("times", number=number)


def _rooms(game_map: GameMap) -> Iterator[str]:
    ways = layout(game_map)
    for index, room in enumerate(game_map.rooms):
        there = ", ".join(
            sentence("map_way", room=named(game_map.rooms[to].name), ticks=length)
            for to, length in ways.neighbours[index]
        )
        line = sentence("map_room", room=named(room.name), ways=there)
        yield f"{line} {sentence('map_button')}" if room.name == game_map.button else line


def summarise(observation: Observation, settings: ModelSettings) -> str:
    """What the player knows now; where pictures show it, only what they cannot convey."""
    lines = [sentence("now"), *_around(observation, words=settings.senses != "pictures")]
    if observation.meeting is not None:
        lines += _meeting(observation)
    elif settings.memory == "none" and observation.last_meeting is not None:
        lines.append(sentence("last_meeting", outcome=" ".join(outcome(observation.last_meeting))))
    return "\n".join(lines)


def _around(now: Observation, *, words: bool) -> Iterator[str]:
    if words:
        yield sentence("tick", tick=now.tick)
        yield sentence("place", room=named(now.room))
        yield sentence("present", names=names(now.present)) if now.present else sentence("alone")
        yield sentence("bodies", names=names(now.bodies)) if now.bodies else sentence("no_bodies")
    seen = [sight for sight in now.seen if words or sight.kind not in _DRAWN]
    if seen:
        yield sentence("seen")
        for sight in seen:
            yield "  " + _sight(sight)
    elif words:
        yield sentence("nothing_seen")
    if now.meeting is None and words:
        ways = (sentence("exit", room=named(way.room), ticks=ticks(way.ticks)) for way in now.exits)
        yield sentence("exits", ways=", ".join(ways))
    if now.meeting is None:
        yield sentence("tasks", tasks="; ".join(_tasks(now, words=words)) or sentence("none"))
        if now.cooldown is not None:
            cool = (
                sentence("cooldown", ticks=ticks(now.cooldown)) if now.cooldown else sentence("cooldown_over")
            )
            yield cool
        yield sentence("calls_left", number=now.calls_left)
    yield sentence("dead", names=names(now.dead)) if now.dead else sentence("nobody_dead")


def _sight(sight: Sight) -> str:
    # Names of rooms and players alike; what was said is quoted in any case.
    return sentence(
        f"seen_{sight.kind}",
        tick=sight.tick,
        who=named(sight.who),
        other=named(sight.other or ""),
        text=quoted(sight.text or ""),
    )


def _tasks(now: Observation, *, words: bool) -> Iterator[str]:
    for task in now.tasks:
        if task.done >= task.needed:
            yield sentence("task_done", task=quoted(task.name))
        elif words:
            yield sentence(
                "task_open", task=quoted(task.name), room=named(task.room), done=task.done, needed=task.needed
            )
        else:
            yield sentence("task_open_short", task=quoted(task.name), done=task.done, needed=task.needed)


def _meeting(now: Observation) -> Iterator[str]:
    meeting = now.meeting
    assert meeting is not None
    yield sentence("meeting", number=meeting.number + 1, reason=reason(meeting.kind, meeting.caller))
    if meeting.bodies:
        bodies = (sentence("body_at", who=named(who), room=named(room)) for who, room in meeting.bodies)
        yield sentence("meeting_bodies", bodies=", ".join(bodies))
    else:
        yield sentence("meeting_no_bodies")
    if meeting.rounds:
        yield sentence("order", names=names(meeting.order), rounds=_often(meeting.rounds))
    if not meeting.transcript:
        yield sentence("transcript_empty")
        return
    yield sentence("transcript")
    for number, speech in enumerate(meeting.transcript, 1):
        yield "  " + sentence("speech", number=number, who=named(speech.speaker), text=quoted(speech.message))


def reason(kind: str, caller: str) -> str:
    """Why a meeting is held."""
    return sentence(f"meeting_{kind}", who=named(caller))


def outcome(ended: MeetingOutcome) -> Iterator[str]:
    """How a meeting ended, as sentences: the votes, and whom they ejected."""
    votes = [
        sentence("vote_for", who=named(voter), target=named(target))
        if target is not None
        else sentence("vote_none", who=named(voter))
        for voter, target in ended.votes
    ]
    yield sentence("votes", votes=", ".join(votes)) if votes else sentence("no_votes")
    if ended.ejected is None:
        yield sentence("nobody_ejected")
    elif ended.role is None:
        yield sentence("ejected", who=named(ended.ejected))
    else:
        yield sentence("ejected_role", who=named(ended.ejected), role=ended.role)


def ticks(number: int) -> str:
    """So many ticks."""
    return sentence("ticks_one") if number == 1 else sentence("ticks_many", number=number)
