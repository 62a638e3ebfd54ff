"""Results as files, exact: CSV and JSON hold the same values, with the samples behind every one of them."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gander.eyeq.analysis import Answers, Curves, Result, Sample, Table, Value
from gander.report.eyeq.ranges import ranges
from gander.spreadsheet import written
from gander.stats import Estimate

__all__ = ["samples_csv", "samples_jsonl", "to_csv", "to_json"]

_PARTS = ("low", "high", "n", "undefined", "interval")
_SAMPLE = (
    *("row", "model", "subset", "variant", "temperature", "seed", "puzzle", "truth", "also_accepted"),
    *("status", "right", "released", "attempts", "most_attempts", "answer", "failure", "picture", "origin"),
)


def to_csv(result: Result) -> str:
    """A row a line of a table, or a point of a curve.

    Of estimates the value stands under the column's name, and the rest under ``NAME_low``, ``NAME_high``,
    ``NAME_n``, ``NAME_undefined`` and ``NAME_interval`` (how it was formed). ``rows`` names the samples
    behind the line (`gander.report.eyeq.ranges`); those behind single values are in the JSON.
    """
    if isinstance(result, Curves):
        names = list(dict.fromkeys(name for curve in result.curves for name in curve.labels))
        return written((*names, "x", "y", "low", "high", "n", "puzzles", "rows"), _points(result))
    spread = _estimated(result)
    columns: list[str] = []
    for column in result.columns:
        columns.append(column.name)
        if column.name in spread:
            columns += [f"{column.name}_{part}" for part in _PARTS]
    rows = ({**_flat(line.values, spread), "rows": ranges(line.rows(""))} for line in result.lines)
    return written((*columns, "rows"), rows)


def to_json(result: Result) -> bytes:
    """Everything about a result as one document."""
    document: dict[str, object] = {
        "name": result.name,
        "title": result.title,
        "paper": result.paper,
        "notes": result.notes,
    }
    if isinstance(result, Curves):
        document |= {"x_title": result.x_title, "y_title": result.y_title}
        document["curves"] = [
            {
                "labels": curve.labels,
                "n": curve.n,
                "puzzles": curve.puzzles,
                "x": curve.x,
                "y": curve.y,
                "low": curve.low,
                "high": curve.high,
                "rows": ranges(curve.behind),
            }
            for curve in result.curves
        ]
    else:
        document["columns"] = [
            {"name": column.name, "title": column.title, "kind": column.kind} for column in result.columns
        ]
        document["lines"] = [
            {
                "values": {name: _plain(value) for name, value in line.values.items()},
                "rows": {name: ranges(rows) for name, rows in line.behind.items()},
            }
            for line in result.lines
        ]
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def samples_csv(answers: Answers) -> str:
    """A row a sample, fit for spreadsheets."""
    return written(_SAMPLE, (_sample(sample) for sample in answers.samples))


def samples_jsonl(answers: Answers) -> bytes:
    """A line a sample, with every attempt exactly as it was given and read."""
    encode = msgspec.json.Encoder().encode
    lines = []
    for sample in answers.samples:
        attempts = [
            {
                "answer": its.reading.answer,
                "candidates": its.reading.candidates,
                "right": its.exact.equal,
                "released": its.released.equal,
                "reply": reply,
            }
            for its, reply in zip(sample.attempts, _padded(sample), strict=True)
        ]
        truths = {"truth": sample.truths[0], "also_accepted": sample.truths[1:]}
        lines.append(encode({**_sample(sample), **truths, "attempts": attempts}) + b"\n")
    return b"".join(lines)


def _padded(sample: Sample) -> Sequence[str]:
    return [*sample.replies, *[""] * (len(sample.attempts) - len(sample.replies))]


def _sample(sample: Sample) -> dict[str, object]:
    failure, place = sample.verdict.failure, sample.place
    return {
        "row": sample.row,
        "model": place.model,
        "subset": place.subset,
        "variant": place.variant,
        "temperature": place.temperature,
        "seed": place.seed,
        "puzzle": sample.puzzle,
        "truth": sample.truths[0],
        "also_accepted": "|".join(sample.truths[1:]),
        "status": sample.status,
        "right": sample.right,
        "released": sample.right_released,
        "attempts": len(sample.attempts),
        "most_attempts": sample.most_attempts,
        "answer": sample.answer,
        "failure": None if failure is None else failure.kind,
        "picture": sample.picture,
        "origin": sample.origin,
    }


def _points(result: Curves) -> Iterator[dict[str, object]]:
    for curve in result.curves:
        behind = ranges(curve.behind)
        for number, (x, y) in enumerate(zip(curve.x, curve.y, strict=True)):
            ends = (curve.low[number], curve.high[number]) if curve.low and curve.high else (None, None)
            point = {"x": x, "y": y, "low": ends[0], "high": ends[1]}
            yield {**curve.labels, **point, "n": curve.n, "puzzles": curve.puzzles, "rows": behind}


def _estimated(table: Table) -> set[str]:
    return {
        name for line in table.lines for name, value in line.values.items() if isinstance(value, Estimate)
    }


def _flat(values: Mapping[str, Value], spread: set[str]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in values.items():
        if name not in spread:
            flat[name] = value
        elif isinstance(value, Estimate):
            flat[name] = value.value
            flat |= {f"{name}_{part}": its for part, its in _rest(value).items()}
        else:
            flat[name] = value
    return flat


def _rest(estimate: Estimate) -> dict[str, object]:
    ends = (estimate.low, estimate.high, estimate.n, estimate.undefined, estimate.method)
    return dict(zip(_PARTS, ends, strict=True))


def _plain(value: Value) -> object:
    return {"value": value.value, **_rest(value)} if isinstance(value, Estimate) else value
