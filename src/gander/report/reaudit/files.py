"""A re-audit's steps as files: CSV and JSON hold exact values, Markdown what people read."""

from collections.abc import Iterator

import msgspec

from gander.counted import many
from gander.quack.metrics.reaudit import BESIDE, COVERED, FIGURES, STEPS, Reaudit, SettingSteps, Step
from gander.report.audit.numbers import in_percent, numbers
from gander.report.audit.provenance import FEW_READ, INTERVALS, METHODS, few_read
from gander.report.markdown import escaped
from gander.spreadsheet import written
from gander.stats import RESAMPLES, SEED, Rate

__all__ = ["cell", "footnotes", "heading", "steps_csv", "steps_json", "steps_markdown"]

_FIELDS = (
    *("setting", "games", "coverage", "flagged", "step", "figure"),
    *("mean", "low", "high", "interval", "n", "undefined"),
    *("pooled", "pooled_low", "pooled_high", "part", "whole"),
)


def heading(setting: SettingSteps) -> str:
    """A setting's name, and what its figures stand on."""
    read = setting.coverage.value
    mark = FEW_READ if few_read(read) else ""
    return f"{setting.name}: {many(setting.games, 'game')}, {in_percent(read)}%{mark} of utterances read"


def cell(rate: Rate, games: int) -> str:
    """A figure's mean over games with its interval, and its n where that isn't all games."""
    its = numbers(rate.mean, share=True, games=games)
    interval = f" [{its.interval}]" if its.interval else ""
    return f"{its.value}{interval}" + (f" ({its.n})" if its.n else "")


def footnotes(reaudit: Reaudit) -> list[str]:
    """What must stand under the figures."""
    lines = [
        "Means over games in percent, changes cumulated from above; the last two rows stand beside them.",
        INTERVALS,
    ]
    if any(few_read(setting.coverage.value) for setting in reaudit.settings):
        lines.append(
            f"{FEW_READ} fewer than {100 * COVERED:.0f}% of the utterances have a stored extraction: all rows"
            " but the last stand on the others alone."
        )
    return lines


def steps_markdown(reaudit: Reaudit) -> str:
    """A table a setting."""
    blocks = []
    for setting in reaudit.settings:
        lines = [
            f"**{escaped(heading(setting))}**",
            "",
            "| step | " + " | ".join(title for _, title in FIGURES) + " |",
            "|---" * (len(FIGURES) + 1) + "|",
        ]
        for step in (*STEPS, *BESIDE):
            rates = setting.steps[step.name]
            row = [step.title, *(cell(rates[name], setting.games) for name, _ in FIGURES)]
            lines.append("| " + " | ".join(row) + " |")
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, *footnotes(reaudit)]) + "\n"


def steps_csv(reaudit: Reaudit) -> str:
    """A row a setting, step and figure; what is undefined is empty.

    Names are made fit for spreadsheets (`gander.spreadsheet`).
    """
    rows = (
        {
            "setting": setting.name,
            "games": setting.games,
            "coverage": setting.coverage.value,
            "flagged": few_read(setting.coverage.value),
            "step": step.name,
            "figure": name,
            **_values(rate),
        }
        for setting in reaudit.settings
        for step, name, rate in _cells(setting)
    )
    return written(_FIELDS, rows)


def steps_json(reaudit: Reaudit) -> bytes:
    """Everything as one document, with what each step changes."""
    document = {
        "kind": "reaudit",
        "interval": METHODS,
        "resamples": RESAMPLES,
        "seed": SEED,
        "steps": [step._asdict() for step in STEPS],
        "beside": [step._asdict() for step in BESIDE],
        "settings": [
            {
                "setting": setting.name,
                "games": setting.games,
                "coverage": setting.coverage.value,
                "flagged": few_read(setting.coverage.value),
                "figures": {
                    step.name: {name: _values(setting.steps[step.name][name]) for name, _ in FIGURES}
                    for step in (*STEPS, *BESIDE)
                },
            }
            for setting in reaudit.settings
        ],
        "notes": reaudit.notes,
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _cells(setting: SettingSteps) -> Iterator[tuple[Step, str, Rate]]:
    for step in (*STEPS, *BESIDE):
        for name, _ in FIGURES:
            yield step, name, setting.steps[step.name][name]


def _values(rate: Rate) -> dict[str, object]:
    return {
        "mean": rate.mean.value,
        "low": rate.mean.low,
        "high": rate.mean.high,
        "interval": rate.mean.method,
        "n": rate.mean.n,
        "undefined": rate.mean.undefined,
        "pooled": rate.pooled.value,
        "pooled_low": rate.pooled.low,
        "pooled_high": rate.pooled.high,
        "part": rate.part,
        "whole": rate.whole,
    }
