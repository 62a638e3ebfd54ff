"""A re-audit's steps in the terminal: a table a setting, as many figures beside one another as fit."""

import textwrap
from collections.abc import Iterator

from gander.quack.metrics.reaudit import BESIDE, FIGURES, STEPS, Reaudit, SettingSteps
from gander.report.reaudit.files import cell, footnotes, heading
from gander.terminal import cells, printable

__all__ = ["show_steps"]

_GAP = 2
_LABEL = max(len(step.title) for step in (*STEPS, *BESIDE))


def show_steps(reaudit: Reaudit, width: int | None) -> str:
    """All settings, one below the other.

    Args:
        reaudit: The steps.
        width: Columns of the terminal; None where output goes elsewhere.
    """
    blocks = [line for setting in reaudit.settings for line in _setting(setting, width)]
    closing = footnotes(reaudit)
    if width is not None:
        closing = [line for one in closing for line in textwrap.wrap(one, max(width, 10))]
    return "\n\n".join([*blocks, "\n".join(closing)])


def _setting(setting: SettingSteps, width: int | None) -> Iterator[str]:
    steps = (*STEPS, *BESIDE)
    columns = []
    for name, title in FIGURES:
        texts = [cell(setting.steps[step.name][name], setting.games) for step in steps]
        columns.append((title, texts, max(len(title), *map(len, texts))))
    said = printable(heading(setting))
    yield said if width is None else "\n".join(textwrap.wrap(said, max(width, 10), break_on_hyphens=False))
    if width is not None and _LABEL + _GAP + max(size for _, _, size in columns) > width:
        for title, texts, _ in columns:
            lines = [title]
            for step, text in zip(steps, texts, strict=True):
                lines += [f"  {step.title}", f"    {text}"]
            yield "\n".join(lines)
        return
    start = 0
    while start < len(columns):
        stop, used = start, _LABEL
        while stop < len(columns) and (
            stop == start or width is None or used + _GAP + columns[stop][2] <= width
        ):
            used += _GAP + columns[stop][2]
            stop += 1
        shown = columns[start:stop]
        sizes = [size for *_, size in shown]
        lines = [_line("", [title for title, _, _ in shown], sizes)]
        lines.append("─" * max(used, cells(lines[0])))
        for number, step in enumerate(steps):
            if number == len(STEPS):
                lines.append("")
            lines.append(
                _line(step.title, [texts[number] for _, texts, _ in shown], [size for *_, size in shown])
            )
        yield "\n".join(lines)
        start = stop


def _line(label: str, texts: list[str], sizes: list[int]) -> str:
    line = label.ljust(_LABEL)
    for text, size in zip(texts, sizes, strict=True):
        line += " " * _GAP + text.ljust(size)
    return line.rstrip()
