"""Who may ask the server for what: the page itself, and no other site that the same browser has open.

Loopback is no wall: any page in the browser can send requests to it, and a name that its owner lets point to
127.0.0.1 (DNS rebinding) makes such a page's origin look like ours. So the Host must be the address that was
opened, no foreign Origin is served, and what writes needs our Origin and a token that only the page has.
"""

import hmac
import json
import secrets
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["POLICY", "TOKEN_HEADER", "Guard", "hosts_of"]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""What a page may load and run: our own files, nothing in line; and no text becomes a tag or a script."""

TOKEN_HEADER = "X-Gander-Token"
"""The header that carries the page's token."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_READS = ("GET", "HEAD")


def hosts_of(host: str, port: int) -> frozenset[str]:
    """The Host headers under which a server that listens at an address may be asked."""
    names = {host, "localhost", "127.0.0.1", "::1"} if host in ("localhost", "127.0.0.1", "::1") else {host}
    return frozenset(f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name in names)


class Guard:
    """Stands before the application: refuses what comes from elsewhere, and marks every answer.

    Args:
        app: The application.
        hosts: The Host headers that are ours (`hosts_of`).

    Attributes:
        token: What the page must send with everything that writes.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self.token = secrets.token_urlsafe(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks WebSocket
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self.refusal(scope["method"], Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, marked)
        else:
            told = json.dumps({"error": {"what": refusal, "where": "", "todo": ""}})
            await Response(told, 403, media_type="application/json")(scope, receive, marked)

    def refusal(self, method: str, headers: Headers) -> str | None:
        """Why a request is refused; None if it is not."""
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            return "This server is asked under a name that is not its own."
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return "Another site asks."
        site = headers.get("sec-fetch-site")
        if site in ("cross-site", "same-site") and headers.get("sec-fetch-mode") != "navigate":
            return "Another site asks."
        if method in _READS:
            return None
        if origin is None:
            return "A request that writes must name its origin."
        if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self.token.encode()):
            return "The page's token is missing or from an earlier start; load the page anew."
        return None
