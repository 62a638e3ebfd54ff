"""The page in tests: a server on a free port."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.guard import hosts_of
from gander.viewer.server import application, bind, serve
from tests.viewer.audited import scripted_runs
from tests.viewer.records import big_run, hostile_record, released_record

Serving = Callable[..., str]


@pytest.fixture(scope="session")
def serving() -> Iterator[Serving]:
    """Starts servers of some paths; each answers with its address, such as ``http://127.0.0.1:8123``."""
    running: list[tuple[threading.Thread, list[Callable[[], None]]]] = []

    def start(*paths: Path, claims: str | None = None) -> str:
        catalogue = Catalogue(paths)
        catalogue.scan()
        taken = bind("127.0.0.1", 0)
        port = taken.getsockname()[1]
        guard = application(catalogue, Games("ship10", claims), hosts_of("127.0.0.1", port))
        ready, ends = threading.Event(), list[Callable[[], None]]()

        def on_ready(end: Callable[[], None]) -> None:
            ends.append(end)
            ready.set()

        thread = threading.Thread(target=serve, args=(guard, taken, on_ready), daemon=True)
        thread.start()
        assert ready.wait(30)
        running.append((thread, ends))
        return f"http://127.0.0.1:{port}"

    yield start
    for thread, ends in running:
        ends[0]()
        thread.join(10)


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games: ``released/seed01``, ``big/seed03``, ``hostile/seed05``."""
    folder = tmp_path_factory.mktemp("tree")
    released_record(folder / "released" / "seed01")
    big_run(folder / "big")
    hostile_record(folder / "hostile" / "seed05")
    return folder


@pytest.fixture(scope="session")
def audited_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games to audit, with stored audits of them; see `scripted_runs`."""
    folder = tmp_path_factory.mktemp("audited")
    scripted_runs(folder)
    return folder
