"""One game, audited for the page: its counts, what they count, and what is shown of that."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from gander.errors import InputError
from gander.quack.audit.game import open_game
from gander.quack.audit.judge import GameAudit, judge_game
from gander.quack.audit.sources import claims_file
from gander.quack.metrics.figures import Row
from gander.quack.metrics.notes import strange_claims, warned
from gander.quack.metrics.one_game import GamePlace, OneGame, Wanted, never_spoken
from gander.quack.metrics.paper import count_game
from gander.quack.metrics.paper.games import seat_keys, seat_rows
from gander.quack.metrics.paper.items import Item, Share, items_of
from gander.quack.metrics.settings import place_of
from gander.quack.record.reader import read_record
from gander.viewer.audit.details import details_of, spoken_of

__all__ = ["SEATS", "AuditedGame", "ItemRow", "audit_for_page"]

Key: TypeAlias = tuple[str, ...]

SEATS = ("player", "model")
"""What groups seats; all else groups whole games."""

ItemRow: TypeAlias = tuple[str, int, int, str, str, str, str, int]
"""Sort, utterance (meeting for a lie), the speaker's seat, type, verdict, whose, grounds, and the place of
its shares in the game's table; empty where something does not apply."""


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game as the page of an audit keeps it.

    Attributes:
        one: What is kept of it for figures; without a row if it is not complete or at fault.
        fault: Why it cannot be used; empty if it can.
        players: Name and team, in seat order.
        seats: Rows by player and by model, with their groups' keys.
        keys: By player and by model: the group's key of every seat.
        shares: What items count for, each once.
        items: What is counted, in the order of `items_of`.
        details: What is shown of each, as JSON.
        spoken: The utterances, as JSON.
    """

    one: OneGame
    fault: str = ""
    players: tuple[tuple[str, str], ...] = ()
    seats: dict[str, tuple[tuple[Key, Row], ...]] | None = None
    keys: dict[str, tuple[Key, ...]] | None = None
    shares: tuple[tuple[Share, ...], ...] = ()
    items: tuple[ItemRow, ...] = ()
    details: tuple[bytes, ...] = ()
    spoken: tuple[bytes, ...] = ()


def audit_for_page(path: Path, wanted: Wanted) -> AuditedGame:
    """Audit a game; what is wrong with one that cannot be used is in it.

    Args:
        path: Its record.
        wanted: What is wanted of it, under the profile `paper`.
    """
    try:
        return _audited(path, wanted)
    except InputError as error:
        # The page names the game by its place below the opened folders; its file's own name is enough here.
        fault = error.lines[0].replace(f"{path.parent}{os.sep}", "")
        return AuditedGame(OneGame(GamePlace(path, path.parent, None), ()), fault)


def _audited(path: Path, wanted: Wanted) -> AuditedGame:
    record = read_record(path)
    notes = warned(record)
    place = GamePlace(path, *place_of(record))
    if not record.complete:
        return AuditedGame(OneGame(place, tuple(notes)))
    game = open_game(record, wanted.game_map)
    audit = judge_game(game, wanted.source(game))
    counts = count_game(audit)
    row = counts.total()
    strange = never_spoken(game, wanted.claims) if row[0][-1] < row[1][-1] else 0
    if strange:
        notes.append(strange_claims(claims_file(wanted.claims, path) or path, strange))
    keys = {by: _by_seat(seat_keys(counts.seats, by, place.folder), list(counts.seats)) for by in SEATS}
    shares: dict[tuple[Share, ...], int] = {}
    items = tuple(_rows(audit, shares))
    return AuditedGame(
        OneGame(place, tuple(notes), row),
        "",
        tuple((seat.name, seat.team) for seat in counts.seats.values()),
        {by: seat_rows(counts, by, place.folder) for by in SEATS},
        keys,
        tuple(shares),
        items,
        tuple(details_of(audit)),
        tuple(spoken_of(audit)),
    )


def _by_seat(groups: dict[Key, list[str]], players: list[str]) -> tuple[Key, ...]:
    key_of = {player: key for key, its in groups.items() for player in its}
    return tuple(key_of[player] for player in players)


def _rows(audit: GameAudit, shares: dict[tuple[Share, ...], int]) -> list[ItemRow]:
    seats = {player: seat for seat, player in enumerate(audit.game.record.names)}
    return [
        (*_fields(audit, item, seats[item.speaker]), shares.setdefault(item.shares, len(shares)))
        for item in items_of(audit)
    ]


def _fields(audit: GameAudit, item: Item, seat: int) -> tuple[str, int, int, str, str, str, str]:
    """What of an item can be looked for."""
    number = item.number
    if item.sort == "claim":
        claim = audit.judgements[number]
        grounds = "" if claim.grounds is None else claim.grounds.kind
        return "claim", claim.utterance, seat, claim.claim.type, claim.verdict, claim.whose or "", grounds
    if item.sort == "fact":
        fact = audit.facts[number]
        return "fact", fact.utterance, seat, "", fact.verdict, fact.whose, ""
    if item.sort == "utterance":
        return "utterance", number, seat, "", "", "", ""
    return "lie", number, seat, "", "", "", ""
