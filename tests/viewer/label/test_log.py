"""The log of answers: what was written stays, whatever happens."""

import resource
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.viewer.label.log import VERSION, Given, LabelLog, Logged, Unsaved

WRITER = """
import resource, sys
from pathlib import Path
from gander.viewer.label.log import Given, LabelLog, Unsaved

log, limit = LabelLog(Path(sys.argv[1])), int(sys.argv[2])
if limit:
    log.write(Given("first-key", "Ann", "i", "note", "", ""), lambda _: False)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
for number in range(1000):
    try:
        log.write(Given(f"key-{number:04}", "Ann", "i", "note", "n" * 3000, ""), lambda _: False)
    except Unsaved as error:
        print("full" if error.full else "not full", flush=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        log.write(Given(f"key-{number:04}", "Ann", "i", "note", "n", ""), lambda _: False)
        break
    print(f"key-{number:04}", flush=True)
"""


def given(
    key: str, value: str = "yes", question: str = "faithful", who: str = "Ann", item: str = "c1-aa"
) -> Given:
    return Given(f"key-of-{key}", who, item, question, value, "2026-01-01T00:00:00Z")


def never(_: object) -> bool:
    return False


def test_an_answer_is_there_for_whoever_looks(tmp_path: Path) -> None:
    path = tmp_path / "s.labels.sqlite"
    log = LabelLog(path)
    assert log.entries() == []
    assert not path.exists()  # who only looks leaves nothing behind
    written = log.write(given("a"), never)
    assert written.logged == Logged(1, given("a"), opened=False)
    another = LabelLog(path)
    assert another.entries() == log.entries() == [written.logged]
    another.close()
    log.close()
    assert [file.name for file in tmp_path.iterdir()] == ["s.labels.sqlite"]


def test_a_copy_of_the_file_has_every_answer(tmp_path: Path) -> None:
    """While it is open, which whoever was killed leaves it as."""
    log = LabelLog(tmp_path / "s")
    for number in range(15):
        log.write(given(f"{number}"), never)
    assert [file.name for file in tmp_path.iterdir()] == ["s"]
    (tmp_path / "copy").write_bytes((tmp_path / "s").read_bytes())
    assert LabelLog(tmp_path / "copy").entries() == log.entries()
    assert len(log.entries("c1-aa")) == 15
    assert log.entries("another") == []


def test_a_log_with_a_write_ahead_log_becomes_one_file(tmp_path: Path) -> None:
    log = LabelLog(tmp_path / "s")
    log.write(given("a"), never)
    log._opened().execute("PRAGMA journal_mode = WAL")
    log.write(given("b"), never)
    for file in list(tmp_path.iterdir()):  # as who was killed leaves them
        (tmp_path / file.name.replace("s", "t", 1)).write_bytes(file.read_bytes())
    again = LabelLog(tmp_path / "t")
    again.write(given("c"), never)
    assert [its.answer.key for its in again.entries()] == ["key-of-a", "key-of-b", "key-of-c"]
    assert sorted(file.name for file in tmp_path.glob("t*")) == ["t"]


def test_the_last_counts_and_the_others_stay(tmp_path: Path) -> None:
    log = LabelLog(tmp_path / "s")
    log.write(given("a"), never)
    log.write(given("other", who="Ben"), never)
    changed = log.write(given("b", "no"), lambda entries: len(entries) == 1)
    assert changed.before is not None
    assert changed.before.answer == given("a")
    assert changed.logged.opened
    assert [its.answer.value for its in log.entries()] == ["yes", "yes", "no"]
    with sqlite3.connect(tmp_path / "s") as connection:
        for change in ("UPDATE answers SET value = 'x'", "DELETE FROM answers"):
            with pytest.raises(sqlite3.IntegrityError, match="answers are kept"):
                connection.execute(change)
    connection.close()


def test_what_is_sent_twice_is_there_once(tmp_path: Path) -> None:
    log = LabelLog(tmp_path / "s")
    first = log.write(given("a"), never)
    again = log.write(given("a"), lambda _: True)
    assert again.again
    assert again.logged == first.logged
    with pytest.raises(InputError, match="another answer has this key"):
        log.write(given("a", "no"), never)
    assert len(log.entries()) == 1


def test_two_servers_at_once(tmp_path: Path) -> None:
    """Each with a connection of its own, as two processes have."""

    def answer(who: str) -> None:
        log = LabelLog(tmp_path / "s")
        for number in range(30):
            log.write(given(f"{who}{number}", who=who), never)

    threads = [threading.Thread(target=answer, args=(who,)) for who in ("Ann", "Ben")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = LabelLog(tmp_path / "s").entries()
    assert sorted(its.answer.key for its in entries) == sorted(
        f"key-of-{who}{number}" for who in ("Ann", "Ben") for number in range(30)
    )
    for who in ("Ann", "Ben"):
        own = [its.answer.key for its in entries if its.answer.annotator == who]
        assert own == [f"key-of-{who}{number}" for number in range(30)]


def test_killed_while_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, path, "0"], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline().strip() for _ in range(20)]
        writer.kill()
        told += writer.stdout.read().split()
    keys = [its.answer.key for its in LabelLog(path).entries()]
    # All that was told as written, in order; and at most the one that was not told any more.
    assert keys[: len(told)] == told
    assert len(keys) - len(told) <= 1


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    path = tmp_path / "s"
    done = subprocess.run(
        [sys.executable, "-c", WRITER, path, "200000"], capture_output=True, text=True, check=True
    )
    *told, full = done.stdout.split()
    assert full == "full"
    assert told
    entries = LabelLog(path).entries()
    # Nothing of what failed is there; once there is room, it is written.
    assert [its.answer.key for its in entries] == ["first-key", *told, f"key-{len(told):04}"]
    assert entries[-1].answer.value == "n"


def test_no_room_for_the_first_answer(tmp_path: Path) -> None:
    log = LabelLog(tmp_path / "s")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        with pytest.raises(Unsaved):
            log.write(given("a"), never)
        # There is none, and that can be read.
        assert log.entries() == []
        assert LabelLog(tmp_path / "s").entries() == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    log.write(given("a"), never)
    assert len(log.entries()) == 1


def test_no_room_for_another_page(tmp_path: Path) -> None:
    log = LabelLog(tmp_path / "s")
    log.write(given("a"), never)
    connection = log._opened()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Unsaved, match="full") as error:
        log.write(given("b", "n" * 9000, "note"), never)
    assert error.value.full
    connection.execute("PRAGMA max_page_count = 1000")
    assert not log.write(given("b", "n" * 9000, "note"), never).again
    assert len(log.entries()) == 2


def test_a_file_that_was_taken_away_gets_no_answers(tmp_path: Path) -> None:
    path = tmp_path / "s"
    log = LabelLog(path)
    log.write(given("a"), never)
    for file in list(tmp_path.iterdir()):
        file.rename(tmp_path / f"away-{file.name}")
    log.write(given("b"), never)
    assert [its.answer.key for its in LabelLog(path).entries()] == ["key-of-b"]


def test_files_of_others(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE answers (x)")
    connection.close()
    with pytest.raises(InputError, match="no file of labels"):
        LabelLog(other).entries()
    with pytest.raises(InputError, match="no file of labels"):
        LabelLog(other).write(given("a"), never)
    text = tmp_path / "text"
    text.write_text("this is no database at all, and long enough to be taken for one" * 20)
    with pytest.raises(InputError, match="cannot be read"):
        LabelLog(text).entries()
    newer = LabelLog(tmp_path / "newer")
    newer.write(given("a"), never)
    newer._opened().execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    with pytest.raises(InputError, match="newer Gander"):
        newer.entries()
