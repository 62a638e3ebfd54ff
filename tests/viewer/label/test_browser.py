"""Label sheets in real Chromium: by keys alone, two at once, with a server that is killed or cannot write."""

import csv
import io
import json
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gander.cli import app
from gander.viewer.label.log import LabelLog, Logged
from tests.viewer.records import hostile_record, released_record

pytestmark = pytest.mark.browser

Page = Any  # Playwright is imported by the fixture alone


class Server:
    """``gander view`` as a person starts it, on one port whenever it is started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()
        with urllib.request.urlopen(f"{self.address}/api/catalogue") as answer:
            self.ids = {its["name"]: its["id"] for its in json.load(answer)["entries"]}

    def start(self) -> None:
        view = [sys.executable, "-m", "gander", "view", str(self.folder), "--no-browser"]
        self.process = subprocess.Popen([*view, "--port", str(self.port)], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.address in self.process.stdout.readline()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def log(self, sheet: str) -> list[Logged]:
        return LabelLog(self.folder / sheet.replace(".csv", ".labels.sqlite")).entries()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("labels")
    released_record(folder / "released" / "seed01")
    hostile_record(folder / "hostile" / "seed05")
    arguments = ["quack", "validate", "sample", str(folder), "--seed", "1", "--claims", "rules", "--out"]
    assert CliRunner().invoke(app, [*arguments, str(folder / "s.csv")]).exit_code == 0
    its = Server(folder)
    yield its
    its.kill()


Open = Callable[..., Page]


@pytest.fixture
def sit(browser: Any, server: Server) -> Iterator[Open]:
    """Opens a sheet for somebody, in a browser of its own; nothing may go wrong on any page."""
    contexts: list[Any] = []
    faults: list[str] = []

    def heard(said: Any) -> None:
        # What a browser says of a server that is gone, or refuses, is no fault of the page.
        if said.type in ("error", "warning") and "Failed to load resource" not in said.text:
            faults.append(said.text)

    def open_(who: str, sheet: str = "s.claims.csv", context: Any = None, by_name: bool = False) -> Page:
        if context is None:
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", heard)
        if by_name:
            page.goto(f"{server.address}/label")
            page.get_by_role("link", name=sheet).click()
            page.get_by_label("Your name").fill("n" * 61)
            page.keyboard.press("Enter")
            page.get_by_text("letters that can be seen").wait_for()
            page.get_by_label("Your name").fill(f" {who} ")
            page.keyboard.press("Enter")
        else:
            page.goto(f"{server.address}/label/{server.ids[sheet]}?annotator={who}")
        page.wait_for_selector("svg.ground")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == []


def until(page: Page, true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline, page.locator("body").inner_text()
        page.wait_for_timeout(20)


def saved(page: Page) -> None:
    until(page, lambda: "All answers are saved" in status(page))


def status(page: Page) -> str:
    return str(page.locator(".label-saved").inner_text())


def part(page: Page) -> str:
    return str(page.locator(".audit-part").first.inner_text())


def told(page: Page) -> bool:
    """Whether the audit's part is there."""
    return bool(page.locator(".audit-part h3").count())


def read(page: Page) -> None:
    """Wait until the verdict has been on the screen for long enough to be judged."""
    until(
        page,
        page.get_by_role("group", name="Verdict right?").get_by_role("button").first.is_enabled,
    )


def row(page: Page) -> str:
    return str(page.locator(".judge h2").inner_text())


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_claims_by_keys_alone(sit: Open, server: Server) -> None:
    page = sit("مريم", by_name=True)
    assert row(page).startswith("Row 1 of")
    until(page, lambda: page.locator(".judge mark").count() == 1)
    assert page.locator(".judge mark").inner_text() in page.locator(".judge blockquote").inner_text()
    assert page.locator(".chart .window rect").count() > 0
    assert "is shown once you have answered" in part(page)
    assert page.locator(".chart .window .decides").count() == 0
    assert page.get_by_role("group", name="Verdict right?").get_by_role("button").first.is_disabled()
    assert "Duck" not in page.locator(".map-legend").inner_text()
    # Held or doubled, the key is no judgement of a verdict that nobody has read.
    for key in ("y", "y"):
        page.keyboard.down(key)
    page.keyboard.up("y")
    until(page, lambda: told(page))
    press(page, "y")
    until(page, lambda: page.locator(".chart .window .decides").count() > 0)
    assert "Duck" in page.locator(".map-legend").inner_text()
    read(page)
    press(page, "n", "/")
    page.keyboard.type("=not so; y n u are letters here")
    press(page, "Escape")
    saved(page)
    assert page.locator(".label-done").inner_text() == "✓ answered"
    # To the next that is open; back; the question before, and another answer to it.
    press(page, "Enter")
    assert row(page).startswith("Row 2 of")
    press(page, "ArrowLeft", "ArrowUp", "u")
    saved(page)
    yes, unsure = (
        page.get_by_role("group", name="Faithful?").get_by_role("button", name=name)
        for name in ("Yes", "Unsure")
    )
    assert yes.get_attribute("aria-pressed") == "false"
    assert unsure.get_attribute("aria-pressed") == "true"
    # The last answer is taken back first.
    press(page, "Backspace")
    assert unsure.get_attribute("aria-pressed") == "true"
    press(page, "Backspace")
    assert unsure.get_attribute("aria-pressed") == "false"
    press(page, "y", "n")
    # Early, on the next row.
    press(page, "ArrowRight", "r")
    until(page, lambda: "Shown before you answered" in part(page))
    press(page, "n")
    until(page, lambda: "2 of" in page.locator(".top .facts").inner_text())
    assert "Not needed" in page.get_by_role("group", name="Verdict right?").inner_text()
    # The map, by keys.
    before = page.locator(".now").inner_text()
    press(page, ".")
    assert page.locator(".now").inner_text() != before
    press(page, "s")
    assert "meeting" in page.locator(".now").inner_text()
    press(page, "?")
    assert page.get_by_role("dialog").is_visible()
    press(page, "Escape")
    for asked in ("1.5", "abc", "0", "9999", ""):
        page.evaluate("row => { location.hash = `row=${row}`; }", asked)
        until(page, lambda: page.url.endswith("#row=2"))
        assert row(page).startswith("Row 2 of")
    until(page, lambda: "claim faithful" in page.locator(".so-far").inner_text())
    # Whoever comes back begins at what is open.
    page.goto(page.url.split("#")[0])
    page.wait_for_selector("svg.ground")
    assert row(page).startswith("Row 3 of")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert [its["faithful"] for its in rows[:3]] == ["yes", "no", ""]
    assert rows[0]["note"] == "'=not so; y n u are letters here"
    assert rows[0]["annotator"] == "مريم"
    assert [its["revealed_early"] for its in rows[:2]] == ["", "yes"]
    questions = [its.answer.question for its in server.log("s.claims.csv")]
    assert Counter(questions) == {"faithful": 5, "verdict_right": 3, "note": 1, "reveal": 1}


def test_utterances_by_keys_alone(sit: Open, server: Server) -> None:
    page = sit("Ann", "s.utterances.csv")
    press(page, "1", "2", "Enter")
    until(page, lambda: told(page))
    press(page, "1", "3", "Enter")
    assert "more than the 12 facts" in page.get_by_role("group", name="Facts found").inner_text()
    press(page, "Control+a", "7", "Enter")
    until(page, lambda: "1 of" in page.locator(".top .facts").inner_text())
    saved(page)
    until(page, lambda: "58.3" in page.locator(".so-far").inner_text())
    # A number that is left, however, counts, and goes to no other row; a wrong one is told.
    facts = page.get_by_label("Facts", exact=True)
    press(page, "ArrowRight", "4", "Tab")
    until(page, lambda: told(page))
    press(page, "Escape")
    page.get_by_role("heading", name="Row 2").focus()
    press(page, "9")
    page.get_by_role("button", name="Next →").click()
    assert "Row 2: Facts found “9” was not taken. That is more than the 4 facts." in (
        page.locator(".label-told").inner_text()
    )
    press(page, "5")
    page.get_by_role("button", name="← Before").click()
    assert facts.input_value() == "4"
    press(page, "ArrowRight")
    assert facts.input_value() == "5"
    # And so does a note that is being written when the page goes.
    press(page, "/")
    page.keyboard.type("half a no")
    page.reload()
    page.wait_for_selector("svg.ground")
    assert page.get_by_label("Note").input_value() == "half a no"
    saved(page)
    notes = [its.answer.value for its in server.log("s.utterances.csv") if its.answer.question == "note"]
    assert notes == ["half a no"]
    # Half of the rows are of a game in which every text attacks the page.
    hostile = 0
    while page.get_by_role("button", name="Next →").is_enabled():
        press(page, "ArrowRight")
        page.wait_for_selector("svg.ground")
        hostile += "<script>" in page.locator(".judge blockquote").inner_text()
    assert hostile > 0
    assert page.evaluate("window.ran") is None


def test_two_at_once_and_blind(sit: Open, server: Server) -> None:
    ann, ben = sit("Ann"), sit("Ben")
    press(ann, "y")
    read(ann)
    press(ann, "n")
    saved(ann)
    until(ben, lambda: "Ann  1 of" in ben.locator(".so-far").inner_text().replace("\u00a0", " "))
    assert ben.locator(".so-far table").count() == 0
    press(ben, "y")
    saved(ben)
    assert ben.locator(".others").inner_text() == ""
    read(ben)
    press(ben, "y")
    until(ben, lambda: "Ann: Faithful? yes, Verdict right? no" in ben.locator(".others").inner_text())
    until(ann, lambda: "Ben: Faithful? yes, Verdict right? yes" in ann.locator(".others").inner_text())
    until(ann, lambda: "Cohen's kappa of" in ann.locator(".so-far").inner_text())
    # The same person in two windows is told.
    other = sit("Ann")
    other.goto(f"{other.url.split('#')[0]}#row=2")
    press(ann, "Enter")
    for page in (ann, other):
        until(page, lambda page=page: row(page).startswith("Row 2"))  # type: ignore[misc]
    other.evaluate("() => { window.fetch = () => Promise.reject(new Error('held')); }")
    press(ann, "y")
    saved(ann)
    press(other, "n")
    other.reload()
    until(
        other,
        lambda: (
            "another window answered faithful for you with “yes”" in other.locator(".label-told").inner_text()
        ),
    )
    assert "“no”, counts" in other.locator(".label-told").inner_text()
    until(ann, lambda: ann.get_by_role("button", name="No").first.get_attribute("aria-pressed") == "true")
    assert len({its.answer.key for its in server.log("s.claims.csv")}) == len(server.log("s.claims.csv"))


def test_a_server_that_is_killed_loses_nothing(sit: Open, server: Server) -> None:
    page = sit("Kim")
    press(page, "y")
    saved(page)
    read(page)
    server.kill()
    # Verdict and all other rows are answered while nobody is there to hear of it.
    press(page, "y", "Enter", "n", "Enter", "n")
    until(page, lambda: "Not saved yet: 3 answers" in status(page))
    assert f"--port {server.port}" in status(page)
    assert "does not answer" in status(page)
    # The lid is closed, and the page with it.
    context = page.context
    page.close()
    server.start()
    page = sit("Kim", context=context)
    saved(page)
    given = [
        (its.answer.question, its.answer.value)
        for its in server.log("s.claims.csv")
        if its.answer.annotator == "Kim"
    ]
    assert given == [("faithful", "yes"), ("verdict_right", "yes"), ("faithful", "no"), ("faithful", "no")]
    assert "3 of" in page.locator(".top .facts").inner_text()
    # The page stays open over the next death, and knows the server's new token by itself.
    server.kill()
    press(page, "ArrowLeft", "u")
    until(page, lambda: "Not saved yet: 1 answer," in status(page))
    server.start()
    saved(page)
    assert server.log("s.claims.csv")[-1].answer.value == "unsure"


def test_a_disk_that_is_full_loses_nothing(sit: Open, server: Server) -> None:
    page = sit("Lea")
    other = sit("Lea", context=page.context)
    press(page, "y")
    saved(page)
    read(page)
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    full = (1, unlimited[1])
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
    press(page, "y", "Enter", "n")
    until(page, lambda: "could not be saved in s.claims.labels.sqlite" in status(page))
    assert "Make room" in status(page)
    assert "Not saved yet: 2 answers, kept in this browser" in status(page)
    # Where the downloads are, it is told; and another window sends what a closed one has left behind.
    page.goto(f"{server.address}/label")
    until(page, lambda: "2 answers of Lea to s.claims.csv: The answer could not" in page.inner_text("main"))
    page.close()
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    saved(other)
    # A browser that is full as well keeps it as long as the window is open, and says so.
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
    other.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    press(other, "Enter", "Enter", "n")
    until(
        other, lambda: "Not saved yet: 1 answer, kept only in this window: do not close it" in status(other)
    )
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    saved(other)
    given = [its.answer.value for its in server.log("s.claims.csv") if its.answer.annotator == "Lea"]
    assert given == ["yes", "yes", "no", "no"]


def test_axe_finds_no_serious_fault(browser: Any, server: Server) -> None:
    from axe_playwright_python.sync_playwright import Axe

    light = ("", f"/{server.ids['s.utterances.csv']}?annotator=Ann")
    pages = {"light": light, "dark": (f"/{server.ids['s.claims.csv']}?annotator=Ann",)}
    for scheme, addresses in pages.items():
        context = browser.new_context(bypass_csp=True, color_scheme=scheme)
        page = context.new_page()
        for address in addresses:
            page.goto(f"{server.address}/label{address}")
            page.wait_for_selector(".sheets" if address == "" else ".so-far li, .so-far .note")
            found = Axe().run(page).response["violations"]
            grave = [its for its in found if its["impact"] in ("serious", "critical")]
            assert grave == []
        context.close()


def test_an_answer_to_a_row_that_was_drawn_anew_is_kept_until_its_giver_decides(
    sit: Open, server: Server
) -> None:
    page = sit("Noa")
    before = len(server.log("s.claims.csv"))
    sheet = server.folder / "s.claims.csv"
    drawn = sheet.read_bytes()
    claim = page.locator(".claim-words").inner_text()
    sheet.write_bytes(drawn.replace(claim.replace('"', '""').encode(), b"another"))
    press(page, "y")
    kept = page.locator(".label-refused")
    until(page, lambda: "row 1, faithful “yes”: " in kept.inner_text())
    assert "the sheet has no such row" in kept.inner_text()
    assert page.get_by_role("button", name="Yes").first.get_attribute("aria-pressed") == "false"
    page.reload()
    until(page, lambda: "1 answer the server will not have" in kept.inner_text())
    sheet.write_bytes(drawn)
    kept.get_by_role("button", name="Send again").click()
    saved(page)
    assert kept.inner_text() == ""
    assert len(server.log("s.claims.csv")) == before + 1
