"""Claims in words: what people are asked to judge says what the verdict depends on."""

import pytest

from gander.quack.claims import Claim
from gander.quack.metrics.validation.wording import claim_in_words


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (
            Claim("location", "Bob", "Bob", room="medbay", time="at tick 4"),
            "Bob was in medbay, time: “at tick 4”",
        ),
        (Claim("location", "Bob", "Eve", route=("medbay", "storage")), "Eve went medbay → storage"),
        (
            Claim("activity", "Bob", "Bob", room="medbay", activity="traveling"),
            "Bob was on the move to or from medbay",
        ),
        (Claim("activity", "Bob", "Bob", room="medbay", activity="task"), "Bob did a task (room: medbay)"),
        (
            Claim("sighting", "Bob", "Bob", room="medbay", negated=True, but=("Eve",)),
            "Bob saw anybody but Eve in medbay [denied]",
        ),
        (
            Claim("sighting", "Bob", "Eve", "Frank", state="body", source="Eve"),
            "Eve saw the body of Frank [as said by Eve]",
        ),
    ],
)
def test_a_claim_is_written_out(claim: Claim, words: str):
    assert claim_in_words(claim) == words
