"""The steps of a re-audit as a figure: a panel a figure, a line a setting."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gander.quack.metrics.reaudit import FIGURES, STEPS, Reaudit, SettingSteps
from gander.report.drawing import FORMATS, LOOKS, drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "draw_steps"]


def draw_steps(reaudit: Reaudit, form: str) -> bytes:
    """Draw the steps from the published figures to those under `paper`.

    Args:
        reaudit: The steps; of several settings each is drawn, but not all games together.
        form: One of `FORMATS`.

    Returns:
        The file's content. Means over games in percent, with 95% intervals at the first and last step.

    Raises:
        InputError: matplotlib is missing.
    """
    settings = reaudit.settings[:-1] or reaudit.settings

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(2, 3, sharex=True)
        for panel, (name, title) in zip(panels.flat, FIGURES, strict=True):
            _panel(panel, name, title, settings)
        _legend(figure, panels.flat[0])

    return drawn(paint, 10.5, 7.2, (form,), where="--figure")[form]


def _panel(panel: "Axes", name: str, title: str, settings: Sequence[SettingSteps]) -> None:
    places = range(len(STEPS))
    for number, setting in enumerate(settings):
        look = LOOKS[number % len(LOOKS)]
        means = [setting.steps[step.name][name].mean for step in STEPS]
        # Beside one another, for intervals would hide each other.
        shift = 0.12 * (number - (len(settings) - 1) / 2)
        panel.plot(
            [place + shift for place in places],
            [float("nan") if its.value is None else 100 * its.value for its in means],
            color=look.colour,
            marker=look.marker,
            linestyle=look.dash,
            markersize=3.5,
            linewidth=1.2,
            label=setting.name,
        )
        for place in (0, len(STEPS) - 1):
            its = means[place]
            if its.value is not None and its.low is not None and its.high is not None:
                panel.plot(
                    [place + shift] * 2,
                    [100 * its.low, 100 * its.high],
                    color=look.colour,
                    linewidth=2.2,
                    alpha=0.45,
                )
    panel.set_title(title, fontsize=9, loc="left")
    panel.set_xticks(
        list(places), [step.title for step in STEPS], rotation=60, ha="right", rotation_mode="anchor"
    )
    panel.set_ylabel("%")
    panel.set_ylim(bottom=0)
    panel.grid(axis="y", linewidth=0.4, alpha=0.5)
    panel.spines[["top", "right"]].set_visible(False)


def _legend(figure: "Figure", panel: "Axes") -> None:
    lines, names = panel.get_legend_handles_labels()
    figure.legend(
        lines,
        names,
        loc="outside lower center",
        ncols=2 if len(names) <= 4 else 3,
        frameon=False,
        title="Mean over games; bars: 95% intervals",
        alignment="center",
    )
