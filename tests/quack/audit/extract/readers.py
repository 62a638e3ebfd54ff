"""What the tests of the rules extractor share: a table of players in a meeting, and a reader of texts."""

from gander.quack.audit.extract import Context, extract_utterance
from gander.quack.claims import Claim
from gander.quack.library import load_map

PLAYERS = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
_MAP = load_map("ship10")
MAP_ROOMS = tuple(room.name for room in _MAP.rooms)
TASKS = tuple(site.name for site in _MAP.tasks)


def context(speaker: str = "Alice") -> Context:
    """A meeting that Frank called, having found Eve's body in security."""
    return Context(speaker, PLAYERS, "Frank", "report", (("Eve", "security"),), ("Eve",), "cafeteria")


def claims_of(text: str, speaker: str = "Alice") -> tuple[Claim, ...]:
    """The claims of a text on the standard map."""
    return extract_utterance(context(speaker), text, rooms=MAP_ROOMS, tasks=TASKS)
