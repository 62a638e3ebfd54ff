"""A puzzle's page: what models were told, what each replied, how that was read, and how it was compared."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gander.errors import InputError
from gander.eyeq.analysis import Sample
from gander.eyeq.analysis.outcomes import is_near, outcome_of
from gander.eyeq.analysis.synonyms import language_of
from gander.eyeq.demos import Demos
from gander.eyeq.hints import hint_in_words
from gander.eyeq.images import Picture
from gander.eyeq.prompting import Message, Prompts, VariantSpec, build
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.store import Cell, StoredRun
from gander.models.failures import Answered, Outcome, explain
from gander.viewer.eyeq.compared import Compared, by_exact, by_released
from gander.viewer.eyeq.opened import Column, OpenedRuns

__all__ = ["GuessView", "PuzzlePage", "guess_of", "puzzle_page"]

_LONGEST_REPLY = 50_000
"""Characters of a reply that are shown."""
_LONGEST_ANSWER = 2_000


class DemoView(msgspec.Struct, frozen=True):
    """A demonstration: the puzzle, and the reply that the model was shown for it."""

    key: str
    reply: str


class HelpView(msgspec.Struct, frozen=True):
    """What models were told with a variant.

    Attributes:
        variant: Its name.
        hint: ``none``, ``length`` or ``reveal``; empty if that is not known.
        hint_text: The hint: a number of characters, or the pattern.
        demos: Demonstrations that came first; empty for none, or if they cannot be told.
        demo_choice: How they were chosen: ``none``, ``fixed``, ``sampled``.
        attempts: The most attempts.
        blind: Whether the picture was left out.
        prompt: The first question as it was sent, ``[picture]`` for a picture; empty if it cannot be told.
        why: Why something of this cannot be told; empty if it can.
    """

    variant: str
    hint: str
    hint_text: str
    demos: tuple[DemoView, ...]
    demo_choice: str
    attempts: int
    blind: bool
    prompt: str
    why: str


class AttemptView(msgspec.Struct, frozen=True):
    """An attempt whose reply came.

    Attributes:
        told: What was added to the question after wrong guesses; empty if nothing was, or if that cannot
            be told.
        reply: The reply as it came; empty where there is only an answer.
        cut: How many characters of it are left out.
        answer: What was read as the answer; None if nothing.
        candidates: The candidates that it lists.
        clues: The clues that it lists.
        reading: The rules by which it was read.
        near: Whether a wrong answer is near a right one.
        exact: The comparison by the ``exact`` score.
        released: The comparison as the released runner scored.
        spent: What the call took.
    """

    told: str
    reply: str
    cut: int
    answer: str | None
    candidates: tuple[str, ...]
    clues: tuple[str, ...]
    reading: tuple[str, ...]
    near: bool
    exact: Compared
    released: Compared
    spent: "Spent | None"


class Spent(msgspec.Struct, frozen=True):
    """What a call took.

    Attributes:
        seconds: From the first try to the end.
        tries: Calls made.
        sent: Tokens sent, as the provider told them; with ``received`` 0 if it told none.
        received: Tokens received.
        reasoning: Of those, tokens of reasoning.
        cost: Money at the run's price; None without a price, or if no tokens were told.
    """

    seconds: float
    tries: int
    sent: int
    received: int
    reasoning: int
    cost: float | None


class FailureView(msgspec.Struct, frozen=True):
    """A call that failed: the kind, its sentence, what was told, and what there was of a reply."""

    kind: str
    words: str
    detail: str
    text: str
    spent: Spent | None


class GivenView(msgspec.Struct, frozen=True):
    """What a column made of the puzzle.

    Attributes:
        column: The column's number.
        outcome: What came of it, in a word.
        released: Whether it is right as the released runner scored.
        attempts: The attempts, in order.
        most_attempts: How many were allowed.
        failure: The call that failed.
        origin: Where it was read.
        picture: SHA-256 of the picture that was sent; empty if none was, or if that is not known.
    """

    column: int
    outcome: str
    released: bool
    attempts: tuple[AttemptView, ...]
    most_attempts: int
    failure: FailureView | None
    origin: str
    picture: str


class PuzzlePage(msgspec.Struct, frozen=True):
    """A puzzle.

    Attributes:
        key: Its key.
        language: The language of its answers.
        truths: The right answers.
        description: How it is solved; empty if nobody wrote that down.
        picture: Whether its picture is here.
        picture_hash: SHA-256 of the picture as it is here.
        helps: What models were told, a part a variant.
        given: What every column that was asked made of it.
    """

    key: str
    language: str
    truths: tuple[str, ...]
    description: str
    picture: bool
    picture_hash: str
    helps: tuple[HelpView, ...]
    given: tuple[GivenView, ...]


class GuessView(msgspec.Struct, frozen=True):
    """A person's guess, compared as a model's answer is."""

    near: bool
    exact: Compared
    released: Compared


def guess_of(opened: OpenedRuns, key: str, text: str) -> GuessView:
    """Compare a person's guess."""
    truths = opened.truths[key]
    guess = text.strip()[:_LONGEST_ANSWER]
    exact = by_exact(guess, truths)
    return GuessView(not exact.equal and is_near(guess, truths), exact, by_released(guess, truths[0]))


def puzzle_page(opened: OpenedRuns, key: str) -> PuzzlePage:
    """A puzzle with all that was asked and answered about it."""
    subset = key.partition(":")[0]
    puzzle = opened.pictures.puzzle(key)
    asked = [
        (number, column, sample)
        for number, column in enumerate(opened.columns)
        if (sample := opened.samples[column].get(key)) is not None
    ]
    prompts = Prompts.load()
    told = {number: _Told(opened, key, column, sample, prompts) for number, column, sample in asked}
    helps: dict[str, _Told] = {}
    for number, column, _ in asked:
        helps.setdefault(column.variant, told[number])
    return PuzzlePage(
        key,
        language_of(subset),  # type: ignore[arg-type]
        opened.truths[key],
        puzzle.description if puzzle is not None else "",
        puzzle is not None,
        opened.pictures.hash(key),
        tuple(its.view() for its in helps.values()),
        tuple(_given(opened, number, sample, told[number]) for number, _, sample in asked),
    )


class _Told:
    """What a model was told about a puzzle, worked out as the run did, if the texts are the same."""

    def __init__(
        self, opened: OpenedRuns, key: str, column: Column, sample: Sample, prompts: Prompts
    ) -> None:
        self.variant = column.variant
        self.spec = opened.answers.specs.get(column.variant)
        self.prompts = prompts
        self.why = ""
        id = key.partition(":")[2]
        asked = opened.asked_by(sample)
        cell = asked[1] if asked is not None else None
        if cell is not None:
            self.spec = cell.variant
        truths = opened.truths[key]
        # The picture is of no matter here: the words don't depend on it.
        self.puzzle = Puzzle(id, sample.place.subset, truths[0], lambda: b"", truths[1:])
        self.demos: Demos | None = None
        if self.spec is None:
            self.why = "What hint this variant gave is not known."
        elif cell is None:
            self.why = "Of a file of answers only the hint can be told."
        elif cell.prompts != prompts.hash_for(sample.place.subset, self.spec):
            self.why = "The prompt's texts are not those of this Gander, so only the hint can be told."
        elif self.spec.demos != "none":
            its = opened.pictures.sets.get(cell.data)
            if its is None:
                self.why = "Without these puzzles' folder the demonstrations cannot be told."
            else:
                self.demos = Demos(its, prompts)

    def messages(self, guesses: Sequence[str | None] = ()) -> list[Message]:
        """The conversation; empty if it cannot be told."""
        if self.spec is None or self.why:
            return []
        try:
            shown = self.demos.of(self.puzzle, self.spec) if self.demos is not None else ()
            return build(
                self.puzzle, self.spec, self.prompts, picture=Picture(b""), demos=shown, guesses=guesses
            )
        except InputError as error:
            self.why = error.lines[0]
            return []

    def view(self) -> HelpView:
        """What is shown of it."""
        messages = self.messages()
        spec = self.spec or VariantSpec(hint="none")
        hint = ""
        if self.spec is not None:
            hint = hint_in_words(
                spec.hint,
                self.puzzle.answer,
                subset=self.puzzle.subset,
                id=self.puzzle.id,
                style=spec.hints_style,
            )
        demos: tuple[DemoView, ...] = ()
        if messages and self.demos is not None:
            shown = self.demos.of(self.puzzle, spec)
            replies = [message.text for message in messages if message.role == "assistant"]
            demos = tuple(
                DemoView(demo.puzzle.key, reply) for demo, reply in zip(shown, replies, strict=True)
            )
        return HelpView(
            self.variant,
            "" if self.spec is None else spec.hint,
            hint,
            demos,
            spec.demos,
            spec.attempts,
            spec.blind,
            "\n\n".join(_in_words(messages)),
            self.why,
        )

    def revision(self, guesses: Sequence[str | None]) -> str:
        """What is added to the question after wrong guesses."""
        messages = self.messages(guesses) if guesses else []
        last = messages[-1].parts[-1] if messages else ""
        return last if isinstance(last, str) else ""


def _in_words(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        if len(messages) > 1:
            yield f"— {'asked' if message.role == 'user' else 'answered'}:"
        for part in message.parts:
            yield part if isinstance(part, str) else "[picture]"


def _given(opened: OpenedRuns, column: int, sample: Sample, told: _Told) -> GivenView:
    asked = opened.asked_by(sample)
    outcomes: Sequence[Outcome] = ()
    if asked is not None:
        outcomes = asked[0].outcomes(asked[1].id, sample.puzzle)
    answers = [outcome for outcome in outcomes if isinstance(outcome, Answered)]
    attempts = []
    guesses: list[str | None] = []
    for number, judged in enumerate(sample.attempts):
        reading, reply = judged.reading, sample.replies[number] if number < len(sample.replies) else ""
        answer = None if reading.answer is None else reading.answer[:_LONGEST_ANSWER]
        attempts.append(
            AttemptView(
                told.revision(guesses),
                reply[:_LONGEST_REPLY],
                max(0, len(reply) - _LONGEST_REPLY),
                answer,
                reading.candidates,
                reading.primary_clues,
                reading.trace,
                answer is not None and not judged.exact.equal and is_near(answer, sample.truths),
                by_exact(reading.answer, sample.truths),
                by_released(reading.answer, sample.truths[0]),
                _spent(answers[number], asked) if number < len(answers) else None,
            )
        )
        guesses.append(reading.answer)
    failure = sample.verdict.failure
    return GivenView(
        column,
        outcome_of(sample),
        sample.right_released,
        tuple(attempts),
        sample.most_attempts,
        None
        if failure is None
        else FailureView(
            failure.kind,
            explain(failure.kind),
            failure.detail,
            failure.text[:_LONGEST_REPLY],
            _spent(failure, asked),
        ),
        _origin(opened, sample, asked),
        sample.picture,
    )


def _origin(opened: OpenedRuns, sample: Sample, asked: tuple[StoredRun, Cell] | None) -> str:
    """Where it was read, by names below the opened folder."""
    names: Mapping[str, str] = {str(source.path): source.name for source in opened.sources}
    if asked is not None:
        return f"{names[str(asked[0].folder)]}, cell {asked[1].id}"
    for path, name in names.items():
        if sample.origin.startswith(f"{path}:"):
            return name + sample.origin.removeprefix(path)
    return sample.origin


def _spent(outcome: Outcome, asked: tuple[StoredRun, Cell] | None) -> Spent | None:
    if asked is None:
        return None
    run, cell = asked
    usage, price = outcome.usage, run.prices.get(cell.model)
    told = bool(usage.input or usage.output)
    return Spent(
        round(outcome.seconds, 3),
        outcome.tries,
        usage.input,
        usage.output,
        usage.reasoning,
        price.of(usage) if price is not None and told else None,
    )
