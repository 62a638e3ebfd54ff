"""Held: whether a cue's words tell an opinion, and one that the speaker holds now.

A denied cue tells nothing, but for "I can't clear Bob", which leaves a doubt, and "I don't think it's Bob",
which clears him; nor does one that is supposed, granted, somebody else's or over: "if Bob is lying", "I get
why Bob looks bad, but", "Bob is saying Eve is a suspect", "at first Bob looked suspicious".
"""

from collections.abc import Sequence

from gander.quack.audit.extract.opinions.cues import Cue
from gander.quack.audit.extract.words.lexicon import WORDS, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["HEDGES", "denied", "granted", "of_another", "softened", "supposed", "told", "turned"]

_TURNS = frozenset((";", "-"))
_DENIES = words("not never nobody nothing neither nor no without hardly less unlikely") | {
    word for word, entry in WORDS.items() if entry.kind == "neg"
}
_ONCE = words("used wanted")
_TO_VOTE = words("vote accuse eject voting")
_ABOUT = words("going about ready tempted planning prepared inclined")
_TO_DO = 3  # tokens: "I wanted to"
_STOPS = _TURNS | {",", ":", "("}
_FAR = 40  # tokens
_NEAR = 12  # tokens
_LATER = 8  # tokens
_DOUBTS = frozenset(("maybe", "modal", "some"))
_CONDITIONS = words("if unless whether suppose assuming imagine")
_ANYHOW = words("anything skip skipping vote voting choose choosing pick picking decide deciding must")
_ACTS = words("act acting acted acts pretend pretending")
_GRANTS = words("get understand see know admit sure granted hear")
_COULD = words("could might may")
_PERHAPS = words("maybe perhaps possibly possible")
_WAS = words("looked seemed could might")
_PARTIAL = words("partial part early earlier kind")
_WHO = frozenset(("name", "P", "Y", "W", "time"))
_OUGHT = words("need should must have")
_TOO = words("either too")
_FAVORS = words("fair far good consistent solid less clear matches lines fits")
_OVER = frozenset(("initially", "at first"))
_WISHES = words("hope hoping hopefully assume assumed assumes assuming suppose supposing")
HEDGES = _CONDITIONS | _ACTS | _WISHES | words("why initially at either whoever say")
"""Words without one of which nothing is supposed."""
_HOLDERS = frozenset(("name", "P", "I", "Y", "W"))
_IT = words("it this that which report")
_NO_DOUBT = (("confirm",), ("doubt",))
_OF_THINGS = words("clears rules exonerates vouches backs")
_TELLS = words("suggest suggests suggested suggesting wants want wanted")
_SOMEBODY = words("somebody someone anybody anyone")
_WANTS = words("wants want to would wanted is can could might")
_ADVISED = words("guys all need should have must both")
_THOUGHT = frozenset((("think", "it", "is"), ("believe", "it", "is"), ("think", "this", "is")))
_CARES = frozenset(
    (("suspect",), ("suspicious", "of"), ("sus", "of"), ("worried", "about"), ("concerned", "about"))
)
_ALONE = frozenset((("only", "person"), ("only", "one")))
_MEETS = words("crossed passed met encountered")
_IMPLIES = words("imply implies implied implying insinuate insinuating")
_PROVES = words("prove proving")
_WOULD = words("would could might 'd")
_ACCORDING = 5  # tokens: "according to her story,"
_EVERYBODY = words("everyone everybody people others")
_DISBELIEVES = words("thought doubt disagree")


def supposed(sentence: Sequence[Token], first: int, place: int) -> bool:
    """Whether what stands at a place is no opinion that the speaker holds now."""
    for index in range(place, min(place + _NEAR, len(sentence) - 1)):
        if sentence[index].kind in _STOPS:
            break
        if sentence[index + 1].word == "if" and sentence[index].word == "only":
            return True  # "Bob had an opportunity to be alone only if the times are wrong"
    for index in range(place - 1, max(-1, place - _FAR), -1):
        token = sentence[index]
        kind = token.kind
        if kind in _TURNS or (kind == "conj" and token.value in ("but", "so")):
            if token.word == "because" and index and sentence[index - 1].kind == "(":
                continue  # "either Bob is lying (because he killed her), or Eve is"
            break
        if token.word in _CONDITIONS and kind == "maybe":
            if token.word == "unless" and index < first:
                break  # "unless he explains it, I'm voting Bob"
            if token.word == "if" and index < first and _concludes(sentence[first : place + 1]):
                break  # "if Eve was there, we need to look at Bob"
            # "if that's true, Bob is lying"; but "if we vote, I'm leaning Bob"
            return not any(one.word in _ANYHOW for one in sentence[index + 1 : min(index + 5, place)])
        if token.word == "whoever":
            return True  # "whoever came after Bob is the Duck"
        if token.word == "either" and not _alternatives(sentence, index):
            return True  # "either Bob lied or Eve killed her"; but "either Bob or Eve is the Duck"
        if index >= first:
            if kind == "time" and token.value.lower() in _OVER:
                return True  # "at first Bob looked suspicious"
            if token.word in _ACTS and (token.word != "acting" or sentence[index + 1].word == "like"):
                return True  # "to act cleared"
            if token.word == "why" and index and sentence[index - 1].word in _GRANTS:
                return True  # "I get why Bob looks bad"
            if token.word in _WISHES or (
                token.word == "say" and (index == first or _lets(sentence[index - 1]))
            ):
                return True  # "let's assume Bob is innocent", "I hope he is", "say Bob did it: why then"
    return False


def _lets(token: Token) -> bool:
    return token.word in ("let", "let's", "lets", "us")


def _alternatives(sentence: Sequence[Token], at: int) -> bool:
    """Whether "either" parts two players: "either Bob or Eve is the Duck"; not "he is either lying or"."""
    person, other = sentence[at + 1 : at + 2], sentence[at + 2 : at + 3]
    return any(one.value == "or" for one in other) and any(one.kind in _HOLDERS for one in person)


def _concludes(clause: Sequence[Token]) -> bool:
    """Whether a clause is the speaker's own word on what to do, and not on what he would do."""
    own = any(token.kind in ("I", "W") for token in clause)
    # "if the game goes on, we need to vote Bob" speaks of what is to come
    return own and not clause[-1].word.startswith("vot") and any(one.word in _OUGHT for one in clause)


def told(sentence: Sequence[Token], first: int, place: int) -> bool:
    """Whether a clause passes on what somebody else says: "Bob is saying Eve is a suspect"."""
    spoken = False
    if first > 1 and sentence[first - 1].kind == '"' and sentence[first - 2].word in _PROVES:
        return True  # 'you tried to "prove" Bob was lying'
    if sentence[0].word == "according" and first <= _ACCORDING and sentence[2].kind != "I":
        return True  # "according to Eve, Bob is lying"
    for index in range(place - 1, first - 1, -1):
        token = sentence[index]
        if token.word in _IMPLIES or (
            token.word in _DISBELIEVES
            and any(one.kind == "I" for one in sentence[max(first, index - 2) : index])
        ):
            return True  # "you are implying Bob killed her", "I thought Bob was lying"
        if token.word in _PROVES and not any(one.kind == "I" for one in sentence[first:index]):
            return True  # "you tried to prove that Bob was lying"
        if token.word == "mean" and index > first and sentence[index - 1].word in _WOULD:
            return True  # "that would mean Bob is lying"
        if token.kind == "verb" and (token.value in ("say", "think") or token.word in ("calls", "calling")):
            being = sentence[index - 1].value == "be" if index > first else False
            spoken = spoken or (place - index > 1 and (token.form in ("f", "b") or being))
        elif spoken and token.word in _EVERYBODY:
            return True  # "everyone is calling Bob suspicious"
        elif spoken and token.kind in ("name", "P", "I", "W", "Y"):
            return token.kind in ("name", "P", "Y") and not token.form
    return False


def granted(sentence: Sequence[Token], first: int, last: int, cue: Cue) -> bool:
    """Whether a slight doubt is only granted: "Bob could technically self-report, but"."""
    if last + 1 < len(sentence) and sentence[last].kind == "," and sentence[last + 1].word == "sure":
        return True  # "Bob's timing is convenient, sure, but"
    if last + 1 < len(sentence) and sentence[last].kind == "-" and sentence[last + 1].word == "except":
        return cue.strength != "strong"  # "Bob had an opportunity - except he came late"
    clause = sentence[first:last]
    if last < len(sentence) and sentence[last].kind == "(":
        # "Bob has no alibi (he was alone), but his route is far"
        last = next((at + 1 for at in range(last, len(sentence)) if sentence[at].kind == ")"), last)
    if cue.words in _ALONE and any(token.word == "early" for token in sentence[last : last + _LATER]):
        return True  # "Bob is the only one I saw near her, but that was early"
    ahead = [token.value for token in sentence[last : last + 3]]
    if "but" not in ahead or cue.strength == "strong":
        return False
    turns = last + ahead.index("but")
    if cue.type == "defense":
        # "Bob has a partial alibi, but he", "I can vouch that Bob was there early, but Bob,"
        partly = any(token.word in _PARTIAL for token in clause)
        return partly and any(one.kind in _WHO for one in sentence[turns + 1 : turns + 3])
    if cue.strength == "weak" and sentence[turns - 2].word in _TOO and sentence[turns - 1].kind == ",":
        return True  # "Bob has no alibi either, but"
    if cue.strength == "moderate":
        if len(clause) > 1 and clause[0].kind == "I" and clause[1].word in _GRANTS:
            return True  # "I know Bob looks bad, but"
        return any(token.word in _WAS for token in clause)  # "Bob looked suspicious, but the times clear him"
    if any(token.word in _FAVORS for token in sentence[turns + 1 : turns + 7]):
        return True  # "Bob is unverified, but what he says is fair"
    return any(
        token.word == "technically" or (token.kind in _DOUBTS and sentence[first + at + 1].word != "say")
        for at, token in enumerate(clause)
    )


def softened(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> Cue:
    """What a cue tells of whom it "could be", or whom alone one saw: a slight doubt."""
    if cue.words in _ALONE:
        after = [token.kind for token in sentence[place + 2 : place + 4]]
        # "Bob is the only person I saw near there"
        seen = after[:1] == ["I"] and after[1:] != ["neg"] and _sees(sentence[place + 3 : place + 5])
        return cue._replace(strength="weak") if seen else cue
    if cue.words == ("lied",):
        could = any(token.word in _COULD for token in sentence[max(first, place - 6) : place])
        return cue._replace(strength="weak") if could else cue  # "Bob could have slipped out or lied"
    if cue.strength != "strong" or cue.side != "before":
        return cue
    perhaps = any(token.word in _PERHAPS for token in sentence[first:place])
    could = sentence[place].word == "be" and any(
        token.word in _COULD for token in sentence[max(first, place - 2) : place]
    )
    return cue._replace(strength="weak") if could or perhaps else cue


def _sees(tokens: Sequence[Token]) -> bool:
    """As in "saw", "crossed paths with", "ever met"."""
    return any(token.value == "see" or token.word in _MEETS for token in tokens)


def denied(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> bool:
    """Whether what a cue tells is denied: "I'm not voting Bob"."""
    far = 5 if cue.words != ("alibi",) else place
    near = sentence[max(first, place - 4) : place]
    if "enough" in [token.word for token in near]:
        far = _NEAR  # "I don't think that this is strong enough to vote Bob"
    before = sentence[max(first, place - far) : place]
    said = ["", *[token.word for token in before]]
    last = said[-1]
    if cue.type == "defense" and last == "only":
        return True  # "only clears Bob up to tick 7"
    if last == "to" and (said[-3:-2] == ["for"] or (said[-2] == "have" and _WOULD & {*said[-4:]})):
        return True  # "for Bob to be the liar, he'd have to be"
    if last == "least" and said[-2] not in ("", "at"):
        return True  # "Bob is the least suspicious"
    if cue.type == "accusation" and cue.side == "after" and last in ("than", "over"):
        return True  # "I'd rather skip than vote Bob"
    if cue.words[0] == "is" and "nobody" in said[2:]:
        return False  # "Bob seeing nobody is weird"
    if last == "from" and said[-2] == "far":
        return True  # "Bob is far from cleared"
    if cue.side == "after" and last == "to" and _gave_up(near):
        return True
    if last == "to" and cue.words[0] in _TO_VOTE and "too" in said:
        return True  # "it is too early to vote Bob"
    return not _DENIES.isdisjoint(said) or "neg" in [token.kind for token in before]


def _gave_up(before: Sequence[Token]) -> bool:
    """As in "I was going to vote Bob", "I used to suspect him"."""
    if len(before) < _TO_DO or before[-1].word != "to":
        return False
    intent = before[-2].word
    return intent in _ONCE or (intent in _ABOUT and any(token.word == "was" for token in before))


def turned(before: Sequence[Token], cue: Cue) -> Cue | None:
    """What a cue tells that is denied, behind its clause's other words; None for nothing."""
    said = [token.word for token in before[-4:]]
    if said[-1:] == ["only"]:
        return None  # "I can only clear Bob for the start"
    if cue.words == ("adds", "up"):
        return cue._replace(type="accusation", strength="moderate")  # "nothing about Bob's story adds up"
    if cue.side == "after" and cue.type == "defense" and cue.words not in _NO_DOUBT:
        who = next((token for token in reversed(before) if token.kind in _HOLDERS or token.word in _IT), None)
        if cue.words[0] in _OF_THINGS or (who is not None and who.word in _IT):
            return None  # "that doesn't clear Bob", "it hardly rules out Bob"
        return cue._replace(type="accusation", strength="weak")  # "I can't clear Bob"
    if cue.words in _CARES and before and before[-1].kind == "neg":
        return cue._replace(type="defense", strength="")  # "I'm not suspicious of Bob"
    if cue.side == "before" and cue.type == "accusation" and ["no", "way"] in (said[:2], said[1:3]):
        return cue._replace(type="defense", strength="")  # "there's no way Bob did it"
    if cue.words in _THOUGHT:
        return cue._replace(type="defense", strength="")  # "I don't think it's Bob"
    return None


def of_another(sentence: Sequence[Token], first: int, place: int, me: str) -> bool:
    """Whether the one nearest before a cue who may hold an opinion is not the speaker."""
    inherits = first == 0 or sentence[first - 1].value not in ("while", "when", "after")
    for index in range(place - 1, max(first - 1 if inherits else -1, place - _FAR), -1):
        token = sentence[index]
        kind = token.kind
        before = sentence[index - 1] if index else None
        if kind in ("I", "W"):
            # "Bob wants us to vote Eve"
            if before is not None and (before.value == "say" or before.word in _TELLS):
                continue
            return False
        governed = before is not None and before.kind == "prep"
        if kind == "Y" and sentence[index + 1].word in _ADVISED:
            return False  # "you guys should look at Bob"
        if kind == "P" or (kind == "Y" and token.value == "subject"):
            return not governed
        if kind == "name" and token.value != me and not governed:
            return True  # "Charlie is pushing Bob", "Bob's pivot to voting Eve"
        if (
            index >= first
            and (kind == "duck" or token.word in _SOMEBODY)
            and sentence[index + 1].word in _WANTS
        ):
            return True  # "the Duck wants us to vote Bob", "I need somebody to clear Bob"
        if index >= first and token.word in _EVERYBODY and sentence[index + 1].word in ("is", "are"):
            return True  # "everyone is voting Bob"
    return False
