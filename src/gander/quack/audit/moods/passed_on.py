"""Words passed on: whose statement a clause tells, if not the speaker's own."""

from collections.abc import Collection, Sequence

from gander.quack.audit.moods.cues import SAYING, words_of

__all__ = ["ACCOUNT_WORDS", "account_of", "attribution_of", "passes_on", "sayer_of"]

# "has me in nav" passes on a word only with a person as its object.
_ONLY_WITH_PERSON = frozenset(("has", "put", "puts", "putting", "place", "places", "placed", "placing"))
_PERSONS = frozenset(("me", "him", "her", "them", "himself", "herself", "themselves", "us", "you"))
# "has her in nav" places her, "has her task" does not.
_PLACING = words_of("in at near around on there with going coming entering leaving heading passing walking")
_PRONOUNS = frozenset(
    ("you", "he", "she", "they", "everyone", "everybody", "others", "someone", "somebody", "both")
)
ACCOUNT_WORDS = words_of(
    "story account claim claims statement statements report info information testimony word words version"
    " route timeline timing alibi path explanation defense sighting recap memory admission"
)
"""Words for what somebody said ("Eve's story"); they tell after a name only."""

_BETWEEN = words_of(
    "also already just clearly openly even both all then now still only never really only himself herself"
    " themselves later earlier actually literally basically initially did does is has was been who and can"
    " kept keeps"
)


def sayer_of(words: Sequence[str], place: int, players: Collection[str]) -> str | None:
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


def passes_on(words: Sequence[str], place: int, players: Collection[str]) -> bool:
    """Whether a verb of saying is one here: "has" and "puts" need a person, "can confirm" is agreement."""
    word = words[place]
    if word in _ONLY_WITH_PERSON:
        whom, where = (*words[place + 1 : place + 3], "", "")[:2]
        return whom in players or (whom in _PERSONS and (whom != "her" or where in _PLACING))
    # "Diana can confirm I was there" calls a witness for the speaker's own word.
    return not (
        word in ("confirm", "say", "tell", "explain", "clarify") and "can" in words[max(0, place - 2) : place]
    )


def account_of(words: Sequence[str], place: int, players: Collection[str]) -> str | None:
    """Whose account begins at a place: "according to eve", "eve's story", "based on eve's timing"."""
    word = words[place]
    if word.endswith("'s") and word[:-2] in players and place + 1 < len(words):
        following = words[place + 1 : place + 3]
        if any(one in ACCOUNT_WORDS for one in following):
            return word[:-2]
        return None
    if word in ("according", "based") and place + 2 < len(words):
        named = words[place + 2].split("'")[0]
        if named in players or named in _PRONOUNS:
            return named
        if named in ("your", "his", "her", "their"):
            return named
    return None


def attribution_of(words: Sequence[str], at: int, players: Collection[str]) -> str | None:
    """Whose word it is, where that comes after: "..., according to eve", "..., he says"."""
    for place in range(at + 1, len(words)):
        word = words[place]
        if word in ("according", "based"):
            return account_of(words, place, players)
        if word in SAYING and place == len(words) - 1 and word not in _ONLY_WITH_PERSON:
            sayer = sayer_of(words, place, players)
            return None if sayer == "i" else sayer
    return None
