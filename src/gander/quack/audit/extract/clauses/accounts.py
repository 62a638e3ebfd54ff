"""Accounts: routes and stories, the speaker's own or somebody else's, told with or without a verb."""

from itertools import pairwise

from gander.quack.audit.extract.clauses.frames import MOVES, Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_route", "route_of", "route_without_verb", "tells_rooms"]

_BETWEEN = frozenset(("conj", "name", "P", "x", "time", "-"))
_EVENTS = words("way arrival entry")
_AVOIDING = words("avoids avoided avoid avoiding skips skipped bypasses bypassed excludes")
_INCLUDING = words("include includes contain involve cover")
_LEADING = words("through out from via")
_GIVES = words("gave gives give described describes")
_WORDS = 6
_ARTICLES = words("the a an that this any no every some zero")


def read_route(reader: Reader, token: Token) -> None:
    """A route: "my route was A → B", "Bob's route (A → B)", "Bob's route puts him in A"."""
    owner, reader.owner = reader.owner, None
    current = reader.current
    previous = reader.previous
    if current is not None and current.only and not (current.objects or reader.fresh):
        reader.prep = ""
        return  # "the only one I met on my way was Bob"
    if previous is not None and previous.word == "no":
        reader.supposed = True  # "there is no way you were in storage"
    if current is not None and not reader.fresh and _heads(reader, token, owner):
        return
    if reader.prep == "at" and token.word == "way" and owner is not None:
        reader.open("head", token, owner)  # "on my way to storage"
        return
    made = current is not None and (current.kind == "do" or current.word in {"made", "making"})
    if token.word == "way" and current is not None and made and not reader.fresh:
        current.kind, current.task = "go", False  # "worked my way down to storage"
        return
    if reader.prep not in {"", "at"} or (reader.prep == "at" and owner is None):
        reader.prep, reader.noun = "", True
        reader.wait((), token)
        return
    had = _had(reader)
    if owner is None and current is not None and not reader.fresh:
        if had or current.kind == "say" or current.word in _GIVES:
            owner = (
                current.subject
            )  # "he claims a route of A → B", "he had a route through A", "gave a route"
    elif owner is None and reader.subject and _laid(reader):
        owner = reader.subject  # "Eve laid out a route: A → B"
    told = previous is not None and previous.kind == "chain" and current is not None and not reader.fresh
    if owner is not None or not told or current is None or current.kind != "route":
        reader.account = reader.speaker if owner is None else owner  # else "Bob's A → B route keeps him"
    unowned = not had and owner is None and (reader.prep == "at" or _unowned(reader))
    if unowned or not tells_rooms(reader):
        reader.wait(owner if owner and owner != reader.speaker else (), token)
        return
    vouched = current is not None and _vouched(reader, current)
    # "Eve confirms Bob's route" is on her word
    seconded = (
        current is not None and current.kind == "confirm" and current.source is None and not reader.fresh
    )
    mood = current.asserted or reader.fresh if current is not None else True
    told = reader.planned or not mood
    frame = reader.open("route", token, reader.speaker if owner is None else owner)
    frame.asserted = (frame.asserted and mood) or (
        told and frame.subject == reader.speaker and not reader.conditional and _laid_out(reader)
    )
    frame.negated = frame.negated or _avoids(reader)
    if owner and not vouched and previous is not None and previous.kind == "time" and not frame.times:
        frame.times = [previous]  # "Eve's info about his late arrival in storage"
    if token.word not in _EVENTS and not vouched:
        mine = current is not None and current.kind == "have" and current.subject == reader.speaker
        credit(reader, frame, None if seconded or had or (mine and not reader.fresh) else owner)
    reader.prep = ""


def _heads(reader: Reader, token: Token, owner: tuple[str, ...] | None) -> bool:
    """Read "is en route to medbay" as heading there; and "Bob came my way" as no way of the speaker's."""
    current, previous = reader.current, reader.previous
    if current is None or previous is None or current.places:
        return False
    if previous.word == "en" or (previous.word == "on" and token.word == "route" and owner is None):
        if current.kind == "be":
            current.kind = "head"
        reader.prep = ""
        return True
    return token.word == "way" and owner == reader.speaker != current.subject and current.kind in MOVES


def _laid_out(reader: Reader) -> bool:
    """Whether a route is told although somebody only will tell it: "I'll lay out my route again: A → B"."""
    ahead = reader.tokens[reader.index + 1 : reader.index + 7]
    for token, beyond in pairwise(ahead):
        if token.kind in {":", "-"}:
            return beyond.kind == "chain" and beyond.value == "path"
        if token.kind not in {"x", "prep", "time"}:
            break
    return False


def _laid(reader: Reader) -> bool:
    """Whether a route is that of those who wait for their verb: "Eve laid out a route"."""
    for token in reversed(reader.tokens[max(0, reader.index - _WORDS) : reader.index]):
        if token.kind in {"name", "names", "P"}:
            return not token.form and token.value != "owner"
        if token.kind != "x":
            return False
    return False


def _avoids(reader: Reader) -> bool:
    """Whether a route is told by where it did not lead: "avoids medbay", "doesn't include storage"."""
    denied = False
    for token in reader.tokens[reader.index + 1 : reader.index + 9]:
        if token.kind in {"room", "chain", ",", "conj"}:
            return False
        denied = denied or token.kind == "neg"
        if token.word in _AVOIDING or (denied and token.word in _INCLUDING):
            return True
    return False


def route_of(reader: Reader, following: Token | None) -> tuple[str, ...] | None:
    """Whose route a chain of rooms tells: "Bob's A → B route", "Bob's claim of A → B"; None if nobody's."""
    previous = reader.previous
    if previous is not None and previous.word == "of" and reader.index > 1:
        told = reader.tokens[reader.index - 2].kind in {"story", "route"}
        return reader.account if told and reader.account != reader.speaker else None
    if following is not None and following.kind == '"':
        following = reader.next(2)
    told = following is not None and (following.kind == "route" or following.word in {"timing", "trip"})
    places = following is not None and following.kind == "verb" and following.value == "place"
    return reader.owner if told or places else None  # "Bob's A → B puts him near C"


def _vouched(reader: Reader, current: Frame) -> bool:
    """Whether the speaker answers for a route: "I can confirm that Bob's route started in medbay"."""
    if current.kind not in {"confirm", "vouch"} or current.subject != reader.speaker or current.negated:
        return False
    between = (token for token in reader.tokens[: reader.index] if token.start > current.at)
    # "Bob's mid-to-late route"
    return all((token.kind in _BETWEEN and token.value != "and") or token.word == "to" for token in between)


def _had(reader: Reader) -> bool:
    """Whether somebody "had" a route that he went: "through medbay", not only "to medbay"."""
    current, following = reader.current, reader.following
    had = current is not None and (current.kind == "have" or current.word in {"took", "takes", "taking"})
    if current is None or not had or current.negated or not current.subject:
        return False
    return following is not None and following.word in _LEADING and not reader.fresh


def _unowned(reader: Reader) -> bool:
    """Whether a noun without an owner is not the speaker's: "the path", "some long route"."""
    for token in reversed(reader.tokens[max(0, reader.index - 3) : reader.index]):
        if token.word in _ARTICLES:
            return True
        if token.kind != "x":
            return token.kind not in {":", "-", ",", "conj"}
    return False


def tells_rooms(reader: Reader) -> bool:
    """Whether rooms follow before another verb or subject does."""
    for token in reader.tokens[reader.index + 1 : reader.index + 9]:
        if token.kind in {"room", "chain"}:
            return True
        if token.kind == "verb" and token.value not in {"be", "go", "say", "aux"} and token.word != "left":
            return False
        if token.kind in {"name", ".", "?"} or (token.kind == "I" and token.value == "subject"):
            return False
    return False


def route_without_verb(reader: Reader, token: Token) -> bool:
    """Read a chain without a verb after a mark: "same as before: A → B". False if it is none."""
    previous, current = reader.previous, reader.current
    if previous is not None and previous.kind not in {":", "-", "("}:
        return False
    if current is not None and current.kind in MOVES and not current.places:
        return False
    owner = reader.account
    if owner is None:
        if reader.subject is not None:
            owner = reader.subject
        elif current is not None:
            owner = current.subject
        elif previous is None and any(one.kind in {"name", "P", "Y", "verb"} for one in reader.tokens):
            return False
        else:
            owner = reader.speaker
    own = current is not None and current.subject == reader.speaker and current.kind in {"be", "stay"}
    if own and not owner and previous is not None and previous.kind == ":":
        owner = reader.speaker  # "I'm still on the same route: A → B"
    reader.subject = None
    frame = reader.open("route", token, owner)
    credit(reader, frame, owner)
    return True
