"""What the page asks about audits: of the opened games, and of what files hold."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gander.errors import InputError
from gander.viewer.answers import answer
from gander.viewer.catalogue import Catalogue, Entry

if TYPE_CHECKING:
    from gander.viewer.audit.auditor import Auditor
    from gander.viewer.audit.shown import Shown

__all__ = ["AuditDesk", "routes"]

_AT_ONCE = 200
"""Claims that one request may ask for."""


class AuditDesk:
    """Audits of a catalogue's games and files.

    Args:
        catalogue: What may be opened.
        released_map: The map of records that carry none, by its name or file.
        claims: Where claims come from; None for what the audit would choose.
    """

    def __init__(self, catalogue: Catalogue, released_map: str, claims: str | None) -> None:
        self.catalogue = catalogue
        self._map = released_map
        self._claims = claims
        self._auditor: Auditor | None = None
        self._file: tuple[object, Shown] | None = None
        self._lock = threading.Lock()

    @property
    def auditor(self) -> "Auditor":
        """Audits the games; what it needs is imported with the first audit."""
        with self._lock:
            if self._auditor is None:
                from gander.viewer.audit.auditor import Auditor  # noqa: PLC0415

                self._auditor = Auditor(self.catalogue, self._map, self._claims)
            return self._auditor

    def file(self, entry: Entry) -> "Shown":
        """What a file of figures or verdicts holds; the last one stays.

        Raises:
            InputError: It cannot be used.
        """
        from gander.viewer.audit.stored_figures import read_figures  # noqa: PLC0415
        from gander.viewer.audit.stored_verdicts import read_verdicts  # noqa: PLC0415

        try:
            info = entry.path.stat()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"cannot be read ({reason}).", where=entry.name) from error
        key = entry.path, info.st_mtime_ns, info.st_size
        with self._lock:
            if self._file is None or self._file[0] != key:
                games = {its.path: (its.id, its.name) for its in self.catalogue.entries("game")}
                read = read_figures if entry.kind == "figures" else read_verdicts
                self._file = key, read(entry.path, entry.name, games)
            return self._file[1]


def routes(desk: AuditDesk) -> list[Route]:
    """The addresses.

    ``/api/audit?claims=WORD&folder=ID`` audits games; ``/api/audit/games/VERSION/…`` and
    ``/api/audit/files/ID/…`` give of an audit its ``summary``, ``figures?by=``, ``rows?by=``, ``items``,
    ``details?items=GAME.NUMBER,…``, ``compared?first=&second=`` and ``steps``.
    """
    found = [Route("/api/audit", partial(_look, desk=desk))]
    of_any = {
        "summary": _summary,
        "figures": _figures,
        "rows": _rows,
        "items": _items,
        "details": _details,
        "compared": _compared,
    }
    for kind, opened in (("games", _games), ("files", _files)):
        for name, told in of_any.items():
            part = partial(_told, desk=desk, opened=opened, told=told)
            found.append(Route(f"/api/audit/{kind}/{{key}}/{name}", part))
    found.append(Route("/api/audit/games/{key}/steps", partial(_steps, desk=desk)))
    found.append(Route("/api/audit/files/{key}/steps", partial(_stored_steps, desk=desk)))
    return found


def _look(request: Request, desk: AuditDesk) -> Response:
    from gander.viewer.audit.auditor import Working  # noqa: PLC0415

    asked = request.query_params
    found = desk.auditor.look(asked.get("claims"), asked.get("folder", ""))
    if isinstance(found, Working):
        return answer({"working": found._asdict()})
    return answer({"summary": found.summary()})


def _games(request: Request, desk: AuditDesk) -> "Shown":
    from gander.viewer.audit.auditor import NotKept  # noqa: PLC0415

    try:
        return desk.auditor.find(request.path_params["key"])
    except NotKept as error:
        raise HTTPException(410, error.lines[0].rstrip(".")) from error


def _files(request: Request, desk: AuditDesk) -> "Shown":
    key = request.path_params["key"]
    entry = desk.catalogue.find(key, "figures") or desk.catalogue.find(key, "verdicts")
    return desk.file(_usable(entry))


def _usable(entry: Entry | None) -> Entry:
    if entry is None:
        raise HTTPException(404)
    if entry.fault:
        raise InputError(entry.fault, where=entry.name)
    return entry


def _told(
    request: Request,
    desk: AuditDesk,
    opened: Callable[[Request, AuditDesk], "Shown"],
    told: Callable[[Request, "Shown"], Response],
) -> Response:
    return told(request, opened(request, desk))


def _summary(request: Request, shown: "Shown") -> Response:
    return answer(shown.summary())


def _figures(request: Request, shown: "Shown") -> Response:
    return answer(shown.figures(request.query_params.get("by", "setting")))


def _rows(request: Request, shown: "Shown") -> Response:
    return answer(shown.rows(request.query_params.get("by", "setting")))


def _items(request: Request, shown: "Shown") -> Response:
    return answer(shown.items())


def _details(request: Request, shown: "Shown") -> Response:
    asked = [one for one in request.query_params.get("items", "").split(",") if one][:_AT_ONCE]
    wanted = []
    for one in asked:
        game, _, number = one.partition(".")
        wanted.append((_number(game), _number(number)))
    return Response(shown.details(wanted), media_type="application/json")


def _compared(request: Request, shown: "Shown") -> Response:
    asked = (request.query_params.get(name) for name in ("first", "second"))
    first, second = (None if one is None else _number(one) for one in asked)
    return answer(shown.compared(first, second))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(404)
    return int(text)


def _steps(request: Request, desk: AuditDesk) -> Response:
    from gander.viewer.audit.auditor import Working  # noqa: PLC0415
    from gander.viewer.audit.steps import steps_view  # noqa: PLC0415

    _games(request, desk)
    found = desk.auditor.steps(request.path_params["key"])
    if isinstance(found, Working):
        return answer({"working": found._asdict()})
    return answer({"steps": steps_view(found)})


def _stored_steps(request: Request, desk: AuditDesk) -> Response:
    from gander.viewer.audit.steps import read_steps  # noqa: PLC0415

    entry = _usable(desk.catalogue.find(request.path_params["key"], "steps"))
    return answer({"steps": read_steps(entry.path, entry.name)})
