"""Where in the opened games a sheet's row is about, without what the audit says of it."""

from collections.abc import Mapping

import msgspec

from gander.errors import InputError
from gander.quack.audit.games import game_name
from gander.spreadsheet import shown
from gander.viewer.catalogue import Catalogue, Entry
from gander.viewer.claims import ClaimView, WindowView
from gander.viewer.game import GameView
from gander.viewer.games import Games

__all__ = ["ClaimPlace", "Place", "bare", "find_place", "with_lines"]


class ClaimPlace(msgspec.Struct, frozen=True):
    """A claim on the map and in its utterance; names as in `gander.viewer.claims.ClaimView`.

    Attributes:
        about: The seats of those whom it is about.
        rooms: The rooms that it names.
        span: Its characters in the utterance; None if it is not known where it stands.
        window: Where it was looked for.
        moment: Where to look first: at what decides it, as far as that may be known; at its window's start.
        lines: The record lines that decide it; none as long as they are not to be known.
        grounds: Nothing: what an accusation rests on is no part of a sheet.
    """

    about: tuple[int, ...]
    rooms: tuple[int, ...]
    span: tuple[int, int] | None
    window: WindowView | None
    moment: int
    lines: tuple[int, ...] = ()
    grounds: None = None


class Place(msgspec.Struct, frozen=True):
    """Where a row is about.

    Attributes:
        game: The game's id; None if none of the opened ones is it.
        why: Why there is no game, or no claim, in a sentence; empty if there is.
        at: Position of the utterance.
        utterance: Number of the utterance in its game.
        claim: The claim.
    """

    game: str | None
    why: str = ""
    at: int = 0
    utterance: int | None = None
    claim: ClaimPlace | None = None


def bare(view: GameView) -> GameView:
    """A game without anything that was made of what is said in it."""
    utterances = tuple(msgspec.structs.replace(its, state="", why="", claims=()) for its in view.utterances)
    return msgspec.structs.replace(
        view, claims=(), lines={}, utterances=utterances, source="", sources=(), coverage=(0, 0)
    )


def find_place(row: Mapping[str, str], catalogue: Catalogue, games: Games) -> tuple[Place, ClaimView | None]:
    """Find a row's game, utterance and claim.

    A sheet doesn't say where its claims came from, so all of the game's sources are looked through, the usual
    one first.

    Returns:
        The place, and the claim with everything that the audit says.
    """
    name = row["game"]
    fitting = [its for its in catalogue.entries("game") if game_name(its.path) == name]
    if not fitting:
        return Place(None, f"The game {name} is not among those that are opened here."), None
    why = ""
    for entry in fitting:
        try:
            place, claim = _in_game(row, entry, games)
        except InputError as error:
            why = error.lines[0]
            continue
        if place is not None:
            return place, claim
        why = f"Line {row.get('line', '')} of {name} says something else than the sheet; is it another game?"
    return Place(None, why), None


def _in_game(row: Mapping[str, str], entry: Entry, games: Games) -> tuple[Place | None, ClaimView | None]:
    if entry.fault:
        raise InputError(entry.fault, where=entry.name)
    view = games.open(entry.path, None).view
    line = row.get("line", "").removesuffix(".0")
    said = next(
        (
            (number, its)
            for number, its in enumerate(view.utterances)
            if str(its.at + 1) == line and shown(its.text) == row.get("utterance")
        ),
        None,
    )
    if said is None:
        return None, None
    number, utterance = said
    place = Place(entry.id, "", utterance.at, number)
    if "claim" not in row:
        return place, None
    why = "None of the claims that this game has here is that of the sheet, so its words are not marked."
    for source in view.sources:
        try:
            judged = games.open(entry.path, source).view
        except InputError as error:
            why = f"{why} Not all could be read: {error.lines[0]}"
            continue
        same = [
            claim
            for index in judged.utterances[number].claims
            if shown((claim := judged.claims[index]).words) == row["claim"]
        ]
        # Of claims in the same words the one that was judged as the row says.
        same.sort(key=lambda its: (its.verdict != row.get("verdict"), shown(its.reason) != row.get("reason")))
        if same:
            return msgspec.structs.replace(place, claim=_veiled(same[0], utterance.at)), same[0]
    return msgspec.structs.replace(place, why=why), None


def _veiled(claim: ClaimView, spoken: int) -> ClaimPlace:
    spans = claim.window.spans if claim.window else ()
    moment = spans[0][0] if spans else spoken
    return ClaimPlace(claim.about, claim.rooms, claim.span, claim.window, moment)


def with_lines(place: Place, claim: ClaimView | None) -> Place:
    """The place, for who may know what decides the claim."""
    if claim is None or place.claim is None:
        return place
    told = msgspec.structs.replace(place.claim, moment=claim.moment, lines=claim.lines)
    return msgspec.structs.replace(place, claim=told)
