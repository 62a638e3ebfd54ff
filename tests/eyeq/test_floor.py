"""The hint floor: what hints alone give away."""

import time
from pathlib import Path

import pytest

from gander.eyeq.answers import read_reply
from gander.eyeq.hints import length_hint, reveal
from gander.eyeq.images import Picture
from gander.eyeq.prompting import VARIANTS, Prompts, build, parse_variant
from gander.eyeq.puzzles import Puzzle, Subset
from gander.models.floor import floor_reply, guesses
from tests.eyeq.runs import eyeq, lines


def asked(answer: str, variant: str, subset: Subset = "en", guessed: tuple[str, ...] = ()) -> str:
    puzzle = Puzzle("7", subset, answer, lambda: b"")
    spec = parse_variant(variant)
    messages = build(puzzle, spec, Prompts.load(), picture=Picture(b""), guesses=guessed)
    reply = floor_reply([message.text for message in messages if message.role == "user"])
    return read_reply(reply).answer or ""


def test_the_commonest_word_of_the_length() -> None:
    assert asked("goose", "basic") == next(guesses("_____", "en")) == "about"


def test_a_revealed_pattern_is_fitted() -> None:
    pattern = reveal("paradise", subset="en", id="7")
    found = asked("paradise", "reveal")
    assert len(found) == 8
    assert all(shown in ("_", char) for shown, char in zip(pattern, found, strict=True))


def test_a_wrong_guess_is_not_made_again() -> None:
    first = asked("goose", "refine")
    second = asked("goose", "refine", guessed=(first,))
    third = asked("goose", "refine", guessed=(first, second))
    assert len({first, second, third}) == 3
    assert {len(first), len(second), len(third)} == {5}


@pytest.mark.parametrize(("subset", "answer"), [("fa", "کتاب"), ("ar", "كتاب"), ("cross", "سلام")])
def test_each_subset_has_its_language(subset: Subset, answer: str) -> None:
    found = asked(answer, "basic", subset)
    assert length_hint(found) == length_hint(answer)
    assert found.isalpha()
    assert not found.isascii()


def test_a_phrase_is_guessed_word_by_word() -> None:
    found = asked("rubber duck", "reveal")
    assert [len(word) for word in found.split()] == [6, 4]


def test_spellings_of_kaf_and_yeh_fit_each_other() -> None:
    assert "کتاب" in {word for _, word in zip(range(50), guesses("ك__ب", "fa"), strict=False)}


def test_without_any_hint_it_answers_all_the_same() -> None:
    assert asked("goose", "none")


def test_the_floor_never_learns_what_a_prompt_does_not_say() -> None:
    # Two puzzles with the same hint get the same answer, whatever their pictures and answers are.
    assert asked("goose", "basic") == asked("tiger", "basic")


def test_a_benchmark_of_answers_takes_less_than_two_seconds() -> None:
    prompts = Prompts.load()
    counts: dict[Subset, int] = {"en": 300, "fa": 671, "ar": 50, "cross": 322}
    words = {"en": "greenhouse", "fa": "کتابخانه", "ar": "مكتبة", "cross": "تلویزیون"}
    questions = [
        build(
            Puzzle(str(n), subset, words[subset], lambda: b""),
            VARIANTS["reveal"],
            prompts,
            picture=Picture(b""),
        )
        for subset, count in counts.items()
        for n in range(count)
    ]
    assert len(questions) == 1343
    for question in (questions[0], questions[400], questions[-330], questions[980]):
        floor_reply([message.text for message in question])
    began = time.process_time()
    for question in questions:
        floor_reply([message.text for message in question])
    assert time.process_time() - began < 2


def test_it_runs_beside_the_starter_set_without_key_or_network(tmp_path: Path) -> None:
    done = eyeq("run", "--out", str(tmp_path / "out"), "--variant", "basic", "--variant", "reveal")
    assert done.returncode == 0, done.stderr
    assert "gander/hint-floor" in done.stdout
    assert len(lines(tmp_path / "out")) == 80
