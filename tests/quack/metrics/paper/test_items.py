"""What the figures about statements count, item by item."""

from collections import Counter

import pytest

from gander.quack.audit.game import open_game
from gander.quack.audit.judge import judge_game
from gander.quack.audit.sources import open_source
from gander.quack.library import load_map
from gander.quack.metrics.paper import METRICS, count_game
from gander.quack.metrics.paper.items import items_of
from gander.quack.play import RunSettings, play_run
from gander.quack.record import find_records, read_record
from gander.quack.world import Rules


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Games of liars, some of whom are caught."""
    folder = tmp_path_factory.mktemp("items")
    play_run(folder, RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (1, 2, 3, 4, 5)))
    return find_records(folder)


def added_up(audit):
    parts, wholes = Counter[str](), Counter[str]()
    for item in items_of(audit):
        for metric, part, whole in item.shares:
            parts[METRICS[metric].name] += part
            wholes[METRICS[metric].name] += whole
    return parts, wholes


def is_what_was_counted(audit):
    parts, wholes = count_game(audit).total()
    items = added_up(audit)
    for metric, part, whole in zip(METRICS, parts, wholes, strict=True):
        if metric.tier == "statements":
            assert (metric.name, items[0][metric.name], items[1][metric.name]) == (metric.name, part, whole)


@pytest.mark.parametrize("claims", ["rules", "intended"])
def test_the_items_of_a_figure_add_up_to_it(records, ship10, claims):
    seen = Counter[str]()
    for path in records:
        game = open_game(read_record(path), ship10)
        audit = judge_game(game, open_source(claims)(game))
        is_what_was_counted(audit)
        seen += added_up(audit)[1]
    for name in ("lie_detection", "deception_rate", "unsupported_accusations", "fact_hallucination"):
        assert seen[name] > 0


@pytest.mark.released
def test_the_items_of_released_games_add_up_too(released_dir, ship10):
    for seed in ("seed01", "seed07", "seed12"):
        for setting in ("homogeneous_gpt5.5", "homogeneous_gemini3.1pro"):
            game = open_game(read_record(released_dir / setting / seed / "game.jsonl"), ship10)
            is_what_was_counted(judge_game(game, open_source("recorded")(game)))


def test_every_items_shares_belong_to_its_team(records, ship10):
    game = open_game(read_record(records[0]), ship10)
    audit = judge_game(game, open_source("intended")(game))
    for item in items_of(audit):
        team = "goose" if item.sort == "lie" else game.record.teams[item.speaker]
        assert {METRICS[metric].team for metric, _, _ in item.shares} <= {team, "both"}
