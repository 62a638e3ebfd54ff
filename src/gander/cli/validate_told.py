"""What ``gander quack validate`` says: its figures in tables and sentences, folded to the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gander.cli.output import note, say, tell, terminal_width
from gander.counted import many

if TYPE_CHECKING:
    from collections import Counter

    from gander.quack.metrics.validation import GameExam, RateDifference, Sample, Score, Scored, TimeCounts
    from gander.stats import Estimate, Proportion

__all__ = ["VERDICTS", "Agreed", "tell_agreement", "tell_exams", "tell_sample", "tell_scored"]

VERDICTS = ("true", "false", "wrong_room", "near_miss", "unverifiable")
"""Verdicts, in the order of tables."""


class Agreed(NamedTuple):
    """How two extractors agree on some games.

    Attributes:
        games: How many games.
        said: Utterances in which something is said.
        read: How many the one has read, and the other.
        compared: How many both have.
        scores: By kind of claim.
        times: How far times agree.
        differences: The audit's figures by either.
    """

    games: int
    said: int
    read: tuple[int, int]
    compared: int
    scores: "Sequence[Score]"
    times: "TimeCounts"
    differences: "Sequence[RateDifference]"


def tell_exams(
    exams: "Sequence[GameExam]",
    scores: "Sequence[Score]",
    times: "TimeCounts",
    moods: "Counter[str]",
    agreed: "Estimate",
    verdicts: Mapping[tuple[str, str], int],
) -> None:
    """Tell of games whose players stored what they meant."""
    read, said = sum(exam.read for exam in exams), sum(exam.utterances for exam in exams)
    tell(f"{many(len(exams), 'game')}, {read} of {many(said, 'utterance')} read{_coverage(read, said)}.")
    say("\n" + _score_table(scores, "found", "meant") + "\n")
    _tell_times(times)
    facts = moods["a fact taken for none"]
    tell(
        f"Plans, suppositions and questions: {moods['as meant']} taken as such, "
        f"{moods['taken for a fact']} for facts; {many(facts, 'fact')} for such."
    )
    tell(
        f"Others' words: {moods['passed on']} taken as such, {moods['passed on, taken for own']} for the "
        f"speaker's own; {moods['own, taken for passed on']} of the speaker's for others'."
    )
    say("")
    known = many(sum(verdicts.values()), "claim")
    tell(f"Verdicts as meant: {_percent(agreed)}, of {known} found whose speakers knew.")
    say(_confusion(verdicts))


def tell_agreement(found: "Mapping[str, Agreed]", claims: str, other: str) -> None:
    """Tell of two extractors, setting by setting."""
    from gander.terminal import printable

    for name, its in found.items():
        is_compared = "it is" if its.compared == 1 else "these are"
        tell(
            printable(
                f"{name}: {many(its.games, 'game')}, {many(its.said, 'utterance')}; {its.read[0]} read by "
                f"{claims}, {its.read[1]} by {other}, {its.compared} by both: {is_compared} compared."
            )
        )
        say("\n" + _score_table(its.scores, claims, other) + "\n")
        _tell_times(its.times)
        say(
            "\n"
            + _table(
                ("figure, pooled", claims, other, "difference"),
                [
                    (
                        one.title,
                        _percent(one.left),
                        _percent(one.right),
                        _percent(one.difference.estimate, signed=True),
                    )
                    for one in its.differences
                ],
            )
            + "\n"
        )
    tell("Percent; intervals are 95%, over games. Precision and recall take the second for the reference.")


def tell_sample(drawn: "Sample", sheets: Mapping[Path, int], lacking: Sequence[str]) -> None:
    """Tell of what was drawn, the rows of each sheet, and what there was none of."""
    from gander.terminal import printable

    for path, rows in sheets.items():
        tell(f"{many(rows, 'row')}: {printable(str(path))}")
    for what in lacking:
        note(f"{what[0].upper()}{what[1:]}, so there is no sheet of those.")
    unseen = sum(not number for number in drawn.drawn.values())
    if drawn.claims and unseen:
        note(
            f"Of {len(drawn.drawn)} strata {unseen} {'has' if unseen == 1 else 'have'} no row:"
            f" --claims-n {len(drawn.drawn)} is the least that has one of each."
        )
    unread = many(drawn.unread, "utterance") + (" was" if drawn.unread == 1 else " were")
    tell(
        f"Drawn from {many(sum(drawn.strata.values()), 'claim')} and {many(drawn.readable, 'utterance')},"
        f" {many(drawn.games, 'game')}" + (f"; {unread} not read and in no sample." if drawn.unread else ".")
    )
    if drawn.strata:
        rows_of = [(stratum, size, drawn.drawn[stratum]) for stratum, size in drawn.strata.items()]
        say("\n" + _table(("stratum", "claims", "drawn"), [tuple(map(str, row)) for row in rows_of]))


def tell_scored(scored: "Scored") -> None:
    """Tell what filled sheets say."""
    from gander.terminal import printable

    say(
        _table(
            ("figure", "annotator", "n", "as drawn (Wilson)", "as drawn (by game)", "weighted (by game)"),
            [
                (
                    its.name,
                    printable(its.who),
                    f"{its.drawn.n:g}",
                    _percent(its.drawn),
                    _percent(its.clustered),
                    "" if its.weighted is None else _percent(its.weighted),
                )
                for its in scored.figures
            ],
        )
    )
    if scored.strata:
        say(
            "\n"
            + _table(
                ("stratum", "n", "faithful", "verdict right"),
                [
                    (printable(name), f"{faithful.n:g}", _percent(faithful), _percent(right))
                    for name, (faithful, right) in scored.strata.items()
                ],
            )
        )
    for its in scored.kappas:
        k, agreed = its.agreement.kappa, its.agreement.observed
        value = "undefined (one label throughout)" if k.value is None else f"{k.value:.2f}"
        ends = "" if k.low is None or k.high is None else f" [{k.low:.2f} to {k.high:.2f}]"
        say("")
        tell(
            f"Cohen's kappa of {printable(its.first)} and {printable(its.second)} on {its.question}: "
            f"{value}{ends}, {many(its.agreement.items, 'item')}"
            + ("." if agreed is None else f", {100 * agreed:.1f}% agreed on.")
        )
    say("")
    tell(
        "Percent with 95% intervals. As drawn: of the sheet, where rare verdicts are over-represented. "
        "Weighted: of all claims in the games."
    )


def _tell_times(times: "TimeCounts") -> None:
    from gander.stats import wilson

    lines = (
        ("Looked for in the same part of the game", times.same_window, times.pairs, "of both"),
        ("The same numbers", times.same_numbers, times.both_numbered, "of which both name a number"),
        ("The same numbers", times.same_numbers, times.numbered, "of which either names a number"),
    )
    for what, k, n, of in lines:
        tell(f"{what}: {_percent(wilson(k, n))} of {many(n, 'claim')} {of}.")


def _score_table(rows: "Sequence[Score]", left: str, right: str) -> str:
    return _table(
        ("", left, right, "both", "precision", "recall", "F1"),
        [
            (
                row.name,
                str(row.tally.left),
                str(row.tally.right),
                str(row.tally.matched),
                _percent(row.precision),
                _percent(row.recall),
                _percent(row.f1),
            )
            for row in rows
        ],
    )


def _confusion(table: Mapping[tuple[str, str], int]) -> str:
    seen = [name for name in VERDICTS if any(name in pair for pair in table)]
    rows = [
        (f"meant {meant}", *(str(table.get((meant, judged), 0) or "·") for judged in seen)) for meant in seen
    ]
    return _table(("", *(f"judged {name}" for name in seen)), rows)


def _coverage(read: int, said: int) -> str:
    return "" if read == said else f" ({100 * read / said:.1f}%): the rest is not compared"


def _percent(figure: "Estimate | Proportion", *, signed: bool = False) -> str:
    """A share in percent with its interval; a dash where it is undefined."""
    from gander.report.numbers import numbers

    its = numbers(figure, share=True, games=None, signed=signed)
    return f"{its.value} [{its.interval}]" if its.interval else its.value


def _table(headings: "Sequence[str]", rows: "Sequence[Sequence[str]]") -> str:
    from gander.report.columns import side_by_side
    from gander.terminal import printable

    return side_by_side(tuple(map(printable, headings)), rows, terminal_width())
