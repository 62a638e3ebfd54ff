"""How large models are: from a small file, else from their names, which often say it."""

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from gander.errors import InputError
from gander.eyeq.csv_rows import csv_rows
from gander.faults import shown

__all__ = ["Size", "read_sizes", "size_of", "sizes_of_nobody"]

# 8B, 0.5B, 500M, 235B-A22B (of which 22 active), but neither A22B alone nor 8x7B, which is not 56.
_IN_NAME = re.compile(
    r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)([BMT])(?:[-_]A\d+(?:\.\d+)?B)?(?![A-Za-z0-9])", re.IGNORECASE
)
_BILLIONS = {"b": 1.0, "m": 0.001, "t": 1000.0}


class Size(NamedTuple):
    """A model's size.

    Attributes:
        billions: All its parameters, in billions, whether or not they are active at once.
        family: What it is compared within: models of one family differ in size alone.
    """

    billions: float
    family: str


def size_of(model: str, known: Mapping[str, Size]) -> Size | None:
    """A model's size; None if nothing tells it.

    Its name tells it as in ``Qwen3-VL-235B-A22B-Instruct``: 235 billion of the family ``Qwen3-VL-Instruct``.

    Args:
        model: The model's name.
        known: Sizes that were given, by full names or by what follows the last slash.
    """
    given = known.get(model) or known.get(model.rpartition("/")[2])
    if given is not None:
        return given
    found = _IN_NAME.search(model)
    if found is None or not (billions := float(found[1]) * _BILLIONS[found[2].lower()]):
        return None
    before, after = model[: found.start()].rstrip("-_ "), model[found.end() :].lstrip("-_ ")
    return Size(billions, f"{before}-{after}" if before and after else before or after or model)


def sizes_of_nobody(known: Mapping[str, Size], models: Iterable[str]) -> list[str]:
    """The names that sizes were given for and no model has, as `size_of` compares them; perhaps misspelt."""
    there = {name for model in models for name in (model, model.rpartition("/")[2])}
    return [name for name in known if name not in there]


def read_sizes(path: Path) -> dict[str, Size]:
    """Sizes from a CSV file with the columns ``model``, ``size`` (billions) and perhaps ``family``.

    Models without a family are one family together.

    Raises:
        InputError: The file cannot be read, or a size is no positive number; with the line.
    """
    columns, rows = csv_rows(path)
    names = {column.strip().casefold(): column for column in columns}
    if not {"model", "size"} <= set(names):
        raise InputError(
            f"it has the columns {', '.join(map(shown, columns)) or 'none'}.",
            where=f"{path}:1",
            todo="It needs model and size (in billions of parameters), and may have family.",
        )
    sizes: dict[str, Size] = {}
    for where, row in rows:
        model, text = row[names["model"]].strip(), row[names["size"]].strip()
        try:
            billions = float(text)
        except ValueError:
            billions = math.nan
        if not 0 < billions < math.inf:
            raise InputError(f"size must be a number above 0, not {shown(text)}.", where=where)
        if not model or model in sizes:
            what = f"{shown(model)} is there twice." if model else "the row has no model."
            raise InputError(what, where=where)
        sizes[model] = Size(billions, row[names["family"]].strip() if "family" in names else "")
    return sizes
