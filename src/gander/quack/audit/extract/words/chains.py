"""Chains: rooms told one after the other ("medbay → storage", "through medbay and into storage")."""

from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["LINKS", "SIDES", "chained", "links"]

LINKS = frozenset(("arrow", "(", "prep", "conj", ",", "/", "time", "verb", "x"))
"""What can stand right after a room that begins a chain."""
SIDES = words("side area region end wing")
"""Nouns that leave a room of a way a room: "→ medbay side →"."""
_FAR = 24  # tokens between two rooms of a chain
_ENDS = frozenset((".", ";", "?"))
_JOINS = frozenset(("then", "and", "or", "where"))
_BETWEEN = SIDES | ASIDE


def links(token: Token) -> bool:
    """Whether a chain can go on from a room with a token out of `LINKS`, as far as that tells."""
    kind = token.kind
    if kind == "x":
        return token.word in _BETWEEN
    if kind == "prep":
        return token.value == "to"
    if kind == "conj":
        return token.value in _JOINS
    return kind != "verb" or token.word == "start"


def chained(sentence: list[Token], index: int, out: list[Token]) -> tuple[int, list[Token]]:
    """Take down the chain that begins at a room, or the room alone.

    Args:
        sentence: The tokens.
        index: The room's.
        out: Where it is taken down.

    Returns:
        The index after it, and what the chain says of its rooms, to be read behind it.
    """
    first = sentence[index]
    rooms = [first.value]
    asides: list[Token] = []
    path = either = False
    end = index + 1
    while True:
        link = _link(sentence, end)
        if link is None:
            break
        at, strong, weak, between = link
        if sentence[at].value == rooms[-1]:
            break  # "through medbay, then back through medbay"
        room = sentence[at]
        timed = at + 1 < len(sentence) and sentence[at + 1].kind == "time"
        if timed and (strong == 1 or weak == "then") and not path:
            break
        if not strong and weak == "comma" and len(rooms) < 2 and not _goes_on(sentence, at):
            break
        if strong == 0 and _goes_to_verb(sentence, index, at) and weak != "slash":
            break
        if between:
            asides += _said_of(between, rooms[-1])
        rooms.append(room.value)
        path |= strong > 0 and weak != "or"
        either |= weak == "or"
        end = at + 1
    if len(rooms) == 1:
        out.append(first)
        return index + 1, []
    chain = Token("chain", "path" if path else "list", "", first.word, first.start, sentence[end - 1].end)
    chain.items = tuple(rooms)
    if not path and (either or all(token.kind in ("room", "/") for token in sentence[index:end])):
        chain.value, chain.form = "either", "or" if either else ""
    out.append(chain)
    last = sentence[end : end + 3]
    if asides and path and [token.kind for token in last] == ["(", "time", ")"]:
        asides.append(_stop(rooms[-1], last[1]))  # "medbay (4) → storage (9)"
        end += 3
    if asides:
        asides.append(Token("stand", rooms[-1], "", "", chain.end, chain.end))
    return end, asides


def _said_of(between: list[Token], room: str) -> list[Token]:
    """What stands between a room of a chain and the next, as far as it tells something of it."""
    kinds = [token.kind for token in between]
    if "verb" in kinds:
        return _aside(between, room)
    if "room" in kinds:
        return []
    return [_stop(room, token) for token in between if token.kind == "time"]


def _aside(said: list[Token], room: str) -> list[Token]:
    """What a chain says of one of its rooms in brackets, to be read after it."""
    for token in said:
        if token.kind == "conj" and token.value == "where":
            token.form = room
    first, last = said[0], said[-1]
    return [
        Token("stand", room, "", "", first.start, first.start),
        Token("(", "", "", "(", first.start, first.start),
        *said,
        Token(")", "", "", ")", last.end, last.end),
    ]


def _stop(room: str, time: Token) -> Token:
    """The time that a chain gives in brackets to one of its rooms."""
    return Token("stop", time.value, "", time.word, time.start, time.end, (room,))


def _link(sentence: list[Token], at: int) -> tuple[int, int, str, list[Token]] | None:
    """From the end of a room to the next room of its chain.

    Returns:
        The room's index; 2 for an arrow, "to" or "through", 1 for "then", else 0; ``then``, ``and``, ``or``,
        ``comma`` or ``slash``; and the times between.
    """
    strong, weak = 0, ""
    times: list[Token] = []
    limit = min(len(sentence), at + _FAR)
    depth = 0
    if at < limit and sentence[at].kind in ("conj", ","):
        told = _told_of(sentence, at, limit)
        times, at = sentence[at + (sentence[at].kind == ",") : told], told
    while at < limit:
        token = sentence[at]
        kind = token.kind
        if kind == "room" and not depth:
            return (at, strong, weak, times) if strong or weak else None
        if kind == "arrow":
            strong = 2
        elif kind == "(" and not depth:
            depth = 1
        elif kind == ")" and depth:
            depth = 0
            if at + 1 >= len(sentence) or not (
                sentence[at + 1].kind == "arrow"
                or (sentence[at + 1].kind == "prep" and sentence[at + 1].value in ("to", "via"))
            ):
                return None
        elif depth:
            times.append(token)
        elif kind == "prep" and (token.value == "to" or (token.value == "via" and (strong or weak))):
            strong = 2
        elif kind == "conj" and token.value == "then":
            strong, weak = strong or 1, "then"
        elif kind == "conj" and token.value in ("and", "or"):
            weak = token.value
        elif kind == ",":
            weak = weak or "comma"
        elif kind == "/":
            weak = "slash"
        elif kind == "time" and at + 1 < len(sentence) and sentence[at + 1].kind == "arrow":
            times.append(token)
        elif token.word == "start" and at + 1 < limit and sentence[at + 1].kind == "arrow":
            pass  # "medbay start → storage"
        elif kind == "x" and token.word in SIDES and at + 1 < limit and sentence[at + 1].kind == "arrow":
            pass  # "medbay side → storage"
        elif not (kind == "x" and token.word in ASIDE and (strong or weak or _leads_on(sentence, at))):
            return None
        at += 1
    return None


def _told_of(sentence: list[Token], at: int, limit: int) -> int:
    """Where a clause with "where" ends that tells something of a room before the chain goes on.

    Returns:
        The index of the arrow, or of the comma before "then"; where it was, if there is no such clause.
    """
    comma = sentence[at].kind == ","
    begin = at + comma
    if begin >= limit or sentence[begin].value != "where":
        return at
    for end in range(begin + 1, limit - 1):
        kind = sentence[end].kind
        if kind == "arrow" or (kind == "," and comma and sentence[end + 1].value == "then"):
            return end
        if kind == "room" or kind in _ENDS:
            return at
    return at


def _goes_to_verb(sentence: list[Token], first: int, at: int) -> bool:
    """Whether a list's last room is rather a subject: "went through medbay, and storage was empty"."""
    follows = sentence[at + 1] if at + 1 < len(sentence) else None
    if follows is None or follows.kind != "verb" or follows.form != "f" or follows.value != "be":
        return False
    # but "his route through medbay and storage is plausible"
    return not (first > 1 and sentence[first - 1].kind == "prep" and sentence[first - 2].kind == "route")


def _leads_on(sentence: list[Token], at: int) -> bool:
    """Whether an adverb only leads up to the next step: "medbay back to storage"."""
    following = sentence[at + 1] if at + 1 < len(sentence) else None
    return following is not None and following.kind == "prep" and following.value in ("to", "via")


def _goes_on(sentence: list[Token], at: int) -> bool:
    """Whether a comma's list of rooms reaches a third room or an "and": else it is no list."""
    for token in sentence[at + 1 : at + 5]:
        if token.kind == "room":
            return True
        if not (
            token.kind in (",", "arrow") or (token.kind == "conj" and token.value in ("and", "or", "then"))
        ):
            return False
    return False
