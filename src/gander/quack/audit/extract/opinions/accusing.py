"""Accusing: what must stand around the words of an accusation, and what must not, for them to be one."""

from collections.abc import Mapping, Sequence

from gander.quack.audit.extract.opinions.clearing import ends
from gander.quack.audit.extract.opinions.vouching import Proviso
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["ACCUSING", "ANSWERS", "believed", "plainly"]

_WHOSE = (("our",), ("the",), ("our", "last"), ("the", "last"))
_STOPS = frozenset((".", "?", "\n"))
_LEADS = words(", so then and ok okay well yes yeah guys now for to me honestly therefore anyway")
_HOLDS = words("think believe say bet sure certain convinced confident positive")
_HOW = words("am do 'd would will have to going quite absolutely still strongly firmly")
_STILL = words("too here because since unless this again")
_TOLD = words("claim claims story stories account version statement timeline alibi answer answers")
_ALARMS = words("bells alarms")
_SUSPECTS = words("suspect suspects suspicion suspicions killers ducks")
_UNSEEN = words("unseen unverified unvouched unaccounted unconfirmed")
_WITNESSES = words("alibi alibis witness witnesses")
_TRUSTS = words("trust trusts trusted believe believed clear cleared")
_RAISES = words("have 've got raise raises raised raising many are")
_NUMBERS = words("two three four several already")
_AVERSE = words("opposed prefer preferring skipping")
_STEPS = words("before of without against than from")
_IS = words("is would feels seems was might could")
_MISTAKES = words("mistake risky wrong bad premature dangerous throw unfair")
_WEAK = words("weak weaker thin falls flimsy shaky")
_OWNERS = words("his her their your my")
_GROUNDS = words("evidence proof alibi alibis account story route timeline info sighting path")

ANSWERS = frozenset((("it", "is"), ("did", "it"), ("should", "go"), ("must", "go"), ("go", "with")))
"""Cues that are none in the answer to a question: "who called us? Bob did it"."""


def plainly(sentence: Sequence[Token], first: int, place: int) -> bool:
    """Whether nothing leads up to a sentence's words that makes them somebody else's, or a mere hope.

    As in "so it's Bob"; not "Charlie says: it's Bob", "maybe it's Bob".
    """
    begin = first if first and sentence[first - 1].value == "so" else 0
    return all(token.word in _LEADS or token.kind == "," for token in sentence[begin:place])


def believed(before: Sequence[Token]) -> bool:
    """Whether a clause's words end in "I think that", or the like."""
    said = [token for token in before if token.word != "that"]
    if not said or said[-1].word not in _HOLDS:
        return False
    for token in reversed(said[:-1]):
        if token.kind == "I":
            return True
        if token.word in ("was", "were") or (token.word not in _HOW and token.value != "be"):
            return False  # "I wish I was sure that"
    return False


def _name_alone(after: Sequence[Token]) -> bool:
    return bool(after) and after[0].kind == "name" and not after[0].form and ends(after[1:2])


def _stops(after: Sequence[Token]) -> bool:
    """Whether a sentence ends before the tokens that follow."""
    return not after or after[0].kind in _STOPS


def _go_with(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "let's go with Bob"; not "I'd go with Bob to medbay", "let's go with Bob, he knows the way"."""
    return _watching(before, after) and _stops(after[1:2])


def _watching(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I'm watching Bob"; not "I was watching Bob"."""
    own = any(token.kind in ("I", "W") or token.word in ("let", "lets") for token in before)
    return own and not any(token.word in ("was", "were") for token in before[-2:]) and _name_alone(after)


def _bet_on(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I'd bet on Bob"; not "I bet on Bob telling the truth"."""
    return _name_alone(after)


def _ended(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob is off"; not "Bob is off to medbay"."""
    return ends(after)


def _stopped(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob has to go"; not "Bob has to go to medbay", "Bob has to go, then to medbay"."""
    return _stops(after)


def _did_it(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I think that Bob did it"; not "what he did it for", "Eve says that Bob did it"."""
    return bool(before) and before[-1].kind == "name" and not before[-1].form and ends(after)


def _it_is(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "so it's Bob"; not "it's Bob who came"."""
    return _name_alone(after)


def _say(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I'd say it's Bob"; not "it is hard to say it's Bob"."""
    owned = next((at for at, token in enumerate(reversed(before)) if token.kind == "I"), None)
    return owned is not None and all(
        token.word in _HOW or token.kind == "modal" for token in before[len(before) - owned :]
    )


def _ours(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob's our Duck", "Bob's the killer"."""
    return bool(before) and before[-1].kind == "name" and before[-1].form == "'s" and ends(after)


def _my_vote(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob gets my vote"; not "Bob gets my vote of confidence"."""
    return ends(after) or after[0].word in _STILL or after[0].kind in ("conj", "time")


def _setting_off(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob is setting off alarm bells"; not "Bob is setting off for medbay"."""
    return any(token.word in _ALARMS for token in after[:4])


def _keeps(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob's story keeps changing", "keeps changing his story"; not "keeps changing rooms"."""
    told = bool(before) and before[-1].word in _TOLD
    return (told and ends(after)) or any(token.word in _TOLD for token in after[:3])


def _only_ones(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob and Eve are the only ones without an alibi"; not "the only ones whom I trust"."""
    if any(token.word in _UNSEEN for token in after[:1]):
        return True
    lacking = [token.word for token in after[:2]]
    lacks = lacking[:1] == ["without"] or lacking == ["with", "no"]
    return lacks and any(token.word in _WITNESSES for token in after[1:4])


def _only_one(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "there being only one Duck", "Bob is the only one I trust", "the only one who saw her"."""
    if len(after) > 1 and after[0].word == "who" and after[1].value == "see":
        return False
    if any(token.kind == "I" for token in after[:1]):
        sees = next((at for at, token in enumerate(after[:4]) if token.value == "see"), None)
        if sees is not None and (ends(after[sees + 1 :]) or after[sees + 1].kind == "time"):
            return False  # "the only one I saw this round"
    mine = any(token.kind == "I" for token in after[:2])
    trusted = mine and any(token.word in _TRUSTS for token in after[1:5])
    if trusted and any(token.kind == "neg" for token in after[:5]):
        trusted = False  # "the only one whom I don't trust"
    vouches = [token.word for token in after[:1]] == ["who"] and any(one.word == "vouch" for one in after[:4])
    return not (trusted or vouches or any(token.kind == "duck" for token in after[:1]))


def _listed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob is high on my list", "on my list of suspects"; not "on my list of friends"."""
    suspects = bool(after) and after[0].word == "of" and any(one.word in _SUSPECTS for one in after[1:4])
    return suspects or _my_vote(before, after)


def _alone(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob was alone with the body"; not "Bob found me alone with the body"."""
    return bool(before) and before[-1].value == "be"


def _questions(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I have questions about Bob"; not "I had questions about Bob", "but he answered them"."""
    return any(one.word in _RAISES for one in before[-3:]) and not any(
        one.word == "answered" for one in after
    )


def _cleanest(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "has the cleanest opportunity"; not "Bob's account is the cleanest evidence"."""
    return not any(token.word in _GROUNDS for token in after[:3])


def _no_sense(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob's story does not make sense"; not "Bob does not make sense as the killer"."""
    return [token.word for token in after[:1]] != ["as"]


def _voting(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "before voting Bob, let us hear Eve", "voting Bob would be a mistake"."""
    last = before[-1].word if before else ""
    if last in _STEPS or (last == "to" and any(one.word in _AVERSE for one in before)):
        return False
    return not (len(after) > 1 and after[1].word in _IS and any(one.word in _MISTAKES for one in after[2:7]))


def _votes(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "there are two votes on Bob"."""
    return not any(one.kind == "number" or one.word in _NUMBERS for one in before[-2:])


def _against(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "the case against Bob does not hold up"."""
    return not any(one.kind == "neg" or one.word in _WEAK for one in after[1:6])


def _holds_not(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "the case against Bob does not hold up"; but "Bob's case against Eve does not hold up"."""
    against = any(token.word == "against" for token in before)
    return not against or any(token.form == "'s" or token.word in _OWNERS for token in before)


ACCUSING: Mapping[tuple[str, ...], Proviso] = {
    **dict.fromkeys((("go", "with"), ("going", "with")), _go_with),
    ("watching",): _watching,
    ("bet", "on"): _bet_on,
    **dict.fromkeys(((has, "to", "go") for has in ("has", "needs")), _stopped),
    **dict.fromkeys(((must, "go") for must in ("should", "must")), _stopped),
    **dict.fromkeys(
        ((made, it, "up") for made in ("made", "making") for it in ("it", "that", "this")), _ended
    ),
    **dict.fromkeys((("is", "off"), ("could", "have", "done", "it"), ("may", "have", "done", "it")), _ended),
    ("did", "it"): _did_it,
    ("it", "is"): _it_is,
    ("say", "it", "is"): _say,
    **dict.fromkeys(((*whose, who) for whose in _WHOSE for who in ("duck", "killer", "guy")), _ours),
    **dict.fromkeys(((gets, "my", "vote") for gets in ("gets", "has")), _my_vote),
    ("setting", "off"): _setting_off,
    **dict.fromkeys((("keeps", "changing"), ("keeps", "shifting")), _keeps),
    ("only", "ones"): _only_ones,
    **dict.fromkeys((("only", "one"), ("only", "person")), _only_one),
    **dict.fromkeys(
        (("high", "on", "my", "list"), ("top", "of", "my", "list"), ("on", "my", "list")), _listed
    ),
    ("alone", "with", "the", "body"): _alone,
    ("questions", "about"): _questions,
    **dict.fromkeys((("cleanest",), ("clearest",)), _cleanest),
    **dict.fromkeys((("not", "make", "sense"), ("makes", "no", "sense")), _no_sense),
    ("voting",): _voting,
    ("votes",): _votes,
    ("case", "against"): _against,
    **dict.fromkeys((("not", "hold", "up"), ("not", "hold", "water"), ("falls", "apart")), _holds_not),
}
"""What an accusation needs of its clause before it, and of the tokens after it."""
