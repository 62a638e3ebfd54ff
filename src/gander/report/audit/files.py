"""An audit's figures as files: CSV, Parquet and JSON hold the same fields, exact, with their provenance."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gander.errors import InputError
from gander.quack.metrics.audits import Audits
from gander.quack.metrics.compared import Compared
from gander.report.audit.provenance import few_read, provenance
from gander.spreadsheet import written

if TYPE_CHECKING:
    from gander.stats import Difference, Estimate

__all__ = ["need_polars", "to_csv", "to_json", "to_parquet"]

_FIELDS = {
    "group": str, "metric": str, "tier": str, "team": str, "unit": str,
    "mean": float, "low": float, "high": float, "interval": str, "n": int, "undefined": int, "p": float,
    "corrected_p": float,
    "pooled": float, "pooled_low": float, "pooled_high": float, "pooled_interval": str, "pooled_p": float,
    "pooled_corrected_p": float,
    "part": float, "whole": float,
    "games": int, "coverage": float, "flagged": bool,
    "profile": str, "claims": str, "by": str, "resamples": int, "seed": int,
}  # fmt: skip
"""The fields of a row and their types."""


def to_csv(audits: Audits) -> str:
    """A row a group and figure; then, for a comparison, a row a figure with the difference and its p.

    What is undefined is empty. Names are made fit for spreadsheets (`gander.spreadsheet`).
    """
    return written(tuple(_FIELDS), _rows(audits))


def to_parquet(audits: Audits) -> bytes:
    """The same rows as a Parquet file.

    Raises:
        InputError: polars is not installed.
    """
    need_polars()
    import polars  # noqa: PLC0415

    types = {str: polars.String, float: polars.Float64, int: polars.Int64, bool: polars.Boolean}
    schema = {name: types[kind] for name, kind in _FIELDS.items()}
    page = io.BytesIO()
    polars.DataFrame([dict(row) for row in _rows(audits)], schema=schema).write_parquet(page)
    return page.getvalue()


def need_polars() -> None:
    """Say in time what Parquet files need.

    Raises:
        InputError: polars is not installed.
    """
    from importlib.util import find_spec  # noqa: PLC0415

    if find_spec("polars") is None:
        raise InputError(
            "Parquet files need the package polars, which is not installed.",
            where="--parquet",
            todo="Install it with: pip install 'gander-eval[tables]', or use --csv.",
        )


def to_json(audits: Audits, figures: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Everything as one JSON document, written bit by bit: provenance, every game, every group.

    Args:
        audits: The figures.
        figures: The games' own figures as `audit_games` gave them, in the same order.
        write: What takes the bytes.
    """
    encode = msgspec.json.encode
    paper = audits.profile == "paper"
    write(b'{"profile":' + encode(audits.profile) + b',\n"note":' + encode(provenance(audits)))
    write(b',\n"by":' + encode(audits.by) + b',\n"games":[')
    for number, (place, own) in enumerate(zip(audits.places, figures, strict=True)):
        head = {"path": str(place.path), "setting": audits.setting(place), "seed": place.seed}
        tail = b'"counts":' + own.strip() if paper else own.strip()[1:-1]
        write((b",\n" if number else b"\n") + encode(head)[:-1] + b"," + tail + b"}")
    write(b'\n],\n"' + (b"settings" if audits.by == "setting" else b"groups") + b'":{')
    kept = (
        "group",
        "metric",
        "tier",
        "team",
        "unit",
        "games",
        "coverage",
        "flagged",
        "profile",
        "claims",
        "by",
    )
    left_out = {*kept, "resamples", "seed", "p", "corrected_p", "pooled_p", "pooled_corrected_p"}
    name = None
    for row in _group_rows(audits):
        fields = {field: value for field, value in row.items() if field not in left_out}
        if not paper:
            fields = {field: fields[field] for field in ("mean", "low", "high", "interval", "n", "undefined")}
        if row["group"] != name:
            write((b"" if name is None else b"},") + b"\n" + encode(row["group"]) + b":{\n")
        else:
            write(b",\n")
        name = row["group"]
        write(encode(row["metric"]) + b":" + encode(fields))
    coverage = {
        group.name: {
            "games": group.games,
            "utterances": group.utterances,
            "read": group.read,
            "share": group.coverage,
            "flagged": few_read(group.coverage),
        }
        for group in audits.groups
    }
    write(b'}\n},\n"coverage":' + encode(coverage))
    if audits.compared:
        write(b',\n"compared":' + encode([_compared(one, paper=paper) for one in audits.compared]))
    write(b"}\n")


def _rows(audits: Audits) -> Iterator[dict[str, object]]:
    yield from _group_rows(audits)
    for compared in audits.compared:
        yield from _compared_rows(audits, compared)


def _group_rows(audits: Audits) -> Iterator[dict[str, object]]:
    behind = _behind(audits)
    for group in audits.groups:
        few = few_read(group.coverage)
        for column in audits.columns:
            figure = group.figures[column.name]
            yield {
                "group": group.name,
                "metric": column.name,
                "tier": column.tier,
                "team": column.team,
                "unit": column.unit,
                **_estimate(figure.mean, "mean", ""),
                "n": figure.mean.n,
                "undefined": figure.mean.undefined,
                "p": None,
                "corrected_p": None,
                **_estimate(figure.pooled, "pooled", "pooled_"),
                "pooled_p": None,
                "pooled_corrected_p": None,
                "part": figure.part,
                "whole": figure.whole,
                "games": group.games,
                "coverage": group.coverage,
                "flagged": few and column.tier == "statements",
                **behind,
            }


def _compared_rows(audits: Audits, compared: Compared) -> Iterator[dict[str, object]]:
    behind = _behind(audits)
    few = few_read(compared.coverage)
    for column in audits.columns:
        difference = compared.differences[column.name]
        counted = audits.profile == "paper"
        yield {
            "group": f"{compared.first} less {compared.second}",
            "metric": column.name,
            "tier": column.tier,
            "team": column.team,
            "unit": column.unit,
            **_estimate(difference.mean.estimate, "mean", ""),
            "n": difference.mean.estimate.n,
            "undefined": difference.mean.estimate.undefined,
            "p": difference.mean.p,
            "corrected_p": compared.corrected[column.name][0],
            **_estimate(difference.pooled.estimate if counted else None, "pooled", "pooled_"),
            "pooled_p": difference.pooled.p if counted else None,
            "pooled_corrected_p": compared.corrected[column.name][1] if counted else None,
            "part": None,
            "whole": None,
            "games": len(compared.seeds),
            "coverage": compared.coverage,
            "flagged": few and column.tier == "statements",
            **behind,
        }


def _behind(audits: Audits) -> dict[str, object]:
    wanted = ("profile", "claims", "resamples", "seed")
    return {name: value for name, value in provenance(audits).items() if name in wanted} | {"by": audits.by}


def _estimate(estimate: "Estimate | None", name: str, prefix: str) -> dict[str, object]:
    if estimate is None:
        return {name: None, f"{prefix}low": None, f"{prefix}high": None, f"{prefix}interval": None}
    return {
        name: estimate.value,
        f"{prefix}low": estimate.low,
        f"{prefix}high": estimate.high,
        f"{prefix}interval": estimate.method,
    }


def _compared(compared: Compared, *, paper: bool) -> dict[str, object]:
    def told(difference: "Difference", corrected: float | None) -> dict[str, object]:
        its = difference.estimate
        return {
            "difference": its.value,
            "low": its.low,
            "high": its.high,
            "interval": its.method,
            "n": its.n,
            "undefined": its.undefined,
            "p": difference.p,
            "corrected_p": corrected,
            "exact": difference.exact,
        }

    return {
        "first": compared.first,
        "second": compared.second,
        "seeds": compared.seeds,
        "alone": compared.alone,
        "coverage": compared.coverage,
        "flagged": few_read(compared.coverage),
        "differences": {
            name: {"mean": told(both.mean, compared.corrected[name][0])}
            | ({"pooled": told(both.pooled, compared.corrected[name][1])} if paper else {})
            for name, both in compared.differences.items()
        },
    }


def spooled(lines: Path) -> Iterator[bytes]:
    """The lines of a file, one at a time."""
    with lines.open("rb") as file:
        yield from file
