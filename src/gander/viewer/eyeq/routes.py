"""What the Eye-Q pages ask."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gander.errors import InputError
from gander.viewer.answers import answer
from gander.viewer.eyeq.runs import EyeqRuns

if TYPE_CHECKING:
    from gander.viewer.eyeq.opened import OpenedRuns

__all__ = ["ALL", "routes"]

ALL = "all"
"""Stands for every run in the place of their ids."""

_LONGEST = 500  # characters of what is looked for or guessed


def routes(runs: EyeqRuns) -> list[Route]:
    """The addresses.

    ``/api/eyeq`` tells which runs are on the same puzzles. Below
    ``/api/eyeq/IDS``, the runs' ids with commas between them or ``all``: nothing more for the grid,
    ``/accuracy?puzzles=BITS``, ``/found?text=…`` for puzzles, ``/puzzle?key=KEY`` for one with all that was
    said, ``/guess?key=KEY&text=…``, and ``/picture?key=KEY``, with ``&small=1`` for a small one. ``version``
    names the state that the page shows.
    """
    addresses: dict[str, Callable[[Request, OpenedRuns], Response]] = {
        "": _grid,
        "/accuracy": _accuracy,
        "/found": _found,
        "/puzzle": _puzzle,
        "/guess": _guess,
        "/picture": _picture,
    }
    below = [
        Route(f"/api/eyeq/{{ids}}{address}", partial(_opened, told=told, runs=runs))
        for address, told in addresses.items()
    ]
    return [Route("/api/eyeq", partial(_groups, runs=runs)), *below]


def _groups(_: Request, runs: EyeqRuns) -> Response:
    return answer({"groups": runs.groups()})


def _opened(request: Request, told: "Callable[[Request, OpenedRuns], Response]", runs: EyeqRuns) -> Response:
    ids = request.path_params["ids"]
    keys = [entry.id for entry in runs.entries()] if ids == ALL else ids.split(",")
    if not keys:
        raise InputError(
            "no Eye-Q runs are below the opened folders.", todo="Make one with gander eyeq run --out FOLDER."
        )
    opened = runs.open(keys, request.query_params.get("version"))
    if opened is None:
        raise HTTPException(404)
    return told(request, opened)


def _grid(request: Request, opened: "OpenedRuns") -> Response:
    from gander.viewer.eyeq.grid import grid_of  # noqa: PLC0415

    return answer(grid_of(opened))


def _accuracy(request: Request, opened: "OpenedRuns") -> Response:
    from gander.viewer.eyeq.grid import accuracy_over, chosen_puzzles  # noqa: PLC0415

    keys = chosen_puzzles(opened, request.query_params.get("puzzles"))
    return answer(accuracy_over(opened, keys))


def _found(request: Request, opened: "OpenedRuns") -> Response:
    from gander.viewer.eyeq.grid import puzzles_saying  # noqa: PLC0415

    asked = request.query_params
    return answer(puzzles_saying(opened, asked.get("text", "")[:_LONGEST], truths=asked.get("truths") == "1"))


def _key(request: Request, opened: "OpenedRuns") -> str:
    key = request.query_params.get("key", "")
    if key not in opened.truths:
        raise HTTPException(404)
    return key


def _puzzle(request: Request, opened: "OpenedRuns") -> Response:
    from gander.viewer.eyeq.puzzle import puzzle_page  # noqa: PLC0415

    return answer(puzzle_page(opened, _key(request, opened)))


def _guess(request: Request, opened: "OpenedRuns") -> Response:
    from gander.viewer.eyeq.puzzle import guess_of  # noqa: PLC0415

    text = request.query_params.get("text", "")[:_LONGEST]
    return answer(guess_of(opened, _key(request, opened), text))


def _picture(request: Request, opened: "OpenedRuns") -> Response:
    # Demonstrations are shown too, and may not have been asked: what the source has, it may show.
    key, small = request.query_params.get("key", ""), request.query_params.get("small") == "1"
    found = opened.pictures.small(key) if small else opened.pictures.whole(key)
    if found is None:
        raise HTTPException(404)
    data, kind = found
    # The same state has the same pictures.
    return Response(data, media_type=kind, headers={"Cache-Control": "private, max-age=3600"})
