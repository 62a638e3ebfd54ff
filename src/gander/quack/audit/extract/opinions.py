"""Opinions: whom a sentence accuses, and for whom it vouches.

A cue is a few words that tell an opinion, whatever adverbs stand between them and in whatever form "is"
stands there; the player stands right after them ("I'm leaning Bob") or is
the one whom their clause is about ("Bob's route worries me"). A denied cue tells nothing, but for "I
can't clear Bob", which leaves a doubt.
"""

from collections.abc import Collection, Iterator, Sequence

from gander.quack.audit.extract.cues import CUES, Cue, OpinionType
from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.tokens import Token
from gander.quack.claims import Claim

__all__ = ["opinions"]

_STRENGTH = {"": 0, "weak": 1, "moderate": 2, "strong": 3}
_ENDS = frozenset((",", ";", ":", "-", "(", ")", ".", "?", "\n"))
_PARTS = frozenset(("but", "so", "while", "when", "where", "after", "because"))
_ASIDES = words(
    "on for toward towards against the a very most just more still also currently at to out is be here now"
    " right hard either both mainly probably definitely in going straight goes very closely"
)
_DENIES = words("not never nobody neither nor no without hardly less")
_BEFORE_BETWEEN = words("is am be down torn choosing split comes decide deciding")
_LISTS = words("leaves down between suspects suspect possibilities main among")
_ADVERBS = words(
    "definitely clearly likely probably very highly almost certainly really just now basically obviously"
    " simply actually most strongly pretty extremely incredibly super"
)
_WITH_OBJECT = frozenset(("see", "find", "have", "confirm", "place", "kill", "report"))
_BARE = 3  # tokens: a name and its marks
_PERSONS = frozenset(("name", "P", "Y"))
_DOUBTS = frozenset(("maybe", "modal", "some"))


def opinions(
    sentence: Sequence[Token], discourse: Discourse, text: str, topics: Sequence[str] = ()
) -> list[Claim]:
    """The accusations and defenses of a sentence, each player once.

    Args:
        sentence: Its tokens.
        discourse: What is known.
        text: The utterance.
        topics: Players whom the sentences before spoke of, the last one first.
    """
    kinds = {token.kind for token in sentence}
    if kinds.isdisjoint(_PERSONS):
        return []
    voted = _bare_vote(sentence, discourse, text)
    if voted is not None:
        return [voted]
    cues = CUES
    sentence = [token for token in sentence if token.word not in _ADVERBS]
    said = ["is" if token.value == "be" else token.word for token in sentence]
    places = [
        index
        for index, (word, second) in enumerate(zip(said, (*said[1:], ""), strict=True))
        if word in cues and (second in cues[word] or "" in cues[word])
    ]
    if not places:
        return []
    found: dict[tuple[OpinionType, str], tuple[Cue, Token, Token]] = {}
    me = discourse.context.speaker
    out = {me, *(victim for victim, _ in discourse.context.bodies)}
    spoken_of = [name for name in topics if name not in out]
    reached = 0
    for first, last in _clauses(sentence):
        while reached < len(places) and places[reached] < last:
            place = places[reached]
            reached += 1
            if place < first:
                continue  # it is quoted
            begun = cues[said[place]]
            second = said[place + 1] if place + 1 < last else ""
            for cue in (*begun.get(second, ()), *(begun.get("", ()) if second else ())):
                if not _stands(sentence, said, first, last, place, cue):
                    continue
                meant = cue
                if _denied(sentence, first, place):
                    if cue.type != "defense" or cue.side != "after":
                        break
                    meant = cue._replace(type="accusation", strength="weak")  # "I can't clear Bob"
                if cue.side == "before":
                    targets = _about(sentence[first:place], spoken_of, discourse)
                else:
                    targets = _named(sentence, first, place, cue, discourse)
                if not targets:
                    continue
                for player in targets:
                    key = (meant.type, player)
                    if player not in out and (
                        key not in found or _STRENGTH[found[key][0].strength] < _STRENGTH[meant.strength]
                    ):
                        found[key] = (meant, sentence[first], sentence[last - 1])
                break
        _mention(sentence, first, last, spoken_of, out)
    claims: list[Claim] = []
    for (type_, target), (cue, begin, end) in found.items():
        if type_ == "defense" and ("accusation", target) in found:
            continue  # "Bob's alibi is the weakest"
        span = (begin.start, end.end)
        claims.append(
            Claim(
                type_,
                me,
                subject=me,
                target=target,
                asserted=discourse.asked is None or span[1] <= discourse.asked,
                strength=cue.strength or None,
                basis=text[span[0] : span[1]] if type_ == "defense" else None,
                span=span,
            )
        )
    return claims


def _clauses(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence, from a token to another; what is quoted is left out."""
    marks = sum(1 for token in sentence if token.kind == '"')
    quoted, first = False, 0
    for index, token in enumerate(sentence):
        ends = token.kind in _ENDS or (token.kind == "conj" and token.value in _PARTS)
        if token.kind == '"' and marks > 1:
            if not quoted and first < index:
                yield first, index
            quoted, first = not quoted, index + 1
        elif ends:
            if not quoted and first < index:
                yield first, index
            first = index + 1
    if not quoted and first < len(sentence):
        yield first, len(sentence)


def _stands(
    sentence: Sequence[Token], said: Sequence[str], first: int, last: int, place: int, cue: Cue
) -> bool:
    """Whether a cue's words stand at a place, and mean what they mean as a cue."""
    length = len(cue.words)
    if sentence[place].word == "be" and any(token.word == "for" for token in sentence[first:place]):
        return False  # "for Bob to be the killer"
    if length > 1:
        return place + length <= last and tuple(said[place : place + length]) == cue.words
    before = sentence[place - 1] if place > first else None
    if cue.words == ("killed",):
        if before is None or before.value == "be" or before.word == "have":
            return False  # "was killed", "for Bob to have killed"
        return not any(token.kind in _DOUBTS for token in sentence[first:place])
    return cue.words != ("between",) or (before is not None and before.word in _BEFORE_BETWEEN)


def _denied(sentence: Sequence[Token], first: int, place: int) -> bool:
    before = sentence[max(first, place - 5) : place]
    return any(token.kind == "neg" or token.word in _DENIES for token in before)


def _subjects(clause: Sequence[Token]) -> list[int]:
    """Where a clause has its subjects: people who are neither governed by a preposition nor an object."""
    found: list[int] = []
    for index, token in enumerate(clause):
        before = clause[index - 1] if index else None
        if token.kind == "name":
            free = before is None or not (before.kind == "prep" or before.value in _WITH_OBJECT)
            if free or token.form or _acts(clause, index):
                found.append(index)
        elif (
            token.word in ("he", "she")
            or (token.kind == "Y" and token.value in ("subject", "owner"))
            or (token.word in ("his", "her") and (before is None or before.value not in _WITH_OBJECT))
        ):
            found.append(index)
    return found


def _acts(clause: Sequence[Token], index: int) -> bool:
    """Whether somebody's own verb follows: "believe Bob is"."""
    following = clause[index + 1] if index + 1 < len(clause) else None
    return following is not None and following.kind in ("verb", "modal", "neg") and following.form != "i"


def _mention(
    sentence: Sequence[Token], first: int, last: int, spoken_of: list[str], out: Collection[str]
) -> None:
    """Put the players of a clause before those spoken of earlier, its subjects foremost."""
    clause = sentence[first:last]
    subjects = [clause[index].value for index in _subjects(clause) if clause[index].kind == "name"]
    others = [token.value for token in clause if token.kind == "name" and token.value not in subjects]
    for name in (*others, *reversed(subjects)):
        if name not in out:
            if name in spoken_of:
                spoken_of.remove(name)
            spoken_of.insert(0, name)


def _about(before: Sequence[Token], spoken_of: Sequence[str], discourse: Discourse) -> list[str]:
    """The players whom a clause is about, up to a cue.

    Args:
        before: The clause up to the cue.
        spoken_of: The players named before the clause, the foremost first.
        discourse: Whom the speaker addresses, and what is known of pronouns.
    """
    for index, token in enumerate(before):
        if token.kind == "verb" and (token.value == "place" or token.word == "caught"):
            rest = [one for one in before[index + 1 :] if one.kind == "name"]
            if rest:
                return [rest[0].value]  # "Eve's account puts Bob as the last one"
    subjects = _subjects(before)
    if not subjects:
        return next(([token.value] for token in before if token.kind == "name"), [])
    token = before[subjects[-1]]
    if token.kind == "name":
        return _listed(before, subjects)
    if token.kind == "Y":
        return [discourse.you] if discourse.you is not None else []
    return [name for name in spoken_of if discourse.pronouns.fits(name, token.value)][:1]


def _listed(before: Sequence[Token], subjects: Sequence[int]) -> list[str]:
    """The last subject, with those that "or" or "and" joins to it."""
    people = [before[subjects[-1]].value]
    for earlier, later in zip(reversed(subjects[:-1]), reversed(subjects), strict=False):
        between = before[earlier + 1 : later]
        joined = all(one.kind == "conj" and one.value in ("and", "or") for one in between)
        if not between or not joined or before[earlier].kind != "name":
            break
        people.insert(0, before[earlier].value)
    return people


def _named(sentence: Sequence[Token], first: int, place: int, cue: Cue, discourse: Discourse) -> list[str]:
    """The players whom a cue names after it; none if the opinion is somebody else's."""
    me = discourse.context.speaker
    for token in sentence[first:place]:
        if token.kind in ("I", "W"):
            break
        if token.kind == "P" or (token.kind == "name" and not token.form and token.value != me):
            return []  # "Charlie is pushing Bob"
    people: list[str] = []
    at = place + len(cue.words)
    far = at + 4
    while at < len(sentence) and at < far:
        token = sentence[at]
        if token.kind == "name":
            if people and at + 1 < len(sentence) and sentence[at + 1].kind == ",":
                listed = at + 2 < len(sentence) and sentence[at + 2].kind in ("name", "conj")
                if not listed:
                    break  # "voting Bob, and Eve, I hope that you"
            people.append(token.value)
            far = at + 4
        elif token.kind == "Y" and token.value == "subject" and discourse.you is not None and not people:
            people.append(discourse.you)
            at += 1
            break
        elif token.kind == "I" or (token.kind in (",", "conj", "/") and (people or token.kind == "conj")):
            far += token.kind == "I"
        elif people or token.word not in _ASIDES:
            break
        at += 1
    if any(token.kind == "neg" for token in sentence[at : at + 3]):
        return []  # "leaning that Bob is not ..."
    return people if cue.words[0] in _LISTS else people[:2]


def _bare_vote(sentence: Sequence[Token], discourse: Discourse, text: str) -> Claim | None:
    """Who says a name and nothing more, in all or as a last line, votes."""
    if len(sentence) > _BARE:
        return None
    said = [token for token in sentence if token.kind not in (".", "\n", "x")]
    context = discourse.context
    if len(said) != 1 or said[0].kind != "name" or said[0].form:
        return None
    token = said[0]
    alone = not text[token.end :].strip(" \t\n.!*_") and text[: token.start].rstrip(" \t*_")[-1:] in (
        "",
        "\n",
    )
    if not alone or token.value in (context.speaker, *(victim for victim, _ in context.bodies)):
        return None
    me, span = context.speaker, (token.start, token.end)
    return Claim("accusation", me, subject=me, target=token.value, strength="weak", span=span)
