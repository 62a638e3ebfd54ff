"""The tables of docs/audit.md, row by row."""

import msgspec
import pytest

from gander.quack.audit.game import Game
from gander.quack.audit.judge import judge_game
from gander.quack.audit.judgement import Judgement
from gander.quack.world import GameMap
from tests.quack.audit.tables import rows
from tests.quack.audit.told import extractions, said_in, told_game

PAGE = "audit.md"
CLAIM_TABLES = ("locations", "durations", "routes", "sightings", "activities")


@pytest.fixture(scope="module")
def verdicts_game(ship10: GameMap, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return told_game(PAGE, "verdicts", ship10, tmp_path_factory.mktemp("verdicts"))


@pytest.fixture(scope="module")
def grounds_game(ship10: GameMap, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return told_game(PAGE, "grounds", ship10, tmp_path_factory.mktemp("grounds"))


def judged(game: Game, meeting: int, told: str, before: str = "") -> Judgement:
    """The judgement of a claim that is said in a meeting after some others."""
    said: dict[int, tuple] = {}  # type: ignore[type-arg]
    for one in [*filter(None, before.split("; ")), told]:
        utterance, claim = said_in(game, meeting, one)
        said[utterance.number] = (*said.get(utterance.number, ()), claim)
    return judge_game(game, extractions(game, said)).judgements[-1]


def listed(lines: tuple[int, ...]) -> str:
    return ", ".join(map(str, lines))


@pytest.mark.parametrize(
    "row",
    [row for table in CLAIM_TABLES for row in rows(PAGE, table)],
    ids=lambda row: f"{row['Claim']}@{row['Meeting']}",
)
def test_the_verdicts_of_the_docs(verdicts_game: Game, row: dict[str, str]):
    judgement = judged(verdicts_game, int(row["Meeting"]), row["Claim"])
    verdict = judgement.verdict + (", killed by subject" if judgement.killed_by_subject else "")
    misses = "" if judgement.misses_by is None else str(judgement.misses_by)
    found = (verdict, misses, judgement.whose, listed(judgement.evidence))
    assert found == (row["Verdict"], row["Misses by"], row["Whose"], row["Lines"])
    assert judgement.misdated == bool(row["Misses by"])
    assert judgement.reason.endswith(".")
    assert judgement.reason[0] == judgement.reason[0].upper() or judgement.reason.startswith('"')


@pytest.mark.parametrize("row", rows(PAGE, "grounds"), ids=lambda row: "; ".join(row.values()))
def test_the_grounds_of_the_docs(grounds_game: Game, row: dict[str, str]):
    judgement = judged(grounds_game, int(row["Meeting"]), row["Accusation"], row["Said before"])
    grounds = judgement.grounds
    found = [judgement.verdict, "", "", ""]
    if grounds is not None:
        found[1:] = grounds.kind, listed(grounds.evidence), listed(grounds.testimony_lines)
        assert grounds.testimony == bool(grounds.testimony_lines)
        assert bool(grounds.evidence) == (grounds.kind != "none")
        assert grounds.reason.endswith(".")
    assert found == [row["Verdict"], row["Grounds"], row["Lines"], row["Testimony"]]


def test_reasons_say_where_the_player_was(verdicts_game: Game):
    here = judged(verdicts_game, 0, "Bob: Bob in medbay, at tick 3")
    assert here.reason == (
        "Bob was in medbay from line 3 (tick 1) to line 14 (tick 4); the window is ticks 2-4."
    )
    elsewhere = judged(verdicts_game, 0, "Charlie: Charlie in medbay, at tick 6")
    assert elsewhere.reason == (
        "Charlie was not in medbay within ticks 5-7 but was in storage from tick 5; it misses by 2 ticks."
    )
    dead = judged(verdicts_game, 0, "Bob: Diana in storage, at tick 10")
    assert "killed in medbay at tick 8" in dead.reason


def test_reasons_count_in_what_decides(verdicts_game: Game):
    """The whole time is every position, most of it half of the ticks."""
    briefly = judged(verdicts_game, 1, "Bob: Bob in medbay, the whole time")
    assert briefly.reason == (
        "Bob was in medbay at 5 of 11 positions; the window is ticks 11-15: not all the time."
    )
    mostly = judged(verdicts_game, 1, "Bob: Bob in medbay, most of the round")
    assert mostly.reason == "Bob was in medbay in 3 of 5 ticks; the window is ticks 11-15."
    one_only = judged(verdicts_game, 1, "Bob: Bob in medbay and storage, the whole time")
    assert one_only.verdict == "near_miss"
    assert one_only.reason.endswith(": never in storage.")


def test_a_denial_says_nothing_of_other_times(verdicts_game: Game):
    denied = judged(verdicts_game, 0, "Bob: not Bob in medbay, at tick 7")
    assert "misses" not in denied.reason
    assert not denied.misdated


def test_a_place_told_as_a_way_counts_from_setting_out(verdicts_game: Game):
    utterance, claim = said_in(verdicts_game, 0, "Charlie: Charlie in storage, at tick 3")
    told = msgspec.structs.replace(claim, activity="traveling")
    plain, way = (
        judge_game(verdicts_game, extractions(verdicts_game, {utterance.number: (one,)})).judgements[0]
        for one in (claim, told)
    )
    assert (plain.verdict, plain.misses_by) == ("false", 1)
    assert (way.verdict, way.evidence) == ("true", (11, 16))
