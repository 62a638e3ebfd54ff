"""The Eye-Q pages in real Chromium, by clicks and by keys, with replies that attack them."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gander.cli import app
from gander.eyeq.sources import load_puzzles
from tests.viewer.conftest import Serving
from tests.viewer.eyeq.runs import starter_run
from tests.viewer.records import HOSTILE

pytestmark = pytest.mark.browser

Page = Any  # Playwright is imported by the fixture alone


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    starter_run(folder / "first", variants=("basic", "reveal+refine"))
    starter_run(folder / "hostile", (HOSTILE,))
    part = starter_run(folder / "part", ("made/stork",)) / "answers.jsonl"
    part.write_bytes(b"".join(part.read_bytes().splitlines(keepends=True)[:12]))  # as if it had been stopped
    (folder / "broken").mkdir()
    (folder / "broken" / "run.json").write_text("{")
    (folder / "broken" / "answers.jsonl").write_text("")
    return folder


@pytest.fixture(scope="module")
def address(serving: Serving, runs: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GANDER_CACHE", str(runs / "cache"))
        yield serving(runs)


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """A page of its own, on which nothing may go wrong; axe may add its script, which our policy refuses."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
    yield page
    assert page.evaluate("window.ran") is None
    assert faults == []
    context.close()


def serious(page: Page) -> list[str]:
    """What axe holds for serious or worse."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{its['id']}: {its['nodes'][0]['html']}" for its in found if its["impact"] in ("serious", "critical")
    ]


def shown(page: Page) -> int:
    return int(page.locator(".place").inner_text().split(" of ")[1].split(" ")[0])


def test_the_grid_by_clicks(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="first", exact=True).click()
    page.locator(".accuracy table").wait_for()
    assert page.locator(".tile").count() == 40
    assert page.locator(".accuracy tbody tr").count() == 2
    # What the table says of English puzzles alone comes from the server, with interval and n.
    page.get_by_label("English").first.check()
    page.get_by_text("Accuracy on 10 puzzles").wait_for()
    assert re.fullmatch(
        r"\d+\.\d% \d+\.\d–\d+\.\d · n \d+.*", page.locator(".accuracy td").first.inner_text(), re.DOTALL
    )
    # Filters combine; each number says what a choice would leave.
    model = page.get_by_role("group", name="Model")
    model.get_by_label("made/crane").check()
    page.get_by_role("group", name="Variant").get_by_label("basic").check()
    near = page.get_by_role("group", name="Outcome").locator("label", has_text="near")
    left = int(near.locator(".count").inner_text())
    near.locator("input").check()
    assert shown(page) == left == page.locator(".tile").count() > 0
    assert page.locator(".tile .outcome").all_text_contents() == ["≈ near"] * left
    page.get_by_text("chosen by what models answered").wait_for()
    assert serious(page) == []  # of few tiles, since axe takes its time over each
    fragment = page.evaluate("location.hash")
    assert fragment == "#subset=en&model=made%2Fcrane&variant=basic&outcome=near"
    # The address alone brings it back.
    page.goto("about:blank")
    page.goto(f"{address}/eyeq{fragment}")
    page.locator(".tile").first.wait_for()
    assert shown(page) == left
    assert page.get_by_role("group", name="Outcome").get_by_label("near").is_checked()
    assert "cannot be read" in page.locator(".notes").inner_text()
    page.get_by_role("button", name="Clear filters").click()
    assert shown(page) == 40
    page.go_back()  # a choice is a step: back takes it back
    page.get_by_text("Accuracy on 10 puzzles").or_(
        page.locator(".place", has_text=f"of {left} ")
    ).first.wait_for()
    assert page.evaluate("location.hash") == fragment
    page.evaluate("location.hash = '#outcome=bogus&model=bogus&subset=bogus'")  # passed over, each alike
    page.locator(".tile").nth(39).wait_for()
    assert page.evaluate("location.hash") == ""
    assert page.get_by_role("button", name="Clear filters").is_disabled()
    # What stands behind a choice is what it leaves, also where a run asked only some puzzles.
    assert "28 not asked" in page.locator(".accuracy tr", has_text="stork").inner_text()
    for box in page.locator("[data-filter=model] label, [data-filter=variant] label").all():
        box.locator("input").check()
        assert int(box.locator(".count").inner_text()) == shown(page)
        box.locator("input").uncheck()
    # In every shown column wrong, near or unread: what nobody solved.
    page.get_by_label("made/crane").check()
    for word in ("near", "wrong", "unread"):
        page.get_by_role("group", name="Outcome").get_by_label(word).check()
    page.locator("#by").select_option("all")
    page.locator("#sort").select_option("high")
    shares = page.locator(".tile .share").all_text_contents()
    assert shares
    assert all(re.fullmatch(r"0 of [12] right", share) for share in shares)
    # One whose call failed says nothing: those of which the other is not right are among them.
    assert page.locator(".tile .o-failed").count() > 0
    page.evaluate("location.hash = ''")
    page.locator(".tile").nth(39).wait_for()
    first = page.locator(".tile .share").all_text_contents()
    page.locator("#sort").select_option("high")
    page.locator(".tile").nth(39).wait_for()
    shares = [text.split(" ") for text in page.locator(".tile .share").all_text_contents()]
    values = [int(share[0]) / int(share[2]) for share in shares if share[0] != "nothing"]
    assert values == sorted(values, reverse=True)
    assert sorted(" ".join(share) for share in shares) == sorted(first)


def test_a_puzzle_by_keys_with_the_answer_hidden_until_asked_for(
    page: Page, address: str, runs: Path
) -> None:
    puzzles = load_puzzles("starter")
    truth = puzzles["fa:2"].answer
    page.goto(f"{address}/eyeq#subset=fa")
    page.locator(".tile").nth(9).wait_for()
    assert truth not in page.content()
    page.locator(".tile a").nth(1).focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Puzzle 2").wait_for()
    picture = page.locator(".picture img")
    assert picture.get_attribute("alt") == "Picture of the Persian puzzle 2"
    assert page.evaluate("document.querySelector('.picture img').decode().then(() => true)")
    # What models were told: the length, the letters, the attempts. What they answered would give it away.
    told = page.locator(".helps").inner_text()
    assert "7 characters" in told
    assert "A quarter of its letters" in told
    blanks = page.locator(".pattern .blank")
    assert f"{blanks.count()} letters hidden" in told
    boxes = [blank.bounding_box() for blank in blanks.all()]
    assert len({round(box["x"]) for box in boxes}) == len(boxes) > 1
    assert "3, wrong guesses quoted back" in told
    assert truth not in page.content()
    page.get_by_label("Your guess").focus()
    page.keyboard.type("a")  # a letter in a field is a letter
    page.keyboard.press("Enter")
    page.locator(".guessed .o-wrong").wait_for()
    assert truth not in page.content()
    page.get_by_label("Your guess").fill(truth.replace("\u06a9", "\u0643"))  # Arabic kaf
    page.keyboard.press("Enter")
    page.locator(".guessed .o-right").first.wait_for()
    assert "letter variants unified" in (page.locator(".guessed details").first.text_content() or "")
    page.locator(".puzzle h2").click()  # away from the field
    page.keyboard.press("a")
    page.get_by_role("heading", name=f"Right: {truth}").wait_for()
    assert "kite" in (picture.get_attribute("alt") or "")
    # An attempt with both comparisons, laid out as the script runs.
    given = page.locator(".given", has_text="crane").first
    given.locator("summary").first.click()
    given.locator("a", has_text="Link to this").click()
    assert "at=2" in page.evaluate("location.hash")
    page.locator('.given[data-column="1"][open]').wait_for()
    sides = page.locator(".sides dd")
    if sides.count():
        assert sides.first.get_attribute("dir") == "rtl"
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Puzzle 3").wait_for()
    assert page.get_by_role("button", name="Show the answer").is_visible()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("heading", name="Puzzle 2").wait_for()
    page.keyboard.press("g")  # not to guess any more
    page.get_by_role("heading", name="Right:").wait_for()
    for summary in page.locator(".given > summary").all():
        summary.click()
    assert HOSTILE.split("\u202e")[0] in page.locator(".given-by").inner_text()
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.keyboard.press("Escape")
    page.locator(".tile").first.wait_for()
    assert page.evaluate("document.activeElement.closest('.tile').dataset.at") == "11"
    page.locator(".sources summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator(".sources summary").click()
    page.evaluate("location.hash = '#answers=shown&puzzle=en%3A1'")
    page.get_by_role("heading", name="Puzzle 1").wait_for()
    # Nine presses before the browser has told of a new address.
    pressed = "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true})"
    page.evaluate(f"for (let n = 0; n < 9; n++) document.body.dispatchEvent({pressed})")
    page.get_by_role("heading", name="Puzzle 10").wait_for()
    page.keyboard.press("Escape")
    page.locator(".tile").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type(truth)
    page.get_by_text("Accuracy on 1 puzzle").wait_for()
    page.goto(f"{address}/eyeq#puzzle=en%3A99")
    page.get_by_role("heading", name="There is no such puzzle").wait_for()
    # A run on other puzzles: nobody chooses for the reader which are seen.
    other = starter_run(runs / "other", ("made/crane",))
    listing = (other / "run.json").read_text()
    (other / "run.json").write_text(re.sub(r'"starter@[^"]*"', '"theirs@1"', listing))
    page.goto(address)
    page.get_by_role("link", name="theirs@1 (1 run)").wait_for()
    page.goto(f"{address}/eyeq")
    page.get_by_text("These runs are on different puzzles").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("link", name="theirs@1 (1 run)").click()
    page.get_by_text("Accuracy on 40 puzzles").wait_for()
    assert "The pictures of theirs are not here" in page.locator(".notes").inner_text()
    shutil.rmtree(other)


def test_a_file_of_its_own(browser: Any, address: str, tmp_path: Path, runs: Path) -> None:
    file = tmp_path / "run.html"
    assert CliRunner().invoke(app, ["view", str(runs / "hostile"), "--export", str(file)]).exit_code == 0
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda asked: faults.append(asked.url) if asked.url.startswith("http") else None)
    page.goto(file.as_uri())
    page.locator(".tile").nth(39).wait_for()
    page.get_by_label("Persian").first.check()
    page.get_by_text("Accuracy on 10 puzzles").wait_for()
    page.get_by_label("wrong").first.check()
    page.get_by_text("gander view tells it on any choice").wait_for()
    assert page.locator(".bar #find").get_attribute("title") == "Letter by letter, in upper or lower case"
    page.locator(".tile a").first.click()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".given[open]").wait_for()
    assert page.evaluate("document.querySelector('.picture img').decode().then(() => true)")
    assert page.evaluate("window.ran") is None
    page.close()
    assert faults == []
