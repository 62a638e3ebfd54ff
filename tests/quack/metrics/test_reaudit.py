"""The re-audit begins at the published figures, ends at the paper profile, and changes one thing a step."""

import csv
import io
import json
import shutil
from pathlib import Path

import msgspec
import pytest

from gander.errors import InputError
from gander.quack.audit.judgement import Reading
from gander.quack.metrics.audits import audit_games
from gander.quack.metrics.reaudit import _COARSE, _READINGS, BESIDE, FIGURES, STEPS, reaudit
from gander.report.reaudit import draw_steps, show_steps, steps_csv, steps_json, steps_markdown
from gander.terminal import cells

PUBLISHED = {
    "goose_truthfulness": "goose_truthfulness",
    "spatial_hallucination": "spatial_hallucination_rate",
    "duck_truthfulness": "duck_truthfulness",
    "deception_rate": "deception_rate",
    "unsupported_accusations": "unsupported_accusation_rate",
    "lie_detection": "lie_detection_rate",
}


@pytest.fixture(scope="module")
def steps(released_dir, ship10):
    return reaudit([released_dir], ship10)


def test_readings_change_one_thing_a_step_and_end_at_the_paper_profile():
    reading = _COARSE
    for _, changes in _READINGS:
        assert len(changes) <= 1
        assert all(getattr(reading, name) is not value for name, value in changes.items())
        reading = msgspec.structs.replace(reading, **changes)
    assert reading == Reading()
    assert [name for name, _ in _READINGS] == [step.name for step in STEPS][3:-2]


@pytest.mark.released
def test_it_begins_at_the_published_figures(steps, released_dir):
    assert [setting.games for setting in steps.settings] == [30, 30, 30, 30, 120]
    for setting in steps.settings[:-1]:
        games = [
            json.loads(file.read_text())
            for file in sorted((released_dir / setting.name).glob("seed*/published_metrics.json"))
        ]
        for name, published in PUBLISHED.items():
            mean = sum(game["tier3"][published] for game in games) / 30
            assert setting.steps["published"][name].mean.value == pytest.approx(mean, abs=1e-9)


@pytest.mark.released
def test_it_ends_at_the_paper_profile(steps, released_dir, ship10):
    audits = audit_games([released_dir], ship10, profile="paper", claims="recorded")
    groups = {group.name: group for group in audits.groups}
    for setting in steps.settings[:-1]:
        for name, _ in FIGURES:
            figure = groups[setting.name].figures[name]
            assert setting.steps["ejected"][name].mean == figure.mean
            assert setting.steps["ejected"][name].pooled == figure.pooled


@pytest.mark.released
def test_by_rules_every_utterance_is_read(steps, released_dir, ship10):
    audits = audit_games([released_dir], ship10, profile="paper", claims="rules")
    for group, setting in zip(audits.groups, steps.settings, strict=False):
        assert setting.steps["rules_claims"]["deception_rate"].mean == group.figures["deception_rate"].mean


@pytest.mark.released
def test_files_hold_what_the_terminal_shows(steps):
    rows = list(csv.DictReader(io.StringIO(steps_csv(steps))))
    assert len(rows) == len(steps.settings) * (len(STEPS) + len(BESIDE)) * len(FIGURES)
    document = json.loads(steps_json(steps))
    shown, page = show_steps(steps, None), steps_markdown(steps)
    for row in rows:
        setting = next(its for its in document["settings"] if its["setting"] == row["setting"])
        figure = setting["figures"][row["step"]][row["figure"]]
        assert row["mean"] == ("" if figure["mean"] is None else str(figure["mean"]))
        assert int(row["n"]) == figure["n"]
        if figure["mean"] is not None:
            assert f"{100 * figure['mean']:.1f}" in shown
            assert f"{100 * figure['mean']:.1f}" in page
    for width in (40, 80, 100, 140):
        assert max(map(cells, show_steps(steps, width).splitlines())) <= width


@pytest.mark.released
@pytest.mark.parametrize(("form", "begin"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_figures_are_drawn_and_equal_each_time(steps, form, begin):
    drawn = draw_steps(steps, form)
    assert drawn.startswith(begin)
    assert draw_steps(steps, form) == drawn
    if form == "svg":
        for name in ("published", "caught means ejected", *(its.name for its in steps.settings[:-1])):
            assert name.encode() in drawn
        assert b">all<" not in drawn


@pytest.mark.released
def test_the_docs_show_what_the_command_shows(steps):
    page = (Path(__file__).resolve().parents[3] / "docs" / "reaudit.md").read_text()
    assert steps_markdown(steps) in page


@pytest.mark.released
def test_a_game_without_claims_is_left_out_and_named(released_dir, ship10, tmp_path):
    for seed in ("seed01", "seed02"):
        shutil.copytree(released_dir / "homogeneous_gpt5.5" / seed, tmp_path / "s" / seed)
    (tmp_path / "s" / "seed02" / "extracted_claims.jsonl").unlink()
    steps = reaudit([tmp_path], ship10)
    assert [(its.name, its.games) for its in steps.settings] == [("s", 1)]
    assert steps.notes == (
        "1 game left out, without claims (extracted_claims.jsonl beside the record):"
        f" {tmp_path / 's' / 'seed02'}.",
    )
    (tmp_path / "s" / "seed01" / "extracted_claims.jsonl").unlink()
    with pytest.raises(InputError, match="no game has its claims beside it"):
        reaudit([tmp_path], ship10)
