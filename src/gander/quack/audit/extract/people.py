"""People: names, pronouns, "you" and "we", and lists, as subjects, objects or companions."""

from gander.quack.audit.extract.accounts import tells_rooms
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.reader import Reader
from gander.quack.audit.extract.tokens import Token
from gander.quack.audit.extract.verbs import read_verb

__all__ = [
    "meets",
    "read_each",
    "read_name",
    "read_names",
    "read_pronoun",
    "read_some",
    "read_speaker",
    "read_we",
    "read_you",
]

_TAKES_OBJECT = words("see find confirm place kill have vouch suspect vote report deny leave")
_TRANSITIVE = words("passed passing pass joined joining join followed following follow")
_ENCOUNTERS = {
    **dict.fromkeys(words("ran run running bumped bump bumping walked"), frozenset(("to",))),
    **dict.fromkeys(words("came come stumbled"), frozenset(("via", "at"))),
    **dict.fromkeys(words("crossed cross crossing"), frozenset(("with",))),
}
"""Verbs of moving that with a preposition and a player mean an encounter: "ran into Bob"."""
_ASKS = frozenset(("ask", "what", "where", "when"))
_APART = frozenset((",", "conj", "-", ";", ":"))
_ADDS = words("meanwhile too also though specifically especially the a alone")
_ASIDES = words("again there alive too early later still just")
_SHARED = words("together other crossed overlapped met passed")
_PREDICATES = words("the a been my still just not suspicious lying sus")


def read_name(reader: Reader, token: Token) -> None:
    """A player's name: "Bob", "Bob's", "Bob, ..."."""
    names = (token.value,)
    following = reader.next()
    if token.form == "'s":
        if following is not None and _is_predicate(following):
            _people(reader, token, names)  # "Bob's lying": Bob is
            read_verb(reader, Token("verb", "be", "f", "is", token.start, token.end))
            return
        reader.discourse.mention(names)
        if following is not None and following.value == "be" and tells_rooms(reader):
            reader.account = names
            reader.open("route", token, names).source = reader.whose(names)  # "Bob's was A → B"
            return
        reader.owner = names
    elif following is not None and following.kind == "story":
        reader.prep = ""  # "the Bob sighting"
    elif following is not None and _vocative(reader, following):
        reader.discourse.you = token.value
        reader.discourse.mention(names)
    else:
        _people(reader, token, names)


def _is_predicate(token: Token) -> bool:
    return (
        (token.kind == "verb" and token.form in ("i", "p"))
        or token.kind in ("neg", "prep")
        or (token.kind == "x" and token.word in _PREDICATES)
    )


def _vocative(reader: Reader, following: Token) -> bool:
    """Whether a name set apart by marks addresses its bearer: "Bob, where were you", "..., Bob?"."""
    if following.kind in (".", "?"):
        previous = reader.previous()
        return previous is not None and previous.kind == "," and reader.subject is None and reader.index > 2
    if following.kind not in (",", "-"):
        return False
    beyond, previous = reader.next(2), reader.previous()
    if beyond is not None and beyond.kind == "Y" and previous is not None and previous.kind in _APART:
        return True  # "..., and Bob, you were there"
    if reader.index > 3:
        return False
    before = reader.tokens[: reader.index]
    if any(token.kind not in ("x", "conj", ",") for token in before):
        return False
    after = reader.next(2)
    if after is None or after.kind in ("I", "Y", "W", "modal", "aux"):
        return True
    if after.kind == "conj" and (after.value in _ASKS or after.value == "that"):
        return True
    if after.kind == "x" and not before:
        return after.word not in _ADDS
    return any(token.kind == "Y" for token in reader.tokens[reader.index + 2 : reader.index + 9])


def read_names(reader: Reader, token: Token) -> None:
    """A list of players."""
    meant = {"": reader.speaker[0], "?": reader.discourse.you}
    named = (meant.get(name, name) for name in token.items)
    _people(reader, token, tuple(name for name in named if name is not None))


def read_speaker(reader: Reader, token: Token) -> None:
    """The speaker: "I", "me", "my"."""
    if token.value == "owner":
        reader.owner = reader.speaker
    elif token.value != "self":
        _people(reader, token, reader.speaker, token.value == "subject")


def read_pronoun(reader: Reader, token: Token) -> None:
    """Somebody named before: "he", "her", "his", "themselves"."""
    current, word = reader.current, token.word
    if token.value == "self":
        if current is not None and current.kind in ("place", "confirm") and not current.objects:
            current.objects = current.subject
        return
    if word in ("his", "their", "hers") or (word == "her" and _owns(reader)):
        reader.owner = reader.discourse.pronoun(token.value)
        return
    but: tuple[str, ...] = ()
    if current is not None and not reader.fresh and word in ("him", "her"):
        # "Eve saw her" is not about Eve; but "Bob's route puts him in medbay" is about Bob.
        but = current.subject if current.subject != reader.account else ()
    names = reader.discourse.pronoun(token.value, but, word in ("he", "she"))
    _people(reader, token, names, word in ("he", "she", "they"))


def _owns(reader: Reader) -> bool:
    following = reader.next()
    return following is not None and (
        following.kind in ("route", "story", "body", "task")
        or (following.kind == "x" and following.word not in _ASIDES)
    )


def read_you(reader: Reader, token: Token) -> None:
    """Whom the speaker addresses."""
    you = (reader.discourse.you,) if reader.discourse.you else ()
    if token.value == "owner":
        reader.owner = you
    else:
        _people(reader, token, you)


def read_we(reader: Reader, token: Token) -> None:
    """The speaker and, where that is said, the one player mentioned just before; else nobody known."""
    if token.value == "owner":
        reader.owner = ()
    elif token.value == "both":
        following = reader.next()
        if following is not None and following.word == "of":
            reader.wait((), token)
    else:
        nearby = reader.tokens[reader.index : reader.index + 6]
        shared = any(one.word in _SHARED or (one.kind == "W" and one.value == "both") for one in nearby)
        _people(reader, token, (*reader.speaker, *reader.discourse.recent[:1]) if shared else ())


def read_some(reader: Reader, token: Token) -> None:
    """Somebody whom nobody can name: "anyone", "nobody", "the others"; and "neither Bob nor Eve"."""
    following = reader.next()
    if token.word == "neither" and following is not None and following.kind in ("name", "names"):
        reader.negated = True
        return
    _people(reader, token, ())


def read_each(reader: Reader, token: Token) -> None:
    """The "each" of "each other"."""
    following = reader.next()
    if following is None or following.word != "other":
        return
    current = reader.current
    if reader.subject is not None and len(reader.subject) > 1:
        current = reader.open("confirm", token, reader.subject)  # "Bob and Eve alibi each other"
    if current is not None:
        current.mutual = True
        current.end = max(current.end, following.end)


def _people(reader: Reader, token: Token, names: tuple[str, ...], nominative: bool = False) -> None:
    """Put players where they belong: by the preposition before them, the verb, or the verb to come."""
    prep, reader.prep = reader.prep, ""
    current, previous = reader.current, reader.previous()
    if previous is not None and previous.word == "no":
        return  # "no Bob there"
    aside = False
    if current is not None and not nominative and current.subject != reader.speaker:
        taken = current.kind in _TAKES_OBJECT and bool(current.subject) and not reader.fresh
        aside = prep == "with" or (taken and not prep and reader.subject is None)
    if not reader.quoted:
        reader.discourse.mention(names, aside)
    if prep and not nominative and not _begins(reader):
        _governed(reader, token, names, prep)
        return
    if current is not None and not nominative:
        if (
            not reader.fresh
            and (current.kind in _TAKES_OBJECT or current.word in _TRANSITIVE)
            and not current.objects
            and reader.subject is None
        ):
            current.objects, current.filled, current.end = names, True, token.end
            return
        if reader.fresh and current.kind == "see" and current.objects and _goes_on(reader):
            reader.go_on(token).objects = names
            return
    if (
        current is not None
        and current.kind == "be"
        and not (current.subject or current.places or reader.fresh)
    ):
        current.subject = names  # "were you in storage?"
        return
    bearer = previous.value if previous is not None and previous.kind == "name" else None
    if nominative and reader.subject and bearer in reader.subject:
        reader.relative = reader.subject  # "Eve I only saw early"
    objective = (token.kind == "I" and token.value == "object") or token.word in ("him", "her", "them", "us")
    if objective and not _absolute(reader):
        return  # "whoever was there before me"
    if current is not None and not (nominative or reader.fresh) and _ends(reader):
        return  # "took out Bob, then left"
    reader.wait(names, token)
    reader.body_subject = False


def _begins(reader: Reader) -> bool:
    """Whether a clause begins with a player after a noun: "by the time Bob left"."""
    previous, following = reader.previous(), reader.next()
    if previous is None or previous.kind != "x" or following is None or following.form != "f":
        return False
    before = reader.next(-2)
    return before is not None and before.word in ("the", "that")


def _ends(reader: Reader) -> bool:
    """Whether a clause ends with a player: a mark or conjunction follows."""
    following = reader.next()
    return (
        following is None
        or following.kind in (",", ".", ";")
        or (following.kind == "conj" and following.value in ("and", "then", "but"))
    )


def _governed(reader: Reader, token: Token, names: tuple[str, ...], prep: str) -> None:
    current = reader.current
    if meets(reader, prep):
        assert current is not None
        current.kind, current.objects, current.end = "see", names, token.end
    elif prep in ("with", "no", "by", "to") and _absolute(reader):
        reader.wait(names, token)  # "with Bob seeing her", "the story of Bob leaving"
    elif prep == "with":
        if current is not None and not (reader.fresh and reader.subject is not None):
            current.companions += names
            current.end = token.end
            if names == reader.speaker and current.places and current.asserted and not current.negated:
                reader.stands(current.places[-1][1].rooms[-1])
        else:
            reader.companions += names
    elif prep == "per":
        if names and names != reader.speaker:
            reader.discourse.source = names[0]
            if current is not None and reader.subject is None:
                current.source = names[0]
    elif current is not None:
        if prep == "for" and current.kind == "vouch":
            current.objects = names
        elif prep == "by":
            current.agents = names


def meets(reader: Reader, prep: str) -> bool:
    """Whether a verb of moving means an encounter: "ran into Bob", "crossed paths with Bob"."""
    current = reader.current
    if current is None or current.kind != "go" or reader.fresh:
        return False
    if current.places and current.places[0][1].form != "there":
        return False  # but "medbay, where I ran into Bob"
    return prep in _ENCOUNTERS.get(current.word, ())


def _absolute(reader: Reader) -> bool:
    """Whether what follows "with Bob" makes it a clause: "with Bob seeing her leave"."""
    following = reader.next()
    if following is None or following.kind != "verb" or following.form != "i":
        return False
    return following.value not in ("do", "stay")


def _goes_on(reader: Reader) -> bool:
    """Whether a name goes on a list of who was seen: no verb of its own follows."""
    for token in reader.tokens[reader.index + 1 : reader.index + 7]:
        if token.kind in ("verb", "modal", "aux", "story", "route"):
            return token.kind == "verb" and token.form == "i"
        if token.kind in (",", ".", ";", "-", "(", ")", "conj"):
            return True
    return True
