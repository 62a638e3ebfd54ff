"""``gander quack play --browser``: the page in which a person plays."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gander.cli.output import say
from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.runs import RunSettings
    from gander.viewer.play.serving import PlayPage

__all__ = ["at_page", "check_page", "stay"]


def check_page(settings: "RunSettings", *, browser: bool, port: int | None, no_open: bool) -> None:
    """Refuse options about a page that nobody plays in.

    Raises:
        InputError: Naming the option.
    """
    if not browser:
        if port is not None or no_open:
            option = "--port" if port is not None else "--no-open"
            raise InputError("no page is served.", where=option, todo="Add --browser to play in one.")
    elif "human" not in settings.kinds:
        raise InputError(
            "nobody sits at the page.", where="--browser", todo="Seat yourself: --seat NAME=human."
        )


@contextlib.contextmanager
def at_page(
    folder: Path, settings: "RunSettings", port: int | None, *, no_open: bool
) -> "Iterator[PlayPage]":
    """The page of a run; its address is told, and opened, when the person is to play.

    Args:
        folder: The run's folder.
        settings: The run.
        port: The port; one that is free by default.
        no_open: Open no browser.

    Raises:
        InputError: The port is not free.
    """
    import webbrowser

    from gander.viewer.play.serving import play_page
    from gander.viewer.server import bind

    def on_open(address: str) -> None:
        say(f"{address}\nPlay there. Ctrl+C stops; nothing decided is lost.")
        if not no_open:
            webbrowser.open(address)

    try:
        taken = bind("127.0.0.1", port or 0)
    except InputError as error:
        # Here the host cannot be chosen.
        raise InputError(
            error.what, where=error.where, todo="Give another --port, or none for any that is free."
        ) from error
    with play_page(folder, settings, taken, on_open) as page:
        yield page


def stay(page: "PlayPage") -> None:
    """Serve the page until Ctrl+C, so that the game can be looked at."""
    if not page.opened:
        return
    page.table.finish()
    say("The page stays until Ctrl+C.")
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()
