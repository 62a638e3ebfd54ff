"""Windows: the part of a game that a time phrase means, said in a meeting of it.

The rules are those of `gander.quack.audit.phrases.RULES`; the page on times in the docs has them as a
table with examples, from which the tests are made.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from gander.quack.audit.game import Game
from gander.quack.audit.judgement import Reading, Window
from gander.quack.audit.phrases import Edge, Stretch, TimePhrase, read_phrase
from gander.quack.record.timeline import Round

__all__ = ["last_lived", "meeting_meant", "resolve_window"]

_Ticks: TypeAlias = list[tuple[int, int]]
_State: TypeAlias = Literal["stated", "unstated", "unresolved", "later"]

_DEFAULT = Reading()
_THOSE = frozenset(("he", "she", "they", "him", "her", "them", "victim", "someone", "somebody"))


def resolve_window(phrase: str, game: Game, meeting: int, reading: Reading = _DEFAULT) -> Window:
    """Find what a time phrase means.

    Args:
        phrase: The phrase as it was said; empty if nothing was.
        game: The game.
        meeting: Number of the meeting in which it was said.
        reading: Tolerances, and on which clock to read.

    Returns:
        The window. It lies within one round, that of the meeting unless the phrase means an earlier one.

    Raises:
        IndexError: The game has no such meeting.
    """
    said = read_phrase(phrase)
    here = game.timeline.rounds[meeting]
    if not reading.phrases:
        return _whole(game, here, reading, said, "round", "unstated")
    if said.rule == "later":
        return Window((), (), None, "any", "later", "later")
    if said.rule == "unstated":
        return _whole(game, here, reading, said, "unstated", "unstated")
    if said.stretches:
        return _numbered(game, here, reading, said)
    its = _named(game, here, said)
    if its is None:
        return Window((), (), None, "any", "later", "later")
    if said.event in ("died", "kill", "alive"):
        return _of_kills(game, its, reading, said)
    if not said.event:
        # "Last round", said in the first: what is meant cannot be found.
        lost = said.rule == "event" or (said.round == ("back", 1) and its is here)
        rule, state = ("event", "unresolved") if lost else ("round", "stated")
        return _whole(game, its, reading, said, rule, state)  # type: ignore[arg-type]
    if said.event == "found" and _by_button(game, its):
        return _whole(game, its, reading, said, "found", "stated")
    return _window(game, its, reading, _around_event(its, reading, said), said.duration, said.rule)


_VAGUE = frozenset(("unstated", "early", "late", "event"))


def last_lived(game: Game) -> dict[str, int]:
    """The number of the last round in which each of the dead lived, by name."""
    names = game.record.names
    return {
        names[player]: max(its.number for its in game.timeline.rounds if its.start <= death.position)
        for player, death in game.timeline.deaths.items()
    }


def meeting_meant(phrase: str, meeting: int, lived: int) -> int:
    """The meeting as of which a time phrase is meant that is said of somebody who died.

    What is said of no time, or of a vague one, about a player who was dead before this round began is
    about the last round in which the player lived.

    Args:
        phrase: The phrase as it was said.
        meeting: Number of the meeting in which it was said.
        lived: Number of the last round in which the player lived.
    """
    if lived >= meeting:
        return meeting
    small = phrase.casefold()
    if "this round" in small or not (read_phrase(phrase).rule in _VAGUE or "earlier" in small):
        return meeting
    return lived


def _named(game: Game, here: Round, said: TimePhrase) -> Round | None:
    """The round that a phrase names, or this one; None if it has not been played."""
    if said.round is None:
        return here
    how, count = said.round
    number = here.number - count if how == "back" else count
    if number > here.number:
        return None
    return game.timeline.rounds[max(0, number)]


def _by_button(game: Game, its: Round) -> bool:
    return its.meeting is not None and game.timeline.meetings[its.meeting].kind == "button"


def _base(its: Round) -> int:
    """The tick in which a round begins: of the game's start or of the respawn."""
    return its.first_tick - 1


def _around_event(its: Round, reading: Reading, said: TimePhrase) -> _Ticks:
    """Ticks of what happens in every round: its beginning, its end, its meeting."""
    base, last = _base(its), its.last_tick
    third = max(reading.least, -(-(last - base) // 3))
    if said.event == "early":
        return [(base, base + third)]
    if said.event == "late":
        return [(last - third, last)]
    if said.event == "first":
        return [(base, base + said.count + reading.span)]
    if said.event == "last":
        return [(last - said.count - reading.span, last)]
    return [(last - reading.before_meeting, last)]


def _of_kills(game: Game, its: Round, reading: Reading, said: TimePhrase) -> Window:
    """The window about a death, or about all kills of a round."""
    timeline = game.timeline
    deaths = [
        death
        for death in timeline.deaths.values()
        if death.how == "killed" and its.start <= death.position < its.end
    ]
    if said.event != "kill" and said.name and said.name not in _THOSE:
        player = game.names.player(said.name)
        if player is None:
            return _whole(game, its, reading, said, "event", "unresolved")
        death = timeline.deaths.get(game.ids[player])
        # Whom this meeting will eject lives while it talks.
        if death is not None and its.meeting is not None:
            death = death if death.position <= timeline.meetings[its.meeting].start else None
        if death is None and said.event == "alive":
            return _whole(game, its, reading, said, "alive", "stated")
        deaths = [death] if death is not None else []
        if death is not None and said.round is None:
            if death.how == "ejected" and said.side in ("after", "right after"):
                return _whole(game, its, reading, said, "died", "stated")
            # Who died earlier takes the phrase to its own round.
            its = next(one for one in reversed(timeline.rounds) if one.start <= death.position)
    elif said.event != "kill" and len(deaths) != 1:
        deaths = []
    if not deaths:
        return _whole(game, its, reading, said, "event", "unresolved")
    ticks = [_beside(death.tick, its, reading, said) for death in deaths]
    return _window(game, its, reading, ticks, said.duration, said.rule)


def _beside(tick: int, its: Round, reading: Reading, said: TimePhrase) -> tuple[int, int]:
    """The ticks on one side of a death, or about it."""
    if said.event == "alive":
        return _base(its), tick
    if said.side == "before":
        return _base(its), tick + reading.span
    if said.side == "after":
        return tick - reading.span, its.last_tick
    if said.side == "right before":
        return tick - reading.right, tick
    if said.side == "right after":
        return tick, tick + reading.right
    return tick - reading.kill, tick + reading.kill


def _numbered(game: Game, here: Round, reading: Reading, said: TimePhrase) -> Window:
    """The window of a phrase that names ticks."""
    stretches, duration = said.stretches, said.duration
    if duration != "any" and len(stretches) > 1:
        first, last = min(its.first for its in stretches), max(its.last for its in stretches)
        stretches = (Stretch(first, last, "span", "span"),)
    if duration != "any" and all(_is_moment(its) for its in stretches):
        duration = "any"  # a single tick has no duration
    its = _round_of(game, here, said, stretches)
    ticks: _Ticks = []
    for stretch in stretches:
        left, right = _reach(stretch.left, reading), _reach(stretch.right, reading)
        if duration == "all":
            # What surely lies within, whichever way the clock is off.
            left, right = -left, -right
            if "open" not in (stretch.left, stretch.right) and stretch.first - left > stretch.last + right:
                left = right = 0
        elif duration == "most":
            left = right = 0
        low = _base(its) if stretch.left == "open" else stretch.first - left
        high = its.last_tick if stretch.right == "open" else stretch.last + right
        if low <= its.last_tick and high >= _base(its):
            ticks.append((low, high))
    if not ticks:
        ahead = tuple((stretch.first, stretch.last) for stretch in stretches)
        return Window((), ahead, None, duration, "later", "later")
    return _window(game, its, reading, ticks, duration, said.rule)


def _is_moment(stretch: Stretch) -> bool:
    return stretch.first == stretch.last and stretch.left in ("at", "around") and stretch.right != "open"


def _reach(edge: Edge, reading: Reading) -> int:
    if edge == "at":
        return reading.at
    if edge == "span":
        return reading.span
    if edge == "around":
        return reading.around
    return reading.right if edge == "right" else 0


def _round_of(game: Game, here: Round, said: TimePhrase, stretches: Iterable[Stretch]) -> Round:
    """The round whose ticks are named; this one if it has any of them, or if none has."""
    named = _named(game, here, said) if said.round is not None else None
    if named is not None and (
        _has(named, stretches)
        or any(its.right == "open" and its.last <= named.last_tick for its in stretches)
    ):
        return named
    if here.number == 0 or _has(here, stretches):
        return here
    for its in game.timeline.rounds[here.number - 1 :: -1]:
        if _has(its, stretches):
            return its
    return here


def _has(its: Round, stretches: Iterable[Stretch]) -> bool:
    """Whether any of the ticks said is one of a round; a respawn's tick counts for the round before."""
    base = its.first_tick if its.number else 0
    return any(stretch.first <= its.last_tick and stretch.last >= base for stretch in stretches)


def _whole(game: Game, its: Round, reading: Reading, said: TimePhrase, rule: str, state: _State) -> Window:
    """The round so far. An event that cannot be placed leaves no duration to claim."""
    duration = "any" if state == "unresolved" else said.duration
    return _window(game, its, reading, [(_base(its), its.last_tick)], duration, rule, state)


def _window(
    game: Game,
    its: Round,
    reading: Reading,
    ticks: _Ticks,
    duration: Literal["any", "all", "most"],
    rule: str,
    state: _State = "stated",
) -> Window:
    """Put ticks into a round, and find their positions."""
    base, last = its.first_tick - 1, its.last_tick
    clipped: _Ticks = []
    for first, final in ticks if len(ticks) == 1 else sorted(ticks):
        low, high = first if first > base else base, final if final < last else last
        if clipped and low <= clipped[-1][1] + 1:
            clipped[-1] = (clipped[-1][0], max(clipped[-1][1], high))
        else:
            clipped.append((low, high))
    begins = game.timeline.ticks
    start = its.start
    end = its.end if reading.meeting or its.meeting is None else begins[last]
    spans: _Ticks = []
    for low, high in clipped:
        if reading.positions:
            first = begins[low] if low > base else start
            past = begins[high + 1] if high < last else end
            if first < past:
                spans.append((first, past if past < end else end))
        else:
            for tick in range(low, high + 1):
                # Where players stand at a tick's end, or when the meeting begins in it.
                final = min(begins[tick + 1], end) - 1
                if final >= max(start, begins[tick]):
                    spans.append((final, final + 1))
    return Window(tuple(spans), tuple(clipped), its.number, duration, rule, state)
