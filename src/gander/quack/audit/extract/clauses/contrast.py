"""Contrast: who was seen where another one, or anybody else, was not: "no Bob in medbay, only Eve"."""

from gander.quack.audit.extract.clauses.frames import place_of
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["instead"]

_ENDS = frozenset((".", ",", ";", "-", ")", "time", "there"))


def instead(reader: Reader, token: Token) -> bool:
    """Read "I didn't see Bob in medbay, only Eve": she was seen there.

    Args:
        reader: The reader, at a name after "only".
        token: It.

    Returns:
        Whether it tells so.
    """
    current, following = reader.current, reader.following
    mark = reader.next(-2) if reader.index > 1 else None
    if current is None or current.kind != "see" or not current.negated or current.passive or reader.subject:
        return False
    if mark is None or mark.kind not in {",", "-"} or not (following is None or following.kind in _ENDS):
        return False
    room, before = place_of(current), current
    if before.nobody:
        before.others, before.excepted = True, (*before.excepted, token.value)
    frame = reader.open("see", token, before.subject)
    frame.word, frame.objects, frame.filled, frame.times = (
        before.word,
        (token.value,),
        True,
        list(before.times),
    )
    frame.negated, frame.asserted, frame.source = False, before.asserted, before.source
    frame.tellers, frame.unsure = before.tellers, before.unsure
    if room is not None:
        frame.places = [("at", Token("room", room, "there", "there", token.start, token.end))]
    return True
