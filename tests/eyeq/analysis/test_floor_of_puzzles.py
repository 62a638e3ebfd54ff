"""The hint floor of puzzles that were asked: as a run would ask it, and each question once."""

from collections.abc import Sequence

import pytest

from gander.eyeq.analysis.floor import floor_of_puzzles
from gander.eyeq.prompting import parse_variant
from gander.models.floor import floor_reply

BASIC, REFINE = parse_variant("basic"), parse_variant("refine")
PUZZLES = [("en:1", ("about",)), ("en:2", ("zzzzz",)), ("en:3", ("nobody", "people")), ("fa:1", ("خانه",))]


def test_it_is_asked_again_while_it_is_wrong_and_the_variant_allows_it() -> None:
    found = {key: (verdict, replies) for key, verdict, replies in floor_of_puzzles(PUZZLES, REFINE)}
    assert list(found) == [key for key, _ in PUZZLES]
    right, wrong = found["en:1"], found["en:2"]
    assert (right[0].correct, len(right[1])) == (True, 1)
    assert (wrong[0].correct, len(wrong[1])) == (False, REFINE.attempts)
    assert len({attempt.reading.answer for attempt in wrong[0].attempts}) == REFINE.attempts
    assert found["en:3"][0].correct  # by an answer that is accepted too


def test_each_question_is_asked_once_and_its_reply_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def count(texts: Sequence[str]) -> str:
        asked.append(texts)
        return floor_reply(texts)

    monkeypatch.setattr("gander.eyeq.analysis.floor.floor_reply", count)
    first = list(floor_of_puzzles(PUZZLES, BASIC))
    assert len(asked) == 3  # two puzzles have answers of one length
    assert list(floor_of_puzzles(PUZZLES, BASIC)) == first
    assert len(asked) == 3
    # Another word list, or other code, may reply otherwise.
    monkeypatch.setattr("gander.eyeq.analysis.floor.floor_version", lambda: "another")
    assert list(floor_of_puzzles(PUZZLES, BASIC)) == first
    assert len(asked) == 6
