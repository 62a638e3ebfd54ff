"""What the page's file carries."""

import base64
import gzip
import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gander.eyeq.analysis import Answers, Column, Curve, Curves, Layout, Line, Place, Sample, Table
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.solve import judge
from gander.eyeq.sources import PuzzleSet
from gander.models.failures import Answered, Failed
from gander.report.eyeq.page import page, pictures_of
from gander.report.eyeq.page.gallery import EXAMPLES, gallery
from gander.report.eyeq.page.pictures import SIDE
from gander.stats import Estimate
from tests.report.eyeq.page.made import HOSTILE, answers_of, table_of, with_pictures


def carried(content: bytes) -> Any:
    packed = re.search('id="exported">([^<]*)</script>', content.decode())
    assert packed is not None
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


def test_the_file_runs_its_own_script_and_nothing_else() -> None:
    answers = answers_of(("m", "en:1", ("goose",), HOSTILE), (HOSTILE, "en:2", (HOSTILE,), "duck"))
    content = page(answers, [table_of(answers)])
    assert page(answers, [table_of(answers)]) == content
    text = content.decode()
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    script = re.search('<script type="module">(.*?)</script>', text, re.DOTALL)
    assert script is not None
    assert base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode() in policy[1]
    # No address but that of SVG's names; what models said stands in the packed data alone.
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert "window.ran" not in text
    assert carried(content)["samples"][0][5][0][0] == HOSTILE


def test_every_number_names_its_samples() -> None:
    answers = answers_of(*(("m", f"en:{number}", ("goose",), "goose") for number in range(4)))
    column = (
        Column("model", "model"),
        Column("right", "right", "count"),
        Column("failed", "failed", "count"),
    )
    line = Line({"model": "m", "right": 3, "failed": 0}, {"": (0, 1, 3), "failed": ()})
    (part,) = carried(page(answers, [Table("t", "T", column, (line,))]))["parts"]
    ((names, cells),) = part["blocks"][0]["lines"]
    told = carried(page(answers, [Table("t", "T", column, (line,))]))["rows"]
    assert names == ["m"]
    assert [(value, told[rows] if rows >= 0 else None) for value, _, _, rows in cells] == [
        ("3", "0-1,3"),
        ("0", None),
    ]


def test_tables_are_laid_out_and_whole() -> None:
    columns = (Column("model", "model"), Column("variant", "variant"), Column("x", "x", "share"))
    lines = tuple(
        Line(
            {"model": model, "variant": "basic", "x": Estimate(value, 10, 0, 0.1, 0.9, "wilson")}, {"": (0,)}
        )
        for model, value in (("a", 0.5), ("b", 0.25))
    )
    layout = Layout(("model",), ("variant",), "x", best=True)
    answers = answers_of(("a", "en:1", ("goose",), "goose"))
    (part,) = carried(page(answers, [Table("t", "T", columns, lines, ("Mind this.",), "Table 9", layout)]))[
        "parts"
    ]
    assert (part["title"], part["paper"], part["notes"]) == ("T", "Table 9", ["Mind this."])
    assert part["blocks"][0]["headings"] == ["basic"]
    assert part["blocks"][0]["lines"][0] == [["a"], [["50.0", "[10–90] (10)", "best", 0]]]
    assert part["long"]["labels"] == ["model", "variant"]


def test_curves_have_their_points() -> None:
    curve = Curve({"subset": "en"}, (0.0, 1.0), (2.0, 0.5), 7, (1.5, 0.25), (2.5, 0.75), behind=(0,))
    answers = answers_of(("a", "en:1", ("goose",), "goose"))
    (part,) = carried(page(answers, [Curves("c", "C", "likeness", "density", (curve,))]))["parts"]
    assert part["long"]["lines"] == [
        [["en", "0"], [["2", "[1.5 to 2.5]", "", 0]]],
        [["en", "1"], [["0.5", "[0.25 to 0.75]", "", 0]]],
    ]


def test_samples_tell_what_decided() -> None:
    place = Place("m", "en", "refine", 0.5, 3)
    goose = ("goose",)
    answers = Answers(
        (
            Sample(
                0,
                place,
                "en:1",
                goose,
                judge(goose, [Answered("duck"), Answered(" Goose. ")], 3),
                most_attempts=3,
            ),
            Sample(
                1, place, "en:2", goose, judge(goose, [Failed("timeout", "after 9 s")], 3), most_attempts=3
            ),
        )
    )
    data = carried(page(answers, []))
    assert data["places"] == [["m", "en", "refine", "0.5", "3"]]
    first, second = data["samples"]
    assert first[2:5] == ["answered", True, True]
    assert [(answer, right, form) for answer, right, _, form, _ in first[5]] == [
        ("duck", False, None),
        ("Goose.", True, "goose"),
    ]
    assert "answer: " in data["rules"][first[5][1][4]]
    assert second[2:6] == ["failed", False, False, []]
    assert "after 9 s" in second[7]


def test_pictures_are_small_and_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path))
    answers = with_pictures(
        answers_of(*(("m", f"en:{number}", ("goose",), "goose") for number in range(3))),
        {"en:0": 900, "en:1": 900},
    )
    pictures = pictures_of(answers)
    assert set(pictures.of) == {"en:0", "en:1"}
    assert pictures.of["en:0"] == pictures.of["en:1"]
    (content,) = pictures.files.values()
    with Image.open(BytesIO(content)) as picture:
        assert (picture.format, picture.size) == ("WEBP", (SIDE, SIDE // 2))
    assert page(answers, [], (), pictures).count(base64.b64encode(content)) == 1
    assert pictures_of(answers) == pictures
    (tmp_path / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "file"))
    told: list[str] = []
    assert pictures_of(answers, told.append) == pictures
    assert [text.split(" (")[0] for text in told] == ["Not kept: small pictures"]


def test_why_pictures_are_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path))
    answers = answers_of(("m", "en:0", ("goose",), "goose"))
    assert "--data did not name the puzzles" in pictures_of(answers).notes[0]
    torn = Puzzle("0", "en", "goose", lambda: b"\x89PNG\r\n\x1a\nbroken")
    broken = Answers(answers.samples, puzzles=PuzzleSet((torn,), "folder", "f", "r"))
    assert "lacks 1 picture; en:0: the picture cannot be scaled down" in pictures_of(broken).notes[0]
    monkeypatch.setattr("gander.report.eyeq.page.pictures.find_spec", lambda name: None)
    assert "Pillow is missing" in pictures_of(broken).notes[0]


def test_examples_are_of_their_kind_and_spread() -> None:
    answers = answers_of(
        *(
            ("m", f"{subset}:{number}", ("fingernail",), "fingernail")
            for subset in ("en", "fa")
            for number in range(9)
        ),
        *(("n", f"en:{number}", ("fingernail",), "fingernale") for number in range(3)),
        *(("n", f"fa:{number}", ("fingernail",), "duck") for number in range(2)),
        ("gander/hint-floor", "en:0", ("fingernail",), "fingernail"),
    )
    right, near, wrong = gallery(answers)
    assert [len(group.rows) for group in (right, near, wrong)] == [EXAMPLES, 3, 2]
    assert {answers.samples[row].place.subset for row in near.rows} == {"en"}
    subsets = [answers.samples[row].place.subset for row in right.rows]
    assert subsets == ["en", "fa"] * (EXAMPLES // 2)
    assert len({answers.samples[row].puzzle for row in right.rows}) == EXAMPLES
    assert "8 of 18, drawn with seed" in right.how
    assert gallery(answers) == [right, near, wrong]
