"""Runs and files of answers, gathered."""

import json
import re
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.analysis import Answers
from gander.eyeq.analysis.gather import gather
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import VariantSpec, parse_variant
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.sources import load_puzzles
from gander.eyeq.store import Cell, Store, read_run
from gander.models import Answered, Failed, Outcome
from tests.eyeq.runs import eyeq

GOOSE, PARADISE = (
    Puzzle(id, "en", answer, lambda: b"") for id, answer in (("1", "goose"), ("2", "paradise"))
)


def cell(model: str = "m", variant: str = "basic", subset: Subset = "en", **more: object) -> Cell:
    return Cell(model=model, subset=subset, variant=parse_variant(variant), data="mine@1", **more)  # type: ignore[arg-type]


def run(
    folder: Path,
    its: Cell,
    outcomes: dict[str, list[Outcome]],
    puzzles: tuple[Puzzle, ...] = (GOOSE, PARADISE),
) -> Path:
    with Store.open(folder, [its], puzzles, {its.id: len(puzzles)}) as store:
        for key, given in outcomes.items():
            for number, outcome in enumerate(given, 1):
                store.keep_outcome(its.id, key, number, outcome, "ab12", None)
    return folder


def told(answers: Answers) -> dict[tuple[str, str], tuple[str, bool]]:
    return {(its.place.model, its.puzzle): (its.status, its.right) for its in answers.samples}


def test_a_run_with_every_reply_and_where_it_is(tmp_path: Path) -> None:
    outcomes: dict[str, list[Outcome]] = {
        "en:1": [Answered("duck"), Answered('{"final_answer": "Goose"}')],
        "en:2": [Failed("timeout")],
    }
    its = cell(variant="refine", temperature=0.5)
    answers = gather([run(tmp_path / "a", its, outcomes)], floor=False)
    first, second = answers.samples
    assert told(answers) == {("m", "en:1"): ("answered", True), ("m", "en:2"): ("failed", False)}
    assert first.place == Place("m", "en", "refine", 0.5)
    assert (first.replies, first.most_attempts, first.picture) == (
        ("duck", '{"final_answer": "Goose"}'),
        3,
        "ab12",
    )
    assert [attempt.exact.equal for attempt in first.attempts] == [False, True]
    assert first.origin == f"{tmp_path / 'a'}, cell {its.id}"
    assert second.verdict.failure == Failed("timeout")
    assert answers.to_ask == {first.place: 2}


def test_folders_of_runs_and_files_together(tmp_path: Path) -> None:
    run(tmp_path / "all" / "a", cell("m"), {"en:1": [Answered("goose")]})
    run(tmp_path / "all" / "b", cell("n"), {"en:1": [Answered("duck")]})
    file = tmp_path / "elsewhere.csv"
    file.write_text("id,solution,variant,gpt\n1,goose,basic,GOOSE\n", encoding="utf-8")
    answers = gather([tmp_path / "all", file], floor=False)
    assert told(answers) == {
        ("m", "en:1"): ("answered", True),
        ("n", "en:1"): ("answered", False),
        ("gpt", "en:1"): ("answered", True),
    }
    assert [its.row for its in answers.samples] == [0, 1, 2]
    assert answers.samples[2].origin == f"{file}:2"


def test_the_floor_is_worked_out_as_a_run_asks_it(tmp_path: Path) -> None:
    """For every variant, every puzzle of the starter set: the same answers, attempt for attempt."""
    variants = ("basic", "few_shot", "refine", "reveal", "none")
    options = [option for name in variants for option in ("--variant", name)]
    done = eyeq("run", "--data", "starter", "--out", str(tmp_path / "run"), *options)
    assert done.returncode == 0, done.stderr
    asked = gather([tmp_path / "run"])
    rows = [
        {"id": its.id, "lang": its.place.subset, "model": "m", "variant": its.place.variant, "answer": "x"}
        for its in asked.samples
    ]
    file = tmp_path / "given.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    worked_out = gather([file], load_puzzles("starter"))
    for place in asked.places:
        of_run = {its.puzzle: [one.reading.answer for one in its.attempts] for its in asked.places[place]}
        ours = {its.puzzle: [one.reading.answer for one in its.attempts] for its in worked_out.places[place]}
        assert ours == of_run, place
    assert len(asked.samples) == 5 * 40


def test_a_blind_model_has_the_floor_of_its_hint(tmp_path: Path) -> None:
    blind = VariantSpec(hint="reveal", blind=True)
    its = Cell(model="m", subset="en", variant=blind, data="mine@1")
    answers = gather([run(tmp_path / "a", its, {"en:1": [Answered("duck")]})])
    floor = answers.floor(its.place)
    assert [one.puzzle for one in floor] == ["en:1"]
    assert floor[0].place == Place(FLOOR, "en", "reveal")


def test_attempts_allowed_are_those_of_the_variant_not_of_a_model_or_subset(tmp_path: Path) -> None:
    """A model that solved all at once was allowed as many attempts as one that needed four."""
    rows = ["id,model,variant,attempt,solution,answer"]
    rows += [f"1,slow,mine,{attempt},goose,{'goose' if attempt == 4 else 'duck'}" for attempt in range(1, 5)]
    rows += ["1,quick,mine,1,goose,goose", "2,quick,mine,1,swan,crow", "1,slow,refine,1,goose,duck"]
    (tmp_path / "a.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    answers = gather([tmp_path / "a.csv"])
    allowed = {(its.place.variant, its.most_attempts) for its in answers.samples}
    assert allowed == {("mine", 4), ("refine", 3)}
    [note] = [note for note in answers.notes if "attempts" in note]
    assert "the variant mine allowed is not known; taken as 4" in note
    assert "1 wrong answer had fewer" in note


def csv_of(folder: Path, *rows: str) -> Path:
    file = folder / "a.csv"
    file.write_text("\n".join(["id,model,variant,attempt,solution,answer", *rows, ""]), encoding="utf-8")
    return file


def test_more_attempts_than_a_variants_name_tells(tmp_path: Path) -> None:
    for variant, again in (("basic", "refine2"), ("reveal", "reveal+refine2")):
        rows = [f"1,m,{variant},{attempt},goose,duck" for attempt in (1, 2)]
        words = rf"a.csv:2: the variant {variant} allows 1 attempt; en:1 has 2 for m.*{re.escape(again)}"
        with pytest.raises(InputError, match=words):
            gather([csv_of(tmp_path, *rows)])
    rows = [f"1,m,refine,{attempt},goose,duck" for attempt in range(1, 5)]
    answers = gather([csv_of(tmp_path, *rows)], floor=False)
    assert [its.most_attempts for its in answers.samples] == [4]
    [note] = [note for note in answers.notes if "attempts" in note]
    assert note == (
        "The variant refine allows 3 attempts by its name; a file has 4, and so many are taken as allowed."
    )


def test_one_variant_in_several_spellings_is_one(tmp_path: Path) -> None:
    spellings = ("Basic", "basic", "few-shot", "Few_Shot", "refine+reveal", "My own", "none + blind")
    rows = [f"{number},m,{spelling},,goose,duck" for number, spelling in enumerate(spellings)]
    answers = gather([csv_of(tmp_path, *rows)], floor=False)
    assert answers.variants == ("basic", "few_shot", "My own", "none+blind", "reveal+refine")
    assert [len(its) for its in answers.places.values()] == [2, 2, 1, 1, 1]
    with pytest.raises(InputError, match=r"a.csv:3: en:1 is answered twice for m, basic"):
        gather([csv_of(tmp_path, "1,m,Basic,,goose,duck", "1,m,basic,,goose,duck")])


def test_nobody_takes_the_floors_name(tmp_path: Path) -> None:
    [floor] = [
        its for its in gather([csv_of(tmp_path, "1,m,basic,,goose,duck")]).samples if its.place.is_floor
    ]
    same = csv_of(tmp_path, f"1,{FLOOR},basic,,goose,{floor.answer}")
    assert [its.place.is_floor for its in gather([same]).samples] == [True]
    with pytest.raises(
        InputError, match=r"a.csv:2: en:1 is answered goose, where .*another version of wordfreq"
    ):
        gather([csv_of(tmp_path, f"1,{FLOOR},basic,,goose,goose")])
    with pytest.raises(InputError, match="for the variant is not known"):
        gather([csv_of(tmp_path, f"1,{FLOOR},mine,,goose,goose")])


def test_a_variant_that_is_none_of_ours_has_no_floor_and_that_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("id,solution,variant,gpt\n1,goose,my own words,goose\n", encoding="utf-8")
    answers = gather([file])
    assert [its.place.model for its in answers.samples] == ["gpt"]
    assert any("No hint floor for the variant 'my own words'" in note for note in answers.notes)


def test_every_runs_floor_is_taken_once(tmp_path: Path) -> None:
    for name in "ab":
        run(tmp_path / name, cell(FLOOR), {"en:1": [Answered("about")]})
    answers = gather([tmp_path / "a", tmp_path / "b"])
    assert len(answers.samples) == 1


def test_runs_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    first = run(tmp_path / "a", cell(), {"en:1": [Answered("goose")]})
    again = run(tmp_path / "b", cell(max_tokens=5), {"en:1": [Answered("goose")]})
    with pytest.raises(InputError, match=r"en:1 is answered for m, basic here and in .*/a, cell"):
        gather([first, again])
    other = run(
        tmp_path / "c",
        cell("n"),
        {"en:1": [Answered("x")]},
        puzzles=(Puzzle("1", "en", "swan", lambda: b""),),
    )
    with pytest.raises(
        InputError, match=r"another puzzle here than in .*its answer is swan, and there goose"
    ):
        gather([first, other])
    spec = VariantSpec(hint="reveal", hints_style="released")
    released = Cell(model="n", subset="en", variant=spec, data="mine@1")
    one = run(tmp_path / "d", cell("m", "reveal"), {"en:1": [Answered("x")]})
    two = run(tmp_path / "e", released, {"en:1": [Answered("x")]})
    with pytest.raises(InputError, match="hints_style released, not perceived"):
        gather([one, two])


def test_runs_on_other_data_are_told(tmp_path: Path) -> None:
    first = run(tmp_path / "a", cell(), {"en:1": [Answered("goose")]})
    its = Cell(model="n", subset="en", variant=parse_variant("basic"), data="mine@2", prompts="0")
    other = run(tmp_path / "b", its, {"en:1": [Answered("goose")]})
    notes = gather([first, other]).notes
    assert [note.split(":")[0] for note in notes] == [
        "The runs differ in their prompts",
        "The runs differ in their data",
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [("nothing", "there is no such file or folder"), ("empty", "holds no run of gander eyeq")],
)
def test_what_is_no_run_is_told(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=words):
        gather([tmp_path / name])


def test_a_file_that_holds_no_answers_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InputError, match="is neither a run's folder nor a file of answers"):
        gather([tmp_path / "a.txt"])


def test_a_run_without_answers_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing was answered"):
        gather([run(tmp_path / "a", cell(), {})])


def test_what_does_not_fit_is_left_out_where_that_is_wanted(tmp_path: Path) -> None:
    fits = run(tmp_path / "a", cell(), {"en:1": [Answered("goose")], "en:2": [Failed("timeout")]})
    # The first of its puzzles fits, the second is another one: nothing of it may stay.
    swan = Puzzle("2", "en", "swan", lambda: b"")
    other = run(
        tmp_path / "b", cell("n"), {"en:1": [Answered("duck")], "en:2": [Answered("swan")]}, (GOOSE, swan)
    )
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "run.json").write_text("{")
    after = run(tmp_path / "d", cell("o"), {"en:2": [Answered("paradise")]})
    faults: dict[str, str] = {}
    answers = gather(
        [fits, read_run(other), tmp_path / "c", after],
        floor=False,
        on_misfit=lambda path, error: faults.update({path.name: error.what}),
    )
    assert told(answers) == {
        ("m", "en:1"): ("answered", True),
        ("m", "en:2"): ("failed", False),
        ("o", "en:2"): ("answered", True),
    }
    assert {place.model for place in answers.to_ask} == {"m", "o"}
    assert list(faults) == ["b", "c"]
    assert "another puzzle" in faults["b"]
    with pytest.raises(InputError, match="another puzzle"):
        gather([fits, read_run(other)], floor=False)
