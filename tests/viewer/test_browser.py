"""The page in real Chromium: by clicks and by keys, on three kinds of records, and on one that attacks it."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gander.cli.view import view
from gander.quack.world.rules import NAMES
from tests.viewer.conftest import Serving

pytestmark = pytest.mark.browser

Page = Any  # Playwright is imported by the fixture alone


@pytest.fixture(scope="module")
def address(serving: Serving, tree: Path) -> str:
    return serving(tree)


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """A page of its own, on which nothing may go wrong."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
    yield page
    page.close()
    assert faults == []


def opened(page: Page, address: str, name: str, hash_: str = "") -> None:
    """Open a game by its link in the list, as a person does; then at a place in it."""
    page.goto(address)
    link = page.get_by_role("link", name=name)
    page.goto(f"{address}{link.get_attribute('href')}{hash_}")
    page.wait_for_selector("svg.ground")


def until(page: Page, script: str, argument: object = None) -> None:
    """Wait until a script says yes; Playwright's own way needs eval, which the page forbids."""
    deadline = time.monotonic() + 20
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, f"never came true: {script}"
        page.wait_for_timeout(20)


def now(page: Page) -> str:
    return str(page.locator(".now").inner_text())


def room_of(page: Page, seat: int) -> str:
    """The room in whose box a player's token is drawn; empty in a corridor."""
    return str(
        page.evaluate(
            """(seat) => {
            const token = document.querySelector(`.token[data-seat="${seat}"]`).getBoundingClientRect();
            const x = token.left + token.width / 2, y = token.top + token.height / 2;
            for (const room of document.querySelectorAll("g.room")) {
                const box = room.querySelector(".floor").getBoundingClientRect();
                if (x > box.left && x < box.right && y > box.top && y < box.bottom)
                    return room.querySelector("title").textContent;
            }
            return "";
        }""",
            seat,
        )
    )


def test_a_released_record_by_clicks(page: Page, address: str) -> None:
    opened(page, address, "released/seed01")
    page.get_by_role("button", name="Next kill").click()
    assert "Alice kills Bob in medbay" in now(page)
    assert page.locator("svg.ground g.body:visible title").text_content() == "body of Bob"
    # Charlie is under way to medbay while the kill's tick lasts, and there when the next begins.
    page.get_by_role("button", name="Next event").click()
    assert "Charlie leaves cafeteria" in now(page)
    assert room_of(page, 2) == ""
    page.get_by_role("button", name="Next event").click()
    assert "Charlie arrives in medbay" in now(page)
    assert room_of(page, 2) == "medbay"
    # A claim leads to its moment, its reason and its lines.
    said = page.get_by_role("article", name=re.compile("Alice, speech"))
    false = said.locator("button.mark.v-false").first
    assert false.inner_text().startswith("✗")
    line = said.locator("span.claimed.v-false").first
    assert line.evaluate("its => getComputedStyle(its).textDecorationStyle") == "wavy"
    false.click()
    card = page.locator("section.claim")
    assert "✗ false" in card.inner_text()
    assert "storage" in card.locator("h4").inner_text()
    assert page.locator(".chart .window rect").count() > 0
    lines = card.get_by_role("button", name=re.compile(r"line \d+"))
    assert lines.first.inner_text() in now(page)
    lines.last.click()
    assert lines.last.inner_text() in now(page)
    until(page, "location.hash.includes('claim=')")
    # The address leads there again.
    before = now(page)
    page.reload()
    page.wait_for_selector("section.claim")
    assert now(page) == before


def test_sixteen_players_on_24_rooms(page: Page, address: str) -> None:
    opened(page, address, "big/seed03", "#event=300")
    assert page.locator("g.room").count() == 24
    assert page.locator("g.lane").count() == 16
    living = page.locator("svg.ground .token:visible")
    assert living.count() > 8
    # What it is asked to show plays by itself, and stops when asked.
    before = now(page)
    page.get_by_role("button", name="Play (space)").click()
    until(page, "before => document.querySelector('.now').innerText !== before", before)
    page.get_by_role("button", name="Pause (space)").click()
    # A player's world holds nobody that it has not met.
    page.get_by_role("tab", name="A player's view").click()
    page.get_by_label("The world as known to").select_option(label="Charlie")
    page.wait_for_selector(".seat .decision")
    assert page.locator("svg.ground .token.self:visible").count() == 1
    assert page.locator("svg.ground .token:visible").count() < 16
    told = page.locator(".seat pre").first.inner_text()
    titles = page.locator("svg.ground .token.seen:visible title").all_text_contents()
    present = {title.split(",")[0] for title in titles}
    company = next(line for line in told.splitlines() if "With you:" in line or "Nobody else" in line)
    assert {name for name in NAMES[:16] if name in company} == present
    # Nobody's role is known to a Goose but its own; its timeline has no more than it saw.
    assert page.locator("svg.ground .token:not(.self)[data-role]").count() == 0
    seen = page.locator("g.lane .stay").count()
    picture = page.locator(".seat img").first
    picture.scroll_into_view_if_needed()
    until(page, "document.querySelector('.seat img').naturalWidth > 300")
    page.keyboard.press("g")
    assert page.locator("g.lane .stay").count() > 2 * seen


def test_guess_the_duck(page: Page, address: str) -> None:
    opened(page, address, "released/seed01", "#roles=hidden")
    main = page.locator("main")
    page.get_by_role("button", name="Next kill").click()
    assert "Bob is killed in medbay." in now(page)
    assert page.locator("svg.ground .token[data-role]").count() == 0
    for tab in ("Meetings", "Events"):
        page.get_by_role("tab", name=tab).click()
        text = main.inner_text()
        assert "Duck" not in text.replace("Who is the Duck?", "").replace("Charlie is the Duck", "")
        assert "kills" not in text
    page.get_by_role("group", name="Who is the Duck?").get_by_role("button", name="Diana").click()
    assert "Wrong: Diana is a Goose. Alice is the Duck." in page.locator(".guess").inner_text()
    assert page.locator('svg.ground .token[data-role="Duck"]').count() == 1


def test_by_keys_alone(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".games a")
    page.keyboard.press("Tab")
    page.keyboard.type("released")
    until(page, "document.querySelectorAll('.games tbody tr:not([hidden])').length === 1")
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.games a')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("svg.ground")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    assert "Alice kills Bob" in now(page)
    page.keyboard.press("m")
    assert "Charlie reported a dead body" in now(page)
    page.keyboard.press("Shift+ArrowLeft")
    assert now(page).startswith("Tick 2")
    page.keyboard.press("+")
    assert page.locator(".speed").inner_text() == "8/s"
    page.keyboard.press("c")
    assert page.locator("section.claim h4").inner_text().startswith("1.")
    page.keyboard.press("p")
    assert page.get_by_role("tab", name="A player's view").get_attribute("aria-selected") == "true"
    page.keyboard.press("g")
    page.keyboard.press("r")
    assert page.get_by_role("button", name="Roles").get_attribute("aria-pressed") == "false"
    page.keyboard.press("End")
    assert "line 17" in now(page)
    # Every control is reached by Tab, and a mark opens its claim by Enter.
    opened(page, address, "released/seed01")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent"))
        if page.evaluate("document.activeElement.classList.contains('mark')"):
            page.keyboard.press("Enter")
            assert page.locator("section.claim").is_visible()
            break
    assert {"Line of the record", "Play (space)", "Next kill (K)", "Closer"} <= reached


def test_a_hostile_record_runs_nothing(page: Page, address: str, tree: Path, tmp_path: Path) -> None:
    opened(page, address, "hostile/seed05", "?claims=intended#event=20")
    _look_everywhere(page)
    seats = page.locator(".gutter button").count()
    for _ in range(seats):
        page.keyboard.press("p")
        page.wait_for_selector(".seat h3, .seat p")
    file = tmp_path / "game.html"
    view([tree / "hostile"], export=file, claims="intended")
    page.goto(f"{file.as_uri()}#event=20")
    page.wait_for_selector("svg.ground")
    _look_everywhere(page)


def _look_everywhere(page: Page) -> None:
    scripts = page.locator("script").count()
    for tab in ("Meetings", "A player's view", "Events"):
        page.get_by_role("tab", name=tab).click()
    page.get_by_role("tab", name="Meetings").click()
    marks = page.locator("button.mark")
    assert marks.count() > 3
    for number in range(3):
        marks.nth(number).click()
        for summary in page.locator("section.claim summary").all():
            summary.click()
    page.keyboard.press("End")
    shown = page.locator("body").inner_text()
    assert '<img src=x onerror="window.ran=2">' in shown
    assert "\\u202egnp\\u2066\\x1b[31m\\x00" in shown
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", shown)
    assert page.evaluate("window.ran") is None
    assert page.locator("script").count() == scripts
    theirs = "img:not(.seat img), [onload], [onerror], [onclick], a[href^=javascript]"
    assert page.locator(theirs).count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('main')).display") != "none"


def test_another_name_and_another_site_get_nothing(
    browser: Any, address: str, serving: Serving, tree: Path
) -> None:
    page = browser.new_page()
    try:
        port = address.rpartition(":")[2]
        # A rebound name: the browser takes it for the page's own origin, the server does not.
        assert page.goto(f"http://evil.test:{port}/").status == 403
        assert page.goto(f"http://evil.test:{port}/api/catalogue").status == 403
        # Another site on this machine, that is, another port.
        page.goto(serving(tree))
        ask = "url => fetch(url, {mode: 'no-cors'}).then(its => its.type, () => 'refused')"
        assert page.evaluate(ask, f"{address}/api/catalogue") == "refused"
    finally:
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Any, address: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # axe adds its own script, which the page's policy would refuse.
    context = browser.new_context(bypass_csp=True, color_scheme=scheme)
    page = context.new_page()
    try:
        page.goto(address)
        until(page, "document.querySelectorAll('.games .result:not(:empty)').length === 3")
        assert _serious(Axe().run(page)) == []
        opened(page, address, "hostile/seed05", "?claims=intended#claim=3")
        page.wait_for_selector("section.claim")
        page.keyboard.press("m")
        assert _serious(Axe().run(page)) == []
        opened(page, address, "released/seed01", "#claim=3")
        page.wait_for_selector("section.claim")
        assert _serious(Axe().run(page)) == []
        page.keyboard.press("p")
        assert _serious(Axe().run(page)) == []
        page.keyboard.press("r")
        page.get_by_role("tab", name="Events").click()
        assert _serious(Axe().run(page)) == []
    finally:
        context.close()


def _serious(found: Any) -> list[str]:
    return [
        f"{fault['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:300]}"
        for fault in found.response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_is_wider_than_the_window(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    for name in ("big/seed03", "hostile/seed05"):
        opened(page, address, name, "?claims=intended#claim=1")
        page.wait_for_selector("section.claim")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_exported_game_needs_no_server(page: Page, tree: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    view([tree / "big"], export=file)
    assert file.stat().st_size < 1_000_000
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file.as_uri()}#claim=2&seat=3")
    page.wait_for_selector("section.claim")
    page.get_by_role("tab", name="A player's view").click()
    page.wait_for_selector(".seat h3, .seat .note")
    page.keyboard.press("k")
    until(page, "location.hash.includes('event=')")
    assert [url for url in asked if not url.startswith("file:")] == []
