"""Opinions: whom a sentence accuses, and for whom it vouches.

A cue is a few words that tell an opinion, whatever adverbs stand between them and in whatever form "is"
stands there; the player stands right after them ("I'm leaning Bob") or is
the one whom their clause is about ("Bob's route worries me"). A denied cue tells nothing, but for "I
can't clear Bob", which leaves a doubt.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.tokens import Token
from gander.quack.claims import Claim

__all__ = ["opinions"]

_Type: TypeAlias = Literal["accusation", "defense"]
_Side: TypeAlias = Literal["after", "before"]


class _Cue(NamedTuple):
    """Words that tell an opinion.

    Attributes:
        words: The words, in small letters.
        type: What they tell.
        strength: How strongly; empty for a defense.
        side: Where the player stands: ``after`` the words, or ``before`` them.
    """

    words: tuple[str, ...]
    type: _Type
    strength: str
    side: _Side


_TABLE: Mapping[tuple[_Type, str, _Side], str] = {
    ("accusation", "strong", "after"): """
        voting | vote | votes | vote is | vote here is | vote on | vote for | vote out | vote off |
        voting for | voting out | eject | ejecting | accuse | accusing | locking | locked in on |
        lock in | sure it is | certain it is | confident it is | to is | must is | duck is |
        duck must is | killer is | killer must is | impostor is | imposter is | caught | choice is |
        pick is | answer is | vote right now is
    """,
    ("accusation", "strong", "before"): """
        is the duck | is our duck | is a duck | is duck | is the killer | is our killer |
        is the impostor | is the imposter | is the one lying | is lying | is the liar | lied |
        lying | did it | killed | is the vote | is my vote | is the best vote | is the safest vote |
        is the right vote | is my best vote | is the strongest vote | is the better vote |
        is guilty | fabricating | fabricated | a lie | is caught | murdered
    """,
    ("accusation", "moderate", "after"): """
        leaning | lean | lean is | lean toward | suspect | suspect is | suspects are |
        suspects to me are | suspicious of | sus of | suspicion | suspicion is | suspicion on |
        suspicion of | suspicion right now is | focused on | focus on | points to | points at |
        pointing to | pointing at | point to | point at | point toward | points toward |
        points straight at | pointing toward | case against | pressure on | eyes on | pushing |
        think it is | believe it is | leaves | narrows to | concerned about | concern is |
        concerns are | worried about | look hardest at | look hard at | looking at |
        stronger case on | hard on | down to | between | main people with opportunity are |
        possibilities are | concern with | problem with | issue with | contradicts |
        contradiction of | red flag is | among | right now it is | for me it is | me it is |
        think this is | believe this is | think that is
    """,
    ("accusation", "moderate", "before"): """
        suspicious | sus | suspect | suspects | suspicion | candidate | strongest read |
        concerns me | bothers me | worries me | worry me | bugs me | stands out | add up |
        looks bad | looks worse | looks worst | looks rough | looks guilty | opportunity |
        clearest | cleanest | unaccounted | weakest | red flag | red flags | my lean | sketchy |
        shady | convenient | conveniently | hiding | framing | frame | twisting | deflecting |
        deflection | shifting | fake | faking | the one who | the one with | only person |
        only one | fits both | fits best | last person | last one | questionable | problem | issue |
        hole | most likely | worst | stretched | dodging
    """,
    ("accusation", "weak", "after"): """
        wary of | a little toward | watch | questions for | skeptical of | doubts about |
        question is where | question for | question mark on
    """,
    ("accusation", "weak", "before"): """
        explain | to answer | to account | account for | give exact | self-report | self-reporting |
        self-reported | self report | self-reports | technically | reporter | reporting |
        unconfirmed | unverified | unvouched | last seen | last known | last confirmed | no alibi |
        no witness | no witnesses | zero witnesses | could have killed | slightly suspicious | gap |
        possible | question mark
    """,
    ("defense", "", "after"): """
        vouch for | vouching for | vouches for | trust | clear | clears | clearing | cleared |
        believe | back up | backs up | rule out | ruling out | alibi for | defend | not voting
    """,
    ("defense", "", "before"): """
        is clear | is cleared | looks clear | clear to me | checks out | check out | lines up |
        line up | matches | match | is innocent | cleared | less likely | unlikely | is consistent |
        vouched | alibi | consistent | makes sense | looks clean | accounted for | is fine |
        corroborated | legit | believable | less suspicious | hard for | confirmed in |
        confirmed at
    """,
}
_STRENGTH = {"": 0, "weak": 1, "moderate": 2, "strong": 3}
_ENDS = frozenset((",", ";", ":", "-", "(", ")", ".", "?", "\n"))
_PARTS = frozenset(("but", "so", "while", "when", "where", "after", "because"))
_ASIDES = words(
    "on for toward towards against the a very most just more still also currently at to out is be here now"
    " right hard either both mainly probably definitely in"
)
_DENIES = words("not never nobody neither nor no without hardly less")
_BEFORE_BETWEEN = words("is am be down torn choosing split comes decide deciding")
_LISTS = words("leaves down between suspects suspect possibilities main among")
_ADVERBS = words(
    "definitely clearly likely probably very highly almost certainly really just now basically obviously"
    " simply actually most strongly pretty extremely incredibly super"
)
_PERSONS = frozenset(("name", "P", "Y"))
_DOUBTS = frozenset(("maybe", "modal", "some"))


def _index() -> dict[str, dict[str, list[_Cue]]]:
    """The cues by their first word and their second, if they have one; the longest first."""
    cues: dict[str, dict[str, list[_Cue]]] = {}
    for (type_, strength, side), text in _TABLE.items():
        for phrase in text.split("|"):
            first, second, *_ = said = (*phrase.split(), "")
            cues.setdefault(first, {}).setdefault(second, []).append(_Cue(said[:-1], type_, strength, side))
    for by_second in cues.values():
        for found in by_second.values():
            found.sort(key=lambda cue: -len(cue.words))
    return cues


_CUES = _index()


def opinions(sentence: Sequence[Token], discourse: Discourse, text: str) -> list[Claim]:
    """The accusations and defenses of a sentence, each player once.

    Args:
        sentence: Its tokens.
        discourse: What is known.
        text: The utterance.
    """
    if not any(token.kind in _PERSONS for token in sentence):
        return []
    cues = _CUES
    sentence = [token for token in sentence if token.word not in _ADVERBS]
    said = ["is" if token.value == "be" else token.word for token in sentence]
    places = [index for index, word in enumerate(said) if word in cues]
    if not places:
        return []
    found: dict[tuple[_Type, str], tuple[_Cue, Token, Token]] = {}
    me = discourse.context.speaker
    out = {me, *(victim for victim, _ in discourse.context.bodies)}
    named: str | None = None
    reached = 0
    for first, last in _clauses(sentence):
        spoken_of = named
        for token in sentence[first:last]:
            if token.kind == "name" and token.value != me:
                named = token.value
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
                    targets = _about(sentence[first:place], spoken_of, discourse.you)
                else:
                    targets = _named(sentence, first, place, cue, me)
                if not targets:
                    continue
                for player in targets:
                    key = (meant.type, player)
                    if player not in out and (
                        key not in found or _STRENGTH[found[key][0].strength] < _STRENGTH[meant.strength]
                    ):
                        found[key] = (meant, sentence[first], sentence[last - 1])
                break
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
    sentence: Sequence[Token], said: Sequence[str], first: int, last: int, place: int, cue: _Cue
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


def _about(before: Sequence[Token], spoken_of: str | None, you: str | None) -> list[str]:
    """The player whom a clause is about, up to a cue.

    Args:
        before: The clause up to the cue.
        spoken_of: The player named last before the clause.
        you: The player addressed.
    """
    for index, token in enumerate(before):
        if token.kind == "verb" and token.value == "place":
            rest = [one for one in before[index + 1 :] if one.kind == "name"]
            if rest:
                return [rest[0].value]  # "Eve's account puts Bob as the last one"
    for token in before:
        if token.kind == "name":
            return [token.value]
        if token.kind == "P" and token.word in ("he", "she") and spoken_of is not None:
            return [spoken_of]
        if token.kind == "Y" and you is not None:
            return [you]
    return []


def _named(sentence: Sequence[Token], first: int, place: int, cue: _Cue, me: str) -> list[str]:
    """The players whom a cue names after it; none if the opinion is somebody else's."""
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
            people.append(token.value)
            far = at + 4
        elif token.kind == "I" or (token.kind in (",", "conj", "/") and (people or token.kind == "conj")):
            far += token.kind == "I"
        elif people or token.word not in _ASIDES:
            break
        at += 1
    if any(token.kind == "neg" for token in sentence[at : at + 3]):
        return []  # "leaning that Bob is not ..."
    return people if cue.words[0] in _LISTS else people[:2]
