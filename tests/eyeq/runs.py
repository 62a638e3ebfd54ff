"""Running ``gander eyeq`` as a person does: a process of its own, against a real server."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.commands import Command, finished
from tests.servers.openai_server import OpenAIServer, Request

KEY = "sk-very-secret-0123456789"


def environment() -> dict[str, str]:
    return os.environ | {"LOCAL_API_KEY": KEY, "COLUMNS": "120", "NO_COLOR": "1"}


def arguments(server: OpenAIServer | str, data: Path | str, out: Path, *more: str) -> list[str]:
    url = server if isinstance(server, str) else server.url
    """What ``gander`` is given to ask a server."""
    return [
        *("eyeq", "run", "--data", str(data), "--out", str(out)),
        *("--model", "openai-api/local/goose", "-M", f"base_url={url}", "--no-floor"),
        *("--timeout", "5", "--retries", "1", *more),
    ]


def run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return finished("gander", *args, env=environment(), cwd=cwd)


def started(args: list[str]) -> Command:
    return Command("gander", args, env=environment())


def eyeq(*args: str) -> subprocess.CompletedProcess[str]:
    return run("eyeq", *args)


def lines(out: Path) -> list[dict[str, Any]]:
    text = (out / "answers.jsonl").read_bytes()
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith(b"\n")]


def answered(out: Path) -> list[tuple[str, str, int]]:
    return [
        (line["cell"], line["puzzle"], line["attempt"])
        for line in lines(out)
        if line["outcome"]["is"] == "answered"
    ]


def rows(out: Path) -> list[dict[str, Any]]:
    """The report's rows."""
    target = out.parent / f"{out.name}.json"
    done = eyeq("report", str(out), "--json", str(target))
    assert done.returncode == 0, done.stderr
    loaded: list[dict[str, Any]] = json.loads(target.read_text())
    return loaded


def reply(answer: str) -> str:
    return json.dumps(
        {"primary_clues": [], "candidates": [answer], "final_answer": answer}, ensure_ascii=False
    )


def picture_of(request: Request) -> str:
    """The picture that is to be solved: the last one."""
    return request.images[-1]
