"""From games to settings."""

from pathlib import Path

import pytest

from gander.quack.metrics.summary import GameFigures, place_of, setting_names, summarize
from gander.quack.record.reader import read_record
from gander.stats import Estimate
from tests.quack.small_records import Script


def game(setting, winner, latency, statements=None):
    outcomes = {"winner": winner, "total_kills": 2, "duck_player_ids": ["player_0"]}
    return GameFigures(Path("g"), setting, 1, outcomes, {"avg_report_latency": latency}, statements)


def test_means_leave_out_and_count_what_is_undefined():
    games = [
        game("a", "goose", None, {"goose_truthfulness": 0.5}),
        game("a", "duck", 3.0, None),
        game("b", "duck", None, None),
    ]
    summary = summarize(games)
    assert list(summary) == ["a", "b"]
    found = {name: (its.value, its.n, its.undefined) for name, its in summary["a"].items()}
    assert found == {
        "total_kills": (2.0, 2, 0),
        "goose_win_rate": (0.5, 2, 0),
        "duck_win_rate": (0.5, 2, 0),
        "avg_report_latency": (3.0, 1, 1),
        "goose_truthfulness": (0.5, 1, 0),
    }
    assert summary["b"]["avg_report_latency"] == Estimate(None, 0, 1)
    assert "goose_truthfulness" not in summary["b"]


@pytest.mark.parametrize(
    ("folder", "setting", "seed"),
    [("mixed/seed07", "mixed", 7), ("mixed/seed-12", "mixed", 12), ("mixed/evening", "evening", None)],
)
def test_setting_and_seed_come_from_the_folders(tmp_path, folder, setting, seed):
    record = read_record(Script().ticks(1).over().write(tmp_path / folder))
    place, found = place_of(record)
    assert (place.name, found) == (setting, seed)


def test_settings_of_one_name_are_told_apart():
    folders = [Path("/runs/june/mixed"), Path("/runs/july/mixed"), Path("/runs/july/plain")]
    assert list(setting_names(folders).values()) == ["june/mixed", "july/mixed", "plain"]
