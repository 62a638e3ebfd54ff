"""Cues: the words and phrases that make a clause more or less than an assertion."""

from typing import Literal, TypeAlias

__all__ = ["AFTERTHOUGHTS", "CUES", "CUES_BY_WORD", "CUE_WORDS", "SAYING", "Effect", "words_of"]

Effect: TypeAlias = Literal["planned", "supposed", "asked", "denied", "none"]


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split("|"))


CUES: dict[Effect, tuple[str, ...]] = {
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

SAYING: frozenset[str] = words_of(
    "say says said saying claim claims claimed claiming tell tells told telling admit admits admitted"
    " admitting insist insists insisted insisting state states stated stating mention mentions mentioned"
    " swear swears swore argue argues argued assert asserts asserted maintain maintains maintained"
    " confirm confirms confirmed confirming describe describes described explain explains explained"
    " clarify clarifies clarified allege alleges alleged deny denies denied place places placed placing"
    " put puts putting has recalls recalled remembers"
)
"""Verbs that pass on somebody's word."""

AFTERTHOUGHTS = frozenset(
    ("supposedly", "allegedly", "presumably", "probably", "maybe", "perhaps", "possibly", "hypothetically")
)


def _index() -> dict[str, list[tuple[tuple[str, ...], Effect]]]:
    """The cues by their first word, the longest first."""
    cues: dict[str, list[tuple[tuple[str, ...], Effect]]] = {}
    for effect, phrases in CUES.items():
        for phrase in phrases:
            words = tuple(phrase.split())
            cues.setdefault(words[0], []).append((words, effect))
    cues.setdefault("going", []).append((("going", "to"), "planned"))
    for found in cues.values():
        found.sort(key=lambda cue: -len(cue[0]))
    return cues


CUES_BY_WORD = _index()

_COMMON = words_of("the was is are were as can do did to of has had have like that")


def _telling(phrase: str) -> str:
    """The word of a cue that is said least in other ways."""
    words = phrase.split()
    return max(words, key=lambda word: (word not in _COMMON, len(word)))


CUE_WORDS: frozenset[str] = (
    frozenset(_telling(phrase) for effect, phrases in CUES.items() if effect != "none" for phrase in phrases)
    | SAYING
    | AFTERTHOUGHTS
    | words_of("going according based")
)
"""A clause without any of these words is asserted and affirmative, and the speaker's own unless it names
an account (`ACCOUNT_WORDS`)."""
