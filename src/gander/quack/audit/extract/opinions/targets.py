"""Targets: whom an opinion is about: the one whom its clause is about, or whom its words name."""

from collections.abc import Collection, Sequence
from itertools import islice

from gander.quack.audit.extract.clauses.antecedents import beside, beyond, one_of_you, ours, pair
from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.opinions.cues import Cue
from gander.quack.audit.extract.opinions.held import of_another
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["about", "mention", "named"]

_ASIDES = words(
    "on for toward towards against the a very most just more still also currently at to out is be here now"
    " right hard either both mainly slightly bit little probably definitely in going straight goes very"
    " closely part parts some all almost of beginning last first"
)
_LISTS = words("leaves down between suspects suspect possibilities main among pool")
_WITH_OBJECT = frozenset(("see", "find", "have", "confirm", "place", "kill", "report"))
_IMPERSONAL = words(
    "points pointing point leaves narrows down or vs versus contradicts contradiction killer duck impostor"
    " imposter must is to red between among problem issue question case for me right possibilities main"
    " stronger pool part area tips bothers biggest one opportunity read"
)
"""First words of cues that hold whoever's story tells them: "Eve's account points to Bob"."""
_MATCHES = words("matches match matched contradicts contradict fits supports supported backs")
_AGAINST = words(
    "as vote voting accuse accusing blame blaming push pushing eject ejecting suspect suspecting"
)
_ONTO = words("to on onto against toward towards at")
_FINE = words("innocent clear clean fine goose honest safe telling legit")
_GIVES = words("gives gave giving give")
_THEM = words("they both")
_OURS = words("we us")
_SEVERAL = {"two": 2, "both": 2, "three": 3, "four": 4, "all": 0, "guys": 0}
_WATCHED = frozenset((("eyes", "on"), ("an", "eye", "on"), ("watch",)))
_HIM = frozenset(("him", "her", "his"))
_BETWEEN_TWO = frozenset(("or", "vs", "versus"))
_JOINS = words("vs versus maybe possibly perhaps")
_SAYS = frozenset(("think", "be", "other", "say"))


def about(
    before: Sequence[Token], spoken_of: Sequence[str], discourse: Discourse, called: Sequence[Token] = ()
) -> list[str]:
    """The players whom a clause is about, up to a cue.

    Args:
        before: The clause up to the cue.
        spoken_of: The players named before the clause, the foremost first.
        discourse: Whom the speaker addresses, and what is known of pronouns.
        called: The sentence before the clause, in which several may be called ("Bob, Eve, you two").
    """
    for index, token in enumerate(before):
        if token.kind == "verb" and (token.value == "place" or token.word == "caught"):
            rest = [one for one in before[index + 1 :] if one.kind == "name"]
            if rest:
                return [rest[0].value]  # "Eve's account puts Bob as the last one"
        if token.word in _GIVES and index + 1 < len(before) and before[index + 1].word in _HIM:
            here = [one.value for one in before[:index] if one.kind == "name"]
            which = before[index + 1].value
            fitting = (one for one in (*here, *spoken_of) if discourse.pronouns.fits(one, which))
            return list(islice(fitting, 1))  # "Bob was here, which gives him an alibi"
        if token.form == "'s" and [one.value for one in before[index + 2 : index + 3]] == ["that"]:
            return [token.value] if token.kind == "name" else []  # "Bob's story that Eve left"
    subjects = _subjects(before)
    if _of_speaker(before, subjects):
        return []
    if not subjects:
        if any(token.word in _OURS for token in before) and not any(one.kind == "name" for one in before):
            return ours(before, called, discourse)
        if any(token.word in _THEM for token in before):
            return pair(called, discourse)
        beside_as = (index for index, one in enumerate(before) if one.kind == "name" and index)
        compared = {index for index in beside_as if before[index - 1].word in ("as", "than")}
        named_here = (one.value for at, one in enumerate(before) if one.kind == "name" and at not in compared)
        return list(islice(named_here, 1))
    if len(subjects) > 1 and before[subjects[0]].kind == "name" and before[subjects[-1] - 1].kind == "prep":
        doing = before[subjects[0] + 1]
        if doing.form == "i" and doing.value not in _SAYS:
            return [before[subjects[0]].value]  # "Bob coming in behind Eve is suspicious"
    token = before[subjects[-1]]
    if token.kind == "name":
        return _listed(before, subjects)
    if token.kind == "Y":
        following = before[subjects[-1] + 1 : subjects[-1] + 2]
        for many in (_SEVERAL.get(one.word) for one in following):
            if many is not None:  # "you two are clear"
                names = dict.fromkeys(one.value for one in called if one.kind == "name")
                group = [name for name in names or discourse.group if name != discourse.context.speaker]
                return group if len(group) == many or (many == 0 and len(group) > 1) else []
        return [discourse.you] if discourse.you is not None else []
    here = [before[index].value for index in reversed(subjects) if before[index].kind == "name"]
    return [name for name in (*here, *spoken_of) if discourse.pronouns.fits(name, token.value)][:1]


def _of_speaker(clause: Sequence[Token], subjects: Sequence[int]) -> bool:
    """Whether a clause is about the speaker: "I look suspicious", "my route looks bad"."""
    for index in range(len(clause) - 1, -1, -1):
        token = clause[index]
        if token.kind == "name" or token.word in _THEM or (subjects and index == subjects[-1]):
            return False
        if token.kind == "I" and (token.value == "subject" or (token.value == "owner" and not subjects)):
            before = clause[index - 1] if index else None
            return before is None or not (before.kind == "/" or before.value == "and")  # "Bob and I"
    return False


def _subjects(clause: Sequence[Token]) -> list[int]:
    """Where a clause has its subjects: people who are neither governed by a preposition nor an object."""
    found: list[int] = []
    for index, token in enumerate(clause):
        kind = token.kind
        if kind not in ("name", "P", "Y"):
            continue
        before = clause[index - 1] if index else None
        if kind == "name":
            free = before is None or not (
                before.kind == "prep" or before.value in _WITH_OBJECT or before.word in _MATCHES
            )
            if token.form:
                free = not (found and before is not None and _governs(before))
            onto = found and before is not None and before.word in _ONTO  # "Eve's push on Bob is"
            if (free or (_acts(clause, index) and not onto)) and (
                before is None or not (before.word in _AGAINST or before.value.endswith(" as"))
            ):
                found.append(index)
        elif kind == "Y":
            governed = before is not None and before.kind == "prep"
            if token.value in ("subject", "owner") and not governed:
                found.append(index)
        elif token.word in ("he", "she") or (
            token.word in ("his", "her") and (before is None or before.value not in _WITH_OBJECT)
        ):
            found.append(index)
    return found


def _governs(before: Token) -> bool:
    """Whether a word makes an object of whose thing follows: "using Bob's sighting"."""
    return before.word.endswith("ing") or (before.kind == "verb" and before.value not in _SAYS)


def _acts(clause: Sequence[Token], index: int) -> bool:
    """Whether somebody's own verb follows: "believe Bob is"."""
    following = clause[index + 1] if index + 1 < len(clause) else None
    return following is not None and following.kind in ("verb", "modal", "neg") and following.form != "i"


def mention(
    sentence: Sequence[Token], first: int, last: int, spoken_of: list[str], out: Collection[str]
) -> None:
    """Put the players of a clause before those spoken of earlier, its subjects foremost.

    Args:
        sentence: The sentence.
        first: The clause's first token.
        last: The one after its last.
        spoken_of: Who was spoken of; changed.
        out: Who cannot be meant.
    """
    clause = sentence[first:last]
    named = [token.value for token in clause if token.kind == "name"]
    if not named or len(clause) == 1:
        return  # who is only addressed is not spoken of
    subjects = [clause[index].value for index in _subjects(clause) if clause[index].kind == "name"]
    others = [name for name in named if name not in subjects]
    for name in (*others, *reversed(subjects)):
        if name not in out:
            if name in spoken_of:
                spoken_of.remove(name)
            spoken_of.insert(0, name)


def _listed(before: Sequence[Token], subjects: Sequence[int]) -> list[str]:
    """The last subject, with those that "or" or "and" joins to it."""
    people = [before[subjects[-1]].value]
    for earlier, later in zip(reversed(subjects[:-1]), reversed(subjects), strict=False):
        between = before[earlier + 1 : later]
        joined = all(
            one.kind in ("/", ",") or (one.kind == "conj" and one.value in ("and", "or")) for one in between
        )
        if not between or not joined or before[earlier].kind != "name":
            break
        people.insert(0, before[earlier].value)
    return people


def named(
    sentence: Sequence[Token],
    first: int,
    place: int,
    cue: Cue,
    discourse: Discourse,
) -> list[str]:
    """The players whom a cue names after it; none if the opinion is somebody else's.

    Args:
        sentence: The sentence.
        first: Where the cue's clause begins.
        place: Where the cue stands.
        cue: The cue.
        discourse: Whom the speaker addresses, and what is known of pronouns.
    """
    if cue.words[0] not in _IMPERSONAL and of_another(sentence, first, place, discourse.context.speaker):
        return []
    if cue.words[0].endswith("ing") and sentence[place - 1].word == "by":
        return []  # "by voting Bob"
    # "it's Bob or Eve"
    people = [sentence[place - 1].value] if cue.words[0] in _BETWEEN_TWO else []
    at = place + len(cue.words)
    if cue.words == ("one", "of", "you"):
        return one_of_you(sentence, place, discourse)
    if cue.words == ("main", "people"):  # "the main people near the bodies are Bob and Eve"
        at = next((i for i in range(at, min(at + 9, len(sentence))) if sentence[i].value == "be"), at - 1) + 1
    far, end = at + 4, at
    while at < len(sentence) and at < far:
        token = sentence[at]
        if token.kind == "name":
            if people and at + 1 < len(sentence) and sentence[at + 1].kind == ",":
                listed = at + 2 < len(sentence) and sentence[at + 2].kind in ("name", "conj")
                if not listed:
                    break  # "voting Bob, and Eve, I hope that you"
            people.append(token.value)
            far = at + 4
            if token.form == "'s":
                at = beyond(sentence, at)
            end = at + 1
        elif token.kind == "Y" and token.value == "subject" and discourse.you is not None and not people:
            people.append(discourse.you)
            at += 1
            end = at
            break
        elif token.kind == "(" and people:  # "Bob (for his route) and Eve"
            at = next((i for i in range(at, len(sentence)) if sentence[i].kind == ")"), at)
            far = at + 3
        elif token.word == "either" and [one.word for one in sentence[at + 1 : at + 3]] == ["of", "us"]:
            return beside(sentence, at, discourse)
        elif token.word in _HIM and not people:
            return _meant(sentence, first, place, at, cue, discourse)
        elif token.kind == ":" and not people and cue.words[-1] == "vote":
            pass  # "my vote: Bob"
        elif token.kind == "I" or _lists(token, bool(people) or sentence[at - 1].kind == "I"):
            far += token.kind == "I"
        elif people or token.word not in _ASIDES:
            break
        at += 1
    if [one.value for one in sentence[end : end + 1]] == ["be"] and any(
        one.word in _FINE for one in sentence[end + 1 : end + 4]
    ):
        return []  # "leaning that Bob is innocent"
    for token in sentence[end : end + 3]:
        if token.kind == "neg":
            return []  # "leaning that Bob is not ..."
        if token.kind in (",", "-", ";"):
            break
    if cue.words in _WATCHED and any(token.kind == "I" for token in sentence[place:at]):
        return []  # "keep your eyes on me and Bob"
    if any(token.kind == "alive" or token.word == "unaccounted" for token in sentence[at : at + 1]):
        return []  # "that leaves Bob, Eve and me alive"
    if len(people) > 2 and cue.words[0] == "leaves":
        return []  # whoever is left is no suspect yet
    if cue.strength == "strong" and cue.words[-1] == "is":
        own = any(token.kind == "I" for token in sentence[place + len(cue.words) : at])
        if len(people) + own > 2:
            return []  # "the killer is Bob, Eve, or Frank" names nobody yet
    return people if cue.words[0] in _LISTS else people[:2]


def _meant(
    sentence: Sequence[Token], first: int, place: int, at: int, cue: Cue, discourse: Discourse
) -> list[str]:
    """Whom "him" means in the speaker's own opinion: "Bob was with me, so I can vouch for him"."""
    own = any(token.kind in ("I", "W") for token in sentence[first:place])
    if (
        cue.words == ("clears",)
        or (cue.type == "accusation" and sentence[at].word == "his")
        or not (own or cue.words[0] in _IMPERSONAL)
    ):
        return []  # "that would clear him"
    context = discourse.context
    out = (context.speaker, *(victim for victim, _ in context.bodies))
    for token in reversed(sentence[:at]):
        if (
            token.kind == "name"
            and token.value not in out
            and discourse.pronouns.fits(token.value, sentence[at].value)
        ):
            return [token.value]
    return []


def _lists(token: Token, begun: bool) -> bool:
    """Whether a mark or conjunction goes on a list, or leads up to one."""
    if token.kind == "conj":
        return token.value in ("and", "or", "that")
    return begun and (token.kind in (",", "/") or token.word in _JOINS)
