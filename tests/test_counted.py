"""Numbers of things in words."""

from gander.counted import listed, many


def test_one_thing_has_no_s():
    assert [many(number, "game") for number in (0, 1, 2, 12_000)] == [
        "0 games",
        "1 game",
        "2 games",
        "12,000 games",
    ]


def test_a_long_list_says_how_many_more():
    assert listed("abc", 3) == "a, b, c"
    assert listed("abcde", 3) == "a, b, c and 2 more"
    assert listed([]) == ""
