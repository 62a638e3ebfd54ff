"""The log of what annotators answered: an SQLite file beside the sheet, only ever added to.

An answer that is written is on the disk, whole, and in the one file: each is a transaction of its own with a
rollback journal and ``synchronous=EXTRA``. (A write-ahead log would hold the newest answers in a second
file, which whoever copies the first doesn't get, and which grows.) It carries a key made where it was given,
so that sending it again adds nothing. Of several answers to a question the last counts; the others stay.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from gander.errors import GanderError, InputError

__all__ = ["VERSION", "Given", "LabelLog", "Logged", "Unsaved", "Written"]

VERSION = 1
"""Of the file's tables, in its ``user_version``."""

_OURS = 0x47_4C_42_4C  # application_id: "GLBL"
_PATIENCE = 5_000  # milliseconds that another who writes is waited for

_TABLES = (
    """CREATE TABLE answers (
        seq INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        annotator TEXT NOT NULL,
        item TEXT NOT NULL,
        question TEXT NOT NULL,
        value TEXT NOT NULL,
        given TEXT NOT NULL,
        saved TEXT NOT NULL,
        opened INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX by_item ON answers (item, annotator)",
    "CREATE TRIGGER kept BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'answers are kept'); END",
    "CREATE TRIGGER stay BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'answers are kept'); END",
    f"PRAGMA application_id = {_OURS}",
    f"PRAGMA user_version = {VERSION}",
)


class Unsaved(GanderError):
    """An answer could not be written.

    Attributes:
        full: Whether the disk would not take it, mostly because there is no room.
    """

    def __init__(self, what: str, *, full: bool) -> None:
        self.full = full
        super().__init__(what)


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer as somebody gives it.

    Attributes:
        key: Its name, which no other answer has.
        annotator: Who answers.
        item: What is judged.
        question: Which question; ``note`` and ``reveal`` are others than those of a sheet.
        value: The answer; empty takes the one before back.
        given: When, by the clock of where it was given.
    """

    key: str
    annotator: str
    item: str
    question: str
    value: str
    given: str


class Logged(msgspec.Struct, frozen=True):
    """An answer as it was written.

    Attributes:
        seq: Its number in the log; later ones have higher ones.
        answer: The answer.
        opened: Whether the annotator had been shown the audit's part of the item before.
    """

    seq: int
    answer: Given
    opened: bool


class Written(msgspec.Struct, frozen=True):
    """What became of an answer.

    Attributes:
        logged: It.
        again: Whether it had been written before, with the same key.
        before: The annotator's answer to that question until then.
    """

    logged: Logged
    again: bool
    before: Logged | None


class LabelLog:
    """A log; the file is made with the first answer.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._file = (0, 0)
        self._lock = threading.Lock()

    def entries(self, item: str | None = None) -> list[Logged]:
        """What was answered, in order.

        Args:
            item: About what; None for everything.

        Raises:
            InputError: The file cannot be read, or is none of ours.
        """
        with self._lock:
            if not self.path.exists():
                return []
            try:
                connection = self._opened()
                if (
                    _version(connection) == 0
                ):  # the first answer could not be written, mostly for want of room
                    return []
                where = ("", ()) if item is None else ("WHERE item = ?", (item,))
                return _read(connection, *where)
            except sqlite3.Error as error:
                raise InputError(f"cannot be read ({error}).", where=str(self.path)) from error

    def write(self, answer: Given, opens: Callable[[Sequence[Logged]], bool]) -> Written:
        """Write an answer, unless it has been.

        Args:
            answer: It.
            opens: Whether an annotator who answered so far as told has been shown the audit's part.

        Raises:
            Unsaved: It could not be written; nothing of it was.
            InputError: The file is none of ours, or another answer has the key.
        """
        with self._lock:
            try:
                connection = self._opened()
                _make(connection)
                with _transaction(connection):
                    for known in _read(connection, "WHERE key = ?", (answer.key,)):
                        if known.answer != answer:
                            raise InputError("another answer has this key.", where=answer.key)
                        return Written(known, again=True, before=None)
                    own = _read(
                        connection, "WHERE item = ? AND annotator = ?", (answer.item, answer.annotator)
                    )
                    opened = opens(own)
                    row = (
                        *(answer.key, answer.annotator, answer.item, answer.question, answer.value),
                        *(answer.given, datetime.now(UTC).isoformat(timespec="milliseconds"), int(opened)),
                    )
                    added = connection.execute(
                        "INSERT INTO answers (key, annotator, item, question, value, given, saved, opened)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        row,
                    )
                before = [its for its in own if its.answer.question == answer.question]
                logged = Logged(added.lastrowid or 0, answer, opened)
                return Written(logged, again=False, before=before[-1] if before else None)
            except sqlite3.Error as error:
                code = (error.sqlite_errorcode & 0xFF) if hasattr(error, "sqlite_errorcode") else None
                full = code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
                if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
                    self._drop()
                raise Unsaved(str(error), full=full) from error

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> sqlite3.Connection:
        """The file, opened; anew if another lies there than before, which answers would be lost in."""
        if self._connection is not None and _file_at(self.path) != self._file:
            self._drop()
        if self._connection is None:
            connection = sqlite3.connect(
                self.path, timeout=_PATIENCE / 1000, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection, self.path)
            except BaseException:
                connection.close()
                raise
            self._connection, self._file = connection, _file_at(self.path)
        return self._connection


def _file_at(path: Path) -> tuple[int, int]:
    try:
        info = path.stat()
    except OSError:
        return (0, 0)
    return info.st_dev, info.st_ino


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Find out whose file it is."""
    version = _version(connection)
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if (tables or version) and owner != _OURS:
        raise InputError("this is no file of labels.", where=str(path), todo="Move it away.")
    if version > VERSION:
        raise InputError(
            f"was written by a newer Gander (labels {version}; this one knows {VERSION}).", where=str(path)
        )
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")  # the journal's end is on the disk too


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _make(connection: sqlite3.Connection) -> None:
    """Make a new file ours."""
    if _version(connection) == 0:
        with _transaction(connection):
            # Another may have made them while this one waited.
            if _version(connection) == 0:
                for statement in _TABLES:
                    connection.execute(statement)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _read(connection: sqlite3.Connection, where: str, values: tuple[str, ...]) -> list[Logged]:
    rows = connection.execute(
        f"SELECT seq, key, annotator, item, question, value, given, opened FROM answers {where} ORDER BY seq",
        values,
    )
    return [Logged(seq, Given(*answer), bool(opened)) for seq, *answer, opened in rows]
