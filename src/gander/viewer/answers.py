"""What the server says: structures as JSON, and what is wrong as a sentence with its place."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from gander.errors import InputError
from gander.viewer.wire import to_json

__all__ = ["answer", "broken", "failed", "no_such"]


def answer(value: object, status: int = 200) -> Response:
    """A structure."""
    return Response(to_json(value), status, media_type="application/json")


def failed(request: Request, error: Exception) -> Response:
    """Something that a file or a person supplied cannot be used."""
    assert isinstance(error, InputError)
    what = " ".join((error.what, *(f"{detail};" for detail in error.details)))
    return answer({"error": {"what": what, "where": error.where, "todo": error.todo}}, 422)


def broken(request: Request, error: Exception) -> Response:
    """Something that should not happen; the terminal gets the traceback."""
    what = f"Gander could not do this ({type(error).__name__}); the terminal that it runs in tells more."
    return answer({"error": {"what": what, "where": "", "todo": "Please report it."}}, 500)


def no_such(request: Request, error: Exception) -> Response:
    """There is nothing at an address."""
    assert isinstance(error, HTTPException)
    what = "There is nothing here." if error.status_code == 404 else f"{error.detail}."
    return answer({"error": {"what": what, "where": "", "todo": ""}}, error.status_code)
