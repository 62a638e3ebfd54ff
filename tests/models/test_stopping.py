"""When a model need not be asked any further."""

import pytest

from gander.models import HOPELESS, Answered, Failed, Stopping
from gander.models.stopping import MOST_IN_A_ROW


def after(*outcomes, **settings):
    """Why a model with one call at once is stopped, in words."""
    stopping = Stopping("openai/x", 1, **settings)
    for outcome in outcomes:
        stopping.heard(outcome)
    return None if stopping.why is None else str(stopping.why)


@pytest.mark.parametrize("kind", sorted(HOPELESS))
def test_what_every_call_would_share_is_enough(kind):
    told = after(Answered("goose"), Failed(kind), Failed("timeout"))
    assert told == f"openai/x: {Failed(kind)}"


def test_what_one_question_may_bring_about_is_enough_only_of_a_model_that_never_answered():
    assert after(Failed("forbidden")) is not None
    assert after(Answered("goose"), Failed("forbidden")) is None
    assert after(Failed("bad_request")) is None
    assert after(Failed("bad_request"), alike=frozenset({"bad_request"})) is not None
    assert after(Failed("forbidden"), answered=True) is None


def test_many_failures_in_a_row_are_enough():
    row = [Failed("timeout")] * (MOST_IN_A_ROW + 1)
    assert after(*row) == f"openai/x: 21 failures in a row; the last: {Failed('timeout')}"
    assert after(*row[1:]) is None
    assert after(*row[1:], Answered("goose"), *row[1:]) is None


@pytest.mark.parametrize("kind", ["refused", "truncated"])
def test_refusals_and_cut_off_replies_end_nothing_by_themselves(kind):
    row = [Failed(kind)] * (2 * MOST_IN_A_ROW)
    assert after(*row) is None
    assert after(*row, Failed("timeout")) is not None


def test_a_picture_that_cannot_be_used_says_nothing_about_the_model():
    assert after(*[Failed("bad_picture")] * (2 * MOST_IN_A_ROW), Failed("timeout")) is None
