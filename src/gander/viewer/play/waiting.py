"""What a person may know while others decide: the tick, and at a meeting what everybody hears.

Whoever is out of the game may know only that.
"""

import msgspec

from gander.quack.senses import Speech
from gander.quack.world import Engine
from gander.viewer.play.asked import Spoken, spoken

__all__ = ["Waiting", "waiting"]


class Waiting(msgspec.Struct, frozen=True):
    """How far the game is while others decide.

    Attributes:
        tick: The tick; None for a seat that is out of the game, which is told no more.
        out: ``killed`` or ``ejected`` for a seat that is out of the game; else empty.
        phase: ``free_roam``, ``discussion`` or ``voting``.
        said: At a meeting, the speeches so far.
        turns: Speaking turns that are over.
        of: Speaking turns in all.
    """

    tick: int | None
    out: str = ""
    phase: str = "free_roam"
    said: tuple[Spoken, ...] = ()
    turns: int = 0
    of: int = 0


def waiting(engine: Engine, seat: int) -> Waiting:
    """How far a game is, as far as a seat may know. Whoever is out hears nothing, and is told no tick.

    Args:
        engine: The game.
        seat: The seat.
    """
    state = engine.state
    if not state.players[seat].alive:
        last = state.last_meeting
        return Waiting(None, "ejected" if last is not None and last.ejected == seat else "killed")
    meeting = state.meeting
    if meeting is None:
        return Waiting(state.tick)
    said = tuple(spoken(Speech(engine.seats[who].name, text)) for who, text in meeting.spoken)
    turns = len(meeting.order) * engine.rules.meetings.discussion_rounds
    over = meeting.turn if state.phase == "discussion" else turns
    return Waiting(state.tick, "", state.phase, said, over, turns)
