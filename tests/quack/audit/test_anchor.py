from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.anchor import anchor
from gander.quack.audit.game import Game
from gander.quack.audit.names import Names
from gander.quack.audit.recorded import RecordedClaim
from gander.quack.audit.utterances import Utterance
from gander.quack.claims import Claim
from gander.quack.record import Record, Timeline
from gander.quack.world import GameMap
from tests.quack.audit.tables import rows

NAMES = Names(
    ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"),
    ("medbay", "storage", "navigation", "upper_engine", "lower_engine", "electrical"),
)
GAME = Game(cast("Record", None), cast("Timeline", None), cast("GameMap", None), NAMES, {}, ())


def alice(text: str) -> Utterance:
    return Utterance(0, 0, "Alice", "p1", text, 0, 20, "")


def anchored(text: str, *claims: RecordedClaim) -> tuple[Claim, ...]:
    return anchor(GAME, alice(text), claims)


def recorded(spelled: str) -> RecordedClaim:
    kind, subject, target, room, *time = spelled.split(" ")
    return RecordedClaim(
        kind,  # type: ignore[arg-type]
        subject=subject,
        target=None if target == "-" else target,
        room=room,
        activity="task" if kind == "activity" else None,
        temporal=" ".join(time) or None,
    )


@pytest.mark.parametrize("row", rows("audit-time.md", "anchored"), ids=lambda row: row["Alice says"])
def test_the_claims_of_the_docs(row: dict[str, str]):
    text = row["Alice says"]
    (claim,) = anchored(text, recorded(row["Claim"]))
    clause = "" if claim.span is None else text[slice(*claim.span)]
    assert (claim.asserted, claim.negated, claim.source, clause) == (
        row["Asserted"] == "yes",
        row["Denied"] == "yes",
        row["Source"] or None,
        row["Clause"],
    )


def test_names_are_resolved_and_what_cannot_be_stays():
    one, two = anchored(
        "I went nav → Upper Engine. I saw Zed in the attic.",
        RecordedClaim("location", subject="alice", route=("nav", "Upper Engine", "attic")),
        RecordedClaim("sighting", subject="Alice", target="Zed", room="attic", temporal="early"),
    )
    assert one.subject == "Alice"
    assert one.route == ("navigation", "upper_engine", "attic")
    assert (two.target, two.room, two.time, two.state, two.span) == ("Zed", "attic", "early", "unknown", None)


def test_opinions_are_left_as_they_are():
    accusation, defense = anchored(
        "If you ask me, it was Bob. I trust Eve.",
        RecordedClaim("accusation", target="bob", accuser="Alice", confidence="weak"),
        RecordedClaim("defense", defender="Alice", defended="eve", basis="trust"),
    )
    assert accusation == Claim("accusation", "Alice", subject="Alice", target="Bob", strength="weak")
    assert defense == Claim("defense", "Alice", subject="Alice", target="Eve", basis="trust")


def test_rooms_joined_by_and_share_their_duration():
    medbay, storage, nav, once = anchored(
        "I was in medbay and storage the whole time. Bob was in nav the whole time. I was in electrical.",
        RecordedClaim("location", subject="Alice", room="medbay", temporal="the whole time"),
        RecordedClaim("location", subject="Alice", room="storage", temporal="the whole time"),
        RecordedClaim("location", subject="Bob", room="navigation", temporal="the whole time"),
        RecordedClaim("location", subject="Alice", room="electrical"),
    )
    assert (medbay.also, storage.also, nav.also, once.also) == (("storage",), ("medbay",), (), ())


def test_spans_count_the_characters_of_the_text():
    text = "\n\n  Îch war’s nicht… ok.\tI  saw   Bob in   storage!"
    (claim,) = anchored(text, recorded("sighting Alice Bob storage"))
    assert claim.span is not None
    assert text[slice(*claim.span)].strip() == "I  saw   Bob in   storage"


def test_spans_count_leading_blanks():
    text = "   I was in medbay.  If Bob  was in storage .  "
    medbay, storage = anchored(text, recorded("location Alice - medbay"), recorded("location Bob - storage"))
    assert [text[slice(*claim.span)] for claim in (medbay, storage) if claim.span] == [
        "I was in medbay",
        "If Bob  was in storage",
    ]


WORDS = [
    "I",
    "Bob",
    "Eve's",
    "says",
    "she",
    "if",
    ",",
    ".",
    "?",
    "and",
    "was",
    "medbay",
    "storage",
    "never",
    "T5",
]


@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from(WORDS),
            max_size=30,
        ).map(" ".join),
    )
)
def test_any_text_can_be_anchored_to(text: str):
    claims = (recorded("sighting Alice Bob medbay at tick 5"), recorded("location Bob - storage"))
    found = anchored(text, *claims)
    assert found == anchored(text, *claims)
    for claim in found:
        assert claim.span is None or 0 <= claim.span[0] < claim.span[1] <= len(text)
        assert claim.asserted or not claim.negated


@pytest.mark.parametrize(
    "text", ["Bob, and he " * 5000, "در انبار بودم " * 4000, "if " * 20000, "? " * 25000]
)
def test_long_texts(text: str):
    assert anchored(text, recorded("location Bob - storage"))[0].asserted


@pytest.mark.parametrize(
    ("text", "time", "kept"),
    [
        ("Early on I was in medbay.", "early this round", True),
        ("I was in medbay early.", "early", True),
        ("Early on I met Bob. Later I was in medbay.", "early on", False),
        ("Bob was cleared by Eve early and I was in medbay.", "early", False),
        ("I sat in medbay when the meeting was called.", "right before the report", True),
        ("I was in medbay. Bob was near during the kill.", "during the kill window", False),
        ("I was in medbay.", "at tick 5", True),
        ("I was in medbay.", "after Frank left", True),
    ],
)
def test_vague_times_are_those_of_the_claims_own_sentence(text: str, time: str, kept: bool):
    (claim,) = anchored(text, RecordedClaim("location", subject="Alice", room="medbay", temporal=time))
    assert claim.time == (time if kept else "")


@pytest.mark.parametrize(
    ("text", "activity"),
    [
        ("I went to medbay at tick 6.", "traveling"),
        ("I was moving over to medbay at tick 6.", "traveling"),
        ("I was in medbay at tick 6.", None),
        ("I went through storage and was in medbay at tick 6.", None),
    ],
)
def test_a_place_may_be_told_as_a_way(text: str, activity: str | None):
    (claim,) = anchored(text, RecordedClaim("location", subject="Alice", room="medbay", temporal="at tick 6"))
    assert (claim.type, claim.activity) == ("location", activity)


def test_rooms_without_an_order_are_no_route():
    side, way = anchored(
        "I was on the medbay/storage side. I went medbay → electrical.",
        RecordedClaim("location", subject="Alice", route=("medbay", "storage")),
        RecordedClaim("location", subject="Alice", route=("medbay", "electrical")),
    )
    assert (side.room, side.also, side.route) == ("medbay", ("storage",), None)
    assert (way.room, way.also, way.route) == (None, (), ("medbay", "electrical"))


def route(subject: str, *rooms: str, temporal: str) -> RecordedClaim:
    return RecordedClaim("location", subject=subject, route=rooms, temporal=temporal)


def test_what_is_said_of_the_map_is_no_way_that_anybody_went():
    text = "Bob was there. Storage → electrical requires passing medbay, and Eve saw nobody."
    whole, dated = anchored(
        text,
        route("Bob", "storage", "medbay", "electrical", temporal="this round"),
        route("Bob", "storage", "medbay", temporal="at tick 9"),
    )
    assert not whole.asserted
    assert dated.asserted  # it came from elsewhere: nothing is said of tick 9 here


def test_rooms_side_by_side_are_no_route_but_that_of_another_clause_is():
    text = "Bob left for the lower engine at tick 9. Eve saw him in upper/lower engine."
    told, beside = anchored(
        text,
        route("Bob", "upper_engine", "lower_engine", temporal="at tick 9"),
        route("Bob", "upper_engine", "lower_engine", temporal="this round"),
    )
    assert told.route == ("upper_engine", "lower_engine")
    assert (beside.route, beside.room, beside.also) == (None, "upper_engine", ("lower_engine",))
