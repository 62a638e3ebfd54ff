"""How a game ended, for the person who played in it: now the roles are told."""

import msgspec

from gander.quack.live_run import Paused
from gander.quack.record import build_timeline, read_record
from gander.quack.runs import GameResult, RunSettings

__all__ = ["Ended", "Revealed", "ended"]


class Revealed(msgspec.Struct, frozen=True):
    """A player as it was.

    Attributes:
        name: Its name.
        role: Its role.
        kind: What sat there.
        fate: What became of it.
    """

    name: str
    role: str
    kind: str
    fate: str


class Ended(msgspec.Struct, frozen=True):
    """A game that goes on no more, or not for now.

    Attributes:
        game: Which of the run's games, from 1.
        more: Whether another follows.
        paused: Whether it only waits for an answer that is missing; then nothing else is told.
        id: What the page calls its record.
        name: The person's seat.
        winner: ``Geese`` or ``Ducks``.
        reason: Why they won.
        tick: The last tick.
        meetings: How many were held.
        players: Everybody, in seat order.
    """

    game: int
    more: bool
    paused: bool = False
    id: str = ""
    name: str = ""
    winner: str = ""
    reason: str = ""
    tick: int = 0
    meetings: int = 0
    players: tuple[Revealed, ...] = ()


def ended(result: GameResult | Paused, settings: RunSettings, name: str, key: str) -> Ended:
    """How a game ended.

    Args:
        result: The game.
        settings: Its run.
        name: The person's seat.
        key: What the page calls its record.

    Raises:
        InputError: The record cannot be read.
    """
    game = settings.seeds.index(result.seed) + 1
    more = game < len(settings.seeds)
    if isinstance(result, Paused):
        # Whose answer is missing tells what sits where, and so perhaps who is who.
        return Ended(game, more, paused=True)
    record = read_record(result.path)
    deaths = build_timeline(record).deaths
    fates = {
        player: f"voted out at tick {death.tick}"
        if death.how == "ejected"
        else f"killed by {record.names.get(death.killer or '', 'somebody')} at tick {death.tick}"
        for player, death in deaths.items()
    }
    players = tuple(
        Revealed(
            entrant.name,
            "Duck" if entrant.team == "duck" else "Goose",
            settings.kind(entrant.name, duck=entrant.team == "duck"),
            fates.get(entrant.player_id, "lived"),
        )
        for entrant in record.roster
    )
    winner = "Geese" if result.winner == "goose" else "Ducks"
    return Ended(game, more, False, key, name, winner, result.reason, result.ticks, result.meetings, players)
