"""Tables of puzzles as they are written: CSV, JSONL and Parquet, row by row, each with its place."""

import csv
import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gander.errors import InputError
from gander.eyeq.cache import cache_folder
from gander.faults import listed, shown
from gander.files import write_whole

__all__ = ["COLUMNS", "NEEDED", "RawRow", "Table", "UnpackedImage", "read_parquet", "read_table"]

NEEDED = ("id", "answer", "image")
"""The columns that every table must have."""

COLUMNS = ("id", "lang", "answer", "image", "also_accept", "description")
"""The columns that are read."""

_MOST = 100_000  # characters of a cell; more is a quote that swallowed the rows after it
_QUOTES = {  # what Python's reader says, and what it means
    "unexpected end of data": "a quote is opened and never closed",
    "',' expected after '\"'": "text follows a closing quote; quotes inside a quoted cell are doubled",
}
_BATCH = 64  # rows of pictures in memory at a time


@dataclass(frozen=True)
class UnpackedImage:
    """A picture that a table held inside itself, now a file in the cache.

    Attributes:
        path: The file.
    """

    path: Path


@dataclass(frozen=True)
class RawRow:
    """A row as it is written, unchecked.

    Attributes:
        where: The row, as ``FILE:LINE``.
        values: What it has in each column.
        fault: Why it cannot be read at all; empty if it can.
    """

    where: str
    values: Mapping[str, object]
    fault: str = ""


@dataclass(frozen=True)
class Table:
    """A table of puzzles.

    Attributes:
        columns: The columns that it has.
        rows: Its rows.
    """

    columns: tuple[str, ...]
    rows: tuple[RawRow, ...]


def read_table(path: Path) -> tuple[Table, str]:
    """Read a table by the ending of its name.

    Args:
        path: The file.

    Returns:
        The table, and the SHA-256 of the file, in hexadecimal.

    Raises:
        InputError: The table as a whole cannot be read, or lacks a column that it needs.
    """
    ending = path.suffix.casefold()
    if ending not in {".csv", ".jsonl", ".parquet"}:
        raise InputError(
            "is no table of puzzles.", where=str(path), todo="Give a .csv, .jsonl or .parquet file."
        )
    try:
        if ending == ".parquet":
            # It may hold all pictures, so it is not taken into memory whole.
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            return read_parquet(lambda: path, key=digest, label=str(path)), digest
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=str(path)) from error
    table = _csv(path, data) if ending == ".csv" else _jsonl(path, data)
    return _checked(table, str(path)), hashlib.sha256(data).hexdigest()


def read_parquet(fetch: Callable[[], Path], *, key: str, label: str) -> Table:
    """Read a Parquet table; pictures inside it are unpacked into the cache, byte for byte, once.

    Later reads take the rows from the cache and open neither the table nor a library for it.

    Args:
        fetch: Gives the file; called only if its content is not in the cache.
        key: Names its content: a hash, or commit and path on the Hub.
        label: What messages call it.

    Raises:
        InputError: It cannot be read, or lacks a column that it needs.
    """
    folder = cache_folder() / "unpacked" / hashlib.sha256(key.encode()).hexdigest()
    index = folder / "index.json"
    try:
        kept = msgspec.json.decode(index.read_bytes(), type=_Index)
        table = _from_index(kept, folder, label)
    except (OSError, msgspec.MsgspecError):
        kept = _unpack(fetch(), folder, label)
        write_whole(index, msgspec.json.encode(kept))
        table = _from_index(kept, folder, label)
    return _checked(table, label)


class _Packed(msgspec.Struct, frozen=True):
    """A picture in the cache."""

    name: str
    size: int


class _Index(msgspec.Struct, frozen=True):
    """The rows of an unpacked table; pictures apart from the other columns."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    images: tuple[_Packed | None, ...]


def _from_index(index: _Index, folder: Path, label: str) -> Table:
    rows = []
    for number, (values, packed) in enumerate(zip(index.rows, index.images, strict=True), 1):
        if packed is not None:
            path = folder / packed.name
            if path.stat().st_size != packed.size:
                raise FileNotFoundError(path)
            values = {**values, "image": UnpackedImage(path)}  # noqa: PLW2901
        rows.append(RawRow(f"{label}:row {number}", values))
    return Table(index.columns, tuple(rows))


def _unpack(path: Path, folder: Path, label: str) -> _Index:
    import polars as pl  # noqa: PLC0415 - slow to import; most runs read the cache or no Parquet at all

    try:
        scan = pl.scan_parquet(path)
        columns = tuple(scan.collect_schema().names())
        wanted = scan.select([name for name in COLUMNS if name in columns])
        length = int(scan.select(pl.len()).collect().item())
        rows: list[dict[str, Any]] = []
        images: list[_Packed | None] = []
        for start in range(0, length, _BATCH):
            for values in wanted.slice(start, _BATCH).collect().iter_rows(named=True):
                image = values.get("image")
                data = image.get("bytes") if isinstance(image, dict) else image
                packed = None
                if isinstance(data, bytes):
                    packed = _Packed(hashlib.sha256(data).hexdigest(), len(data))
                    if not (folder / packed.name).is_file():
                        write_whole(folder / packed.name, data)
                    values["image"] = None
                elif isinstance(image, dict):
                    values["image"] = image.get("path")
                rows.append(values)
                images.append(packed)
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"cannot be read as Parquet ({reason}).", where=label) from error
    return _Index(columns, tuple(rows), tuple(images))


def _csv(path: Path, data: bytes) -> Table:
    text = _text(path, data)
    # The reader's own limit would end the whole table without saying at which row.
    usual = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    try:
        return _csv_rows(path, text)
    finally:
        csv.field_size_limit(usual)


def _csv_rows(path: Path, text: str) -> Table:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[RawRow] = []
    columns: tuple[str, ...] = ()
    start = 1
    try:
        for cells in reader:
            where, start = f"{path}:{start}", reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = tuple(cell.strip().casefold() for cell in cells)
                doubled = sorted({name for name in columns if columns.count(name) > 1})
                if doubled:
                    raise InputError(f"column {shown(doubled[0])} is given twice.", where=where)
                continue
            fault = ""
            if (longest := max(map(len, cells))) > _MOST:
                fault = f"has a cell of {longest:,} characters, the most is {_MOST:,}; is a quote not closed?"
            elif len(cells) != len(columns):
                fault = f"has {len(cells)} cells, the header {len(columns)}; quote answers with commas"
            rows.append(RawRow(where, dict(zip(columns, cells, strict=False)), fault))
    except csv.Error as error:
        why = _QUOTES.get(str(error), str(error))
        raise InputError(f"cannot be read as CSV ({why}).", where=f"{path}:{start}") from error
    return Table(columns, tuple(rows))


def _jsonl(path: Path, data: bytes) -> Table:
    _text(path, data)
    rows: list[RawRow] = []
    columns: dict[str, None] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            values = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            rows.append(RawRow(where, {}, f"is no JSON object ({error})"))
            continue
        except RecursionError:
            rows.append(RawRow(where, {}, "is nested too deeply to be read"))
            continue
        columns.update(dict.fromkeys(values))
        rows.append(RawRow(where, values))
    return Table(tuple(columns), tuple(rows))


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8 text.", where=f"{path}:{line}", todo="Save it as UTF-8.") from error


def _checked(table: Table, label: str) -> Table:
    if not table.rows:
        raise InputError("holds no puzzles.", where=label)
    missing = [name for name in NEEDED if name not in table.columns]
    if missing and any(not row.fault for row in table.rows):
        columns = "columns" if len(missing) > 1 else "column"
        raise InputError(
            f"lacks the {columns} {listed(missing)}.",
            where=label,
            todo=f"It has {', '.join(map(shown, table.columns))}; Gander reads {', '.join(COLUMNS)}.",
        )
    return table
