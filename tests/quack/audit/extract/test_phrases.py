"""Time phrases: the look at the second word saves time and loses none."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.extract.words import phrases
from gander.quack.audit.extract.words.phrases import STARTS, time_phrase
from gander.quack.audit.extract.words.times import PHRASES

_SPOKEN = sorted(
    {
        word
        for pattern in PHRASES
        for word in re.findall("[a-z]+", re.sub(r"\\[a-zA-Z]|\(\?[-a-z]*:", " ", pattern))
    }
)
_ROWS = [re.findall("[a-z]+", re.sub(r"\\[a-zA-Z]|\(\?[-a-z]*:", " ", pattern)) for pattern in PHRASES]
_ANY = st.lists(st.sampled_from([*_SPOKEN, "Bob", "Bob's", "I", "9", "12-13", "tick 4", "The", "reporting"]))
_IN_ORDER = st.sampled_from(_ROWS).flatmap(
    lambda row: st.integers(0, len(row) - 1).map(lambda at: row[at : at + 6])
)


@given(st.sampled_from(sorted(STARTS)), _ANY | _IN_ORDER, st.sampled_from([" ", "  ", "\n", ", "]))
def test_no_phrase_is_lost_by_the_look_at_its_second_word(start: str, rest: list[str], gap: str):
    text = f"So {start}{gap}{' '.join(rest)} tick 9."
    matches = (phrases._match(pattern)(text, 3) for pattern in phrases._PATTERNS[start])
    whole = next(filter(None, matches), None)
    assert time_phrase(text, 3, start) == (whole.end() if whole is not None else None)


def test_a_word_alone_begins_no_phrase_but_where_it_is_one():
    assert time_phrase("in medbay at tick 9", 0, "in") is None
    assert time_phrase("in medbay at tick 9", 10, "at") == len("in medbay at tick 9")
    assert time_phrase("later I left", 0, "later") == len("later")
