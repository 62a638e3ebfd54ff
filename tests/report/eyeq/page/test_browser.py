"""The page in Chromium: numbers lead to samples, and nothing that models said runs or misleads."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gander.eyeq.analysis import Column, Line, Table
from gander.report.eyeq.figures import Drawing
from gander.report.eyeq.page import page, pictures_of
from gander.stats import Estimate
from tests.report.eyeq.page.made import HOSTILE, answers_of, table_of, with_pictures

pytestmark = pytest.mark.browser

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="70" height="30" viewBox="0 0 70 30">'
    b'<path style="fill: #123456" d="M0 0h70v30z"/></svg>'
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of English and Persian answers, 60 of which are one model's."""
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GANDER_CACHE", str(folder / "cache"))
        answers = with_pictures(
            answers_of(
                *(
                    ("owl", f"en:{number}", ("goose",), "goose" if number % 3 else "duck")
                    for number in range(60)
                ),
                ("crane", "fa:1", ("آهو",), "آهو"),
                ("crane", "fa:2", ("کتاب‌خانه",), "house"),
                (HOSTILE, "en:1", ("goose",), HOSTILE),
            ),
            {"en:0": 500},
        )
        drawing = Drawing("figure_a", "A figure", "Figure 3", "accuracy", "Bars.", lambda figure: None, 1, 1)
        content = page(answers, [table_of(answers)], [(drawing, {"svg": SVG})], pictures_of(answers))
    (folder / "index.html").write_bytes(content)
    return (folder / "index.html").as_uri()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Any]:
    """The page; a fault in its script, or anything refused, fails the test."""
    faults: list[str] = []
    tab = browser.new_page()
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    tab.goto(address)
    tab.wait_for_selector("#part-examples")
    yield tab
    assert tab.evaluate("window.ran") is None
    assert faults == []
    tab.close()


def until(page: Any, script: str) -> None:
    """Wait until a script says yes; Playwright's own way needs eval, which the page forbids."""
    deadline = time.monotonic() + 20
    while not page.evaluate(script):
        assert time.monotonic() < deadline, f"never came true: {script}"
        page.wait_for_timeout(20)


def test_a_number_leads_to_its_samples(opened: Any) -> None:
    link = opened.get_by_role("link", name="66.7").first
    link.focus()
    opened.keyboard.press("Enter")
    panel = opened.get_by_role("dialog")
    assert panel.get_by_role("heading").inner_text() == "The 60 samples behind this number"
    assert "40 right, 20 wrong" in panel.inner_text()
    assert panel.locator("tbody tr").count() == 50
    panel.get_by_role("button", name="Show 10 more of 60").click()
    assert panel.locator("tbody tr").count() == 60
    panel.get_by_label("Show").select_option("wrong")
    assert panel.locator("tbody tr").count() == 20
    panel.get_by_label("Find").fill("en:57")
    (row,) = panel.locator("tbody tr").all()
    assert row.locator("td").all_inner_texts()[:4] == ["57", "✗ wrong", "owl", "basic"]
    row.get_by_text("Rules").click()
    assert "read by: " in row.inner_text()
    opened.keyboard.press("Escape")
    assert not panel.is_visible()
    until(opened, "location.hash === ''")  # the page is told of the close a moment after it
    # The keyboard is where it was.
    assert opened.evaluate("document.activeElement.textContent") == "66.7"


def test_an_address_leads_to_samples(opened: Any, address: str) -> None:
    opened.goto(f"{address}#rows=60-61,0,x,99999-999999999")
    opened.reload()
    opened.wait_for_selector("dialog[open]")
    assert opened.locator("dialog tbody tr td:first-child").all_inner_texts() == ["60", "61", "0"]
    assert re.search(
        "Samples are numbered from 0 to [0-9]+; the", opened.locator("dialog .counts").inner_text()
    )
    opened.evaluate("location.hash = '#rows=<b>'")
    until(opened, "document.querySelector('dialog h2').textContent.startsWith('There are no')")


def test_a_picture_opens_when_it_is_asked_for(opened: Any) -> None:
    opened.evaluate("location.hash = '#rows=0'")
    panel = opened.get_by_role("dialog")
    assert panel.locator("img").count() == 0
    button = panel.get_by_role("button", name="Picture")
    button.click()
    picture = panel.get_by_role("img", name="Picture of puzzle en:0")
    picture.wait_for()
    until(opened, "document.querySelector('dialog img').naturalWidth === 384")
    assert button.get_attribute("aria-expanded") == "true"
    button.click()
    assert not picture.is_visible()


def test_text_runs_its_own_way(opened: Any) -> None:
    opened.evaluate("location.hash = '#rows=60-62'")
    words = opened.locator("dialog .word")
    told = words.evaluate_all(
        "all => all.map(each => [each.textContent, each.lang, getComputedStyle(each).direction])"
    )
    assert told[:4] == [
        ["آهو", "fa", "rtl"],
        ["آهو", "fa", "rtl"],
        ["کتاب\u200cخانه", "fa", "rtl"],  # what joins and parts letters stays
        ["house", "", "ltr"],
    ]
    # Hostile text is text, with what would turn or hide it told.
    assert told[-1][0].startswith("</script><img src=x onerror='window.ran=1'>")
    model = opened.locator("dialog tbody tr:last-child td:nth-child(3)").inner_text()
    assert model == HOSTILE.replace("\u202e", "\\u202e").replace("\x07", "\\x07")


def test_tables_can_be_sorted(opened: Any) -> None:
    table = opened.locator("#part-accuracy table").first
    head = table.get_by_role("columnheader", name="accuracy")
    values = lambda: table.locator("tbody tr td:nth-child(3)").all_inner_texts()  # noqa: E731
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(value) for value in values()] == [0, 50, 66.7]
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert [float(value) for value in values()] == [66.7, 50, 0]


def test_a_figure_has_its_words(opened: Any) -> None:
    picture = opened.get_by_role("img", name="Bars.")
    until(opened, "document.querySelector('.drawing img').naturalWidth === 70")
    assert picture.is_visible()
    assert "A figure (Figure 3)" in opened.locator("figcaption").inner_text()


def test_names_can_be_read_on_a_narrow_screen(browser: Any, tmp_path: Path) -> None:
    names = ["billions", *(f"x{number}" for number in range(8))]
    columns = (Column("model", "model"), *(Column(name, name, "share") for name in names))
    share = Estimate(0.5, 60, 0, 0.1, 0.9, "wilson")
    line = Line({"model": "provider/Owl-Instruct-Preview-8B", **dict.fromkeys(names, share)}, {"": (0,)})
    file = tmp_path / "index.html"
    answers = answers_of(("owl", "en:1", ("goose",), "goose"))
    file.write_bytes(page(answers, [Table("wide", "Wide", columns, (line,))]))
    tab = browser.new_page(viewport={"width": 390, "height": 900})
    tab.goto(file.as_uri())
    tab.wait_for_selector("#part-examples")
    first = tab.locator(".part tbody th").first
    letter = tab.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert first.bounding_box()["width"] >= 9 * letter
    heading = tab.locator(".part thead th").nth(1).locator("button")
    assert heading.bounding_box()["height"] < 2 * letter  # one line: its word is whole
    # The box around the table scrolls, the page does not.
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.close()


@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_can_be_used_by_everybody(opened: Any, width: int, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    opened.set_viewport_size({"width": width, "height": 900})
    opened.emulate_media(color_scheme=scheme)
    for hash in ("", "#rows=0-3,60-62"):
        opened.evaluate(f"location.hash = '{hash}'")
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(opened).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
