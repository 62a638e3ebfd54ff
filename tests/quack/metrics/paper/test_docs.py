"""The page about metrics says what the code counts."""

from pathlib import Path

from gander.quack.metrics.paper import METRICS

PAGE = Path(__file__).resolve().parents[4] / "docs" / "metrics.md"


def test_every_metric_stands_on_the_page_as_it_is():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    assert rows == [
        [f"`{its.name}`", its.part, its.whole, its.unit, its.paper or "–", its.released or "–"]
        for its in METRICS
    ]
