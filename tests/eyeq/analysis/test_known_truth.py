"""Synthetic runs with known truth: what the analyses estimate comes out within its intervals."""

import math

import numpy as np
import pytest

from gander.eyeq.analysis.accuracy import accuracy
from gander.eyeq.analysis.attempts import attempts
from gander.eyeq.analysis.averages import averages
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.comparisons import comparisons
from gander.eyeq.analysis.coupling import coupling
from gander.eyeq.analysis.sizes import sizes
from gander.eyeq.analysis.temperature import temperatures
from gander.eyeq.puzzles import Subset
from tests.eyeq.analysis.synthetic import drawn, figure, holds, line, made, place, share, verdict

DRAWS = 40
# Of 40 intervals that hold their truth in 95%, fewer than 34 would do so once in 300 times.
ENOUGH = 34 / DRAWS


def test_accuracies_of_a_model_on_47_puzzles() -> None:
    generator = np.random.default_rng(1)
    held = [
        holds(figure(accuracy(drawn({place("m", "ar"): 0.15}, 47, generator)), "accuracy"), 0.15)
        for _ in range(DRAWS)
    ]
    assert share(held) >= ENOUGH


def test_averages_and_what_a_variant_adds() -> None:
    generator = np.random.default_rng(2)
    subsets: list[Subset] = ["en", "ar"]
    chances = {
        place(model, subset, variant): base + skill + gain
        for subset, base in zip(subsets, (0.3, 0.1), strict=True)
        for model, skill in (("a", 0.0), ("b", 0.1), ("c", 0.2))
        for variant, gain in (("basic", 0.0), ("reveal", 0.08))
    }
    average, gain = [], []
    for _ in range(DRAWS):
        table = averages(drawn(chances, 80, generator))
        average.append(holds(figure(table, "average", variant="basic", subset="all"), 0.3))
        gain.append(holds(figure(table, "less_basic", variant="reveal", subset="all"), 0.08))
    assert share(average) >= ENOUGH
    assert share(gain) >= ENOUGH


def test_differences_of_two_models_on_the_same_puzzles() -> None:
    generator = np.random.default_rng(3)
    held, found = [], []
    for _ in range(DRAWS):
        table = comparisons(drawn({place("a"): 0.5, place("b"): 0.35}, 150, generator))
        told = line(table, kind="models")
        held.append(holds(figure(table, "difference", kind="models"), 0.15))
        found.append(told["found"] is True)
    assert share(held) >= ENOUGH
    # 15 points on 150 puzzles are mostly found.
    assert share(found) > 0.6


def test_a_model_that_is_no_better_is_found_better_in_a_twentieth_at_most() -> None:
    generator = np.random.default_rng(4)
    models = {place(name): 0.3 for name in "abcd"}
    any_found = []
    for _ in range(DRAWS):
        table = comparisons(drawn(models, 60, generator))
        assert table is not None
        any_found.append(any(its.values["found"] for its in table.lines))
    # Six tests a draw; corrected, one or more are found in 5% of the draws. 6 of 40 would come once in 70.
    assert sum(any_found) <= 5


def test_the_slope_over_model_size() -> None:
    generator = np.random.default_rng(5)
    billions = {"Fam-8B": 8, "Fam-32B": 32, "Fam-235B-A22B": 235}
    truth = 0.12
    chances = {place(name): 0.2 + truth * math.log10(size / 8) for name, size in billions.items()}
    held = []
    for _ in range(DRAWS):
        _, trend = sizes(drawn(chances, 120, generator), Choices())
        held.append(holds(figure(trend, "slope", family="Fam"), truth))  # type: ignore[arg-type]
    assert share(held) >= ENOUGH


def test_language_coupling_over_six_models() -> None:
    """One ability behind two subsets, and another behind a third.

    With 100 puzzles an accuracy errs by sqrt(p(1-p)/100), which pulls a coefficient of 1 down to the share of
    the variance that is the models': .45²/12 of .45²/12 + mean(p(1-p))/100.
    """
    generator = np.random.default_rng(6)
    models = 0.45**2 / 12
    truth = models / (models + (0.375 * 0.625 - models) / 100)
    tight, loose, found, ceilings = [], [], [], []
    for _ in range(DRAWS):
        ability, other = generator.uniform(0.15, 0.6, size=(2, 6)).tolist()
        behind: dict[Subset, list[float]] = {"fa": ability, "cross": ability, "ar": other}
        chances = {
            place(f"m{number}", subset): one
            for subset, its in behind.items()
            for number, one in enumerate(its)
        }
        table = coupling(drawn(chances, 100, generator, hard=0))
        tight.append(holds(figure(table, "coefficient", kind="pearson", first="fa", second="cross"), truth))
        loose.append(holds(figure(table, "coefficient", kind="spearman", first="fa", second="ar"), 0.0))
        told = line(table, kind="pearson", first="fa", second="cross")
        assert isinstance(told["at_full"], float)
        ceilings.append(told["at_full"])
        found.append(figure(table, "coefficient", kind="pearson", first="fa", second="cross").value or 0)
    # What full coupling comes to on so few puzzles is told from the answers, and it comes to that.
    assert np.mean(found) == pytest.approx(np.mean(ceilings), abs=0.04)
    assert truth == pytest.approx(0.89, abs=0.01)
    assert share(tight) >= ENOUGH
    assert share(loose) >= ENOUGH


def test_a_temperature_that_harms() -> None:
    generator = np.random.default_rng(7)
    chances = {place("m", temperature=0.0): 0.5, place("m", temperature=2.0): 0.3}
    held = []
    for _ in range(DRAWS):
        table = temperatures(drawn(chances, 150, generator))
        held.append(holds(figure(table, "difference", temperature="2"), -0.2))
    assert share(held) >= ENOUGH


@pytest.mark.parametrize("chance", [0.2, 0.5])
def test_attempts_that_each_succeed_with_the_same_chance(chance: float) -> None:
    generator = np.random.default_rng(8)
    most = 5
    weights = [chance * (1 - chance) ** k for k in range(most)]
    solved = 1 - (1 - chance) ** most
    over_solved = sum(k * weight for k, weight in enumerate(weights, 1)) / solved
    over_all = sum(k * weight for k, weight in enumerate(weights, 1)) + most * (1 - solved)
    first, second = [], []
    for _ in range(DRAWS):
        needed = generator.geometric(chance, size=100).tolist()
        rows = [
            (
                place("m", variant="refine5"),
                str(number),
                verdict(*["duck"] * min(its - 1, most), *["goose"] * (its <= most), most=most),
            )
            for number, its in enumerate(needed)
        ]
        used, _ = attempts(made(rows, most=most), Choices())
        first.append(holds(figure(used, "over_solved"), over_solved))  # type: ignore[arg-type]
        second.append(holds(figure(used, "over_all"), over_all))  # type: ignore[arg-type]
    assert share(first) >= ENOUGH
    assert share(second) >= ENOUGH
