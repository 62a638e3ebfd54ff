"""Verdicts that ``gander quack audit --verdicts`` wrote, as the page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from gander.counted import many
from gander.errors import InputError
from gander.quack.audit.judgement import Grounds, Window
from gander.quack.audit.presence import PresenceFact
from gander.quack.audit.utterances import Utterance, utterances
from gander.quack.claims import Claim
from gander.quack.metrics.released import ClaimLine
from gander.quack.metrics.validation.wording import claim_in_words, fact_in_words, window_in_words
from gander.quack.record import read_record
from gander.viewer.audit.details import Detail, Spoken
from gander.viewer.audit.shown import GameLine, ItemsView, Shown, Summary
from gander.viewer.wire import to_json

__all__ = ["StoredVerdicts", "read_verdicts"]

_Verdict: TypeAlias = Literal["true", "false", "wrong_room", "near_miss", "unverifiable"]


class _Line(msgspec.Struct):
    """A line of the profile `paper`: a claim's or a presence fact's."""

    path: str
    meeting: int
    speaker: str
    line: int
    verdict: _Verdict
    utterance_sha256: str = ""
    claim: Claim | None = None
    fact: PresenceFact | None = None
    reason: str = ""
    evidence: tuple[int, ...] = ()
    window: Window | None = None
    whose: str | None = None
    grounds: Grounds | None = None


class _ReleasedLine(msgspec.Struct):
    """A line of the profile `released`."""

    path: str
    meeting: int
    speaker: str
    utterance_sha256: str
    claim: ClaimLine
    route: tuple[str, ...] | None
    window: tuple[int, int]
    verdict: _Verdict
    accusation_grounded: bool | None
    grounding_reason: str | None
    reason: str
    evidence: tuple[int, ...]


class _Row(msgspec.Struct):
    """A line of either, as it is shown; `line` is 0 and `sha256` empty where it does not say."""

    path: str
    sort: str
    speaker: str
    meeting: int
    line: int
    sha256: str
    type: str
    verdict: str
    whose: str
    grounds: str
    detail: Detail


class _Game:
    """A game that lines are about, with its record if that is below the opened folders and fits them all."""

    def __init__(self, rows: Sequence[_Row], found: tuple[str, str] | None) -> None:
        self.path = rows[0].path
        self.key: str | None = None
        self.name = self.path
        self.seed: int | None = None
        self.note = ""
        self.seats: dict[str, int] = {}
        self.teams: list[tuple[str, str]] = []
        self._said: dict[int, Utterance] = {}
        self._spoken: dict[tuple[int, str, str], Utterance] = {}
        if found is not None:
            self._look(rows, *found)

    def _look(self, rows: Sequence[_Row], key: str, name: str) -> None:
        try:
            record = read_record(Path(self.path).absolute())
        except InputError:
            # The lines tell what they tell; the game's own page says what is wrong with it.
            self.key, self.name = key, name
            return
        for its in utterances(record):
            self._said[its.position + 1] = its
            self._spoken[its.meeting, its.speaker_id, its.sha256] = its
        unfit = sum(not self._fits(row) for row in rows)
        if unfit:
            self.note = (
                f"{name}: {unfit:,} of {many(len(rows), 'verdict')} do not fit what was said in the record"
                " that is there now, so it is another game, and they do not lead to it."
            )
            self._said, self._spoken = {}, {}
            return
        self.key, self.name, self.seed = key, name, record.seed
        for entrant in record.roster:
            self.seats[entrant.name] = self.seats[entrant.player_id] = len(self.teams)
            self.teams.append((entrant.name, entrant.team))

    def _fits(self, row: _Row) -> bool:
        """Whether the speech that a line is about is in the record."""
        said = self.said(row)
        if said is None or said.meeting != row.meeting or row.speaker not in (said.speaker, said.speaker_id):
            return False
        if row.sha256:
            return said.sha256 == row.sha256
        # Lines that carry no hash tell at least where in the speech the claim stands.
        return row.detail.span is None or row.detail.span[1] <= len(said.text)

    def seat(self, speaker: str) -> int:
        """A speaker's seat; of players that no record names the team is not known."""
        if speaker not in self.seats:
            self.seats[speaker] = len(self.teams)
            self.teams.append((speaker, ""))
        return self.seats[speaker]

    def said(self, row: _Row) -> Utterance | None:
        """The speech that a line is about; None where there is none."""
        if row.line:
            return self._said.get(row.line)
        return self._spoken.get((row.meeting, row.speaker, row.sha256))


class StoredVerdicts(Shown):
    """Verdicts from a file.

    Args:
        rows: Its lines.
        name: What the file is called.
        find: The catalogue's games by their records: id and name.
    """

    def __init__(self, rows: list[_Row], name: str, find: Mapping[Path, tuple[str, str]]) -> None:
        self._name = name
        self._games: list[_Game] = []
        self._details: list[list[bytes]] = []
        self._view = ItemsView(groups={})
        of_game: dict[str, list[_Row]] = {}
        for row in rows:
            of_game.setdefault(row.path, []).append(row)
        for path, own in of_game.items():
            self._games.append(_Game(own, find.get(Path(path).absolute())))
            self._details.append([])
        places = {path: place for place, path in enumerate(of_game)}
        words: dict[str, int] = {"": 0}
        for row in rows:
            self._add(row, places[row.path], words)
        self._view.words.extend(words)
        self._view.shares.append(())

    def _add(self, row: _Row, place: int, words: dict[str, int]) -> None:
        view, game, details = self._view, self._games[place], self._details[place]
        seat = game.seat(row.speaker)
        view.game.append(place)
        view.number.append(len(details))
        said = game.said(row)
        line = row.line if said is None else said.position + 1
        view.utterance.append(line)
        view.seat.append(seat)
        for column, word in (
            (view.sort, row.sort),
            (view.type, row.type),
            (view.verdict, row.verdict),
            (view.whose, row.whose),
            (view.grounds, row.grounds),
        ):
            column.append(words.setdefault(word, len(words)))
        view.counts.append(0)
        spoken = Spoken(game.teams[seat][0], None if said is None else said.text, row.meeting, line)
        details.append(b"[" + to_json(row.detail) + b"," + to_json(spoken) + b"]")

    def summary(self) -> Summary:
        """What the verdicts are of."""
        games = tuple(
            GameLine(game.key, game.name, game.seed, tuple(game.teams), True) for game in self._games
        )
        notes = tuple(game.note for game in self._games if game.note)
        return Summary(
            *("", self._name, "", "", (), None, notes, (), games, (), (), ()),
            items=True,
            compared="none",
            steps=False,
        )

    def items(self) -> ItemsView:
        """All verdicts."""
        return self._view

    def details(self, wanted: Sequence[tuple[int, int]]) -> bytes:
        """What is shown of some verdicts, as JSON; see `ManyAudited.details`.

        Raises:
            InputError: There is no such verdict.
        """
        for game, number in wanted:
            if not (0 <= game < len(self._details) and 0 <= number < len(self._details[game])):
                raise InputError("there is no such claim.")
        return b"[" + b",".join(self._details[game][number] for game, number in wanted) + b"]"


def read_verdicts(path: Path, name: str, find: Mapping[Path, tuple[str, str]]) -> StoredVerdicts:
    """Read an audit's verdicts.

    Args:
        path: The file.
        name: What it is called.
        find: The catalogue's games by their records: id and name.

    Raises:
        InputError: It cannot be read, or a line is no verdict.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=name) from error
    rows: list[_Row] = []
    for number, line in enumerate(lines, 1):
        try:
            rows += _rows(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(
                f"line {number} is no verdict ({error}).",
                where=name,
                todo="Write the file again: gander quack audit PATH --verdicts FILE.",
            ) from error
    return StoredVerdicts(rows, name, find)


def _rows(line: bytes) -> Iterator[_Row]:
    if not line.strip():
        return
    if b'"meeting_tick":' in line[:_HEAD]:
        yield _released(msgspec.json.decode(line, type=_ReleasedLine))
    else:
        yield _paper(msgspec.json.decode(line, type=_Line))


_HEAD = 4096
"""Bytes in which a line of the released profile, and no other, names its meeting's tick."""


def _paper(its: _Line) -> _Row:
    window = window_in_words(its.window)
    kind, grounds = "", its.grounds
    if its.fact is not None:
        detail = Detail(fact_in_words(its.fact), lines=its.evidence, window=window)
    elif its.claim is not None:
        kind = its.claim.type
        detail = Detail(
            claim_in_words(its.claim),
            its.reason,
            its.evidence,
            window,
            grounds="" if grounds is None else grounds.reason,
            ground_lines=() if grounds is None else grounds.evidence,
            testimony=() if grounds is None else grounds.testimony_lines,
            span=its.claim.span,
        )
    else:
        raise msgspec.ValidationError("it has neither claim nor fact")
    return _Row(
        its.path,
        "claim" if its.fact is None else "fact",
        its.speaker,
        its.meeting,
        its.line,
        its.utterance_sha256,
        kind,
        its.verdict,
        its.whose or "",
        "" if grounds is None else grounds.kind,
        detail,
    )


def _released(its: _ReleasedLine) -> _Row:
    claim = its.claim
    said = [claim.subject, claim.claim_type, claim.target, claim.activity]
    said += [
        " → ".join(its.route) if its.route else claim.room,
        claim.temporal_ref and f"“{claim.temporal_ref}”",
    ]
    grounded = its.accusation_grounded
    first, last = its.window
    detail = Detail(
        ", ".join(word for word in said if word),
        its.reason,
        its.evidence,
        f"ticks {first}–{last}",
        grounds=its.grounding_reason or "",
    )
    return _Row(
        its.path,
        "claim",
        its.speaker,
        its.meeting,
        0,
        its.utterance_sha256,
        claim.claim_type,
        its.verdict,
        "",
        "" if grounded is None else "some" if grounded else "none",
        detail,
    )
