import collections
import time

import msgspec
import pytest

from gander.errors import InputError
from gander.eyeq.demos import Demos, evaluated, fixed_demos, is_eye_q, settle
from gander.eyeq.images import Picture
from gander.eyeq.prompting import VARIANTS, Prompts, VariantSpec, build
from gander.eyeq.puzzles import SUBSETS
from gander.eyeq.sources import EYE_Q

PROMPTS = Prompts.load()
FIXED = VariantSpec(demos="fixed")
SAMPLED = VariantSpec(demos="sampled")
EXPECTED = {
    "en": {"1": "Circumference", "25": "Needle", "117": "Winston Churchill"},
    "fa": {"36": "مختار", "80": "وکالت تام", "161": "کباب چنجه"},
    "ar": {"11": "قطار", "20": "منطقة", "15": "قمر الدين"},
    "cross": {"6": "سروش صحت", "104": "لاستیک کامیون", "239": "دیار باقی"},
}
EYE_Q_ROWS = [(subset, id, answer) for subset, rows in EXPECTED.items() for id, answer in rows.items()]
ENGLISH = [row for row in EYE_Q_ROWS if row[0] == "en"]
OTHERS = [("en", "2", "Therapist"), ("en", "3", "Keyboard")]
FIVE = [
    ("en", str(number), word, f"About {word}.") for number, word in enumerate(["a1", "b2", "c3", "d4", "e5"])
]


@pytest.fixture
def eye_q(make_set):
    return make_set(*EYE_Q_ROWS, *OTHERS, source="hub", name=EYE_Q)


def test_the_fixed_demonstrations_are_those_of_the_paper():
    demos = fixed_demos(PROMPTS)
    assert {subset: {demo.id: demo.answer for demo in demos[subset]} for subset in SUBSETS} == EXPECTED
    for subset in SUBSETS:
        for demo in demos[subset]:
            assert demo.candidates[0] == demo.answer
            assert len(demo.clues) >= 2
            assert len(set(demo.candidates)) >= 2


def test_eye_q_is_evaluated_without_them_in_every_variant(eye_q):
    assert [puzzle.key for puzzle in evaluated(eye_q)] == ["en:2", "en:3"]
    assert [puzzle.key for puzzle in evaluated(eye_q, "en")] == ["en:2", "en:3"]
    assert evaluated(eye_q, "ar") == ()


def test_few_shot_on_eye_q_shows_the_fixed_ones(eye_q):
    assert settle(VARIANTS["few_shot"], eye_q).demos == "fixed"
    demos = Demos(eye_q, PROMPTS)
    demos.check(VARIANTS["few_shot"], "en")
    for id in ("2", "3"):
        shown = demos.of(eye_q[f"en:{id}"], VARIANTS["few_shot"])
        assert [demo.puzzle.id for demo in shown] == ["1", "25", "117"]
        assert shown[0].picture == Picture(eye_q["en:1"].image())
        assert "Circumference" in shown[0].candidates
    # One picture object serves all puzzles, so that it is encoded once.
    assert shown[0].picture is demos.of(eye_q["en:2"], FIXED)[0].picture
    messages = build(eye_q["en:2"], FIXED, PROMPTS, demos=shown)
    assert len(messages) == 7
    assert "Winston Churchill" in messages[5].text


def test_variants_without_demonstrations_get_none(eye_q):
    assert Demos(eye_q, PROMPTS).of(eye_q["en:2"], VARIANTS["reveal"]) == ()


def test_a_demonstration_cannot_be_asked(eye_q):
    with pytest.raises(InputError, match="en:25: is a demonstration"):
        Demos(eye_q, PROMPTS).of(eye_q["en:25"], FIXED)


@pytest.mark.parametrize("spec", [FIXED, VARIANTS["few_shot"]])
def test_a_missing_demonstration_is_an_error(make_set, spec):
    short = make_set(*ENGLISH[:2], *OTHERS, source="hub", name=EYE_Q)
    with pytest.raises(InputError, match=r"has no puzzle en:117.*--demos sampled"):
        Demos(short, PROMPTS).check(spec, "en")
    # What is there stays held out.
    assert [puzzle.id for puzzle in evaluated(short)] == ["2", "3"]


def test_a_demonstration_with_another_answer_is_an_error(make_set):
    other = make_set(*ENGLISH[:2], ("en", "117", "Clement Attlee"), *OTHERS, source="hub", name=EYE_Q)
    with pytest.raises(InputError, match=r"should have the answer Winston Churchill.*'Clement Attlee'"):
        Demos(other, PROMPTS).of(other["en:2"], FIXED)


def test_spelling_habits_make_no_other_answer(make_set):
    rows = [
        ("fa", "36", "مُختار"),
        ("fa", "80", "وكالت\u200cتام"),
        ("fa", "161", "كباب  چنجه"),
        ("fa", "1", "آب"),
    ]
    copy = make_set(*rows)
    assert is_eye_q(copy)
    Demos(copy, PROMPTS).check(FIXED, "fa")
    assert [puzzle.id for puzzle in evaluated(copy)] == ["1"]


def test_other_puzzles_have_no_fixed_demonstrations_and_are_evaluated_whole(make_set):
    mine = make_set(*FIVE, source="starter", name="starter")
    assert not is_eye_q(mine)
    assert evaluated(mine) == mine.puzzles
    with pytest.raises(InputError, match=r"should have|has no puzzle"):
        Demos(mine, PROMPTS).check(FIXED, "en")
    assert settle(VARIANTS["few_shot"], mine).demos == "sampled"
    assert settle(VARIANTS["basic"], mine) == VARIANTS["basic"]


def test_sampled_demonstrations_are_three_others_of_the_subset_the_same_each_time(make_set):
    rows = [(subset, str(number), f"{subset}{number}") for subset in ("en", "fa") for number in range(40)]
    mine = make_set(*rows)
    backwards = make_set(*reversed(rows))
    seen = collections.Counter[str]()
    for puzzle in mine:
        shown = [demo.puzzle.key for demo in Demos(mine, PROMPTS).of(puzzle, SAMPLED)]
        assert len(set(shown)) == 3
        assert puzzle.key not in shown
        assert all(key.startswith(puzzle.subset) for key in shown)
        assert shown == [demo.puzzle.key for demo in Demos(backwards, PROMPTS).of(puzzle, SAMPLED)]
        seen.update(shown)
    assert len(seen) > 60  # not the same three for all


def test_a_description_is_the_clue_of_a_sampled_demonstration(make_set):
    mine = make_set(*FIVE, ("en", "9", "untold"))
    for demo in Demos(mine, PROMPTS).of(mine["en:0"], SAMPLED):
        assert demo.clues == (f"About {demo.puzzle.answer}.",)
        assert demo.candidates == (demo.puzzle.answer,)
    bare = make_set(*[row[:3] for row in FIVE])
    assert all(demo.clues == () for demo in Demos(bare, PROMPTS).of(bare["en:0"], SAMPLED))


def test_a_puzzle_with_the_same_answer_is_never_its_demonstration(make_set):
    mine = make_set(*FIVE, ("en", "9", "A1!", "The same."))
    for _ in range(3):
        shown = Demos(mine, PROMPTS).of(mine["en:0"], SAMPLED)
        assert "9" not in {demo.puzzle.id for demo in shown}
    few = make_set(*FIVE[:3], ("en", "9", "a1"))
    with pytest.raises(InputError, match=r"en:0 needs 3 other puzzles .* there are 2"):
        Demos(few, PROMPTS).check(SAMPLED, "en")
    with pytest.raises(InputError, match=r"en:0 needs 3 other puzzles .* there are 2"):
        Demos(few, PROMPTS).of(few["en:0"], SAMPLED)


def test_a_large_set_is_checked_in_no_time(make_set):
    large = make_set(*[("en", str(number), f"word {number}") for number in range(8000)])
    began = time.process_time()
    Demos(large, PROMPTS).check(SAMPLED, "en")
    assert time.process_time() - began < 1  # 0.2 here; drawing for each took 4


def test_pictures_are_made_ready_by_the_sender(make_set):
    mine = make_set(*FIVE)
    demos = Demos(mine, PROMPTS, send=lambda data: Picture(data[:8], "cut"))
    assert {demo.picture.note for demo in demos.of(mine["en:0"], SAMPLED)} == {"cut"}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('id: "25"', 'id: "26"', "en has the puzzles 1, 26, 117"),
        ("candidates: [Needle, Poor, Beggar]", "candidates: []", "en 25 lacks clues or candidates"),
        ("candidates: [Needle, Poor, Beggar]", "hints: []", "demos.yaml"),
        ("en:\n", "en: [\n", "demos.yaml:"),
    ],
)
def test_an_own_file_must_show_what_is_held_out(old, new, what):
    text = PROMPTS.texts["demos.yaml"]
    assert old in text
    with pytest.raises(InputError, match=what):
        fixed_demos(Prompts({**PROMPTS.texts, "demos.yaml": text.replace(old, new, 1)}))


def test_specs_are_plain_data():
    assert msgspec.json.decode(msgspec.json.encode(SAMPLED), type=VariantSpec) == SAMPLED
