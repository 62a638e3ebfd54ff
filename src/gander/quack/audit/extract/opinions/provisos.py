"""Provisos: what must stand around a cue's words, and what must not, for them to tell an opinion."""

from collections.abc import Mapping, Sequence

from gander.quack.audit.extract.opinions.accusing import ACCUSING, believed, plainly
from gander.quack.audit.extract.opinions.clearing import clears, ends
from gander.quack.audit.extract.opinions.cues import Cue
from gander.quack.audit.extract.opinions.vouching import VOUCHING, Proviso
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["means"]

_ODD = ("suspicious", "convenient", "strange", "odd", "weird")
_TOLD = words("claim claims story stories account timeline route path alibi version statement timing")
_DOUBTS = frozenset(("maybe", "modal", "some"))
_BEFORE_BETWEEN = words(
    "1 v1 mainly entirely purely only still now scenario strictly is am be down torn choosing split"
    " comes decide deciding"
)
_BLAMES = words("accuses blame blamed blaming frame framed framing accuse accused accusing")
_WOULD = words("would could might may")
_GRANTS = words("get understand know sure")
_STEERS = words(
    "steer steered steering cast casting throw threw throwing shift shifted shifting put putting push pushed"
    " pushing deflect deflected deflecting draw drawing direct directed directing turn turned turning pin"
    " pinned pull pulled flip flipped place placed pointing"
)
_OWNERS = words("his her their your my")
_SPEAKING = words("speak speaking talk talking vote voting respond")
_PEOPLE = frozenset(("name", "P", "I", "Y", "W"))
_UNSURE = words("unconfirmed unverified unvouched unaccounted")
_CALLS = words("called calls discovered")
_MAIN = words("unresolved main big biggest real missing")
_VICTIMS = words("scapegoat alternative target other suspect")
_GUILTS = words("kill killed killer duck vote likely impostor lying guilty")
_OTHERS = frozenset(("name", "P", "Y"))
_GONE = words("gone went dropped faded down")
_DOUBTFUL = words("unlikely less impossible doubtful hard harder risky dumb stupid implausible")
_AFTER = 10  # tokens


def means(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> bool:
    """Whether a cue's words mean at a place what they mean as a cue.

    Args:
        sentence: The sentence.
        first: Where the cue's clause begins.
        place: Where the cue stands.
        cue: The cue.
    """
    if sentence[place].word == "be" and any(token.word == "for" for token in sentence[first:place]):
        return False  # "for Bob to be the killer"
    if sentence[place].word == "being" and place > first and sentence[place - 1].kind == "I":
        return False  # "me being innocent"
    if cue.words == ("it", "is") and sentence[place + 1].word != "is":
        return False  # "whom did I see? It was Bob"
    if cue.words == ("it", "is") and not plainly(sentence, first, place):
        return False  # "Charlie says: it's Bob"
    if cue.words == ("did", "it"):
        leading = sentence[first : max(first, place - 1)]
        no_way = [token.word for token in leading if token.word != "that"][-2:] == ["no", "way"]
        if not (no_way or believed(leading) or plainly(sentence, first, place - 1)):
            return False  # "according to Charlie, Bob did it"
    if cue.words[0] == "this" and sentence[place].kind == "time":
        return False  # "whom I saw this round was Bob"
    turned = cue.type == "defense" and first and sentence[first - 1].value == "but"
    if turned and any(token.word in _UNSURE for token in sentence[max(0, first - 6) : first]):
        return False  # "Bob is unconfirmed, but his route is far away"
    after = place + len(cue.words)
    if cue.type == "defense" and not clears(sentence[first:place], sentence[after : after + _AFTER], cue):
        return False
    if cue.strength == "strong" and cue.side == "before" and sentence[first].value == "or":
        return False  # "or Bob is lying"
    if cue.type == "accusation" and cue.side == "before" and after < len(sentence):
        following = sentence[after]
        if following.word in ("if", "until") or following.value.lower() in ("at first", "initially"):
            return False  # "Bob had an opportunity if that is true", "Bob looked suspicious at first"
    if cue.side == "before" and [token.word for token in sentence[first : first + 2]] == ["one", "of"]:
        return False  # "one of Bob and Eve is lying"
    proviso = _PROVISOS.get(cue.words)
    return proviso is None or proviso(sentence[first:place], sentence[after : after + _AFTER])


def _killed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "was killed", "for Bob to have killed"."""
    if not before or before[-1].value == "be" or before[-1].word == "have":
        return False
    return not any(token.kind in _DOUBTS for token in before)


def _between(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "the time between Bob leaving and me coming"."""
    doing = [token.form for token in after[1:2]] == ["i"]
    duel = any(token.word in ("1", "v1") for token in before[-2:])  # "a 1v1 situation between"
    return bool(before) and (duel or before[-1].word in _BEFORE_BETWEEN) and not doing


def _suspicion(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "trying to steer suspicion at Bob", "my suspicion of Bob is gone"."""
    if any(token.word in _GONE for token in after[1:4]):
        return False
    own = any(token.kind in ("I", "W") for token in before)
    return own or not any(token.word in _STEERS for token in before)


def _matters(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's testimony matters a lot", which helps."""
    return not (before and before[-1].kind == "story")


def _suspicious(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I know you are suspicious because"."""
    granted = [token.word for token in before[-3:]]
    return not (len(granted) > 1 and granted[0] in _GRANTS and granted[1] == "you")


def _framing(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's framing of it", "his framing that"."""
    owned = bool(before) and (before[-1].form == "'s" or before[-1].word in _OWNERS)
    return not owned or any(token.kind in _PEOPLE for token in after[:1])


def _suspects(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "trying to keep Bob and me as suspects", "he puts me in the suspect pool", "Bob suspects Eve"."""
    if any(token.word == "pool" for token in after[:1]):
        return False
    others = bool(before) and before[-1].kind in _OTHERS
    if others and any(token.kind in ("name", "I") for token in after[:1]):
        return False  # but "I suspect Eve"
    return not any(token.word in ("trying", "keep", "keeping") for token in before)


def _last(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "you are the last one to speak"."""
    return not any(token.word in _SPEAKING for token in after[:3])


def _issue(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "the Bob vs Charlie conflict is the issue", "Charlie's info is a problem for Bob"."""
    if len(after) > 1 and after[0].word == "for" and after[1].kind == "name":
        return False
    return not any(token.word in ("vs", "versus", "conflict") for token in before)


def _explain(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob must explain what he saw"."""
    return not (
        [token.word for token in after[:1]] == ["what"] and any(one.value == "see" for one in after[:4])
    )


def _remains(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "the unresolved part is still Bob"; not "the first part is Bob's"."""
    return any(token.word in _MAIN for token in before[-3:])


def _is_this(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "this is Bob"; not "this is Bob's task"."""
    bare = bool(after) and after[0].kind == "name" and not after[0].form
    return bare and (ends(after[1:2]) or after[1].word in ("here", "because"))


def _one_of_you(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "one of you two must be the Duck"."""
    return any(token.kind == "duck" or token.word in _GUILTS for token in (*before, *after[:7]))


def _the_one_who(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob is the one who found it"."""
    return not any(token.value in ("find", "report") or token.word in _CALLS for token in after[:2])


def _convenient(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's route as a convenient scapegoat"."""
    return not any(token.word in _VICTIMS for token in after[:2])


def _last_confirmed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob has the last confirmed sighting"."""
    return not any(token.word in ("sighting", "sightings") for token in after[:1])


def _exact(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob should give exact times, because if he was there"."""
    return not any(token.word == "if" for token in after[:5])


def _unaccounted(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "that leaves Bob and Eve unaccounted for", who are not suspected yet."""
    return not any(token.word in ("leaves", "leaving") for token in before)


def _self_report(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "blame Bob for a self-report", "letting the self-report win", "a Bob self-report is unlikely"."""
    if (before and before[-1].word == "the") or any(token.word in _DOUBTFUL for token in after[:5]):
        return False
    return not any(token.word in _BLAMES for token in before)


def _one_of_two(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "it's Bob or Frank", "this is Bob vs Frank"."""
    if not after or after[0].kind not in _PEOPLE:
        return False
    *_, it, is_, one = [None, None, None, *(token for token in before if token.word != "either")]
    two = one is not None and one.kind == "name"
    return two and is_ is not None and is_.value == "be" and it is not None and it.word in ("it", "this")


def _lying(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "would be Bob lying", "Eve accused Bob of lying"."""
    own = any(token.kind == "I" for token in before)
    return not any(token.word in _WOULD or (token.word in _BLAMES and not own) for token in before)


def _leaning(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I was leaning Bob"."""
    return not (before and before[-1].word == "was")


def _slipped(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I think Bob slipped"; not "slipped into medbay", "whoever slipped"."""
    return ends(after) and not any(token.kind in _DOUBTS for token in before)


def _not_clear(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "it is not clear", "what he did is not clear"."""
    return bool(before) and (before[-1].kind in ("name", "P") or before[-1].form == "'s")


def _that_you(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "it's convenient that you went there"; not "that neither of you saw it"."""
    it = any(token.value == "be" for token in before[-4:])
    return it and bool(after) and after[0].kind in ("name", "Y")


def _false(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob's claim is false"; not "Bob says that is false"."""
    return bool(before) and before[-1].word in _TOLD


def _with_that(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's route doesn't line up with that", which may be what he is accused of."""
    return [token.word for token in after[:2]] != ["with", "that"]


_PROVISOS: Mapping[tuple[str, ...], Proviso] = {
    **VOUCHING,
    **ACCUSING,
    ("killed",): _killed,
    ("between",): _between,
    **dict.fromkeys((("suspicion", word) for word in ("is", "on", "of")), _suspicion),
    ("suspicion",): _suspicion,
    **dict.fromkeys((("suspicious",), ("sus",)), _suspicious),
    **dict.fromkeys((("framing",), ("frame",)), _framing),
    ("convenient",): _convenient,
    ("matters", "a", "lot"): _matters,
    ("slipped",): _slipped,
    **dict.fromkeys((("is", "false"), ("is", "impossible")), _false),
    ("not", "line", "up"): _with_that,
    **dict.fromkeys((("is", "not", "clear"), ("is", "not", "cleared")), _not_clear),
    **dict.fromkeys(((one, "that") for one in _ODD), _that_you),
    ("the", "one", "who"): _the_one_who,
    **dict.fromkeys((("part", "is"), ("area", "is")), _remains),
    ("this", "is"): _is_this,
    ("one", "of", "you"): _one_of_you,
    **dict.fromkeys((("issue",), ("problem",)), _issue),
    **dict.fromkeys((("explain",), ("explaining",)), _explain),
    **dict.fromkeys((("last", "confirmed"), ("last", "known")), _last_confirmed),
    ("give", "exact"): _exact,
    ("unaccounted",): _unaccounted,
    **dict.fromkeys((("suspect",), ("suspects",)), _suspects),
    **dict.fromkeys((("last", "one"), ("last", "person")), _last),
    **dict.fromkeys(
        (("self-report",), ("self", "report"), ("self-reporting",), ("self", "reporting")), _self_report
    ),
    **dict.fromkeys((("or",), ("vs",), ("versus",)), _one_of_two),
    ("consider",): lambda before, after: not ends(after),  # not "consider: who"
    **dict.fromkeys(
        ((doing,) for doing in words("lying fabricating faking twisting hiding dodging")), _lying
    ),
    **dict.fromkeys((("leaning",), ("lean",)), _leaning),
}
"""What a cue needs of its clause before it, and of the tokens after it."""
