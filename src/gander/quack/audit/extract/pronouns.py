"""Pronouns: which of "he" and "she" goes with which player, as far as the speeches themselves tell.

Names tell nothing by themselves. But where a sentence names one player and uses one of the two, the
pronoun mostly means that player; so such sentences are counted, from the game's first speech on.
"""

from collections.abc import Iterable

from gander.quack.audit.extract.tokens import Token

__all__ = ["Pronouns"]

_MARGIN = 2  # times as many sentences for the one as for the other, and at least as many as this
_KNOWN = frozenset(("m", "f"))


class Pronouns:
    """What was learned about players' pronouns."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, int]] = {}

    def learn(self, sentence: Iterable[Token], speaker: str) -> None:
        """Count a sentence that names one other player and uses one of the pronouns.

        Args:
            sentence: Its tokens.
            speaker: Who speaks, and so is not meant.
        """
        named: str | None = None
        used: str | None = None
        for token in sentence:
            if token.kind == "name" and token.value != speaker:
                if named not in (None, token.value):
                    return
                named = token.value
            elif token.kind == "P" and token.value in _KNOWN:
                if used not in (None, token.value):
                    return
                used = token.value
        if named is not None and used is not None:
            counts = self._counts.setdefault(named, {"m": 0, "f": 0})
            counts[used] += 1

    def fits(self, player: str, which: str) -> bool:
        """Whether a player may be meant by ``m`` ("he") or ``f`` ("she")."""
        counts = self._counts.get(player)
        if counts is None:
            return True
        other = counts["f" if which == "m" else "m"]
        return other < _MARGIN or other <= _MARGIN * counts[which]
