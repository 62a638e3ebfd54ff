"""From run folders and files of answers to one `Answers`; nothing is asked but the hint floor.

What was read from several places must fit together: the same key means the same puzzle, the same variant the
same question, and a puzzle is answered once in each place of the grid.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from gander.counted import listed
from gander.errors import InputError
from gander.eyeq.analysis.fitting import attempts_allowed, check_fits, named_variant
from gander.eyeq.analysis.floor import floor_of_puzzles, floor_place
from gander.eyeq.analysis.given import each_given
from gander.eyeq.analysis.samples import Answers, Sample
from gander.eyeq.answer_files import read_answers
from gander.eyeq.demos import evaluated
from gander.eyeq.matching import exact_form
from gander.eyeq.place import Place
from gander.eyeq.prompting import VariantSpec
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.store import StoredRun, read_run
from gander.eyeq.wide import Wide
from gander.faults import shown
from gander.models.failures import Answered

__all__ = ["gather"]


def gather(
    paths: Sequence[Path | StoredRun],
    puzzles: PuzzleSet | None = None,
    *,
    wide: Wide | None = None,
    floor: bool = True,
    on_misfit: Callable[[Path, InputError], None] | None = None,
    told: Callable[[str], None] = lambda text: None,
) -> Answers:
    """Read everything that is to be analysed together.

    Args:
        paths: Run folders, folders with run folders in them, files of answers, and runs that were read.
        puzzles: The puzzles, for files of answers without right answers, and for their pictures.
        wide: How to read files with a column a model.
        floor: Work out the hint floor for puzzles whose runs did not ask it.
        on_misfit: Told of a run or file that cannot be read or does not fit those before it, which is then
            left out; without it that is an error.
        told: Hears it, once, if the hint floor's replies cannot be kept.

    Raises:
        InputError: Something cannot be read, or does not fit together; with both places. Nothing was
            answered.
    """
    once = cache(told)
    gathered = _Gathered(puzzles)
    for one in each_given(paths):
        before = gathered.copy() if on_misfit else gathered
        try:
            if isinstance(one, StoredRun):
                gathered.take_run(one)
            elif one.is_file():
                gathered.take_file(one, wide, once)
            else:
                gathered.take_run(read_run(one))
        except InputError as error:
            if on_misfit is None:
                raise
            gathered = before
            on_misfit(one.folder if isinstance(one, StoredRun) else one, error)
    if not gathered.samples:
        where = ", ".join(str(one.folder if isinstance(one, StoredRun) else one) for one in paths)
        raise InputError("nothing was answered.", where=where)
    gathered.allow_attempts()
    if floor:
        gathered.add_floor(once)
    return gathered.answers()


class _Gathered:
    """What was read so far."""

    def __init__(self, puzzles: PuzzleSet | None) -> None:
        self.puzzles = puzzles
        self.samples: list[Sample] = []
        self.specs: dict[str, tuple[VariantSpec | None, str]] = {}
        self.to_ask: dict[Place, int] = {}
        self.sources: list[str] = []
        self.notes: list[str] = []
        self._of_files: list[int] = []  # samples
        self._attempts: dict[str, int] = {}  # allowed by variants, where files tell
        self._taken: dict[tuple[Place, str], str] = {}
        self._truths: dict[str, tuple[tuple[str, ...], str]] = {}
        self._settings: dict[str, set[str]] = {"prompts": set(), "data": set()}

    def copy(self) -> "_Gathered":
        """The same once more, which what is taken in from now on does not change."""
        other = _Gathered(self.puzzles)
        for name, value in vars(self).items():
            if name != "puzzles":
                setattr(other, name, deepcopy(value) if name == "_settings" else copy(value))
        return other

    def take_run(self, run: StoredRun) -> None:
        where = str(run.folder)
        data = sorted({cell.data for cell in run.cells.values()})
        self.sources.append(f"run {where} ({'; '.join(data)})")
        for id, cell in run.cells.items():
            place = cell.place
            self._know_variant(place.variant, cell.variant, where)
            if not place.is_floor:
                # Each subset has rules of its own, and so prompts of its own.
                self._settings["prompts"].add(f"{place.subset} {place.variant}\t{cell.prompts}")
                self._settings["data"].add(cell.data)
            for key in run.asked(id):
                replies = [outcome.text for outcome in run.outcomes(id, key) if isinstance(outcome, Answered)]
                verdict = run.verdict(id, key)
                self._take(
                    Sample(
                        len(self.samples),
                        place,
                        key,
                        run.puzzles[key].truths,
                        verdict,
                        tuple(replies[: len(verdict.attempts)]),
                        cell.variant.attempts,
                        run.picture(id, key),
                        f"{where}, cell {id}",
                    )
                )
            self.to_ask[place] = max(run.to_ask(id), self.to_ask.get(place, 0))

    def take_file(self, path: Path, wide: Wide | None, told: Callable[[str], None]) -> None:
        read = read_answers(path, self.puzzles, wide)
        self.sources.append(f"file {path}, for {read.puzzles.name}@{read.puzzles.revision}")
        self.notes += read.notes
        asked = Counter(puzzle.subset for puzzle in evaluated(read.puzzles))
        truths = {puzzle.key: (puzzle.answer, *puzzle.also_accept) for puzzle in read.puzzles}
        check_fits(read, self._named_variant, told)
        first = len(self.samples)
        for place, given in read.given.items():
            spec = self._named_variant(place.variant)
            most = spec.attempts if spec else 1
            for key, its in given.items():
                self._take(
                    Sample(
                        len(self.samples),
                        place,
                        key,
                        truths[key],
                        its.verdict,
                        its.replies,
                        most,
                        "",
                        its.where,
                    )
                )
            self.to_ask[place] = asked[place.subset]
        self._of_files += range(first, len(self.samples))

    def allow_attempts(self) -> None:
        """Where files have more attempts than their variant is known to allow, that many were allowed."""
        of_files = [self.samples[row] for row in self._of_files]
        allowed = attempts_allowed(((each.place, each.verdict) for each in of_files), self._known_variant)
        for sample in of_files:
            its = allowed.get(sample.place.hint)
            if its is not None and its.most > sample.most_attempts:
                self.samples[sample.row] = replace(sample, most_attempts=its.most)
        for variant, its in allowed.items():
            self._attempts[variant] = its.most
            self.notes.append(its.note)

    def add_floor(self, told: Callable[[str], None]) -> None:
        """Ask the hint floor about every puzzle and hint that it was not asked about."""
        wanted: dict[tuple[Place, str], dict[str, tuple[str, ...]]] = {}
        unknown: set[str] = set()
        targets = {
            place: floor_place(place.subset, place.variant) for place in {each.place for each in self.samples}
        }
        for sample in self.samples:
            place = sample.place
            target = targets[place]
            if place.is_floor or (target, sample.puzzle) in self._taken:
                continue
            if self.specs[place.variant][0] is None:
                unknown.add(place.variant)
                continue
            wanted.setdefault((target, place.hint), {})[sample.puzzle] = sample.truths
        for (target, variant), puzzles in wanted.items():
            spec = self._hint(variant)
            most = max(spec.attempts, self._attempts.get(variant, 1))
            spec = msgspec.structs.replace(spec, attempts=most)
            for key, verdict, replies in floor_of_puzzles(puzzles.items(), spec, told):
                self._take(
                    Sample(
                        len(self.samples),
                        target,
                        key,
                        puzzles[key],
                        verdict,
                        replies,
                        spec.attempts,
                        origin="worked out for this analysis",
                    )
                )
            self.to_ask[target] = max(self.to_ask.get(target, 0), len(puzzles))
        if unknown:
            names = listed([shown(name) if name else "without a name" for name in sorted(unknown)])
            self.notes.append(
                f"No hint floor for the variant {names}: what hint it gave is not known. A file says it in a "
                "column variant (none, basic, reveal, …)."
            )

    def answers(self) -> Answers:
        for what, found in self._settings.items():
            places = Counter(value.partition("\t")[0] for value in found) if what == "prompts" else None
            if (places and max(places.values()) > 1) or (places is None and len(found) > 1):
                self.notes.append(
                    f"The runs differ in their {what}: models may not have been asked the same."
                )
        return Answers(
            tuple(self.samples),
            {name: spec for name, (spec, _) in self.specs.items()},
            self.to_ask,
            tuple(self.sources),
            self.puzzles,
            tuple(self.notes),
        )

    def _take(self, sample: Sample) -> None:
        key = (sample.place, sample.puzzle)
        if key in self._taken:
            if sample.place.is_floor:
                return  # every run asks it, and it always says the same
            place = sample.place
            raise InputError(
                f"{sample.puzzle} is answered for {place.whole} here and in {self._taken[key]}.",
                where=sample.origin,
                todo="Give each run and file once, and different models different names.",
            )
        truths, first = self._truths.setdefault(sample.puzzle, (sample.truths, sample.origin))
        if truths[0] != sample.truths[0] and exact_form(truths[0]) != exact_form(sample.truths[0]):
            raise InputError(
                f"{sample.puzzle} is another puzzle here than in {first}.",
                where=sample.origin,
                todo=f"Here its answer is {shown(sample.truths[0])}, and there {shown(truths[0])}."
                " Analyse runs on different puzzles apart.",
            )
        self._taken[key] = sample.origin
        self.samples.append(sample)

    def _know_variant(self, name: str, spec: VariantSpec, where: str) -> None:
        known, first = self.specs.get(name, (None, where))
        if known is not None and known != spec and first != _FILE:
            raise InputError(
                f"{name} asked other questions here than in {first}: {'; '.join(_differences(known, spec))}.",
                where=where,
                todo="Analyse these runs apart.",
            )
        self.specs[name] = (spec, where)

    def _named_variant(self, name: str) -> VariantSpec | None:
        if name not in self.specs:
            self.specs[name] = (named_variant(name), _FILE)
        return self.specs[name][0]

    def _known_variant(self, name: str) -> VariantSpec | None:
        """What a name means, which need not be that of a variant here."""
        return self.specs[name][0] if name in self.specs else named_variant(name)

    def _hint(self, variant: str) -> VariantSpec:
        """What a variant with the picture is; the blind one tells it where it alone was asked."""
        spec, _ = self.specs.get(variant) or self.specs[f"{variant}+blind"]
        assert spec is not None
        return spec


_FILE = "a file of answers"


def _differences(known: VariantSpec, spec: VariantSpec) -> Iterator[str]:
    before, after = (msgspec.structs.asdict(one) for one in (known, spec))
    return (f"{name} {after[name]}, not {before[name]}" for name in before if before[name] != after[name])
