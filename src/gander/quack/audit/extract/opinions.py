"""Opinions: whom a sentence accuses, and for whom it vouches.

A cue is a few words that tell an opinion, whatever adverbs stand between them and in whatever form "is"
stands there; the player stands right after them ("I'm leaning Bob") or is
the one whom their clause is about ("Bob's route worries me"). A denied cue tells nothing, but for "I
can't clear Bob", which leaves a doubt; nor does one that is supposed, granted or over: "if Bob is lying",
"I get why Bob looks bad, but", "at first Bob looked suspicious".
"""

from collections.abc import Iterator, Sequence

from gander.quack.audit.extract.cues import CUES, TELLING, Cue, OpinionType
from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.provisos import means
from gander.quack.audit.extract.targets import about, mention, named
from gander.quack.audit.extract.tokens import Token
from gander.quack.claims import Claim

__all__ = ["opinions"]

_STRENGTH = {"": 0, "weak": 1, "moderate": 2, "strong": 3}
_ENDS = frozenset((",", ";", ":", "-", "(", ")", ".", "?", "\n"))
_BOUNDS = _ENDS | {"conj", '"'}
_PARTS = frozenset(("but", "so", "while", "when", "where", "after", "because"))
_TURNS = frozenset((";", "-"))
_DENIES = words("not never nobody neither nor no without hardly less")
_ADVERBS = words(
    "definitely clearly likely probably very highly almost certainly really just now basically obviously"
    " heavily simply actually most strongly pretty extremely incredibly super mostly literally absolutely"
    " completely"
)
_FAR = 40  # tokens
_BARE = 3  # tokens: a name and its marks
_DOUBTS = frozenset(("maybe", "modal", "some"))
_CONDITIONS = words("if unless whether suppose assuming imagine")
_ANYHOW = words("anything vote voting choose choosing pick picking decide deciding wrong must")
_ACTS = words("act acting acted acts pretend pretending")
_GRANTS = words("get understand see know admit sure granted hear")
_OVER = frozenset(("initially", "at first"))
_HEDGES = _CONDITIONS | _ACTS | words("why initially at")
"""Words without one of which nothing is supposed."""
_THOUGHT = frozenset((("think", "it", "is"), ("believe", "it", "is"), ("think", "this", "is")))


def opinions(
    sentence: Sequence[Token],
    spoken: Sequence[str],
    discourse: Discourse,
    text: str,
    topics: Sequence[str] = (),
) -> list[Claim]:
    """The accusations and defenses of a sentence, each player once.

    Args:
        sentence: Its tokens.
        spoken: Their words.
        discourse: What is known.
        text: The utterance.
        topics: Players whom the sentences before spoke of, the last one first.
    """
    if len(sentence) <= _BARE:
        voted = _bare_vote(sentence, discourse, text)
        if voted is not None:
            return [voted]
    if TELLING.isdisjoint(spoken):
        return []
    cues = CUES
    if not _ADVERBS.isdisjoint(spoken):
        sentence = [token for token in sentence if token.word not in _ADVERBS]
    said = ["is" if token.value == "be" else token.word for token in sentence]
    said.append("")
    places = [
        index
        for index, word in enumerate(said)
        if word in cues and (said[index + 1] in cues[word] or "" in cues[word])
    ]
    said.pop()
    if not places:
        return []
    found: dict[tuple[OpinionType, str], tuple[Cue, Token, Token]] = {}
    out = {discourse.context.speaker, *(victim for victim, _ in discourse.context.bodies)}
    spoken_of = [name for name in topics if name not in out]
    hedged = not _HEDGES.isdisjoint(said)
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
                length = len(cue.words)
                if length > 2 and (place + length > last or tuple(said[place : place + length]) != cue.words):
                    continue
                if not means(sentence, first, place, cue):
                    continue
                if (hedged and _supposed(sentence, first, place)) or _granted(sentence, first, last, cue):
                    break
                meant = cue
                if _denied(sentence, first, place, cue):
                    turned = _turned(cue)
                    if turned is None:
                        break
                    meant = turned
                if cue.side == "before":
                    if _told(sentence, first, place):
                        break
                    targets = about(sentence[first:place], spoken_of, discourse)
                else:
                    targets = named(sentence, first, place, cue, discourse)
                if not targets:
                    continue
                for player in targets:
                    key = (meant.type, player)
                    if player not in out and (
                        key not in found or _STRENGTH[found[key][0].strength] < _STRENGTH[meant.strength]
                    ):
                        found[key] = (meant, sentence[first], sentence[last - 1])
                break
        if reached == len(places):
            break
        mention(sentence, first, last, spoken_of, out)
    return _claims(found, discourse, text)


def _turned(cue: Cue) -> Cue | None:
    """What a cue tells that is denied; None for nothing."""
    if cue.side == "after" and cue.type == "defense" and cue.words != ("confirm",):
        return cue._replace(type="accusation", strength="weak")  # "I can't clear Bob"
    if cue.words in _THOUGHT:
        return cue._replace(type="defense", strength="")  # "I don't think it's Bob"
    return None


def _claims(
    found: dict[tuple[OpinionType, str], tuple[Cue, Token, Token]], discourse: Discourse, text: str
) -> list[Claim]:
    me, asked = discourse.context.speaker, discourse.asked
    claims: list[Claim] = []
    for (type_, target), (cue, begin, end) in found.items():
        if type_ == "defense" and ("accusation", target) in found:
            continue  # "Bob's alibi is the weakest"
        span = (begin.start, end.end)
        if asked is not None and span[1] > asked:
            continue  # "should we vote Bob?" points at nobody yet
        claims.append(
            Claim(
                type_,
                me,
                subject=me,
                target=target,
                strength=cue.strength or None,
                basis=text[span[0] : span[1]] if type_ == "defense" else None,
                span=span,
            )
        )
    return claims


def _clauses(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence, from a token to another; what is quoted is left out."""
    kinds = [token.kind for token in sentence]
    marks = kinds.count('"')
    quoted, first = False, 0
    for index, kind in enumerate(kinds):
        if kind not in _BOUNDS:
            continue
        if kind == '"':
            if marks < 2:
                continue
        elif kind == "conj" and sentence[index].value not in _PARTS:
            continue
        if not quoted and first < index:
            yield first, index
        quoted, first = quoted != (kind == '"'), index + 1
    if not quoted and first < len(sentence):
        yield first, len(sentence)


def _supposed(sentence: Sequence[Token], first: int, place: int) -> bool:
    """Whether what stands at a place is no opinion that the speaker holds now."""
    for index in range(place - 1, max(-1, place - _FAR), -1):
        token = sentence[index]
        kind = token.kind
        if kind in _TURNS or (kind == "conj" and token.value in ("but", "so")):
            break
        if token.word in _CONDITIONS and kind == "maybe":
            if token.word == "unless" and index < first:
                break  # "unless he explains it, I'm voting Bob"
            # "if that's true, Bob is lying"; but "if we vote, I'm leaning Bob"
            return not any(one.word in _ANYHOW for one in sentence[index + 1 : index + 5])
        if index >= first:
            if kind == "time" and token.value.lower() in _OVER:
                return True  # "at first Bob looked suspicious"
            if token.word in _ACTS:
                return True  # "to act cleared"
            if token.word == "why" and index and sentence[index - 1].word in _GRANTS:
                return True  # "I get why Bob looks bad"
    return False


def _told(sentence: Sequence[Token], first: int, place: int) -> bool:
    """Whether a clause passes on what somebody else says: "Bob is saying Eve is a suspect"."""
    spoken = False
    for index in range(place - 1, first - 1, -1):
        token = sentence[index]
        if token.kind == "verb" and token.value == "say":
            being = sentence[index - 1].value == "be" if index > first else False
            spoken = spoken or (place - index > 1 and (token.form in ("f", "b") or being))
        elif spoken and token.kind in ("name", "P", "I", "W", "Y"):
            return token.kind in ("name", "P") and not token.form
    return False


def _granted(sentence: Sequence[Token], first: int, last: int, cue: Cue) -> bool:
    """Whether a slight doubt is only granted: "Bob could technically self-report, but"."""
    if cue.strength != "weak":
        return False
    turns = any(token.value == "but" for token in sentence[last : last + 3])
    return turns and any(
        token.kind in _DOUBTS or token.word == "technically" for token in sentence[first:last]
    )


def _denied(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> bool:
    far = 5 if cue.words != ("alibi",) else place
    before = sentence[max(first, place - far) : place]
    if cue.type == "defense" and before and before[-1].word == "only":
        return True  # "only clears Bob up to tick 7"
    return any(token.kind == "neg" or token.word in _DENIES for token in before)


def _bare_vote(sentence: Sequence[Token], discourse: Discourse, text: str) -> Claim | None:
    """Who says a name and nothing more, in all or as a last line, votes."""
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
    return Claim("accusation", me, subject=me, target=token.value, strength="strong", span=span)
