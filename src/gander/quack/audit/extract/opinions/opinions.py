"""Opinions: whom a sentence accuses, and for whom it vouches.

A cue is a few words that tell an opinion, whatever adverbs stand between them and in whatever form "is"
stands there; the player stands right after them ("I'm leaning Bob") or is
the one whom their clause is about ("Bob's route worries me").
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from gander.quack.audit.extract.clauses.antecedents import antecedent, resumed, sums_up
from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.opinions.accusing import ANSWERS
from gander.quack.audit.extract.opinions.cues import TELLING, Cue, OpinionType, cues_in
from gander.quack.audit.extract.opinions.held import HEDGES, denied, granted, softened, supposed, told, turned
from gander.quack.audit.extract.opinions.provisos import means
from gander.quack.audit.extract.opinions.targets import about, mention, named
from gander.quack.audit.extract.words.lexicon import WORDS, words
from gander.quack.audit.extract.words.tokens import Token
from gander.quack.claims import Claim

__all__ = ["opinions", "settled"]

_STRENGTH = {"": 0, "weak": 1, "moderate": 2, "strong": 3}
_ENDS = frozenset((",", ";", ":", "-", "(", ")", ".", "?", "\n"))
_BOUNDS = _ENDS | {"conj", '"'}
_PEOPLE = frozenset(("name", "P", "Y", "W"))
_PARTS = frozenset(("but", "so", "while", "when", "where", "after", "because"))
_ADVERBS = words(
    "definitely clearly likely probably very highly almost certainly really just now basically obviously"
    " heavily simply actually most strongly pretty extremely incredibly super mostly literally absolutely"
    " completely directly 100 also fully geographically"
)
_SINGULAR = words("is was has seems looks sounds")
_DEGREES = words("less least as")
_FORMS = frozenset(word for word, entry in WORDS.items() if entry.value == "be" and word != "is")
"""The forms of "is"."""
_LISTED = 9  # tokens: a cue and the two whom it names
_BARE = 3  # tokens: a name and its marks


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
    telling = TELLING.intersection(spoken)
    if not telling:
        return []
    adverbs = _ADVERBS.intersection(spoken)
    if adverbs:
        if "likely" in adverbs and spoken[spoken.index("likely") - 1] in _DEGREES:
            adverbs -= {"likely"}  # "less likely"
        sentence, spoken = _without(adverbs, sentence, spoken)
    said = _with_is(sentence, spoken)
    cues = cues_in(said, telling)
    if not cues:
        return []
    kinds = [token.kind for token in sentence]
    if _PEOPLE.isdisjoint(kinds):
        return []
    found: dict[tuple[OpinionType, str], tuple[Cue, Token, Token]] = {}
    out = _out(discourse.context.speaker, discourse.context.bodies)
    spoken_of = [name for name in topics if name not in out]
    hedged = not HEDGES.isdisjoint(said)
    reached = before_it = 0
    done = -1  # a place of which no shorter cue is asked
    for first, last in _clauses(sentence, kinds):
        while reached < len(cues) and cues[reached][0] < last:
            place, cue = cues[reached]
            reached += 1
            if place < first or place == done or place + len(cue.words) > last:
                continue  # it is quoted, or parted by a mark
            if not means(sentence, first, place, cue) or (cue.words in ANSWERS and _answers(sentence, text)):
                continue
            done = place
            meant = softened(sentence, first, place, cue)
            if (hedged and supposed(sentence, first, place)) or granted(sentence, first, last, meant):
                continue
            if denied(sentence, first, place, cue):
                contrary = turned(sentence[first:place], cue)
                if contrary is None:
                    continue
                meant = contrary
            if cue.side == "after":
                targets = named(sentence, first, place, cue, discourse)
            elif told(sentence, first, place):
                continue
            elif meant.type == "accusation" and sums_up(sentence[first:place]):
                targets = antecedent(sentence[before_it : max(before_it, first - 1)])
            else:
                began = resumed(sentence, first)
                targets = about(sentence[began:place], spoken_of, discourse, sentence[:began])
            if not targets:
                done = -1
            elif len(targets) > 1 and meant.strength == "strong" and _either(sentence, first, place, cue):
                meant = meant._replace(strength="weak")  # "it can only be Bob or Eve"
            for player in targets:
                key = (meant.type, player)
                if player not in out and (
                    key not in found or _STRENGTH[found[key][0].strength] < _STRENGTH[meant.strength]
                ):
                    found[key] = (meant, sentence[first], sentence[last - 1])
        if reached == len(cues):
            break
        mention(sentence, first, last, spoken_of, out)
        before_it = first
    return _claims(found, discourse, text)


@lru_cache(maxsize=256)
def _out(speaker: str, bodies: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """Of whom a speaker has no opinion: himself and the dead; each sentence of his asks."""
    return frozenset((speaker, *(victim for victim, _ in bodies)))


def _answers(sentence: Sequence[Token], text: str) -> bool:
    """Whether a question stands before a sentence."""
    return text[: sentence[0].start].rstrip(' \t\n*_"”').endswith("?")


def _either(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> bool:
    """Whether the players beside a cue are joined by "or"."""
    beside = sentence[place : place + _LISTED] if cue.side == "after" else sentence[first:place]
    return any(token.value == "or" or token.word == "either" for token in beside)


def _without(
    dropped: Collection[str], sentence: Sequence[Token], spoken: Sequence[str]
) -> tuple[list[Token], list[str]]:
    """A sentence without some of its words."""
    tokens, left = list(sentence), list(spoken)
    for word in dropped:
        for _ in range(left.count(word)):
            at = left.index(word)
            del tokens[at], left[at]
    return tokens, left


def _with_is(sentence: Sequence[Token], spoken: Sequence[str]) -> tuple[str, ...]:
    """A sentence's words, with "is" for every form of it."""
    forms = _FORMS.intersection(spoken)
    if not forms:
        return tuple(spoken)
    said = list(spoken)
    for word in forms:
        at = -1
        for _ in range(spoken.count(word)):
            at = spoken.index(word, at + 1)
            if sentence[at].value == "be":
                said[at] = "is"
    return tuple(said)


def settled(claims: Collection[Claim]) -> list[Claim]:
    """The claims of a speech without what it takes back.

    Whom a speech suspects, it clears in a detail at most ("his early route checks out"); whom it vouches for,
    it doubts for the sake of argument at most ("a self-report is possible, but").
    """
    accusations = [claim for claim in claims if claim.type == "accusation"]
    defended = {claim.target for claim in claims if claim.type == "defense"}
    if not defended or not accusations:
        return list(claims)
    suspected = {claim.target for claim in accusations if claim.strength != "weak"}
    cleared = defended - suspected
    return [
        claim
        for claim in claims
        if not (
            (claim.type == "defense" and claim.target in suspected)
            or (claim.type == "accusation" and claim.target in cleared)
        )
    ]


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


def _clauses(sentence: Sequence[Token], kinds: list[str]) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence, from a token to another; what is quoted is left out."""
    quoted, first = False, 0
    for index, kind in enumerate(kinds):
        if kind not in _BOUNDS:
            continue
        if kind == '"':
            if kinds.count('"') < 2:
                continue
        elif kind == "conj":
            if sentence[index].value not in _PARTS:
                continue
        elif kind == "," and index and kinds[index - 1] == "name" and _lists(sentence, kinds, index):
            continue
        if not quoted and first < index:
            yield first, index
        quoted, first = quoted != (kind == '"'), index + 1
    if not quoted and first < len(sentence):
        yield first, len(sentence)


def _lists(sentence: Sequence[Token], kinds: list[str], comma: int) -> bool:
    """Whether a comma stands in a list of three or more: "Bob, Charlie, and I have interlocking alibis"."""
    size = 2 if comma > 1 and kinds[comma - 2] == "," else 1
    at = comma + 1
    while at + 1 < len(kinds):
        if kinds[at] == "conj" and sentence[at].value in ("and", "or"):
            own, last = kinds[at + 1] == "I", at + 2
            alone = last < len(kinds) and sentence[last].word in _SINGULAR
            return own or (kinds[at + 1] == "name" and size > 1 and not alone)
        if kinds[at] != "name":
            return False
        size += 1
        at += 2 if kinds[at + 1] == "," else 1
    return False


def _bare_vote(sentence: Sequence[Token], discourse: Discourse, text: str) -> Claim | None:
    """Who says a name and nothing more, in all or as a last line, votes."""
    said = [token for token in sentence if token.kind not in (".", "\n", "x")]
    context = discourse.context
    if len(said) != 1 or said[0].kind != "name" or said[0].form:
        return None
    token = said[0]
    earlier = text[: token.start].rstrip(" \t*_")
    last = not text[token.end :].strip(" \t\n.!*_") and earlier[-1:] in ("", "\n")
    alone = last or earlier.rstrip("\n.:").endswith(" vote")  # "I'm changing my vote. Bob."
    if not alone or token.value in (context.speaker, *(victim for victim, _ in context.bodies)):
        return None
    me, span = context.speaker, (token.start, token.end)
    return Claim("accusation", me, subject=me, target=token.value, strength="strong", span=span)
