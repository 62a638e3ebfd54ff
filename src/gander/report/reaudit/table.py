"""A re-audit's steps in the terminal: a table a setting, as many figures beside one another as fit."""

from gander.quack.metrics.reaudit import BESIDE, FIGURES, STEPS, Reaudit, SettingSteps
from gander.report.columns import side_by_side
from gander.report.reaudit.files import cell, footnotes, heading
from gander.terminal import folded, printable

__all__ = ["show_steps"]


def show_steps(reaudit: Reaudit, width: int | None) -> str:
    """All settings, one below the other.

    Args:
        reaudit: The steps.
        width: Columns of the terminal; None where output goes elsewhere.
    """
    blocks = [_setting(setting, width) for setting in reaudit.settings]
    closing = [line for one in footnotes(reaudit) for line in folded(one, width)]
    return "\n\n".join([*blocks, "\n".join(closing)])


def _setting(setting: SettingSteps, width: int | None) -> str:
    rows: list[list[str]] = []
    for step in (*STEPS, *BESIDE):
        if step is BESIDE[0]:
            rows.append([])
        rates = setting.steps[step.name]
        rows.append([step.title, *(cell(rates[name], setting.games) for name, _ in FIGURES)])
    table = side_by_side(["", *(title for _, title in FIGURES)], rows, width, right=False)
    return "\n".join(folded(printable(heading(setting)), width)) + "\n\n" + table
