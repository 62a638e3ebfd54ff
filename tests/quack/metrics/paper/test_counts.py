"""The structure that figures are formed from."""

from collections import Counter

from gander.quack.metrics.paper import COLUMNS, METRICS, NUMBERS, GameCounts, Seat
from gander.quack.metrics.paper.counts import seats_of
from gander.quack.record import read_record
from gander.quack.world import Rules
from tests.quack.our_records import our_record, written
from tests.quack.small_records import Script

SEATS = {
    "player_0": Seat("player_0", "Alice", "duck", "a"),
    "player_1": Seat("player_1", "Bob", "goose", "b"),
    "player_2": Seat("player_2", "Charlie", "goose", "b"),
}


def at(counts, metric):
    return counts[0][NUMBERS[metric]], counts[1][NUMBERS[metric]]


def test_a_game_is_the_sum_of_its_seats_and_of_what_belongs_to_none():
    counts = GameCounts(SEATS)
    counts.add("goose_vote_accuracy", 1, 2, "player_1")
    counts.add("goose_vote_accuracy", 0, 1, "player_2")
    counts.add("goose_win_rate", 1)
    total = counts.total()
    assert at(total, "goose_vote_accuracy") == (1, 3)
    assert at(total, "goose_win_rate") == (1, 1)
    assert at(total, "duck_win_rate") == (0, 0)


def test_seats_share_what_their_team_and_the_game_did():
    counts = GameCounts(SEATS)
    counts.add("goose_vote_accuracy", 1, 2, "player_1")
    counts.add("goose_vote_accuracy", 0, 1, "player_2")
    for metric in ("goose_win_rate", "duck_win_rate", "game_ticks"):
        counts.add(metric, 1)
    one, crew, duck = counts.of(["player_1"]), counts.of(["player_1", "player_2"]), counts.of(["player_0"])
    assert at(one, "goose_vote_accuracy") == (1, 2)
    assert at(crew, "goose_vote_accuracy") == (1, 3)
    assert at(crew, "goose_win_rate") == at(duck, "duck_win_rate") == at(duck, "game_ticks") == (1, 1)
    assert at(duck, "goose_win_rate") == at(crew, "duck_win_rate") == (0, 0)


def test_the_record_says_what_decided_in_each_seat(ship10, tmp_path):
    lines = our_record(ship10, Rules(), 3)
    record = read_record(written(lines, tmp_path / "ours"))
    assert {seat.model for seat in seats_of(record).values()} == {"test"}
    released = read_record(Script().ticks(1).over().write(tmp_path / "released"))
    assert {seat.model for seat in seats_of(released).values()} == {None}


def test_metrics_are_well_named():
    assert not [name for name, n in Counter(metric.name for metric in METRICS).items() if n > 1]
    # Two lines of one table that read alike would be told apart by nobody.
    assert not [title for title, n in Counter(metric.title for metric in METRICS).items() if n > 1]
    assert METRICS[-1].name == "extraction_coverage"
    assert [column.name for column in COLUMNS] == [metric.name for metric in METRICS[:-1]]
    assert all(metric.share == (metric.unit == "%") for metric in METRICS)
