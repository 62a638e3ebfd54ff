"""Modality: what is denied, possible, supposed or a condition, and so no assertion."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "AHEAD",
    "CONCLUDING",
    "alternatives",
    "read_maybe",
    "read_modal",
    "read_negation",
    "suppose_ahead",
]

_SUBJECTS = frozenset(("name", "P", "Y"))
_FINITE = frozenset(("verb", "modal", "neg"))
_AFTER_CAN = frozenset(("confirm", "vouch", "say", "place", "see"))
_JUDGED = words("plausible possible reasonable likely")
CONCLUDING = words("means meaning implies implying suggests suggesting")
"""Verbs that draw a conclusion from what was said before."""
_THEORIES = words("theory scenario hypothesis")
_CONDITIONS = words("if unless whether suppose assuming imagine wish pretended pretends")
_UNCHANGED = words("cut set hit put let shut quit bet beat spread")
"""Verbs whose past is their bare form."""
_BARELY = words("almost nearly")
_OWN_OR_OTHER = _SUBJECTS | {"I", "names"}
_UNTRUE = (
    ("unlikely",),
    ("impossible",),
    ("false",),
    ("untrue",),
    ("lie",),
    ("not", "true"),
    ("not", "the", "case"),
)
_UTTERLY = words("a an very pretty quite just also plain flat total complete outright blatant straight")
_FAR = 7  # words
_THIS = words("it that this")
_GUESSES = words("guess theory suspicion hypothesis scenario worry")
AHEAD = _BARELY | _THIS | _GUESSES
"""Words after which a verb may tell how the rest is meant."""
_SOUNDS = words("sound look seem")
_MAKES = words("make makes made making")
_NEAR = 4  # words
_CERTAIN = words("sure certain convinced positive")
_MERELY = words("only just simply merely") | _CERTAIN
_CLAIMED = _OWN_OR_OTHER | {":"}


def read_negation(reader: Reader, token: Token) -> None:
    """A denial: of the verb to come, or of "was"."""
    current = reader.current
    following = reader.following
    if following is not None and following.word in _MERELY:
        what = reader.next(2)
        if what is not None and what.kind == "verb":
            if following.word == "only":
                return  # "I didn't only see Bob"
            reader.supposed = True  # "I didn't just pass through": he did, or something else
        elif (
            following.word in _CERTAIN
            and what is not None
            and (what.kind in _OWN_OR_OTHER or what.value == "that")
        ):
            reader.supposed = True  # "I'm not sure Bob was there"
            return
    if token.word == "without":
        # It denies a part of what was done; but "without seeing anyone" tells what was seen.
        reader.negated = True
        reader.partly = following is None or following.value != "see"
    elif (
        current is not None
        and current.kind == "be"
        and not (reader.fresh or current.places)
        and reader.subject is None  # but "people are treating Bob not seeing me"
    ):
        current.negated = True
    else:
        reader.negated = True


def read_modal(reader: Reader, token: Token) -> None:
    """What could or will be is not asserted; but "can confirm" is."""
    if token.value == "can":
        step = 1
        following = reader.next(step)
        while following is not None and (following.kind == "x" or following.word == "at"):
            step += 1
            following = reader.next(step)
        if following is not None and following.kind == "verb" and following.value in _AFTER_CAN:
            return
    if token.word == "would":
        if _had(reader):
            return
        current = reader.current
        if (
            current is not None
            and current.form == "i"
            and current is reader.main
            and _is_subject(reader, current)
        ):
            current.unsure = True  # "Bob being in medbay would explain it"
    reader.planned = True


def _is_subject(reader: Reader, current: Frame) -> bool:
    """Whether a clause is what the next verb tells of: "Bob going there"."""
    return (
        reader.subject is None and not reader.fresh and current.kind not in ("report", "find", "see", "say")
    )


def _had(reader: Reader) -> bool:
    """Whether "I'd" is "I had": "I'd already left", "I'd seen Bob"."""
    step, following = 1, reader.following
    while following is not None and following.kind == "x":
        step += 1
        following = reader.next(step)
    past = following is not None and following.kind == "verb" and following.form in {"p", "f"}
    return past and following is not None and following.word not in _UNCHANGED


def read_maybe(reader: Reader, token: Token) -> None:
    """A supposition: "maybe" until the clause ends, "if" until the sentence turns."""
    if token.word == "if" and _only_memory(reader):
        return
    if token.word in _THEORIES:
        ahead = reader.tokens[reader.index + 1 : reader.index + 5]
        apart = reader.following is not None and (
            reader.following.kind == "," or reader.following.word == "where"
        )
        reader.conditional = reader.conditional or apart or any(one.kind == ":" for one in ahead)
        return  # "the theory works: Bob went to medbay"
    if token.word in _CONDITIONS:
        reader.conditional = reader.fresh = True
        return
    current = reader.current
    if token.word in _JUDGED and current is not None and current.kind == "route" and current.places:
        return  # "Bob's route through medbay is plausible": it is told all the same
    reader.supposed = True
    current, previous = reader.current, reader.previous
    if current is not None and not reader.fresh and reader.subject is None:
        if current.companions and previous is not None and previous.value in current.companions:
            current.companions = ()  # "was in medbay with Bob possibly there"
        else:
            current.asserted = False


def suppose_ahead(reader: Reader, token: Token) -> None:
    """What a verb tells of itself or of the rest: "almost went", "had I been", "it's a lie that"."""
    previous = reader.previous
    if token.word in _SOUNDS and reader.following is not None and reader.following.word == "like":
        made = reader.tokens[max(0, reader.index - _NEAR) : reader.index]
        reader.conditional = reader.conditional or any(one.word in _MAKES for one in made)
        return
    if previous is not None and previous.word in _BARELY and token.form == "f":
        reader.planned = True
        return
    if token.word == "had" and reader.subject is None and reader.fresh:
        who, verb = reader.following, reader.next(2)
        if who is not None and verb is not None and who.kind in _OWN_OR_OTHER and verb.kind == "verb":
            reader.conditional = True
    elif token.value == "be" and ((previous is not None and previous.word in _GUESSES) or _untrue(reader)):
        reader.conditional = True  # "my guess is Bob went to medbay"


def _untrue(reader: Reader) -> bool:
    """Whether a verb says of the rest that it is not so: "it's false that", "this is a plain lie:"."""
    at = reader.index - 1
    while at > 0 and reader.tokens[at].kind in {"modal", "neg"}:
        at -= 1
    if at < 0 or reader.tokens[at].word not in _THIS:
        return False
    denied = any(one.kind == "neg" for one in reader.tokens[at : reader.index])
    ahead = reader.tokens[reader.index + 1 : reader.index + 1 + _FAR]
    ahead = [
        one
        for one in ahead
        if one.kind == "neg"
        or one.word == "unlikely"
        or not (one.word in _UTTERLY or one.word.endswith("ly"))
    ]
    said = ("not",) * denied + tuple("not" if one.kind == "neg" else one.word for one in ahead)
    length = next((len(one) - denied for one in _UNTRUE if said[: len(one)] == one), len(ahead))
    what = ahead[length] if length < len(ahead) else None
    return what is not None and (what.value == "that" or what.kind in _CLAIMED)


def _only_memory(reader: Reader) -> bool:
    """Whether "if" sets no condition: "if I remember right", "if anything"."""
    first, second = reader.following, reader.next(2)
    if first is not None and first.word == "anything":
        return True
    return second is not None and second.word in {"remember", "recall", "recalled"}


def alternatives(reader: Reader) -> None:
    """Read "either Bob was there, or Eve left" as telling neither."""
    tokens = reader.tokens
    at = next((at for at in range(reader.index - 1, -1, -1) if tokens[at].word == "either"), reader.index)
    clause = tokens[at + 1 : min(at + 3, reader.index)]
    if len(clause) < 2:
        return
    following, current = reader.following, reader.current
    shared = False  # "you either missed her, or you lied", "Bob either left or saw her"
    if clause[0].kind in {"verb", "neg"} and following is not None:
        known = current is not None and bool(current.subject)
        shared = following.kind in _SUBJECTS or (known and following.form == "f")
    if not shared and (clause[0].kind not in _SUBJECTS or clause[1].kind not in _FINITE):
        return
    for frame in reader.frames:
        frame.asserted = frame.asserted and (frame.at if shared else frame.start) < tokens[at].start
    reader.conditional = True
