"""Pronouns: which of "he" and "she" goes with which player, as far as the speeches themselves tell.

Where a sentence names one player and then has one of the two as a subject, the pronoun mostly means that
player; so such sentences are counted. Until speeches tell otherwise, a reader expects for some names what
English speakers mostly say; other names tell nothing by themselves.
"""

from collections.abc import Iterable, Mapping

from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["Pronouns"]

_MARGIN = 2  # sentences that tell something
_EXPECTATION = 3  # as many as a name's expectation counts for
_SUBJECTS = frozenset(("he", "she"))
_EXPECTED: Mapping[str, str] = {
    **dict.fromkeys(
        words(
            "alice amy ann anna carol clara diana eve fiona grace hannah heidi irene isabel jane judy karen"
            " kate laura linda lucy maria mary nina olivia peggy rose ruth sara sarah susan sybil tina uma"
            " wendy zoe"
        ),
        "f",
    ),
    **dict.fromkeys(
        words(
            "adam bob brian carl charlie dan dave david ed eric frank fred george harry henry ivan jack james"
            " john karl ken kevin leo mark mike oscar paul peter quentin rob robert rupert steve tom trent"
            " victor walter will zack"
        ),
        "m",
    ),
}
"""What is mostly said of who bears a name, in small letters."""


class Pronouns:
    """What was learned about players' pronouns.

    Args:
        players: The roster.
    """

    def __init__(self, players: Iterable[str] = ()) -> None:
        self._counts: dict[str, dict[str, int]] = {}
        for player in players:
            which = _EXPECTED.get(player.casefold())
            if which is not None:
                self._counts[player] = {"m": 0, "f": 0, which: _EXPECTATION}

    def learn(self, sentence: Iterable[Token], speaker: str) -> None:
        """Count a sentence that names one other player, and then uses one of the pronouns as a subject.

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
            elif named is not None and token.kind == "P" and token.word in _SUBJECTS:
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
        return other < _MARGIN or other <= counts[which]
