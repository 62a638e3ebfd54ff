"""Moods: whether a clause asserts, plans, supposes or asks; whether it denies; and whose word it is.

It reads the words of one clause, in lower case, and asks of one of them (the room, the name or the
verb that a claim hangs on) which cues reach it. A cue reaches from where it stands to the clause's
end, unless a word such as "but" or "except" ends it. Few cues stand behind what they qualify.

Precision decides: without a cue a clause is asserted and affirmative, in the speaker's own name.

``cues`` has the words that decide, ``passed_on`` tells whose word a clause passes on, ``reading`` reads it.
"""

from gander.quack.audit.moods.cues import CUE_WORDS
from gander.quack.audit.moods.passed_on import ACCOUNT_WORDS
from gander.quack.audit.moods.reading import Mood, MoodKind, mood

__all__ = ["ACCOUNT_WORDS", "CUE_WORDS", "Mood", "MoodKind", "mood"]
