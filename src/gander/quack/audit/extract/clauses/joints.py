"""Joints: prepositions and conjunctions, which hold clauses together and apart."""

from gander.quack.audit.extract.clauses.distance import away, denied_near, elsewhere
from gander.quack.audit.extract.clauses.hearsay import granted, lied
from gander.quack.audit.extract.clauses.hinges import RESTATES, fronted, restates
from gander.quack.audit.extract.clauses.modality import CONCLUDING, alternatives
from gander.quack.audit.extract.clauses.notions import MISTAKEN, mistaken, only_put_forward
from gander.quack.audit.extract.clauses.pairs import met_last
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.relatives import indirect, read_relative, read_where
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_conjunction", "read_preposition"]

_NEAREST = words("access closest nearest closer nearer exposure")
_AGREEING = words("consistent compatible inconsistent")
_TOGETHER = words(
    "paths alone else together briefly here right up inside just still also there again early both overlap"
)
"""Words after which "with" still means company; after others it is "consistent with"."""
_SOME = words("one each two three four most some all either")
_WHOLE = words("two three four all")
_ADVERBS = words("over along behind past")
_PECULIAR = words("of near far next about") | _ADVERBS
"""Prepositions that with some of their neighbours are none."""
_OPEN_TO = words("about nowhere")
"""Prepositions after which "to" governs a verb."""
_AFTER_IN = words("together alone alive again too also there right just behind shortly later")


def read_preposition(reader: Reader, token: Token) -> None:
    """Keep a preposition's role for what it governs."""
    word, current, previous = token.word, reader.current, reader.previous
    if reader.prep == "no" and previous is not None and previous.kind == "prep":
        if word == "from" and away(reader):
            reader.prep = "at"
            return
        if token.value in {"from", "to"}:
            if previous.word == "next" and _somebody(reader):
                reader.prep = "with"  # "stood next to Bob"
            if previous.word not in _OPEN_TO:  # "was about to go", "nowhere to be seen"
                return  # "far from", "close to"
    if word in _PECULIAR and _peculiar(reader, token):
        return
    value = token.value
    if value == "to":
        if previous is not None and previous.word == "according":
            value = "per"
        elif _nearest(reader):
            value = "no"  # "had access to medbay", "was closest to it"
        reader.prep = value
    elif (value == "with" or (word in {"around", "near"} and _somebody(reader))) and met_last(reader):
        assert reader.current is not None
        reader.prep, reader.current.kind, reader.current.passive = "with", "see", False
    elif value == "with" and previous is not None and previous.kind == "x":
        kind = current.kind if current is not None else ""
        told = kind == "stay" or (kind == "be" and previous.word.endswith(("ly", "side", "person", "player")))
        reader.prep = "with" if told or previous.word in _TOGETHER else "no"
        if previous.word in _AGREEING:
            reader.discourse.source = None  # "Bob's claim that he left is consistent with Eve being there"
    elif word == "at" and reader.following is not None and reader.following.word == "no" and _never(reader):
        reader.negated, reader.prep = True, ""  # "at no point did I go there"
    elif word == "in" and current is not None and current.kind == "go" and _adverb(reader):
        current.inward = True  # "came in from storage"
        current.here = current.here or reader.discourse.aimed()
        current.end = max(current.end, token.end)
    elif value == "for" and current is not None and current.kind in {"leave", "head"}:
        reader.prep = "toward"
    elif value == "for" and current is not None and current.mutual and not reader.fresh:
        reader.prep = "at"  # "they alibi each other for storage"
    else:
        reader.prep = value


def _never(reader: Reader) -> bool:
    """Whether "at no point" or "at no time" stands here."""
    what = reader.next(2)
    return what is not None and what.word in ("point", "time")


def _somebody(reader: Reader) -> bool:
    """Whether a player follows, and not what is his."""
    following = reader.following
    if following is None or following.form == "'s" or following.value == "owner":
        return False
    return following.kind in {"name", "names", "I", "Y"} or following.word in {"him", "them", "us"}


def _nearest(reader: Reader) -> bool:
    """Whether "to" governs only what somebody is near to."""
    index, tokens = reader.index, reader.tokens
    return (index > 0 and tokens[index - 1].word in _NEAREST) or (
        index > 1 and tokens[index - 2].word in _NEAREST
    )


def _peculiar(reader: Reader, token: Token) -> bool:
    """Read a preposition with neighbours that make something else of it; False if it has none such."""
    word, previous, following = token.word, reader.previous, reader.following
    if word == "next":
        return following is None or following.word != "to"  # "the next person"
    if word in _ADVERBS:
        return following is not None and following.kind == "prep"  # "over to", "along with"
    if previous is None:
        return False
    if word == "of":
        return _of(reader, token, previous, following)
    if word == "near":
        joined = previous.kind == "/" or previous.value == "or"
        told = reader.current is not None and reader.current.kind == "say"
        if (reader.prep in {"at", "with"} and joined) or ((reader.fresh or told) and elsewhere(reader)):
            return True  # "in/near security", "with/near me"
        if denied_near(reader):
            reader.prep = "at"  # who is nowhere near a room is not in it
            return True
    elif word == "about" and (previous.value in {"lie", "say"} or previous.word in MISTAKEN):
        if lied(reader):
            reader.prep = ""
            return True
        # "since you lied about me leaving": not even that the speaker did
        reader.planned = previous.value != "say"
    return word == "far" and previous.word == "so"  # "so far Bob says"


def _of(reader: Reader, token: Token, previous: Token, following: Token | None) -> bool:
    current = reader.current
    if following is not None and previous.word == "none" and following.kind == "names":
        return True  # "none of Bob, Eve or I"
    if following is not None and following.word == "them" and _all(reader):
        return True  # "left the two of them in medbay"
    if previous.word in _SOME:
        is_one = previous.word == "one" and current is not None and current.kind == "be" and not reader.fresh
        if (reader.prep == "with" and previous.word in _WHOLE) or (
            is_one and following is not None and following.word == "the"
        ):
            return True  # "with all three of us", "Bob was one of the last with Eve"
        reader.wait((), token)  # "one of you"
    if previous.word != "out":
        return False
    reader.prep = "from"
    if current is not None and current.kind == "be" and reader.index > 2:
        if reader.tokens[reader.index - 3].word == "in":
            reader.prep, reader.fresh = "at", False  # "was in and out of medbay"
    elif current is not None and current.kind == "go" and not current.places:
        current.kind = "leave"  # "walked out of medbay"
    return True


def _all(reader: Reader) -> bool:
    """Whether "of them" takes all: "both of them", "the two of them"."""
    before = [token.word for token in reader.tokens[max(0, reader.index - 2) : reader.index]]
    return before[-1:] == ["both"] or before in (["the", "two"], ["the", "three"])


def _adverb(reader: Reader) -> bool:
    """Whether "in" governs nothing."""
    step, following = 1, reader.following
    while following is not None and following.kind == "x" and following.word in ASIDE:
        if following.word in _AFTER_IN:
            return not reader.fresh
        step += 1  # "in directly from medbay"
        following = reader.next(step)
    if reader.fresh or following is None:
        return False
    if following.kind == "verb":
        return following.form == "i"  # "walk in coming from medbay"
    if following.kind == "prep":
        return following.value in {"from", "with", "at", "to", "via"}
    return following.kind in {".", ",", "conj", "time", ")", "-"} or following.word in _AFTER_IN


def read_conjunction(reader: Reader, token: Token) -> None:
    """A conjunction ends a clause and says how the next one hangs on it."""
    value = token.value
    if value == "and":
        reader.pause(token)
        return
    if value == "that":
        previous = reader.previous
        if previous is not None:
            if reader.negated and previous.word == "not":
                reader.negated, reader.supposed = False, True  # "only says he left, not that he saw her"
            elif previous.word in MISTAKEN:
                mistaken(reader)
            elif only_put_forward(reader, previous):
                reader.supposed = True
            elif previous.word == "it":
                reader.prep = ""  # "Bob's word for it that"
        if reader.prep == "":
            granted(reader)
            reader.fresh = True  # else "from that side"
            _pointing(reader, token)
        return
    if value == "or" and reader.prep == "at" and _joins(reader):
        return  # "in or near medbay"
    reader.prep = ""
    if token.word == "once" and _counts(reader):
        return
    if value in {"ask", "what"}:
        reader.supposed = value == "ask" and indirect(reader)
        reader.fresh, reader.what = True, token.word == "what"
        return
    denied = value == "or" and (reader.negated or _still_denied(reader))
    kept = reader.times if reader.times and fronted(reader, token) else []
    reader.pause(token)
    if value in RESTATES:
        reader.times = kept
        restates(reader, token)
    elif value == "or":
        reader.negated = denied
        alternatives(reader)
    elif value == "then":
        reader.then = True
    elif value in {"but", "so"}:
        if value == "so" or not _goes_on_telling(reader):
            reader.discourse.source = None
        concludes = reader.following is not None and reader.following.word in CONCLUDING
        reader.conditional = reader.conditional and (value == "so" or concludes)
    elif value == "who":
        read_relative(reader)
    elif value == "where":
        read_where(reader, token)
    elif value == "which" and not _of_account(reader):
        reader.discourse.source = None
        reader.wait((), token)  # "in medbay, which is close to storage"


def _still_denied(reader: Reader) -> bool:
    """Whether "or" goes on with a denial of another deed: "never went there or saw Bob"."""
    current, following = reader.current, reader.following
    return current is not None and current.negated and following is not None and following.kind == "verb"


def _counts(reader: Reader) -> bool:
    """Whether "once" counts: "twice — once at tick 9", "not once did I"."""
    following, previous = reader.following, reader.previous
    counted = previous is not None and previous.kind == "neg"
    return counted or (following is not None and following.kind == "time")


def _goes_on_telling(reader: Reader) -> bool:
    """Whether "but" leads no subject of its own: "Bob says he went there but didn't see her"."""
    following = reader.following
    if following is None:
        return False
    finite = following.kind == "verb" and following.form == "f"
    return finite or following.kind == "neg" or following.value == "aux"


def _pointing(reader: Reader, token: Token) -> None:
    """Read "that" as what was said before: "because that's right on the way to storage"."""
    previous, following = reader.previous, reader.following
    begins = (
        previous is None or previous.kind in {",", "-", ";", ":"} or previous.value in {"so", "but", "and"}
    )
    if not begins or following is None or following.value != "be" or following.form != "f":
        return
    beyond = reader.next(2)
    if beyond is not None and beyond.kind != "time":
        reader.wait((), token)


def _joins(reader: Reader) -> bool:
    """Whether a conjunction joins two prepositions."""
    previous, following = reader.previous, reader.following
    return previous is not None and following is not None and previous.kind == following.kind == "prep"


def _of_account(reader: Reader) -> bool:
    """Whether "which" stands for a route or story, or for where somebody is."""
    following = reader.next(2)
    before = reader.tokens[max(0, reader.index - 3) : reader.index]
    place = following is not None and following.value == "where"
    return place or any(token.kind in {"route", "story"} for token in before)
