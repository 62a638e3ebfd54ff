"""One game of many: audited by itself, from its path to what is kept of it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.recorded import read_recorded
from gander.quack.audit.sources import Source, claims_file
from gander.quack.metrics.figures import Row, TakenGame
from gander.quack.metrics.notes import strange_claims, warned
from gander.quack.metrics.paper import games as paper
from gander.quack.metrics.released import games as released
from gander.quack.metrics.settings import place_of
from gander.quack.record.reader import Record, read_record
from gander.quack.world.maps import GameMap

__all__ = ["By", "GamePlace", "OneGame", "Profile", "Wanted", "audit_game", "never_spoken"]

Profile: TypeAlias = Literal["paper", "released"]
By: TypeAlias = Literal["setting", "game", "player", "model", "all"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of every game.

    Attributes:
        profile: The rules of the figures.
        claims: Where claims come from, as a word.
        source: The same, opened.
        by: What games are grouped by.
        game_map: The map of records that carry none.
        figures: Whether the game's own figures are wanted.
        verdicts: Whether its verdicts are wanted.
    """

    profile: Profile
    claims: str
    source: Source
    by: By
    game_map: GameMap
    figures: bool
    verdicts: bool


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A game: its record, its setting's folder and its seed (None if neither record nor folder tells)."""

    path: Path
    folder: Path
    seed: int | None


@dataclass(frozen=True, slots=True)
class OneGame:
    """A game that was audited, or was not played to its end.

    Attributes:
        place: The game.
        notes: What a reader must know about it, as sentences with their place.
        row: Its parts and wholes; the last of them are utterances read and spoken. None if it was not played
            to its end.
        seats: Rows for some of its seats, with the key of the group that they count for.
        figures: Its own figures, as a JSON object; empty if they are not wanted.
        verdicts: A line a claim, a JSON object that begins with the game's path; empty likewise.
    """

    place: GamePlace
    notes: tuple[str, ...]
    row: Row | None = None
    seats: tuple[tuple[tuple[str, ...], Row], ...] = ()
    figures: bytes = b""
    verdicts: bytes = b""


def audit_game(path: Path, wanted: Wanted) -> OneGame:
    """Audit a game.

    Args:
        path: Its record.
        wanted: What is wanted of it.

    Raises:
        InputError: The record or its claims file cannot be used.
    """
    record = read_record(path)
    notes = warned(record)
    place = GamePlace(path, *place_of(record))
    if not record.complete:
        return OneGame(place, tuple(notes))
    taken = _taken(record, place.folder, wanted)
    if taken.strange:
        notes.append(strange_claims(claims_file(wanted.claims, path) or path, taken.strange))
    return OneGame(place, tuple(notes), taken.row, taken.seats, taken.figures, taken.verdicts)


def _taken(record: Record, folder: Path, wanted: Wanted) -> TakenGame:
    chosen = {"figures": wanted.figures, "verdicts": wanted.verdicts}
    if wanted.profile == "released":
        return released.take_game(record, wanted.game_map, wanted.claims, wanted.source, **chosen)
    game = open_game(record, wanted.game_map)
    taken = paper.take_game(game, wanted.source, wanted.by, folder, **chosen)
    if taken.row[0][-1] < taken.row[1][-1]:
        return replace(taken, strange=never_spoken(game, wanted.claims))
    return taken


def never_spoken(game: Game, claims: str) -> int:
    """How many utterances of a game's own claims file nobody spoke in it."""
    path = claims_file(claims, game.record.path)
    # One file of many games holds the others' utterances too.
    if path is None or path == Path(claims) or not path.exists():
        return 0
    spoken = {(said.meeting, said.speaker_id, said.sha256) for said in game.utterances}
    return sum(key not in spoken for key in read_recorded(path).by_utterance)
