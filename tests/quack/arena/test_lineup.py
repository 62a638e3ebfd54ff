"""Who plays whom, what pairs are called, and which seeds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.arena import ArenaSettings, check_arena, pairs_of, parse_seeds
from gander.quack.players.model.settings import ModelSettings
from gander.quack.world import GameMap, Rules

GPT, CLAUDE, GEMINI = "model:openai/gpt-5", "model:anthropic/claude-opus", "model:google/gemini-pro"


def arena(game_map: GameMap, geese: Any, ducks: Any, setting: Any = "all", **changes: Any) -> ArenaSettings:
    its: dict[str, Any] = {"seeds": (1, 2), "models": ModelSettings()} | changes
    return ArenaSettings(game_map, Rules(), geese, ducks, setting, **its)


def test_the_papers_nine_settings(ship10: GameMap) -> None:
    models = (GPT, CLAUDE, GEMINI)
    pairs = pairs_of(arena(ship10, models, models))
    assert [pair.name for pair in pairs] == [
        "homogeneous_gpt-5", "homogeneous_claude-opus", "homogeneous_gemini-pro",
        "geese_gpt-5_duck_claude-opus", "geese_gpt-5_duck_gemini-pro",
        "geese_claude-opus_duck_gpt-5", "geese_claude-opus_duck_gemini-pro",
        "geese_gemini-pro_duck_gpt-5", "geese_gemini-pro_duck_claude-opus",
    ]  # fmt: skip
    assert (pairs[3].goose, pairs[3].duck) == (GPT, CLAUDE)
    assert pairs[0].goose == pairs[0].duck == GPT
    assert len(pairs_of(arena(ship10, models, models, "homogeneous"))) == 3
    assert len(pairs_of(arena(ship10, models, models, "cross"))) == 6


def test_names_tell_kinds_apart(ship10: GameMap) -> None:
    kinds = ("scripted", "scripted:fake_task", "model:gander/scripted", "model:a/x/Same", "model:b/x/same")
    names = [pair.name for pair in pairs_of(arena(ship10, kinds, kinds, "homogeneous"))]
    assert names == [
        "homogeneous_scripted", "homogeneous_scripted_fake_task", "homogeneous_gander_scripted",
        "homogeneous_a_x_Same", "homogeneous_b_x_same",
    ]  # fmt: skip


@given(st.lists(st.text(min_size=1, max_size=80), min_size=2, max_size=5, unique=True))
def test_any_model_has_a_folder_of_its_own(ship10: GameMap, words: list[str]) -> None:
    kinds = tuple(f"model:p/{word}" for word in words)
    names = [pair.name for pair in pairs_of(arena(ship10, kinds, kinds))]
    assert len({name.casefold() for name in names}) == len(kinds) ** 2
    for name in names:
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-")
        assert len(name.encode()) < 200
        assert not name.startswith(".")


def test_a_pairs_games_are_a_run_like_any_other(ship10: GameMap) -> None:
    its = arena(ship10, (GPT, "scripted"), ("scripted",))
    runs = {pair.name: pair.run(its) for pair in pairs_of(its)}
    assert list(runs) == ["homogeneous_gpt-5", "homogeneous_scripted", "geese_gpt-5_duck_scripted"]
    assert runs["homogeneous_scripted"].models is None
    mixed = runs["geese_gpt-5_duck_scripted"]
    assert (mixed.goose, mixed.duck, mixed.seeds, mixed.models) == (GPT, "scripted", (1, 2), its.models)


@pytest.mark.parametrize(
    ("geese", "ducks", "changes", "what"),
    [
        (("human",), ("scripted",), {}, "people play one game at a time"),
        (("scripted",), ("scripted",), {"setting": "cross"}, "there is no pair of different players among"),
        (("scripted",), ("scripted",), {"seeds": ()}, "there are no seeds"),
        (("scripted",), ("scripted:nonsense",), {}, "there is no lie plan"),
        ((GPT,), (GPT,), {"models": None}, "it is not said how they are asked"),
    ],
)
def test_what_cannot_be_played_is_told(
    ship10: GameMap, geese: Any, ducks: Any, changes: dict[str, Any], what: str
) -> None:
    with pytest.raises(InputError, match=what):
        check_arena(arena(ship10, geese, ducks, **changes), where="the options")


@pytest.mark.parametrize(
    ("text", "seeds"),
    [("1-3", (1, 2, 3)), ("7", (7,)), ("1,4, 2-3,3", (1, 4, 2, 3)), ("0-0", (0,))],
)
def test_seeds(text: str, seeds: tuple[int, ...]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize("text", ["", "3-1", "a", "1-", "-1", "1;2", "1-9999999", "١-٣"])
def test_what_are_no_seeds(text: str) -> None:
    with pytest.raises(InputError, match="seeds"):
        parse_seeds(text)
