"""The samples as the page carries them: every attempt, and what was drawn of them for the gallery."""

import msgspec

from gander.eyeq.analysis import Answers
from gander.eyeq.solve import Judged
from gander.models.failures import Failed, explain
from gander.report.eyeq.page.gallery import gallery
from gander.report.eyeq.page.once import Once

__all__ = ["Listed", "listed"]


class _Attempt(msgspec.Struct, array_like=True):
    answer: str | None
    right: bool
    released: bool
    form: str | None  # what was compared, where it is not the answer itself
    rules: int  # in `_Page.rules`


class _Sample(msgspec.Struct, array_like=True):
    place: int
    puzzle: int
    status: str
    right: bool
    released: bool
    attempts: list[_Attempt]
    most: int
    failure: str
    origin: str


class _Group(msgspec.Struct):
    title: str
    how: str
    rows: tuple[int, ...]


class Listed(msgspec.Struct, frozen=True):
    """What the page carries of samples, as far as it needs no results: it can be made beside them.

    Attributes:
        places: The places that samples name by number.
        puzzles: The puzzles that they name, each with its right answers.
        samples: The samples, as JSON.
        rules: How answers were read and compared, as attempts name it.
        gallery: Examples of each kind, as JSON.
    """

    places: list[tuple[str, ...]]
    puzzles: list[tuple[str, tuple[str, ...]]]
    samples: msgspec.Raw
    rules: list[str]
    gallery: msgspec.Raw


def listed(answers: Answers) -> Listed:
    """The samples for the page."""
    places, puzzles, rules = Once[tuple[str, ...]](), Once[tuple[str, tuple[str, ...]]](), Once[str]()
    numbers = {
        place: places(tuple("" if part is None else str(part) for part in place)) for place in answers.places
    }
    samples = [
        _Sample(
            numbers[sample.place],
            puzzles((sample.puzzle, sample.truths)),
            sample.status,
            sample.right,
            sample.right_released,
            [_attempt(attempt, rules) for attempt in sample.attempts],
            sample.most_attempts,
            _why(sample.verdict.failure),
            sample.origin,
        )
        for sample in answers.samples
    ]
    groups = [_Group(group.title, group.how, group.rows) for group in gallery(answers)]
    return Listed(list(places.all), list(puzzles.all), _json(samples), list(rules.all), _json(groups))


def _json(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def _attempt(attempt: Judged, rules: Once[str]) -> _Attempt:
    reading, exact = attempt.reading, attempt.exact
    steps = dict.fromkeys(f"{step.of}: {step.rule}" for step in exact.steps)
    told = "; ".join([f"read by: {', '.join(reading.trace)}", *steps])
    form = None if exact.answer_form == reading.answer else exact.answer_form
    return _Attempt(reading.answer, exact.equal, attempt.released.equal, form, rules(told))


def _why(failure: Failed | None) -> str:
    if failure is None:
        return ""
    return f"{explain(failure.kind)}: {failure.detail}" if failure.detail else explain(failure.kind)
