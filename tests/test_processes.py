"""Work in several processes."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.processes import cores, in_order


def squared(number: int) -> int:
    return number * number


def shrinking(number: int) -> tuple[int, int]:
    time.sleep((10 - number) / 500)  # those that begin first are done last
    return number, os.getpid()


def picky(number: int, bad: int, error: Exception) -> int:
    if number == bad:
        raise error
    return number


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def noted(number: int, folder: Path) -> int:
    (folder / str(number)).touch()
    return number


def test_results_come_in_order_from_several_processes():
    with in_order(shrinking, range(10), 3) as results:
        found = list(results)
    assert [number for number, _ in found] == list(range(10))
    assert len({process for _, process in found}) == 3
    assert os.getpid() not in {process for _, process in found}


@settings(max_examples=12)
@given(st.integers(0, 40), st.integers(1, 5))
def test_it_is_the_same_in_however_many_processes(items: int, workers: int):
    with in_order(squared, range(items), workers) as results:
        assert list(results) == [number * number for number in range(items)]


def test_processes_that_cannot_be_forked_are_started_anew(monkeypatch):
    monkeypatch.setattr("gander.processes.FORKS", False)
    with in_order(abs, range(-9, 0), 2) as results:
        assert list(results) == list(range(9, 0, -1))
    assert not multiprocessing.active_children()


def test_one_process_is_this_one():
    with in_order(shrinking, range(2), 1) as results:
        assert {process for _, process in results} == {os.getpid()}


@pytest.mark.parametrize("workers", [1, 2])
def test_results_up_to_the_first_error_then_the_error(workers: int):
    wrong = InputError("it is wrong.", where="game.jsonl:7", todo="Restore it.", details=["so", "and so"])
    found: list[int] = []
    with (
        pytest.raises(InputError) as caught,
        in_order(partial(picky, bad=5, error=wrong), range(30), workers) as results,
    ):
        found.extend(results)
    assert found == [0, 1, 2, 3, 4]
    assert caught.value.lines == wrong.lines


def test_a_fault_of_ours_says_where_it_was():
    with (
        pytest.raises(ZeroDivisionError) as caught,
        in_order(partial(picky, bad=2, error=ZeroDivisionError("so")), range(9), 2) as results,
    ):
        list(results)
    assert "in picky" in caught.value.__notes__[0]


def test_a_process_that_is_killed_is_an_error():
    with (
        pytest.raises(InputError, match=r"--workers: a process was ended .* --workers 1"),
        in_order(deadly, range(30), 2) as results,
    ):
        list(results)


def test_no_process_is_left_by_who_stops_early():
    with in_order(squared, range(1000), 2) as results:
        assert next(results) == 0
        assert len(multiprocessing.active_children()) == 2
    assert not multiprocessing.active_children()


def slow(number: int) -> int:
    if number > 1:
        time.sleep(60)
    return number


def test_they_are_ended_whatever_this_process_does_when_it_is_told_to_end():
    """A server has a handler of its own, which processes that are forked would have too."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with in_order(slow, range(30), 2) as results:
            assert next(results) == 0
            workers = multiprocessing.active_children()
        assert [its.exitcode for its in workers] == [-signal.SIGTERM] * 2
    finally:
        signal.signal(signal.SIGTERM, before)


def test_few_results_wait(tmp_path: Path):
    with in_order(partial(noted, folder=tmp_path), range(5000), 2) as results:
        next(results)
        time.sleep(0.3)
        assert len(list(tmp_path.iterdir())) < 100


def test_processes_end_with_the_first_one():
    script = (
        "import multiprocessing, time\n"
        "from gander.processes import in_order\n"
        "with in_order(abs, range(100), 2) as results:\n"
        "    next(results)\n"
        "    print(*(one.pid for one in multiprocessing.active_children()), flush=True)\n"
        "    time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    others = [int(pid) for pid in process.stdout.readline().split()]
    assert len(others) == 2
    process.kill()
    process.wait()
    until = time.monotonic() + 20
    while any(runs(pid) for pid in others):
        assert time.monotonic() < until
        time.sleep(0.02)


def runs(pid: int) -> bool:
    """Whether a process does anything yet; one that has ended may still be listed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_ctrl_c_ends_all_without_a_word():
    script = (
        "import multiprocessing, time\n"
        "from gander.processes import in_order\n"
        "try:\n"
        "    with in_order(time.sleep, [0] * 4 + [60] * 100, 2) as results:\n"
        "        next(results)\n"
        "        print(flush=True)\n"
        "        list(results)\n"
        "except KeyboardInterrupt:\n"
        "    print(len(multiprocessing.active_children()))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to all of them
    out, err = process.communicate(timeout=20)
    assert (out, err) == ("0\n", "")


def test_cores_are_those_that_this_process_may_use():
    assert 1 <= cores() <= (os.cpu_count() or 1)
