"""Failure reading: what kind of failures there are, each as a share of those it could happen to.

A wrong answer may be of several kinds. Each kind has its own n: length can only be wrong where it was told,
an answer can only be repeated where there were two attempts, and a right candidate can only be passed over
where candidates were listed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.groups import Key, usual
from gander.eyeq.analysis.place_columns import PLACE, in_order, of_place, together
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.eyeq.analysis.scripts import wrong_script
from gander.eyeq.analysis.shares import shares
from gander.eyeq.hints import MASK, HintStyle, length_hint, perceived, reveal
from gander.eyeq.matching import exact_form, match_exact
from gander.eyeq.prompting import VariantSpec

__all__ = ["KINDS", "Kind", "failure_reading"]


class Kind(NamedTuple):
    """A kind of failure.

    Attributes:
        name: Its name.
        what: It in words, with what it is a share of.
        holds: Whether a sample is a case of it; None if it could not be one.
    """

    name: str
    what: str
    holds: Callable[[Sample, VariantSpec | None], bool | None]


def _is_wrong(sample: Sample) -> bool:
    return sample.scored and not sample.right and sample.answer is not None


def _failed(sample: Sample, spec: VariantSpec | None) -> bool | None:
    return sample.status == "failed"


def _unparsed(sample: Sample, spec: VariantSpec | None) -> bool | None:
    return sample.status == "unparsed" and not sample.right if sample.scored else None


def _language(sample: Sample, spec: VariantSpec | None) -> bool | None:
    if not _is_wrong(sample) or sample.answer is None:
        return None
    return wrong_script(sample.answer, sample.place.subset, sample.truths)


def _length(sample: Sample, spec: VariantSpec | None) -> bool | None:
    if not _is_wrong(sample) or sample.answer is None or spec is None or spec.hint == "none":
        return None
    style = spec.hints_style
    return length_hint(sample.answer, style=style) != length_hint(sample.truths[0], style=style)


def _letters(sample: Sample, spec: VariantSpec | None) -> bool | None:
    if not _is_wrong(sample) or sample.answer is None or spec is None or spec.hint != "reveal":
        return None
    style = spec.hints_style
    pattern = reveal(sample.truths[0], subset=sample.place.subset, id=sample.id, style=style)
    return not _fits(_characters(sample.answer, style), [char for char in pattern if not char.isspace()])


def _characters(text: str, style: HintStyle) -> list[str]:
    return [char for char in (perceived(text) if style == "perceived" else text) if not char.isspace()]


def _fits(answer: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether every letter that was shown stands where it was shown."""
    return len(answer) >= len(pattern) and all(
        shown == MASK or exact_form(shown) == exact_form(given)
        for given, shown in zip(answer, pattern, strict=False)
    )


def _repeated(sample: Sample, spec: VariantSpec | None) -> bool | None:
    if not sample.scored or len(sample.attempts) < 2:
        return None
    forms = [attempt.exact.answer_form for attempt in sample.attempts]
    told = [form for form in forms if form is not None]
    return len(set(told)) < len(told) if len(told) > 1 else None


def _candidate(sample: Sample, spec: VariantSpec | None) -> bool | None:
    if not sample.scored or sample.right:
        return None
    listed = [candidate for attempt in sample.attempts for candidate in attempt.reading.candidates]
    if not listed:
        return None
    return any(match_exact(candidate, sample.truths).equal for candidate in listed)


KINDS: Final[tuple[Kind, ...]] = (
    Kind("failed", "a call failed, of all that was asked", _failed),
    Kind("unparsed", "no answer could be read, of what counts", _unparsed),
    Kind("wrong_language", "the answer is in another script, of wrong answers with letters", _language),
    Kind("wrong_length", "the length that was told is ignored, of wrong answers after such a hint", _length),
    Kind(
        "wrong_letters", "letters that were shown are ignored, of wrong answers after such a hint", _letters
    ),
    Kind("repeated", "an answer is given again, of puzzles with two attempts or more", _repeated),
    Kind("passed_over", "a candidate was right and not chosen, of wrong replies with candidates", _candidate),
)
"""The kinds, in the order in which they are told."""


def failure_reading(answers: Answers, choices: Choices) -> Sequence[Table]:
    """The kinds of failures of each model, variant and subset, and of all models together.

    Kinds that could not happen anywhere in a group have no line there.
    """
    held = together(usual(answers), lambda group: group.samples)
    # Each sample is in two groups: its model's, and that of all models.
    verdicts: dict[int, list[bool | None]] = {}
    for key, samples in held.items():
        spec = answers.specs.get(key.variant)
        for sample in samples:
            if sample.row not in verdicts:
                verdicts[sample.row] = [kind.holds(sample, spec) for kind in KINDS]
    lines: list[Line] = []
    for key in in_order(answers, held):
        lines += _lines(key, held[key], verdicts)
    columns = (
        *PLACE,
        Column("kind", "kind"),
        Column("share", "share", "share"),
        Column("cases", "cases", "count"),
        Column("of", "of", "count"),
        Column("coverage", "coverage", "share", shown=False),
    )
    notes = (
        *(f"{kind.name}: {kind.what}." for kind in KINDS),
        "A wrong answer may be of several kinds. Of several attempts the last answer is read, but candidates "
        "of all. n of a share counts puzzles, cases count answers; coverage is the share of all answers that "
        "the kind could happen to.",
        "Language goes by script, so Persian and Arabic are not told apart. Letters of a script that the "
        "right answer has too are no mistake.",
    )
    layout = Layout(("model", "kind"), ("variant", "subset"), "share")
    title = "What went wrong, by kind"
    return (Table("failure_reading", title, columns, tuple(lines), notes, "", layout),) if lines else ()


def _lines(key: Key, samples: Sequence[Sample], verdicts: Mapping[int, Sequence[bool | None]]) -> list[Line]:
    by_kind = list(zip(*(verdicts[sample.row] for sample in samples), strict=True))
    puzzles = [sample.puzzle for sample in samples]
    told = shares(puzzles, by_kind)
    lines = []
    for kind, each, estimate in zip(KINDS, by_kind, told, strict=True):
        could = [sample for sample, verdict in zip(samples, each, strict=True) if verdict is not None]
        cases = [sample for sample, verdict in zip(samples, each, strict=True) if verdict]
        if not could:
            continue
        values = {
            **of_place(key),
            "kind": kind.name,
            "share": estimate,
            "cases": len(cases),
            "of": len(could),
            "coverage": len(could) / len(samples),
        }
        behind = {
            "": rows_of(could),
            "cases": rows_of(cases),
            "coverage": rows_of(samples),
        }
        lines.append(Line(values, behind))
    return lines
