"""What the log says: what counts, what was shown, and a sheet that can be scored whatever was answered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.metrics.validation import open_sheet, score_filled
from gander.quack.metrics.validation.sheets import write_sheet
from gander.viewer.label.answered import (
    NOTE,
    QUESTIONS,
    REVEAL,
    Answers,
    Kind,
    annotators_of,
    answers_of,
    check_answer,
    counts,
    filled_rows,
    item_of,
    shown_before,
)
from gander.viewer.label.log import Given, Logged

NAMES = ["Ann", "=Ben", "'", "مريم"]
ROWS: dict[Kind, list[dict[str, str]]] = {
    "claims": [
        {"id": f"c{number:012x}", "game": "a/b", "claim": "x", "stratum": "s", "stratum_size": "7"}
        for number in range(3)
    ],
    "utterances": [{"id": f"u{number:012x}", "game": "a/b", "claims": "x"} for number in range(3)],
}


def logged(*answers: tuple[str, str], kind: Kind = "claims", item: str = "c1-aa") -> list[Logged]:
    """A log of one annotator's answers about one item, opened as the server would have it."""
    entries: list[Logged] = []
    for question, value in answers:
        answer = Given(f"key-of-{len(entries)}", "Ann", item, question, value, "")
        entries.append(Logged(len(entries) + 1, answer, shown_before(kind, entries)))
    return entries


@pytest.mark.parametrize(
    ("answers", "first", "second", "complete", "opened", "early"),
    [
        ([], "", "", False, False, False),
        ([("faithful", "yes")], "yes", "", False, True, False),
        ([("faithful", "yes"), ("verdict_right", "no")], "yes", "no", True, True, False),
        ([("faithful", "no")], "no", "", True, True, False),
        # Whoever is unsure has answered.
        ([("faithful", "unsure"), ("verdict_right", "unsure")], "unsure", "unsure", True, True, False),
        # No verdict is right of a claim that nobody made, even if it was judged before.
        ([("faithful", "yes"), ("verdict_right", "yes"), ("faithful", "no")], "no", "", True, True, False),
        ([("reveal", "yes")], "", "", False, True, True),
        ([("reveal", "yes"), ("faithful", "yes")], "yes", "", False, True, True),
        ([("faithful", "yes"), ("reveal", "yes")], "yes", "", False, True, False),
        # What was seen stays seen.
        ([("faithful", "yes"), ("faithful", "")], "", "", False, True, False),
        ([("note", "later")], "", "", False, False, False),
    ],
)
def test_what_counts_of_a_claim(
    answers: list[tuple[str, str]], first: str, second: str, complete: bool, opened: bool, early: bool
) -> None:
    its = answers_of("claims", logged(*answers))
    assert (its.first, its.second, its.complete, its.opened, its.early) == (
        *(first, second, complete, opened, early),
    )


def test_what_counts_of_an_utterance() -> None:
    def of(*answers: tuple[str, str]) -> Answers:
        return answers_of("utterances", logged(*answers, kind="utterances"))

    assert of(("facts", "0")) == Answers("0", "", "", opened=True)
    assert of(("facts", "4"), ("facts_found", "3")).complete
    # Fewer facts than were found: they are counted anew.
    assert of(("facts", "4"), ("facts_found", "3"), ("facts", "2")) == Answers("2", "", "", opened=True)
    assert of(("facts", "4"), ("facts_found", "3"), ("facts", "3")).second == "3"


def test_items_are_what_was_drawn() -> None:
    row = ROWS["claims"][0]
    assert item_of(row) == item_of({**row, "faithful": "yes", "note": "n", "annotator": "A"})
    assert item_of(row) != item_of({**row, "claim": "y"})


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("claims", {"annotator": ""}),
        ("claims", {"annotator": " Ann"}),
        ("claims", {"annotator": "A\u202en"}),
        ("claims", {"annotator": "n" * 61}),
        ("claims", {"annotator": "e\u0301"}),
        ("claims", {"question": "facts"}),
        ("claims", {"value": "maybe"}),
        ("claims", {"question": "note", "value": "n" * 4001}),
        ("claims", {"question": "reveal", "value": ""}),
        ("claims", {"key": "short"}),
        ("utterances", {"question": "facts", "value": "-1"}),
        ("utterances", {"question": "facts", "value": "007"}),
        ("utterances", {"question": "facts", "value": "٣"}),
        ("utterances", {"question": "facts_found", "value": "1.5"}),
        ("utterances", {"question": "faithful"}),
    ],
)
def test_what_is_no_answer(kind: Kind, change: dict[str, str]) -> None:
    good = {
        "key": "long enough", "annotator": "Ann", "item": "i", "question": QUESTIONS[kind][0], "given": "",
        "value": "yes" if kind == "claims" else "3",
    }  # fmt: skip
    check_answer(kind, Given(**good))
    with pytest.raises(InputError):
        check_answer(kind, Given(**{**good, **change}))


VALUES: dict[Kind, list[str]] = {"claims": ["yes", "no", "unsure", ""], "utterances": ["0", "2", "5", ""]}
NOTES = ["", "=1+1", "two\nlines", "'quoted", "-", "\u202e"]


@st.composite
def logs(draw: st.DrawFn) -> tuple[Kind, list[Logged]]:
    """Any answers, of any annotators, to any question, in any order."""
    kind = draw(st.sampled_from(list(QUESTIONS)))
    items = [item_of(row) for row in ROWS[kind]]
    entries: list[Logged] = []
    for _ in range(draw(st.integers(0, 25))):
        question = draw(st.sampled_from([*QUESTIONS[kind], NOTE, REVEAL]))
        value = draw(st.sampled_from(NOTES if question == NOTE else VALUES[kind]))
        who, item = draw(st.sampled_from(NAMES)), draw(st.sampled_from([*items, "of another sheet"]))
        own = [its for its in entries if (its.answer.annotator, its.answer.item) == (who, item)]
        answer = Given(
            f"key-of-{len(entries)}", who, item, question, "yes" if question == REVEAL else value, ""
        )
        check_answer(kind, answer)
        entries.append(Logged(len(entries) + 1, answer, shown_before(kind, own)))
    return kind, entries


@given(logs())
@settings(max_examples=40)
def test_any_log_makes_a_sheet_that_can_be_scored(
    tmp_path_factory: pytest.TempPathFactory, log: tuple[Kind, list[Logged]]
) -> None:
    kind, entries = log
    rows = {item_of(row): row for row in ROWS[kind]}
    answered = annotators_of(kind, entries, rows)
    filled = [row for who, own in answered.items() for row in filled_rows(kind, rows, who, own)]
    path = tmp_path_factory.getbasetemp() / "any.csv"
    columns = list(
        dict.fromkeys([*ROWS[kind][0], *QUESTIONS[kind], "annotator", "note", "unsure", "revealed_early"])
    )
    path.write_bytes(write_sheet(columns, filled))
    if not filled:
        return
    sheet = open_sheet(path)
    assert [row["annotator"] for row in sheet.rows] == [row["annotator"] for row in filled]
    assert [row["note"] for row in sheet.rows] == [row["note"].replace("\u202e", r"\u202e") for row in filled]
    wanted = {(who, item) for who, own in answered.items() for item, its in own.items() if counts(kind, its)}
    if not wanted:
        with pytest.raises(InputError, match="nothing is filled in"):
            score_filled([sheet])
        return
    scored = score_filled([sheet])
    judges = {who for who, _ in wanted}
    if len(judges) > 1:
        told = {its.who for its in scored.figures} - {"all"}
        assert told <= judges
