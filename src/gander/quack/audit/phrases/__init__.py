"""Time phrases: what speakers say about when, read into ticks, events, rounds and durations.

The reading knows no game: it says that "after tick 9 until the report" begins at 9 and has no end,
and that "when Eve died" means Eve's death. `gander.quack.audit.windows` finds both in a game.

Phrases are cut into words, numbers and marks, and read from left to right, twice: once for numbers
(`numbers`) and, if there are none, once for events (`events`). Both remember the last relation
("at", "after", "until", ...) that still governs, and a comma ends what governs. Every step looks a few
words around at most, so long texts take time in proportion. ``table`` shows the rules, ``meaning`` what
is read, ``durations`` and ``rounds`` read what may stand beside a number or an event, ``stretches`` puts
ticks together.
"""

from gander.quack.audit.phrases.meaning import Edge, Stretch, TimePhrase
from gander.quack.audit.phrases.reading import read_phrase
from gander.quack.audit.phrases.table import RULES

__all__ = ["RULES", "Edge", "Stretch", "TimePhrase", "read_phrase"]
