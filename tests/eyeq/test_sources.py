import csv
import hashlib
import io
import json
import random
import re
import shutil
import time
import unicodedata
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from PIL import Image

from gander.errors import InputError
from gander.eyeq.images import fit_image, media_type
from gander.eyeq.sources import load_puzzles

COLUMBUS = Path(__file__).resolve().parents[3] / "shared" / "eyeq" / "columbus"
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_END = b"\0\0\0\0IEND\xaeB`\x82"


@pytest.fixture
def folder(tmp_path, png):
    (tmp_path / "images").mkdir()
    for number in range(4):
        (tmp_path / "images" / f"{number}.png").write_bytes(png(number))

    def write(text: str, name: str = "puzzles.csv") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path)

    write.path = tmp_path  # type: ignore[attr-defined]
    return write


def fault_of(*args, **options) -> str:
    with pytest.raises(InputError) as error:
        load_puzzles(*args, **options)
    return str(error.value)


def test_a_folder_with_a_csv_table(folder, png):
    text = (
        "id,lang,answer,image,also_accept,description\n"
        '1,en,"Needle, thread",images/0.png,Pin|Sewing pin,A man in need\n'
        "1,pe,مختار,1.png,,\n"
        "\n"
        "2,cross-lingual, سروش صحت ,images/2.png,,\n"
    )
    puzzles = load_puzzles(folder(text))
    assert [(puzzle.key, puzzle.answer) for puzzle in puzzles] == [
        ("en:1", "Needle, thread"),
        ("fa:1", "مختار"),
        ("cross:2", "سروش صحت"),
    ]
    assert puzzles["en:1"].also_accept == ("Pin", "Sewing pin")
    assert puzzles["en:1"].description == "A man in need"
    assert puzzles["fa:1"].image() == png(1)
    assert puzzles["fa:1"].image_hash() == hashlib.sha256(png(1)).hexdigest()
    assert puzzles["cross:2"].where.endswith("puzzles.csv:5")
    assert puzzles.source == "folder"
    assert re.fullmatch("sha256:[0-9a-f]{64}", puzzles.revision)
    assert puzzles.notes == ()
    assert puzzles.skipped == ()


def test_jsonl_and_parquet_say_the_same_as_csv(folder, png):
    rows: list[dict[str, Any]] = [
        {"id": 1, "lang": "en", "answer": "needle", "image": "images/0.png", "also_accept": ["pin"]},
        {"id": "b", "lang": "ar", "answer": "قطار", "image": "images/1.png", "also_accept": []},
    ]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    written = load_puzzles(folder(lines, "puzzles.jsonl"))
    (folder.path / "puzzles.jsonl").unlink()
    frame = pl.DataFrame([{**row, "id": str(row["id"])} for row in rows])
    frame.write_parquet(folder.path / "puzzles.parquet")
    packed = load_puzzles(str(folder.path))
    for puzzles in (written, packed):
        assert [(p.key, p.answer, p.also_accept, p.image()) for p in puzzles] == [
            ("en:1", "needle", ("pin",), png(0)),
            ("ar:b", "قطار", (), png(1)),
        ]
    assert packed["ar:b"].where.endswith("puzzles.parquet:row 2")


def test_pictures_inside_parquet_come_out_untouched_and_once(tmp_path, png, own_cache, monkeypatch):
    data = [png(number) for number in range(150)]
    frame = pl.DataFrame(
        {
            "id": range(150),
            "lang": ["en"] * 150,
            "answer": [f"answer {number}" for number in range(150)],
            "image": [{"bytes": image, "path": "../../same.png"} for image in data],
        }
    )
    frame.write_parquet(tmp_path / "puzzles.parquet", row_group_size=40)
    first = load_puzzles(str(tmp_path))
    assert [puzzle.image() for puzzle in first] == data
    assert [puzzle.id for puzzle in first] == [str(number) for number in range(150)]

    def fail(*_: object) -> None:
        raise AssertionError("the table was read again")

    monkeypatch.setattr(pl, "scan_parquet", fail)
    assert [puzzle.image() for puzzle in load_puzzles(str(tmp_path))] == data
    monkeypatch.undo()
    monkeypatch.setenv("GANDER_CACHE", str(own_cache))
    # A picture that went missing from the cache is unpacked again.
    first.puzzles[7].image.path.unlink()  # type: ignore[attr-defined]
    assert [puzzle.image() for puzzle in load_puzzles(str(tmp_path))] == data


def test_a_folders_revision_changes_with_its_table_and_each_picture(folder, png, tmp_path_factory):
    text = "id,lang,answer,image\n1,en,word,images/0.png\n2,fa,سیب,1.png\n3,ar,,gone.png\n"
    data = folder(text)

    def revision(data: str = data, subset: str | None = None) -> str:
        subsets = None if subset is None else [subset]
        return load_puzzles(data, skip_bad=True, subsets=subsets).revision

    first = revision()
    # It names the whole folder, so that subsets can be added to a run.
    assert revision(subset="en") == revision(subset="fa") == first
    (folder.path / "images" / "3.png").write_bytes(png(7))  # the table does not name it
    assert revision() == first
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(folder.path, copy, dirs_exist_ok=True)
    assert revision(str(copy)) == first

    (folder.path / "images" / "1.png").write_bytes(png(8))
    second = revision(subset="en")
    assert second != first
    (folder.path / "images" / "0.png").write_bytes(png(1))
    (folder.path / "images" / "1.png").write_bytes(png(0))
    third = revision()
    (folder.path / "images" / "0.png").write_bytes(png(0))
    (folder.path / "images" / "1.png").write_bytes(png(1))
    assert third not in (first, second)
    assert revision() == first
    folder(text.replace("word", "words"))
    assert revision() != first


def test_hashing_the_pictures_is_quick(folder):
    names = [f"images/big{number}.png" for number in range(40)]
    for name in names:
        (folder.path / name).write_bytes(PNG_START + random.randbytes(217_000) + PNG_END)
    rows = "".join(f"{number},en,word {number},{names[number % 40]}\n" for number in range(2000))
    data = folder("id,lang,answer,image\n" + rows)
    began = time.process_time()
    load_puzzles(data)
    assert time.process_time() - began < 1  # a fifth of it here; each picture is looked up and hashed once


def test_every_kind_of_fault_is_listed_by_row_before_anything_is_read(folder):
    (folder.path / "images" / "empty.png").touch()
    (folder.path / "images" / "page.png").write_text("<html>")
    (folder.path / "images" / "old.bmp").write_bytes(b"BM" + bytes(30))
    data = folder(
        "id,lang,answer,image\n"
        "1,en,fine,images/0.png\n"
        "2,en,,images/0.png\n"
        "3,en,?!,images/0.png\n"
        "4,en,no picture,images/none.png\n"
        "5,en,empty picture,images/empty.png\n"
        "6,en,a page,images/page.png\n"
        "7,en,old,images/old.bmp\n"
        "1,english,twice,images/1.png\n"
        "1,fa,مختار,images/1.png\n"
        "8,xx,word,images/1.png\n"
        "9,en,comma, unquoted,images/1.png\n"
        ",en,no id,images/1.png\n"
        "10,,no lang,images/1.png\n"
        "11,en,,\n"
    )
    message = fault_of(data)
    table = folder.path / "puzzles.csv"
    for line, what in [
        (3, "the answer is empty"),
        (4, "of the answer '?!' nothing is left to compare"),
        (5, "there is no picture 'images/none.png'"),
        (6, "picture 'images/empty.png' is empty"),
        (7, "picture 'images/page.png' is no PNG, JPEG, GIF or WebP picture"),
        (8, "picture 'images/old.bmp' is a BMP file, not PNG, JPEG, GIF or WebP"),
        (9, f"id 1 of en is taken ({table}:2)"),
        (11, "lang is xx, and the subsets are en, fa, ar and cross"),
        (12, "has 5 cells, the header 4; quote answers with commas"),
        (13, "id is empty"),
        (14, "lang is empty"),
        (15, "the answer is empty; there is no picture"),
    ]:
        assert f"\n  {table}:{line}: {what}\n" in message
    assert "12 of 14 rows cannot be used" in message
    assert message.endswith("Mend them, or leave them out with --skip-bad.")

    puzzles = load_puzzles(data, skip_bad=True)
    assert [puzzle.key for puzzle in puzzles] == ["en:1", "fa:1"]
    assert len(puzzles.skipped) == 12
    assert puzzles.skipped[0].where == f"{table}:3"


def test_a_long_list_of_faults_is_counted(folder):
    rows = "".join(f"{number},en,,images/0.png\n" for number in range(45))
    message = fault_of(folder("id,lang,answer,image\n" + rows))
    assert message.count("the answer is empty") == 20
    assert "… and 25 more" in message
    everything_bad = fault_of(folder("id,lang,answer,image\n" + rows), skip_bad=True)
    assert "has no puzzles that can be used" in everything_bad
    assert "45 rows were left out" in everything_bad


@pytest.mark.parametrize(
    "path", ["../secret.png", "images/../../secret.png", "/etc/hostname", "images/link.png", "out/secret.png"]
)
def test_a_path_out_of_the_folder_is_refused(tmp_path, png, path):
    (tmp_path / "secret.png").write_bytes(png())
    folder = tmp_path / "folder"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "out").symlink_to(tmp_path)
    (folder / "puzzles.csv").write_text(f"id,answer,image\n1,word,{path}\n")
    assert "lies outside the folder" in fault_of(str(folder))
    assert "has no puzzles" in fault_of(str(folder), skip_bad=True)


@pytest.mark.parametrize(
    "name", ["big_ol'.png", "two words.png", " led.png", "پنیر‌ها.png", "café.png", "a%20b.png", "x;y#z?.png"]
)
def test_file_names_with_any_signs(tmp_path, png, name):
    (tmp_path / name).write_bytes(png(9))
    (tmp_path / "puzzles.jsonl").write_text(
        json.dumps({"id": "1", "answer": "word", "image": name}), encoding="utf-8"
    )
    assert load_puzzles(str(tmp_path))["en:1"].image() == png(9)


def test_a_name_in_another_normal_form_is_found(tmp_path, png):
    (tmp_path / unicodedata.normalize("NFD", "café.png")).write_bytes(png(9))
    (tmp_path / "puzzles.csv").write_text("id,answer,image\n1,word,café.png\n", encoding="utf-8")
    assert load_puzzles(str(tmp_path))["en:1"].image() == png(9)


def test_a_table_without_lang_is_taken_as_the_subset_asked_for_else_english(folder):
    data = folder("id,answer,image,author\n1,سیب,images/0.png,me\n")
    plain = load_puzzles(data)
    assert plain.subsets == ("en",)
    assert plain.notes == (
        "puzzles.csv: not read: author.",
        "puzzles.csv has no lang column: all its puzzles are taken as en.",
    )
    assert load_puzzles(data, subsets=["farsi"]).subsets == ("fa",)


def test_subsets_are_chosen_and_rows_of_others_are_not_checked(folder):
    data = folder("id,lang,answer,image\n1,en,word,images/0.png\n2,ar,,none.png\n3,pe,سیب,images/1.png\n")
    assert [puzzle.key for puzzle in load_puzzles(data, subsets=["english", "pe", "fa"])] == ["en:1", "fa:3"]
    assert "there is no subset 'klingon'" in fault_of(data, subsets=["klingon"])
    assert "has no puzzles of subset cross." in fault_of(data, subsets=["en", "cross"])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "holds no puzzles"),
        ("id,lang,answer,image\n", "holds no puzzles"),
        ("id,lang,solution,picture\n1,en,a,b\n", "lacks the columns answer and image"),
        ("id,lang,answer,image,ID\n", "column id is given twice"),
        (
            'id,lang,answer,image\n1,en,"open,images/0.png\n',
            "puzzles.csv:2: cannot be read as CSV (a quote is opened and never closed).",
        ),
        (
            'id,lang,answer,image\n1,en,"a "word" here",images/0.png\n',
            "puzzles.csv:2: cannot be read as CSV (text follows a closing quote; quotes inside",
        ),
    ],
)
def test_a_table_that_cannot_be_read(folder, text, what):
    message = fault_of(folder(text), skip_bad=True)
    assert what in message
    assert "puzzles.csv" in message


def test_a_huge_cell_is_a_fault_of_its_row(folder):
    limit = csv.field_size_limit()
    long = "x" * 200_000
    data = folder(
        "id,lang,answer,image,description\n1,en,word,images/0.png,\n"
        f'2,en,word,images/0.png,{long}\n3,en,"{long}\n",images/0.png,\n4,en,,images/0.png,\n'
    )
    message = fault_of(data)
    assert "3 of 4 rows cannot be used:" in message
    told = "has a cell of 200,000 characters, the most is 100,000; is a quote not closed?\n"
    assert f"puzzles.csv:3: {told}" in message
    assert f"puzzles.csv:4: {told.replace('200,000', '200,001')}" in message
    assert "puzzles.csv:6: the answer is empty" in message
    assert [puzzle.key for puzzle in load_puzzles(data, skip_bad=True)] == ["en:1"]
    assert csv.field_size_limit() == limit


def test_a_table_that_is_not_utf8(folder):
    (folder.path / "puzzles.csv").write_bytes("id,answer,image\n1,سلام,a.png\n".encode("cp1256"))
    assert "puzzles.csv:2: is not UTF-8 text." in fault_of(str(folder.path))


def test_a_table_with_a_byte_order_mark_and_windows_line_ends(folder):
    (folder.path / "puzzles.csv").write_bytes(
        b"\xef\xbb\xbfID, Answer ,image\r\n1,word,images/0.png\r\n2,,images/0.png\r\n"
    )
    puzzles = load_puzzles(str(folder.path), skip_bad=True)
    assert puzzles["en:1"].answer == "word"
    assert puzzles.skipped[0].where.endswith(":3")


def test_bad_lines_of_jsonl_are_rows_like_others(folder):
    data = folder(
        '{"id": 1, "answer": "word", "image": "images/0.png"}\n'
        "{nonsense\n"
        '{"id": true, "answer": 15, "image": 3, "also_accept": {}, "description": 1}\n'
        f'{{"id": 4, "answer": "word", "image": "images/0.png", "description": {"[" * 50_000}\n',
        "puzzles.jsonl",
    )
    message = fault_of(data)
    assert "puzzles.jsonl:4: is nested too deeply to be read" in message
    assert "puzzles.jsonl:2: is no JSON object" in message
    assert (
        "puzzles.jsonl:3: id is neither text nor a whole number; there is no picture; also_accept" in message
    )


def test_a_folder_needs_exactly_one_table_or_the_table_is_named(folder):
    data = folder('{"id": 1, "answer": "word", "image": "images/0.png"}\n', "puzzles.jsonl")
    folder("id,answer,image\n2,word,images/0.png\n")
    assert "holds puzzles.csv and puzzles.jsonl" in fault_of(data)
    assert [puzzle.id for puzzle in load_puzzles(data + "/puzzles.csv")] == ["2"]
    assert "holds no puzzles.csv" in fault_of(data + "/images")
    assert "there is no such folder" in fault_of(data + "/nowhere")
    assert "is no table of puzzles" in fault_of(data + "/images/0.png")
    assert "only puzzles from the Hub have revisions" in fault_of(data, revision="main")


def test_a_damaged_parquet_table(tmp_path):
    (tmp_path / "puzzles.parquet").write_bytes(b"PAR1 and nothing more")
    assert "cannot be read as Parquet" in fault_of(str(tmp_path))


def test_the_rebuses_of_columbus_load_from_their_folder_as_it_is():
    if not COLUMBUS.is_dir():
        pytest.skip(f"the COLUMBUS rebuses are not in {COLUMBUS}")
    puzzles = load_puzzles(str(COLUMBUS))
    assert len(puzzles) == 60
    assert puzzles.subsets == ("en",)
    assert all(media_type(puzzle.image()) == "image/png" for puzzle in puzzles)


def test_the_starter_set_is_whole():
    puzzles = load_puzzles("starter")
    assert puzzles.source == puzzles.name == "starter"
    assert puzzles.counts() == {"en": 10, "fa": 10, "ar": 10, "cross": 10}
    assert puzzles.notes == ()
    assert load_puzzles("starter", subsets=["arabic"]).subsets == ("ar",)


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0WAVEfmt ", None),
        (b"\x89PNG\n", None),
        (b"", None),
    ],
)
def test_kinds_of_pictures(start, kind):
    assert media_type(start) == kind


def noise(side: int, mode: str = "RGB") -> bytes:
    data = random.Random(1).randbytes(side * side // 2 * len(mode))
    out = io.BytesIO()
    Image.frombytes(mode, (side, side // 2), data).save(out, "PNG")
    return out.getvalue()


def test_a_picture_within_the_limits_is_untouched(png):
    data = png(3, side=50)
    assert fit_image(data, len(data), 50) == (data, None)
    assert fit_image(data, None) == (data, None)


def test_a_picture_over_a_limit_is_scaled_down_once_and_told(own_cache, monkeypatch):
    data = noise(400)
    smaller, note = fit_image(data, None, 100)
    with Image.open(io.BytesIO(smaller)) as picture:
        assert picture.size == (100, 50)
        assert picture.format == "PNG"
    assert note == f"scaled from 400x200 ({len(data)} bytes) to 100x50 PNG ({len(smaller)} bytes)"

    lighter, note = fit_image(data, 20_000)
    assert len(lighter) <= 20_000
    assert media_type(lighter) == "image/jpeg"
    assert note is not None
    assert "JPEG at quality" in note

    monkeypatch.setattr(Image, "open", lambda *_: pytest.fail("scaled again"))
    assert fit_image(data, None, 100)[0] == smaller
    assert fit_image(data, 20_000) == (lighter, note)
    assert len(list((own_cache / "fitted").glob("*.json"))) == 2


def test_transparency_becomes_white_only_where_it_must(png):
    data = noise(200, "RGBA")
    kept, _ = fit_image(data, None, 50)
    with Image.open(io.BytesIO(kept)) as picture:
        assert picture.mode == "RGBA"


def test_a_picture_that_cannot_be_made_small_enough(png):
    with pytest.raises(InputError, match="cannot be brought under 10 bytes"):
        fit_image(noise(100), 10)
    with pytest.raises(InputError, match="cannot be scaled down"):
        fit_image(png()[:40], 10)
