"""Commands as a person gives them, each in a process of its own.

The processes are forked from one that has loaded Gander and Inspect already: to load them takes seconds of
computing, which every command of every test would pay anew. They share one seed of hashes; what must not
depend on it is tested by processes started from nothing.
"""

import atexit
import io
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from multiprocessing import get_context
from pathlib import Path

__all__ = ["Command", "finished"]

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    # What commands load as they need it, Inspect's own command and its server of agents.
    [
        *("gander.cli", "gander.eyeq.run", "gander.models.call", "gander.quack.live_run"),
        *("gander.inspect_registry", "gander.eyeq.tasks", "gander.tasks", "openai"),
        *("inspect_ai.model", "inspect_ai._cli.main", "inspect_ai.agent._acp.server"),
    ]
)


class Command:
    """A command under way: what `subprocess.Popen` is to a program.

    Args:
        name: The command: ``gander`` or ``inspect``.
        arguments: Its arguments.
        env: Its environment; None for this process's own.
        cwd: Its folder; None for this process's own.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[object],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.args = [name, *map(str, arguments)]
        self._said = tempfile.TemporaryDirectory()
        self._files = [Path(self._said.name) / stream for stream in ("out", "err")]
        for file in self._files:
            file.touch()
        self._process = _CONTEXT.Process(
            target=_serve,
            args=(self.args, dict(os.environ if env is None else env), str(cwd or Path.cwd()), self._files),
        )
        self._process.start()

    @property
    def returncode(self) -> int | None:
        """How it ended, as for `subprocess.Popen`; None as long as it has not."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The same."""
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Signal it."""
        if self._process.pid is not None and self.returncode is None:
            os.kill(self._process.pid, number)

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = 120) -> int:
        """Wait for its end.

        Raises:
            subprocess.TimeoutExpired: It did not come; the command is killed.
        """
        self._process.join(timeout)
        code = self.returncode
        if code is None:
            self.kill()
            self._process.join()
            raise subprocess.TimeoutExpired(self.args, timeout, *map(Path.read_bytes, self._files))
        return code

    def communicate(self, timeout: float = 120) -> tuple[str, str]:
        """Wait for its end; what it wrote to both streams."""
        self.wait(timeout)
        out, err = (file.read_text("utf-8") for file in self._files)
        return out, err


def finished(
    name: str,
    *arguments: object,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = Command(name, arguments, env=env, cwd=cwd)
    out, err = command.communicate(timeout)
    return subprocess.CompletedProcess(command.args, command.wait(), out, err)


def _serve(args: Sequence[str], env: Mapping[str, str], cwd: str, files: Sequence[Path]) -> None:
    """The command's own process."""
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in enumerate(files, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_APPEND), number)
    # As Python opens them for a pipe or a file.
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), "utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(
        io.FileIO(2, "w", closefd=False), "utf-8", "backslashreplace", write_through=True
    )
    sys.argv = list(args)
    (command,) = entry_points(group="console_scripts", name=args[0])
    try:
        sys.exit(command.load()())
    except Exception:
        sys.excepthook(*sys.exc_info())  # as at the end of any program, and Inspect has a hook of its own
        sys.exit(1)
    finally:
        atexit._run_exitfuncs()  # a forked process ends without
