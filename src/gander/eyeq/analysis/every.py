"""All analyses in the order in which they are told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.near_misses import near_misses
from gander.eyeq.analysis.results import Result
from gander.eyeq.analysis.samples import Answers

__all__ = ["ANALYSES", "Analysis", "Choices", "analyse"]


Analysis = Callable[[Answers, Choices], Sequence[Result]]
"""An analysis: what it finds, which is nothing where the answers have nothing to say about it."""

ANALYSES: Mapping[str, Analysis] = MappingProxyType(
    {
        "near_misses": near_misses,
    }
)
"""The analyses, by name."""


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
