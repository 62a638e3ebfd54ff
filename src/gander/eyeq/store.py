"""A run's folder: what was asked, and every reply as it came.

``run.json`` says what the cells of the grid are, ``puzzles.jsonl`` holds the puzzles' answers, and
``answers.jsonl`` grows by one line a call. Scores are not stored: they follow from the replies, so a better
reader or matcher needs no call.
"""

import contextlib
import datetime
import functools
import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gander.errors import InputError
from gander.eyeq.place import Place
from gander.eyeq.prompting import VariantSpec
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.solve import Verdict, judge
from gander.faults import shown
from gander.files import LineFile, ended_lines, hold, write_whole
from gander.layout import ANSWERS, PUZZLES, RUN
from gander.models.failures import Answered, Outcome, Usage
from gander.models.price import Price

__all__ = ["Cell", "Line", "PuzzleFacts", "Store", "StoredRun", "read_run"]

_LOCK = ".lock"  # made by `gander.files.hold`, and only by it
_FORMAT = 1
_T = TypeVar("_T")


class Cell(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One cell of a grid: a model on a subset with a variant, at a temperature, with a seed.

    All of it matters: with any of it changed, other questions are asked, and it is another run.

    Attributes:
        model: The model's Inspect name.
        subset: The subset.
        variant: What the prompt holds.
        temperature: The temperature; None for the model's own.
        seed: The seed; None for none.
        max_tokens: The most tokens of a reply; None for the model's own.
        model_args: Arguments for the provider, a short hash in place of what may be a secret. Addresses are
            not among them: the same model may be served at another one tomorrow.
        data: What the puzzles are, and which revision of them.
        prompts: SHA-256 of the texts used.
        picture_limits: What pictures were scaled down to; empty if they were not.
    """

    model: str
    subset: Subset
    variant: VariantSpec
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    model_args: dict[str, Any] = {}
    data: str = ""
    prompts: str = ""
    picture_limits: str = ""

    @functools.cached_property
    def id(self) -> str:
        """A short name made from all of it."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:10]

    @property
    def place(self) -> Place:
        """Its place in the grid, which only one cell of a folder may have."""
        return Place(self.model, self.subset, self.variant.name, self.temperature, self.seed)

    @property
    def title(self) -> str:
        """Its place in words."""
        extra = "" if self.temperature is None else f", temperature {self.temperature:g}"
        extra += "" if self.seed is None else f", seed {self.seed}"
        return f"{self.model}, {self.subset}, {self.variant.name}{extra}"


class PuzzleFacts(msgspec.Struct, frozen=True):
    """What scoring needs of a puzzle."""

    key: str
    answer: str
    also_accept: tuple[str, ...] = ()

    @property
    def truths(self) -> tuple[str, ...]:
        """All right answers, the main one first."""
        return (self.answer, *self.also_accept)


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of ``answers.jsonl``: one call.

    Attributes:
        cell: The cell's id.
        puzzle: The puzzle's key.
        attempt: The attempt, from 1.
        outcome: What came of it.
        image: SHA-256 of the picture that was sent; empty if none was.
        image_note: What was done to the picture; empty if nothing.
        at: When, in seconds since 1970.
    """

    cell: str
    puzzle: str
    attempt: int
    outcome: Outcome
    image: str = ""
    image_note: str = ""
    at: float = 0.0


class _Run(msgspec.Struct, kw_only=True):
    format: int = _FORMAT
    gander: str = ""
    cells: dict[str, Cell] = {}
    to_ask: dict[str, int] = {}
    prices: dict[str, Price] = {}


class StoredRun:
    """A run's folder as it is on disk.

    Attributes:
        folder: The folder.
        cells: The cells, by their ids, in the order in which they were asked for.
        puzzles: The puzzles, by their keys.
        numbers: How many puzzles each cell is to ask, by its id.
        prices: The prices that were given last, by the models' names.
    """

    def __init__(
        self,
        folder: Path,
        cells: dict[str, Cell],
        puzzles: dict[str, PuzzleFacts],
        numbers: dict[str, int] | None = None,
        prices: dict[str, Price] | None = None,
    ) -> None:
        self.folder = folder
        self.cells = cells
        self.puzzles = puzzles
        self.numbers = numbers or {}
        self.prices = prices or {}
        self._outcomes: dict[str, dict[str, dict[int, Outcome]]] = {}  # by cell, puzzle and attempt
        self._usage: dict[str, Usage] = {}
        self._began: dict[str, float] = {}
        self._pictures: dict[tuple[str, str], str] = {}

    def add(self, line: Line) -> None:
        """Take a line in; a failure never hides an answer."""
        self._began.setdefault(line.cell, line.at)
        self._usage[line.cell] = self.usage(line.cell) + line.outcome.usage
        if line.image:
            self._pictures[line.cell, line.puzzle] = line.image
        attempts = self._outcomes.setdefault(line.cell, {}).setdefault(line.puzzle, {})
        if not isinstance(attempts.get(line.attempt), Answered):
            attempts[line.attempt] = line.outcome

    def outcomes(self, cell: str, puzzle: str) -> list[Outcome]:
        """What came of the attempts at a puzzle, in order; from the first gap on they are left out."""
        attempts = self._outcomes.get(cell, {}).get(puzzle, {})
        found: list[Outcome] = []
        while (number := len(found) + 1) in attempts:
            found.append(attempts[number])
        return found

    def usage(self, cell: str) -> Usage:
        """Tokens of every call of a cell, also of those that failed and were asked again."""
        return self._usage.get(cell, Usage())

    def cost(self, cell: str) -> float | None:
        """What the calls of a cell cost; None if its model has no price or tells no tokens."""
        price, usage = self.prices.get(self.cells[cell].model), self.usage(cell)
        if price is None or (not (usage.input or usage.output) and self.answered(cell)):
            return None
        return price.of(usage)

    def began(self, cell: str) -> str:
        """When the first reply of a cell came, as ISO 8601 in UTC; 1970 if none did."""
        return datetime.datetime.fromtimestamp(self._began.get(cell, 0.0), datetime.UTC).isoformat()

    def picture(self, cell: str, puzzle: str) -> str:
        """SHA-256 of the picture that a cell sent for a puzzle; empty if it sent none."""
        return self._pictures.get((cell, puzzle), "")

    def asked(self, cell: str) -> list[str]:
        """The keys of the puzzles that a cell has outcomes of."""
        return list(self._outcomes.get(cell, {}))

    def answered(self, cell: str) -> bool:
        """Whether a cell has an answer."""
        return any(
            isinstance(outcome, Answered)
            for attempts in self._outcomes.get(cell, {}).values()
            for outcome in attempts.values()
        )

    def to_ask(self, cell: str) -> int:
        """How many puzzles a cell is to ask; in folders that do not say it, all of its subset."""
        subset = self.cells[cell].subset
        number = self.numbers.get(cell)
        return sum(key.startswith(f"{subset}:") for key in self.puzzles) if number is None else number

    def verdict(self, cell: str, puzzle: str) -> Verdict:
        """What came of a puzzle in a cell."""
        return judge(
            self.puzzles[puzzle].truths,
            self.outcomes(cell, puzzle),
            self.cells[cell].variant.attempts,
        )

    def verdicts(self, cell: str) -> Iterator[tuple[str, Verdict]]:
        """What came of every puzzle that a cell asked."""
        for puzzle in self.asked(cell):
            yield puzzle, self.verdict(cell, puzzle)


class Store:
    """A run's folder, open for writing; one process at a time.

    Attributes:
        run: What is in it, kept up to date.
    """

    def __init__(self, folder: Path, run: StoredRun, answers: LineFile) -> None:
        self.folder = folder
        self.run = run
        self._answers = answers
        self._encoder = msgspec.json.Encoder()

    @classmethod
    @contextlib.contextmanager
    def open(
        cls,
        folder: Path,
        cells: Sequence[Cell],
        puzzles: Iterable[Puzzle],
        numbers: Mapping[str, int],
        prices: Mapping[str, Price] | None = None,
    ) -> "Iterator[Store]":
        """Open a folder for a grid: a new one, or one with part of it already done.

        Args:
            folder: The folder; made if missing.
            cells: The cells that will be asked.
            puzzles: The puzzles that will be asked.
            numbers: How many of them each cell will ask, by its id; fewer than before change nothing.
            prices: Prices of models, in place of those that were given before.

        Raises:
            InputError: Another process writes there; something else is in it; it holds answers to other
                puzzles, or of one of the cells with other settings; it cannot be written.
        """
        if folder.is_dir() and not (folder / RUN).exists():
            others = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
            if (folder / _LOCK).exists():
                others.discard(PUZZLES)  # of a run that was killed before it was named
            if others:
                raise InputError(
                    f"the folder is not empty and holds no run ({', '.join(sorted(others)[:3])}).",
                    where=str(folder),
                    todo="Choose another folder.",
                )
        with hold(folder):
            run = read_run(folder, missing_ok=True)
            for changed in _changed(run, cells):
                del run.cells[changed]
                run.numbers.pop(changed, None)
            facts = {p.key: PuzzleFacts(p.key, p.answer, p.also_accept) for p in puzzles}
            run.cells.update({cell.id: cell for cell in cells})
            run.puzzles.update(facts)
            run.prices.update(prices or {})
            run.numbers.update({id: max(number, run.numbers.get(id, 0)) for id, number in numbers.items()})
            # Puzzles first: a run that is named has them.
            lines = b"".join(msgspec.json.encode(fact) + b"\n" for fact in run.puzzles.values())
            write_whole(folder / PUZZLES, lines)
            from gander import __version__  # noqa: PLC0415

            its = _Run(gander=__version__, cells=run.cells, to_ask=run.numbers, prices=run.prices)
            listing = msgspec.json.encode(its)
            write_whole(folder / RUN, msgspec.json.format(listing, indent=2) + b"\n")
            with LineFile(folder / ANSWERS) as answers:
                yield cls(folder, run, answers)

    def keep(self, line: Line) -> None:
        """Write a line and take it in. When this returns, no death of the process can lose it.

        Raises:
            InputError: The disk is full, or the file can no longer be written.
        """
        self._answers.append(self._encoder.encode(line) + b"\n")
        self.run.add(line)

    def keep_outcome(
        self, cell: str, puzzle: str, attempt: int, outcome: Outcome, image: str, note: str | None
    ) -> None:
        """Write what came of a call."""
        self.keep(Line(cell, puzzle, attempt, outcome, image, note or "", round(time.time(), 3)))


def read_run(folder: Path, *, missing_ok: bool = False) -> StoredRun:
    """Read a run's folder; also while it is being written, or after its process died.

    Args:
        folder: The folder.
        missing_ok: Give an empty run if there is none.

    Raises:
        InputError: There is no run, or a file of it is damaged; the message names the line.
    """
    try:
        listing = msgspec.json.decode((folder / RUN).read_bytes(), type=_Run)
    except NotADirectoryError as error:
        raise InputError("is no folder.", where=str(folder)) from error
    except FileNotFoundError as error:
        if missing_ok:
            return StoredRun(folder, {}, {})
        raise InputError(
            "holds no run of gander eyeq.", where=str(folder), todo="Give the folder of --out."
        ) from error
    except (OSError, msgspec.MsgspecError) as error:
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be read ({reason}).", where=str(folder / RUN)) from error
    if listing.format != _FORMAT:
        raise InputError(
            f"was written in format {listing.format}; this Gander reads {_FORMAT}.", where=str(folder / RUN)
        )
    # Answers first: a run that goes on meanwhile has written their puzzles before.
    lines = list(_lines(folder / ANSWERS, Line))
    puzzles = {fact.key: fact for _, fact in _lines(folder / PUZZLES, PuzzleFacts)}
    run = StoredRun(folder, listing.cells, puzzles, listing.to_ask, listing.prices)
    for number, line in lines:
        if line.puzzle not in puzzles:
            raise InputError(
                f"the line is about the puzzle {shown(line.puzzle)}, which {PUZZLES} does not have.",
                where=f"{folder / ANSWERS}:{number}",
                todo=f"Bring {PUZZLES} back as the run wrote it.",
            )
        run.add(line)
    return run


def _lines(path: Path, kind: type[_T]) -> Iterator[tuple[int, _T]]:
    """The lines of a file, each with its number."""
    decoder = msgspec.json.Decoder(kind)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or '').lower()}).", where=str(path)) from error
    for number, line in enumerate(ended_lines(data), 1):
        try:
            yield number, decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise InputError(
                f"the line is damaged ({error}).",
                where=f"{path}:{number}",
                todo="Delete the line to ask its question again.",
            ) from error


def _changed(run: StoredRun, cells: Sequence[Cell]) -> list[str]:
    """The cells of a run whose places others take now; they have no answers.

    Raises:
        InputError: The folder has answers to other puzzles, or in the place of one of the cells: scores
            follow from the puzzles and answers of the whole folder, so those of two runs must not mix.
    """
    answered = [cell for cell in run.cells.values() if run.answered(cell.id)]
    known = {cell.place: cell for cell in answered}
    for cell in cells:
        before = known.get(cell.place)
        what = f"a run of {cell.title} with other settings"
        if before is None:
            before = next((other for other in answered if other.data != cell.data), cell)
            what = "answers to other puzzles"
        if before.id != cell.id:
            only = ("data",) if before.data != cell.data else ()
            raise InputError(
                f"the folder holds {what}: {_difference(before, cell, only)}.",
                where=str(run.folder),
                todo="Choose another folder, or give the settings of that run.",
            )
    places = {cell.place: cell.id for cell in cells}
    data = {cell.data for cell in cells}
    return [
        id
        for id, cell in run.cells.items()
        if not run.answered(id) and (places.get(cell.place, id) != id or cell.data not in data)
    ]


def _difference(before: Cell, after: Cell, only: Sequence[str] = ()) -> str:
    old, new = _flat(before), _flat(after)
    names = only or [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return "; ".join(f"{name} was {_short(old.get(name))} and is {_short(new.get(name))}" for name in names)


def _flat(cell: Cell) -> dict[str, Any]:
    """A cell's settings, those of its variant and arguments among them, by their names."""
    settings: dict[str, Any] = msgspec.to_builtins(cell)
    inner = settings.pop("variant"), settings.pop("model_args")
    return {**settings, **inner[0], **{f"argument {name}": value for name, value in inner[1].items()}}


def _short(value: object) -> str:
    if value is None or value == "":
        return "not given"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"
