"""A run's replies as logs that ``inspect view`` shows; made from the store, without a call."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gander import __version__
from gander.errors import InputError
from gander.eyeq.explain import explanation, facts
from gander.eyeq.hints import hint_in_words
from gander.eyeq.solve import Verdict
from gander.eyeq.store import Cell, StoredRun, read_run
from gander.files import write_whole
from gander.models.failures import Answered, Usage
from gander.models.library import load_inspect
from gander.stats.proportions import wilson

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample
    from inspect_ai.model import ModelUsage

__all__ = ["write_logs"]


def write_logs(folder: Path, out: Path) -> list[Path]:
    """Write one ``.eval`` log for each cell of a run that asked something.

    Args:
        folder: The run's folder.
        out: Where the logs go; logs of the same cells are replaced.

    Returns:
        The logs.

    Raises:
        InputError: There is no run, or the place cannot be written.
    """
    run = read_run(folder)
    load_inspect()
    from inspect_ai.log import write_eval_log  # noqa: PLC0415

    written = []
    for id, cell in run.cells.items():
        if not run.asked(id):
            continue
        path = out / f"{_file_name(cell)}_{id}.eval"
        write_whole(path, b"")  # a place that cannot be written is told in our words
        try:
            write_eval_log(_log(run, id, cell), str(path))
        except OSError as error:
            raise InputError(f"cannot be written ({error.strerror}).", where=str(path)) from error
        written.append(path)
    return written


def _file_name(cell: Cell) -> str:
    name = f"{cell.model}_{cell.subset}_{cell.variant.name}"
    return "".join(char if char.isalnum() or char in "-_+." else "-" for char in name)


def _log(run: StoredRun, id: str, cell: Cell) -> "EvalLog":
    from inspect_ai.log import (  # noqa: PLC0415
        EvalConfig,
        EvalDataset,
        EvalLog,
        EvalMetric,
        EvalResults,
        EvalScore,
        EvalSpec,
        EvalStats,
    )
    from inspect_ai.model import GenerateConfig  # noqa: PLC0415

    verdicts = dict(run.verdicts(id))
    scored = [verdict for verdict in verdicts.values() if verdict.scored]
    scores = []
    for name, right in (
        ("exact", sum(verdict.correct for verdict in scored)),
        ("released", sum(verdict.released for verdict in scored)),
    ):
        share = wilson(right, len(scored))
        # By the same names as in the task's own logs.
        part = cell.subset
        metrics = {part: share.value, f"{part}_low": share.low, f"{part}_high": share.high}
        metrics[f"{part}_n"] = len(scored)
        scores.append(
            EvalScore(
                name=name,
                scorer=name,
                scored_samples=len(scored),
                unscored_samples=len(verdicts) - len(scored),
                metrics={k: EvalMetric(name=k, value=v) for k, v in metrics.items() if v is not None},
            )
        )
    began = run.began(id)
    usage = run.usage(id)
    spec = cell.variant
    return EvalLog(
        status="success" if len(scored) == len(verdicts) else "error",
        eval=EvalSpec(
            # Each cell has a task of its own: viewers take logs of the same one for tries of it.
            eval_id=id,
            run_id=id,
            task_id=id,
            created=began,
            task="gander/eyeq",
            task_args={
                "subset": cell.subset,
                "variant": spec.name,
                "hint": spec.hint,
                "attempts": spec.attempts,
                "data": cell.data,
            },
            dataset=EvalDataset(name=cell.data, samples=len(verdicts), sample_ids=list(verdicts)),
            model=cell.model,
            model_generate_config=GenerateConfig(
                temperature=cell.temperature, seed=cell.seed, max_tokens=cell.max_tokens
            ),
            model_args=cell.model_args,
            config=EvalConfig(log_images=False),
            packages={"gander-eval": __version__},
            metadata={"data": cell.data, "prompts": cell.prompts, "variant": spec.name},
        ),
        results=EvalResults(total_samples=len(verdicts), completed_samples=len(scored), scores=scores),
        stats=EvalStats(
            started_at=began,
            completed_at=began,
            model_usage={cell.model: _usage(usage)} if usage.input else {},
        ),
        samples=[_sample(run, id, cell, key, verdict) for key, verdict in verdicts.items()],
    )


def _sample(run: StoredRun, id: str, cell: Cell, key: str, verdict: Verdict) -> "EvalSample":
    from inspect_ai.log import EvalError, EvalSample  # noqa: PLC0415
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput  # noqa: PLC0415
    from inspect_ai.scorer import Score  # noqa: PLC0415

    outcomes = run.outcomes(id, key)
    replies = [outcome.text for outcome in outcomes if isinstance(outcome, Answered)]
    puzzle, spec = key.partition(":")[2], cell.variant
    truths = run.puzzles[key].truths
    hint = hint_in_words(spec.hint, truths[0], subset=cell.subset, id=puzzle, style=spec.hints_style)
    picture = run.picture(id, key)
    question = f"{cell.subset} puzzle {puzzle}, {spec.name}, hint: {hint} (picture: {picture or 'none'})"
    told = facts(verdict)
    both: tuple[tuple[Literal["exact", "released"], bool], ...]
    both = (("exact", verdict.correct), ("released", verdict.released))
    scores: dict[str, Score] = {}
    if verdict.scored:
        scores = {
            name: Score(
                value="C" if right else "I",
                answer=verdict.answer or "",
                explanation=explanation(verdict, name),
                metadata=told,
            )
            for name, right in both
        }
    spent = sum((outcome.usage for outcome in outcomes), Usage())
    error = None
    if verdict.failure is not None:
        error = EvalError(message=str(verdict.failure), traceback="", traceback_ansi="")
    return EvalSample(
        id=key,
        epoch=1,
        input=question,
        target=list(truths),
        messages=[
            ChatMessageUser(content=question),
            *(ChatMessageAssistant(content=reply) for reply in replies),
        ],
        output=ModelOutput.from_content(cell.model, replies[-1])
        if replies
        else ModelOutput(model=cell.model),
        scores=scores,
        metadata={
            "subset": cell.subset,
            "variant": cell.variant.name,
            "hint": hint,
            "most_attempts": spec.attempts,
            **told,
            "picture": picture,
        },
        total_time=round(sum(outcome.seconds for outcome in outcomes), 3),
        model_usage={cell.model: _usage(spent)} if spent.input else {},
        error=error,
    )


def _usage(usage: Usage) -> "ModelUsage":
    from inspect_ai.model import ModelUsage  # noqa: PLC0415

    return ModelUsage(
        input_tokens=usage.input,
        output_tokens=usage.output,
        total_tokens=usage.input + usage.output,
        reasoning_tokens=usage.reasoning or None,
    )
