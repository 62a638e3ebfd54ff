"""A game's page as one file that opens from disk and needs nothing else."""

import base64
import gzip
import hashlib
import html

import msgspec

from gander.errors import InputError
from gander.viewer.bundle import bundle
from gander.viewer.opening import OpenedGame
from gander.viewer.seat import SeatView
from gander.viewer.static_files import static_files
from gander.viewer.wire import to_json

__all__ = ["ExportedGame", "export_game"]

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
<script type="module">{script}</script>
</body>
</html>
"""


class ExportedGame(msgspec.Struct, frozen=True):
    """What the file carries: what the server would have answered.

    Attributes:
        game: The game.
        seats: What each seat knew, in seat order; empty if `fault` says why that cannot be told.
        fault: What is wrong with the record's decisions.
    """

    game: object
    seats: tuple[SeatView, ...]
    fault: str


def export_game(opened: OpenedGame) -> bytes:
    """The page of a game, pictures left out: they would be many times larger than all the rest."""
    seats: tuple[SeatView, ...] = ()
    fault = ""
    try:
        seats = tuple(opened.seat(seat) for seat in range(len(opened.view.players)))
    except InputError as error:
        fault = error.lines[0]
    files = {name: data.decode() for name, data in static_files().items() if name.endswith((".js", ".css"))}
    script = bundle({name: text for name, text in files.items() if name.endswith(".js")}, "exported.js")
    style = files["style.css"] + files["game.css"]
    # Without a time stamp the same game gives the same file.
    data = gzip.compress(to_json(ExportedGame(opened.view, seats, fault)), 9, mtime=0)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page = _PAGE.format(
        policy=html.escape(policy, quote=True).replace("&#x27;", "'"),
        title=html.escape(f"{opened.view.name} – Gander"),
        style=style,
        data=base64.b64encode(data).decode(),
        script=script,
    )
    return page.encode("utf-8", "replace")


def _hash(text: str) -> str:
    """How a policy names a script or style in line."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
