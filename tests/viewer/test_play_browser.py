"""A person plays whole games in real Chromium: one by clicks, one by keys alone."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gander.quack.library import load_map
from gander.quack.play import RunSettings
from gander.quack.players import Reply, ScriptedPlayer
from gander.quack.record import read_record
from gander.quack.replay import reenact
from gander.quack.senses import Observation
from gander.quack.world import Rules, Speak
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, TaskRules, WinRules
from tests.viewer.records import HOSTILE
from tests.viewer.seated import Sitting

pytestmark = pytest.mark.browser

Page = Any  # Playwright is imported by the fixture alone

PERSIAN = "من در کافه‌تریا بودم <b>Bob</b>"

SCROLLED = """async () => {
  // A meeting longer than its place: first at its end, then where the reader scrolled to, then begun anew.
  const { drawScene } = await import("/static/play/scene.js");
  const scene = drawScene({ state: "waiting", asked: { pictures: [], text: "", memory: "", rules: "" } });
  const place = document.querySelector("main").appendChild(document.createElement("div"));
  place.append(...scene.texts.flat());
  const speech = (text) => ({ speaker: "Bob", text: text.repeat(20000), left: 0 });
  const list = place.querySelector(".said-so-far");
  const atEnd = () => list.scrollTop > 0 && list.scrollHeight - list.scrollTop - list.clientHeight < 8;
  const hear = (...said) => scene.hear({ waiting: { said } });
  hear(speech("one "));
  const seen = [atEnd()];
  list.scrollTop = 0;
  hear(speech("one "), speech("two "));
  seen.push(list.scrollTop, list.children.length);
  hear(speech("three "));
  seen.push(atEnd(), list.children.length);
  place.remove();
  return seen;
}"""


def rules(players: int, ticks: int) -> Rules:
    """A short game, in which nobody can be killed before the meeting."""
    return Rules(
        players=NAMES[:players],
        tasks=TaskRules(per_goose=3, ticks=9),
        kill=KillRules(initial_cooldown=9),
        meetings=MeetingRules(discussion_rounds=1),
        win=WinRules(tick_budget=ticks),
    )


class Slow(ScriptedPlayer):
    """A scripted player that speaks only when it is let, and then in tags."""

    let = threading.Event()

    def speak(self, observation: Observation) -> Reply:
        assert self.let.wait(60)
        return Reply(Speak(HOSTILE))


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """A page of its own, on which nothing may go wrong; axe may add its script, which our policy refuses."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    # A refused decision is told on the page; Chromium notes it besides.
    page.on(
        "console",
        lambda said: (
            faults.append(said.text)
            if said.type in ("error", "warning") and "422" not in said.text and "409" not in said.text
            else None
        ),
    )
    yield page
    context.close()
    assert faults == []


def faultless(page: Page) -> None:
    """Axe finds nothing serious."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    assert [its["id"] for its in found if its["impact"] in ("serious", "critical")] == []


def play_out(page: Page, sitting: Sitting, turn: Callable[[], None]) -> None:
    """Have a turn again and again, until the game is over."""
    while (view := sitting.view())["state"] == "asked":
        page.get_by_role("status").get_by_text(f"Tick {view['asked']['tick']} of").wait_for()
        turn()
        while sitting.view()["stand"] == view["stand"]:
            page.wait_for_timeout(20)
    page.locator(".end").wait_for()


def test_a_whole_game_by_clicks(page: Page, tmp_path: Path) -> None:
    run = RunSettings(
        load_map("ship10"), rules(6, 3), "scripted", "scripted", {"Alice": "human", "Bob": "slow"}, (26,)
    )
    Slow.let.clear()
    sitting = Sitting(tmp_path, run, makers={"slow": Slow})
    page.goto(sitting.address)
    page.get_by_role("heading", name="What do you do?").wait_for()
    asked = sitting.view()["asked"]
    # The prompt, word for word, and its pictures.
    assert page.locator(".prompted pre").text_content() == asked["text"]
    assert page.locator(".more pre").all_text_contents() == [asked["memory"], asked["rules"]]
    widths = "Promise.all(Array.from(document.images, async (its) => (await its.decode(), its.naturalWidth)))"
    assert [width > 100 for width in page.evaluate(widths)] == [True, True]
    faultless(page)
    # A second tab shows the same.
    other = page.context.new_page()
    other.goto(sitting.address)
    assert other.locator(".prompted pre").text_content() == asked["text"]
    # What is begun stays over a reload.
    page.get_by_label("Say with it").fill("Hello, all.")
    page.reload()
    assert page.get_by_label("Say with it").input_value() == "Hello, all."
    page.get_by_role("button", name="call").click()
    # The first to speak is who called.
    page.get_by_role("heading", name="What do you say?").wait_for()
    other.get_by_role("heading", name="What do you say?").wait_for()
    page.get_by_role("button", name="Say it").click()
    page.get_by_text("Write what you say, or choose to say nothing.").wait_for()
    page.get_by_label("Your speech 1 of 1").fill(PERSIAN)
    assert page.locator("#counted").inner_text() == f"{len(PERSIAN)} of 100,000 characters"
    page.get_by_role("button", name="Say it").click()
    # Others speak; the page hears them as they do, and waits for one.
    page.get_by_text("The others speak.").wait_for()
    assert page.evaluate(SCROLLED) == [True, 0, 2, True, 1]
    said = page.locator(".said-so-far li")
    said.first.wait_for()
    assert PERSIAN in said.first.inner_text()
    assert said.first.locator(".said").get_attribute("dir") == "auto"
    faultless(page)
    # So does another tab, opened now.
    other.reload()
    other.get_by_text("The others speak.").wait_for()
    before = said.count()
    Slow.let.set()
    page.get_by_role("heading", name="Whom do you vote for?").wait_for()
    assert before < said.count() == 6
    assert said.filter(has_text="window.ran=1").count() == 1
    assert page.evaluate("window.ran") is None
    page.get_by_role("button", name="nobody").click()
    play_out(page, sitting, lambda: page.get_by_role("button", name="wait").click())
    page.get_by_role("heading", name="The Geese won: so you did").wait_for()
    assert page.locator(".end tbody tr").count() == 6
    assert page.get_by_role("row", name="Duck").count() == 1
    faultless(page)
    page.get_by_role("link", name="Look at the game").click()
    page.wait_for_selector("svg.ground")
    sitting.thread.join(30)
    sitting.close()
    record = read_record(tmp_path / "seed26" / "game.jsonl")
    reenact(record)
    spoken = [event.data["message"] for event in record.events if event.event_type == "discussion_message"]
    assert spoken[0] == PERSIAN
    said_in_room = [event.data["message"] for event in record.events if event.event_type == "free_roam_chat"]
    assert "Hello, all." in said_in_room


def test_a_whole_game_by_keys(page: Page, tmp_path: Path) -> None:
    run = RunSettings(load_map("harbour24"), rules(16, 2), "scripted", "scripted", {"Alice": "human"}, (3,))
    sitting = Sitting(tmp_path, run)
    page.goto(sitting.address)
    page.get_by_role("heading", name="What do you do?").wait_for()
    press, write = page.keyboard.press, page.keyboard.type
    write("99")
    press("Enter")
    page.get_by_text("There is no choice 99").wait_for()
    page.locator("#line").fill("")
    # Away from all fields, S leads to what is said, Enter from there to the choice.
    page.evaluate("document.activeElement.blur()")
    press("s")
    write("I call you all.")
    press("Enter")
    write("call")
    press("Enter")
    page.get_by_role("heading", name="What do you say?").wait_for()
    write("I was in town_hall.")
    press("Control+Enter")
    page.get_by_role("heading", name="Whom do you vote for?").wait_for()
    assert page.locator(".said-so-far li").count() == 16
    assert page.locator(".options button").count() == 16
    page.evaluate("document.activeElement.blur()")
    # A digit typed anywhere begins a choice's number.
    write("1")
    assert page.locator("#line").input_value() == "1"
    # And a further one does not replace what stands there.
    page.evaluate("document.activeElement.blur()")
    write("5")
    assert page.locator("#line").input_value() == "15"
    press("Enter")

    def wait() -> None:
        write("wait")
        press("Enter")

    play_out(page, sitting, wait)
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.textContent").startswith("Look at the game"):
        press("Tab")
    press("Enter")
    page.wait_for_selector("svg.ground")
    sitting.thread.join(30)
    sitting.close()
    record = read_record(tmp_path / "seed03" / "game.jsonl")
    reenact(record)
    votes = [
        event.data["decision"]["target"]
        for event in record.events
        if event.event_type == "decision" and event.data["kind"] == "vote" and event.data["model"] == "human"
    ]
    assert votes == ["Peggy"]
