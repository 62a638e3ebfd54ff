"""Roles: whether players are a clause's subject, its objects, its companions or its agents."""

from gander.quack.audit.extract.clauses.frames import Frame, placed
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["meets", "put_people"]

_TAKES_OBJECT = words("see find confirm place kill have vouch suspect vote report deny leave")
_TRANSITIVE = words("passed passing pass crossed cross joined joining join followed following follow")
_ENCOUNTERS = {
    **dict.fromkeys(words("ran run running bumped bump bumping walked"), frozenset(("to",))),
    **dict.fromkeys(words("came come stumbled"), frozenset(("via", "at"))),
    **dict.fromkeys(words("crossed cross crossing overlapped overlap"), frozenset(("with",))),
}
"""Verbs of moving that with a preposition and a player mean an encounter: "ran into Bob"."""
_DEPENDS = words("relies relying rely depends depending depend hinges banking counting")
_BESIDE = frozenset(("with", "from", "by", "per", "to", "toward", "no", "via", "at"))
_OPENING = frozenset((",", "conj"))
_ONES = words("one person player people ones players person")


def put_people(reader: Reader, token: Token, names: tuple[str, ...], nominative: bool = False) -> None:
    """Put players where they belong: by the preposition before them, the verb, or the verb to come.

    Args:
        reader: The reader, at their token.
        token: It.
        names: They; empty for somebody unknown.
        nominative: Whether they can only be a subject ("he", not "him").
    """
    prep, reader.prep = reader.prep, ""
    current, previous = reader.current, reader.previous
    if previous is not None and previous.word == "no":
        return  # "no Bob there"
    if nominative and reader.discourse.asked is None and (previous is None or previous.kind in _OPENING):
        # So most subjects stand, and nothing of what follows holds of them.
        if names != reader.speaker and not reader.inside:
            reader.discourse.mention(names)
        reader.wait(names, token)
        reader.body_subject = False
        return
    aside = False
    if current is not None and not nominative and current.subject != reader.speaker:
        # "Eve confirms her in medbay": still about her
        centre = token.kind == "P" and current.kind in {"confirm", "place", "vouch"}
        centre = centre or current.kind == "suspect"  # "Eve suspects Bob because he was there"
        taken = not centre and current.kind in _TAKES_OBJECT and bool(current.subject) and not reader.fresh
        aside = (prep in _BESIDE and not (prep in {"no", "at"} and _topic(reader))) or (
            taken and not prep and reader.subject is None
        )
    elif current is None and reader.subject and prep == "with" and not nominative:
        aside = True  # "Bob's alibi with Eve is solid, and he"
    if names and names != reader.speaker and not reader.inside:
        if aside or (previous is not None and previous.word == "than"):
            behind = current.subject if current is not None and current.subject != reader.speaker else ()
            reader.discourse.mention(names, True, behind)
        else:
            reader.discourse.mention(names)
    if prep and not nominative and not _begins(reader):
        _governed(reader, token, names, prep)
        return
    if current is not None and not nominative:
        if (
            not reader.fresh
            and (current.kind in _TAKES_OBJECT or (current.word in _TRANSITIVE and not placed(current)))
            and not (current.objects or (current.kind == "leave" and placed(current)))
            and reader.subject is None
        ):
            current.objects, current.filled, current.end = names, True, token.end
            return
        if reader.fresh and current.kind == "see" and current.objects and _goes_on(reader):
            one = reader.go_on(token)
            lying = {victim for victim, _ in reader.discourse.context.bodies} if one.body else set()
            # "didn't see the body or Bob", "saw Eve dead and Bob leaving"
            one.objects, one.body = (
                names,
                not one.negated and bool(lying) and lying.issuperset(names),
            )  # "didn't see the body or Bob"
            return
        if names and reader.fresh and _gapped(reader, token, names):
            return
    if (
        current is not None
        and current.kind == "be"
        and not (current.subject or current.places or reader.fresh)
        and reader.discourse.asked is not None
    ):
        current.subject = names  # "were you in storage?"
        return
    if nominative:
        fronted = previous is not None and previous.kind in {"name", "names"}
        if fronted and reader.subject and token.value == "subject":
            reader.relative = reader.subject  # "Eve I only saw early"
        elif previous is not None and previous.word in _ONES and _is_one(current):
            assert current is not None
            reader.relative = current.subject  # "Eve was the last one I saw"
    elif _objective(token) and not (previous is not None and previous.word == "of") and not _absolute(reader):
        return  # "whoever was there before me"; but "both of them were there"
    elif current is not None and not reader.fresh and _ends(reader):
        return  # "took out Bob, then left"
    reader.wait(names, token)
    reader.body_subject = False


def _objective(token: Token) -> bool:
    """Whether a pronoun is an object's: "me", "her"."""
    return token.word in {"him", "her", "them", "us"} or (token.kind == "I" and token.value == "object")


def _gapped(reader: Reader, token: Token, names: tuple[str, ...]) -> bool:
    """Go on with who else was seen: "saw Bob enter medbay from storage, Eve from oxygen"."""
    current, following = reader.current, reader.following
    matrix = current.matrix if current is not None else None
    if current is None or matrix is None or matrix.kind != "see":
        return False
    if following is None or following.kind != "prep":
        return False
    if not _goes_on(reader):
        return False
    if following.word == "from" and current.kind == "go" and current.form == "b":
        kept = [place for place in current.places if place[0] != "from"]
        one = reader.go_on(token)
        one.subject, one.places, one.inward = names, kept, current.inward
        return bool(kept)
    if following.value != "at":
        return False
    reader.current = matrix
    one = reader.go_on(token)
    one.objects, one.companions = names, ()
    return True


def _topic(reader: Reader) -> bool:
    """Whether a mark sets somebody apart as what follows is about: "about Charlie: he"."""
    following = reader.following
    return following is not None and following.kind in {":", ",", "-"}


def _begins(reader: Reader) -> bool:
    """Whether a clause begins with a player after a noun: "by the time Bob left"."""
    previous, following = reader.previous, reader.following
    if previous is None or previous.kind != "x" or following is None or following.form != "f":
        return False
    before = reader.next(-2)
    return before is not None and before.word in {"the", "that", "same"}


def _is_one(current: Frame | None) -> bool:
    """Whether a clause tells who somebody is: "Eve was the last one"."""
    return current is not None and current.kind == "be" and bool(current.subject) and not current.places


def _ends(reader: Reader) -> bool:
    """Whether a clause ends with a player: a mark or conjunction follows."""
    following = reader.following
    return (
        following is None
        or following.kind in {",", ".", ";"}
        or (following.kind == "conj" and following.value in {"and", "then", "but"})
    )


def _governed(reader: Reader, token: Token, names: tuple[str, ...], prep: str) -> None:
    current = reader.current
    if meets(reader, prep):
        assert current is not None
        current.kind, current.objects, current.end = "see", names, token.end
    elif prep == "by" and names and _by_agent(reader, names):
        return
    elif prep == "for" and current is not None and current.kind == "vouch":
        current.objects = names
    elif (prep in {"with", "no", "by", "to", "between", "for"} or _upon(reader, prep)) and _absolute(reader):
        if current is not None and current.word == "sighting" and not (current.objects or reader.fresh):
            current.objects, current.filled = names, True  # "Bob's sighting of Eve leaving": he saw her leave
            return
        reader.wait(names, token)  # "with Bob seeing her", "the story of Bob leaving"
        if prep == "at" and reader.tokens[reader.index - 2].word in _DEPENDS:
            reader.supposed = True  # "that relies on Bob being there"
        elif prep == "at" and current is not None and current.kind == "other" and _others(reader, current):
            reader.discourse.tell(current.subject)  # "Bob and Eve line up on her being there"
    elif prep == "with":
        if (
            reader.then
            and current is not None
            and (current.companions or current.alone)
            and current.places
            and not reader.subject
        ):
            current = reader.go_on(token)  # "was in medbay with Bob, then with Eve in storage"
        if current is not None and current.sub and reader.fresh and reader.main is not None:
            # "stayed there after Eve left, with Bob still alive"
            current = reader.current = current if reader.subject is not None else reader.main
        if current is not None and not (reader.fresh and reader.subject is not None):
            current.companions += names
            current.end = token.end
            if names == reader.speaker and current.places and current.asserted and not current.negated:
                reader.discourse.stands(current.places[-1][1].rooms[-1])
        else:
            reader.companions += names
    elif prep == "per":
        if names and names != reader.speaker:
            if current is not None and reader.subject is None and not _leads_on(reader):
                current.source = names[0]
                if current.link == "who":
                    return  # "Bob, who was there according to Eve, saw me"
            reader.discourse.tell(names)
    elif prep == "for" and _to_do(reader):
        reader.wait(names, token)  # "for Bob to be there"
    elif current is not None:
        if prep == "no" and current.kind == "see" and current.word == "sighting" and not current.objects:
            current.objects, current.filled, current.end = names, True, token.end
        elif prep == "by":
            current.agents = names
            if current.word == "told" and names and names != reader.speaker:
                reader.discourse.tell(names)  # "I was told by Bob that"
            if current.passive and current.kind == "confirm" and names:
                current.source = names[0]


def _leads_on(reader: Reader) -> bool:
    """Whether "according to Bob" begins a clause: "..., then according to Bob, he left"."""
    comma, subject = reader.following, reader.next(2)
    if not reader.fresh or comma is None or comma.kind != "," or subject is None:
        return False
    return subject.kind in {"name", "names", "P", "I"}


def _others(reader: Reader, current: Frame) -> bool:
    return bool(current.subject) and reader.speaker[0] not in current.subject


def _upon(reader: Reader, prep: str) -> bool:
    """Whether players stand after "on": "Bob and Eve line up on Frank still being alive"."""
    previous = reader.previous
    return prep == "at" and previous is not None and previous.word == "on"


def _by_agent(reader: Reader, names: tuple[str, ...]) -> bool:
    """Give a passive its agent: "Bob was seen by Eve leaving", "Bob was confirmed leaving by Eve"."""
    current = reader.current
    if current is None or reader.fresh:
        return False
    told = current if current.passive else current.matrix
    if told is None or not told.passive or told.agents or told.kind not in {"see", "confirm", "place"}:
        return False
    if told is current and told.kind != "see" and _absolute(reader):
        return False  # "confirmed by Eve seeing him"
    told.agents, told.end = names, max(told.end, reader.tokens[reader.index].end)
    if told.kind != "see":
        told.source = names[0]
    if told is not current or told.kind != "see":
        current.source = names[0]
    return True


def _to_do(reader: Reader) -> bool:
    """Whether "for Bob" is followed by what he would have to do."""
    to, verb = reader.following, reader.next(2)
    return to is not None and to.word == "to" and verb is not None and verb.kind == "verb"


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
    following = reader.following
    if following is not None and following.word == "backing":
        return True  # "Eve finds her, with Bob backing Eve's route"
    if following is not None and (following.value == "both" or following.kind in {"neg", '"'}):
        following = reader.next(2)
    if following is None or following.kind != "verb" or following.form != "i":
        return False
    if following.value == "do":
        return False
    # "in medbay Eve is dead with Bob standing there": that is Bob's
    current = reader.current
    return following.value != "stay" or (current is not None and current.body and current.kind == "be")


def _goes_on(reader: Reader) -> bool:
    """Whether a name goes on a list of who was seen: no verb of its own follows."""
    following = reader.next(2)
    if following is not None and following.form == "f" and reader.tokens[reader.index + 1].value == "then":
        return False  # "I saw Bob and Eve; Bob then left"
    for token in reader.tokens[reader.index + 1 : reader.index + 7]:
        if token.kind in {"verb", "modal", "aux", "story", "route"}:
            return token.kind == "verb" and token.form == "i"
        if token.kind in {",", ".", ";", "-", "(", ")", "conj"}:
            return True
    return True
