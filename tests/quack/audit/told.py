"""Games and claims as the docs tell them, read into records and claims.

A game is told a line an event, so that a line of the telling is a line of the record.
"""

import re
from collections.abc import Callable
from pathlib import Path

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.utterances import Extraction, Utterance
from gander.quack.claims import Claim, ClaimType
from gander.quack.record import read_record
from gander.quack.world import GameMap
from tests.quack.audit.tables import DOCS
from tests.quack.small_records import Script


def told_game(page: str, name: str, ship10: GameMap, folder: Path) -> Game:
    """The game in the block that follows `<!-- game NAME -->` on a page of the docs."""
    text = (DOCS / page).read_text(encoding="utf-8")
    block = text.split(f"<!-- game {name} -->", 1)[1].split("```", 2)[1].split("\n", 1)[1]
    lines = [line for line in block.splitlines() if line.strip()]
    assert [int(line.split(None, 1)[0]) for line in lines] == list(range(1, len(lines) + 1))
    events = [line.split(None, 1)[1].strip() for line in lines]
    rooms = dict(re.findall(r"(\w+) in (\w+)", events[0]))
    script = Script(tuple(rooms.values()), names=tuple(rooms), ticks=9)
    for event in events[1:]:
        _tell(script, event)
    return open_game(read_record(script.write(folder)), ship10)


def _tell(script: Script, event: str) -> None:
    for pattern, add in _EVENTS.items():
        found = re.fullmatch(pattern, event)
        if found:
            add(script, **found.groupdict())
            return
    raise AssertionError(f"no event is told like this: {event}")


def _goes(script: Script, who: str, source: str, to: str, ticks: str | None) -> None:
    script.move(who, source, to, None if ticks is None else int(ticks))


def _works(script: Script, who: str, room: str) -> None:
    script.work(who, room, {"weapons": "Clear Asteroids", "medbay": "Submit Scan"}[room])


def _reports(script: Script, who: str, bodies: str) -> None:
    listed = [{"victim_name": name, "room": room} for name, room in re.findall(r"(\w+) in (\w+)", bodies)]
    script.add("body_reported", caller=script.id(who), reason="", bodies=listed)


def _respawn(script: Script, rooms: str) -> None:
    script.bodies = []
    where = {script.id(name): room for name, room in re.findall(r"(\w+) in (\w+)", rooms)}
    script.add("players_respawned", rooms=where)


_EVENTS: dict[str, Callable[..., object]] = {
    r"tick \d+": Script.start,
    r"end of the tick": Script.end,
    r"(?P<who>\w+) goes (?P<source>\w+) → (?P<to>\w+)(?:, (?P<ticks>\d) ticks)?": _goes,
    r"(?P<who>\w+) works in (?P<room>\w+)": _works,
    r"(?P<killer>\w+) kills (?P<victim>\w+) in (?P<room>\w+)": Script.kill,
    r"(?P<who>\w+) reports (?P<bodies>.+)": _reports,
    r"(?P<who>\w+) calls a meeting": lambda script, who: script.add(
        "meeting_called", caller=script.id(who), reason="", bodies=list(script.bodies)
    ),
    r"(?P<phase>discussion|voting|free roam)": lambda script, phase: script.add(
        "phase_changed", phase=phase.replace(" ", "_")
    ),
    r"(?P<who>\w+) speaks": lambda script, who: script.say(who, "…"),
    r"nobody is ejected": Script.skip,
    r"respawn: (?P<rooms>.+)": _respawn,
    r"game over": Script.over,
}

_CLAIM = re.compile(
    r"(?P<speaker>\w+): (?:(?P<mood>not|maybe) )?(?:(?P<source>\w+) says )?(?P<what>[^,]+)(?:, (?P<time>.+))?"
)
_KINDS = {
    "accusation": r"accuses (?P<target>\w+)",
    "defense": r"defends (?P<target>\w+)",
    "sighting": r"(?P<subject>\w+) saw (?:(?P<state>body of|alive) )?(?P<target>\w+)"
    r"(?: but (?P<but>\w+))?(?: in (?P<rooms>.+))?",
    "activity": r"(?P<subject>\w+) doing (?P<activity>\w+)(?: in (?P<rooms>.+))?",
    "location": r"(?P<subject>\w+) (?:(?P<state>dead )?in (?P<rooms>.+)|somewhere)",
}


def told_claim(told: str) -> Claim:
    """A claim as the docs tell it: `SPEAKER: [not] [maybe] [NAME says] WHAT[, TIME]`."""
    head = _CLAIM.fullmatch(told)
    assert head, told
    for kind, pattern in _KINDS.items():
        found = re.fullmatch(pattern, head["what"])
        if found:
            return _claim(kind, head.groupdict(), found.groupdict())  # type: ignore[arg-type]
    raise AssertionError(f"no claim is told like this: {told}")


def _claim(kind: ClaimType, head: dict[str, str | None], its: dict[str, str | None]) -> Claim:
    said = its.get("rooms") or ""
    rooms = re.split(r" → | and ", said) if said else []
    route = tuple(rooms) if "→" in said else None
    speaker = str(head["speaker"])
    return Claim(
        kind,
        speaker,
        subject=its.get("subject", speaker),
        target=None if its.get("target") == "anybody" else its.get("target"),
        room=rooms[0] if rooms and route is None else None,
        route=route,
        also=tuple(rooms[1:]) if route is None else (),
        activity=its.get("activity"),
        time=head["time"] or "",
        state={"body of": "body", "dead ": "body", "alive": "alive"}.get(its.get("state") or ""),
        negated=head["mood"] == "not",
        asserted=head["mood"] != "maybe",
        source=head["source"],
        but=tuple(filter(None, (its.get("but"),))),
    )


def said_in(game: Game, meeting: int, told: str) -> tuple[Utterance, Claim]:
    """A claim, and the last utterance of its speaker in a meeting."""
    claim = told_claim(told)
    spoken = [one for one in game.utterances if (one.meeting, one.speaker) == (meeting, claim.speaker)]
    return spoken[-1], claim


def extractions(game: Game, claims: dict[int, tuple[Claim, ...]]) -> tuple[Extraction, ...]:
    """Claims by the utterance's number, as an extraction of the game."""
    return tuple(
        Extraction(one, "extracted", claims[one.number])
        if one.number in claims
        else Extraction(one, "no_claims")
        for one in game.utterances
    )
