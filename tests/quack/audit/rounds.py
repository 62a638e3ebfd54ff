"""A game of three rounds with nothing in it but ticks, kills and meetings: what time phrases need."""

from typing import cast

from gander.quack.audit.game import Game
from gander.quack.audit.names import Names
from gander.quack.record.reader import Record
from gander.quack.record.timeline import BodySpan, Death, MeetingSpan, Round, Timeline
from gander.quack.world.maps import GameMap

PLAYERS = {"Alice": "p1", "Bob": "p2", "Charlie": "p3", "Diana": "p4", "Eve": "p5", "Frank": "p6"}
_EVENTS = 10  # events a tick
_LAST = 60


def _body(victim: str, tick: int, end: int) -> BodySpan:
    return BodySpan(PLAYERS[victim], PLAYERS["Alice"], "medbay", tick, tick * _EVENTS + 4, end)


def three_rounds() -> Game:
    """The game of the docs: meetings at ticks 20 (report), 45 (button) and 60 (report).

    Eve is killed at tick 12, Diana at 50 and Frank at 55; the first meeting ejects Charlie. Tick t
    begins at position 10 t; meetings begin at its sixth event and players respawn at its ninth.
    """
    ticks = [tick * _EVENTS for tick in range(_LAST + 2)]
    ends = (20, 45, 60)
    kinds = ("report", "button", "report")
    rounds, meetings = [], []
    start, first = 0, 1
    for number, (end, kind) in enumerate(zip(ends, kinds, strict=True)):
        met = end * _EVENTS + 5
        rounds.append(Round(number, start, met + 1, first, end, number))
        meetings.append(MeetingSpan(number, end, kind, "p2", (), met, met + 3, None))  # type: ignore[arg-type]
        start, first = met + 3, end + 1
    bodies = [_body("Eve", 12, 208), _body("Diana", 50, 610), _body("Frank", 55, 610)]
    deaths = {body.victim: Death(body.start, body.tick, "killed", body.killer) for body in bodies}
    deaths[PLAYERS["Charlie"]] = Death(207, 20, "ejected")
    nothing = cast("Record", None)
    timeline = Timeline(nothing, tuple(PLAYERS.values()), {}, deaths, bodies, meetings, rounds, ticks)
    return Game(nothing, timeline, cast("GameMap", None), Names(PLAYERS, ["medbay"]), dict(PLAYERS), ())
