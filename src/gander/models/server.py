"""Servers that take one JSON object and give another at one address, called without a client library.

Whoever asks reads the answers (`gander.models.chat`, `gander.models.embeddings`); the connection, and what a
server's headers say about asking again, are the same for all.
"""

import json
import os
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from gander.models.model import Advice

__all__ = ["Answer", "Server", "StatusError", "error_of", "is_plain", "of_service", "told_wait"]

_CONNECT: Final = 60.0  # seconds, as Inspect allows
_RESETS: Final = ("x-ratelimit-reset-requests", "x-ratelimit-reset-tokens")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")


class Answer(NamedTuple):
    """What a server answered.

    Attributes:
        status: The HTTP status.
        content: The answer's bytes.
        wait: For how many seconds it asks to wait; None if it does not say.
    """

    status: int
    content: bytes
    wait: float | None


class StatusError(Exception):
    """The server answered with an error.

    Attributes:
        message: The status, with what the server says.
        words: What the server says.
        status_code: The HTTP status.
        code: The error's code in the protocol; None if it has none.
        kind: The error's type in the protocol; None if it has none.
        wait: For how many seconds the server asks to wait; None if it does not say.
    """

    def __init__(
        self,
        words: str,
        status_code: int,
        code: object = None,
        kind: object = None,
        wait: float | None = None,
    ) -> None:
        self.message = f"Error code: {status_code}{f' - {words}' if words else ''}"
        super().__init__(self.message)
        self.words = words
        self.status_code = status_code
        self.code = code
        self.kind = kind
        self.wait = wait


def error_of(answer: Answer) -> StatusError:
    """The error that an answer with an error's status tells, in OpenAI's form or in any other."""
    try:
        told = json.loads(answer.content)
    except ValueError:
        told = None
    error = told.get("error", told) if isinstance(told, dict) else None
    fields: dict[str, Any] = error if isinstance(error, dict) else {}
    words = str(fields.get("message") or error or answer.content.decode(errors="replace").strip())
    return StatusError(words, answer.status, fields.get("code"), fields.get("type"), answer.wait)


class Server:
    """One address.

    Args:
        address: Where requests go.
        key: The key.
        proxies: Whether the environment's proxies are used.
    """

    def __init__(self, address: str, key: str, *, proxies: bool = False) -> None:
        # Imported when a model is opened, so that importing models loads no library.
        import aiohttp  # noqa: PLC0415

        self._library = aiohttp
        self._session: aiohttp.ClientSession | None = None
        self._address = address
        self._proxies = proxies
        self._headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}

    async def post(self, body: bytes) -> Answer:
        """Send a JSON object once.

        Raises:
            OSError: The connection could not be made or broke.
        """
        try:
            async with self._open().post(self._address, data=body, headers=self._headers) as response:
                content = await response.read()
        except self._library.ConnectionTimeoutError as error:
            raise ConnectionError(f"no connection in {_CONNECT:.0f} seconds") from error
        except self._library.ClientPayloadError as error:
            raise ConnectionError(str(error)) from error
        return Answer(response.status, content, told_wait(response.headers))

    def advice(self, error: BaseException) -> Advice:
        """What a status says about asking again."""
        if not isinstance(error, StatusError):
            return Advice()
        return Advice("rate_limit" if error.status_code == 429 else None, error.wait)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _open(self) -> Any:  # noqa: ANN401 - a session of a library that is loaded late
        if self._session is None:
            aiohttp = self._library
            # How many connections there are is for the caller to say (`gander.models.call.Connections`).
            connector = aiohttp.TCPConnector(limit=0, **_certificates(self._address))
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT),
                trust_env=self._proxies,
            )
        return self._session


def of_service(service: str, base_url: object = None) -> tuple[str | None, str | None]:
    """The address and the key of a service, as Inspect reads them from the environment.

    Args:
        service: Its name, as in ``openai-api/NAME/MODEL``: the variables are ``NAME_BASE_URL`` and
            ``NAME_API_KEY``.
        base_url: The address, if it was given otherwise.

    Returns:
        The address without a slash at its end, and the key; None for what there is none of.
    """
    variable = service.upper().replace("-", "_")
    address = base_url or os.environ.get(f"{variable}_BASE_URL")
    return (address.rstrip("/") if isinstance(address, str) else None), os.environ.get(f"{variable}_API_KEY")


def is_plain(address: str) -> bool:
    """Whether it is a usual address without a proxy before it."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or port == 0:
        return False
    proxies = getproxies()
    return not (proxies.keys() & {parts.scheme, "all"}) or bool(proxy_bypass(host))


def _certificates(address: str) -> dict[str, Any]:
    """Which certificates are trusted: those of the operating system, as Inspect's clients do."""
    if not address.startswith("https:"):
        return {}
    import ssl  # noqa: PLC0415

    import truststore  # noqa: PLC0415

    return {"ssl": truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)}


def told_wait(headers: Mapping[str, str]) -> float | None:
    """For how many seconds an answer asks to wait: ``Retry-After``, else when the limits start anew."""
    if (after := _seconds(headers.get("retry-after", ""))) is not None:
        return after
    resets = [seconds for name in _RESETS if (seconds := _seconds(headers.get(name, ""))) is not None]
    return max(resets, default=None)


def _seconds(text: str) -> float | None:
    """Seconds from a number, a duration as ``1m30s``, or a date; None unless they are more than none."""
    text = text.replace(" ", "") if _DURATION.match(text.strip()) else text.strip()
    found = _DURATION.findall(text)
    try:
        if found and "".join(number + unit for number, unit in found) == text:
            seconds = sum(float(number) * _UNITS[unit] for number, unit in found)
        elif re.fullmatch(r"\d+(\.\d+)?", text):
            seconds = float(text)
        else:
            moment = parsedate_to_datetime(text)
            seconds = moment.timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return seconds if 0 < seconds < float("inf") else None
