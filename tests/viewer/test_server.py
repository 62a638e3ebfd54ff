"""What the server answers, and to whom."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from gander.errors import InputError
from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.guard import TOKEN_HEADER, Guard, hosts_of
from gander.viewer.server import application, bind
from gander.viewer.static_files import static_files

OURS = "http://127.0.0.1:8000"
HOSTS = hosts_of("127.0.0.1", 8000)


@pytest.fixture(scope="module")
def client(tree: Path) -> Iterator[TestClient]:
    catalogue = Catalogue([tree])
    catalogue.scan()
    with TestClient(application(catalogue, Games("ship10"), HOSTS), base_url=OURS) as client:
        yield client


def ids(client: TestClient) -> dict[str, str]:
    return {entry["name"]: entry["id"] for entry in client.get("/api/catalogue").json()["entries"]}


def test_a_game_and_what_is_below_it(client: TestClient) -> None:
    key = ids(client)["big/seed03"]
    assert client.get("/api/games", params={"ids": f"{key},nothing"}).json() == {
        key: {
            "map": "harbour24",
            "players": 16,
            "ticks": client.get(f"/api/games/{key}").json()["events"][-1][0],
            "meetings": len(client.get(f"/api/games/{key}").json()["meetings"]),
            "result": "goose",
            "ours": True,
            "warnings": 0,
            "fault": "",
        }
    }
    seat = client.get(f"/api/games/{key}/seats/2").json()
    at = seat["turns"][0]["at"]
    picture = client.get(f"/api/games/{key}/seats/2/pictures/{at}/global")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    for below in ("/seats/16", f"/seats/2/pictures/{at}/other", f"/seats/2/pictures/{at + 1}/global"):
        assert client.get(f"/api/games/{key}{below}").status_code == 404
    unknown = client.get(f"/api/games/{key}", params={"claims": "../../secret.jsonl"})
    assert unknown.status_code == 422
    assert "no such claims" in unknown.json()["error"]["what"]


def test_a_fault_of_ours_is_told_as_one(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    catalogue = Catalogue([tree])
    monkeypatch.setattr("gander.viewer.opening.open_for_page", fail)
    guard = application(catalogue, Games("ship10"), HOSTS)
    with TestClient(guard, base_url=OURS, raise_server_exceptions=False) as client:
        answer = client.get(f"/api/games/{ids(client)['big/seed03']}")
    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.json()["error"]["what"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/static/page.html",
        "/static/game",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/nothing",
        "/game/a/b",
        "/nothing",
    ],
)
def test_nothing_else_is_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_every_answer_is_marked(client: TestClient) -> None:
    for path in ("/", "/static/app.js", "/api/catalogue", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    page = client.get("/").text
    assert '<script type="module" src="/static/app.js"></script>' in page
    assert page.count("<script") == 1
    assert "style=" not in page


def test_every_file_of_the_page_is_served(client: TestClient) -> None:
    for name, data in static_files().items():
        if not name.endswith(".html"):
            assert client.get(f"/static/{name}").content == data


def writing(guarded: list[str]) -> Guard:
    """An application that writes, behind a guard."""

    def write(request: Request) -> Response:
        guarded.append(request.method)
        return Response("written")

    return Guard(Starlette(routes=[Route("/", write, methods=["GET", "POST", "PUT", "DELETE"])]), HOSTS)


@pytest.mark.parametrize(
    ("method", "headers", "right_token", "status"),
    [
        ("GET", {}, False, 200),
        ("GET", {"host": "localhost:8000"}, False, 200),
        ("GET", {"host": "evil.test:8000"}, False, 403),
        ("GET", {"host": "127.0.0.1"}, False, 403),
        ("GET", {"host": "127.0.0.1:9000"}, False, 403),
        ("GET", {"origin": OURS}, False, 200),
        ("GET", {"origin": "http://evil.test"}, False, 403),
        ("GET", {"origin": "null"}, False, 403),
        ("GET", {"origin": "http://localhost:8000"}, False, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, False, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, False, 200),
        ("POST", {"origin": OURS}, True, 200),
        ("DELETE", {"origin": OURS}, True, 200),
        ("POST", {"origin": OURS}, False, 403),
        ("POST", {}, True, 403),
        ("POST", {"origin": "http://evil.test"}, True, 403),
        ("POST", {"origin": OURS, "host": "evil.test:8000"}, True, 403),
        ("PUT", {"origin": OURS, "sec-fetch-site": "cross-site"}, True, 403),
    ],
)
def test_who_may_ask_and_who_may_write(
    method: str, headers: dict[str, str], right_token: bool, status: int
) -> None:
    reached: list[str] = []
    guard = writing(reached)
    token = {TOKEN_HEADER: guard.token if right_token else "guessed"}
    with TestClient(guard, base_url=OURS) as client:
        answer = client.request(method, "/", headers={**token, **headers})
    assert answer.status_code == status
    assert reached == ([method] if status == 200 else [])


def test_addresses() -> None:
    assert hosts_of("192.168.1.5", 80) == {"192.168.1.5:80"}
    assert "[::1]:80" in hosts_of("localhost", 80)
    with pytest.raises(InputError, match="every address"):
        bind("0.0.0.0", 0)
    with bind("127.0.0.1", 0) as taken:
        # Otherwise asyncio lets small answers wait for 40 ms.
        assert taken.proto == socket.IPPROTO_TCP
        with pytest.raises(InputError, match="cannot listen"):
            bind("127.0.0.1", taken.getsockname()[1])
