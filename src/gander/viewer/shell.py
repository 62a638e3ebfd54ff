"""The one page for all addresses, and which scripts it needs at each.

The browser would find out about scripts one after another, each by the one that imports it; told of all at
once it asks for them side by side.
"""

import functools
import re

from gander.report.one_file import imported_by
from gander.viewer.static_files import static_files

__all__ = ["parts", "shell"]

_MAIN = "app.js"
_PART = re.compile(r'^  (?:""|(\w+)): async \(\) => \(await import\("\./([^"]+)"\)\)', re.MULTILINE)


@functools.cache
def parts() -> dict[str, str]:
    """First parts of the addresses at which the page answers, each with its script."""
    return {found[1] or "": found[2] for found in _PART.finditer(static_files()[_MAIN].decode())}


@functools.cache
def shell(part: str) -> str:
    """The page as the server sends it, with the place of its token left as ``{token}``.

    Args:
        part: The address's first part, one of `parts`.
    """
    files = {name: data.decode() for name, data in static_files().items() if name.endswith(".js")}
    scripts = dict.fromkeys((*imported_by(files, _MAIN), *imported_by(files, parts()[part])))
    links = "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in scripts)
    return static_files()["page.html"].decode().replace("</head>", f"{links}\n</head>")
