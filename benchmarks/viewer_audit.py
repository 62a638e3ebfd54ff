"""The audit's page in the browser: from the command to the figures, and looking through the claims."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import Popen
from typing import Any

from benchmarks.measure import Figure

__all__ = ["audit_figures"]


def audit_figures(
    browser: Any, folders: Sequence[Path], games: int, serving: Callable[..., tuple[Popen[str], str]]
) -> list[Figure]:
    """Audit games by the claims that their scripted players stored.

    Args:
        browser: Chromium.
        folders: Folders of games.
        games: How many games they hold.
        serving: Starts the command; see `benchmarks.viewer`.
    """
    begun = time.perf_counter()
    server, address = serving(*folders)
    try:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{address}audit?claims=intended")
        page.wait_for_selector("button.figure", timeout=120_000)
        audited = time.perf_counter()
        page.get_by_role("tab", name="Claims").click()
        page.wait_for_selector("#panel-claims li.item")
        listed = time.perf_counter()
        page.get_by_label("Verdict").locator("visible=true").select_option("false")
        # The list is drawn anew when its first claim is another.
        page.locator("#panel-claims li.item:first-child .v-false").wait_for()
        filtered = time.perf_counter()
        page.get_by_role("tab", name="Figures").click()
        turned = time.perf_counter()
        page.get_by_role("button", name="Game", exact=True).click()
        page.locator("table.figures tbody tr:nth-child(100)").wait_for(state="attached")
        grouped = time.perf_counter()
        page.close()
    finally:
        server.terminate()
        server.wait()
    return [
        Figure(f"an audit of {games} games, from the command to the figures", audited - begun, "s"),
        Figure("  its claims listed", listed - audited, "s"),
        Figure("  and filtered", filtered - listed, "s"),
        Figure("  the figures by game", grouped - turned, "s"),
    ]
