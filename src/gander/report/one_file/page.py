"""The file itself: styles, script and data in line, and a policy that lets nothing else in."""

import base64
import gzip
import hashlib
import html
from collections.abc import Mapping

from gander.report.one_file.bundle import bundle

__all__ = ["one_file"]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript.</noscript>
<script type="application/gzip" id="exported">{data}</script>
{pictures}<script type="module">{script}</script>
</body>
</html>
"""


def one_file(
    title: str,
    files: Mapping[str, bytes],
    entry: str,
    styles: tuple[str, ...],
    data: bytes,
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """A page as one file; the same arguments give the same bytes.

    Args:
        title: The window's title.
        files: The page's scripts and styles, by name.
        entry: The script to run; with what it imports it is joined into one.
        styles: The styles, by name, in order.
        data: JSON that the page's scripts ask `carried` for.
        pictures: Pictures that they may show (`bytesIn`), by the ids of elements; None for a page that shows
            none at all.
    """
    script = bundle({name: text.decode() for name, text in files.items() if name.endswith(".js")}, entry)
    style = "".join(files[name].decode() for name in styles)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        + ("" if pictures is None else "img-src blob:; ")
        + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = _PAGE.format(
        policy=html.escape(policy, quote=True).replace("&#x27;", "'"),
        title=html.escape(title),
        style=style,
        # Without a time stamp the same data give the same file.
        data=base64.b64encode(gzip.compress(data, 6, mtime=0)).decode(),
        pictures="".join(_picture(name, content) for name, content in (pictures or {}).items()),
        script=script,
    )
    return page.encode("utf-8", "replace")


def _picture(name: str, content: bytes) -> str:
    held = base64.b64encode(content).decode()
    return f'<script type="text/plain" id="{html.escape(name)}">{held}</script>\n'


def _hash(text: str) -> str:
    """How a policy names a script or style in line."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
