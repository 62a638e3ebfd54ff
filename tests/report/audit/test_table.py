"""An audit's figures in the terminal."""

import pytest

from gander.report.audit import show_audits
from gander.terminal import cells
from tests.report.audit.given import audits, comparison, group


def line(shown: str, title: str) -> list[str]:
    [found] = [text for text in shown.splitlines() if text.startswith(title)]
    return found.removeprefix(title).split()


def test_a_figure_has_its_interval_and_its_n_where_it_differs():
    shown = show_audits(audits(group("calm")), None)
    assert line(shown, "games") == ["4"]
    assert line(shown, "Goose win") == ["75.0", "[25–100]"]
    assert line(shown, "report latency, ticks") == ["5.2", "[4.0–6.5]", "(3)"]
    assert line(shown, "Goose truthfulness") == ["97.5", "[96.0–99.0]"]
    assert line(shown, "deception rate") == ["–"]
    assert "kills" not in shown
    assert "Means over games, shares in percent." in shown
    assert "Profile paper, claims: rules, 95.1% of utterances read; 1 game." in shown


def test_pooled_rates_are_shown_if_asked_for():
    shown = show_audits(audits(group("calm")), None, pooled=True)
    assert line(shown, "Goose truthfulness") == ["98.0", "[96.0–99.0]"]
    assert "Rates of sums" in shown


def test_low_coverage_flags_what_stands_on_it_and_nothing_else():
    shown = show_audits(audits(group("calm", read=37), group("rough", read=38)), None)
    assert line(shown, "utterances read") == ["92.5%!", "95.0%"]
    assert line(shown, "Goose truthfulness") == ["97.5!", "[96.0–99.0]", "97.5", "[96.0–99.0]"]
    assert line(shown, "Goose win") == ["75.0", "[25–100]"] * 2
    assert "! fewer than 95% of the utterances could be read" in shown
    assert "!" not in show_audits(audits(group("calm")), None)


def test_a_comparison_has_difference_interval_and_p():
    shown = show_audits(audits(group("calm"), compared=comparison(0.9)), None)
    assert "calm less rough, 4 seeds that both have (2 more in one alone)" in shown
    below = shown[shown.index("calm less rough") :]
    assert line(below, "Goose win") == ["-12.3", "[-25", "to", "0]", "p=.031"]
    assert line(below, "Goose truthfulness")[0] == "-12.3!"
    assert line(below, "deception rate") == ["–"]


@pytest.mark.parametrize("width", [200, 140, 100, 80, 60, 44, 30, 20])
@pytest.mark.parametrize(
    "names", [["calm"], ["a_long_name_of_a_setting_with_joints", "b"], ["x" * 90, "長" * 30, "c"]]
)
def test_everything_fits_however_narrow_the_terminal(width, names):
    shown = show_audits(audits(*map(group, names), compared=comparison()), width)
    assert max(map(cells, shown.splitlines())) <= width
    for name in names:
        assert all(shown.count(char) >= name.count(char) for char in set(name))
    assert shown.count("[96.0–99.0]") == len(names)


def test_released_figures_are_rounded_as_they_were_published():
    rounded = group("calm")
    rounded = type(rounded)("calm", 4, 40, 40, {**rounded.figures})
    figure = rounded.figures["goose_truthfulness"]
    published = type(figure)(type(figure.mean)(0.56546, 4, 0, 0.5, 0.6, "bca"), None, None, None)
    rounded.figures["goose_truthfulness"] = published  # type: ignore[index]
    assert line(show_audits(audits(rounded, profile="released"), None), "Goose truthfulness")[0] == "56.6"
    assert line(show_audits(audits(rounded), None), "Goose truthfulness")[0] == "56.5"


def test_names_cannot_play_with_the_terminal():
    assert "\x1b" not in show_audits(audits(group("odd\x1b[31m")), 80)


def test_of_many_comparisons_those_that_stand_are_shown():
    many = (comparison(corrected=0.062), comparison(0.9, corrected=0.04, second="wild"))
    shown = show_audits(audits(group("calm"), compared=many), None)
    assert "2 comparisons of settings on the same seeds, 4 figures each" in shown
    lines = [" ".join(line.split()) for line in shown.splitlines() if " less " in line]
    assert lines == [
        "Goose win: calm less wild -12.3 [-25 to 0] 4 .031 .040",
        "report latency, ticks: calm less wild -0.1 [-0.2 to 0.0] 4 .031 .040",
        "Goose truthfulness: calm less wild -12.3! [-25 to 0] 4 .031 .040",
    ]
    none = show_audits(audits(group("calm"), compared=many[:1] * 2), None)
    assert "None is below .05." in none
