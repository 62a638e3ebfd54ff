"""Eye-Q as an Inspect task: ``inspect eval gander/eyeq -T variant=reveal -T data=… --model …``."""

from pathlib import Path
from typing import Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageAssistant, GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    metric,
    scorer,
    value_to_float,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gander.errors import GanderError, InputError
from gander.eyeq.demos import Demos, evaluated, settle
from gander.eyeq.explain import explanation, facts
from gander.eyeq.hints import HintStyle, hint_in_words
from gander.eyeq.images import Picture
from gander.eyeq.prompting import DemoChoice, Message, Prompts, VariantSpec, parse_variant
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.solve import judge, says_nothing, solve
from gander.eyeq.sources import PuzzleSet, load_puzzles
from gander.models.call import Caller, Patience
from gander.models.failures import Answered, Failed, Outcome
from gander.models.library import InspectModel
from gander.stats.proportions import wilson
from gander.task_args import flag, seconds, text, texts, told_by_inspect, whole

__all__ = ["CallFailedError", "exact", "eyeq", "released", "solve_puzzle"]

_REPLIES = "replies"
_MOST = "most_attempts"
_to_float = value_to_float()


class CallFailedError(GanderError):
    """A call failed, so nothing is known of the puzzle: the sample ends in error and is not scored."""


# Inspect puts the package's name before a task's where the package is installed, but not where it is used
# from its sources under another name than its distribution's; the task is `gander/eyeq` in both.
_INSTALLED = bool({"site-packages", "dist-packages"} & set(Path(__file__).parts))


@task(name="eyeq" if _INSTALLED else "gander/eyeq")
def eyeq(
    data: str = "starter",
    variant: str = "basic",
    subset: str = "",
    limit: int | None = None,
    demos: DemoChoice | None = None,
    attempts: int | None = None,
    hints: HintStyle = "perceived",
    blind: bool = False,
    prompts: str | None = None,
    revision: str | None = None,
    skip_bad: bool = False,
    retries: int = 5,
    timeout: float = 600,
) -> Task:
    """Picture puzzles: each hides a word or phrase.

    Args:
        data: ``starter``, ``hub``, ``hub:OWNER/NAME`` or a folder.
        variant: ``basic``, ``few_shot``, ``refine``, ``reveal``, ``none``, or a mix joined by ``+``.
        subset: Subsets, separated by commas; empty for all.
        limit: The most puzzles of each subset.
        demos: ``fixed`` or ``sampled`` demonstrations.
        attempts: Attempts of ``refine``.
        hints: What counts as a character in hints: ``perceived`` or ``released``.
        blind: Leave the picture out.
        prompts: A folder with prompt texts of one's own.
        revision: The Hub's revision.
        skip_bad: Leave out rows that cannot be used.
        retries: The most further tries of a call that failed.
        timeout: The most seconds of a try.
    """
    with told_by_inspect():
        most = None if limit is None else whole("limit", limit, 1)
        patience = Patience(retries=whole("retries", retries, 0), seconds=seconds("timeout", timeout))
        asked = parse_variant(
            text("variant", variant),
            demos=demos,
            attempts=None if attempts is None else whole("attempts", attempts, 1),
            hints=hints,
            blind=flag("blind", blind),
        )
        words = Prompts.load(None if prompts is None else text("prompts", prompts))
        puzzles = load_puzzles(
            text("data", data),
            subsets=texts("subset", subset) or None,
            skip_bad=flag("skip_bad", skip_bad),
            revision=None if revision is None else text("revision", revision),
        )
        spec = settle(asked, puzzles)
        for name in puzzles.subsets:
            Demos(puzzles, words).check(spec, name)
        samples = [
            _sample(puzzle, spec) for name in puzzles.subsets for puzzle in evaluated(puzzles, name)[:most]
        ]
        return Task(
            dataset=MemoryDataset(samples, name=puzzles.name),
            solver=solve_puzzle(puzzles, spec, words, patience),
            scorer=[exact(), released()],
            # A call that failed is not a wrong answer; `inspect eval-retry` asks again.
            fail_on_error=False,
            config=GenerateConfig(max_retries=0),
            metadata={
                "data": f"{puzzles.name}@{puzzles.revision}",
                "prompts": words.hash,
                "variant": spec.name,
            },
        )


def _sample(puzzle: Puzzle, spec: VariantSpec) -> Sample:
    """A sample; the prompt and the picture are made when it is its turn."""
    hint = hint_in_words(spec.hint, puzzle.answer, subset=puzzle.subset, id=puzzle.id, style=spec.hints_style)
    return Sample(
        id=puzzle.key,
        input=f"{puzzle.subset} puzzle {puzzle.id}, {spec.name}, hint: {hint}",
        target=[puzzle.answer, *puzzle.also_accept],
        metadata={"subset": puzzle.subset, "variant": spec.name, "hint": hint, _MOST: spec.attempts},
    )


@solver
def solve_puzzle(puzzles: PuzzleSet, spec: VariantSpec, prompts: Prompts, patience: Patience) -> Solver:
    """Asks as `gander eyeq run` does (`gander.eyeq.solve.solve`)."""
    shown = Demos(puzzles, prompts)

    async def run(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        if model.name and str(model).startswith("none/"):
            raise InputError("there is no model to ask.", todo="Give --model PROVIDER/MODEL.")
        caller = Caller(InspectModel(model, in_task=True), patience=patience, empty=says_nothing)
        puzzle = puzzles[str(state.sample_id)]
        kept: list[Outcome] = []
        asked: list[Message] = []

        async def ask(messages: list[Message], attempt: int) -> Outcome:
            asked[:] = messages
            marks: dict[str, str | int] = {"puzzle": puzzle.key, "attempt": attempt}
            return await caller.ask(messages, scope=f"{state.epoch}|{attempt}", marks=marks)

        def keep(attempt: int, outcome: Outcome, picture: Picture | None) -> None:
            kept.append(outcome)
            if picture is None:
                return
            state.metadata["picture"] = picture.sha256
            if picture.note:
                state.metadata["picture_note"] = picture.note

        verdict = await solve(puzzle, spec, prompts, shown, ask, keep=keep)
        answered = [outcome for outcome in kept if isinstance(outcome, Answered)]
        state.metadata.update(facts(verdict))
        state.metadata[_REPLIES] = [outcome.text for outcome in answered]
        failures = [outcome for outcome in kept if isinstance(outcome, Failed)]
        if failures:
            raise CallFailedError(f"{puzzle.key}, attempt {len(kept)}: {failures[0]}")
        state.messages += [ChatMessageAssistant(content=outcome.text) for outcome in answered]
        state.output = ModelOutput.from_content(str(model), answered[-1].text)
        state.completed = True
        return state

    return run


@metric
def shares() -> Metric:
    """The share that is right, its 95% interval and n: of each subset, and of all if there are more."""

    def compute(scores: list[SampleScore]) -> dict[str, int | float]:
        found: dict[str, list[float]] = {}
        for one in scores:
            right = _to_float(one.score.value)
            for name in (str((one.sample_metadata or {}).get("subset", "")), "all"):
                found.setdefault(name, []).append(right)
        told: dict[str, int | float] = {}
        for name, values in found.items():
            if name == "all" and len(found) == 2:
                continue
            share = wilson(sum(values), len(values))
            if share.value is not None and share.low is not None and share.high is not None:
                its = {"": share.value, "_low": share.low, "_high": share.high, "_n": len(values)}
                told.update({name + part: value for part, value in its.items()})
        return told

    return compute


@scorer(metrics=[shares()])
def exact() -> Scorer:
    """The ``exact`` score: the paper's cleanup, done right for Unicode; any attempt may be right."""
    return _score("exact")


@scorer(metrics=[shares()])
def released() -> Scorer:
    """The score of the released runner."""
    return _score("released")


def _score(which: Literal["exact", "released"]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        outcomes = [Answered(text) for text in state.metadata.get(_REPLIES, [])]
        verdict = judge(list(target), outcomes, int(state.metadata[_MOST]))
        right = verdict.correct if which == "exact" else verdict.released
        return Score(
            value=CORRECT if right else INCORRECT,
            answer=verdict.answer or "",
            explanation=explanation(verdict, which),
            metadata=facts(verdict),
        )

    return score
