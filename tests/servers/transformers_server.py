"""``transformers serve`` as a process of its own on loopback, with one model and no network.

In a test::

    with TransformersServer(folder / "tiny-llava") as server:
        server.url           # http://127.0.0.1:…/v1
        server.model         # the name that requests have to give: tiny-llava
        server.environment   # what Inspect's provider openai-api/tiny/… wants to know
        server.calls         # how many calls have arrived
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType

__all__ = ["TransformersServer"]

_RUNNING = re.compile(r"Uvicorn running on (http://\S+)")
_ARRIVED = "[Request received]"


class TransformersServer:
    """The server, from ``with`` to its end.

    Args:
        model: The model's folder. The server is started beside it, so that the model's name, which becomes
            a part of every result, is the folder's name and no path of this machine.
        seconds: The most that the start may take.

    Attributes:
        url: Its address, with ``/v1``.
        model: The model's name.
    """

    def __init__(self, model: Path, *, seconds: float = 60.0) -> None:
        self.model = model.name
        self.url = ""
        self._folder = model.parent
        self._seconds = seconds
        self._said = model.parent / f"{model.name}.server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._home = tempfile.TemporaryDirectory()

    @property
    def name(self) -> str:
        """The model's Inspect name."""
        return f"openai-api/tiny/{self.model}"

    @property
    def environment(self) -> dict[str, str]:
        """What Inspect's OpenAI-compatible provider reads for the service ``tiny``."""
        return {"TINY_BASE_URL": self.url, "TINY_API_KEY": "none-needed"}

    @property
    def said(self) -> str:
        """All it has said so far."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    @property
    def calls(self) -> int:
        """The calls that have arrived so far, answered or not."""
        return self.said.count(_ARRIVED)

    def __enter__(self) -> "TransformersServer":
        command = [
            str(Path(sys.executable).with_name("transformers")), "serve", self.model,
            "--host", "127.0.0.1", "--port", "0", "--device", "cpu",
        ]  # fmt: skip
        environment = {
            **os.environ,
            "HF_HUB_OFFLINE": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HOME": self._home.name,
            # A model so small is slower on two threads than on one.
            "OMP_NUM_THREADS": "1",
            "PYTHONUNBUFFERED": "1",
        }
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                command, cwd=self._folder, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )
        try:
            self._wait()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def _wait(self) -> None:
        """Wait until it is well; it chooses a free port by itself and says which."""
        end = time.monotonic() + self._seconds
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                break
            if found := _RUNNING.search(self.said):
                address = found[1]
                with (
                    contextlib.suppress(OSError),
                    urllib.request.urlopen(f"{address}/health", timeout=5) as answer,
                ):
                    if answer.status == 200:
                        self.url = f"{address}/v1"
                        return
            time.sleep(0.05)
        raise RuntimeError(f"transformers serve did not start in {self._seconds:g} s. It said:\n{self.said}")

    def _stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._home.cleanup()
