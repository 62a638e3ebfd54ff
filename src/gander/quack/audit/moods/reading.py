"""The mood of a clause, read from its words."""

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec

from gander.quack.audit.moods.cues import AFTERTHOUGHTS, CUES_BY_WORD, SAYING, words_of
from gander.quack.audit.moods.passed_on import account_of, attribution_of, passes_on, sayer_of

__all__ = ["Mood", "MoodKind", "mood"]

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


# "Eve says she was there and she says ...": still Eve.
_AGAIN = frozenset(("he", "she", "they"))
# "I'll say it again: I was in nav" announces speech, it plans nothing.
_SPEAKING = words_of(
    "say be add note mention stress repeat restate clarify confirm start put give share explain correct"
    " remind point own admit lay emphasize emphasise reiterate state make recap"
    " summarize offer"
)
_SPEECH_CUES = frozenset(("i'll", "will", "want to", "wanted to", "need to", "going to", "gonna", "let me"))
_MOVES = words_of(
    "be head go do check stay vote leave move finish continue make walk run follow enter start wait call"
    " report kill say ask get take come keep hit press look stick meet visit pass return work"
    " scan fix"
)
_LEAVING = words_of("leave left leaving moved move moving stray strayed budge budged")
_ENDS_DENIAL = words_of(
    "but except besides than aside apart beyond because since though although before until till when while"
    " after where"
)
_SUBORDINATORS = words_of("before until till when while after since")
_WHO = words_of("i he she they we you i'd i've he's she's they're it")
_TRUE = frozenset(("true", "right", "correct", "accurate", "honest", "truthful", "real", "reliable", "legit"))

_WORTH_READING = frozenset(CUES_BY_WORD) | SAYING | _ENDS_DENIAL | words_of("according based")


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
        found = CUES_BY_WORD.get(word)
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
            sayer = sayer_of(words, place, players)
            if sayer is not None and passes_on(words, place, players):
                if negated and not word.startswith("den"):
                    kind, cue = ("supposed", f"not {word}") if kind == "asserted" else (kind, cue)
                negated = word.startswith("den")
                if sayer not in _AGAIN or source is None:
                    source = None if sayer == "i" else sayer
        elif source is None:
            source = account_of(words, place, players)
        place += step
    if kind == "asserted":
        kind, cue = _afterthought(words, at)
    if source is None:
        source = attribution_of(words, at, players)
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


def _afterthought(words: Sequence[str], at: int) -> tuple[MoodKind, str]:
    """Doubt that comes after: "..., if that is true", "..., probably"."""
    rest = words[at + 1 :]
    if "if" in rest:
        condition = rest[rest.index("if") :]
        if any(word in _TRUE for word in condition):
            return "supposed", "if"
    if "requires" in rest:
        return "supposed", "requires"  # "storage to electrical requires passing medbay" is geography
    if rest and rest[-1] in AFTERTHOUGHTS:
        return "supposed", rest[-1]
    return "asserted", ""
