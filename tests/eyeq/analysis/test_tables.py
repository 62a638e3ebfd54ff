"""The analyses' tables on runs small enough to be counted by hand."""

from pathlib import Path
from typing import Any

import pytest

from gander.errors import InputError
from gander.eyeq.analysis import Line, Place, Table, Value
from gander.eyeq.analysis.accuracy import accuracy
from gander.eyeq.analysis.attempts import attempts
from gander.eyeq.analysis.averages import averages
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.comparisons import comparisons
from gander.eyeq.analysis.coupling import coupling
from gander.eyeq.analysis.every import ANALYSES, NEEDS, analyse
from gander.eyeq.analysis.model_size import Size, read_sizes, size_of
from gander.eyeq.analysis.power import power
from gander.eyeq.analysis.sizes import sizes
from gander.eyeq.analysis.temperature import temperatures
from gander.eyeq.place import FLOOR
from gander.eyeq.puzzles import SUBSETS, Subset
from gander.eyeq.solve import Verdict
from gander.stats import Estimate
from tests.eyeq.analysis.synthetic import figure, line, lines, made, place, right_or_wrong, verdict

R, W = right_or_wrong(True), right_or_wrong(False)
FAILED, UNREAD = (
    verdict(None),
    verdict("I cannot tell what this picture wants to say to me here, sorry for that"),
)


def column(
    model: str, marks: str, subset: Subset = "en", variant: str = "basic", **more: Any
) -> list[tuple[Place, str, Verdict]]:
    """A puzzle a letter: R right, W wrong, F failed, U unread."""
    kinds = {"R": R, "W": W, "F": FAILED, "U": UNREAD}
    its = place(model, subset, variant, **more)
    return [(its, str(number), kinds[mark]) for number, mark in enumerate(marks)]


def test_accuracy_counts_what_is_scored_and_names_the_rows_behind() -> None:
    answers = made([*column("m", "RWFUR"), *column(FLOOR, "WWRWR")])
    table = accuracy(answers)
    told = line(table, model="m")
    share = figure(table, "accuracy", model="m")
    assert (share.value, share.n, share.undefined, share.method) == (0.5, 4, 1, "wilson")
    assert (told["n"], told["right"], told["failed"], told["unparsed"]) == (4, 2, 1, 1)
    assert told["coverage"] == pytest.approx(4 / 5)
    # The floor on the same four puzzles, not on the one that failed: right on the last alone.
    assert figure(table, "floor", model="m").value == 0.25
    assert figure(table, "above_floor", model="m").value == 0.25
    assert table is not None
    its: Line = table.lines[0]
    assert [its.rows(name) for name in ("accuracy", "right", "failed", "unparsed", "floor")] == [
        (0, 1, 3, 4),
        (0, 4),
        (2,),
        (3,),
        (5, 6, 8, 9),
    ]


def test_nothing_scored_is_undefined_not_zero() -> None:
    table = accuracy(made(column("m", "FF")))
    share = figure(table, "accuracy", model="m")
    assert (share.value, share.low, share.n, share.undefined) == (None, None, 0, 2)


def test_seeds_of_a_puzzle_are_one_puzzle() -> None:
    answers = made([*column("m", "RRWW", seed=1), *column("m", "RWWW", seed=2)])
    share = figure(accuracy(answers), "accuracy", model="m")
    assert (share.value, share.n) == (3 / 8, 4)


def test_a_models_own_temperature_stands_before_others() -> None:
    answers = made(
        [*column("m", "RR", temperature=0.0), *column("m", "RW"), *column("n", "WW", temperature=1.0)]
    )
    table = accuracy(answers)
    assert {its["model"]: its["temperature"] for its in lines(table)} == {"m": "own", "n": "1"}
    assert table is not None
    assert any(
        "not asked at their own temperature stand with their lowest: 1" in note for note in table.notes
    )


def test_averages_weigh_every_cell_the_same() -> None:
    answers = made(
        [
            *column("a", "RRRW"), *column("b", "RWWW"), *column("a", "RW", "ar"), *column("b", "WW", "ar"),
            *column("a", "RRRR", variant="reveal"),
        ]
    )  # fmt: skip
    table = averages(answers)
    assert figure(table, "average", variant="basic", subset="all").value == pytest.approx(
        (0.75 + 0.25 + 0.5) / 4
    )
    # Only one model has both on English: four of four less three of four.
    assert figure(table, "less_basic", variant="reveal", subset="en").value == pytest.approx(0.25)
    assert line(table, variant="reveal", subset="all")["cells_compared"] == 1
    assert line(table, variant="basic", subset="all")["less_basic"] is None


def test_a_variant_that_shares_no_cell_with_basic_has_no_difference() -> None:
    table = averages(made([*column("a", "RRRW"), *column("b", "RRRR", variant="reveal")]))
    assert line(table, variant="reveal")["less_basic"] is None


def test_temperatures_are_compared_with_the_lowest() -> None:
    answers = made(
        [
            *column("m", "RRRRRRRRWW"),
            *column("m", "RRRRRRRRRR", temperature=0.5),
            *column("m", "WWWWWWWWWW", temperature=2.0),
            *column("n", "RRRRRRRRRR"),
        ]
    )
    table = temperatures(answers)
    assert [its["temperature"] for its in lines(table)] == ["own", "0.5", "2"]
    assert line(table, temperature="0.5")["difference"] is None
    assert figure(table, "difference", temperature="2").value == -1
    # Ten that all go one way, and two of ten; two tests.
    assert line(table, temperature="2")["p"] == pytest.approx(2 / 2**10)
    assert line(table, temperature="2")["p_holm"] == pytest.approx(4 / 2**10)
    assert line(table, temperature="own")["p_holm"] == pytest.approx(0.5)


def test_nothing_to_sweep_gives_no_table() -> None:
    assert temperatures(made(column("m", "RW"))) is None


def test_a_sweeps_subsets_and_models_stand_in_their_usual_order() -> None:
    columns = [
        each
        for subset in ("cross", "ar", "en", "fa")
        for model in ("q-32B", "q-8B")
        for at in (0.5, 1.0)
        for each in column(model, "RW", subset, temperature=at)
    ]
    told = [(its["subset"], its["model"]) for its in lines(temperatures(made(columns)))][::2]
    assert told == [(subset, model) for subset in SUBSETS for model in ("q-8B", "q-32B")]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("openai-api/local/Qwen/Qwen3-VL-8B-Instruct", Size(8, "openai-api/local/Qwen/Qwen3-VL-Instruct")),
        ("Qwen3-VL-235B-A22B-Instruct", Size(235, "Qwen3-VL-Instruct")),
        ("llava-1.5-7b-hf", Size(7, "llava-1.5-hf")),
        ("SmolVLM-500M", Size(0.5, "SmolVLM")),
        ("72B-A3B", Size(72, "72B-A3B")),
        ("Qwen2.5-VL-3B", Size(3, "Qwen2.5-VL")),
        ("Mixtral-8x7B", None),
        ("gemma-3n-E4B", None),
        ("gpt-4o", None),
        ("GPT-5.2", None),
        ("model-0B", None),
    ],
)
def test_names_tell_sizes(name: str, size: Size | None) -> None:
    assert size_of(name, {}) == size


def test_a_file_tells_sizes_of_names_that_do_not(tmp_path: Path) -> None:
    file = tmp_path / "sizes.csv"
    file.write_text("model,size,family\ngpt-small,20,gpt\nopenai/gpt-large,200,gpt\n", encoding="utf-8")
    known = read_sizes(file)
    assert size_of("openai/gpt-small", known) == Size(20, "gpt")
    assert size_of("openai/gpt-large", known) == Size(200, "gpt")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("model,size\nm,big\n", "sizes.csv:2: size must be a number above 0, not big"),
        ("model,size\nm,-1\n", "size must be a number above 0"),
        ("model,size\nm,1\nm,2\n", "sizes.csv:3: m is there twice"),
        ("model,size\n,1\n", "the row has no model"),
        ("name,size\nm,1\n", "It needs model and size"),
    ],
)
def test_sizes_that_cannot_be_used_are_told(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "sizes.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_sizes(file)
    assert words in str(caught.value)


def test_the_slope_of_a_family() -> None:
    answers = made(
        [*column("F-1B", "RWWWWWWWWW"), *column("F-10B", "RRRWWWWWWW"), *column("F-100B", "RRRRRWWWWW")]
    )
    table, trend = sizes(answers, Choices())
    assert isinstance(table, Table)
    assert isinstance(trend, Table)
    assert [its["size"] for its in lines(table)] == [1, 10, 100]
    # From 10% over 30% to 50%: 20 points a tenfold.
    assert figure(trend, "slope", family="F").value == pytest.approx(0.2)
    assert line(trend, family="F")["rises"] is True


def test_models_without_a_size_are_named_and_alone_give_nothing() -> None:
    table, *_ = sizes(made([*column("F-1B", "RW"), *column("gpt", "RW")]), Choices())
    assert any("No size is known of gpt." in note for note in table.notes)
    assert sizes(made(column("gpt", "RW")), Choices()) == ()


def test_attempts_over_solved_and_over_all() -> None:
    its = place("m-8B", variant="refine")
    rows = [
        (its, "1", verdict("goose", most=3)),
        (its, "2", verdict("duck", "goose", most=3)),
        (its, "3", verdict("duck", "swan", "crane", most=3)),
        (its, "4", verdict("duck", None, most=3)),
    ]
    used, by_number = attempts(made(rows, most=3), Choices())
    assert isinstance(used, Table)
    assert isinstance(by_number, Table)
    assert figure(used, "over_solved").value == pytest.approx(1.5)
    assert figure(used, "over_all").value == pytest.approx(2.0)
    assert (lines(used)[0]["n"], lines(used)[0]["solved"], lines(used)[0]["size"]) == (3, 2, 8)
    assert [figure(by_number, "accuracy", attempts=k).value for k in (1, 2, 3)] == pytest.approx(
        [1 / 3, 2 / 3, 2 / 3]
    )
    assert [line(by_number, attempts=k)["gained"] for k in (1, 2, 3)] == [1, 1, 0]
    assert attempts(made(column("m", "RW")), Choices()) == ()


def test_coupling_says_that_few_models_are_few() -> None:
    rows = []
    for number, (fa, ar) in enumerate(
        [("RWWW", "WWWW"), ("RRWW", "RWWW"), ("RRRW", "RRWW"), ("RRRR", "RRRR")]
    ):
        rows += [*column(f"m{number}", fa, "fa"), *column(f"m{number}", ar, "ar")]
    table = coupling(made(rows))
    assert {(its["first"], its["second"]) for its in lines(table)} == {("fa", "ar")}
    assert figure(table, "coefficient", kind="spearman").value == pytest.approx(1)
    assert line(table, kind="spearman")["models"] == 4
    assert 0 < line(table, kind="pearson")["at_full"] < 1  # type: ignore[operator]
    assert line(table, kind="spearman")["at_full"] is None
    assert table is not None
    assert any("4 models are few: a Pearson coefficient of .88 over them leaves -0.53 to 1.00 open" in note
               for note in table.notes)  # fmt: skip


def test_two_models_have_no_coupling() -> None:
    assert (
        coupling(
            made([*column("a", "RW"), *column("a", "RW", "fa"), *column("b", "RW"), *column("b", "RW", "fa")])
        )
        is None
    )


def test_comparisons_are_corrected_within_their_kind() -> None:
    answers = made(
        [
            *column("a", "RRRRRRRRWW"),
            *column("b", "WWWWWWWWWW"),
            *column("c", "WWWWWWWWRF"),
            *column("a", "RRRRRRRRRR", variant="reveal"),
            *column("a", "WWWWWWWWWW", variant="basic+blind"),
            *column(FLOOR, "WWWWWWWWWR"),
        ]
    )
    table = comparisons(answers)
    told = line(table, kind="models", first="a", second="b")
    assert (told["n"], told["first_only"], told["second_only"]) == (10, 8, 0)
    assert told["p"] == pytest.approx(2 / 2**8)
    assert (told["tests"], told["found"]) == (3, True)
    assert told["p_holm"] == pytest.approx(6 / 2**8)
    # The puzzle that failed for one is compared for neither.
    assert (line(table, first="a", second="c")["n"], line(table, first="a", second="c")["left_out"]) == (9, 1)
    assert line(table, kind="variants")["first_only"] == 2
    picture = line(table, kind="picture")
    assert (picture["first"], picture["second"], picture["first_only"]) == ("basic", "basic+blind", 8)
    assert {its["at"] for its in lines(table) if its["kind"] == "floor"} == {"basic", "basic+blind"}


def test_models_are_compared_over_all_subsets_too() -> None:
    one, other = ([*column(m, marks), *column(m, marks, "fa")] for m, marks in (("a", "RRR"), ("b", "WWR")))
    told = line(comparisons(made([*one, *other])), subset="all")
    assert (told["n"], told["first_only"]) == (6, 4)


def test_what_47_puzzles_can_show() -> None:
    marks = "R" * 5 + "W" * 42
    answers = made([*column("a", marks, "ar"), *column("b", marks[::-1], "ar")])
    told = line(power(answers), subset="ar")
    assert (told["n"], told["pairs"]) == (47, 1)
    assert told["differing"] == pytest.approx(10 / 47)
    assert told["at_best"] == pytest.approx(0.163, abs=0.002)
    assert told["smallest"] > told["at_best"]  # type: ignore[operator]


def test_one_model_alone_has_only_the_best_case() -> None:
    told = line(power(made(column("a", "RW" * 30))), subset="en")
    assert (told["differing"], told["smallest"], told["pairs"]) == (None, None, 0)
    assert told["at_best"] is not None


def test_what_every_analysis_needs_is_said() -> None:
    assert list(NEEDS) == list(ANALYSES)


def defined(value: Value) -> bool:
    return (value.value if isinstance(value, Estimate) else value) is not None


def test_every_figure_names_samples_that_are_there() -> None:
    answers = made(
        [
            row
            for subset in SUBSETS[:3]
            for its in (
                *(column(model, "RWRWFURRWW", subset) for model in ("a-1B", "a-2B", "a-3B")),
                column("a-1B", "RWRWFURRWW", subset, temperature=1.0),
                column(FLOOR, "WWWWRWWWWW", subset),
            )
            for row in its
        ]
    )
    results = list(analyse(answers, Choices(embedding="none")))
    assert {"accuracy", "averages", "temperature", "sizes", "coupling", "comparisons", "power"} <= set(
        ANALYSES
    )
    for result in results:
        if not isinstance(result, Table):
            continue
        kinds = {its.name: its.kind for its in result.columns}
        names = set(kinds)
        for its in result.lines:
            assert set(its.values) == names, result.name
            for name in names:
                rows = its.rows(name)
                assert all(0 <= row < len(answers.samples) for row in rows)
                value = its.values[name]
                if result.name == "accuracy" and name in ("n", "right", "failed", "unparsed", "unfinished"):
                    assert len(rows) == value
                # Only synonyms, which are the word list's, and what is not defined stand on no sample.
                share = isinstance(value, Estimate) or kinds[name] == "share"
                if share and name != "synonyms" and defined(value):
                    assert rows, (result.name, name)
