"""Draws the README's picture from real output: ``.venv/bin/python scripts/pictures.py``."""

import contextlib
import os
import pty
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
SEED = 7

# Rich's own frame links fonts from the web; a picture in a repository should need nothing.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}"
 xmlns="http://www.w3.org/2000/svg" xml:space="preserve">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#1b1d23" width="100%" height="100%" rx="8"/>
<g transform="translate(9, 9)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def main() -> None:
    """Play some games, tell a part of the first, audit them, and draw what the terminal shows."""
    with tempfile.TemporaryDirectory() as name:
        run = Path(name) / "runs" / "first"
        shown("quack", "play", "--seed", SEED, "--games", 10, "--out", run)
        account = shown("quack", "replay", run / f"seed{SEED:02d}").splitlines()
        audit = shown("quack", "audit", run)
    kill = next(i for i, line in enumerate(account) if "†" in line)
    meeting = next(i for i, line in enumerate(account) if line.startswith("Meeting"))
    console = Console(record=True, width=104, file=sys.stderr, force_terminal=True, color_system="truecolor")
    prompt(console, f"gander quack replay runs/first/seed{SEED:02d}")
    for line in [
        *account[:8],
        "          …",
        *account[kill - 3 : kill + 3],
        "          …",
        *account[meeting : meeting + 15],
    ]:
        console.print(styled(line), no_wrap=True, overflow="crop")
    prompt(console, "gander quack audit runs/first")
    for line in audit.rstrip().splitlines():
        console.print(Text(line.replace(str(run), "runs/first")), overflow="crop", no_wrap=True)
    svg = console.export_svg(title="", code_format=FRAME, unique_id="tour")
    (ROOT / "docs" / "pictures" / "tour.svg").write_text(svg, encoding="utf-8")


def shown(*arguments: object) -> str:
    """What a command prints on a terminal of 100 columns."""
    command = [Path(sys.executable).with_name("gander"), *map(str, arguments)]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "100"}
    with subprocess.Popen(command, stdout=theirs, env=environment) as process:
        os.close(theirs)
        parts = []
        # Reading a terminal whose other end is closed is an error on Linux.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                parts.append(part)
    os.close(ours)
    if process.returncode:
        raise SystemExit(f"{command} failed")
    return b"".join(parts).decode().replace("\r\n", "\n")


def prompt(console: Console, command: str) -> None:
    """A command as typed."""
    console.print(Text("$ ", style="#7fd1ae") + Text(command, style="bold #e6e6e6"))
    console.print()


def styled(line: str) -> Text:
    """A line of the account: headings bold, kills red."""
    if "†" in line:
        return Text(line, style="bold #ff8f8f")
    if line[:1].isalpha() and not line.startswith(("tick", "at first", "bodies")):
        return Text(line, style="bold #e6e6e6")
    return Text(line, style="#cfd3dc")


if __name__ == "__main__":
    main()
