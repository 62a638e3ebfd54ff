"""States: bodies, and who is said to be dead or alive."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.roles import meets
from gander.quack.audit.extract.clauses.scenes import of_body, read_scene
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["listed_dead", "read_alive", "read_body", "read_dead"]

_BESIDE = frozenset(("next", "beside", "over", "by", "on", "at"))
_NEAR_IT = _BESIDE | {"near"}
"""The same after "there": "was right there near the body"."""
_OF_ALL = words("either neither both")
_NEAR = 6  # words
_THERE = frozenset(("be", "stay", "do", "go", "see"))
_ENDS = frozenset((".", ",", ";", "-", ")", "\n", "time", "conj", "there"))


def read_body(reader: Reader, token: Token) -> None:
    """A body: its owner's, or the one that lay where the caller stood; "a body" is nobody's."""
    if of_body(reader):
        read_scene(reader, token)
        return
    previous, current = reader.previous, reader.current
    if previous is not None and previous.kind == "dead" and reader.index > 1:
        previous = reader.next(-2)
    names = reader.owner if reader.owner is not None else _of_whom(reader)
    if names is None:
        indefinite = previous is not None and previous.word in {
            "a",
            "any",
            "no",
            "one",
            "another",
            "every",
            "other",
        }
        names = () if indefinite else _found(reader, token)
        if indefinite and _no_body(reader):
            return
        following = reader.following
        if indefinite and previous is not None and previous.word == "no" and following is not None:
            begins = reader.fresh or (current is not None and current.kind == "say")
            if begins and not reader.subject and following.value == "be":
                reader.wait((), token)  # "no body was in security when I left"
                reader.nobody = reader.body_subject = True
                return
    if previous is not None and previous.word == "neither" and current is not None and current.kind == "see":
        current.negated = True  # "I saw neither body"
    reader.owner = None
    prep, reader.prep = reader.prep, ""
    if prep and reader.fresh and _stands_apart(reader):
        prep, names = "", reader.discourse.context.found  # "from my point of view the body was there"
    if current is not None and (meets(reader, prep) or (names and _beside(reader, prep))):
        current.kind, prep = "find", ""
    elif current is not None and names and _at_it(reader, current, prep):
        context = reader.discourse.context
        known = (
            context.kind == "report" and current.subject == (context.caller,) and names[0] in context.found
        )
        if current.subject != reader.speaker and not (known and _on(reader)):
            _place_at(reader, current, token, names[0])
            return
        current.kind, current.word, prep = "find", "stood", ""
    if prep:
        return
    taken = current is not None and not reader.fresh and not current.objects
    if taken and current is not None and current.kind in {"find", "see", "report", "go"}:
        whom = reader.next(2) if reader.owner is None and _of_whom(reader) else token
        current.objects, current.body, current.end = names, True, (whom or token).end
        lay = reader.discourse.context.room_of_body(names[0]) if names else None
        reader.discourse.there = lay or reader.discourse.there
        return
    mark = reader.next(-2) if reader.index > 1 else None
    listed = current is not None and current.kind == "see" and current.negated and bool(current.objects)
    listed = (
        listed and mark is not None and mark.kind in {"conj", ","}
    )  # "never saw Bob alive, only the body"
    if (
        listed
        and names
        and reader.fresh
        and not reader.subject
        and reader.link in {"or", ","}
        and _ends(reader)
    ):
        one = reader.go_on(token)  # "didn't see Bob or the body"
        one.objects, one.companions, one.body = names, (), True
        return
    reader.wait(names, token)
    reader.body_subject = True


def _of_whom(reader: Reader) -> tuple[str, ...] | None:
    """Whose a body is by what follows: "the body of Eve", "the bodies of Eve and Bob"; None if untold."""
    of, whom = reader.following, reader.next(2)
    if of is None or of.word != "of" or whom is None or whom.kind not in {"name", "names"}:
        return None
    return (whom.value,) if whom.kind == "name" else whom.items


def _found(reader: Reader, token: Token) -> tuple[str, ...]:
    """Whose "the body" is: the one found; "the bodies", "either body" are of all."""
    context = reader.discourse.context
    before = [one.word for one in reader.tokens[max(0, reader.index - 2) : reader.index]]
    if token.word != "bodies" and not _OF_ALL.intersection(before):
        return context.found
    victims = tuple(dict.fromkeys(victim for victim, _ in context.bodies))
    return victims if len(victims) > 1 else context.found


def _stands_apart(reader: Reader) -> bool:
    """Whether a body is the subject of a clause, and the preposition before it another noun's."""
    following, noun = reader.following, reader.next(-2)
    finite = following is not None and following.form == "f"
    return finite and reader.index > 2 and noun is not None and noun.kind == "x"


def _ends(reader: Reader) -> bool:
    """Whether a mark or conjunction follows."""
    following = reader.following
    return following is None or following.kind in _ENDS


def _no_body(reader: Reader) -> bool:
    """Read "I saw no body", "there wasn't a body": the one found was not seen by the speaker or source."""
    current, previous = reader.current, reader.previous
    if previous is not None and previous.kind == "dead" and reader.index > 1:
        previous = reader.next(-2)
    if current is None or previous is None:
        return False
    if previous.word == "no" and _beside_none(reader, current):
        return True
    if (
        reader.fresh
        and (reader.link == "or" or (previous.word == "no" and reader.link == "and"))
        and current.kind == "see"
        and current.negated
        and not reader.subject
    ):
        current = reader.go_on(reader.tokens[reader.index])  # "didn't see Bob or a body"
        current.objects, current.companions = (), ()
    elif reader.fresh or current.objects or current.filled:
        return False
    exists = current.kind == "be" and _exists(reader, current.at)
    if previous.word == "no" and (exists or current.kind in {"see", "find"}):
        current.negated = True
    if not current.negated or not (exists or current.kind in {"see", "find"}):
        return False
    if exists:
        source = reader.discourse.source
        current.subject = (source,) if source is not None else reader.speaker
    current.kind, current.objects, current.body = "see", reader.discourse.context.found, True
    current.end = max(current.end, reader.tokens[reader.index].end)
    reader.owner, reader.prep = None, ""
    return True


def _beside_none(reader: Reader, current: Frame) -> bool:
    """Read "I was in medbay with no body", "saw Bob in medbay, no body when I left"."""
    following, room = reader.following, place_of(current)
    if following is not None and following.kind not in _ENDS:
        return False  # "no body report"
    if not (reader.prep == "with" or (reader.fresh and not reader.subject)) or current.kind not in _THERE:
        return False
    if room is None or current.negated or not current.subject:
        return False
    token, before = reader.tokens[reader.index], current
    frame = reader.open("see", token, before.subject)
    frame.negated = frame.body = True
    frame.objects, frame.source = reader.discourse.context.found, before.source
    frame.asserted, frame.unsure = before.asserted, before.unsure
    frame.places = [("at", Token("room", room, "there", "there", token.start, token.end))]
    if following is None or following.value != "when":
        frame.times = list(before.times)
    return True


def _exists(reader: Reader, verb: int) -> bool:
    """Whether "there" stands before a verb: "there was"."""
    before = (token for token in reversed(reader.tokens[: reader.index]) if token.start < verb)
    return next((token.word for token in before if token.kind not in {"x", "neg"}), "") == "there"


def _beside(reader: Reader, prep: str) -> bool:
    """Whether somebody is said to be where the body is: "stood by the body", "was with the body"."""
    current = reader.current
    if current is None or reader.fresh or current.kind not in {"be", "stay"} or current.negated:
        return False
    before = reader.tokens[max(0, reader.index - _NEAR) : reader.index]
    near = _NEAR_IT if any(token.kind == "there" for token in before) else _BESIDE
    return prep == "with" or (bool(prep) and any(token.word in near for token in before))


def _at_it(reader: Reader, current: Frame, prep: str) -> bool:
    """Whether somebody came to a body, or was found by it: "walked in on a body", "found with the body"."""
    if reader.fresh or current.negated or current.objects or current.filled or not current.subject:
        return False
    if current.kind == "find":
        return prep in {"at", "with"} and current.form == "f" and current.subject != reader.speaker
    return current.kind == "go" and prep in {"at", "to"} and not current.places


def _on(reader: Reader) -> bool:
    """Whether somebody came upon a body: "walked in on it"."""
    return any(token.word == "on" for token in reader.tokens[max(0, reader.index - 3) : reader.index])


def _place_at(reader: Reader, current: Frame, token: Token, victim: str) -> None:
    """Put whoever came to a body, or was found by it, where it lay."""
    lay = reader.discourse.context.room_of_body(victim)
    if current.kind == "find":
        current.kind, current.passive = "be", False
    if lay is not None:
        current.places.append(("at", Token("room", lay, "", "there", token.start, token.end)))
    current.end = token.end


def read_dead(reader: Reader, token: Token) -> None:
    """That somebody is dead."""
    current = reader.current
    either = reader.next(-2) if reader.index > 1 else None
    if current is not None and current.negated and either is not None and either.kind == "alive":
        current.end = max(current.end, token.end)  # "didn't see Bob alive or dead": not at all
        return
    following = reader.following
    if reader.fresh and following is not None and following.kind == "body":
        return  # "didn't see Bob or a dead body"
    previous = reader.previous
    if previous is not None and previous.word == "not" and either is not None and either.kind == ",":
        return  # "Eve was alive, not dead"
    if reader.fresh and previous is not None and previous.word == "up":
        return  # "met Eve, and the two ended up dead"
    if current is not None:
        current.body = True
        current.end = max(current.end, token.end)
        named = current.objects or current.filled or (following is not None and following.kind == "body")
        if current.kind == "find" and not (named or reader.fresh) and current.subject != reader.speaker:
            current.passive = True  # "Bob, found dead in storage"
        if reader.fresh and reader.subject is not None and current.kind == "find":
            current.objects = reader.subject


def listed_dead(reader: Reader, frame: Frame) -> bool:
    """Whether a clause tells where one of those lies who are dead: "we have two dead: Eve is in medbay"."""
    if frame.link != ":":
        before = reader.frames[-2] if len(reader.frames) > 1 else None
        return before is not None and before.body and before.kind == "be" and before.link in {":", "and", ","}
    mark = next((at for at in range(reader.index - 1, 0, -1) if reader.tokens[at].kind == ":"), 0)
    return mark > 0 and reader.tokens[mark - 1].kind in {"dead", "body"}


def read_alive(reader: Reader, token: Token) -> None:
    """That somebody is alive."""
    if reader.current is not None:
        reader.current.alive = True
        if not reader.current.negated:
            reader.current.end = max(reader.current.end, token.end)
