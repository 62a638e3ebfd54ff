"""Every number of the page leads to rows that are there, and that count to it."""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from gander.eyeq.analysis import Answers, Place
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.every import analyse
from gander.eyeq.place import FLOOR
from gander.eyeq.solve import Verdict
from gander.report.eyeq import from_ranges
from gander.report.eyeq.page import page
from tests.eyeq.analysis.synthetic import made, verdict
from tests.report.eyeq.page.test_page import carried

Sample = Mapping[str, Any]
"""A sample as the page carries it."""

_KINDS = {
    "R": verdict("goose"),
    "W": verdict("duck"),
    "N": verdict("geese"),
    "F": verdict(None),
    "U": verdict("I cannot tell what this picture wants to say to me here, sorry for that"),
}


def _answers() -> Answers:
    """Three sizes of a family and a fourth model: four variants, temperatures, seeds, failures, the floor."""
    rows: list[tuple[Place, str, Verdict]] = []
    marks = "RWNRFURWRNWR"
    for at, (model, subset) in enumerate(
        itertools.product(("own-1B", "own-3B", "own-9B", "other", FLOOR), ("en", "fa"))
    ):
        turned = marks[at:] + marks[:at]
        told = "W" * 11 + "R" if model == FLOOR else turned
        places = [Place(model, subset, "basic"), Place(model, subset, "reveal")]  # type: ignore[arg-type]
        if model == "other":
            places += [Place(model, subset, "basic+blind"), Place(model, subset, "basic", 0.7)]  # type: ignore[arg-type]
        for number, place in enumerate(places):
            its = told[number:] + told[:number]
            rows += [(place, str(id), _KINDS[mark]) for id, mark in enumerate(its)]
        used = [verdict("duck", "swan", "goose", most=3), verdict("goose", most=3), verdict(*"abc", most=3)]
        refine = Place(model, subset, "refine")  # type: ignore[arg-type]
        rows += [(refine, str(id), used[(id + at) % 3]) for id in range(12)]
    answers = made(rows, most=3)
    # Some are longer than others, for the trends.
    longer = [replace(its, truths=("goose" + " bird" * (int(its.id) % 3),)) for its in answers.samples]
    return replace(answers, samples=tuple(longer))


@cache
def _page() -> Mapping[str, Any]:
    answers = _answers()
    document: Mapping[str, Any] = carried(page(answers, list(analyse(answers, Choices(embedding="none")))))
    return document


def _samples(rows: Sequence[int]) -> list[Sample]:
    names = ("place", "puzzle", "status", "right", "released", "attempts", "most", "failure", "origin")
    told = [dict(zip(names, _page()["samples"][row], strict=True)) for row in rows]
    return [{**its, "model": _page()["places"][its["place"]][0]} for its in told]


def _distinct(name: str) -> Callable[[list[Sample]], set[float]]:
    return lambda its: {float(len({sample[name] for sample in its}))}


def _rows(its: list[Sample]) -> set[float]:
    return {float(len(its))}


def _right(its: list[Sample]) -> set[float]:
    return {round(100 * sum(sample["right"] for sample in its) / len(its), 1)}


def _pairs(its: list[Sample]) -> set[float]:
    models = len({sample["model"] for sample in its})
    return {models * (models - 1) / 2}


# What a column's numbers are, counted from the rows that they lead to.
COUNTED: Mapping[str, Callable[[list[Sample]], set[float]]] = {
    "n": lambda its: _rows(its) | _distinct("puzzle")(its),
    "puzzles": _distinct("puzzle"),
    **dict.fromkeys(
        ("right", "failed", "unread", "solved", "solved by this one", "cases", "of", "answers",
         "wrong answers", "first alone", "second alone"),
        _rows,
    ),
    "solved without, not by the floor": _distinct("puzzle"),
    "models": _distinct("model"),
    "cells": _distinct("place"),
    "pairs of models": _pairs,
    "attempts allowed": lambda its: {float(max(sample["most"] for sample in its))},
    **dict.fromkeys(("accuracy", "floor", "with the picture", "without"), _right),
    "released": lambda its: {round(100 * sum(sample["released"] for sample in its) / len(its), 1)},
}  # fmt: skip


def _long(part: Mapping[str, Any]) -> Mapping[str, Any]:
    block: Mapping[str, Any] = part["long"] or part["blocks"][0]
    return block


PARTS = (
    *("accuracy", "averages", "temperature", "sizes", "size_trend", "attempts", "attempts_by_number"),
    *("coupling", "comparisons", "power", "blind", "traits", "trait_trends"),
    *("near_misses", "near_misses_letters", "lenient_judge", "failure_reading"),
)


@pytest.mark.parametrize("name", PARTS)
def test_every_number_leads_to_the_rows_that_it_counts(name: str) -> None:
    (part,) = (each for each in _page()["parts"] if each["name"] == name)
    number = re.compile(r"[+-]?\d[\d,.]*")
    seen = 0
    for block in (*part["blocks"], *([part["long"]] if part["long"] else [])):
        for names, cells in block["lines"]:
            for heading, (value, _, _, at) in zip(block["headings"], cells, strict=True):
                if not number.fullmatch(value):
                    continue
                where = (name, names, heading, value)
                if at < 0:
                    # What is said of the word list's synonyms stands on no answer.
                    assert value == "0" or heading == "of synonyms" or "known synonyms" in names, where
                    continue
                rows = from_ranges(_page()["rows"][at])
                assert rows, where
                assert rows[-1] < len(_page()["samples"]), where
                seen += 1
                # An accuracy within so many attempts counts those that took no more.
                if heading in COUNTED and block is _long(part) and name != "attempts_by_number":
                    told = float(value.replace(",", ""))
                    assert told in COUNTED[heading](_samples(rows)), where
    assert seen


def test_every_part_is_looked_at() -> None:
    assert {part["name"] for part in _page()["parts"]} == set(PARTS)


def test_shares_of_kinds_and_judges_are_what_is_counted_beside_them() -> None:
    for name, part_of, whole_of in (
        ("failure_reading", "cases", "of"),
        ("lenient_judge", "would pass", "wrong answers"),
    ):
        (part,) = (each for each in _page()["parts"] if each["name"] == name)
        block = _long(part)
        for names, cells in block["lines"]:
            told = dict(zip(block["headings"], cells, strict=True))
            whole = float(told[whole_of][0].replace(",", ""))
            if name == "failure_reading":
                share, counted = told["share"], float(told[part_of][0])
            else:
                share = told[part_of]
                counted = len(from_ranges(_page()["rows"][share[3]])) if float(share[0]) else 0.0
            assert float(share[0]) == pytest.approx(100 * counted / whole, abs=0.051), (name, names)


def test_accuracy_within_attempts_counts_those_that_took_no_more() -> None:
    (part,) = (each for each in _page()["parts"] if each["name"] == "attempts_by_number")
    block = _long(part)
    for names, cells in block["lines"]:
        told = dict(zip(block["headings"], cells, strict=True))
        its = _samples(from_ranges(_page()["rows"][told["accuracy"][3]]))
        within = sum(
            any(attempt[1] for attempt in sample["attempts"][: int(told["attempts"][0])]) for sample in its
        )
        assert float(told["accuracy"][0]) == pytest.approx(100 * within / len(its), abs=0.051), names
