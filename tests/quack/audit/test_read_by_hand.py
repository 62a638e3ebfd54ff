"""The audit's verdicts against those of a reader who did not write it.

``read_by_hand.jsonl`` holds one claim a line: where it stands (game, meeting, speaker, utterance, number of
the claim in the recorded line), what was said in the reader's words, the verdict and the record lines that
decide it. `draw` says in which sample it was. `was` is the audit's verdict at the reading where that was
wrong, `left` says why it still is.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.judge import judge_game
from gander.quack.audit.judgement import Judgement
from gander.quack.audit.sources import open_source
from gander.quack.record.reader import read_record
from gander.quack.world import GameMap
from gander.stats import wilson
from tests.quack.audit.tables import DOCS

pytestmark = pytest.mark.released

Row = dict[str, Any]
Read = list[tuple[Row, Game, Judgement]]

ROWS: list[Row] = [
    json.loads(line)
    for line in (Path(__file__).parent / "read_by_hand.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def read(released_dir: Path, ship10: GameMap) -> Read:
    recorded = open_source("recorded")
    found: Read = []
    for folder in sorted({row["game"] for row in ROWS}):
        game = open_game(read_record(released_dir / folder / "game.jsonl"), ship10)
        extractions = recorded(game)
        judgements = judge_game(game, extractions).judgements
        for row in (row for row in ROWS if row["game"] == folder):
            spoken = next(
                its
                for its in extractions
                if (its.utterance.meeting, its.utterance.speaker_id, its.utterance.sha256)
                == (row["meeting"], row["speaker"], row["utterance_sha256"])
            )
            claim = msgspec.structs.replace(spoken.claims[row["claim"]], span=None)
            found.append(
                (
                    row,
                    game,
                    next(
                        its
                        for its in judgements
                        if its.utterance == spoken.utterance.number
                        and msgspec.structs.replace(its.claim, span=None) == claim
                    ),
                )
            )
    return found


def drawn(draw: str) -> list[Row]:
    return [row for row in ROWS if row["draw"] == draw]


def place(row: Row) -> tuple[str, int, str, int]:
    return row["game"], row["meeting"], row["utterance_sha256"], row["claim"]


def test_what_was_read():
    assert [len(drawn(draw)) for draw in ("false", "true", "rest")] == [50, 50, 35]
    assert len(set(map(place, ROWS))) == len(ROWS)


def test_every_verdict_is_the_readers_but_those_that_were_left(read: Read):
    astray = {place(row) for row, _, its in read if its.verdict != row["verdict"]}
    assert astray == {place(row) for row in ROWS if "left" in row}


@pytest.mark.parametrize(("draw", "least"), [("false", 47), ("true", 49)])
def test_nearly_all_verdicts_of_a_draw_are_right(read: Read, draw: str, least: int):
    assert sum(its.verdict == row["verdict"] for row, _, its in read if row["draw"] == draw) >= least


def test_the_evidence_is_what_decided_it_for_the_reader(read: Read):
    for row, game, its in read:
        if its.verdict == row["verdict"] != "unverifiable":
            assert not bounded(row["lines"], game, its).isdisjoint(its.evidence), (row, its.evidence)


def bounded(lines: list[int], game: Game, its: Judgement) -> set[int]:
    """Lines that the reader named, and those that bound the stays to which they belong."""
    return {*lines, *around(lines, game, its.claim.subject), *around(lines, game, its.claim.target)}


def around(lines: list[int], game: Game, name: str | None) -> Iterator[int]:
    for stay in game.timeline.stays[game.ids[name]] if name is not None else ():
        if any(stay.start < line <= stay.end + 1 for line in lines):
            yield from (stay.start + 1, stay.end + 1)


@pytest.mark.parametrize(
    ("draw", "told", "right"),
    [
        ("false", "Fifty judged false or wrong_room", lambda row: "was" not in row),
        ("true", "Fifty judged true", lambda row: "was" not in row),
        ("rest", "The other 35 judged false or wrong_room", lambda row: "was" not in row),
        ("false", "The first fifty, after mending", lambda row: "left" not in row),
    ],
)
def test_the_figures_of_the_docs(draw: str, told: str, right: Callable[[Row], bool]):
    rows = drawn(draw)
    share = wilson(sum(map(right, rows)), len(rows))
    assert share.low is not None and share.high is not None
    shown = f"| {told} | {share.k} of {share.n} | {share.low:.0%} to {share.high:.0%} |"
    assert shown in (DOCS / "validation.md").read_text(encoding="utf-8")
