"""Figures as text: a value with its interval, in as few characters as are honest."""

from dataclasses import dataclass

from gander.stats import Estimate, Proportion

__all__ = ["Numbers", "chance", "in_percent", "numbers"]

_WIDE = 10  # intervals wider than this, in percent, need no decimals


@dataclass(frozen=True, slots=True)
class Numbers:
    """An estimate as text.

    Attributes:
        value: The value, a dash if there is none.
        interval: Both ends with a dash between; empty for no interval.
        n: The games it is defined in, if these are not all.
    """

    value: str
    interval: str
    n: str


def numbers(
    estimate: Estimate | Proportion,
    *,
    share: bool,
    games: int | None,
    signed: bool = False,
    digits: int = 1,
) -> Numbers:
    """Put an estimate into words.

    Args:
        estimate: It.
        share: Whether it is shown in percent.
        games: How many games there are; None if n is always to be told.
        signed: Whether a plus is shown, as for differences.
        digits: Decimals of the value; a wide interval of a share has none.
    """
    if estimate.value is None:
        return Numbers("–", "", "")
    scale = 100 if share else 1
    value = f"{scale * estimate.value:{'+' if signed else ''}.{digits}f}"
    interval = ""
    if estimate.low is not None and estimate.high is not None:
        low, high = scale * estimate.low, scale * estimate.high
        its_digits = 0 if share and high - low >= _WIDE else digits
        sign = "+" if signed else ""
        between = " to " if signed else "–"
        ends = [_plain(f"{end:{sign}.{its_digits}f}") for end in (low, high)]
        interval = between.join(ends)
    return Numbers(_plain(value), interval, "" if estimate.n == games else str(estimate.n))


def chance(p: float | None) -> str:
    """A p-value without its leading zero; empty if there is none."""
    if p is None:
        return ""
    return "<.001" if p < 0.001 else f"{p:.3f}".replace("0.", ".", 1)


def in_percent(share: float | None) -> str:
    """A share in percent, a dash if there is none."""
    return "–" if share is None else f"{100 * share:.1f}"


def _plain(text: str) -> str:
    """Zero has no sign."""
    return text[1:] if text[:1] in "+-" and not text.strip("+-0.") else text
