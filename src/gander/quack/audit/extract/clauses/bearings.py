"""Bearings: what a room is to its clause, by what stands before and after it."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.chains import SIDES
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["role_of", "went"]

_BESIDE = words("side area door doors doorway entrance direction hallway")
"""Nouns that make a place out of a room which is not the room: "the storage side"."""
_ABOUT = words(
    "kill body murder timing sighting claim story alibi window confirmation report scene death case witness"
    " connection entrance exit path route trip presence proximity vicinity adjacent shortcut cluster region"
    " suspicion angle accusation opportunity crossing encounter"
)
"""Nouns that a room only describes: "the storage kill"."""
_PASSING_BY = words("avoiding bypassing skipping missing omitting")
_AVOIDED = words("avoids avoided avoid bypasses bypassed bypass skips skipped skip misses omits excludes")
_BEFORE_ROOMS = ASIDE | words("my your his her their our that this nearby neighboring same empty whole")
"""Words that may stand between "to" and a room."""
_OPENINGS = words("door doors exit exits corridor corridors hallway stairs")
_SUBJECTS = frozenset(("name", "names", "I", "P", "W", "Y"))
_ENDS = frozenset((".", "?", ")", ";", "-", "\n"))


def _along(reader: Reader, role: str) -> bool:
    """Whether somebody went a route of several rooms: "came through the medbay/storage path"."""
    current = reader.current
    if current is None or current.places or not current.subject:
        return False
    if current.kind == "route":
        return True  # "Bob's route (medbay/storage loop)"
    return not reader.fresh and (
        (current.kind == "go" and role == "via") or (current.kind == "be" and role == "at")
    )


def role_of(reader: Reader, token: Token) -> str:
    """The role that a preposition or conjunction gives a room; ``no`` for one that only describes a noun."""
    role, reader.prep = reader.prep or "bare", ""
    following, previous = reader.following, reader.previous
    if (
        role == "bare"
        and previous is not None
        and previous.value in {"before", "after"}
        and _ended(following)
    ):
        # "saw nobody before medbay"; but "went to storage after medbay"
        after = previous.value == "after" and (went(reader.current) or _goes_from(reader))
        return "after" if after else "no"
    if role == "bare" and previous is not None and previous.value == "until":
        current = reader.current
        return "no" if current is not None and current.nobody else role  # "saw nobody until medbay"
    if role == "to" and reader.index > 1 and _opens(reader):
        return "no"  # "there are doors to medbay"
    if role == "to" and previous is not None and previous.kind == "x" and _deed(reader, previous):
        return "no"  # "went through medbay to inspect storage"
    if role == "from" and _opposite(reader):
        return "no"
    if role == "bare" and previous is not None and previous.word in _PASSING_BY:
        return "no"  # "totally bypassing medbay"
    current = reader.current
    if previous is not None and previous.word in _AVOIDED and role in {"bare", "to"}:
        avoided = current is not None and current.kind == "route" and current.negated
        return role if avoided else "no"  # "Bob's A → B route avoids medbay"; but "his route avoids it"
    if role == "from" and (current is None or reader.fresh) and reader.subject is None and _goes_from(reader):
        return "after"  # "from medbay, I went up to storage"
    if (
        role == "by"
        and current is not None
        and current.kind == "go"
        and current.subject
        and not current.passive
    ):
        return "at"  # "swung by medbay"
    if following is None or (token.value == "path" and following.word in SIDES):
        return role
    if following.kind == ")" and _names_side(reader):
        beyond = reader.next(2)
        if beyond is not None and beyond.kind == "verb":
            return "no"  # "the right side (weapons/security) was empty"
    if token.kind == "chain" and current is not None and not current.places:
        if current.kind == "do" and any(one.kind == "route" for one in _ahead(reader)):
            return "no"  # "after doing a medbay/storage/back route"
        if _names_side(reader):
            if token.value not in {"either", "list"} or token.form == "or":
                return role
            return "at" if current.kind == "go" and not reader.negated else "no"
    looped = following.kind == "route" or following.word == "loop"
    if looped and token.kind == "chain" and _along(reader, role):
        return role
    if following.kind in {"body", "story", "route"} or following.word in _ABOUT:
        return "no"
    if following.word == "area" and token.value == "either" and token.form != "or" and _stood(reader):
        # "in the medbay/storage area", "passed through" it: in no order
        return "at" if role == "via" and current is not None and current.kind == "go" else role
    if following.word == "side" and role == "at" and current is not None and current.negated:
        # who is not on its side is not in it
        return role if current.kind == "be" and not reader.fresh else "no"
    if following.kind == "x" and following.word in _BESIDE and role not in {"from", "toward", "to", "via"}:
        return "no"
    return role


def _opens(reader: Reader) -> bool:
    """Whether "to" only says where a door leads that is or was there."""
    door, next_ = reader.tokens[reader.index - 2], reader.tokens[reader.index - 3]
    if door.word == "door" and next_.word == "next":
        return True  # "was in medbay, next door to storage"
    return door.word in _OPENINGS and (reader.current is None or reader.current.kind in {"be", "have"})


def _deed(reader: Reader, previous: Token) -> bool:
    """Whether a word that nobody knows is a verb after "to", and the room what it is done to."""
    if previous.word in _BEFORE_ROOMS or previous.word.endswith("ly") or reader.index < 2:
        return False
    return reader.tokens[reader.index - 2].word == "to"


def _ahead(reader: Reader) -> list[Token]:
    """The words that stand next, as far as a noun may be that a room describes."""
    return reader.tokens[reader.index + 1 : reader.index + 4]


def _names_side(reader: Reader) -> bool:
    """Whether rooms in brackets tell which side is meant: "the left side (storage/medbay)"."""
    previous = reader.previous
    if previous is None or previous.kind != "(":
        return False
    return any(one.word == "side" for one in reader.tokens[max(0, reader.index - 6) : reader.index])


def _stood(reader: Reader) -> bool:
    """Whether an area is one where somebody was: "around the medbay/storage area"; not "focused on" it."""
    current = reader.current
    if current is None or current.kind not in {"be", "see", "stay", "go"}:
        return False
    return all(token.word != "on" for token in reader.tokens[max(0, reader.index - 3) : reader.index])


def _opposite(reader: Reader) -> bool:
    """Whether a room only says which way is the other one: "the opposite direction from medbay"."""
    before = [token.word for token in reader.tokens[max(0, reader.index - 4) : reader.index]]
    return "direction" in before and "opposite" in before


def went(current: Frame | None) -> bool:
    """Whether a clause tells where somebody went, so that "after" tells from where."""
    if current is None or not current.places or current.kind not in {"go", "head"} or current.sub:
        return False
    return all(role in {"to", "via", "bare", "toward"} for role, _ in current.places)


def _goes_from(reader: Reader) -> bool:
    """Whether a clause follows that tells where somebody went: "after medbay, I went up to storage"."""
    ahead = reader.tokens[reader.index + 1 : reader.index + 7]
    if ahead and ahead[0].kind == ",":
        ahead = ahead[1:]
    if len(ahead) < 2 or ahead[0].kind not in _SUBJECTS:
        return False
    verb = next((token for token in ahead[1:] if token.kind != "x"), None)
    return verb is not None and verb.kind == "verb" and verb.value in {"go", "head"} and verb.form == "f"


def _ended(following: Token | None) -> bool:
    """Whether a clause ends here."""
    return following is None or following.kind in _ENDS or following.kind in {",", "conj"}
