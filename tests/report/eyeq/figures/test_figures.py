"""Figures: what is drawn is what the tables say."""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from gander.eyeq.analysis import Column, Curve, Curves, Line, Table, Value
from gander.eyeq.place import FLOOR
from gander.report.drawing import LOOKS, line_look
from gander.report.eyeq.figures import drawings, drawn_files
from gander.report.eyeq.figures.attempts import attempts
from gander.report.eyeq.figures.bars import bars
from gander.report.eyeq.figures.coupling import coupling
from gander.report.eyeq.figures.densities import densities
from gander.report.eyeq.figures.scaling import scaling
from gander.report.eyeq.figures.sheets import Sheet, shown_model, shown_subset
from gander.report.eyeq.figures.sweep import sweep
from gander.stats import Estimate

HOSTILE = "evil/a$b^{ <b>x</b>\x07\u202e&"


def share(value: float | None, low: float = 0.1, high: float = 0.9) -> Estimate:
    return Estimate(None, 0, 0) if value is None else Estimate(value, 10, 0, low, high, "wilson")


def table(name: str, lines: Sequence[Mapping[str, Value]]) -> Table:
    columns = tuple(Column(each, each) for each in lines[0])
    return Table(name, f"The {name}", columns, tuple(Line(values, {"": (0, 1)}) for values in lines))


def accuracy(*lines: tuple[str, str, str, float | None]) -> Table:
    return table(
        "accuracy",
        [
            {"model": model, "subset": subset, "variant": variant, "accuracy": share(value)}
            for model, subset, variant, value in lines
        ],
    )


def painted(sheet: Sheet) -> Figure:
    figure = Figure(figsize=(sheet.width, sheet.height), layout="constrained")
    sheet.paint(figure)
    return figure


def points(figure: Figure, panel: int) -> dict[str, list[tuple[float, float]]]:
    """The points of a panel's error bars, by their labels."""
    return {
        str(each.get_label()): [
            (round(float(x), 3), round(float(y), 3)) for x, y in np.asarray(each.lines[0].get_xydata())
        ]
        for each in figure.axes[panel].containers
        if isinstance(each, ErrorbarContainer)
    }


def test_bars_are_as_high_as_the_accuracies() -> None:
    (sheet,) = bars(
        accuracy(
            ("a/Owl", "en", "basic", 0.5),
            ("a/Owl", "fa", "basic", 0.25),
            ("Crane", "en", "basic", 0.75),
            ("Crane", "fa", "basic", None),
            ("a/Owl", "en", "reveal", 0.6),
            (FLOOR, "en", "basic", 0.2),
        )
    )
    basic, reveal = painted(sheet).axes
    heights = {
        str(each.get_label()): [bar.get_height() for bar in each.patches]  # type: ignore[attr-defined]
        for each in basic.containers
        if not isinstance(each, ErrorbarContainer)
    }
    # The undefined has no bar: it is not zero.
    assert heights["Owl"] == [50, 25]
    assert heights["Crane"] == [75]
    ends = basic.collections[0].get_segments()[0]  # type: ignore[attr-defined]
    assert [round(float(y)) for _, y in ends] == [10, 90]
    floors = [line for line in basic.lines if line.get_label() == "hint floor (no picture)"]
    assert [list(line.get_ydata()) for line in floors] == [[20, 20]]  # type: ignore[arg-type]
    assert (basic.get_title(loc="left"), reveal.get_title(loc="left")) == (
        "Basic",
        "Partial character reveal",
    )


def test_models_asked_at_a_temperature_alone_have_bars_and_that_is_said() -> None:
    lines: list[dict[str, Value]] = [
        {"model": model, "subset": "en", "variant": "basic", "temperature": of, "accuracy": share(value)}
        for model, of, value in (("m", "own", 0.5), ("n", "1", 0.9))
    ]
    (sheet,) = bars(table("accuracy", lines))
    figure = painted(sheet)
    assert [bar.get_height() for bar in figure.axes[0].patches] == [50, 90]  # type: ignore[attr-defined]
    assert figure.axes[0].get_legend_handles_labels()[1] == ["m", "n, T 1"]


def test_more_models_than_looks_have_a_point_each_beside_their_names() -> None:
    rows: list[tuple[str, str, str, float | None]] = [
        (f"m{number:02}", "en", variant, number / 40)
        for variant in ("basic", "reveal")
        for number in range(20)
    ]
    rows += [(FLOOR, "en", "basic", 0.2), ("m99", "en", "basic", None)]
    basic, reveal = bars(accuracy(*rows))
    assert (basic.name, reveal.name) == ("accuracy_1", "accuracy_2")
    (panel,) = painted(basic).axes
    (held,) = (each for each in panel.containers if isinstance(each, ErrorbarContainer))
    across = np.asarray(held.lines[0].get_xdata(), dtype=float).tolist()
    assert across[:20] == pytest.approx([2.5 * number for number in range(20)])
    assert math.isnan(across[20])
    assert [text.get_text() for text in panel.get_yticklabels()][:2] == ["m00", "m01"]
    assert [line.get_xdata() for line in panel.lines if line.get_label() == "hint floor (no picture)"] == [
        [20, 20]
    ]


def test_many_models_in_a_sweep_look_different_in_colour_and_without() -> None:
    models = [f"m{number}" for number in range(16)]
    lines = [
        {
            "model": model,
            "subset": "en",
            "variant": "basic",
            "temperature": temperature,
            "accuracy": share(0.5),
            "floor": share(None),
            "n": 10,
        }
        for model in models
        for temperature in ("0", "1")
    ]
    (sheet,) = sweep(table("temperature", lines))
    (panel,) = painted(sheet).axes
    drawn = [each.lines[0] for each in panel.containers if isinstance(each, ErrorbarContainer)]
    looks = {(str(line.get_marker()), str(line._unscaled_dash_pattern)) for line in drawn}  # type: ignore[attr-defined]
    assert len(drawn) == len(looks) == 16


def test_the_first_lines_have_the_looks_of_all_figures() -> None:
    assert tuple(map(line_look, range(len(LOOKS)))) == LOOKS
    every = [line_look(number) for number in range(52)]
    assert len({(look.marker, look.dash) for look in every}) == 52


def test_the_sweep_joins_a_models_temperatures() -> None:
    lines = [
        {"model": "m", "subset": "en", "variant": "basic", "temperature": of, "accuracy": share(value)}
        for of, value in ((2.0, 0.3), (0.01, 0.5), ("own", 0.9), (1.0, 0.4))
    ]
    (sheet,) = sweep(table("temperature", lines))
    figure = painted(sheet)
    assert points(figure, 0) == {"m": [(0, 50), (1, 40), (2, 30)]}
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["0.01", "1", "2"]
    ticks, (_, high) = figure.axes[0].get_yticks(), figure.axes[0].get_ylim()
    assert 100 in ticks[ticks <= high]
    assert list(sweep(table("temperature", lines[1:3]))) == []


def test_sizes_stand_on_a_log_axis() -> None:
    lines: list[dict[str, Value]] = [
        {"model": f"q{size}", "family": "q", "size": size, "subset": "en", "variant": "basic",
         "accuracy": share(value)}
        for size, value in ((32.0, 0.4), (8.0, 0.2))
    ]  # fmt: skip
    lines.append({**lines[0], "family": "alone", "accuracy": share(0.9)})
    (sheet,) = scaling(table("sizes", lines))
    figure = painted(sheet)
    assert points(figure, 0) == {"Basic": [(8, 20), (32, 40)]}
    assert figure.axes[0].get_xscale() == "log"
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["8B", "32B"]


def test_attempts_over_solved_and_over_all() -> None:
    lines = [
        {"model": model, "size": None, "subset": "en", "variant": "refine",
         "most": 5, "over_solved": share(solved, 1, 5), "over_all": share(every, 1, 5)}
        for model, solved, every in (("a", 1.5, 3.5), ("b", None, 5.0))
    ]  # fmt: skip
    (sheet,) = attempts(table("attempts", lines))
    figure = painted(sheet)
    (over_solved,), (over_all,) = points(figure, 0).values(), points(figure, 1).values()
    assert over_solved[0][1] == 1.5
    assert np.isnan(over_solved[1][1])  # nothing solved: no point, least of all at zero
    assert [y for _, y in over_all] == [3.5, 5]
    # Nothing takes less than one attempt, or more than five.
    assert [round(end) for end in figure.axes[0].get_ylim()] == [1, 5]


@pytest.mark.parametrize(
    ("draw", "name"), [(scaling, "sizes"), (sweep, "temperature"), (attempts, "attempts")]
)
def test_the_floor_stands_beside_every_line(draw: Callable[[Table], Iterator[Sheet]], name: str) -> None:
    lines: list[dict[str, Value]] = [
        {"model": f"q{size}", "family": "q", "size": size, "subset": subset, "variant": "refine",
         "temperature": str(size), "most": 5, "n": 10, "accuracy": share(0.4), "floor": share(0.15),
         "over_solved": share(2, 1, 5), "over_all": share(3, 1, 5)}
        for size in (8.0, 32.0) for subset in ("en", "fa")
    ]  # fmt: skip
    if name == "attempts":
        lines += [
            {**lines[at], "model": FLOOR, "size": None, "over_solved": share(1.5, 1, 5)} for at in (0, 1)
        ]
    (sheet,) = draw(table(name, lines))
    figure = painted(sheet)
    height = 1.5 if name == "attempts" else 15
    heights = [np.asarray(line.get_ydata(), dtype=float) for line in figure.axes[0].lines]
    drawn = [each for each in heights if len(each) and (each == height).all()]
    assert len(drawn) == (2 if name == "attempts" else 1)
    (legend,) = figure.legends
    assert sum("hint floor (no picture)" in text.get_text() for text in legend.get_texts()) == 1
    assert len({panel.get_ylim() for panel in figure.axes}) == 1  # panels can be compared


def test_the_matrix_is_the_coefficients() -> None:
    lines: list[Mapping[str, Value]] = [
        {"variant": "basic", "kind": "pearson", "first": one, "second": other, "models": 6,
         "coefficient": value}
        for one, other, value in (
            ("en", "fa", Estimate(0.884, 6, 0, 0.24, 0.99, "fisher")), ("en", "ar", Estimate(None, 2, 4)),
            ("fa", "ar", Estimate(-0.3, 6, 0, -0.9, 0.7, "fisher")),
        )
    ]  # fmt: skip
    (sheet,) = coupling(table("coupling", lines))
    panel = painted(sheet).axes[0]
    shown = np.ma.filled(panel.images[0].get_array().astype(float), np.nan)  # type: ignore[union-attr]
    assert (shown[0, 1], shown[1, 0], shown[1, 2]) == (0.884, 0.884, -0.3)
    assert np.isnan(shown[0, 2])
    texts = {text.get_text() for text in panel.texts}
    assert texts == {"1", "0.88\n0.24 to\n0.99", "\u22120.30\n\u22120.90 to\n0.70"}


def matrix(*values: float, models: int = 6) -> Figure:
    """The matrices of coefficients, a variant each."""
    lines: list[Mapping[str, Value]] = [
        {"variant": str(at), "kind": "pearson", "first": "en", "second": "fa", "models": models,
         "coefficient": Estimate(value, models, 0, -0.99, 0.99, "fisher")}
        for at, value in enumerate(values)
    ]  # fmt: skip
    (sheet,) = coupling(table("coupling", lines))
    return painted(sheet)


def luminance(colour: Sequence[float]) -> float:
    """As WCAG 2.2 defines it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return float(np.dot(parts, (0.2126, 0.7152, 0.0722)))


def test_every_coefficient_can_be_read_on_its_ground() -> None:
    for panel in matrix(*np.linspace(-1, 1, 41)).axes:
        (image,) = panel.images
        texts = [text for text in panel.texts if text.get_text() != "1"]
        assert len(texts) == 2
        for text in texts:
            ground = image.to_rgba(np.asarray(image.get_array()))[0, 1].tolist()
            ends = sorted((luminance(ground), luminance(to_rgb(text.get_color()))))
            assert (ends[1] + 0.05) / (ends[0] + 0.05) >= 4.5


def test_coefficients_fit_their_cells() -> None:
    lines: list[Mapping[str, Value]] = [
        {"variant": "basic", "kind": kind, "first": one, "second": other, "models": 6,
         "coefficient": Estimate(-0.88, 6, 0, -0.99, -0.24, "fisher")}
        for kind in ("pearson", "spearman")
        for one, other in itertools.combinations(("en", "fa", "ar", "cross"), 2)
    ]  # fmt: skip
    (sheet,) = coupling(table("coupling", lines))
    figure = painted(sheet)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    for panel in figure.axes:
        cell = panel.get_window_extent().width / 4
        for text in panel.texts:
            box = text.get_window_extent(canvas.get_renderer())
            assert max(box.width, box.height) < 0.95 * cell


@pytest.mark.parametrize(
    ("models", "words"), [(6, "6 models are few: compare intervals, not coefficients"), (10, "10 models")]
)
def test_the_matrix_says_over_how_many_models(models: int, words: str) -> None:
    assert matrix(0.5, models=models).get_supxlabel() == words


def test_densities_are_the_curves() -> None:
    xs = (0.0, 0.5, 1.0)
    curves = Curves(
        "near_misses_letters",
        "Likeness",
        "likeness",
        "density",
        tuple(
            Curve({"subset": "fa", "variant": "basic", "of": of}, xs, ys, 7, behind=(1,), puzzles=5)
            for of, ys in (("wrong answers", (2.0, 1.0, 0.5)), ("random pairs", (3.0, 1.0, 0.0)))
        ),
    )
    (sheet,) = densities(curves)
    panel = painted(sheet).axes[0]
    assert {str(line.get_label()): tuple(line.get_ydata()) for line in panel.lines} == {  # type: ignore[arg-type]
        "wrong answers": (2.0, 1.0, 0.5),
        "random pairs": (3.0, 1.0, 0.0),
    }
    assert [text.get_text() for text in panel.texts] == ["7 wrong answers\nto 5 puzzles"]


def test_no_density_is_cut_off_nor_under_the_words() -> None:
    """Each panel is as high as its own curves and bands want, with room for the words above them."""
    xs = (0.0, 0.5, 1.0)
    places = [(subset, variant) for variant in ("basic", "refine") for subset in ("en", "fa", "ar", "cross")]
    tops = dict(zip(places, (1.0, 4.0, 2.0, 9.0, 3.0, 1.0, 7.0, 0.5), strict=True))
    curves = tuple(
        Curve(
            {"subset": subset, "variant": variant, "of": "wrong answers"},
            *(xs, (0.0, top, top), 7, (0.0, 0.0, 0.0), (0.1, 1.5 * top, 1.5 * top)),
            behind=(1,),
            puzzles=5,
        )
        for (subset, variant), top in tops.items()
    )
    (sheet,) = densities(Curves("near_misses_letters", "Likeness", "likeness", "density", curves))
    figure = painted(sheet)
    FigureCanvasAgg(figure).draw()
    for panel, top in zip(figure.axes, tops.values(), strict=True):
        low, high = panel.get_ylim()
        (words,) = panel.texts
        under = panel.transData.inverted().transform(words.get_window_extent().p0)[1]
        assert low == 0
        assert 1.5 * top < under < high < 2.2 * top


@pytest.mark.parametrize("subset", ["fa", "ar"])
def test_letters_are_joined(subset: str) -> None:
    """Joined, as script runs, letters are narrower than one by one: unshaped text would be as wide."""
    word = shown_subset(subset).rpartition(" ")[2]
    assert len(word) > 3

    def width(text: str) -> float:
        figure = Figure(dpi=400)
        return float(
            figure.text(0, 0, text, fontsize=20)
            .get_window_extent(FigureCanvasAgg(figure).get_renderer())
            .width
        )

    assert width(word) < 0.9 * sum(map(width, word))
    # Letters that do not join are no narrower.
    assert width("duck") > 0.9 * sum(map(width, "duck"))


def test_hostile_names_are_names() -> None:
    (drawing,) = drawings([accuracy((HOSTILE, "en", "b$\x1b[31m_{", 0.5))])
    files = drawing.files()
    assert files["pdf"].startswith(b"%PDF")
    assert files["png"].startswith(b"\x89PNG")
    svg = ElementTree.fromstring(files["svg"])
    tags = {each.tag.rpartition("}")[2] for each in svg.iter()}
    assert not tags & {"b", "script", "foreignObject"}
    told = "".join(svg.itertext())
    assert shown_model(HOSTILE).replace(r"\$", "$") in told
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", told)


def test_models_of_one_name_keep_their_providers() -> None:
    (sheet,) = bars(
        accuracy(("a/m", "en", "basic", 0.5), ("b/m", "en", "basic", 0.25), ("b/o", "en", "basic", 1))
    )
    labels = [text.get_text() for text in painted(sheet).legends[0].get_texts()]
    assert labels == ["a/m", "b/m", "o"]


def test_equal_data_give_equal_files() -> None:
    (one,), (other,) = (drawings([accuracy(("m", "en", "basic", 0.5))]) for _ in range(2))
    assert one.files() == other.files()


def test_what_was_drawn_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path))
    told: list[str] = []
    first = drawn_files([accuracy(("m", "en", "basic", 0.5))], told.append)
    again = drawn_files([accuracy(("m", "en", "basic", 0.5))], told.append)
    assert told == ["Drawing 1 figure; they are kept for the next time."]
    assert [files for _, files in again] == [files for _, files in first]
    assert set(first[0][1]) == {"pdf", "png", "svg"}
    drawn_files([accuracy(("m", "en", "basic", 0.6))], told.append)
    assert len(told) == 2
    for kept in (tmp_path / "figures").iterdir():
        kept.write_bytes(kept.read_bytes()[:100])
    torn = drawn_files([accuracy(("m", "en", "basic", 0.5))], told.append)
    assert len(told) == 3
    assert torn[0][1] == first[0][1]


def test_figures_that_cannot_be_kept_are_drawn_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "file"))
    told: list[str] = []
    (found,) = drawn_files([accuracy(("m", "en", "basic", 0.5))], told.append)
    assert set(found[1]) == {"pdf", "png", "svg"}
    assert told[1].startswith("Not kept: figures (")
    assert len(told) == 2
