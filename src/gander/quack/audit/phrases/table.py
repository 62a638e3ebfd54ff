"""The rules for time phrases: what speakers say, and what it means."""

import msgspec

__all__ = ["RULES", "Rule"]


class Rule(msgspec.Struct, frozen=True):
    """A row of the table: what speakers say, and what it means."""

    name: str
    examples: tuple[str, ...]
    meaning: str


RULES: tuple[Rule, ...] = (
    Rule("at", ("at tick 9", "tick 9", "T9", "on 9", "when I came in at tick 9"), "N ± 1"),
    Rule("around", ("around tick 9", "about 9", "~9", "tick 9-ish", "tick 9 or so"), "N ± 2"),
    Rule("ticks", ("ticks 7 and 9", "tick 7, 9 and 12", "tick 8/9"), "each by itself, together"),
    Rule(
        "span",
        ("ticks 7–9", "from tick 7 to 9", "between 7 and 9", "around ticks 7-9", "7 through leaving at 9"),
        "from 1 before the first to 1 after the last; 2 with around",
    ),
    Rule(
        "after",
        ("after tick 9", "from tick 9 on", "since 9", "tick 9 and after", "tick 9 until the report"),
        "from 1 before N (2 with around) to the round's end; of a span, after its last tick",
    ),
    Rule(
        "before",
        ("before tick 9", "until tick 9", "through tick 9", "by tick 9", "from the start to tick 9"),
        "from the round's start to 1 after N (2 with around); of a span, before its first tick",
    ),
    Rule(
        "right after",
        ("right after tick 9", "shortly after leaving at tick 9"),
        "N to N + 3; to the meeting if that is named too",
    ),
    Rule("right before", ("right before tick 9", "just before 9"), "N − 3 to N"),
    Rule("early", ("early", "at the start of the round", "at spawn"), "the first third, at least 5 ticks"),
    Rule("late", ("late", "toward the end", "end of the round"), "the last third, at least 5 ticks"),
    Rule("first", ("in the first 4 ticks",), "so many ticks from the round's start, ± 1"),
    Rule("last", ("in the last 4 ticks", "4 ticks before the report"), "so many ticks to the meeting, ± 1"),
    Rule(
        "meeting",
        ("right before the report", "when the meeting was called", "at report time", "just now"),
        "M − 3 to M, M being the meeting's tick",
    ),
    Rule(
        "found",
        ("when I found the body", "when Bob found Eve dead", "right as the body was found"),
        "M − 3 to M; after a button meeting the whole round",
    ),
    Rule(
        "died",
        ("when Eve died", "right before Eve was killed", "after Eve's death"),
        "Eve's death ± 3, or that side of it; of the ejected, the meeting",
    ),
    Rule(
        "kill",
        ("the kill window", "during the kill", "before the kill"),
        "the round's kills ± 3, or that side of them",
    ),
    Rule("alive", ("while Eve was alive", "when Eve was still alive"), "the round until Eve's death"),
    Rule(
        "round",
        ("this round", "earlier", "before the report", "from the start until the report", "the whole round"),
        "the round until the meeting",
    ),
    Rule("later", ("next round", "after the meeting"), "no window: it has not been played"),
    Rule("event", ("after Frank left", "when I arrived", "later"), "no rule: the round so far, unresolved"),
    Rule("unstated", ("",), "nothing is said: the round so far"),
)
"""The rules, as the docs show them. Tolerances are those of the default `Reading`."""
