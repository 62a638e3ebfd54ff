import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.moods import Mood, mood
from tests.quack.audit.tables import rows

PLAYERS = frozenset(("alice", "bob", "charlie", "diana", "eve", "frank"))


def read(clause: str) -> Mood:
    words = re.findall(r"[a-z0-9'*]+", clause.lower())
    at = next(index for index, word in enumerate(words) if word.startswith("**"))
    return mood([word.strip("*") for word in words], at, question=clause.endswith("?"), players=PLAYERS)


@pytest.mark.parametrize("row", rows("audit-time.md", "moods"), ids=lambda row: row["Clause"])
def test_the_moods_of_the_docs(row: dict[str, str]):
    found = read(row["Clause"])
    assert (found.kind, found.negated, found.source) == (
        row["Mood"],
        row["Denied"] == "yes",
        row["Source"] or None,
    )
    assert bool(found.cue) == (found.kind != "asserted")


def test_a_cue_may_be_somebodys_name():
    assert mood(["will", "was", "in", "medbay"], players={"will"}).kind == "asserted"


def test_no_words_assert_nothing_else():
    assert mood([]) == Mood()


CUES = ["if", "not", "eve's", "says", "will", "going", "to", "according", "never", "i'll", "left", "x"]


@given(st.lists(st.sampled_from(CUES)))
def test_any_words_have_a_mood(words: list[str]):
    for at in range(len(words)):
        assert mood(words, at, players=PLAYERS) == mood(tuple(words), at, players=PLAYERS)
