"""What a speaker goes by in a meeting."""

from collections.abc import Sequence
from typing import NamedTuple

from gander.quack.players.listening import Remark
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Encounter, MeetingMemory, Memory, Round
from gander.quack.players.speech import Teller
from gander.quack.players.suspicion import Ground
from gander.quack.players.when import Phrase, for_stay
from gander.quack.world import GameMap

__all__ = ["Briefing", "stay_phrase", "tellable"]


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


def tellable(its: Briefing, met: Encounter) -> bool:
    """Whether a killer would speak of an encounter: not of its victim, nor of what came after."""
    return its.secret is None or (not met.killed and met.until < its.secret)


def stay_phrase(its: Briefing, since: int, until: int) -> Phrase:
    """A phrase for something that held from one tick to another of this round."""
    return for_stay(since, until, its.its.start, its.its.last, its.meeting.kind, its.luck)
