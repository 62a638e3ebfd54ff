"""A sample's game: played by our own code, its calls made through Inspect."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from inspect_ai.log._samples import sample_active
from inspect_ai.model import Model, ModelOutput, get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gander.errors import GanderError, InputError
from gander.layout import RUN
from gander.models import Patience
from gander.quack.costs import costs_of
from gander.quack.live_run import play_live_seed
from gander.quack.players import NoAnswer
from gander.quack.players.model.office import Office
from gander.quack.players.model.settings import ModelSettings
from gander.quack.record import read_record
from gander.quack.runs import (
    GameResult,
    RunSettings,
    hold_run,
    record_path,
)
from gander.quack.world import Engine
from gander.tasks.scores import RECORD
from gander.tasks.seats import SeatModel
from gander.tasks.told import messages_of

__all__ = ["GamePausedError", "play_one"]

_CALLS = 64  # at once, of one game; Inspect bounds those to a provider


class GamePausedError(GanderError):
    """A model had no answer: the game waits, so the sample ends in error and has no scores."""


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
