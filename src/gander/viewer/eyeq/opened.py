"""Runs opened together: their answers gathered, those that cannot be read or do not fit told apart."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from gander.errors import InputError
from gander.eyeq.analysis import Answers, Place, Sample
from gander.eyeq.analysis.gather import gather
from gander.eyeq.analysis.outcomes import outcomes_of
from gander.eyeq.natural_order import natural_key
from gander.eyeq.place import FLOOR
from gander.eyeq.puzzles import SUBSETS, Subset
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.store import Cell, StoredRun, read_run
from gander.viewer.eyeq.pictures import Pictures

__all__ = ["Column", "OpenedRuns", "Source", "open_runs"]

_NUMBER = re.compile(r"(\d{1,18})")


class Column(NamedTuple):
    """What was asked how, whatever the subset: a column of the grid."""

    model: str
    variant: str
    temperature: float | None
    seed: int | None

    @classmethod
    def of(cls, place: Place) -> "Column":
        """The column that a place belongs to."""
        return cls(place.model, place.variant, place.temperature, place.seed)


@dataclass(frozen=True)
class Source:
    """A run's folder or a file of answers, as it was found.

    Attributes:
        id: What the browser calls it.
        name: Its path below the opened folder.
        path: Where it is.
        fault: Why it is left out; empty if it is not.
    """

    id: str
    name: str
    path: Path
    fault: str = ""


@dataclass(frozen=True)
class OpenedRuns:
    """Runs and files of answers, as of when they were read.

    Attributes:
        version: Names this state of them.
        sources: All that were asked for, those that are left out with their faults.
        answers: What the others hold.
        runs: The runs among them.
        pictures: Their puzzles' pictures.
    """

    version: str
    sources: tuple[Source, ...]
    answers: Answers
    runs: tuple[StoredRun, ...]
    pictures: Pictures

    @cached_property
    def truths(self) -> Mapping[str, tuple[str, ...]]:
        """The right answers of every puzzle, by its key; by subset, then by number."""
        found = {sample.puzzle: sample.truths for sample in self.answers.samples}
        for run in self.runs:
            for key, facts in run.puzzles.items():
                found.setdefault(key, facts.truths)
        return {key: found[key] for key in sorted(found, key=_order)}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The puzzles' places in that order."""
        return {key: number for number, key in enumerate(self.truths)}

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns: by model, the hint floor last, then as analyses order variants."""
        variants = {name: number for number, name in enumerate(self.answers.variants)}
        found = dict.fromkeys(Column.of(place) for place in (*self.answers.places, *self.answers.to_ask))
        return tuple(
            sorted(
                found,
                key=lambda one: (
                    one.model == FLOOR,
                    natural_key(one.model),
                    variants.get(one.variant, len(variants)),
                    one.variant,
                    -1.0 if one.temperature is None else one.temperature,
                    -1 if one.seed is None else one.seed,
                ),
            )
        )

    @cached_property
    def samples(self) -> Mapping[Column, Mapping[str, Sample]]:
        """The samples of each column, by puzzle."""
        found: dict[Column, dict[str, Sample]] = {column: {} for column in self.columns}
        for sample in self.answers.samples:
            found[Column.of(sample.place)][sample.puzzle] = sample
        return found

    @cached_property
    def subsets(self) -> Mapping[Column, frozenset[Subset]]:
        """The subsets that each column was asked about, or is to be."""
        found: dict[Column, set[Subset]] = {column: set() for column in self.columns}
        for place in (*self.answers.places, *self.answers.to_ask):
            found[Column.of(place)].add(place.subset)
        return {column: frozenset(its) for column, its in found.items()}

    def not_asked(self, column: Column, keys: Collection[str]) -> int:
        """How many of some puzzles a column is to be asked and was not, as ``gander eyeq report`` counts.

        A run tells how many puzzles it is to ask, and which it knows: it is to ask of those, and no more.
        """
        left = 0
        for subset in self.subsets[column]:
            place = Place(column.model, subset, column.variant, column.temperature, column.seed)
            its = self.answers.places.get(place, ())
            to_ask = self.answers.to_ask.get(place, len(its)) - len(its)
            known = self._known.get(place, self.truths)
            open = [key for key in keys if key in known and key.partition(":")[0] == subset]
            left += max(0, min(to_ask, sum(key not in self.samples[column] for key in open)))
        return left

    @cached_property
    def _known(self) -> Mapping[Place, frozenset[str]]:
        """The puzzles that the runs know which are to ask a place."""
        found: dict[Place, set[str]] = {}
        for run in self.runs:
            for cell in run.cells.values():
                found.setdefault(cell.place, set()).update(run.puzzles)
        return {place: frozenset(keys) for place, keys in found.items()}

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """For each column a letter a puzzle.

        The outcome's first, ``i`` for unfinished; ``-`` where there is nothing to tell.
        """
        letters = {"unfinished": "i"}
        told = []
        for column in self.columns:
            its = ["-"] * len(self.truths)
            samples = self.samples[column]
            for key, outcome in zip(samples, outcomes_of(list(samples.values())), strict=True):
                its[self.numbers[key]] = letters.get(outcome, outcome[0])
            told.append("".join(its))
        return tuple(told)

    def asked_by(self, sample: Sample) -> tuple[StoredRun, Cell] | None:
        """The run and cell that a sample comes from; None for a file of answers."""
        return self._cells.get(sample.origin)

    @cached_property
    def _cells(self) -> dict[str, tuple[StoredRun, Cell]]:
        # As `gather` names a sample's origin.
        return {
            f"{run.folder}, cell {id}": (run, cell) for run in self.runs for id, cell in run.cells.items()
        }


def open_runs(
    version: str,
    sources: Sequence[Source],
    pictures_of: Callable[[Mapping[str, Sequence[str]]], Pictures],
    puzzles_of: Callable[[], PuzzleSet | None],
) -> OpenedRuns:
    """Read runs and files of answers together.

    Args:
        version: What to call this state of them.
        sources: What to read; what is at fault already is passed over.
        pictures_of: Finds pictures, given what the runs that have a puzzle call its set, by its key.
        puzzles_of: Gives the puzzles of files of answers that do not have the right answers themselves; None
            if nobody knows which these are.
    """
    faults: dict[Path, str] = {}
    readable: list[Path | StoredRun] = []
    for source in sources:
        if source.fault:
            faults[source.path] = source.fault
            continue
        try:
            readable.append(read_run(source.path) if source.path.is_dir() else source.path)
        except InputError as error:
            faults[source.path] = _told(error, sources)

    answers, left_out = _gathered(readable, None)
    puzzles = None
    # Advice to name puzzles means that a file does not have the right answers itself.
    if any("--data" in misfit.todo for misfit in left_out.values()):
        puzzles = puzzles_of()
        if puzzles is not None:
            answers, left_out = _gathered(readable, puzzles)
    for path, misfit in left_out.items():
        told = misfit
        if "--data" in misfit.todo:
            todo = "Open the folder of its puzzles too, and no other puzzles."
            told = InputError(misfit.what, where=misfit.where, todo=todo)
        elif path.is_dir() or "another puzzle" in misfit.what:
            # The analyses' advice may name answers, and is for a command line.
            told = InputError(misfit.what, where=misfit.where, todo="Choose it apart from the others.")
        faults[path] = _told(told, sources)
    runs = tuple(one for one in readable if isinstance(one, StoredRun) and one.folder not in faults)
    asked = _asked(runs)
    if puzzles is not None:
        for sample in answers.samples:
            asked.setdefault(sample.puzzle, {f"{puzzles.name}@{puzzles.revision}": None})
    return OpenedRuns(
        version,
        tuple(Source(source.id, source.name, source.path, faults.get(source.path, "")) for source in sources),
        answers,
        runs,
        pictures_of({key: tuple(names) for key, names in asked.items()}),
    )


def _asked(runs: Sequence[StoredRun]) -> dict[str, dict[str, None]]:
    """What the runs that have a puzzle call its set, by its key."""
    found: dict[str, dict[str, None]] = {}
    for run in runs:
        named: dict[str, dict[str, None]] = {}
        for cell in run.cells.values():
            named.setdefault(cell.subset, {})[cell.data] = None
        for key in run.puzzles:
            found.setdefault(key, {}).update(named.get(key.partition(":")[0], {}))
    return found


def _gathered(
    readable: Sequence[Path | StoredRun], puzzles: PuzzleSet | None
) -> tuple[Answers, dict[Path, InputError]]:
    """The answers, and what is left out and why."""
    left_out: dict[Path, InputError] = {}
    try:
        return gather(readable, puzzles, floor=False, on_misfit=left_out.__setitem__), left_out
    except InputError:
        return Answers(()), left_out  # nothing was answered yet, or nothing could be read


def _told(error: InputError, sources: Sequence[Source]) -> str:
    """What is wrong, with places inside the opened folders by their names there."""
    told = error.lines[0]
    for source in sorted(sources, key=lambda one: -len(str(one.path))):
        told = told.replace(str(source.path), source.name)
    return told


def _order(key: str) -> tuple[int, list[tuple[int, int, str]]]:
    """By subset, then as people count: 2 before 10."""
    subset, _, id = key.partition(":")
    parts = [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _NUMBER.split(id) if part]
    return (SUBSETS.index(subset) if subset in SUBSETS else len(SUBSETS), parts)
