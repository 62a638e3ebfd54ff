"""Rows of a report: counting, intervals, files."""

import csv
import io
import json

import pytest

from gander.cli.eyeq_table import table
from gander.eyeq.report import FLOOR, Row, as_csv, as_json, beside_floor, count, floor_of, sort_rows
from gander.eyeq.solve import Verdict, judge
from gander.models import Answered, Failed
from gander.stats.proportions import wilson
from gander.terminal import cells


def verdict(*replies: str | Failed, attempts: int = 1, truths: tuple[str, ...] = ("goose",)) -> Verdict:
    outcomes = [reply if isinstance(reply, Failed) else Answered(reply) for reply in replies]
    return judge(truths, outcomes, attempts)


def row(**changes: object) -> Row:
    settings = {"model": "a/b", "variant": "basic", "subset": "en"} | changes
    return count([verdict("goose"), verdict("duck"), verdict(Failed("timeout"))], **settings)  # type: ignore[arg-type]


def test_what_failed_is_in_no_denominator() -> None:
    found = row()
    assert (found.n, found.correct, found.accuracy, found.failed) == (2, 1, 0.5, 1)


def test_nothing_scored_has_no_accuracy_and_no_interval() -> None:
    found = count([verdict(Failed("empty"))], model="a/b", variant="basic", subset="en")
    assert (found.n, found.accuracy, found.interval, found.released_accuracy) == (0, None, None, None)


def test_any_attempt_may_be_right_and_attempts_left_are_unfinished() -> None:
    assert verdict("duck", "goose", attempts=3).correct
    assert verdict("duck", attempts=3).status == "unfinished"
    assert not verdict("duck", attempts=3).correct
    assert verdict("duck", Failed("timeout"), attempts=3).status == "failed"


def test_both_scores_side_by_side() -> None:
    # The released runner took C++ for C.
    both = verdict('{"final_answer": "C++"}', truths=("C",))
    assert (both.correct, both.released) == (False, True)


def test_further_accepted_answers_count_for_exact() -> None:
    assert verdict("gander", truths=("goose", "gander")).correct


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    # The first two from Newcombe (1998), table I.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals(k: int, n: int, low: float, high: float) -> None:
    found = wilson(k, n)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_of_nothing_and_of_nonsense() -> None:
    assert wilson(0, 0).value is None
    with pytest.raises(ValueError, match="3 successes"):
        wilson(3, 2)


def test_the_floor_is_found_for_the_same_variant_and_subset_and_comes_last() -> None:
    rows = sort_rows(
        [
            row(model=FLOOR),
            row(model="z/z"),
            row(model="z/z", variant="basic+blind"),
            row(model="z/z", subset="fa"),
        ]
    )
    assert rows[-1].model == FLOOR
    floors = [floor_of(one, rows) for one in rows]
    assert [floor is not None for floor in floors] == [True, False, True, False]


ASKED = {key: verdict(reply) for key, reply in {"1": "goose", "2": "duck", "3": "goose"}.items()}


def beside(of_model: dict[str, Verdict], of_floor: dict[str, Verdict]) -> list[Row]:
    return beside_floor(
        (count(verdicts.values(), model=model, variant="basic", subset="en"), verdicts)
        for model, verdicts in (("a/b", of_model), (FLOOR, of_floor))
    )


def test_models_stand_with_their_numbers_by_value() -> None:
    told = sort_rows([row(model=f"q-{size}B") for size in (32, 8, 2)])
    assert [each.model for each in told] == ["q-2B", "q-8B", "q-32B"]


def test_the_floor_beside_a_row_is_of_the_same_puzzles() -> None:
    # The model was not asked 3, and failed at 4; the floor has right 3 and 4, which must not count.
    model = {"1": verdict("goose"), "2": verdict("goose"), "4": verdict(Failed("timeout"))}
    first, floor = beside(model, {**ASKED, "4": verdict("goose")})
    assert (floor.n, floor.correct, floor.floor) == (4, 3, None)
    assert first.floor is not None
    assert (first.n, first.floor.n, first.floor.correct, first.floor.accuracy) == (2, 2, 1, 0.5)
    assert first.floor.interval == pytest.approx([0.0945, 0.9055], abs=1e-4)
    (told,) = json.loads(as_json([first]))
    (cells,) = csv.DictReader(io.StringIO(as_csv([first])))
    assert told["floor"]["accuracy"] == float(cells["floor_accuracy"]) == 0.5
    assert told["floor"]["interval"][0] == float(cells["floor_low"])


def test_the_table_says_n_and_interval_of_a_floor_that_has_another_n() -> None:
    def headings(of_model: dict[str, Verdict], of_floor: dict[str, Verdict]) -> str:
        return table(beside(of_model, of_floor), None).splitlines()[1]

    some = {key: ASKED[key] for key in ("1", "2")}
    assert headings(ASKED, ASKED).split() == (
        ["variant", "subset", "n", "right", "acc.", "95%", "floor", "rel.", "95%", "failed", "unread"]
    )
    assert headings(some, ASKED).split()[6:9] == ["floor", "95%", "of"]
    shown = table(beside(ASKED, some), None).splitlines()[3]
    assert shown.split()[2:9] == ["3", "2", "66.7", "20.8–93.9", "50.0", "9.5–90.5", "2"]
    # No puzzle in common, no comparison.
    assert "floor " not in headings({"9": verdict("goose")}, ASKED)


def test_every_share_in_the_table_has_an_interval() -> None:
    shown = table(beside(ASKED, ASKED), None)
    assert shown.splitlines()[3].count("66.7 20.8–93.9") == 2


def test_json_and_csv_say_the_same() -> None:
    rows = [row(), row(temperature=0.5)]
    loaded = json.loads(as_json(rows))
    table = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [one["temperature"] for one in loaded] == [None, 0.5]
    assert [one["temperature"] for one in table] == ["", "0.5"]
    assert float(table[0]["low"]) == loaded[0]["interval"][0]
    assert float(table[0]["released_high"]) == loaded[0]["released_interval"][1]
    for key in ("n", "correct", "accuracy", "failed", "unparsed", "released_accuracy"):
        assert float(table[0][key]) == loaded[0][key]


MIXED = [
    row(model=model, variant=variant, temperature=temperature, seed=seed)
    for model in ("openai/gpt-5", FLOOR)
    for variant in ("basic", "reveal+few_shot+refine5+blind")
    for temperature in ((0.0, 0.123456789) if model != FLOOR else (None,))
    for seed in ((7, 123456789) if model != FLOOR else (None,))
]


@pytest.mark.parametrize("width", [None, 120, 80, 60])
def test_a_table_shows_all_columns_within_the_terminal(width: int | None) -> None:
    shown = table(beside_floor((one, {"1": verdict("goose"), "2": verdict("duck")}) for one in MIXED), width)
    if width is not None:
        assert max(map(cells, shown.splitlines())) <= width
    first = shown[: shown.index(FLOOR)]
    for heading in ("variant", "T", "seed", "right", "acc.", "95%", "floor", "rel.", "failed", "unread"):
        assert heading in first.split()
    assert first.count("50.0") >= 2 * 8
    for value in ("0.123456789", "123456789", "9.5–90.5"):
        assert first.count(value) >= 4
    assert "…" not in shown


def test_a_plain_table_fits_80_columns_and_is_not_split() -> None:
    both = {"1": verdict("goose"), "2": verdict("duck")}
    rows = beside_floor((row(model=model, variant="reveal+refine"), both) for model in ("a/b", FLOOR))
    assert table(rows, 80) == table(rows, None)
    assert "floor" in table(rows, 80)


def test_what_is_the_same_for_all_rows_is_said_above() -> None:
    shown = table([row(temperature=0.5, seed=3), row(temperature=0.5, seed=3, subset="fa")], 80)
    assert shown.startswith("a/b, temperature 0.5, seed 3\n")
    assert "seed" not in shown.splitlines()[1]


def test_what_was_not_asked_is_counted_apart() -> None:
    found = count(
        [verdict("goose"), verdict("duck", attempts=2)], model="a/b", variant="x", subset="en", of=5
    )
    assert (found.n, found.failed, found.unfinished, found.not_asked) == (1, 0, 1, 3)
    assert json.loads(as_json([found]))[0]["not_asked"] == 3
