"""People: names, pronouns, "you" and "we", and lists, as subjects, objects or companions."""

from gander.quack.audit.extract.clauses.absence import absent, excepts
from gander.quack.audit.extract.clauses.absolutes import stands_apart
from gander.quack.audit.extract.clauses.accounts import tells_rooms
from gander.quack.audit.extract.clauses.contrast import instead
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.roles import put_people
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.clauses.verbs import read_verb
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "read_name",
    "read_names",
    "read_pronoun",
    "read_speaker",
    "read_you",
]

_SEXES = frozenset(("m", "f"))
_ASKS = frozenset(("ask", "what", "where", "when"))
_AFTER_ADDRESS = frozenset((".", "?", ",", "-", ":"))
_APART = frozenset((",", "conj", "-", ";", ":"))
_ADDS = words("meanwhile too also though specifically especially the a alone")
_ASIDES = words("again there alive too early later still just much immediately")
_PREDICATES = words("the a been my still just not suspicious lying sus")


def read_name(reader: Reader, token: Token) -> None:
    """A player's name: "Bob", "Bob's", "Bob, ..."."""
    names = (token.value,)
    following, versus = reader.following, reader.previous
    if versus is not None and versus.word in {"vs", "versus"} and reader.index > 1:
        other = reader.tokens[reader.index - 2]
        if other.kind == "name":
            reader.discourse.group = (other.value, token.value)  # "Bob vs Eve. Both say"
    if token.form == "'s":
        if following is not None and _is_predicate(following):
            put_people(reader, token, names)  # "Bob's lying": Bob is
            read_verb(reader, Token("verb", "be", "f", "is", token.start, token.end))
            return
        reader.discourse.mention(names)
        if following is not None and following.value == "be" and _lies(reader, token):
            reader.wait(names, token)  # "Bob's body was in medbay, and Eve's was in storage"
            reader.body_subject = True
            return
        if following is not None and following.value == "be" and tells_rooms(reader):
            reader.account = names
            credit(reader, reader.open("route", token, names), names)  # "Bob's was A → B"
            return
        reader.owner = names
        beyond = reader.next(-2) if reader.index > 1 else None
        if versus is not None and versus.value == "and" and beyond is not None and beyond.kind == "name":
            reader.discourse.group = (beyond.value, token.value)  # "Bob and Eve's accounts. Both say"
    elif following is not None and following.kind == "story":
        reader.prep = ""  # "the Bob sighting"
    elif versus is not None and versus.word == "no" and absent(reader, token):
        return
    elif versus is not None and versus.word == "with" and stands_apart(reader):
        reader.prep = ""
        reader.open("be", Token("verb", "be", "f", "with", token.start, token.end), names)
        return
    elif following is not None and following.kind in _AFTER_ADDRESS and _vocative(reader, following):
        reader.discourse.you = token.value
        reader.discourse.mention(names)
    elif reader.current is not None and reader.current.nobody and excepts(reader, names):
        return
    elif not (versus is not None and versus.word == "only" and instead(reader, token)):
        put_people(reader, token, names)


def _lies(reader: Reader, token: Token) -> bool:
    """Whether a name goes on with whose body lay where."""
    current = reader.current
    told = current is not None and current.body and current.kind == "be"
    return told and reader.discourse.context.room_of_body(token.value) is not None


def _is_predicate(token: Token) -> bool:
    return (
        (token.kind == "verb" and token.form in {"i", "p"})
        or token.kind in {"neg", "prep"}
        or (token.kind == "x" and token.word in _PREDICATES)
    )


def _vocative(reader: Reader, following: Token) -> bool:
    """Whether a name set apart by marks addresses its bearer: "Bob, where were you", "..., Bob?"."""
    if following.kind in {".", "?"}:
        previous = reader.previous
        return previous is not None and previous.kind == "," and reader.subject is None and reader.index > 2
    beyond, previous = reader.next(2), reader.previous
    if beyond is not None and beyond.kind == "Y" and previous is not None and previous.kind in _APART:
        return True  # "..., and Bob, you were there"
    if following.kind == ":":
        return False
    if reader.index > 3:
        return False
    before = reader.tokens[: reader.index]
    if any(token.kind not in {"x", "conj", ","} for token in before):
        return False
    after = reader.next(2)
    if after is None or after.kind in {"I", "Y", "W", "modal", "aux"}:
        return True
    if after.kind == "conj" and (after.value in _ASKS or after.value == "that"):
        return True
    if after.kind == "x" and not before and after.word not in _ADDS:
        return True
    return any(token.kind == "Y" for token in reader.tokens[reader.index + 2 : reader.index + 9])


def read_names(reader: Reader, token: Token) -> None:
    """A list of players."""
    if token.value == "or" and not (reader.negated or reader.prep) and _acts(reader):
        reader.wait((), token)  # "Bob or Eve was in medbay"
        return
    meant = {"": reader.speaker[0], "?": reader.discourse.you}
    if token.items[0] in _SEXES:  # "she and Bob"
        who = reader.discourse.pronoun(token.items[0], token.items[1:], True)
        meant[token.items[0]] = who[0] if len(who) == 1 else None
    named = (meant.get(name, name) for name in token.items)
    put_people(reader, token, tuple(name for name in named if name is not None))


def _acts(reader: Reader) -> bool:
    """Whether a finite verb follows on who begins a clause."""
    following = reader.following
    return following is not None and following.form == "f" and (reader.fresh or reader.current is None)


def read_speaker(reader: Reader, token: Token) -> None:
    """The speaker: "I", "me", "my"."""
    me: tuple[str, ...] = reader.speaker
    if reader.quoted:  # "Bob said "I was in storage"": Bob was
        me = (reader.discourse.source,) if reader.discourse.source is not None else ()
    if token.value == "owner":
        reader.owner = me
    elif token.value != "self":
        put_people(reader, token, me, token.value == "subject")


def read_pronoun(reader: Reader, token: Token) -> None:
    """Somebody named before: "he", "her", "his", "themselves"."""
    current, word = reader.current, token.word
    if token.value == "self":
        if current is not None and current.kind in {"place", "confirm"} and not current.objects:
            current.objects = current.subject
        return
    if word in {"his", "their", "hers"} or (word == "her" and _owns(reader)):
        reader.owner = _apposed(reader) or _main(reader, token) or reader.discourse.pronoun(token.value)
        return
    if reader.prep == "with" and current is not None and current.kind == "place" and not reader.fresh:
        put_people(reader, token, current.subject)  # "Bob puts Eve with him in medbay"
        return
    but: tuple[str, ...] = ()
    if current is not None and not reader.fresh and word in {"him", "her"} and not _does(reader):
        # "Eve saw her" is not about Eve; but "Bob's route puts him in medbay" is about Bob.
        but = current.subject if current.subject != reader.account else ()
    elif _speaks(reader):
        but = tuple(victim for victim, _ in reader.discourse.context.bodies)
    if word == "them" and _of_either(reader):
        reader.prep = ""
    names = reader.discourse.pronoun(token.value, but, word in {"he", "she"})
    if word in {"him", "her"} and (not reader.prep or (current is not None and current.word == "sighting")):
        names = _same(reader, names)  # nor in "Bob's sighting of Eve and Frank's sighting of her"
    if word in {"him", "her"} and _finds(reader):
        caller = reader.discourse.context.caller
        names = (caller,) if caller is not None and caller != reader.speaker[0] else names
    if current is not None and current.kind == "find" and word in {"him", "her"}:
        lying = _lying(reader, current, token)
        names, current.body = lying or names, current.body or bool(lying)
    if word == "them" and current is not None and current.kind == "place" and current.subject:
        account = reader.account or ()
        names = account if current.subject == account else names  # "Bob's story puts them in medbay"
    put_people(reader, token, names, word in {"he", "she", "they"})


def _same(reader: Reader, names: tuple[str, ...]) -> tuple[str, ...]:
    """Whom "him" means once more: "Eve didn't see him, and I didn't see him", not Eve."""
    for before in reversed(reader.frames[:-1]):
        if before.kind == "see" and before.subject == names and len(before.objects) == 1:
            return before.objects if before.objects != reader.speaker else names
    return names


def _of_either(reader: Reader) -> bool:
    """Whether "either of them" is who was not seen, or "neither of them" who was."""
    current, before = reader.current, reader.next(-2)
    if reader.prep != "no" or reader.index < 2 or current is None or current.kind != "see" or reader.fresh:
        return False
    if before is None or before.word not in {"either", "neither"}:
        return False
    current.negated = current.negated or before.word == "neither"
    reader.subject = None
    return current.negated and not current.objects


def _apposed(reader: Reader) -> tuple[str, ...]:
    """Whose something is that is set beside a name: "Bob, by his own account, was there"."""
    if reader.prep not in {"by", "per"} or reader.index < 3:
        return ()
    name, mark = reader.tokens[reader.index - 3 : reader.index - 1]
    return (name.value,) if name.kind == "name" and mark.kind == "," else ()


def _main(reader: Reader, token: Token) -> tuple[str, ...]:
    """Whose something is behind a clause that only dates: "Bob left when Eve came, and his story"."""
    current, main = reader.current, reader.main
    if current is None or main is None or not (current.sub and reader.link == "and" and reader.fresh):
        return ()
    led = current.leads or main.source is not None or len(main.subject) != 1 or main.start > current.start
    if led or main.subject == reader.speaker or token.value not in _SEXES:
        return ()
    return main.subject if reader.discourse.pronouns.fits(main.subject[0], token.value) else ()


def _finds(reader: Reader) -> bool:
    """Whether somebody's finding of the body is told, which is the caller's: "fits him finding the body"."""
    following, body = reader.following, reader.next(3)
    found = following is not None and following.value == "find" and following.form == "i"
    return found and body is not None and body.kind == "body"


def _lying(reader: Reader, current: Frame, token: Token) -> tuple[str, ...]:
    """Whose body is meant by whom the caller found: "Bob found her there"; but "found her at the body"."""
    context = reader.discourse.context
    ahead = reader.tokens[reader.index + 1 : reader.index + 4]
    if current.subject != (context.caller,) or context.kind != "report" or current.objects or reader.fresh:
        return ()
    if len(context.found) != 1 or any(
        one.kind in {"body", "name"} or one.form == "i" or "body" in one.value for one in ahead
    ):
        return ()
    return context.found if reader.discourse.pronouns.fits(context.found[0], token.value) else ()


def _does(reader: Reader) -> bool:
    """Whether a preposition governs a deed, and not the one who does it: "consistent with her leaving"."""
    following = reader.following
    return reader.prep != "" and following is not None and following.form == "i"


def _speaks(reader: Reader) -> bool:
    """Whether a verb of saying follows, which no dead one is the subject of."""
    following = reader.following
    return following is not None and following.value in {"say", "admit", "deny", "confirm"}


def _owns(reader: Reader) -> bool:
    following = reader.following
    return following is not None and (
        following.kind in {"route", "story", "body", "task"}
        or (following.kind == "x" and following.word not in _ASIDES)
    )


def read_you(reader: Reader, token: Token) -> None:
    """Whom the speaker addresses."""
    if reader.discourse.addressed != reader.discourse.sentence:
        reader.discourse.you = _called(reader) or reader.discourse.you
    you = (reader.discourse.you,) if reader.discourse.you else ()
    reader.discourse.addressed = reader.discourse.sentence
    if token.value == "owner":
        reader.owner = you
    else:
        put_people(reader, token, you)


def _called(reader: Reader) -> str | None:
    """Who is called in the same sentence: "did you see her, Bob?", "for Bob: you said"; None for nobody."""
    tokens, index = reader.tokens, reader.index
    for at in range(index + 2, len(tokens)):
        token = tokens[at]
        if token.kind == "name" and token.form != "'s" and tokens[at - 1].kind == ",":
            last = at + 1 == len(tokens) or tokens[at + 1].kind in {".", "?"}
            apart = last or (tokens[at + 1].kind == "," and reader.discourse.you is None)
            return token.value if apart and token.value != reader.speaker[0] else None
    if reader.discourse.you is None and index and tokens[index - 1].kind == ":":
        named = [token.value for token in tokens[:index] if token.kind == "name" and token.form != "'s"]
        return named[0] if len(named) == 1 and named[0] != reader.speaker[0] else None
    return None
