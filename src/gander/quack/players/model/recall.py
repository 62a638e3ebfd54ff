"""What a player remembers, in words (paper, section 3.4): complete and exact, within a budget of tokens.

It is told from `gander.quack.players.memory`, which holds nothing that the player did not perceive. Where all
of it does not fit, older rounds lose the texts of speeches, then all but a summary; the text says what was
left out. Tokens are estimated from the number of characters (`gander.models.estimate.text_tokens`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from gander.models.estimate import text_tokens
from gander.quack.players.memory import Deed, Encounter, MeetingMemory, Memory, Round
from gander.quack.players.model.quoting import named, quoted
from gander.quack.players.model.summary import outcome, reason
from gander.quack.players.model.texts import sentence
from gander.quack.world import Act

__all__ = ["recall"]

_Depth: TypeAlias = Literal["whole", "silent", "brief"]
_DEPTHS: tuple[_Depth, ...] = ("silent", "brief")
_NEVER = 1 << 30


def recall(memory: Memory, rounds: Literal["full", "none"] | int, most: int, *, meeting: bool) -> str:
    """A memory in words.

    Args:
        memory: The memory, the present included.
        rounds: All of it, nothing, or the last so many rounds.
        most: The most tokens, roughly.
        meeting: A meeting is held; its speeches are told elsewhere.

    Returns:
        The text; empty without a memory.
    """
    if rounds == "none" or not memory.rounds:
        return ""
    kept = memory.rounds if rounds == "full" else memory.rounds[-rounds:]
    head = [sentence("memory")]
    if len(kept) < len(memory.rounds):
        head.append(sentence("forgotten", round=kept[0].number + 1))
    last = kept[-1] if meeting else None
    told = [_round(its, "whole", open_meeting=its is last) for its in kept]
    sizes = [text_tokens(text) for text in told]
    left = most - sum(map(text_tokens, head))
    # The oldest first: what it loses is the least missed.
    for depth in _DEPTHS:
        for index, its in enumerate(kept[:-1]):
            if sum(sizes) <= left:
                break
            told[index] = _round(its, depth)
            sizes[index] = text_tokens(told[index])
    gone = 0
    while gone < len(kept) - 1 and sum(sizes[gone:]) > left:
        gone += 1
    if gone:
        first, end = kept[0].number + 1, kept[gone - 1].number + 1
        head.append(sentence("rounds_gone", first=first, last=end))
    entries = max(len(items) for items in _lists(kept[-1])) or 1
    while sum(sizes[gone:]) > left and entries > 1:
        # A long round by itself: its latest things are kept.
        entries //= 2
        told[-1] = _round(kept[-1], "whole", open_meeting=kept[-1] is last, entries=entries)
        sizes[-1] = text_tokens(told[-1])
    return "\n\n".join(["\n".join(head), *told[gone:]])


def _lists(its: Round) -> tuple[Sequence[object], ...]:
    return its.stays, its.encounters, its.bodies, its.killings, its.heard, its.works, its.deeds


def _round(its: Round, depth: _Depth, *, open_meeting: bool = False, entries: int = _NEVER) -> str:
    if depth == "brief":
        return _brief(its)
    lines = [sentence("round", round=its.number + 1, first=its.start, last=its.last)]
    lines += _what_was(its, entries, silent=depth == "silent")
    if its.meeting is not None and not open_meeting:
        lines += _meeting(its.meeting, silent=depth == "silent")
    left = []
    if depth == "silent":
        speeches = len(its.meeting.transcript) if its.meeting else 0
        left = list(_counts((("heard", len(its.heard)), ("speeches", speeches))))
    if left:
        lines.append(sentence("left_out", what=", ".join(left)))
    return "\n".join(lines)


def _what_was(its: Round, entries: int, *, silent: bool) -> Iterator[str]:
    stays = [
        sentence("stay", room=named(stay.room), span=_span(stay.since, stay.until)) for stay in its.stays
    ]
    yield _in_a_line("stays", "stays", stays, entries)
    deeds = list(_deeds(its.deeds))
    if deeds:
        yield _in_a_line("deeds", "deeds", deeds, entries)
    said = [
        sentence("said", span=_span(deed.tick), room=named(deed.room), text=quoted(deed.act.say))
        for deed in its.deeds
        if deed.act.say
    ]
    met = [_met(one) for one in its.encounters]
    works = [
        sentence("works", who=named(who), room=named(room), span=_span(first, last))
        for who, room, first, last in _runs((work.who, work.room, work.tick) for work in its.works)
    ]
    kills = [
        sentence(
            "kills",
            who=named(kill.killer),
            victim=named(kill.victim),
            room=named(kill.room),
            span=_span(kill.tick),
        )
        for kill in its.killings
    ]
    beside = [
        sentence("beside", who=named(body.victim), room=named(body.room), span=_span(body.since, body.until))
        for body in its.bodies
    ]
    heard = [
        sentence(
            "heard", who=named(one.who), room=named(one.room), span=_span(one.tick), text=quoted(one.text)
        )
        for one in its.heard
    ]
    if not met:
        yield sentence("met_nobody")
    for head, lines in (
        ("said", [] if silent else said),
        ("met", met),
        ("works", works),
        ("kills", kills),
        ("beside", beside),
        ("heard", [] if silent else heard),
    ):
        if lines:
            yield sentence(f"{head}_head")
            if len(lines) > entries:
                yield sentence("earlier", number=len(lines) - entries)
            yield from lines[-entries:]


def _in_a_line(name: str, field: str, items: Sequence[str], entries: int) -> str:
    line = sentence(name, **{field: "; ".join(items[-entries:])})
    return line if len(items) <= entries else f"{line} {sentence('earlier', number=len(items) - entries)}"


def _met(one: Encounter) -> str:
    more = ""
    if one.came_from is not None:
        more += sentence("met_came", room=named(one.came_from))
    if one.left_to is not None:
        more += sentence("met_left", room=named(one.left_to))
    if one.killed:
        more += sentence("met_killed")
    return sentence(
        "met", who=named(one.who), room=named(one.room), span=_span(one.since, one.until), more=more
    )


def _deeds(deeds: Sequence[Deed]) -> Iterator[str]:
    for (what, _), ran in groupby(enumerate(deeds), key=lambda at: (_deed(at[1].act), at[1].tick - at[0])):
        ticks = [deed.tick for _, deed in ran]
        yield sentence("deed", what=what, span=_span(ticks[0], ticks[-1]))


def _deed(act: Act) -> str:
    if act.target is None:
        return sentence("deed_task_any" if act.action == "task" else f"deed_{act.action}")
    target = quoted(act.target) if act.action == "task" else named(act.target)
    return sentence(f"deed_{act.action}", target=target)


def _runs(sights: Iterable[tuple[str, str, int]]) -> Iterator[tuple[str, str, int, int]]:
    """Sights of the same person in the same room in ticks one after another, as (who, room, first, last)."""
    open_runs: dict[tuple[str, str], list[int]] = {}
    done: list[tuple[int, str, str, int]] = []
    for who, room, tick in sights:
        run = open_runs.get((who, room))
        if run is not None and tick <= run[1] + 1:
            run[1] = tick
            continue
        if run is not None:
            done.append((run[0], who, room, run[1]))
        open_runs[who, room] = [tick, tick]
    done += [(first, who, room, last) for (who, room), (first, last) in open_runs.items()]
    for first, who, room, last in sorted(done, key=lambda run: (run[0], run[3])):
        yield who, room, first, last


def _meeting(held: MeetingMemory, *, silent: bool) -> Iterator[str]:
    yield sentence("held", number=held.number + 1, tick=held.tick, reason=reason(held.kind, held.caller))
    if held.bodies:
        bodies = (sentence("body_at", who=named(who), room=named(room)) for who, room in held.bodies)
        yield sentence("meeting_bodies", bodies=", ".join(bodies))
    if held.transcript and not silent:
        yield sentence("speeches")
        for number, speech in enumerate(held.transcript, 1):
            yield sentence("speech", number=number, who=named(speech.speaker), text=quoted(speech.message))
    elif not held.transcript:
        yield sentence("no_speeches")
    if held.outcome is None:
        yield sentence("outcome_open")
    else:
        yield from outcome(held.outcome)


def _brief(its: Round) -> str:
    kills = " ".join(
        sentence(
            "kills",
            who=named(kill.killer),
            victim=named(kill.victim),
            room=named(kill.room),
            span=_span(kill.tick),
        ).removeprefix("- ")
        + "."
        for kill in its.killings
    )
    meeting = " ".join(_meeting(its.meeting, silent=True)) if its.meeting is not None else ""
    left = _counts(
        (
            ("met", len(its.encounters)),
            ("deeds", len(its.deeds)),
            ("works", len(its.works)),
            ("heard", len(its.heard)),
            ("speeches", len(its.meeting.transcript) if its.meeting else 0),
        )
    )
    return sentence(
        "round_brief",
        round=its.number + 1,
        first=its.start,
        last=its.last,
        route=", ".join(map(named, its.route())),
        kills=f"{kills} " if kills else "",
        meeting=f"{meeting} " if meeting else "",
        what=", ".join(left) or sentence("nothing"),
    )


def _counts(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    for name, number in counts:
        if number:
            yield sentence(f"count_{name}", number=number)


def _span(first: int, last: int | None = None) -> str:
    if last is None or last == first:
        return sentence("span_one", tick=first)
    return sentence("span_many", first=first, last=last)
