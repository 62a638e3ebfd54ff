"""The grammar's examples in docs/extraction.md, read as they stand there."""

import pytest

from gander.quack.claims import Claim
from tests.quack.audit.extract.readers import MAP_ROOMS, claims_of
from tests.quack.audit.tables import rows

TABLES = ("places", "ways", "sightings", "words", "opinions", "caller")
ADVERBS = {"weak": "weakly", "moderate": "moderately", "strong": "strongly"}


def spelled(claim: Claim) -> str:
    """A claim in the notation of the docs."""
    who, whom = ("me" if name == claim.speaker else str(name) for name in (claim.subject, claim.target))
    if claim.type == "accusation":
        text = f"accuses {whom} {ADVERBS[claim.strength or '']}"
    elif claim.type == "defense":
        text = f"vouches for {whom}"
    elif claim.type == "sighting":
        seen = whom if claim.target else " but ".join(filter(None, ("anybody", " and ".join(claim.but))))
        text = f"{who} saw {'body of ' if claim.state == 'body' else ''}{seen}"
    else:
        text = f"{who} {claim.activity}" if claim.activity else who
        text = f"body of {who}" if claim.state == "body" else text
    if claim.route:
        text += " " + " → ".join(claim.route)
    if claim.room:
        text += " @" + "+".join((claim.room, *claim.also))
    if claim.negated:
        text = "not " + text
    if claim.time:
        text += f" [{claim.time}]"
    if claim.source:
        text += f" ({claim.source})"
    return text


def read(row: dict[str, str], table: str) -> set[str]:
    speaker = "Frank" if table == "caller" else "Alice"
    return {spelled(claim) for claim in claims_of(row["Said"], speaker)}


@pytest.mark.parametrize(
    ("table", "row"),
    [(table, row) for table in TABLES for row in rows("extraction.md", table)],
    ids=lambda value: value["Said"] if isinstance(value, dict) else value,
)
def test_the_examples_of_the_docs(table: str, row: dict[str, str]):
    expected = {claim.strip() for claim in row["Claims"].split(";")} - {"-"}
    assert read(row, table) == expected


@pytest.mark.parametrize("room", MAP_ROOMS)
def test_every_room_is_read_in_every_spelling(room: str):
    spoken = room.replace("_", " ")
    for said in (
        room,
        spoken,
        spoken.title(),
        spoken.upper(),
        f"**{spoken}**",
        f"the {spoken}",
        f'"{spoken}"',
    ):
        assert [claim.room for claim in claims_of(f"I was in {said} at tick 9.")] == [room]
