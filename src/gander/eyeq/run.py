"""The grid: models × subsets × variants × temperatures × seeds, asked into a folder; it can be resumed."""

import asyncio
import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from gander.errors import InputError, first_of
from gander.eyeq.abreast import abreast
from gander.eyeq.ahead import Ahead
from gander.eyeq.cache import check_cache
from gander.eyeq.demos import Demos, evaluated, settle
from gander.eyeq.hints import HintStyle
from gander.eyeq.images import Picture, fit_image
from gander.eyeq.prompting import DemoChoice, Prompts, VariantSpec, parse_variant
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.report import FLOOR
from gander.eyeq.solve import Status, says_nothing, solve
from gander.eyeq.sources import PuzzleSet, load_puzzles
from gander.eyeq.store import Cell, Store, StoredRun, read_run
from gander.models.call import Caller, Connections, Patience
from gander.models.failures import Answered, Outcome, hide_secrets, secrets_in
from gander.models.model import Sampling
from gander.models.opening import check_model, open_model
from gander.models.place import is_ours
from gander.models.price import Price
from gander.models.stopping import Stopped, Stopping

if TYPE_CHECKING:
    from gander.eyeq.prompting import Message

__all__ = ["Grid", "GridSettings", "Watcher", "check_models", "finished", "plan_grid", "run_grid"]

_MOST_READY = 32  # pictures made ready ahead; encoded, one takes half a megabyte or more
_ADDRESSES = ("base_url",)  # arguments of providers that say where a model is, not what it is
_KEYS = ("api_key", "api_key_var")


class GridSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a person asks for.

    Attributes:
        data: ``starter``, ``hub``, ``hub:OWNER/NAME`` or a folder.
        models: Inspect names of models.
        variants: Names of variants (`gander.eyeq.prompting.parse_variant`).
        subsets: Subsets in any usual spelling; empty for all there are.
        temperatures: Temperatures; None means the model's own and is sent to nobody.
        seeds: Seeds; None means none.
        limit: The most puzzles of each subset; None for all.
        attempts: Attempts of variants with ``refine``; None for the variant's own.
        demos: Which demonstrations variants with some show; None for what fits the puzzles.
        hints: What counts as a character in hints.
        blind: Leave the picture out.
        prompts: A folder with prompt texts of one's own.
        revision: The Hub's revision.
        skip_bad: Leave out rows that cannot be used.
        max_tokens: The most tokens of a reply; None for the model's own.
        model_args: Arguments for the providers.
        max_bytes: The most bytes of a picture that is sent; a bigger one is scaled down. None for any.
        max_side: The most pixels of its longer side; None for any.
        floor: Ask the hint floor too.
    """

    data: str = "starter"
    models: tuple[str, ...] = ()
    variants: tuple[str, ...] = ("basic",)
    subsets: tuple[str, ...] = ()
    temperatures: tuple[float | None, ...] = (None,)
    seeds: tuple[int | None, ...] = (None,)
    limit: int | None = None
    attempts: int | None = None
    demos: DemoChoice | None = None
    hints: HintStyle = "perceived"
    blind: bool = False
    prompts: Path | None = None
    revision: str | None = None
    skip_bad: bool = False
    max_tokens: int | None = None
    model_args: dict[str, Any] = {}
    max_bytes: int | None = None
    max_side: int | None = None
    floor: bool = True


@dataclass(frozen=True)
class Grid:
    """What will be asked.

    Attributes:
        settings: What was asked for.
        puzzles: All puzzles of the source; demonstrations come from them.
        prompts: The texts.
        cells: The cells, each model's together.
        asked: The puzzles of each cell, by its id.
        demos: Gives puzzles their demonstrations.
    """

    settings: GridSettings
    puzzles: PuzzleSet
    prompts: Prompts
    cells: tuple[Cell, ...]
    asked: Mapping[str, tuple[Puzzle, ...]]
    demos: Demos

    @property
    def models(self) -> tuple[str, ...]:
        """The models, in the order in which they are asked."""
        return tuple(dict.fromkeys(cell.model for cell in self.cells))

    def jobs(self, model: str) -> Iterator[tuple[Cell, Puzzle]]:
        """A model's puzzles, cell by cell."""
        for cell in self.cells:
            if cell.model == model:
                for puzzle in self.asked[cell.id]:
                    yield cell, puzzle


@dataclass
class Watcher:
    """Who wants to know how it goes; by default nobody.

    Attributes:
        began: Called with a model and the number of its puzzles that are still to be asked.
        call: Called after each call with its model and what came of it.
        done: Called after each puzzle with its model and what came of it.
    """

    began: Callable[[str, int], None] = field(default=lambda model, puzzles: None)
    call: Callable[[str, Outcome], None] = field(default=lambda model, outcome: None)
    done: Callable[[str, Status], None] = field(default=lambda model, status: None)


def plan_grid(settings: GridSettings) -> Grid:
    """Read the puzzles and prompts, and lay the grid out; everything that can be wrong is found here.

    Raises:
        InputError: Something asked for does not exist or does not fit together.
    """
    if not settings.models and not settings.floor:
        raise InputError("there is no model to ask.", todo="Give --model PROVIDER/MODEL.")
    for name in settings.models:
        if "/" not in name.strip("/"):
            raise InputError(
                f"there is no model {name!r}.",
                todo="Models are written PROVIDER/MODEL, for example openai/gpt-5.",
            )
    for temperature in settings.temperatures:
        if temperature is not None and not 0 <= temperature < math.inf:
            raise InputError(
                f"{temperature:g} is no temperature.", where="--temperature", todo="Give a number from 0."
            )
    for name in _KEYS:
        if name in settings.model_args:
            raise InputError(
                f"{name} is not taken on the command line.",
                todo="Keys come from the environment, for example OPENAI_API_KEY.",
            )
    if settings.max_bytes is not None or settings.max_side is not None:
        check_cache()
    prompts = Prompts.load(settings.prompts)
    puzzles = load_puzzles(
        settings.data,
        subsets=settings.subsets or None,
        skip_bad=settings.skip_bad,
        revision=settings.revision,
    )
    send = functools.partial(_fitted, max_bytes=settings.max_bytes, max_side=settings.max_side)
    demos = Demos(puzzles, prompts, send)
    specs = dict.fromkeys(
        settle(
            parse_variant(
                name,
                demos=settings.demos,
                attempts=settings.attempts,
                hints=settings.hints,
                blind=settings.blind,
            ),
            puzzles,
        )
        for name in settings.variants
    )
    cells: list[Cell] = []
    asked: dict[str, tuple[Puzzle, ...]] = {}
    for spec in specs:
        for subset in puzzles.subsets:
            demos.check(spec, subset)
    models = list(dict.fromkeys(settings.models))
    if settings.floor and FLOOR not in models:
        models.append(FLOOR)
    for model in models:
        for cell in _cells(model, settings, puzzles, prompts, list(specs)):
            if cell.id not in asked:
                cells.append(cell)
                asked[cell.id] = evaluated(puzzles, cell.subset)[: settings.limit]
    return Grid(settings, puzzles, prompts, tuple(cells), asked, demos)


def _cells(
    model: str,
    settings: GridSettings,
    puzzles: PuzzleSet,
    prompts: Prompts,
    specs: Sequence[VariantSpec],
) -> Iterator[Cell]:
    floor = model == FLOOR
    limits = f"{settings.max_bytes or ''}/{settings.max_side or ''}".strip("/")
    for spec in specs:
        for subset in puzzles.subsets:
            # The floor sees no picture and has no temperature, so it is asked once.
            for temperature in (None,) if floor else settings.temperatures:
                for seed in (None,) if floor else settings.seeds:
                    yield Cell(
                        model=model,
                        subset=subset,
                        variant=spec,
                        temperature=temperature,
                        seed=seed,
                        max_tokens=None if floor else settings.max_tokens,
                        model_args={}
                        if floor
                        else hide_secrets(
                            {k: v for k, v in settings.model_args.items() if k not in _ADDRESSES}
                        ),
                        data=f"{puzzles.name}@{puzzles.revision}",
                        prompts=prompts.hash_for(subset, spec),
                        picture_limits=limits,
                    )


def finished(run: StoredRun, cell: Cell, puzzle: Puzzle) -> bool:
    """Whether a folder has what came of a puzzle in a cell, and it is scored."""
    if cell.id not in run.cells or puzzle.key not in run.puzzles:
        return False
    return run.verdict(cell.id, puzzle.key).scored


def check_models(grid: Grid, folder: Path | None = None) -> None:
    """Find out whether every model that still has something to answer can be opened; nothing is asked.

    Args:
        grid: The grid.
        folder: A folder where part of it may be done already.

    Raises:
        InputError: A model's provider, package or key is missing, or an argument is wrong.
    """
    run = read_run(folder, missing_ok=True) if folder else StoredRun(Path(), {}, {})

    async def check() -> None:
        for model in grid.models:
            if not all(finished(run, *job) for job in grid.jobs(model)):
                await check_model(model, _arguments(grid, model))

    asyncio.run(check())


def _arguments(grid: Grid, model: str) -> Mapping[str, Any]:
    return {} if model == FLOOR else grid.settings.model_args


def run_grid(
    grid: Grid,
    folder: Path,
    *,
    connections: int = 8,
    patience: Patience | None = None,
    prices: Mapping[str, Price] | None = None,
    watcher: Watcher | None = None,
) -> tuple[StoredRun, list[Stopped]]:
    """Ask all that is not answered yet, and keep every reply as it comes.

    It may be stopped at any moment, also by a kill: running it again asks what is missing, and asks again
    what failed. At most the calls under way are paid twice. Models of different providers are asked at the
    same time (`gander.eyeq.abreast.abreast`).

    Args:
        grid: What to ask.
        folder: The run's folder.
        connections: The most calls to a model at once; fewer while its provider complains.
        patience: How long and how often a call is tried.
        prices: The models' prices, which the folder keeps for its reports.
        watcher: Who wants to know how it goes.

    Returns:
        The run, and the models that were not asked to the end.

    Raises:
        InputError: The folder cannot be used (see `gander.eyeq.store.Store.open`), a model cannot be
            opened, or the disk is full.
    """
    # One that cannot be opened must not be found when others were asked, nor leave cells in the folder.
    check_models(grid, folder)
    puzzles = {puzzle.key: puzzle for asked in grid.asked.values() for puzzle in asked}
    numbers = {cell: len(asked) for cell, asked in grid.asked.items()}
    with Store.open(folder, grid.cells, puzzles.values(), numbers, prices) as store:
        work = _Work(grid, store, connections, patience or Patience(), watcher or Watcher())
        try:
            asyncio.run(work.all())
        except* InputError as group:
            raise first_of(group) from None
        return store.run, work.stopped


@dataclass
class _Work:
    """One go at a grid."""

    grid: Grid
    store: Store
    connections: int
    patience: Patience
    watcher: Watcher
    stopped: list[Stopped] = field(default_factory=list)

    async def all(self) -> None:
        async with asyncio.TaskGroup() as group:
            for line in abreast(self.grid.models, self.grid.settings.model_args):
                group.create_task(self._line(line))
        await self._line([model for model in self.grid.models if is_ours(model)])

    async def _line(self, models: Sequence[str]) -> None:
        for model in models:
            todo = [job for job in self.grid.jobs(model) if not finished(self.store.run, *job)]
            self.watcher.began(model, len(todo))
            if todo:
                await self._model(model, todo)

    async def _model(self, name: str, todo: Sequence[tuple[Cell, Puzzle]]) -> None:
        args = _arguments(self.grid, name)
        model = open_model(name, args, connections=self.connections)
        line = Connections(self.connections)
        callers: dict[str, Caller] = {}
        for cell in self.grid.cells:
            if cell.model == name:
                callers[cell.id] = Caller(
                    model,
                    Sampling(temperature=cell.temperature, seed=cell.seed, max_tokens=cell.max_tokens),
                    patience=self.patience,
                    connections=line,
                    empty=says_nothing,
                    secrets=secrets_in(args),
                )
        jobs = Ahead(todo, self._picture, min(self.connections, _MOST_READY))
        stop = Stopping(name, self.connections, answered=self._answered(name))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self.connections, len(todo))):
                    group.create_task(self._worker(jobs, callers, stop))
        finally:
            await model.close()
        if stop.why is not None:
            self.stopped.append(stop.why)

    def _answered(self, model: str) -> bool:
        """Whether the folder has an answer of the model."""
        run = self.store.run
        return any(
            isinstance(outcome, Answered)
            for cell in self.grid.cells
            if cell.model == model
            for key in run.asked(cell.id)
            for outcome in run.outcomes(cell.id, key)
        )

    async def _worker(
        self,
        jobs: Ahead[tuple[Cell, Puzzle], Picture | None],
        callers: Mapping[str, Caller],
        stop: Stopping,
    ) -> None:
        async for (cell, puzzle), ready in jobs:
            await self._puzzle(cell, puzzle, ready, callers[cell.id], stop)
            if stop.why is not None:
                return

    def _picture(self, job: tuple[Cell, Puzzle]) -> Picture | None:
        """A puzzle's picture, encoded as it is sent and hashed as it is recorded."""
        cell, puzzle = job
        try:
            picture = self.grid.demos.send(puzzle.image())
        except InputError:
            return None  # solving the puzzle tells why
        if not cell.variant.blind:
            _ = picture.data_uri, picture.sha256
        return picture

    async def _puzzle(
        self, cell: Cell, puzzle: Puzzle, ready: Picture | None, caller: Caller, stop: Stopping
    ) -> None:
        async def ask(messages: "list[Message]", attempt: int) -> Outcome:
            marks: dict[str, str | int] = {"puzzle": puzzle.key, "attempt": attempt}
            return await caller.ask(messages, scope=f"{cell.seed}|{attempt}", marks=marks)

        def keep(attempt: int, outcome: Outcome, picture: Picture | None) -> None:
            sent = "" if picture is None or cell.variant.blind else picture.sha256
            note = None if picture is None else picture.note
            self.store.keep_outcome(cell.id, puzzle.key, attempt, outcome, sent, note)
            stop.heard(outcome)
            self.watcher.call(cell.model, outcome)

        verdict = await solve(
            puzzle,
            cell.variant,
            self.grid.prompts,
            self.grid.demos,
            ask,
            keep=keep,
            earlier=self.store.run.outcomes(cell.id, puzzle.key),
            ready=ready,
        )
        self.watcher.done(cell.model, verdict.status)


def _fitted(data: bytes, *, max_bytes: int | None, max_side: int | None) -> Picture:
    return Picture(*fit_image(data, max_bytes, max_side))
