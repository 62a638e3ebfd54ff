"""All analyses in the order in which they are told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from gander.eyeq.analysis.accuracy import accuracy
from gander.eyeq.analysis.attempts import attempts
from gander.eyeq.analysis.averages import averages
from gander.eyeq.analysis.blind import blind
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.comparisons import comparisons
from gander.eyeq.analysis.coupling import coupling
from gander.eyeq.analysis.failure_reading import failure_reading
from gander.eyeq.analysis.near_misses import near_misses
from gander.eyeq.analysis.power import power
from gander.eyeq.analysis.results import Result, Table
from gander.eyeq.analysis.samples import Answers
from gander.eyeq.analysis.sizes import sizes
from gander.eyeq.analysis.temperature import temperatures
from gander.eyeq.analysis.traits import traits
from gander.eyeq.analysis.written import written

__all__ = ["ANALYSES", "NEEDS", "Analysis", "Choices", "analyse"]


Analysis = Callable[[Answers, Choices], Sequence[Result]]
"""An analysis: what it finds, which is nothing where the answers have nothing to say about it."""


def _alone(table: Callable[[Answers], Table | None]) -> Analysis:
    """An analysis that gives one table, or nothing."""

    def analysis(answers: Answers, choices: Choices) -> Sequence[Result]:
        found = table(answers)
        return () if found is None else (found,)

    return analysis


ANALYSES: Mapping[str, Analysis] = MappingProxyType(
    {
        "accuracy": _alone(accuracy),
        "averages": _alone(averages),
        "temperature": _alone(temperatures),
        "sizes": sizes,
        "attempts": attempts,
        "coupling": _alone(coupling),
        "comparisons": _alone(comparisons),
        "power": _alone(power),
        "blind": _alone(blind),
        "traits": traits,
        "written": written,
        "near_misses": near_misses,
        "failure_reading": failure_reading,
    }
)
"""The analyses, by name."""

NEEDS: Mapping[str, str] = MappingProxyType(
    {
        "accuracy": "samples",
        "averages": "a model's samples that count",
        "temperature": "a model at two temperatures",
        "sizes": "a model whose size its name or a file of sizes tells",
        "attempts": "a variant with two attempts or more",
        "coupling": "three models in two subsets of a variant",
        "comparisons": "two models, two variants, or a model and the hint floor on the same puzzles",
        "power": "a model's samples that count",
        "blind": "a variant with its pictures and without, such as basic and basic+blind",
        "traits": "a model's samples that count",
        "written": "text read in the pictures (--ocr), and a model's samples that count",
        "near_misses": "a wrong answer that could be read",
        "failure_reading": "a model's samples",
    }
)
"""What there must be at least for an analysis to give anything, by its name."""


def analyse(
    answers: Answers, choices: Choices | None = None, only: Sequence[str] | None = None
) -> Iterator[Result]:
    """Run analyses.

    Args:
        answers: The answers.
        choices: What was chosen about them.
        only: The analyses wanted, by name; None for all.

    Yields:
        Tables and curves, in the analyses' order.
    """
    for name, analysis in ANALYSES.items():
        if only is None or name in only:
            yield from analysis(answers, choices or Choices())
