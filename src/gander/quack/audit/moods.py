"""Moods: whether a clause asserts, plans, supposes or asks; whether it denies; and whose word it is.

It reads the words of one clause, in lower case, and asks of one of them (the room, the name or the
verb that a claim hangs on) which cues reach it. A cue reaches from where it stands to the clause's
end, unless a word such as "but" or "except" ends it. Few cues stand behind what they qualify.

Precision decides: without a cue a clause is asserted and affirmative, in the speaker's own name.
"""

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec

__all__ = ["ACCOUNT_WORDS", "CUES", "CUE_WORDS", "SAYING", "Mood", "MoodKind", "mood"]

MoodKind: TypeAlias = Literal["asserted", "planned", "supposed", "asked"]


class Mood(msgspec.Struct, frozen=True, gc=False):
    """How a clause means what it says.

    Attributes:
        kind: ``asserted``, ``planned`` (or only tried), ``supposed`` or ``asked``.
        negated: Whether it denies.
        source: Whose statement it passes on, as said and in lower case (a name, "you", "she"); None if the
            speaker speaks for itself.
        cue: The words that made it not asserted; empty if it is.
    """

    kind: MoodKind = "asserted"
    negated: bool = False
    source: str | None = None
    cue: str = ""


_Effect: TypeAlias = Literal["planned", "supposed", "asked", "denied", "none"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split("|"))


CUES: dict[_Effect, tuple[str, ...]] = {
    # Will, intention and attempt.
    "planned": _phrases(
        "i'll | he'll | she'll | they'll | we'll | you'll | will | won't | gonna | about to | plan to | "
        "plan was to | plan is to | planned to | planned on | planning to | planning on | want to | wants "
        "to | wanted to | try to | tries to | tried to | trying to | meant to | intend to | intended to | "
        "intending to | supposed to | hoping to | hoped to | need to | needs to | needed to | aiming to | "
        "let's | let me | ready to"
    ),
    # Possibility, inference, condition; and what the speaker says it does not know.
    "supposed": _phrases(
        "if | unless | maybe | perhaps | possibly | possible | potentially | plausible | plausibly | "
        "presumably | supposedly | allegedly | hypothetically | probably | likely | unlikely | might | "
        "might've | may | could | could've | couldn't | couldn't've | would | would've | wouldn't | "
        "wouldn't've | must | must've | should be | should've been | should have been | can be | can get "
        "| can reach | can go | can easily | has to be | have to be | had to be | seem | seems | seemed | "
        "appears | appear to | looks like | looked like | sounds like | sounded like | suggests | "
        "suggesting | implies | implying | assume | assumes | assumed | assuming | suppose | supposing | "
        "imagine | i guess | guessing | i suspect | i doubt | theory | scenario | chance | possibility | "
        "idea that | whoever | requires | instead of | rather than | not sure | not certain | isn't sure | "
        "unsure | "
        "unclear | no idea | don't know | doesn't know | didn't know | don't think | doesn't think | "
        "don't believe | don't remember | don't recall | not saying | not claiming | doesn't mean | "
        "doesn't prove | doesn't make | doesn't put | doesn't place | doesn't confirm | doesn't explain | "
        "can't be | can't have | can't confirm | can't place | can't put | can't say | can't speak | "
        "can't tell | can't verify | can't vouch | can't prove | can't rule out | cannot be | cannot have "
        "| cannot confirm | cannot place | cannot say | cannot verify | cannot vouch"
    ),
    # Questions within a sentence, and requests.
    "asked": _phrases(
        "whether | why | wonder | wondering | curious | did you | were you | are you | can you | could "
        "you | would you | have you | do you | want to hear | want to know | like to hear | like to know "
        "| love to hear | love to know | need to hear | need to know | needs to explain | need to explain "
        "| needs to answer | has to explain | should explain | explain how | explain where | explain what "
        "| tell us | tell me | the question"
    ),
    "denied": _phrases(
        "not | never | no | none | nobody | neither | nor | nothing | without | cannot | denies | denied "
        "| deny | denying | haven't | hasn't | hadn't | didn't | doesn't | don't | wasn't | weren't | "
        "isn't | aren't | ain't | can't"
    ),
    # What looks like a cue and is none.
    "none": _phrases(
        "no doubt | no question | no longer alone | not only | not just | not merely | not alone | not "
        "far | not until | not to mention | wasn't alone | weren't alone | wasn't far | wasn't until | "
        "not accusing | not hard | that's why | is why | was why | could see | could hear | could confirm "
        "| could only see | would say | would like to add | would add | should have seen | should've seen "
        "| must say | must add | if anything | if that helps | i'll admit | as if | most likely to | "
        "doesn't change | don't forget | didn't mention | didn't explain | doesn't mention | never "
        "mentioned | never explained | denies killing"
    ),
}
"""Words and phrases that decide a clause's mood; at one place the longest counts."""

SAYING: frozenset[str] = _words(
    "say says said saying claim claims claimed claiming tell tells told telling admit admits admitted"
    " admitting insist insists insisted insisting state states stated stating mention mentions mentioned"
    " swear swears swore argue argues argued assert asserts asserted maintain maintains maintained"
    " confirm confirms confirmed confirming describe describes described explain explains explained"
    " clarify clarifies clarified allege alleges alleged deny denies denied place places placed placing"
    " put puts putting has recalls recalled remembers"
)
"""Verbs that pass on somebody's word."""

# "has me in nav" passes on a word only with a person as its object.
_ONLY_WITH_PERSON = frozenset(("has", "put", "puts", "putting", "place", "places", "placed", "placing"))
_PERSONS = frozenset(("me", "him", "her", "them", "himself", "herself", "themselves", "us", "you"))
# "has her in nav" places her, "has her task" does not.
_PLACING = _words("in at near around on there with going coming entering leaving heading passing walking")
_PRONOUNS = frozenset(
    ("you", "he", "she", "they", "everyone", "everybody", "others", "someone", "somebody", "both")
)
# "Eve says she was there and she says ...": still Eve.
_AGAIN = frozenset(("he", "she", "they"))
_STATEMENTS = _words(
    "story account claim claims statement statements report info information testimony word words version"
    " route timeline timing alibi path explanation defense sighting recap memory admission"
)
_BETWEEN = _words(
    "also already just clearly openly even both all then now still only never really only himself herself"
    " themselves later earlier actually literally basically initially did does is has was been who and can"
    " kept keeps"
)
# "I'll say it again: I was in nav" announces speech, it plans nothing.
_SPEAKING = _words(
    "say be add note mention stress repeat restate clarify confirm start put give share explain correct"
    " remind point own admit lay emphasize emphasise reiterate state make recap"
    " summarize offer"
)
_SPEECH_CUES = frozenset(("i'll", "will", "want to", "wanted to", "need to", "going to", "gonna", "let me"))
_MOVES = _words(
    "be head go do check stay vote leave move finish continue make walk run follow enter start wait call"
    " report kill say ask get take come keep hit press look stick meet visit pass return work"
    " scan fix"
)
_LEAVING = _words("leave left leaving moved move moving stray strayed budge budged")
_ENDS_DENIAL = _words(
    "but except besides than aside apart beyond because since though although before until till when while"
    " after where"
)
_SUBORDINATORS = _words("before until till when while after since")
_WHO = _words("i he she they we you i'd i've he's she's they're it")
_TRUE = frozenset(("true", "right", "correct", "accurate", "honest", "truthful", "real", "reliable", "legit"))
_AFTERTHOUGHTS = frozenset(
    ("supposedly", "allegedly", "presumably", "probably", "maybe", "perhaps", "possibly", "hypothetically")
)


def _index() -> dict[str, list[tuple[tuple[str, ...], _Effect]]]:
    """The cues by their first word, the longest first."""
    cues: dict[str, list[tuple[tuple[str, ...], _Effect]]] = {}
    for effect, phrases in CUES.items():
        for phrase in phrases:
            words = tuple(phrase.split())
            cues.setdefault(words[0], []).append((words, effect))
    cues.setdefault("going", []).append((("going", "to"), "planned"))
    for found in cues.values():
        found.sort(key=lambda cue: -len(cue[0]))
    return cues


_CUES = _index()

_COMMON = _words("the was is are were as can do did to of has had have like that")


def _telling(phrase: str) -> str:
    """The word of a cue that is said least in other ways."""
    words = phrase.split()
    return max(words, key=lambda word: (word not in _COMMON, len(word)))


CUE_WORDS: frozenset[str] = (
    frozenset(_telling(phrase) for effect, phrases in CUES.items() if effect != "none" for phrase in phrases)
    | SAYING
    | _AFTERTHOUGHTS
    | _words("going according based")
)
"""A clause without any of these words is asserted and affirmative, and the speaker's own unless it names
an account (`ACCOUNT_WORDS`)."""

ACCOUNT_WORDS: frozenset[str] = _STATEMENTS
"""Words for what somebody said ("Eve's story"); they tell after a name only."""


_WORTH_READING = frozenset(_CUES) | SAYING | _ENDS_DENIAL | _words("according based")


def mood(
    words: Sequence[str],
    at: int | None = None,
    *,
    question: bool = False,
    players: Collection[str] = (),
) -> Mood:
    """Read the mood of a clause.

    Args:
        words: Its words in lower case, with plain apostrophes and without punctuation ("didn't", "eve's").
        at: Index of the word that the claim hangs on, such as its room; by default the last one. Cues
            before it reach it.
        question: Whether the clause is asked, so ends with a question mark.
        players: The players' names in lower case; only they and pronouns say things.

    Returns:
        The mood.
    """
    at = len(words) - 1 if at is None else at
    kind: MoodKind = "asked" if question else "asserted"
    cue = "?" if question else ""
    negated = False
    source: str | None = None
    place = 0
    while place <= at:
        word = words[place]
        if word not in _WORTH_READING and not word.endswith("'s"):
            place += 1
            continue
        if word in _ENDS_DENIAL:
            negated = False
            if kind != "asserted" and not question and _subordinates(words, place, players):
                # "he could have done it after I left medbay": that I left is no supposition.
                kind, cue = "asserted", ""
        found = _CUES.get(word)
        step = 1
        if found is not None:
            for phrase, effect in found:
                length = len(phrase)
                if length > 1 and tuple(words[place : place + length]) != phrase:
                    continue
                if place + length - 1 > at or (length == 1 and word in players):
                    continue
                step = length
                if effect == "denied":
                    negated = not _stays(words, place + 1)
                elif effect != "none" and not _announces(phrase, words, place + length):
                    # The first cue decides: "if Bob tried to ..." supposes.
                    if kind == "asserted":
                        kind, cue = effect, " ".join(phrase)
                    negated = negated or phrase[0] in _DENYING
                break
        if word in SAYING:
            sayer = _sayer(words, place, players)
            if sayer is not None and _passes_on(words, place, players):
                if negated and not word.startswith("den"):
                    kind, cue = ("supposed", f"not {word}") if kind == "asserted" else (kind, cue)
                negated = word.startswith("den")
                if sayer not in _AGAIN or source is None:
                    source = None if sayer == "i" else sayer
        elif source is None:
            source = _account(words, place, players)
        place += step
    if kind == "asserted":
        kind, cue = _afterthought(words, at)
    if source is None:
        source = _attribution(words, at, players)
    if negated and "until" in words[at:]:
        negated = False  # "I didn't see Bob in nav until tick 8": then I did
    return Mood(kind, negated, source, cue)


_DENYING = frozenset(("won't", "couldn't", "wouldn't"))


def _subordinates(words: Sequence[str], place: int, players: Collection[str]) -> bool:
    """Whether a word begins a clause of time, which is taken for granted whatever it stands in."""
    if words[place] not in _SUBORDINATORS or place + 1 >= len(words):
        return False
    following = words[place + 1]
    return following in _WHO or following in players or following.endswith("ing")


def _stays(words: Sequence[str], after: int) -> bool:
    """Whether what is denied is leaving ("never left medbay"), which affirms being there."""
    return any(word in _LEAVING for word in words[after : after + 2])


def _announces(cue: tuple[str, ...], words: Sequence[str], after: int) -> bool:
    """Whether a cue of will only announces speech ("I'll say"), or "going to" names a way."""
    following = words[after] if after < len(words) else ""
    if cue == ("going", "to") and following not in _MOVES:
        return True
    return " ".join(cue) in _SPEECH_CUES and following in _SPEAKING


def _sayer(words: Sequence[str], place: int, players: Collection[str]) -> str | None:
    """Who says what the verb at a place passes on: a player, a pronoun, or "i"."""
    for before in range(place - 1, max(-1, place - 5), -1):
        word = words[before]
        bare = word.split("'")[0]
        if bare in players or bare in _PRONOUNS or bare == "i":
            # "like Alice said" agrees, in one's own name.
            agrees = before > 0 and words[before - 1] in ("like", "as", "what")
            return "i" if agrees else bare
        if word not in _BETWEEN and not word.endswith("ly"):
            return None
    return None


def _passes_on(words: Sequence[str], place: int, players: Collection[str]) -> bool:
    """Whether a verb of saying is one here: "has" and "puts" need a person, "can confirm" is agreement."""
    word = words[place]
    if word in _ONLY_WITH_PERSON:
        whom, where = (*words[place + 1 : place + 3], "", "")[:2]
        return whom in players or (whom in _PERSONS and (whom != "her" or where in _PLACING))
    # "Diana can confirm I was there" calls a witness for the speaker's own word.
    return not (
        word in ("confirm", "say", "tell", "explain", "clarify") and "can" in words[max(0, place - 2) : place]
    )


def _account(words: Sequence[str], place: int, players: Collection[str]) -> str | None:
    """Whose account begins at a place: "according to eve", "eve's story", "based on eve's timing"."""
    word = words[place]
    if word.endswith("'s") and word[:-2] in players and place + 1 < len(words):
        following = words[place + 1 : place + 3]
        if any(one in _STATEMENTS for one in following):
            return word[:-2]
        return None
    if word in ("according", "based") and place + 2 < len(words):
        named = words[place + 2].split("'")[0]
        if named in players or named in _PRONOUNS:
            return named
        if named in ("your", "his", "her", "their"):
            return named
    return None


def _attribution(words: Sequence[str], at: int, players: Collection[str]) -> str | None:
    """Whose word it is, where that comes after: "..., according to eve", "..., he says"."""
    for place in range(at + 1, len(words)):
        word = words[place]
        if word in ("according", "based"):
            return _account(words, place, players)
        if word in SAYING and place == len(words) - 1 and word not in _ONLY_WITH_PERSON:
            sayer = _sayer(words, place, players)
            return None if sayer == "i" else sayer
    return None


def _afterthought(words: Sequence[str], at: int) -> tuple[MoodKind, str]:
    """Doubt that comes after: "..., if that is true", "..., probably"."""
    rest = words[at + 1 :]
    if "if" in rest:
        condition = rest[rest.index("if") :]
        if any(word in _TRUE for word in condition):
            return "supposed", "if"
    if "requires" in rest:
        return "supposed", "requires"  # "storage to electrical requires passing medbay" is geography
    if rest and rest[-1] in _AFTERTHOUGHTS:
        return "supposed", rest[-1]
    return "asserted", ""
