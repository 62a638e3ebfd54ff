"""An audit's figures as files."""

import csv
import io
import json
import sys

import pytest

from gander.errors import InputError
from gander.report.audit import need_polars, to_csv, to_json, to_parquet
from tests.report.audit.given import COLUMNS, audits, comparison, group


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_has_the_figure_and_everything_that_stands_behind_it():
    found = rows(to_csv(audits(group("calm", read=30))))
    assert [row["metric"] for row in found] == [column.name for column in COLUMNS]
    [truth] = [row for row in found if row["metric"] == "goose_truthfulness"]
    assert truth == {
        "group": "calm",
        "metric": "goose_truthfulness",
        "tier": "statements",
        "team": "goose",
        "unit": "%",
        "mean": "0.9755",
        "low": "0.96",
        "high": "0.99",
        "interval": "bca",
        "n": "4",
        "undefined": "0",
        "p": "",
        "corrected_p": "",
        "pooled": "0.98",
        "pooled_low": "0.96",
        "pooled_high": "0.99",
        "pooled_interval": "bca",
        "pooled_p": "",
        "pooled_corrected_p": "",
        "part": "98",
        "whole": "100",
        "games": "4",
        "coverage": "0.75",
        "flagged": "true",
        "profile": "paper",
        "claims": "rules",
        "by": "setting",
        "resamples": "2000",
        "seed": "0",
    }
    assert {row["flagged"] for row in found if row["tier"] != "statements"} == {"false"}
    [lies] = [row for row in found if row["metric"] == "deception_rate"]
    assert (lies["mean"], lies["n"], lies["undefined"], lies["interval"]) == ("", "0", "4", "none")


def test_names_are_no_formulas_and_negative_numbers_are_numbers():
    found = rows(to_csv(audits(group("=1+1"), compared=comparison(), claims="@claims.jsonl")))
    assert {row["group"] for row in found} == {"'=1+1", "calm less rough"}
    assert {row["claims"] for row in found} == {"'@claims.jsonl"}
    assert {row["mean"] for row in found if row["group"] == "calm less rough"} == {"-0.123", ""}


def test_a_comparison_adds_rows_with_its_p():
    found = rows(to_csv(audits(group("calm"), compared=comparison())))
    differences = [row for row in found if row["group"] == "calm less rough"]
    assert len(differences) == len(COLUMNS)
    assert (differences[0]["mean"], differences[0]["p"], differences[0]["pooled_p"]) == (
        "-0.123",
        "0.0312",
        "0.0312",
    )


def test_parquet_holds_the_same_rows_with_types():
    polars = pytest.importorskip("polars")
    given = audits(group("calm"), group("rough"), compared=comparison())
    table = polars.read_parquet(io.BytesIO(to_parquet(given)))
    plain = rows(to_csv(given))
    assert table.columns == list(plain[0])
    assert len(table) == len(plain)
    for row, text in zip(table.iter_rows(named=True), plain, strict=True):
        for name, value in row.items():
            shown = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            assert shown == text[name] or float(shown) == float(text[name])
    assert table.schema["mean"] == polars.Float64
    assert table.schema["n"] == polars.Int64


def test_without_polars_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match=r"gander-eval\[tables\]"):
        need_polars()


def written(given, figures):
    page = io.BytesIO()
    to_json(given, figures, page.write)
    return json.loads(page.getvalue())


def test_json_holds_games_groups_and_comparison():
    given = audits(group("calm", read=30), compared=comparison())
    document = written(given, [b'{"kills":[2,1]}\n'])
    assert list(document) == ["profile", "note", "by", "games", "settings", "coverage", "compared"]
    assert document["note"]["claims"] == "rules"
    assert document["note"]["resamples"] == 2000
    assert document["games"] == [
        {"path": "/runs/calm/seed01/game.jsonl", "setting": "calm", "seed": 1, "counts": {"kills": [2, 1]}}
    ]
    truth = document["settings"]["calm"]["goose_truthfulness"]
    assert (truth["mean"], truth["low"], truth["n"], truth["part"], truth["pooled"]) == (
        0.9755,
        0.96,
        4,
        98,
        0.98,
    )
    assert document["coverage"]["calm"] == {
        "games": 4,
        "utterances": 40,
        "read": 30,
        "share": 0.75,
        "flagged": True,
    }
    assert document["compared"][0]["differences"]["kills"]["mean"]["p"] == 0.0312


def test_groups_that_are_no_settings_are_called_groups():
    document = written(audits(group("Alice"), group("Bob"), by="player"), [b"{}\n"])
    assert list(document["groups"]) == ["Alice", "Bob"]


def test_released_figures_stand_by_tier():
    given = audits(group("calm"), profile="released")
    document = written(given, [b'{"outcomes":{"winner":"goose"},"behaviour":{},"statements":null}\n'])
    assert document["games"][0]["outcomes"] == {"winner": "goose"}
    assert "pooled" not in document["settings"]["calm"]["kills"]
