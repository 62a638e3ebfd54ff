"""The natural order of names."""

from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.natural_order import naturally


def test_numbers_go_by_their_value() -> None:
    sizes = [f"Qwen/Qwen3-VL-{size}B" for size in (2, 8, 32, 235)]
    assert naturally(reversed(sizes)) == sizes
    assert naturally(["m-0.6B", "m-0.25B", "m-1.7B", "M-0.5B", "a"]) == [
        *("a", "m-0.25B", "M-0.5B", "m-0.6B", "m-1.7B"),
    ]
    assert naturally(["x2", "X2", "x02", "2", ""]) == ["", "2", "X2", "x02", "x2"]


@given(st.lists(st.text("aB٣10.-², "), unique=True))
def test_the_order_is_the_same_however_names_come(names: list[str]) -> None:
    assert naturally(names) == naturally(names[::-1])
