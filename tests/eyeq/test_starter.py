import csv
import hashlib
import importlib.util
import io
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, features

from gander.eyeq.puzzles import DATA_NAMES, SUBSETS
from gander.eyeq.sources import load_puzzles
from scripts.starter import drawing, ingredients, make_starter

DATA = make_starter.DATA
PUZZLES = make_starter.declared()
FETCHED = ingredients.find()

needs_ingredients = pytest.mark.skipif(
    FETCHED is None, reason="icons and fonts are not fetched; run python -m scripts.starter.make_starter"
)


def name_of(puzzle: make_starter.Declared) -> str:
    return f"{puzzle.subset}:{puzzle.id}"


def rows() -> list[dict[str, str]]:
    with (DATA / "puzzles.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_ten_puzzles_a_subset_with_ids_1_to_10():
    assert Counter(puzzle.subset for puzzle in PUZZLES) == dict.fromkeys(SUBSETS, 10)
    for subset in SUBSETS:
        assert [p.id for p in PUZZLES if p.subset == subset] == [str(number) for number in range(1, 11)]


def test_no_answer_and_no_picture_comes_twice():
    assert len({puzzle.answer.casefold() for puzzle in PUZZLES}) == 40
    assert len({puzzle.image for puzzle in PUZZLES}) == 40
    hashes = {hashlib.sha256((DATA / puzzle.image).read_bytes()).hexdigest() for puzzle in PUZZLES}
    assert len(hashes) == 40


@pytest.mark.parametrize("puzzle", PUZZLES, ids=name_of)
def test_the_answer_is_not_written_in_the_picture(puzzle):
    def letters(text: str) -> str:
        return "".join(char for char in text.casefold() if char.isalnum())

    answer = letters(puzzle.answer)
    written = [letters(text) for text in puzzle.texts]
    assert answer not in written
    # Nor in pieces that only need to be read one after the other, in either order.
    assert answer not in "".join(written)
    assert answer not in "".join(reversed(written))
    assert all(len(text) <= 4 for text in written), "only letters, digits and short fragments"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=name_of)
def test_a_further_answer_is_not_the_answer_again_and_has_no_separator(puzzle):
    accepted = [puzzle.answer, *puzzle.also_accept]
    assert len(accepted) == len(set(accepted))
    assert not any("|" in answer or answer != answer.strip() or not answer for answer in accepted)
    assert len(puzzle.description) > 30


@pytest.mark.parametrize("puzzle", PUZZLES, ids=name_of)
def test_the_letters_are_those_of_the_language(puzzle):
    text = " ".join([puzzle.answer, *puzzle.also_accept])
    if puzzle.subset == "en":
        assert text.isascii()
    elif puzzle.subset == "ar":
        assert not set(text) & set("کیگچپژ\u200c"), "Persian letters in an Arabic answer"
    else:
        assert not set(text) & set("كيةى"), "Arabic letters in a Persian answer"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=name_of)
def test_each_picture_is_a_small_palette_png_without_metadata(puzzle):
    path = DATA / puzzle.image
    with Image.open(path) as picture:
        picture.load()
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (640, 640))
        assert picture.info == {}
        assert len(picture.convert("RGB").getcolors(640 * 640) or []) > 8, "an empty picture"
    assert path.stat().st_size <= 40_960


def test_the_set_is_small_and_holds_nothing_else():
    assert {path.name for path in (DATA / "images").iterdir()} == {Path(p.image).name for p in PUZZLES}
    assert sum(path.stat().st_size for path in (DATA / "images").iterdir()) <= 1_500_000


def test_the_table_says_what_was_declared():
    text = (DATA / "puzzles.csv").read_bytes().decode("utf-8")
    assert text == make_starter.table(PUZZLES)
    for row, puzzle in zip(rows(), PUZZLES, strict=True):
        assert tuple(row) == make_starter.COLUMNS
        assert row["id"] == puzzle.id
        assert row["lang"] == DATA_NAMES[puzzle.subset]
        assert row["answer"] == puzzle.answer
        assert row["image"] == puzzle.image
        assert tuple(part for part in row["also_accept"].split("|") if part) == puzzle.also_accept
        assert row["description"] == puzzle.description


def test_the_package_reads_its_own_set():
    loaded = load_puzzles("starter")
    assert [puzzle.key for puzzle in loaded.puzzles] == [name_of(puzzle) for puzzle in PUZZLES]
    for puzzle, plan in zip(loaded.puzzles, PUZZLES, strict=True):
        assert (puzzle.answer, puzzle.also_accept) == (plan.answer, plan.also_accept)
        assert puzzle.image() == (DATA / plan.image).read_bytes()


def test_the_licences_of_what_is_drawn_are_recorded():
    text = (DATA / "LICENSES.md").read_text(encoding="utf-8")
    assert text == make_starter.licences()
    for package in ingredients.PACKAGES.values():
        assert f"`{package.name}` {package.version} | {package.licence} |" in text
    assert "Apache License" in (DATA / "Apache-2.0.txt").read_text(encoding="utf-8")


def test_pillow_shapes_text_with_raqm():
    assert features.check("raqm")


def arabic_fonts() -> list[str]:
    """Fonts with Arabic letters that are at hand: the set's own, or else DejaVu Sans, which is widespread."""
    if FETCHED is not None:
        return [str(FETCHED.font("ar")), str(FETCHED.font("fa"))]
    places = [Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")]
    if (spec := importlib.util.find_spec("matplotlib")) is not None and spec.origin:
        places.append(Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf")
    return [str(place) for place in places if place.is_file()][:1]


@pytest.fixture(params=arabic_fonts() or [""])
def arabic_font(request: pytest.FixtureRequest) -> str:
    if not request.param:
        pytest.skip("no font with Arabic letters is at hand")
    return str(request.param)


@pytest.mark.parametrize("word", ["سمكة", "کلاغ", "بيت"])
def test_arabic_letters_join(arabic_font, word):
    joined = drawing.text_image(word, arabic_font, 120).width
    # A zero-width non-joiner between any two letters keeps each in its isolated form.
    apart = drawing.text_image("\u200c".join(word), arabic_font, 120).width
    assert joined < 0.9 * apart


def test_arabic_is_written_from_the_right(arabic_font):
    # Alif, then beh: the alif, tall and thin, stands on the right.
    picture = drawing.text_image("اب", arabic_font, 200).getchannel("A")
    box = picture.crop((0, 0, picture.width, picture.height // 4)).getbbox()
    assert box is not None
    assert box[0] > picture.width * 0.6


def test_without_raqm_nothing_is_drawn_wrongly_in_silence(monkeypatch):
    monkeypatch.setattr(features, "check", lambda _feature: False)
    with pytest.raises(RuntimeError, match="Raqm"):
        drawing.text_image("سمكة", "any.ttf", 40)


@needs_ingredients
@pytest.mark.parametrize("key", ["ar:4", "fa:3", "en:2"])
def test_the_same_declaration_gives_the_same_bytes(key):
    resvg = pytest.importorskip(
        "resvg_py", reason="resvg-py rasterises the icons; it is a build-time package"
    )
    assert resvg
    assert FETCHED is not None
    (puzzle,) = [puzzle for puzzle in PUZZLES if name_of(puzzle) == key]
    first = make_starter.picture(puzzle, FETCHED)
    assert first == make_starter.picture(puzzle, FETCHED)
    # Other versions of Pillow or resvg may round a pixel differently, but must draw the same picture.
    with Image.open(io.BytesIO(first)) as new, Image.open(DATA / puzzle.image) as committed:
        a, b = new.convert("L").tobytes(), committed.convert("L").tobytes()
    assert sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a) < 1.5


def test_a_tarball_that_is_not_the_pinned_one_is_refused(monkeypatch, tmp_path):
    def pack(command: list[str], **_options: object) -> None:
        (Path(command[-1]) / "noto.tgz").write_bytes(b"something else")

    monkeypatch.setattr("subprocess.run", pack)
    with pytest.raises(ingredients.IngredientsError, match="not the pinned"):
        ingredients.fetch(tmp_path)


@needs_ingredients
def test_an_unknown_icon_is_named():
    assert FETCHED is not None
    with pytest.raises(ingredients.IngredientsError, match="no icon 'sabre'"):
        FETCHED.icon("sabre")
