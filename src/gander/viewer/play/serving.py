"""The page while a game is played: served beside it; of the run's folder only games that are over."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from gander.quack.live_run import Paused
from gander.quack.players import SeatContext
from gander.quack.runs import GameResult, RunSettings, is_over
from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.guard import hosts_of
from gander.viewer.play.table import Person, Table
from gander.viewer.server import application, serve

__all__ = ["PlayPage", "play_page"]

_HOST = "127.0.0.1"


class PlayPage:
    """The page of a run; it is served from the moment when the person takes the first seat.

    Args:
        folder: The run's folder.
        settings: The run.
        taken: The address to serve at, from `gander.viewer.server.bind`.
        on_open: Told the page's address once it answers.

    Attributes:
        table: Where the person plays.
        port: The page's port.
    """

    def __init__(
        self, folder: Path, settings: RunSettings, taken: socket.socket, on_open: Callable[[str], None]
    ) -> None:
        self.table = Table(folder, settings)
        self.port: int = taken.getsockname()[1]
        self._folder = folder
        self._taken = taken
        self._on_open = on_open
        self._thread: threading.Thread | None = None
        self._end: Callable[[], None] = lambda: None
        self._catalogue: Catalogue | None = None

    @property
    def opened(self) -> bool:
        """Whether the page was served."""
        return self._thread is not None

    def seat(self, context: SeatContext) -> Person:
        """Take a seat in the run's next game, and open the page with the first."""
        person = self.table.seat(context)
        if self._thread is None:
            self._serve()
        return person

    def end(self, result: GameResult | Paused) -> None:
        """A game is over, or waits for want of an answer."""
        if self._catalogue is not None:
            self._catalogue.scan(anew=True)
        self.table.end(result)

    def close(self) -> None:
        """Serve no longer."""
        self._end()
        if self._thread is not None:
            self._thread.join(5)
        self._taken.close()

    def _serve(self) -> None:
        # What is not over tells who is who.
        self._catalogue = Catalogue([self._folder], shown=is_over)
        guard = application(self._catalogue, Games("ship10"), hosts_of(_HOST, self.port), self.table)
        ready = threading.Event()

        def on_ready(end: Callable[[], None]) -> None:
            self._end = end
            ready.set()

        # The game keeps the main thread, where Ctrl-C arrives.
        self._thread = threading.Thread(target=serve, args=(guard, self._taken, on_ready), daemon=True)
        self._thread.start()
        ready.wait()
        self._on_open(f"http://{_HOST}:{self.port}/play")


@contextlib.contextmanager
def play_page(
    folder: Path, settings: RunSettings, taken: socket.socket, on_open: Callable[[str], None]
) -> Iterator[PlayPage]:
    """The page of a run, closed at the end; see `PlayPage`."""
    page = PlayPage(folder, settings, taken, on_open)
    try:
        yield page
    finally:
        page.close()
