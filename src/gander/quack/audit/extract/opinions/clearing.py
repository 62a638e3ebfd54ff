"""Clearing: whether words that may clear somebody do, and do so in the speaker's own opinion."""

from collections.abc import Sequence
from itertools import pairwise

from gander.quack.audit.extract.opinions.cues import Cue
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["clears", "each_other", "ends"]

_AGREES = words("match matches matched lines line accurate")
_BARE_ROOMS = words("clear cleared safe clean fine far")
_PAUSES = frozenset((",", ";", ":", "-", "(", ".", "?"))
_STRANGELY = words("suspiciously oddly conveniently weirdly too")
_REASONS = words(
    "math analysis logic reasoning point points read theory argument question questions suspicion suspicions"
    " push assessment deduction case take"
)
_OWNERS = words("his her their your my")
_ASSURES = words(
    "confirm confirms confirmed confirming vouch vouched vouching clear cleared clearing corroborate"
    " corroborated corroborating back backed backing alibi alibied verify verified verifying support"
    " supported supporting validate validated validating"
)
_WISHES = words("want wants wish")
_WOULD = words("would could might may")
_LEADING = words("with up the a this that both whole exact")
_KILLS = words("kill kills killing body bodies murder death killer crime")
_ODD = words("only convenient conveniently suspicious sketchy")
_CLEARS = words("alibi alibied alibis alibiing clear clears clearing cleared")
_PARTIALLY = words("partially partly")
_PARTLY = words("part partly partially some somewhat")
_JUDGES = words(
    "solid solidly genuinely genuine strong strongly effectively cleared clean innocent trust believe"
    " credible likely unlikely safe legit enough"
)


def clears(before: Sequence[Token], after: Sequence[Token], cue: Cue) -> bool:
    """Whether words that may clear somebody do so without a reserve."""
    for token in after[:3]:
        if token.kind in _PAUSES:
            break
        if token.word == "if":
            return False  # "Bob has an alibi if that is true"
    own = len(before) > 1 and before[-2].kind == "I" and cue.side == "after"  # "I'd clear Bob"
    if (
        before
        and before[-1].word in _WOULD
        and not own
        and (cue.side == "before" or cue.words[0] in _ASSURES)
    ):
        return False  # "that would clear Bob"
    if cue.side == "after":
        return True
    if any(token.word in _PARTIALLY for token in before[-4:]):
        return False  # "Bob's route is partially confirmed by me"
    if before and before[-1].kind == "room" and not _BARE_ROOMS.isdisjoint(cue.words):
        return False  # "medbay was clear"
    if not _AGREES.isdisjoint(cue.words) or "consistent" in cue.words:
        what = next((token.word for token in after[:4] if token.word not in _LEADING), "")
        if what in _KILLS:
            return False  # "Bob's timing lines up with the kill"
    if not _AGREES.isdisjoint(cue.words):
        for seeing, whom in pairwise(token for token in before if token.word != "of"):
            if whom.word == "me" and (seeing.value == "see" or seeing.word == "sighting"):
                return False  # "Bob's sighting of me matches my route"
    if cue.words[0] == "could" and any(one.value.lower() == "before then" for one in after[:6]):
        return False  # "Bob could not have done anything before then"
    if len(after) > 2 and (after[0].word, after[1].kind, after[2].value) == ("with", "I", "be"):
        return False  # "Bob's sighting is consistent with me being innocent"
    if cue.words[-1] == "up" and after and after[0].word == "on" and after[1:2] and after[1].kind == "name":
        return False  # "Bob and Charlie line up on Eve still being alive"
    if cue.words[0] == "telling" and after and after[0].word == "about":
        return False  # "Bob is telling the truth about that"
    if cue.words[0] == "corroborated" and after and after[0].kind == "I":
        return False  # "Bob corroborated my route"
    for token in before:
        if token.word.startswith("self-report"):
            return False  # "a self-report by Bob is plausible"
        if token.word in _WISHES or token.word == "vote":
            return False  # "I want Bob to be cleared", "a vote on Bob is safe"
    if after and after[0].word in _STRANGELY and not (after[0].word == "too" and ends(after[1:2])):
        return False  # "lines up suspiciously"
    by = after if cue.words[-1] == "by" else after[1:] if after and after[0].word == "by" else ()
    if by and (by[0].kind == "some" or by[0].word == "no"):
        return False  # "verified by nobody"
    owned = [index for index, token in enumerate(before) if token.form == "'s" or token.word in _OWNERS]
    owner = owned[-1] if owned else None
    # "Bob's logic is solid" agrees with him and no more.
    return owner is None or not any(token.word in _REASONS for token in before[owner + 1 : owner + 4])


def ends(after: Sequence[Token]) -> bool:
    """Whether a clause ends before the tokens that follow."""
    return not after or after[0].kind in _PAUSES


def each_other(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob and I vouch for each other"; not "place each other", nor "which is convenient".

    That others vouch for each other is told of them, unless the speaker adds what he makes of it.
    """
    verb = [token.word for token in before if token.word not in ("for", "up", "on", "with")][-1:]
    sure = bool(verb) and verb[0].removeprefix("cross-") in _ASSURES
    alibis = [token.word for token in after[:1]] == ["alibis"]
    if not (sure or alibis) or any(token.word in _ODD for token in after):
        return False
    if any(token.kind in ("I", "W") for token in before):
        return True
    if any(token.word in _JUDGES for token in (*before, *after)):
        return True
    return (alibis or verb[0] in _CLEARS) and not any(token.word in _PARTLY for token in (*before, *after))
