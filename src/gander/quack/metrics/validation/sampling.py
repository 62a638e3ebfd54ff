"""Drawing claims and utterances for people to check.

Claims are drawn by stratum, a type with a verdict: at least one of each, and more of those that hold more,
so that rare verdicts are looked at too. That makes the sample another mixture than the games, so each row
carries how many claims its stratum holds, and `gander.quack.metrics.validation.scoring` weighs by it. Within
a stratum, and among utterances, everything has the same chance, and nothing is drawn twice.

A claim's lot is a hash of the seed and of where it stands. So a sample depends on the games alone, not on the
order or place in which they are found, and however many games there are, only what may be drawn is held.
"""

import hashlib
import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.games import game_name
from gander.quack.audit.judge import GameAudit, judge_game
from gander.quack.audit.judgement import Judgement
from gander.quack.audit.sources import Source
from gander.quack.audit.utterances import Extraction
from gander.quack.metrics.validation.matching import kind_of
from gander.quack.metrics.validation.sheets import write_sheet
from gander.quack.metrics.validation.wording import claim_in_words, window_in_words

__all__ = ["CLAIM_COLUMNS", "UTTERANCE_COLUMNS", "Sample", "claim_sheet", "draw", "utterance_sheet"]

CLAIM_COLUMNS = (
    "id", "game", "line", "meeting", "speaker", "utterance", "claim",
    "faithful", "verdict_right", "annotator", "note",
    "verdict", "reason", "window", "evidence", "stratum", "stratum_size",
)  # fmt: skip
"""Columns of the claims' sheet; those after the claim are to be filled in, those after the note come last so
that whether a claim is faithful can be said before its verdict is read."""

UTTERANCE_COLUMNS = (
    "id", "game", "line", "meeting", "speaker", "utterance",
    "facts", "facts_found", "annotator", "note",
    "claims",
)  # fmt: skip
"""Columns of the utterances' sheet; `facts` is to be filled in before `claims` is read."""

_MOST_EVIDENCE = 400  # characters of a record line


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn.

    Attributes:
        claims: Rows of the claims' sheet.
        utterances: Rows of the utterances' sheet.
        strata: How many claims there are of each stratum.
        drawn: How many of each were drawn.
        readable: Utterances that could be drawn: read, with something said.
        unread: Utterances that extraction failed on; they are in no sample.
        games: Games.
    """

    claims: tuple[Mapping[str, object], ...]
    utterances: tuple[Mapping[str, object], ...]
    strata: Mapping[str, int]
    drawn: Mapping[str, int]
    readable: int
    unread: int
    games: int


class _Lots:
    """Keeps what has the lowest lots."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        # Highest lot first; the counter keeps rows from being compared.
        self._kept: list[tuple[int, int, Mapping[str, object]]] = []

    def offer(self, lot: int) -> bool:
        """Whether something with that lot may be drawn as far as is known; counts it."""
        self.count += 1
        return self.most > 0 and (len(self._kept) < self.most or -lot > self._kept[0][0])

    def keep(self, lot: int, row: Mapping[str, object]) -> None:
        push = heapq.heappush if len(self._kept) < self.most else heapq.heappushpop
        push(self._kept, (-lot, self.count, row))

    def lowest(self, number: int) -> list[tuple[int, Mapping[str, object]]]:
        kept = sorted(self._kept, key=lambda item: -item[0])
        return [(-lot, row) for lot, _, row in kept[:number]]


def draw(
    games: Iterable[Game],
    source: Source,
    *,
    claims: int,
    utterances: int,
    seed: int,
    verdicts: Collection[str] = (),
    types: Collection[str] = (),
) -> Sample:
    """Draw claims and utterances.

    Args:
        games: The games, one after another.
        source: Where the claims come from.
        claims: How many claims.
        utterances: How many utterances.
        seed: Seed of the draw; the same games and seed give the same sample.
        verdicts: Draw claims with these verdicts only; empty for all.
        types: Draw claims of these kinds only (`gander.quack.metrics.validation.matching.KINDS`).
    """
    by_stratum: dict[str, _Lots] = {}
    spoken = _Lots(utterances)
    unread = played = 0
    for game in games:
        played += 1
        audit = judge_game(game, source(game))
        said: dict[int, list[Judgement]] = {}
        for number, judgement in enumerate(audit.judgements):
            said.setdefault(judgement.utterance, []).append(judgement)
            kind = kind_of(judgement.claim)
            if (verdicts and judgement.verdict not in verdicts) or (types and kind not in types):
                continue
            stratum = f"{kind}, {judgement.verdict}"
            lots = by_stratum.setdefault(stratum, _Lots(claims))
            lot = _lot(seed, "claim", game, judgement.utterance, number)
            if lots.offer(lot):
                lots.keep(lot, _claim_row(audit, judgement, stratum, lot))
        for extraction in audit.extractions:
            if extraction.state == "failed":
                unread += 1
            elif extraction.state != "empty":
                lot = _lot(seed, "utterance", game, extraction.utterance.number, 0)
                if spoken.offer(lot):
                    own = said.get(extraction.utterance.number, [])
                    spoken.keep(lot, _utterance_row(game, extraction, own, lot))
    sizes = {stratum: by_stratum[stratum].count for stratum in sorted(by_stratum)}
    drawn = _shared_out(claims, sizes)
    rows = [
        (lot, {**row, "stratum_size": sizes[stratum]})
        for stratum, number in drawn.items()
        for lot, row in by_stratum[stratum].lowest(number)
    ]
    # In the order of their lots, so that no reader sees one verdict after another of a kind.
    rows.sort(key=lambda item: item[0])
    return Sample(
        tuple(row for _, row in rows),
        tuple(row for _, row in spoken.lowest(utterances)),
        sizes,
        drawn,
        spoken.count,
        unread,
        played,
    )


def claim_sheet(sample: Sample) -> bytes:
    """The claims' sheet, to be filled in."""
    return write_sheet(CLAIM_COLUMNS, sample.claims)


def utterance_sheet(sample: Sample) -> bytes:
    """The utterances' sheet, to be filled in."""
    return write_sheet(UTTERANCE_COLUMNS, sample.utterances)


def _shared_out(number: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """How many to draw of each stratum: one, and beyond that by the square root of its size.

    Alike for all, the common strata would be known too badly to weigh by; by size, the rare ones would not be
    seen at all.
    """
    shares = dict.fromkeys(sizes, 0)
    # First everybody, the largest before the others; then who is furthest behind.
    waiting = [(-float(size), stratum) for stratum, size in sizes.items() if size]
    heapq.heapify(waiting)
    for _ in range(min(number, sum(sizes.values()))):
        _, stratum = heapq.heappop(waiting)
        shares[stratum] += 1
        if shares[stratum] < sizes[stratum]:
            heapq.heappush(waiting, ((shares[stratum] + 0.5) / math.sqrt(sizes[stratum]), stratum))
    return shares


def _lot(seed: int, what: str, game: Game, utterance: int, number: int) -> int:
    text = f"{seed}|{what}|{game_name(game.record.path)}|{utterance}|{number}"
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()[:8], "big")


def _id(what: Literal["claim", "utterance"], lot: int) -> str:
    """An item's name in its sheet: a letter, so that no spreadsheet takes it for a number, and 12 digits."""
    return what[0] + f"{lot:016x}"[:12]


def _place(
    what: Literal["claim", "utterance"], game: Game, extraction: Extraction, lot: int
) -> dict[str, object]:
    its = extraction.utterance
    return {
        "id": _id(what, lot),
        "game": game_name(game.record.path),
        "line": its.position + 1,
        "meeting": its.meeting + 1,
        "speaker": its.speaker,
        "utterance": its.text,
    }


def _claim_row(audit: GameAudit, judgement: Judgement, stratum: str, lot: int) -> dict[str, object]:
    return {
        **_place("claim", audit.game, audit.extractions[judgement.utterance], lot),
        "claim": claim_in_words(judgement.claim),
        "verdict": judgement.verdict,
        "reason": judgement.reason,
        "window": window_in_words(judgement.window),
        "evidence": "\n".join(_lines(audit.game, judgement.evidence)),
        "stratum": stratum,
    }


def _utterance_row(
    game: Game, extraction: Extraction, own: Sequence[Judgement], lot: int
) -> dict[str, object]:
    listed = "\n".join(claim_in_words(judgement.claim) for judgement in own)
    return {**_place("utterance", game, extraction, lot), "claims": listed or "(none)"}


def _lines(game: Game, evidence: Sequence[int]) -> Iterable[str]:
    """Record lines as a reader wants them: with names in place of player ids, and of the start the rooms."""
    record = game.record
    for line in evidence:
        event = record.events[line - 1]
        data = event.data
        if event.event_type == "game_started":
            data = {its["name"]: f"{its['team']} in {its['room']}" for its in data["initial_state"].values()}
        text = msgspec.json.encode(data).decode()
        for player, name in record.names.items():
            text = text.replace(f'"{player}"', f'"{name}"')
        text = f"{line}: tick {event.tick}, {event.event_type} {text}"
        yield text if len(text) <= _MOST_EVIDENCE else text[:_MOST_EVIDENCE] + "…"
