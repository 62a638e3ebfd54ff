"""Analyses in several processes: the same results, in the same order."""

import os

from gander.eyeq.analysis import Table
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.every import ANALYSES
from gander.report.eyeq import files_of_samples
from gander.report.eyeq.making import make
from gander.report.eyeq.page import page
from tests.eyeq.analysis.synthetic import made, place, right_or_wrong

ANSWERS = made(
    (place(model, subset), str(id), right_or_wrong((id * seed) % 3 > 0))
    for seed, model in enumerate(("a-1B", "a-3B", "b"), 1)
    for subset in ("en", "fa")
    for id in range(9)
)


def test_however_many_processes_there_are_the_same_comes_of_it() -> None:
    only = ["failure_reading", "traits", "accuracy", "blind"]
    alone = make(ANSWERS, Choices(), only, workers=1)
    several = make(ANSWERS, Choices(), only, workers=2)
    assert [each.name for each in several.analyses] == [name for name in ANALYSES if name in only]
    assert several == alone
    assert "OPENBLAS_NUM_THREADS" not in os.environ


def test_every_result_has_its_files() -> None:
    making = make(ANSWERS, Choices(), ["accuracy", "blind"])
    (accuracy, blind) = making.analyses
    assert set(accuracy.files) == {f"accuracy.{form}" for form in ("csv", "json", "md", "tex")}
    (table,) = accuracy.results
    assert isinstance(table, Table)
    assert (blind.results, blind.files) == ((), {})
    assert making.samples.files == files_of_samples(ANSWERS)
    assert page(ANSWERS, [table], samples=making.samples.listed) == page(ANSWERS, [table])
