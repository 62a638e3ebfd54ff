"""Audits that are given, for the tests of what is shown of them."""

from pathlib import Path
from typing import Any

from gander.quack.metrics.audits import Audits, GamePlace
from gander.quack.metrics.compared import Compared
from gander.quack.metrics.figures import Column, Figure, Group
from gander.stats import Comparison, Difference, Estimate

COLUMNS = (
    Column("goose_win_rate", "Goose win", "outcomes", "goose", headline=True),
    Column("report_latency", "report latency", "behaviour", "both", False, "ticks", True),
    Column("kills", "kills", "outcomes", "duck", False, "a game"),
    Column("goose_truthfulness", "Goose truthfulness", "statements", "goose", headline=True),
    Column("deception_rate", "deception rate", "statements", "duck", headline=True),
)


def group(name: str, read: int = 40) -> Group:
    """Four games."""
    figures = {
        "goose_win_rate": Figure(
            Estimate(0.75, 4, 0, 0.25, 1.0, "bca"), Estimate(0.75, 4, 0, 0.25, 1.0, "bca"), 3, 4
        ),
        "report_latency": Figure(
            Estimate(5.25, 3, 1, 4.0, 6.5, "bca"), Estimate(5.0, 3, 1, 4.0, 6.0, "bca"), 15, 3
        ),
        "kills": Figure(Estimate(2.0, 4, 0), Estimate(2.0, 4, 0), 8, 4),
        "goose_truthfulness": Figure(
            Estimate(0.9755, 4, 0, 0.96, 0.99, "bca"), Estimate(0.98, 4, 0, 0.96, 0.99, "bca"), 98, 100
        ),
        "deception_rate": Figure(Estimate(None, 0, 4), Estimate(None, 0, 4), 0, 0),
    }
    return Group(name, 4, read, 40, figures)


def audits(*groups: Group, compared: Compared | tuple[Compared, ...] = (), **changes) -> Audits:
    """Audits with these groups."""
    folder = Path("/runs/calm")
    given: dict[str, Any] = {
        "profile": "paper",
        "claims": "rules",
        "by": "setting",
        "columns": COLUMNS,
        "groups": groups,
        "compared": compared if isinstance(compared, tuple) else (compared,),
        "coverage": 0.951,
        "notes": (),
        "places": (GamePlace(folder / "seed01" / "game.jsonl", folder, 1),),
        "names": {folder: "calm"},
    }
    return Audits(**(given | changes))


def comparison(coverage: float = 1.0, corrected: float = 0.0312, second: str = "rough") -> Compared:
    """Two settings that differ by -12.3 points, or by nothing that can be said."""
    some = Difference(Estimate(-0.123, 4, 0, -0.25, 0.0, "bca"), 0.0312, True)
    none = Difference(Estimate(None, 0, 4), None, False)
    differences = {column.name: Comparison(some, some) for column in COLUMNS}
    differences["deception_rate"] = Comparison(none, none)
    chances = {column.name: (corrected, corrected) for column in COLUMNS} | {"deception_rate": (None, None)}
    return Compared("calm", second, (1, 2, 3, 4), 2, differences, coverage, chances)
