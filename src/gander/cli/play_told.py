"""What is told of games that were played: how they ended, and how to go on with those that did not."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gander.cli.output import note, say
from gander.counted import many

if TYPE_CHECKING:
    from gander.quack.play import GameResult, RunSettings
    from gander.viewer.play.serving import PlayPage

__all__ = ["note_stopped", "resuming", "say_results", "told"]


def resuming(folder: Path, page: "PlayPage | None") -> str:
    """The command that goes on with a run, indented; at the same address, where a tab may still be open."""
    from gander.terminal import printable

    at = f" --browser --port {page.port}" if page is not None else ""
    return printable(f"  gander quack play --resume {shlex.quote(str(folder))}{at}")


def note_stopped(folder: Path, settings: "RunSettings", page: "PlayPage | None") -> None:
    """Say of a run that was interrupted how to go on with it, or to learn how it ended."""
    from gander.quack.runs import unfinished

    if unfinished(folder, settings):
        note("\nStopped; everything decided so far is kept. Go on with:")
    else:
        note("\nStopped; every game is over and kept. What came of them is told by:")
        page = None
    note(resuming(folder, page))


def say_results(results: "Sequence[GameResult]", settings: "RunSettings", folder: Path) -> None:
    """Say how games ended and where their records are."""
    from gander.terminal import printable

    if len(results) == 1:
        (result,) = results
        for line in told(result, settings):
            say(line)
        say(printable(f"Record: {result.path}"))
        return
    won = sum(result.winner == "goose" for result in results)
    say(
        printable(f"{len(results)} games: Geese won {won}, Ducks won {len(results) - won}. Records: {folder}")
    )


def told(result: "GameResult", settings: "RunSettings") -> list[str]:
    """How a game ended; a person whose part ended before learns that first."""
    from gander.terminal import printable

    lines = []
    if "human" in settings.kinds:
        from gander.quack.record import read_record
        from gander.report.account import fate

        record = read_record(result.path)
        for entrant in record.roster:
            if settings.kind(entrant.name, duck=entrant.team == "duck") == "human" and (
                what := fate(record, entrant.name)
            ):
                lines.append(what)
    side = "Geese" if result.winner == "goose" else "Ducks"
    meetings = many(result.meetings, "meeting")
    lines.append(
        printable(f"seed {result.seed}: {side} won at tick {result.ticks}, {meetings}: {result.reason}.")
    )
    return lines
