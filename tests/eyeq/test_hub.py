"""The Hub, spoken to over HTTP: a small server on loopback stands in for it."""

import hashlib
import io
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import huggingface_hub.constants
import polars as pl
import pytest

from gander.errors import InputError
from gander.eyeq.cache import cache_folder
from gander.eyeq.sources import EYE_Q, load_puzzles

OLD, NEW = "a" * 40, "b" * 40
REFS = {"main": NEW, "v1": OLD, OLD: OLD, NEW: NEW}


class Hub:
    """Repositories of data, each with files at commits; what was asked for; what it needs a token for."""

    def __init__(self) -> None:
        self.repos: dict[str, dict[str, dict[str, bytes]]] = {}
        self.token = ""
        self.status = 0
        self.asked: list[str] = []
        self.address = ""

    def answer(self, path: str, authorization: str) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(path)
        if self.status:
            return self.status, {}, b"{}"
        if self.token and authorization != f"Bearer {self.token}":
            return 401, {"X-Error-Code": "RepoNotFound", "X-Error-Message": "no"}, b"{}"
        api = re.fullmatch(r"/api/datasets/([^/]+/[^/]+)/revision/(.+)", path)
        file = re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path)
        found = api or file
        if not found:
            return 404, {"X-Error-Code": "EntryNotFound"}, b"{}"
        repo = self.repos.get(found[1])
        if repo is None:
            return 404, {"X-Error-Code": "RepoNotFound", "X-Error-Message": "no"}, b"{}"
        commit = REFS.get(unquote(found[2]), "")
        if commit not in repo:
            return 404, {"X-Error-Code": "RevisionNotFound", "X-Error-Message": "no"}, b"{}"
        if api:
            info = {"id": found[1], "sha": commit, "siblings": [{"rfilename": name} for name in repo[commit]]}
            return 200, {"Content-Type": "application/json"}, json.dumps(info).encode()
        data = repo[commit].get(unquote(found[3]))
        if data is None:
            return 404, {"X-Error-Code": "EntryNotFound"}, b"{}"
        return 200, {"ETag": f'"{hashlib.sha256(data).hexdigest()}"', "X-Repo-Commit": commit}, data


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path) -> Iterator[Hub]:
    hub = Hub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = hub.answer(
                self.path.partition("?")[0], self.headers.get("Authorization", "")
            )
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "hf"))
    monkeypatch.setattr(huggingface_hub.constants, "HF_TOKEN_PATH", str(tmp_path / "token"))
    yield hub
    server.shutdown()
    server.server_close()


def parquet(rows: list[tuple[object, str, str, bytes]]) -> bytes:
    ids, langs, answers, images = zip(*rows, strict=True)
    out = io.BytesIO()
    pl.DataFrame(
        {
            "id": ids,
            "lang": langs,
            "answer": answers,
            "image": [{"bytes": image, "path": f"{number}.png"} for number, image in enumerate(images)],
        }
    ).write_parquet(out)
    return out.getvalue()


@pytest.fixture
def filled(hub, png):
    hub.repos[EYE_Q] = {
        NEW: {
            "README.md": b"# Eye-Q",
            "data/train-00000-of-00002.parquet": parquet(
                [(1, "en", "Circumference", png(1)), (36, "pe", "مختار", png(2))]
            ),
            "data/train-00001-of-00002.parquet": parquet([(6, "cross", "سروش صحت", png(3))]),
        },
        OLD: {"train.parquet": parquet([(1, "en", "Circle", png(4))])},
    }
    return hub


def fault_of(*args, **options) -> str:
    with pytest.raises(InputError) as error:
        load_puzzles(*args, **options)
    return str(error.value)


def test_the_newest_revision_is_read_and_its_commit_recorded(filled, png):
    puzzles = load_puzzles("hub")
    assert (puzzles.source, puzzles.name, puzzles.revision) == ("hub", "llm-lab/Eye-Q", NEW)
    assert [(puzzle.key, puzzle.answer, puzzle.image()) for puzzle in puzzles] == [
        ("en:1", "Circumference", png(1)),
        ("fa:36", "مختار", png(2)),
        ("cross:6", "سروش صحت", png(3)),
    ]
    assert puzzles["cross:6"].where == "llm-lab/Eye-Q/data/train-00001-of-00002.parquet:row 1"
    assert puzzles.notes == ()


@pytest.mark.parametrize("revision", ["v1", OLD])
def test_a_revision_is_a_branch_a_tag_or_a_commit(filled, png, revision):
    puzzles = load_puzzles("hub", revision=revision)
    assert puzzles.revision == OLD
    assert [puzzle.image() for puzzle in puzzles] == [png(4)]


def test_a_commit_that_was_read_needs_no_network(filled, png):
    load_puzzles("hub", revision=OLD)
    filled.asked.clear()
    filled.status = 500
    again = load_puzzles("hub", revision=OLD)
    assert [puzzle.image() for puzzle in again] == [png(4)]
    assert filled.asked == []


def test_without_leave_the_network_is_not_asked(filled, png):
    assert "was not read on this machine" in fault_of("hub", revision=OLD, network=False)
    assert "was not read on this machine" in fault_of("hub", network=False)  # the newest is not known
    assert filled.asked == []
    load_puzzles("hub", revision=OLD)
    filled.asked.clear()
    assert [puzzle.image() for puzzle in load_puzzles("hub", revision=OLD, network=False)] == [png(4)]
    for unpacked in cache_folder().glob("unpacked/*/*"):
        unpacked.unlink()
    assert "was not read on this machine" in fault_of("hub", revision=OLD, network=False)
    assert filled.asked == []


def test_files_are_downloaded_once_for_a_commit(filled):
    load_puzzles("hub")
    filled.asked.clear()
    load_puzzles("hub", subsets=["persian"])
    assert filled.asked == ["/api/datasets/llm-lab/Eye-Q/revision/main"]


def test_faults_are_told_by_file_and_row(filled, png):
    filled.repos[EYE_Q][NEW]["data/train-00001-of-00002.parquet"] = parquet(
        [(1, "en", "twice", png(1)), (2, "en", "", png(1)), (3, "en", "word", b"<html>")]
    )
    message = fault_of("hub")
    table = "llm-lab/Eye-Q/data/train-00001-of-00002.parquet"
    assert (
        f"{table}:row 1: id 1 of en is taken (llm-lab/Eye-Q/data/train-00000-of-00002.parquet:row 1)"
        in message
    )
    assert f"{table}:row 2: the answer is empty" in message
    assert f"{table}:row 3: picture is no PNG, JPEG, GIF or WebP picture" in message
    assert len(load_puzzles("hub", skip_bad=True)) == 2


def test_the_token_is_the_environment_s(filled, monkeypatch):
    filled.token = "hf_secret"
    message = fault_of("hub")
    assert message.startswith(f"llm-lab/Eye-Q: is not on {filled.address}, or is private.")
    assert "HF_TOKEN" in message
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    assert len(load_puzzles("hub")) == 3


def test_a_picture_cut_short_in_a_published_set_stops_nothing(filled, png):
    filled.repos["me/mine"] = {NEW: {"puzzles.parquet": parquet([("a", "ar", "قطار", png(1)[:40])])}}
    assert load_puzzles("hub:me/mine")["ar:a"].image() == png(1)[:40]


def test_other_repositories_can_be_named(filled, png):
    filled.repos["me/mine"] = {NEW: {"puzzles.parquet": parquet([("a", "ar", "قطار", png(1))])}}
    puzzles = load_puzzles("hub:me/mine")
    assert (puzzles.name, puzzles.subsets) == ("me/mine", ("ar",))
    assert "me/other: is not on" in fault_of("hub:me/other")


def test_what_the_hub_refuses(filled):
    assert "has no revision v9. Check --revision." in fault_of("hub", revision="v9")
    filled.repos[EYE_Q][NEW] = {"README.md": b"# nothing else"}
    assert "has no Parquet files at this revision" in fault_of("hub")
    filled.repos[EYE_Q][NEW] = {"train.parquet": b"PAR1 no more"}
    assert "llm-lab/Eye-Q/train.parquet: cannot be read as Parquet" in fault_of("hub")
    filled.status = 403
    assert "(status 403). Check HF_TOKEN." in fault_of("hub")


def test_without_a_network_the_message_says_what_can_be_done(filled, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    message = fault_of("hub")
    assert message.startswith("llm-lab/Eye-Q: cannot be read from http://127.0.0.1:9 (")
    assert "the starter set, which needs neither" in message
    monkeypatch.setenv("HF_ENDPOINT", filled.address)
    load_puzzles("hub")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert f"--revision {NEW}" in fault_of("hub")
    assert len(load_puzzles("hub", revision=NEW)) == 3
