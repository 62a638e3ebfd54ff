"""QUACK as an Inspect task: ``inspect eval gander/quack --model-role goose=… --model-role duck=…``.

One sample is one game. It is played by the same code as ``gander quack play`` plays it, into the same record
in the same folder; only the calls go through Inspect, which logs, counts, limits and may cache them.
"""

import contextlib
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log._samples import sample_active
from inspect_ai.model import GenerateConfig, Model, ModelOutput, get_model, model_roles
from inspect_ai.model._model import active_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gander.errors import GanderError, InputError
from gander.models import Patience
from gander.quack.costs import costs_of
from gander.quack.library import load_map, load_rules
from gander.quack.live_run import play_live_seed
from gander.quack.players import NoAnswer, check_kind
from gander.quack.players.model.office import Office
from gander.quack.players.model.pictures import names_note
from gander.quack.players.model.settings import MEMORY_TOKENS, ModelSettings, Senses, parse_memory
from gander.quack.record import read_record
from gander.quack.runs import (
    GameResult,
    RunSettings,
    check_settings,
    hold_run,
    record_path,
)
from gander.quack.settings_file import RUN
from gander.quack.world import Engine
from gander.task_args import flag, seconds, text, told_by_inspect, whole
from gander.tasks.scores import RECORD, ducks, game, geese
from gander.tasks.seats import SeatModel
from gander.tasks.told import messages_of
from gander.terminal import printable

__all__ = ["GamePausedError", "play_one", "quack"]

_log = logging.getLogger(__name__)
_MODEL = "model"
_CALLS = 64  # at once, of one game; Inspect bounds those to a provider

# As `gander/eyeq` has it (gander.eyeq.tasks).
_INSTALLED = bool({"site-packages", "dist-packages"} & set(Path(__file__).parts))


class GamePausedError(GanderError):
    """A model had no answer: the game waits, so the sample ends in error and has no scores."""


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


@solver
def play_one(
    settings: RunSettings,
    roles: tuple[str, ...],
    patience: Patience,
    records: Path | None,
    pictures: Path | None,
    *,
    at_once: bool,
) -> Solver:
    """Plays a sample's game, or goes on with it, as ``gander quack play`` does.

    Args:
        settings: The run, with scripted players in the seats of `roles`.
        roles: Roles that models have: ``goose``, ``duck``.
        patience: How long and how often a call is tried.
        records: The run's folder; None for one beside the log.
        pictures: A folder for the pictures.
        at_once: Ask all whose turn is near at once.
    """

    async def run(state: TaskState, generate: Generate) -> TaskState:
        models = {role: _model(role) for role in roles}
        kinds = {role: f"model:{model}" for role, model in models.items()}
        its = msgspec.structs.replace(settings, models=settings.models if roles else None, **kinds)
        seed, folder = int(state.metadata["seed"]), _folder(records, state.epoch)
        path = record_path(folder, seed)
        state.metadata |= {"goose": its.goose, "duck": its.duck, "resumed": path.exists()}
        office = Office(
            its.models or ModelSettings(),
            connections=_CALLS,
            patience=patience,
            models=_seated(its, seed, models, pictures),
        )
        try:
            with _held(folder, its):
                result = await play_live_seed(folder, its, seed, office, at_once=at_once)
        except NoAnswer as missing:
            raise GamePausedError(
                f"{missing.player} has no answer, {missing.why}; the game waits in {path.parent}"
            ) from None
        finally:
            await office.close()
            _tell(state, path)
        state.metadata |= _facts(result, path)
        side = "Geese" if result.winner == "goose" else "Ducks"
        state.output = ModelOutput.from_content(
            "gander/quack", f"{side} won at tick {result.ticks}: {result.reason}."
        )
        state.completed = True
        return state

    return run


def _model(role: str) -> Model:
    given = model_roles().get(role)
    if isinstance(given, list):
        raise InputError(
            f"the role {role!r} has {len(given)} models.", where="--model-role", todo="Give one."
        )
    # An unset role must not fall to the main model unseen.
    return get_model(role=role, required=True)


def _seated(
    settings: RunSettings, seed: int, models: Mapping[str, Model], pictures: Path | None
) -> dict[str, SeatModel]:
    """For each model's name, the models of the seats that have it."""
    seats: dict[str, dict[str, Model]] = {}
    for seat in Engine(settings.game_map, settings.rules, seed).seats:
        model = models.get("duck" if seat.duck else "goose")
        if model is not None:
            seats.setdefault(str(model), {})[seat.name] = model
    return {name: SeatModel(its, pictures) for name, its in seats.items()}


def _folder(records: Path | None, epoch: int) -> Path:
    """The folder of a run; each epoch is one of its own, for it plays the same seeds again."""
    if records is None:
        active = sample_active()
        location = "" if active is None else active.log_location.removeprefix("file://")
        if not location or "://" in location:
            raise InputError(
                f"records cannot be kept beside the log {location or '(there is none)'}.",
                where="-T records",
                todo="Give a folder of this machine: -T records=DIR.",
            )
        records = Path(location).with_suffix("")
    return records if epoch == 1 else records.with_name(f"{records.name}-epoch{epoch}")


# Samples of a run that are under way in this process, by its folder, and what lets go of it.
_under_way: dict[Path, tuple[int, contextlib.ExitStack]] = {}


@contextlib.contextmanager
def _held(folder: Path, settings: RunSettings) -> Iterator[None]:
    """Hold a run's folder while any of its samples runs here; it is begun or gone on with."""
    folder = folder.resolve()
    count, hold = _under_way.get(folder, (0, contextlib.ExitStack()))
    if not count:
        hold.enter_context(hold_run(folder, settings, resume=(folder / RUN).exists()))
    _under_way[folder] = count + 1, hold
    try:
        yield
    finally:
        count = _under_way[folder][0] - 1
        if count:
            _under_way[folder] = count, hold
        else:
            del _under_way[folder]
            hold.close()


def _tell(state: TaskState, path: Path) -> None:
    """The game as far as it was played, as the sample's messages."""
    if path.exists() and path.stat().st_size:
        state.messages = list(messages_of(read_record(path)))


def _facts(result: GameResult, path: Path) -> dict[str, object]:
    """How a game ended, whose decisions were refused, and what its models took, by player."""
    record = read_record(path)
    refused = Counter(
        record.names[event.data["player_id"]]
        for event in record.events
        if event.event_type == "decision" and not event.data["legal"]
    )
    return {
        "winner": result.winner,
        "reason": result.reason,
        "ticks": result.ticks,
        "meetings": result.meetings,
        "refused": dict(refused),
        RECORD: str(path),
        "costs": [
            {
                "player": cost.key[1],
                "model": cost.key[2],
                "calls": cost.calls,
                "answers": cost.answers,
                "used": cost.used,
                "failed": dict(cost.failed),
                "read": cost.read,
                "written": cost.written,
                "reasoning": cost.reasoning,
                "seconds": round(cost.seconds, 3),
            }
            for cost in costs_of(path.parent, "player")
        ],
    }


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
