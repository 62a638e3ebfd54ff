"""The released profile against everything that was published with the released records."""

import csv
import json

import msgspec
import pytest

from gander.quack.audit.recorded import read_recorded
from gander.quack.metrics.audits import audit_games
from gander.quack.metrics.released import as_printed, audit_released
from gander.quack.record.reader import find_records, read_record

pytestmark = pytest.mark.released

SETTINGS = {
    "geese_claude_opus4.7_duck_gpt5.5": ("Claude-Opus-4.7", "GPT-5.5"),
    "geese_gpt5.5_duck_claude_opus4.7": ("GPT-5.5", "Claude-Opus-4.7"),
    "homogeneous_gemini3.1pro": ("Gemini-3.1-Pro", "Gemini-3.1-Pro"),
    "homogeneous_gpt5.5": ("GPT-5.5", "GPT-5.5"),
}
TABLE = {
    "goose_win": "goose_win_rate",
    "ejection_accuracy": "ejection_accuracy",
    "vote_accuracy": "goose_voting_accuracy",
    "cooldown_utilization": "cooldown_utilization",
    "self_report": "self_report_rate",
    "goose_truthfulness": "goose_truthfulness",
    "spatial_hallucination": "spatial_hallucination_rate",
    "unsupported_accusation": "unsupported_accusation_rate",
    "lie_detection": "lie_detection_rate",
    "duck_truthfulness": "duck_truthfulness",
    "deception_rate": "deception_rate",
    "deception_sophistication": "deception_sophistication",
}


@pytest.fixture(scope="module")
def audited(released_dir, ship10):
    """Every game's folder and audit."""
    found = []
    for path in find_records(released_dir):
        claims = read_recorded(path.with_name("extracted_claims.jsonl"))
        found.append((path.parent, audit_released(read_record(path), claims, ship10)))
    assert len(found) == 120
    return found


def same(published, own):
    if isinstance(published, dict):
        return published.keys() == own.keys() and all(same(published[key], own[key]) for key in published)
    if isinstance(published, list):
        return len(published) == len(own) and all(map(same, published, own))
    if isinstance(published, float) and own is not None:
        return abs(published - own) <= 1e-9
    return bool(published == own)


def test_every_field_of_every_game(audited):
    fields = 0
    for folder, audit in audited:
        published = json.loads((folder / "published_metrics.json").read_text())
        for tier, own in (("tier1", audit.tier1), ("tier2", audit.tier2), ("tier3", audit.tier3)):
            expected = published[tier]
            expected.pop("tier3_audit_path", None)
            assert expected.keys() == own.keys(), folder
            for name, value in expected.items():
                assert same(value, own[name]), (folder, name, value, own[name])
                fields += 1
    assert fields == 7800


def test_every_verdict_in_order(audited):
    lines = 0
    for folder, audit in audited:
        published = [
            json.loads(line) for line in (folder / "published_verdicts.jsonl").read_text().splitlines()
        ]
        own = msgspec.json.decode(msgspec.json.encode(audit.verdicts))
        assert len(published) == len(own), folder
        for number, (expected, verdict) in enumerate(zip(published, own, strict=True), 1):
            assert expected == {key: verdict[key] for key in expected}, (folder, number)
            lines += 1
    assert lines == 8766


def test_every_verdict_has_a_reason_and_points_into_the_record(audited):
    for folder, audit in audited:
        count = (folder / "game.jsonl").read_bytes().count(b"\n")
        for verdict in audit.verdicts:
            assert verdict.reason.endswith(".")
            assert all(1 <= line <= count for line in verdict.evidence)
            assert verdict.evidence or verdict.verdict == "unverifiable"
    # For 1,038 of 1,264 utterances an extraction is stored, and none for anything else.
    assert sum(audit.missing for _, audit in audited) == 226
    assert all(audit.unused == 0 for _, audit in audited)


def test_the_tables_rows_to_the_printed_decimal(released_dir, ship10):
    settings = audit_games([released_dir], ship10, profile="released").settings
    with (released_dir.parent / "published_tables.csv").open() as file:
        rows = {(row["goose"], row["duck"]): row for row in csv.DictReader(file) if row["table"] == "1"}
    for name, models in SETTINGS.items():
        means = {column: settings[name].figures[metric].mean for column, metric in TABLE.items()}
        printed = {column: as_printed(mean.value or 0.0) for column, mean in means.items()}
        assert printed == {column: rows[models][column] for column in TABLE}
        assert all(mean.n == 30 for mean in means.values())


def test_the_published_aggregates(released_dir, ship10):
    settings = audit_games([released_dir], ship10, profile="released").settings
    for name in SETTINGS:
        aggregate = json.loads((released_dir / name / "published_aggregate.json").read_text())
        for tier in aggregate.values():
            for metric, value in tier.items():
                own = settings[name].figures[metric].mean
                if isinstance(value, dict):
                    assert own.value == pytest.approx(value["mean"], abs=6e-5), (name, metric)
                    assert own.n == value["n"]
                else:
                    assert own.value == pytest.approx(value, abs=1e-9)
