"""Analyses with their files: in several processes where there is much to do, and always the same."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from gander.eyeq.analysis import Answers, Result
from gander.eyeq.analysis.every import ANALYSES, Choices, analyse
from gander.processes import FORKS, cores, in_order
from gander.report.eyeq.folder import files_of, files_of_samples
from gander.report.eyeq.page.listed import Listed, listed
from gander.stats import prepare

__all__ = ["Made", "Making", "Samples", "make"]

_MANY = 2_000
"""Samples; fewer are analysed before other processes have begun."""

_SAMPLES = "samples"
"""Not an analysis, but work beside them: what is written of the samples."""

_FIRST = ("near_misses", "written", "traits", "comparisons", "power", "failure_reading", _SAMPLES)
"""The work that takes longest, to be begun with, so that no process waits for another at the end: of two the
first has the first two, and the fifth and sixth, the other those between and those behind."""


@dataclass(frozen=True)
class Made:
    """What came of one analysis.

    Attributes:
        name: The analysis.
        results: Its tables and curves; none where the answers have nothing to say about it.
        files: Their files' contents, by name.
    """

    name: str
    results: tuple[Result, ...]
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class Samples:
    """What is written of the samples.

    Attributes:
        files: Their files' contents, by name.
        listed: The samples as the page carries them.
    """

    files: Mapping[str, bytes]
    listed: Listed


@dataclass(frozen=True)
class Making:
    """Analyses with their files.

    Attributes:
        analyses: What came of each analysis.
        samples: What is written of the samples.
    """

    analyses: list[Made]
    samples: Samples


def make(
    answers: Answers, choices: Choices, only: Sequence[str] | None = None, *, workers: int | None = None
) -> Making:
    """Run analyses and make their files, and those of the samples.

    Args:
        answers: The answers.
        choices: What was chosen about them.
        only: The analyses wanted, by name; None for all.
        workers: In how many processes; None for as many as there are cores, and one for few answers.

    Returns:
        What came of each, in the analyses' order, however many processes there were, and the samples.

    Raises:
        InputError: An analysis cannot be made of these answers and choices.
    """
    names = [name for name in ANALYSES if only is None or name in only]
    if workers is None:
        workers = cores() if len(answers.samples) >= _MANY and len(names) > 1 else 1
    # Answers hold what opens pictures, which no other process can be sent; a forked one has it.
    workers = workers if FORKS else 1
    rank = {name: at for at, name in enumerate(_FIRST)}
    jobs = sorted([*names, _SAMPLES], key=lambda name: rank.get(name, len(rank)))
    by_name: dict[str, Made] = {}
    samples: Samples | None = None
    with _one_core_each():
        _load()
        with in_order(partial(_done, answers, choices), jobs, workers) as found:
            for each in found:
                if isinstance(each, Samples):
                    samples = each
                else:
                    by_name[each.name] = each
    assert samples is not None
    return Making([by_name[name] for name in names], samples)


def _done(answers: Answers, choices: Choices, name: str) -> Made | Samples:
    if name == _SAMPLES:
        return Samples(files_of_samples(answers), listed(answers))
    results = tuple(analyse(answers, choices, [name]))
    files = {file: content for result in results for file, content in files_of(result).items()}
    return Made(name, results, files)


def _load() -> None:
    """Load what every process needs: once, and not in each."""
    import numpy.ma  # noqa: F401, PLC0415 - it is what np.unique looks into

    prepare()


@contextmanager
def _one_core_each() -> Iterator[None]:
    """Matrices are multiplied in one thread a process: more would wait for one another, and add up otherwise.

    numpy reads this when it is loaded, and only then.
    """
    name = "OPENBLAS_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = before or "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
