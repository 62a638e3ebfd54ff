"""Opening a game for the page: read, judged, and laid out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gander.errors import InputError
from gander.quack.audit.claims_file import claims_folder
from gander.quack.audit.game import open_game
from gander.quack.audit.judge import GameAudit, judge_game
from gander.quack.audit.sources import claims_file, open_source
from gander.quack.metrics.audits import choose_claims
from gander.quack.record import read_record
from gander.quack.record.lines import read_lines
from gander.quack.replay import Turn
from gander.quack.world import GameMap
from gander.viewer.game import GameView, view_game
from gander.viewer.games import GameSummary
from gander.viewer.seat import SeatView, model_settings, turns_of, view_seat

__all__ = ["OpenedGame", "claim_sources", "open_for_page", "sum_up"]


@dataclass(slots=True)
class OpenedGame:
    """A game that was read and judged.

    Attributes:
        audit: Its audit.
        view: What the page shows of it.
    """

    audit: GameAudit
    view: GameView
    _turns: dict[str, list[Turn]] | None = field(default=None, init=False)

    @property
    def turns(self) -> Mapping[str, list[Turn]] | None:
        """Everybody's turns by name; None for a record of the released format.

        Raises:
            InputError: The record's decisions don't lead to what it says.
        """
        if not self.audit.game.record.schema:
            return None
        if self._turns is None:
            self._turns = turns_of(self.audit.game.record)
        return self._turns

    def seat(self, seat: int) -> SeatView:
        """One player's game; see `view_seat`.

        Raises:
            InputError: The record's decisions don't lead to what it says.
        """
        game = self.audit.game
        rooms = {room.name: number for number, room in enumerate(game.game_map.rooms)}
        return view_seat(game.timeline, rooms, seat, self.turns, model_settings(game.record))

    def picture(self, seat: int, position: int, which: str) -> bytes | None:
        """A picture that a player was shown at a decision, as PNG; None if there is no such decision.

        Args:
            seat: The player's seat.
            position: The decision's position.
            which: ``global`` or ``local``.

        Raises:
            InputError: The record's decisions don't lead to what it says.
        """
        from gander.quack.senses.pictures import global_picture, local_picture  # noqa: PLC0415 - needs Pillow

        game, turns = self.audit.game, self.turns
        if turns is None:
            return None
        for turn in turns[list(game.record.names.values())[seat]]:
            if turn.position == position:
                draw = global_picture if which == "global" else local_picture
                return draw(turn.observation, game.game_map).png
        return None


def claim_sources(records: Sequence[Path], chosen: str | None = None) -> tuple[str, ...]:
    """Where games' claims can come from, the default first.

    Args:
        records: The records.
        chosen: What somebody chose for all games; as the audit chooses if nobody did.
    """
    first = chosen or choose_claims("paper", records)
    words = ["recorded", "rules", "intended"]
    folders = dict.fromkeys(claims_folder(record, None) for record in records)
    words += sorted({path.name for folder in folders for path in folder.glob("claims.*.jsonl")})
    others = [word for word in words if any(_has_claims(word, record) for record in records)]
    return tuple(dict.fromkeys((first, *others)))


def _has_claims(word: str, record: Path) -> bool:
    file = claims_file(word, record)
    return file is None or file.exists()


def open_for_page(
    path: Path, released_map: GameMap, source: str | None, sources: tuple[str, ...]
) -> OpenedGame:
    """Read and judge a game.

    Args:
        path: The record.
        released_map: The map of records that carry none.
        source: Where its claims come from; None for the first of the sources.
        sources: Where they can come from.

    Raises:
        InputError: The record or its claims cannot be used, or the source is none of the sources.
    """
    word = source or sources[0]
    if word not in sources:
        raise InputError("the game has no such claims.", where=word, todo=f"Known: {', '.join(sources)}.")
    game = open_game(read_record(path), released_map)
    strange = {room for stays in game.timeline.stays.values() for stay in stays if (room := stay.room)}
    strange -= {room.name for room in game.game_map.rooms}
    if strange:
        raise InputError(
            f"the map {game.game_map.name} has no room {min(strange)!r}.",
            where=str(path),
            todo="Give the map of this game with --map.",
        )
    audit = judge_game(game, open_source(word)(game))
    return OpenedGame(audit, view_game(audit, word, sources, read_lines(path, "record")))


def sum_up(path: Path) -> GameSummary:
    """A game in a line.

    Raises:
        InputError: Its record cannot be read.
    """
    record = read_record(path)
    config = record.events[0].data.get("config") or {}
    meetings = sum(event.event_type in ("body_reported", "meeting_called") for event in record.events)
    return GameSummary(
        record.game_map.name if record.game_map else Path(str(config.get("map", ""))).stem,
        len(record.roster),
        record.events[-1].tick,
        meetings,
        record.events[-1].data["winner"] if record.complete else "unfinished",
        bool(record.schema),
        len(record.warnings),
    )
