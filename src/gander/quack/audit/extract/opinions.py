"""Opinions: whom a sentence accuses, and for whom it vouches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.lexer import Token
from gander.quack.audit.extract.lexicon import words
from gander.quack.claims import Claim

__all__ = ["opinions"]


class _Cue(NamedTuple):
    """Words that tell an opinion.

    Attributes:
        words: The words in order, in small letters; ``*`` stands for one or two words of any kind.
        type: What it is.
        strength: How strong; empty for a defense.
        side: Where the player stands: ``after`` the words, or ``before`` them.
    """

    words: tuple[str, ...]
    type: Literal["accusation", "defense"]
    strength: str
    side: Literal["after", "before"]


_Kind: TypeAlias = Literal["accusation", "defense"]
_Side: TypeAlias = Literal["after", "before"]

_TABLE: Mapping[tuple[_Kind, str, _Side], str] = {
    ("accusation", "strong", "after"): (
        "voting | vote | my vote is | vote out | voting out | eject | ejecting | locking | "
        "lock in | accuse | accusing | sure it is | confident it is | the duck is | the killer is | "
        "killer has to be | caught"
    ),
    ("accusation", "strong", "before"): (
        "is the duck | is our duck | is duck | is the killer | is lying | lied | did it | killed | "
        "kill | is the best vote | is my vote | is the vote | is the safest vote | is guilty | "
        "has to be the duck"
    ),
    ("accusation", "moderate", "after"): (
        "leaning | lean | suspect | suspicious of | sus of | suspicion on | suspicion of | "
        "focused on | points to | points at | pointing to | pointing at | point to | point at | "
        "point toward | points toward | case against | agree with suspicion | suspects are | "
        "suspect is | pressure on | eyes on | pushing | believe it is | think it is | leaves | "
        "concerned about | narrows to"
    ),
    ("accusation", "moderate", "before"): (
        "suspicious | sus | top suspect | main suspect | prime suspect | biggest suspect | "
        "strongest suspect | suspect | strongest suspicion | strongest vote | strongest candidate | "
        "strongest read | best candidate | concerns me | bothers me | worries me | stands out | "
        "add up | looks bad | looks worse | looks worst | opportunity | unaccounted | weakest | "
        "red flag | contradicts | my lean | sketchy | shady | convenient | most likely | "
        "likeliest | hiding | framing | deflecting | problem"
    ),
    ("accusation", "weak", "after"): (
        "wary of | a little toward | watch | watching out for | questions for | skeptical of | "
        "doubts about | curious about | hear from | question is where | between"
    ),
    ("accusation", "weak", "before"): (
        "needs to explain | need to explain | has to explain | should explain | needs to answer | "
        "needs to account | self-report | self report | self-reported | not cleared | not clear | "
        "unconfirmed | unverified | last person | last one | last seen | no alibi | no witness | "
        "no witnesses | could have killed | slightly suspicious"
    ),
    ("defense", "", "after"): (
        "vouch for | vouching for | trust | clear | clears | clearing | believe | back up | "
        "backs up | confirm | rule out | ruling out | alibi for | defend | not voting"
    ),
    ("defense", "", "before"): (
        "is clear | is cleared | looks clear | clear to me | checks out | check out | lines up | "
        "line up | matches | match | is innocent | cleared | less likely | unlikely | "
        "is consistent | vouched | alibi | far from | consistent | makes sense | looks clean | "
        "accounted for | is fine | corroborated | legit | believable"
    ),
}
_STRENGTH = {"": 0, "weak": 1, "moderate": 2, "strong": 3}
_ENDS = frozenset((",", ";", ":", "-", "(", ")", ".", "?", "\n"))


def _index() -> dict[str, list[_Cue]]:
    cues: dict[str, list[_Cue]] = {}
    for (type_, strength, side), text in _TABLE.items():
        for phrase in text.split("|"):
            words = tuple(phrase.split())
            cues.setdefault(words[0], []).append(_Cue(words, type_, strength, side))
    for found in cues.values():
        found.sort(key=lambda cue: -len(cue.words))
    return cues


_CUES = _index()
_ASIDES = words(
    "on for toward towards against the a very most just more still also currently at to out is be"
)
_PARTS = frozenset(("but", "so", "while", "when", "where", "after"))
_DENIES = words("not never nobody neither nor no without hardly doesn")


def opinions(sentence: Sequence[Token], discourse: Discourse, text: str) -> list[Claim]:
    """The accusations and defenses of a sentence, each player once.

    Args:
        sentence: Its tokens.
        discourse: What is known.
        text: The utterance.
    """
    found: dict[tuple[str, str], tuple[_Cue, Token, Token]] = {}
    me = discourse.context.speaker
    for clause in _clauses(sentence):
        for place, word in enumerate(clause):
            for cue in _CUES.get(word.word, ()):
                if not _stands(clause, place, cue.words):
                    continue
                if cue.words[0] != "not" and _denied(clause, place):
                    break
                for person in _targets(clause, place, cue):
                    if person.value == me:
                        continue
                    key = (cue.type, person.value)
                    if key not in found or _STRENGTH[found[key][0].strength] < _STRENGTH[cue.strength]:
                        found[key] = (cue, clause[0], clause[-1])
                break
    claims: list[Claim] = []
    for (type_, target), (cue, first, last) in found.items():
        span = (first.start, last.end)
        claims.append(
            Claim(
                cue.type,
                me,
                subject=me,
                target=target,
                asserted=not discourse.asked,
                strength=cue.strength or None,
                basis=text[span[0] : span[1]] if type_ == "defense" else None,
                span=span,
            )
        )
    return claims


def _clauses(sentence: Sequence[Token]) -> Iterator[list[Token]]:
    clause: list[Token] = []
    for token in sentence:
        if token.kind in _ENDS or (token.kind == "conj" and token.value in _PARTS):
            if clause:
                yield clause
            clause = []
        else:
            clause.append(token)
    if clause:
        yield clause


def _stands(clause: list[Token], place: int, words: tuple[str, ...]) -> bool:
    if len(words) == 1:
        return True
    if place + len(words) > len(clause):
        return False
    return all(clause[place + step].word == word for step, word in enumerate(words))


def _denied(clause: list[Token], place: int) -> bool:
    return any(token.kind == "neg" or token.word in _DENIES for token in clause[max(0, place - 5) : place])


def _targets(clause: list[Token], place: int, cue: _Cue) -> list[Token]:
    if cue.side == "after":
        for at in range(place + len(cue.words), min(len(clause), place + len(cue.words) + 4)):
            if clause[at].kind == "name":
                people = [clause[at]]
                if at + 2 < len(clause) and clause[at + 1].kind == "conj" and clause[at + 2].kind == "name":
                    people.append(clause[at + 2])
                return people
            if clause[at].word not in _ASIDES:
                return []
        return []
    people = [token for token in clause[:place] if token.kind == "name"]
    return people[:1]
