"""The audit's page in real Chromium: by clicks, by keys, from a stored file, and as a file of its own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gander.cli.view import view
from tests.viewer.audited import published_runs
from tests.viewer.conftest import Serving
from tests.viewer.test_browser import _serious as serious
from tests.viewer.test_browser import until

pytestmark = pytest.mark.browser

Page = Any  # Playwright is imported by the fixture alone


@pytest.fixture(scope="module")
def address(serving: Serving, audited_runs: Path) -> str:
    return serving(audited_runs)


@pytest.fixture
def foreseen() -> list[str]:
    """Answers that a test asks for and the browser reports: their status."""
    return []


@pytest.fixture
def page(browser: Any, foreseen: list[str]) -> Iterator[Page]:
    """A page of its own, on which nothing else may go wrong."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(20_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    yield page
    page.close()
    assert [its for its in faults if not any(f"a status of {status} " in its for status in foreseen)] == []


def figure(page: Page, group: str, metric: str) -> Any:
    """The number of a figure."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(metric)}, {re.escape(group)}:"))


def column(page: Page, number: int) -> list[str]:
    """What a column of the figures' table says."""
    cells = page.locator(f"table.figures tbody tr > :nth-child({number})")
    return [text.split("\n")[0] for text in cells.all_inner_texts()]


def test_from_a_figure_down_to_the_claim_in_its_game(page: Page, foreseen: list[str], address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Audit these 7 games").click()
    figure(page, "liars", "deception rate").wait_for()
    # What cannot be read is told, and the rest is there.
    assert "torn/seed04" in page.locator("details.faults").inner_text()
    assert column(page, 1) == ["honest", "liars"]
    # By its head a table is sorted, down and up, and its reader told so.
    head = page.get_by_role("columnheader", name="deception rate").first
    head.get_by_role("button").click()
    until(page, "document.querySelector('table.figures tbody th').innerText === 'liars'")
    assert head.get_attribute("aria-sort") == "descending"
    head.get_by_role("button").click()
    until(page, "document.querySelector('table.figures tbody th').innerText === 'honest'")
    assert page.evaluate("document.activeElement.closest('th').ariaSort") == "ascending"
    # Names come from A to Z first, and break where their words end.
    setting = page.get_by_role("columnheader", name="Setting")
    setting.get_by_role("button").click()
    until(page, "document.querySelector('table.figures tbody th').innerText === 'honest'")
    assert setting.get_attribute("aria-sort") == "ascending"
    broken = "import('/static/audit/words.js').then(its => its.broken('a_b/c').innerHTML)"
    assert page.evaluate(broken) == "a_<wbr>b/<wbr>c"
    # What lies just between two numbers is rounded as the audit rounds it.
    shares = [1 / 16, 39 / 48, 3 / 16, 15 / 16, 0.1 + 0.2, 2 / 3, 0, -1 / 16]
    written = "some => import('/static/audit/words.js').then(its => some.map(one => its.percent(one)))"
    assert page.evaluate(written, shares) == [f"{100 * share:.1f}" for share in shares]
    # The server keeps few audits; this one is made again by itself.
    others = """async words => { for (const word of words) for (let it = { working: 1 }; it.working;)
        it = await (await fetch(`/api/audit?${word}`)).json(); }"""
    folders = page.locator("#folder option").evaluate_all("all => all.map(its => its.value)")[1:3]
    words = [f"{claims}&folder={one}" for one in folders for claims in ("claims=rules", "claims=intended")]
    page.evaluate(others, words)
    foreseen.append("410")
    page.get_by_role("button", name="All together").click()
    until(page, "document.querySelectorAll('table.figures tbody tr').length === 1")
    page.go_back()
    # Behind a figure: the games it stands on, and every claim that it counts.
    figure(page, "liars", "deception rate").click()
    panel = page.get_by_role("region", name="Behind the figure", exact=True)
    panel.locator(".sum:not(:empty)").wait_for()
    assert panel.get_by_role("heading", level=2).inner_text().startswith("deception rate, liars: ")
    counted = re.search(r"In all (\d+) of (\d+): ([\d.]+)%", panel.locator(".sum").inner_text())
    assert counted is not None
    part, whole = int(counted[1]), int(counted[2])
    games = panel.locator("tbody tr")
    assert games.count() == 3
    cells = [games.nth(row).locator("td").all_inner_texts() for row in range(3)]
    assert [sum(int(row[place]) for row in cells) for place in (1, 2)] == [part, whole]
    assert panel.locator("li.item").count() == whole
    panel.get_by_label("Counted").select_option("part")
    until(page, "part => document.querySelectorAll('.behind li.item').length === part", part)
    first = panel.locator("li.item").first
    assert re.match("[✗⌂] (false|wrong room)", first.inner_text())
    assert first.locator("mark").inner_text()
    assert "looked for in" in first.inner_text()
    # The address leads to the same again, and back leads back.
    page.reload()
    until(page, "part => document.querySelectorAll('.behind li.item').length === part", part)
    page.go_back()
    until(page, "whole => document.querySelectorAll('.behind li.item').length === whole", whole)
    page.go_forward()
    until(page, "part => document.querySelectorAll('.behind li.item').length === part", part)
    words = first.locator(".head .words").inner_text()
    first.locator(".where a").first.click()
    page.wait_for_selector("section.claim")
    assert page.locator("section.claim h4 bdi").inner_text() == words


def test_filters_combine_and_count(page: Page, address: str) -> None:
    page.goto(f"{address}/audit#tab=claims")
    page.wait_for_selector("li.item")
    count = page.locator(".itemlist .count >> visible=true")
    page.get_by_label("Verdict").locator("visible=true").select_option("false")
    until(page, "location.hash.includes('verdict=false')")
    # A choice is told with how many it leaves.
    shown = (
        "said => document.querySelector('[role=tabpanel]:not([hidden]) .count').innerText.startsWith(said)"
    )
    for label, value in (("Type", "location"), ("Whose", "own")):
        options = page.get_by_label(label).locator("visible=true")
        expected = re.search(r"\((\d+)\)", options.locator(f"option[value={value}]").inner_text())
        assert expected is not None
        options.select_option(value)
        until(page, shown, f"{expected[1]} of ")
    items = page.locator("li.item >> visible=true")
    left = int(count.inner_text().split()[0])
    until(
        page,
        "left => document.querySelectorAll('[role=tabpanel]:not([hidden]) li.item').length === left",
        left,
    )
    for text in items.all_text_contents():
        assert text.startswith("✗ false")
        assert "(Duck)" in text
        assert "location, own" in text
    page.get_by_role("button", name="No filter").locator("visible=true").click()
    until(page, "!location.hash.includes('verdict')")


def test_by_keys_alone(page: Page, address: str) -> None:
    page.goto(f"{address}/audit")
    figure(page, "liars", "deception rate").wait_for()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.role") == "tab":
            break
    page.keyboard.press("ArrowRight")
    until(page, "location.hash.includes('tab=compared')")
    page.wait_for_selector("table.differences tbody tr")
    assert "honest less liars: 3 seeds that both have" in page.locator(".note >> visible=true").inner_text()
    # A setting is compared with others alone.
    assert page.get_by_label("less second").locator("option").all_inner_texts() == ["liars"]
    row = page.locator("table.differences tr", has_text="deception rate").first.inner_text()
    assert re.search(r"-\d+\.\d\s+\[-\d+ to -\d+\]\s+3\s+\.\d+", row)
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('#panel-figures').hidden === false")
    figure(page, "liars", "lie detection").focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement.tagName === 'H2'")
    page.wait_for_selector(".behind .sum:not(:empty)")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.dataset.metric === 'lie_detection'")
    # The number that was chosen is the number that is explained; Escape leads back.
    page.get_by_role("button", name="Rates of sums").locator("visible=true").click()
    chosen = figure(page, "liars", "Goose truthfulness").first
    until(page, "location.hash.includes('way=pooled')")
    number = chosen.inner_text()
    chosen.click()
    page.wait_for_selector(".behind .sum:not(:empty)")
    assert f": {number} " in page.locator(".behind h2").inner_text()
    assert f": {number}, the rate of sums" in page.locator(".behind .sum").inner_text()
    page.keyboard.press("Escape")
    until(page, "document.activeElement.dataset.metric === 'goose_truthfulness'")
    page.get_by_role("button", name="Means over games").locator("visible=true").click()
    # Another grouping, and all that is behind the coverage: utterances.
    page.get_by_role("button", name="Player").focus()
    page.keyboard.press("Space")
    figure(page, "Alice", "extraction coverage").click()
    page.wait_for_selector(".behind .sum:not(:empty)")
    assert "utterance" in page.locator("li.item >> visible=true").first.inner_text()


def test_a_hostile_record_runs_nothing(page: Page, foreseen: list[str], serving: Serving, tree: Path) -> None:
    address = serving(tree / "hostile")
    page.goto(f"{address}/audit?claims=intended#tab=claims")
    page.wait_for_selector("li.item q")
    shown = page.locator("main").text_content()
    assert '<img src=x onerror="window.ran=2">' in shown
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", shown)
    page.get_by_role("tab", name="Figures").click()
    page.get_by_role("button", name="Player").click()
    page.get_by_role("rowheader", name="<script>window.ran=21</script>").wait_for()
    # A name with signs that are shown as escapes can be chosen by it like any other.
    kept = """() => import('/static/audit/choice.js').then(({ picker }) => {
        const said = [];
        const its = picker({ get: () => '', choose: (what) => said.push(what.one) }, 'one', 'One');
        const names = ['a', 'b\\u202ec', 'd\\u0007'];
        its.offer(names.map((name) => [name, name]));
        const select = its.node.querySelector('select');
        for (select.selectedIndex of [1, 2]) select.dispatchEvent(new Event('change'));
        return said; })"""
    assert page.evaluate(kept) == ["b\u202ec", "d\u0007"]
    # Claims that a folder does not have are told, with a way on.
    foreseen.append("422")
    page.goto(f"{address}/audit?claims=nothing")
    page.get_by_role("link", name="Audit these games with their own claims").click()
    page.get_by_role("tab", name="Figures").wait_for()
    assert "?" not in page.url
    assert page.evaluate("window.ran") is None
    assert page.locator("main img, main script, [onload], [onerror]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_and_nothing_is_too_wide(browser: Any, address: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # axe adds its own script, which the page's policy would refuse.
    context = browser.new_context(bypass_csp=True, color_scheme=scheme)
    page = context.new_page()
    try:
        page.goto(f"{address}/audit#group=liars&metric=lie_detection")
        page.wait_for_selector(".behind li.item")
        assert serious(Axe().run(page)) == []
        if scheme == "light":
            page.get_by_role("tab", name="Compared by seed").click()
            page.wait_for_selector("table.differences tbody tr")
            assert serious(Axe().run(page)) == []
        for width in (1024, 390):
            page.set_viewport_size({"width": width, "height": 844})
            for tab in ("Claims", "Figures"):
                page.get_by_role("tab", name=tab).click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        context.close()


def test_stored_figures_lead_to_their_games(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="figures.json").click()
    figure(page, "liars", "deception rate").click()
    games = page.locator(".behind tbody tr")
    games.first.wait_for()
    assert games.count() == 3
    assert page.get_by_role("tab").all_inner_texts() == ["Figures", "Compared by seed"]
    assert "/game/" in str(games.first.locator("a").get_attribute("href"))


def test_steps_lead_from_the_published_figure_and_the_file_needs_no_server(
    page: Page, serving: Serving, tmp_path: Path
) -> None:
    published_runs(tmp_path)
    page.goto(f"{serving(tmp_path)}/audit")
    figure(page, "published", "deception rate").wait_for()
    page.get_by_role("tab", name="Step by step").click()
    page.get_by_label("Figure").locator("visible=true").select_option("deception_rate")
    chart = page.get_by_role("img", name=re.compile("^deception rate, published: published "))
    chart.wait_for()
    rows = [row.locator("td").all_inner_texts() for row in page.locator("table.steps tbody tr").all()]
    # Published, eleven changes, two rows beside them; the picture shows paper once more, as a whole.
    assert len(rows) == 14
    assert chart.locator("rect.change").count() == 15
    values = [float(row[0].split()[0]) for row in rows[:12]]
    changes = [float(row[1]) for row in rows[1:12]]
    assert abs(values[0] + sum(changes) - values[-1]) < 0.6
    drawn = chart.locator("text.figure").all_text_contents()
    assert [float(text) for text in drawn[:12]] == values
    file = tmp_path / "audit.html"
    view([tmp_path / "published"], export=file)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file.as_uri()}#group=published&metric=deception_rate")
    page.wait_for_selector(".behind li.item mark")
    whole = re.search(r"of (\d+):", page.locator(".behind .sum").inner_text())
    assert whole is not None
    assert page.locator(".behind li.item").count() == int(whole[1])
    page.get_by_role("tab", name="Step by step").click()
    page.locator("svg.falls").wait_for()
    assert {url.partition("#")[0] for url in asked} == {file.as_uri()}
