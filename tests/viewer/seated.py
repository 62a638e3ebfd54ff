"""A run that is played beside a test, which sits at its page as a browser does."""

import re
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx

from gander.quack.live_run import LiveRun, Pace, play_live_run
from gander.quack.play import GameResult, RunSettings, play_run
from gander.quack.runs import PlayerMaker
from gander.viewer.guard import TOKEN_HEADER
from gander.viewer.play.serving import PlayPage
from gander.viewer.server import bind

__all__ = ["Sitting", "at"]


def at(address: str) -> httpx.Client:
    """A client of a server: it has the page's token, and names its origin."""
    origin = address.removesuffix("/play")
    page = httpx.get(f"{origin}/play").text
    token = re.search(r'<meta name="token" content="([^"]+)">', page)
    assert token is not None
    return httpx.Client(base_url=origin, headers={TOKEN_HEADER: token[1], "Origin": origin}, timeout=30)


class Sitting:
    """A person at the page of a run.

    Args:
        folder: The run's folder.
        settings: The run; a seat of it is human.
        makers: Makes players of other kinds.
        pace: How fast models are asked, and how much.
        seen: Told every answer's bytes, as the browser gets them.

    Attributes:
        address: The page's address.
        client: What asks the server.
        results: How the games ended, once all have.
    """

    def __init__(
        self,
        folder: Path,
        settings: RunSettings,
        *,
        makers: Mapping[str, PlayerMaker] | None = None,
        pace: Pace | None = None,
        seen: Callable[[bytes], None] | None = None,
    ) -> None:
        self.results: list[GameResult] | LiveRun | None = None
        self._seen = seen or (lambda data: None)
        ready, address = threading.Event(), []

        def on_open(where: str) -> None:
            address.append(where)
            ready.set()

        self._page = PlayPage(folder, settings, bind("127.0.0.1", 0), on_open)
        made = {**(makers or {}), "human": self._page.seat}

        def play() -> None:
            step, end = self._page.table.step, self._page.end
            if settings.model_names:
                self.results = play_live_run(
                    folder, settings, makers=made, on_game=end, on_step=step, pace=pace
                )
            else:
                self.results = play_run(folder, settings, makers=made, on_game=end, on_step=step)
            self._page.table.finish()

        self.thread = threading.Thread(target=play, daemon=True)
        self.thread.start()
        assert ready.wait(30)
        self.address = address[0]
        self.client = at(self.address)

    def view(self) -> dict[str, Any]:
        """How things stand, once the person is asked or a game is over."""
        for _ in range(2000):
            view = self._read(self.client.get("/api/play"))
            if view["state"] != "waiting":
                return view
            time.sleep(0.01)
        raise AssertionError(view)

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Send something that writes."""
        answer = self.client.post(f"/api/play/{path}", json=body)
        self._seen(answer.content)
        return answer

    def play_on(self, choose: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        """Answer every question until a game is over; tells how it ended."""
        while (view := self.view())["state"] == "asked":
            answer = self.post("answer", request=view["asked"]["id"], **choose(view["asked"]))
            assert answer.status_code == 200, answer.text
        return dict(view["ended"])

    def close(self) -> None:
        """Serve no longer; a game that is not over waits in its thread for ever."""
        self.client.close()
        self._page.close()

    def _read(self, answer: httpx.Response) -> dict[str, Any]:
        self._seen(answer.content)
        return dict(answer.json())
