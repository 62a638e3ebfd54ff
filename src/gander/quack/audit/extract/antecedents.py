"""Antecedents: whom "which is suspicious" and "either of us" mean by the clause before them."""

from collections.abc import Sequence

from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.tokens import Token

__all__ = ["antecedent", "beside", "sums_up"]

_PEOPLE = frozenset(("name", "P", "I", "Y", "W"))


def beside(sentence: Sequence[Token], at: int, discourse: Discourse) -> list[str]:
    """Who is "us" beside the speaker: "Bob and I were there, so I don't think it was either of us".

    Args:
        sentence: The sentence.
        at: Where "either of us" stands.
        discourse: Who was found dead.
    """
    together = {token.kind: token.value for token in sentence[:at] if token.kind in ("name", "I")}
    victims = [victim for victim, _ in discourse.context.bodies]
    return [together["name"]] if len(together) > 1 and together["name"] not in victims else []


def sums_up(clause: Sequence[Token]) -> bool:
    """Whether a clause says of the one before it that it "is suspicious": "which is a red flag"."""
    return bool(clause) and clause[0].word == "which" and not any(token.kind in _PEOPLE for token in clause)


def antecedent(clause: Sequence[Token]) -> list[str]:
    """Whom a clause tells of that "which is suspicious" sums up: "Bob stayed silent", "I never saw Bob"."""
    names = [token.value for token in clause if token.kind == "name" and not token.form]
    if any(token.kind in ("I", "W") for token in clause):
        unseen = any(token.kind == "neg" for token in clause) and any(one.value == "see" for one in clause)
        return names if unseen else []
    alone = len(clause) > 1 and clause[0].kind == "name" and clause[1].kind not in ("conj", "/", ",")
    return names[:1] if alone and not clause[0].form else []
