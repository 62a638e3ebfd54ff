"""What the page asks about games."""

from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gander.errors import InputError
from gander.viewer.answers import answer
from gander.viewer.catalogue import Catalogue, Entry
from gander.viewer.games import Games

if TYPE_CHECKING:
    from gander.viewer.opening import OpenedGame

__all__ = ["routes"]

_AT_ONCE = 100
"""Games whose summaries one request may ask for."""


def routes(catalogue: Catalogue, games: Games) -> list[Route]:
    """The addresses.

    ``/api/games?ids=A,B`` sums games up, ``/api/games/ID?claims=WORD`` gives one whole,
    ``/api/games/ID/seats/N`` what one seat knew, and below that ``pictures/POSITION/global`` (or ``local``)
    what it was shown.
    """
    addresses = {
        "/api/games": _summaries,
        "/api/games/{id}": _game,
        "/api/games/{id}/seats/{seat:int}": _seat,
        "/api/games/{id}/seats/{seat:int}/pictures/{at:int}/{which}": _picture,
    }
    return [
        Route(address, partial(told, catalogue=catalogue, games=games)) for address, told in addresses.items()
    ]


def _entry(catalogue: Catalogue, key: str) -> Entry:
    entry = catalogue.find(key, "game")
    if entry is None:
        raise HTTPException(404)
    if entry.fault:
        raise InputError(entry.fault, where=entry.name)
    return entry


def _opened(request: Request, catalogue: Catalogue, games: Games) -> "OpenedGame":
    entry = _entry(catalogue, request.path_params["id"])
    return games.open(entry.path, request.query_params.get("claims"))


def _summaries(request: Request, catalogue: Catalogue, games: Games) -> Response:
    keys = request.query_params.get("ids", "").split(",")[:_AT_ONCE]
    found = {key: entry for key in keys if (entry := catalogue.find(key, "game")) is not None}
    return answer({key: games.summary(entry.path) for key, entry in found.items() if not entry.fault})


def _game(request: Request, catalogue: Catalogue, games: Games) -> Response:
    return answer(_opened(request, catalogue, games).view)


def _seat(request: Request, catalogue: Catalogue, games: Games) -> Response:
    opened, seat = _opened(request, catalogue, games), request.path_params["seat"]
    if seat >= len(opened.view.players):
        raise HTTPException(404)
    return answer(opened.seat(seat))


def _picture(request: Request, catalogue: Catalogue, games: Games) -> Response:
    opened, its = _opened(request, catalogue, games), request.path_params
    if its["seat"] >= len(opened.view.players) or its["which"] not in ("global", "local"):
        raise HTTPException(404)
    png = opened.picture(its["seat"], its["at"], its["which"])
    if png is None:
        raise HTTPException(404)
    # A decision that is over never changes.
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})
