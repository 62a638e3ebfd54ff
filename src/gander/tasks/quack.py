"""QUACK as an Inspect task: ``inspect eval gander/quack --model-role goose=… --model-role duck=…``.

One sample is one game. It is played by the same code as ``gander quack play`` plays it, into the same record
in the same folder; only the calls go through Inspect, which logs, counts, limits and may cache them.
"""

import logging
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, model_roles
from inspect_ai.model._model import active_model

from gander.errors import InputError
from gander.models import Patience
from gander.quack.library import load_map, load_rules
from gander.quack.players import check_kind
from gander.quack.players.model.pictures import names_note
from gander.quack.players.model.settings import MEMORY_TOKENS, ModelSettings, Senses, parse_memory
from gander.quack.runs import (
    RunSettings,
    check_settings,
)
from gander.task_args import flag, seconds, text, told_by_inspect, whole
from gander.tasks.playing import play_one
from gander.tasks.scores import ducks, game, geese
from gander.terminal import printable

__all__ = ["quack"]

_log = logging.getLogger(__name__)
_MODEL = "model"

# As `gander/eyeq` has it (gander.eyeq.tasks).
_INSTALLED = bool({"site-packages", "dist-packages"} & set(Path(__file__).parts))


@task(name="quack" if _INSTALLED else "gander/quack")
def quack(
    games: int = 1,
    seed: int = 1,
    map: str = "ship10",
    rules: str = "standard",
    goose: str = _MODEL,
    duck: str = _MODEL,
    senses: Senses = "both",
    memory: str | int = "full",
    memory_tokens: int = MEMORY_TOKENS,
    strategy: bool = True,
    language: str = "English",
    schema: bool = True,
    claims: str = "rules",
    records: str | None = None,
    pictures: str | None = None,
    retries: int = 5,
    timeout: float = 600,
    patience: float = 1800,
    in_turn: bool = False,
) -> Task:
    """Social deduction games whose every claim is checked; one sample is one game.

    Args:
        games: Games, with seeds one after another.
        seed: The first game's seed.
        map: A bundled map's name or a YAML file.
        rules: ``standard`` or a YAML file.
        goose: Who plays the Geese: ``model`` (the role ``goose``), ``scripted`` or ``random``.
        duck: Who plays the Ducks: ``model`` (the role ``duck``), ``scripted``, ``scripted:PLAN`` or
            ``random``.
        senses: What models are shown: ``both``, ``text`` or ``pictures``.
        memory: What models remember: ``full``, ``none`` or the last so many rounds.
        memory_tokens: The most tokens of memory, roughly.
        strategy: Give models advice.
        language: The language that models speak.
        schema: Ask providers to hold replies to the choices.
        claims: Where the scores' claims come from: ``rules`` or ``intended``.
        records: The run's folder for the games' records; by default one beside the log, of its name.
        pictures: A folder that keeps each picture once, under the hash that the log names.
        retries: The most further tries of a call that failed.
        timeout: The most seconds of a try.
        patience: The most seconds of all tries of a call.
        in_turn: Ask models one after another; the games are the same.
    """
    with told_by_inspect():
        kinds = {"goose": _kind("goose", goose), "duck": _kind("duck", duck)}
        roles = tuple(role for role, kind in kinds.items() if kind == _MODEL)
        # Which models have the roles is known when a sample runs; until then others sit in their seats.
        settings = RunSettings(
            game_map=load_map(text("map", map)),
            rules=load_rules(text("rules", rules)),
            **{role: "scripted" if role in roles else kind for role, kind in kinds.items()},
            seats={},
            seeds=tuple(range(whole("seed", seed, 0), seed + whole("games", games, 1))),
            models=ModelSettings(
                senses=text("senses", senses),  # type: ignore[arg-type]
                memory=parse_memory(text("memory", memory), where="-T memory"),
                memory_tokens=whole("memory_tokens", memory_tokens, 0),
                strategy=flag("strategy", strategy),
                language=text("language", language),
                schema=flag("schema", schema),
            ),
        )
        check_settings(settings, where="-T")
        word = text("claims", claims)
        if word not in ("rules", "intended"):
            raise InputError(
                f"there are no claims {word!r}.", where="-T claims", todo="Known: rules, intended."
            )
        _check_roles(roles)
        pace = Patience(
            retries=whole("retries", retries, 0),
            seconds=seconds("timeout", timeout),
            total=seconds("patience", patience),
        )
        if roles and settings.models and settings.models.senses != "text":
            lacking = names_note(settings.game_map, settings.rules.players)
            if lacking:
                _log.warning(printable(lacking))
        drawn = None if pictures is None else Path(text("pictures", pictures))
        folder = None if records is None else Path(text("records", records))
        player = play_one(settings, roles, pace, folder, drawn, at_once=not flag("in_turn", in_turn))
    return Task(
        dataset=MemoryDataset(
            [_sample(settings, one) for one in settings.seeds], name=settings.game_map.name
        ),
        solver=player,
        scorer=[geese(word), ducks(word), game(word)],
        # A game that waits for an answer is no game lost; `inspect eval-retry` goes on.
        fail_on_error=False,
        config=GenerateConfig(max_retries=0),
        metadata={
            "map": settings.game_map.name,
            "prompts": settings.models.prompt if settings.models else "",
        },
    )


def _check_roles(roles: tuple[str, ...]) -> None:
    """Refuse roles that are not there: an unset one would be the main model.

    Where Inspect makes the task, roles and the main model are known; a task made in Python learns them when
    its samples run.
    """
    if active_model() is None:
        return
    given = model_roles()
    for role in given:
        if role not in roles:
            raise InputError(
                f"there is no role {role!r} to give a model.",
                where="--model-role",
                todo=f"Roles here: {', '.join(roles) or 'none'}.",
            )
    for role in roles:
        if role not in given:
            raise InputError(
                f"no model has the role {role!r}.",
                where="--model-role",
                todo=f"Give --model-role {role}=PROVIDER/MODEL, or -T {role}=scripted.",
            )


def _sample(settings: RunSettings, seed: int) -> Sample:
    players = len(settings.rules.players)
    return Sample(
        id=f"seed{seed:02d}",
        input=f"A game of {players} players on {settings.game_map.name}, seed {seed}.",
        metadata={"seed": seed, "map": settings.game_map.name, "players": players},
    )


def _kind(role: str, value: object) -> str:
    kind = text(role, value)
    if kind == _MODEL:
        return kind
    if kind == "human" or kind.startswith("model:"):
        raise InputError(
            f"{kind!r} cannot be seated here.",
            where=f"-T {role}",
            todo=f"Give --model-role {role}=PROVIDER/MODEL, or -T {role}=scripted.",
        )
    check_kind(kind, where=f"-T {role}")
    return kind
