"""What the page asks about the game that is being played, and the decisions that it sends."""

from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gander.viewer.answers import answer
from gander.viewer.bodies import read_body
from gander.viewer.play.answers import Answer
from gander.viewer.play.table import Late, Table

__all__ = ["routes"]

_LARGEST = 2_000_000  # bytes: the longest speech, should every character of it be an escape
_SETTLE = 0.5  # seconds that an answer waits for what comes of it, so that quick games need no polling


class _Seen(msgspec.Struct, forbid_unknown_fields=True):
    """The person has seen how a game ended."""

    game: int


def routes(table: Table) -> list[Route]:
    """The addresses.

    ``/api/play?seen=STAND`` tells how things stand, in short if that is how they stood. Below it ``answer``
    takes a decision and ``next`` goes on to the next game; both tell how things stand then. ``pictures/KEY``
    is a picture of the latest question.
    """
    return [
        Route("/api/play", partial(_view, table=table)),
        Route("/api/play/answer", partial(_answer, table=table), methods=["POST"]),
        Route("/api/play/next", partial(_next, table=table), methods=["POST"]),
        Route("/api/play/pictures/{key}", partial(_picture, table=table)),
    ]


def _view(request: Request, table: Table) -> Response:
    view = table.view()
    if request.query_params.get("seen") == view.stand:
        return answer({"stand": view.stand})
    return answer(view)


async def _answer(request: Request, table: Table) -> Response:
    given = await read_body(request, Answer, _LARGEST)
    try:
        table.answer(given)
    except Late as late:
        return answer({"error": {"what": str(late), "where": "", "todo": ""}}, 409)
    await run_in_threadpool(table.settle, _SETTLE)
    return answer(table.view())


async def _next(request: Request, table: Table) -> Response:
    table.go_on((await read_body(request, _Seen)).game)
    await run_in_threadpool(table.settle, _SETTLE)
    return answer(table.view())


def _picture(request: Request, table: Table) -> Response:
    png = table.picture(request.path_params["key"])
    if png is None:
        raise HTTPException(404)
    # Named by its hash, it never changes.
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})
