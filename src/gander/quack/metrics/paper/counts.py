"""Counts: the one structure that every figure of the `paper` profile is formed from."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from gander.quack.metrics.paper.catalogue import METRICS, NUMBERS
from gander.quack.record import Record

__all__ = ["Counts", "GameCounts", "Seat", "seats_of"]

Counts = tuple[list[int], list[int]]
"""Parts and wholes, one of each a metric, in the order of `METRICS`."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who played in a seat.

    Attributes:
        player_id: Its player id.
        name: Its name.
        team: ``goose`` or ``duck``.
        model: What decided for it, as the record's decisions say; None where a record has none.
    """

    player_id: str
    name: str
    team: str
    model: str | None


@dataclass(slots=True)
class GameCounts:
    """One game's counts.

    A count belongs to the seat that did or said it, or to no seat where a team or the game as a whole
    did (a win, a vote's result, a meeting).

    Attributes:
        seats: By player id, in seat order.
        by_seat: Counts by player id, for seats that have any.
        of_game: Counts of no seat.
    """

    seats: dict[str, Seat]
    by_seat: dict[str, Counts] = field(default_factory=dict)
    of_game: Counts = field(default_factory=lambda: ([0] * len(METRICS), [0] * len(METRICS)))

    def add(self, metric: str, part: int, whole: int = 1, player: str | None = None) -> None:
        """Count something.

        Args:
            metric: The metric's name.
            part: How many (ticks, votes, claims) of the part.
            whole: How many of the whole.
            player: Whose they are; None for a team's or the game's.
        """
        number = NUMBERS[metric]
        parts, wholes = self.of_game if player is None else self.of_seat(player)
        parts[number] += part
        wholes[number] += whole

    def add_all(self, shares: Iterable[tuple[int, int]], n: int, player: str) -> None:
        """Count something `n` times for several metrics.

        Args:
            shares: The metrics' numbers, each with how many of the part it is; it is one of the whole.
            n: How often.
            player: Whose it is.
        """
        parts, wholes = self.of_seat(player)
        for number, part in shares:
            parts[number] += part * n
            wholes[number] += n

    def of_seat(self, player: str) -> Counts:
        """A seat's counts, to be added to."""
        found = self.by_seat.get(player)
        if found is None:
            found = self.by_seat[player] = _none()
        return found

    def total(self) -> Counts:
        """All counts of the game."""
        return _sum([self.of_game, *self.by_seat.values()])

    def of(self, players: Iterable[str]) -> Counts:
        """The counts of some seats of one team, with those of their team and game as a whole.

        Args:
            players: Player ids of one team, at least one.
        """
        chosen = list(players)
        other = "goose" if self.seats[chosen[0]].team == "duck" else "duck"
        shared = _none()
        for number, metric in enumerate(METRICS):
            if metric.team != other:
                shared[0][number], shared[1][number] = self.of_game[0][number], self.of_game[1][number]
        return _sum([shared, *(self.by_seat[player] for player in chosen if player in self.by_seat)])


def seats_of(record: Record) -> dict[str, Seat]:
    """Who played, by player id. A seat for which several decided has their names joined by ``+``."""
    models: dict[str, dict[str, None]] = {}
    if record.schema:
        for event in record.events:
            # Reading a record does not ask for the model.
            if event.event_type == "decision" and isinstance(event.data.get("model"), str):
                models.setdefault(event.data["player_id"], {})[event.data["model"]] = None
    return {
        its.player_id: Seat(
            its.player_id,
            its.name,
            its.team,
            "+".join(models[its.player_id]) if its.player_id in models else None,
        )
        for its in record.roster
    }


def _none() -> Counts:
    return [0] * len(METRICS), [0] * len(METRICS)


def _sum(all_counts: list[Counts]) -> Counts:
    return (
        [sum(column) for column in zip(*(parts for parts, _ in all_counts), strict=True)],
        [sum(column) for column in zip(*(wholes for _, wholes in all_counts), strict=True)],
    )
