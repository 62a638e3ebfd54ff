"""Antecedents: whom "which is suspicious" and "either of us" mean by the clause before them."""

from collections.abc import Sequence

from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["antecedent", "beside", "beyond", "one_of_you", "ours", "pair", "resumed", "sums_up"]

_ENDS = frozenset((",", ";", ":", "-", "(", ")", "conj"))
_TELLS = frozenset(("place", "say", "see", "confirm", "vouch"))
_MANY = {"two": 2, "both": 2, "neither": 2, "three": 3, "four": 4}
_PEOPLE = frozenset(("name", "P", "I", "Y", "W"))


def beside(sentence: Sequence[Token], at: int, discourse: Discourse) -> list[str]:
    """Who is "us" beside the speaker: "Bob and I were there, so I don't think it was either of us".

    Args:
        sentence: The sentence.
        at: Where "either of us" stands.
        discourse: Who was found dead.
    """
    together = {token.kind: token.value for token in sentence[:at] if token.kind in {"name", "I"}}
    victims = [victim for victim, _ in discourse.context.bodies]
    return [together["name"]] if len(together) > 1 and together["name"] not in victims else []


def sums_up(clause: Sequence[Token]) -> bool:
    """Whether a clause says of the one before it that it "is suspicious": "which is a red flag"."""
    return bool(clause) and clause[0].word == "which" and not any(token.kind in _PEOPLE for token in clause)


def antecedent(clause: Sequence[Token]) -> list[str]:
    """Whom a clause tells of that "which is suspicious" sums up: "Bob stayed silent", "I never saw Bob"."""
    names = [token.value for token in clause if token.kind == "name" and not token.form]
    if any(token.kind in {"I", "W"} for token in clause):
        unseen = any(token.kind == "neg" for token in clause) and any(one.value == "see" for one in clause)
        return names if unseen else []
    if any(token.value in _TELLS for token in clause[1:2]):
        return names[1:2]  # "Bob places Eve in medbay, which is suspicious"
    alone = len(clause) > 1 and clause[0].kind == "name" and clause[1].kind not in {"conj", "/", ","}
    return names[:1] if alone and not clause[0].form else []


def one_of_you(sentence: Sequence[Token], at: int, discourse: Discourse) -> list[str]:
    """Those of whom "one of you is the Duck", where the sentence names two or all."""
    for index in range(max(0, at - 12), at - 2):
        if sentence[index].kind == "Y" and sentence[index + 1].value == "and" and discourse.you is not None:
            other = sentence[index + 2]
            return [discourse.you, other.value] if other.kind == "name" else []  # "you and Bob were there"
    listed = any(token.kind == ":" for token in sentence[at : at + 5])
    victims = [victim for victim, _ in discourse.context.bodies]
    told = sentence[at:] if listed else sentence[:at]
    names = {one.value: None for one in told if one.kind == "name" and one.value not in victims}
    names.pop(discourse.context.speaker, None)
    return list(names) if listed or len(names) == 2 else []


def pair(sentence: Sequence[Token], discourse: Discourse) -> list[str]:
    """Who "they" are that are clear: two whom the sentence named before, or else the one before it."""
    names = list(dict.fromkeys(token.value for token in sentence if token.kind == "name"))
    names = names or list(discourse.group)
    return names if len(names) == 2 and discourse.context.speaker not in names else []


def resumed(sentence: Sequence[Token], first: int) -> int:
    """Where a clause begins that goes on behind brackets: "Bob's route (all of it) is weird"."""
    if not first or sentence[first - 1].kind != ")":
        return first
    opened = next((at for at in range(first - 1, -1, -1) if sentence[at].kind == "("), 0)
    begins = (at + 1 for at in range(opened - 1, -1, -1) if sentence[at].kind in _ENDS)
    return next(begins, 0)


def beyond(sentence: Sequence[Token], owner: int) -> int:
    """The last token of what somebody owns, where another owner follows: "Bob's route or Eve's silence"."""
    for at in range(owner + 1, min(owner + 5, len(sentence) - 1)):
        kind = sentence[at].kind
        if kind in {"conj", "/"}:
            following = sentence[at + 1]
            joins = kind == "/" or sentence[at].value in {"and", "or"}
            return at - 1 if joins and following.kind == "name" and following.form == "'s" else owner
        if kind in {"name", ",", ".", "neg"} or (kind == "verb" and at > owner + 1):
            break
    return owner


def ours(clause: Sequence[Token], called: Sequence[Token], discourse: Discourse) -> list[str]:
    """Who "we" are beside the speaker: "the three of us are clear", "Bob and I were there, so we're clear".

    Args:
        clause: The clause.
        called: The sentence before the clause.
        discourse: Who was named together last.
    """
    me = discourse.context.speaker
    victims = [victim for victim, _ in discourse.context.bodies]
    many: int | None = None
    for index, token in enumerate(clause):
        if token.kind in {"P", "Y"}:
            return []
        if token.word in _MANY:
            many = _MANY[token.word]
        if token.word == "us" and not (index and clause[index - 1].word == "of"):
            return []
    told = dict.fromkeys(token.value for token in called if token.kind == "name")
    names = [name for name in told or discourse.group if name != me and name not in victims]
    if many is None:
        # "Bob and I were there, so we're clear"
        both = any(token.kind == "I" for token in called) and len(names) == 1
        return names if both else []
    return names if len(names) == many - 1 else []
