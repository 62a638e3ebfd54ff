"""Scoring filled sheets: figures worked out by hand."""

import pytest

from gander.errors import InputError
from gander.quack.metrics.validation.scoring import score_sheets
from gander.quack.metrics.validation.sheets import write_sheet
from gander.stats import kappa, wilson

COLUMNS = ("id", "game", "faithful", "verdict_right", "annotator", "stratum", "stratum_size")
FACTS = ("id", "game", "facts", "facts_found", "annotator")


def claims(path, *rows, columns=COLUMNS):
    """A sheet; ids that are numbers stand for those of a sample."""
    letter = "u" if columns == FACTS else "c"
    named = [(f"{letter}{int(row[0]):012x}" if row[0].isdecimal() else row[0], *row[1:]) for row in rows]
    path.write_bytes(write_sheet(columns, [dict(zip(columns, row, strict=True)) for row in named]))
    return path


def figures(scored, who="all"):
    return {its.name: its for its in scored.figures if its.who == who}


def test_as_drawn_and_weighted(tmp_path):
    """Three of the 90 true claims and one of the 10 false ones were drawn."""
    sheet = claims(
        tmp_path / "s.csv",
        ("1", "g1", "yes", "yes", "ann", "location, true", 90),
        ("2", "g1", "YES", "y", "ann", "location, true", 90),
        ("3", "g2", "yes", "no", "ann", "location, true", 90),
        ("4", "g2", "no", "", "ann", "location, false", 10),
    )
    found = figures(score_sheets([sheet]))
    faithful = found["claim faithful"]
    assert faithful.drawn == wilson(3.0, 4.0)
    assert faithful.clustered.value == 0.75
    assert faithful.weighted is not None
    assert faithful.weighted.value == pytest.approx(90 / 100)
    right = found["verdict right, of faithful claims"]
    assert right.drawn == wilson(2.0, 3.0)
    assert right.weighted is not None
    assert right.weighted.value == pytest.approx(2 / 3)
    both = found["claim faithful and verdict right"]
    assert both.drawn == wilson(2.0, 4.0)
    assert both.weighted is not None
    assert both.weighted.value == pytest.approx(60 / 100)


def test_strata_tell_what_was_seen(tmp_path):
    sheet = claims(
        tmp_path / "s.csv",
        ("1", "g", "yes", "yes", "", "a", 2),
        ("2", "g", "no", "", "", "b", 5),
        ("3", "g", "", "", "", "c", 93),
    )
    scored = score_sheets([sheet])
    assert scored.strata["a"] == (wilson(1.0, 1.0), wilson(1.0, 1.0))
    assert scored.strata["b"] == (wilson(0.0, 1.0), wilson(0.0, 0.0))
    assert scored.strata["c"] == (wilson(0.0, 0.0), wilson(0.0, 0.0))
    assert any("row 4: not filled in" in note for note in scored.notes)
    assert any("1 stratum" in note and "93.0%" in note for note in scored.notes)


def test_recall(tmp_path):
    sheet = claims(
        tmp_path / "s.csv", ("1", "g1", "4", "3", "a"), ("2", "g2", "2.0", "2", "a"), columns=FACTS
    )
    recall = figures(score_sheets([sheet]))["facts found (recall)"]
    assert recall.drawn == wilson(5.0, 6.0)
    assert recall.clustered.value == pytest.approx(5 / 6)
    assert recall.weighted is None


def test_an_utterance_without_facts_counts_nowhere(tmp_path):
    sheet = claims(tmp_path / "s.csv", ("1", "g1", "0", "0", "a"), ("2", "g2", "2", "1", "a"), columns=FACTS)
    assert figures(score_sheets([sheet]))["facts found (recall)"].drawn == wilson(1.0, 2.0)


def test_annotators(tmp_path):
    said = {"ann": ("yes", "yes", "no", "yes"), "ben": ("yes", "no", "no", "yes")}
    sheets = [
        claims(
            tmp_path / f"{who}.csv",
            *((str(n), f"g{n}", word, "", "", "s", 4) for n, word in enumerate(words)),
        )
        for who, words in said.items()
    ]
    scored = score_sheets(sheets)
    assert figures(scored)["claim faithful"].drawn == wilson(2.5, 4)
    assert figures(scored, "ann")["claim faithful"].drawn == wilson(3.0, 4.0)
    assert figures(scored, "ben")["claim faithful"].drawn == wilson(2.0, 4.0)
    [its] = scored.kappas
    assert (its.question, its.first, its.second) == ("faithful", "ann", "ben")
    expected = kappa([(1, 1), (1, 0), (0, 0), (1, 1)], ["g0", "g1", "g2", "g3"])
    assert its.agreement.kappa.value == pytest.approx(0.5)
    assert its.agreement == expected


def test_every_misfilled_cell_is_named(tmp_path):
    one = claims(
        tmp_path / "c.csv",
        ("1", "g", "maybe", "yes", "a", "s", 9),
        ("2", "g", "yes", "ok", "a", "s", 9),
        ("3", "g", "yes", "yes", "a", "s", "many"),
        ("4", "g", "yes", "yes", "a", "s", 8),
    )
    two = claims(
        tmp_path / "u.csv",
        ("1", "g", "3", "4", "a"),
        ("2", "g", "3", "", "a"),
        ("3", "g", "some", "1", "a"),
        ("4", "g", "2", "1", "a"),
        ("4", "g", "2", "2", "a"),
        columns=FACTS,
    )
    with pytest.raises(InputError) as caught:
        score_sheets([one, two])
    told = "\n".join(caught.value.lines)
    for words in (
        f"{one}:2: faithful is 'maybe'",
        f"{one}:3: verdict_right is 'ok'",
        f"{one}:4: stratum_size is 'many'",
        f"{one}:5: stratum_size of “s” is 8, but 9 in {one}:2",
        f"{two}:2: facts_found is 4, of 3 facts",
        f"{two}:3: facts_found is blank",
        f"{two}:4: facts is 'some'",
        f"{two}:6: a has judged this utterance before, in {two}:5",
    ):
        assert words in told


def test_what_was_not_drawn_is_named_by_row_and_column(tmp_path):
    one = claims(
        tmp_path / "one.csv",
        ("1.23457E+11", "g", "yes", "yes", "a", "s", 9),
        ("", "g", "yes", "yes", "a", "s", 9),
        ("u00000000000a", "g", "", "", "a", "s", 9),
        ("5", " ", "yes", "yes", "a", "s", 9),
        ("6", "g", "yes", "yes", "a", "s", 9),
    )
    two = claims(tmp_path / "two.csv", ("6", "h", "yes", "yes", "b", "t", 9))
    with pytest.raises(InputError) as caught:
        score_sheets([one, two])
    for words, told in zip(
        (
            f"{one}:2: id is '1.23457E+11', which was not drawn",
            f"{one}:3: id is '', which was not drawn",
            f"{one}:4: id is 'u00000000000a', which was not drawn",
            f"{one}:5: game is blank.",
            f"{two}:2: game is 'h', but 'g' in {one}:6.",
            f"{two}:2: stratum is 't', but 's' in {one}:6.",
        ),
        caught.value.details,
        strict=True,
    ):
        assert told.startswith(words)


def test_nothing_filled_in(tmp_path):
    sheet = claims(tmp_path / "c.csv", ("1", "g", "", "", "", "s", 9))
    with pytest.raises(InputError, match="nothing is filled in"):
        score_sheets([sheet])


def test_a_sheet_that_is_given_twice(tmp_path):
    sheet = claims(tmp_path / "c.csv", ("1", "g", "yes", "yes", "", "s", 9))
    (tmp_path / "below").mkdir()
    with pytest.raises(InputError, match="given twice"):
        score_sheets([sheet, tmp_path / "below" / ".." / "c.csv"])


def test_another_csv(tmp_path):
    alien = tmp_path / "foo.claims.csv"
    alien.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="lacks the columns id, game, faithful, verdict_right"):
        score_sheets([alien])
    sheet = claims(tmp_path / "c.csv", ("1", "yes"), columns=("id", "faithful"))
    with pytest.raises(InputError, match="lacks the columns game, verdict_right"):
        score_sheets([sheet])


def test_a_verdict_without_its_claim_is_told(tmp_path):
    sheet = claims(tmp_path / "c.csv", ("1", "g", "", "yes", "", "s", 9), ("2", "g", "yes", "", "", "s", 9))
    scored = score_sheets([sheet])
    assert [note for note in scored.notes if "is not filled in" in note] == [
        f"{sheet}:2: faithful is not filled in.",
        f"{sheet}:3: verdict_right is not filled in.",
    ]
    assert "claim faithful and verdict right" not in figures(scored)
