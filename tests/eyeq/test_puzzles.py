import hashlib

import pytest

from gander.errors import InputError
from gander.eyeq.puzzles import DATA_NAMES, SUBSETS, Puzzle, parse_subset


@pytest.mark.parametrize(
    ("name", "subset"),
    [
        ("en", "en"),
        ("English", "en"),
        ("pe", "fa"),
        (" Farsi ", "fa"),
        ("PERSIAN", "fa"),
        ("arabic", "ar"),
        ("cross", "cross"),
        ("cross-lingual", "cross"),
        ("Cross_Lingual", "cross"),
    ],
)
def test_usual_spellings_of_a_subset(name, subset):
    assert parse_subset(name) == subset


def test_an_unknown_subset_is_an_error_that_lists_the_known():
    with pytest.raises(InputError) as error:
        parse_subset("klingon", where="--subset")
    assert str(error.value).startswith("--subset: there is no subset 'klingon'.")
    assert all(subset in str(error.value) for subset in SUBSETS)


@pytest.mark.parametrize("subset", SUBSETS)
def test_the_data_s_names_are_spellings(subset):
    assert parse_subset(DATA_NAMES[subset]) == subset


def test_a_puzzle_reads_its_picture_only_when_asked():
    read = []

    def image() -> bytes:
        read.append(1)
        return b"picture"

    puzzle = Puzzle("7", "fa", "مختار", image)
    assert puzzle.key == "fa:7"
    assert not read
    assert puzzle.image_hash() == hashlib.sha256(b"picture").hexdigest()
    assert read
