"""What the page asks about label sheets, and the answers that it sends."""

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gander.errors import InputError
from gander.viewer.answers import answer
from gander.viewer.bodies import read_body
from gander.viewer.catalogue import Catalogue, Entry
from gander.viewer.games import Games
from gander.viewer.label.log import Given, Unsaved

if TYPE_CHECKING:
    from gander.viewer.label.desk import Desk

__all__ = ["Desks", "routes"]


class Desks:
    """The catalogue's sheets, opened as they are asked for."""

    def __init__(self) -> None:
        self._desks: dict[Path, tuple[tuple[int, int], Desk]] = {}
        self._lock = threading.Lock()

    def open(self, entry: Entry) -> "Desk":
        """A sheet, from memory if its file has not changed since.

        Raises:
            InputError: It cannot be used.
        """
        from gander.viewer.label.desk import Desk  # noqa: PLC0415 - brings the audit along

        if entry.fault:
            raise InputError(entry.fault, where=entry.name)
        try:
            info = entry.path.stat()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"cannot be read ({reason}).", where=entry.name) from error
        state = (info.st_mtime_ns, info.st_size)
        with self._lock:
            kept = self._desks.get(entry.path)
            if kept is None or kept[0] != state:
                desk = Desk(entry.path)
                if kept is not None:
                    kept[1].close()
                kept = self._desks[entry.path] = state, desk
            return kept[1]

    def close(self) -> None:
        """Let go of every log."""
        with self._lock:
            for _, desk in self._desks.values():
                desk.close()
            self._desks.clear()


def routes(catalogue: Catalogue, games: Games, desks: Desks) -> list[Route]:
    """The addresses.

    ``/api/labels`` lists the sheets and how far each annotator is, ``/api/labels/ID?annotator=NAME`` gives
    one. Below that, ``items/ITEM?annotator=NAME`` tells where a row is about, ``games/GAME`` is a game
    without its verdicts, ``figures?annotator=NAME`` what the answers that one may see say so far (without a
    name how far everybody is), ``csv?annotator=NAME`` the filled sheet (without a name everybody's);
    ``answers`` takes an answer.
    """
    told = {
        "/api/labels": partial(_sheets, catalogue=catalogue, desks=desks),
        "/api/labels/{id}": partial(_sheet, catalogue=catalogue, desks=desks),
        "/api/labels/{id}/items/{item}": partial(_place, catalogue=catalogue, games=games, desks=desks),
        "/api/labels/{id}/games/{game}": partial(_game, catalogue=catalogue, games=games),
        "/api/labels/{id}/figures": partial(_figures, catalogue=catalogue, desks=desks),
        "/api/labels/{id}/csv": partial(_csv, catalogue=catalogue, desks=desks),
    }
    takes = partial(_answer, catalogue=catalogue, desks=desks)
    return [
        *(Route(address, tells) for address, tells in told.items()),
        Route("/api/labels/{id}/answers", takes, methods=["POST"]),
    ]


def _entry(request: Request, catalogue: Catalogue) -> Entry:
    entry = catalogue.find(request.path_params["id"], "sheet")
    if entry is None:
        # The page of a sheet may be the first that is asked for after a start.
        catalogue.scan()
        entry = catalogue.find(request.path_params["id"], "sheet")
    if entry is None:
        raise HTTPException(404)
    return entry


def _annotator(request: Request) -> str:
    from gander.viewer.label.answered import annotator_called  # noqa: PLC0415 - imported with the first sheet

    return annotator_called(request.query_params.get("annotator", ""))


def _one_or_all(request: Request) -> str | None:
    return _annotator(request) if "annotator" in request.query_params else None


def _sheets(request: Request, catalogue: Catalogue, desks: Desks) -> Response:
    catalogue.scan()
    listed = []
    for entry in catalogue.entries("sheet"):
        its: dict[str, object] = {"id": entry.id, "name": entry.name, "fault": entry.fault, "figures": None}
        try:
            desk = desks.open(entry)
            its |= {"kind": desk.kind, "figures": desk.figures(None)}
        except InputError as error:
            its["fault"] = " ".join(line.strip() for line in error.lines)
        listed.append(its)
    return answer({"sheets": listed})


def _sheet(request: Request, catalogue: Catalogue, desks: Desks) -> Response:
    return answer(desks.open(_entry(request, catalogue)).view(_annotator(request)))


def _place(request: Request, catalogue: Catalogue, games: Games, desks: Desks) -> Response:
    from gander.viewer.label.place import find_place, with_lines  # noqa: PLC0415 - brings the audit along

    desk = desks.open(_entry(request, catalogue))
    item = request.path_params["item"]
    if item not in desk.rows:
        raise HTTPException(404)
    seen = desk.seen(item, _annotator(request))
    place, claim = find_place(desk.rows[item].cells, catalogue, games)
    return answer({"place": with_lines(place, claim) if seen.told is not None else place})


def _game(request: Request, catalogue: Catalogue, games: Games) -> Response:
    from gander.viewer.label.place import bare  # noqa: PLC0415 - brings the audit along

    _entry(request, catalogue)
    entry = catalogue.find(request.path_params["game"], "game")
    if entry is None:
        raise HTTPException(404)
    if entry.fault:
        raise InputError(entry.fault, where=entry.name)
    return answer(bare(games.open(entry.path, None).view))


def _figures(request: Request, catalogue: Catalogue, desks: Desks) -> Response:
    return answer(desks.open(_entry(request, catalogue)).figures(_one_or_all(request)))


def _csv(request: Request, catalogue: Catalogue, desks: Desks) -> Response:
    entry = _entry(request, catalogue)
    who = _one_or_all(request)
    data = desks.open(entry).csv(None if who is None else [who])
    stem, ending = entry.path.name.rsplit(".", 2)[0], ".".join(entry.path.name.rsplit(".", 2)[1:])
    # What a name has beyond letters and digits is no part of a file's name.
    safe = "".join(sign if sign.isalnum() else "_" for sign in who or "all")
    name = quote(f"{stem}.{safe}.{ending}", safe="")
    return Response(
        data,
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}"},
    )


async def _answer(request: Request, catalogue: Catalogue, desks: Desks) -> Response:
    given = await read_body(request, Given)
    return await run_in_threadpool(_save, request, given, catalogue, desks)


def _save(request: Request, given: Given, catalogue: Catalogue, desks: Desks) -> Response:
    desk = desks.open(_entry(request, catalogue))
    try:
        return answer(desk.save(given))
    except Unsaved as error:
        what = f"The answer could not be saved in {desk.log.path.name}: {error}."
        todo = "Is the disk full? Make room, and it is saved." if error.full else ""
        return answer({"error": {"what": what, "where": "", "todo": todo}}, 507 if error.full else 503)
