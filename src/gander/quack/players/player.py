"""What sits in a seat: something that acts, speaks and votes on what it observes."""

from typing import Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from gander.quack.claims import IntendedClaim
from gander.quack.senses import Observation
from gander.quack.world import Decision, GameMap, NeedKind, Rules

__all__ = ["LivePlayer", "NoAnswer", "Player", "Reach", "Reply", "SeatContext", "draw_seed"]

Reach: TypeAlias = Literal["question", "model", "provider", "run"]
"""What else would fail in the same way: nothing but the question, or whatever is asked of that one."""


class Reply(msgspec.Struct, frozen=True):
    """A decision and how it came about; the record keeps all of it.

    Attributes:
        decision: The decision.
        raw: The reply as a model or person gave it, if it was text.
        tokens: Tokens used, by kind.
        latency: Seconds that it took.
        attempts: How often the player had to be asked until it answered.
        prompt: Version and hash of the texts that a model was asked with.
        intended_claims: For scripted speech, the claims it was built from (see `IntendedClaim`).
    """

    decision: Decision
    raw: str | None = None
    tokens: dict[str, int] | None = None
    latency: float | None = None
    attempts: int = 1
    prompt: str | None = None
    intended_claims: tuple[IntendedClaim, ...] | None = None


class SeatContext(msgspec.Struct, frozen=True):
    """What a player is told when it takes its seat; its role comes with the first observation.

    Attributes:
        seat: Its index in the roster.
        name: Its name.
        game_map: The map, which everybody knows.
        game_seed: The game's seed, from which a player derives its own randomness (`draw_seed`).
        rules: The rules, which everybody knows.
    """

    seat: int
    name: str
    game_map: GameMap
    game_seed: int
    rules: Rules = Rules()


class Player(Protocol):
    """A player. Its answers may depend on what it was given to `remember`, and on nothing else.

    A resumed game tells its players what they saw and decided before, through `remember`, instead
    of asking them again; so whatever changes in a player must change there.

    Attributes:
        kind: What the record calls it, for instance ``scripted`` or a model's name.
    """

    kind: str

    def act(self, observation: Observation) -> Reply:
        """Choose a free-roam action (an `Act`)."""
        ...

    def speak(self, observation: Observation) -> Reply:
        """Say something in a meeting (a `Speak`)."""
        ...

    def vote(self, observation: Observation) -> Reply:
        """Vote (a `Vote`)."""
        ...

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Take in an observation and what was decided on it; called once a turn, in order."""
        ...


class NoAnswer(Exception):
    """A player has no answer for now: not a decision of its, so the game waits until it has one.

    Attributes:
        player: Its name.
        why: Why not, as a sentence.
        model: The model that was to answer.
        reach: What else would fail in the same way.
    """

    def __init__(self, player: str, why: str, *, model: str = "", reach: Reach = "question") -> None:
        super().__init__(f"{player}: {why}")
        self.player = player
        self.why = why
        self.model = model
        self.reach = reach


@runtime_checkable
class LivePlayer(Protocol):
    """A player that takes its time, such as a model. As with `Player`, only `remember` changes it.

    It may be asked several questions at once, of which at most one is answered in the game.

    Attributes:
        kind: What the record calls it.
    """

    kind: str

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        """Decide.

        Args:
            kind: What is asked for: ``act``, ``speak`` or ``vote``.
            observation: What the player knows.
            attempt: 1, or 2 when its first decision was refused.

        Raises:
            NoAnswer: There is no answer for now.
        """
        ...

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Take in an observation and what was decided on it; called once a turn, in order."""
        ...


_MASK = (1 << 64) - 1


def draw_seed(game_seed: int, seat: int, turn: int) -> int:
    """A number of 64 bits for one decision of one player, far from those of all others.

    Players draw from it instead of keeping a generator, so that asking twice or resuming a game
    changes nothing. It is SplitMix64's output function over the mixed inputs.

    Args:
        game_seed: The game's seed.
        seat: The player's index.
        turn: How many turns it has had.
    """
    z = (game_seed * 0x9E3779B97F4A7C15 + seat * 0xD1B54A32D192ED03 + turn * 0x8CB92BA72F3D8DD7) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
