"""An audit's headline figures as LaTeX tables for a paper (package booktabs)."""

from collections.abc import Iterator, Sequence

from gander.quack.metrics.audits import Audits
from gander.quack.metrics.compared import Compared
from gander.quack.metrics.figures import Column, Group
from gander.report.audit.numbers import Numbers, in_percent, named, numbers
from gander.report.audit.provenance import chosen, few_read, flagged, note
from gander.report.latex import commented, escaped

__all__ = ["to_latex"]

_GROUPS = 4  # columns that fit a page
_TIERS = {"outcomes": "Outcomes", "behaviour": "Behaviour", "statements": "Statements"}
_MARK = r"$^{\dagger}$"


def to_latex(audits: Audits, *, pooled: bool = False) -> str:
    """Tables of at most four groups each: a row a figure, intervals in small print, n where it differs.

    Args:
        audits: The figures.
        pooled: Show rates of sums instead of means over games.
    """
    lines = [f"% {commented(sentence)}" for sentence in note(audits)]
    for start in range(0, len(audits.groups), _GROUPS):
        lines += ["", *_table(audits, audits.groups[start : start + _GROUPS], pooled=pooled)]
    for compared in audits.compared:
        lines += ["", *_comparison(audits, compared, many=len(audits.compared) > 1, pooled=pooled)]
    return "\n".join(lines) + "\n"


def _table(audits: Audits, groups: Sequence[Group], *, pooled: bool) -> Iterator[str]:
    columns = audits.headlines
    yield r"\begin{tabular}{l" + "r@{ }l" * len(groups) + "}"
    yield r"\toprule"
    yield _row("", [rf"\multicolumn{{2}}{{c}}{{{escaped(group.name)}}}" for group in groups])
    yield _row("games", [f"{group.games} &" for group in groups])
    yield _row(
        r"utterances read (\%)",
        [
            f"{in_percent(group.coverage) if group.coverage is not None else '--'}"
            f"{_MARK if few_read(group.coverage) else ''} &"
            for group in groups
        ],
    )
    tier = ""
    for column in columns:
        if column.tier != tier:
            tier = column.tier
            yield r"\midrule"
            yield rf"\multicolumn{{{1 + 2 * len(groups)}}}{{l}}{{\emph{{{_TIERS[tier]}}}}} \\"
        texts = []
        for group in groups:
            its = numbers(
                chosen(group.figures[column.name], pooled=pooled),
                share=column.share,
                games=group.games,
            )
            texts.append(_cell(its, mark=flagged(column, group.coverage)))
        yield _row(_title(column), texts)
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _comparison(audits: Audits, compared: Compared, *, many: bool, pooled: bool) -> Iterator[str]:
    """Two settings; of many, with the p-values corrected for how many there are."""
    seeds = len(compared.seeds)
    names = f"{escaped(compared.first)} less {escaped(compared.second)}"
    yield r"\begin{tabular}{lr@{ }lr" + "r" * many + "}"
    yield r"\toprule"
    yield rf" & \multicolumn{{2}}{{c}}{{{names}}} & $p$" + r" & $p$ (Holm)" * many + r" \\"
    yield r"\midrule"
    for column in audits.columns:
        if column.headline:
            both = compared.differences[column.name]
            difference = both.pooled if pooled else both.mean
            its = numbers(difference.estimate, share=column.share, games=seeds, signed=True)
            chances = [difference.p, compared.corrected[column.name][pooled]][: 1 + many]
            cell = _cell(its, mark=flagged(column, compared.coverage))
            yield _row(_title(column), [cell, *map(_chance, chances)])
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _chance(p: float | None) -> str:
    return "" if p is None else "$<$.001" if p < 0.001 else f"{p:.3f}"


def _row(title: str, texts: Sequence[str]) -> str:
    return " & ".join([title, *texts]) + r" \\"


def _title(column: Column) -> str:
    title = escaped(named(column).strip())
    return rf"\quad {title}" if column.title.startswith(" ") else title


def _cell(its: Numbers, *, mark: bool) -> str:
    """A value right before, interval and n left behind the columns' joint."""
    value, interval = (
        text.replace("–", "--").replace("-", "$-$") if signed else text.replace("–", "--")
        for text, signed in ((its.value, "-" in its.value), (its.interval, "to" in its.interval))
    )
    small = rf"{{\scriptsize [{interval}]}}" if interval else ""
    n = f"$_{{{its.n}}}$" if its.n else ""
    return f"{value}{_MARK if mark and value != '--' else ''} & {small}{n}"
