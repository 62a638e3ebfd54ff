"""The server: pages, their scripts, and what they show, from the opened folders alone."""

import html
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gander import __version__
from gander.errors import InputError
from gander.viewer import audit_routes, game_routes, label_routes, shell
from gander.viewer.answers import answer, broken, failed, no_such
from gander.viewer.catalogue import Catalogue
from gander.viewer.eyeq import routes as eyeq_routes
from gander.viewer.eyeq.runs import EyeqRuns
from gander.viewer.games import Games
from gander.viewer.guard import Guard
from gander.viewer.static_files import static_files

if TYPE_CHECKING:
    from gander.viewer.play.table import Table

__all__ = ["application", "bind", "serve"]

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def application(
    catalogue: Catalogue, games: Games, hosts: frozenset[str], table: "Table | None" = None
) -> Guard:
    """Everything that the server answers, behind its guard.

    Args:
        catalogue: What may be opened.
        games: Opens games.
        hosts: The Host headers that are ours.
        table: Where a game is played; None if only records are shown.
    """
    desks = label_routes.Desks()
    routes: list[BaseRoute] = [
        Route("/api/catalogue", partial(_catalogue, catalogue=catalogue, plays=table is not None)),
        *game_routes.routes(catalogue, games),
        *audit_routes.routes(audit_routes.AuditDesk(catalogue, games.released_map, games.claims)),
        *eyeq_routes.routes(EyeqRuns(catalogue)),
        *label_routes.routes(catalogue, games, desks),
        Route("/static/{name:path}", _static),
        Route("/{page:path}", _page),
    ]
    if table is not None:
        # It brings the players along, which nobody needs who only looks at records.
        from gander.viewer import play_routes  # noqa: PLC0415

        routes[:0] = play_routes.routes(table)
    told = {InputError: failed, HTTPException: no_such, Exception: broken}
    app = Starlette(routes=routes, exception_handlers=told, lifespan=partial(_living, desks=desks))
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    guard = Guard(app, hosts)
    app.state.token = guard.token
    return guard


@asynccontextmanager
async def _living(app: Starlette, desks: label_routes.Desks) -> AsyncIterator[None]:
    """While the server runs; at its end, what is open is closed."""
    yield
    desks.close()


def bind(host: str, port: int) -> socket.socket:
    """Take an address.

    Args:
        host: An address of this machine.
        port: The port; 0 for any that is free.

    Raises:
        InputError: It is no address to be found at, or not free.
    """
    if host in ("0.0.0.0", "::", ""):
        raise InputError(
            "is every address of this machine at once, and no name that a page could be asked under.",
            where=f"--host {host or chr(34) * 2}",
            todo="Name the one address that the page is to be reached at.",
        )
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Named as TCP: only then asyncio sends small answers at once (TCP_NODELAY), not 40 ms later.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen()  # from now on the port is ours
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(
            f"cannot listen there ({reason}).", where=f"{host}:{port}", todo="Give another --port or --host."
        ) from error
    return taken


def serve(guard: Guard, taken: socket.socket, on_ready: Callable[[Callable[[], None]], None]) -> None:
    """Serve until interrupted or told to end.

    Args:
        guard: The application.
        taken: The address, from `bind`.
        on_ready: Called once requests are answered, with what ends the server.
    """
    server = _Server(
        uvicorn.Config(guard, log_level="warning", access_log=False, server_header=False), on_ready
    )
    server.run(sockets=[taken])


class _Server(uvicorn.Server):
    """Tells when it has started."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[Callable[[], None]], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready(self._end)

    def _end(self) -> None:
        self.should_exit = True


def _catalogue(request: Request, catalogue: Catalogue, plays: bool) -> Response:
    entries = [
        {"id": its.id, "kind": its.kind, "name": its.name, "group": its.group, "fault": its.fault}
        for its in catalogue.scan()
    ]
    told = {"entries": entries, "faults": catalogue.faults, "plays": plays, "version": __version__}
    return answer(told)


def _page(request: Request) -> Response:
    """One page for all: what it shows follows from its address."""
    parts = request.path_params["page"].split("/")
    if parts[0] not in shell.parts() or len(parts) > 2:
        raise HTTPException(404)
    page = shell.shell(parts[0])
    return Response(page.replace("{token}", html.escape(request.app.state.token)), media_type="text/html")


def _static(request: Request) -> Response:
    """A file of the package, by its name; nothing else has one."""
    name = request.path_params["name"]
    kind = _TYPES.get(PurePosixPath(name).suffix)
    data = static_files().get(name)
    if kind is None or data is None:
        raise HTTPException(404)
    # Looked up anew every time: an upgraded Gander must not run on an older one's scripts.
    return Response(data, media_type=kind, headers={"Cache-Control": "no-cache"})
