"""Cues: the words that tell an opinion, how strong it is, and on which side of them the player stands.

A cue holds whatever adverbs stand between its words and in whatever form its "is" stands.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from gander.quack.audit.extract.words.lexicon import words

__all__ = ["TELLING", "Cue", "OpinionType", "cues_in"]

OpinionType: TypeAlias = Literal["accusation", "defense"]
Side: TypeAlias = Literal["after", "before"]


class Cue(NamedTuple):
    """Words that tell an opinion.

    Attributes:
        words: The words, in small letters.
        type: What they tell.
        strength: How strongly; empty for a defense.
        side: Where the player stands: ``after`` the words, or ``before`` them.
    """

    words: tuple[str, ...]
    type: OpinionType
    strength: str
    side: Side


_BEING = frozenset(("are", "was", "were", "be"))

_COMMONEST = words("is the a my on of to for out off in it me at here now our with who up toward not did")
_COMMONER_THAN_IT = words("is not did have right")
_COMMON = _COMMONEST | words(
    "right one report other point last exact down back not can could have from this"
    " him her away sounds looks seem seems you says saying people person like need only that did left side do"
    " about"
)

_TABLE: Mapping[tuple[OpinionType, str, Side], str] = {
    ("accusation", "strong", "after"): """
        voting | vote | votes | vote is | vote here is | vote on | vote for | vote out | vote off |
        voting for | voting out | eject | ejecting | accuse | accusing | locking | locked in on |
        lock in | sure it is | certain it is | confident it is | to is | must is | duck is |
        duck must is | can only is | killer is | killer must is | impostor is | imposter is | caught |
        choice is | pick is | answer is | vote right now is | vote goes | switching to | money is on |
        gut says | sold on | go with | going with |
        bet on
    """,
    ("accusation", "strong", "before"): """
        is the duck | is our duck | is a duck | is duck | is the killer | is our killer |
        is the impostor | is the imposter | is the one lying | is lying | is the liar | lied | lying |
        killed | is the vote | is my vote | is the best vote | is the safest vote | is the right vote |
        is my best vote | is the strongest vote | is the better vote | is our best vote | is guilty |
        fabricating | fabricated | a lie | is caught | murdered | is the last duck | is our last duck |
        is the clear vote | is the obvious vote | is the only vote | is the stronger vote |
        is the other duck | dead to rights | seems like the duck | looks like the duck | is our guy |
        gets my vote | has my vote | has to go | needs to go | should go | must go | did it |
        our duck | our last duck | our killer | our guy | the duck | the last duck | the killer |
        best bet
    """,
    ("accusation", "moderate", "after"): """
        leaning | lean | lean is | lean toward | suspect | suspect is | suspects are |
        suspects to me are | suspicious of | sus of | suspicion | suspicion is | suspicion on |
        suspicion of | suspicion right now is | focused on | focus on | points to | points at |
        pointing to | pointing at | point to | point at | point toward | points toward |
        points straight at | pointing toward | case against | pressure on | eyes on | pushing |
        think it is | believe it is | concerned about | concern is | concerns are | worried about |
        look hardest at | look hard at | look harder at | looking harder at | look closely at |
        looking at | stronger case on | hard on | main people with opportunity are | possibilities are |
        concern with | problem with | issue with | red flag is | unknown is | missing piece is |
        piece for me is | among | this is | pool is | part is | area is | main people |
        biggest unknown is | opportunity is | bothers me about | tips me toward | my read is |
        looking hard at | need to look at | think this is | believe this is | think that is |
        my eye on | off about | not buy | not comfortable with | convinced it is | spotlight on |
        suspicious that | convenient that | strange that | odd that | weird that |
        it is | say it is | hole in | holes in | contradiction in | contradictions in | questions about |
        inconsistency in | inconsistencies in | gap in | gaps in
    """,
    ("accusation", "moderate", "before"): """
        suspicious | sus | suspect | suspects | candidate | strongest read | concerns me | bothers me |
        worries me | worry me | bugs me | stands out | looks worse | looks worst | looks rough |
        looks guilty | looks bad | strongest suspicion | best lead | opportunity | clearest | cleanest |
        unaccounted | weakest | red flag | red flags | my lean | sketchy | shady | convenient | hiding |
        framing | frame | twisting | deflecting | shifting | faking | the one with | only person |
        only one | fits both | fits best | last person | last one | questionable | problem | issue |
        hole | most likely | worst | stretched | dodging | odd one out | concerning | not add up |
        contradicts himself | contradicts herself | makes no sense | not make sense |
        makes the most sense as | slipped up | slipped | falls apart |
        not hold up | not hold water | not check out | not line up | full of holes | is inconsistent |
        acting weird | acting strange | acting off | gives me pause | makes me nervous |
        suspiciously quiet | high on my list | top of my list | is false | is impossible |
        made that up | made it up | making it up | making things up | making this up | making that up |
        not is honest | not honest | not telling the truth | is fishy | fishy | keeps changing |
        keeps shifting | changed his story | changed her story | not sit right | contradicted himself |
        contradicted herself | least supported | setting off |
        contradiction to me | bigger contradiction | biggest contradiction | alone with the body
    """,
    ("accusation", "weak", "after"): """
        leaves | narrows to | down to | or | vs | versus | consider | between | wary of |
        a little toward | watch | questions for | skeptical of | doubts about | question is where |
        question for | question mark on | not saying it is | not saying hard | not hard accusing |
        interested in | an eye on | not convinced by | one of you |
        watching
    """,
    ("accusation", "weak", "before"): """
        self reporting | explain | explaining | to answer | to account | give exact | self-report |
        self-reporting | self-reported | self report | self-reports | technically | unverified |
        unvouched | last seen | last known | last confirmed | no alibi | no witness | no witnesses |
        zero witnesses | could have killed | slightly suspicious | the one who | gap | scrutiny |
        question mark | biggest unknown | is not clear | is not cleared | is weird | feels off |
        only ones | only routes | matters a lot | proximity | least confirmed | least scrutiny |
        worth questioning | worth considering |
        seems off | seems weird | seems odd | is odd | is strange | is off | sounds off | looks off |
        feels wrong | a bit off | a little off | could have done it | may have done it | no explanation |
        owes us | on my radar | on my list | nobody to vouch |
        no corroboration | zero corroboration
    """,
    ("defense", "", "after"): """
        not think | confident it is not | sure it is not | vouch | vouch that | trusting |
        less suspicious of | vouch for | vouching for | vouches for | trust | clear | clears |
        clearing | cleared | believe | confirm | back up | backs up | rule out | ruling out |
        alibi for | defend | not voting | corroborate | verify | back up part of | not vote |
        doubt | no reason to doubt | stand by | rule | cross | back | can not is | it is not |
        lean goose on | leaning goose on | rules out | exonerates | siding with | to side with
    """,
    ("defense", "", "before"): """
        is solid | look solid | looks solid | seems solid | seem solid | is not it | is clear |
        is cleared | looks clear | seems clear | seem clear | clear to me | checks out | check out |
        lines up | line up | matches | match | is innocent | cleared | less likely | unlikely |
        is consistent | vouched | alibi | alibi is solid | alibi is genuine | alibi is corroborated |
        consistent | makes sense | looks clean | accounted for | is fine | corroborated | legit |
        believable | less suspicious | hard for | confirmed in | confirmed at | is safe |
        is not the killer | is not the duck | is not a duck | is not our killer | verified by me |
        confirmed by | corroborated by | verified by | backed up by | supported by |
        can not is the killer | can not is the duck | could not have killed | can not have killed |
        could not have done | mutual alibis | interlocking alibis | is spot on |
        not as likely | each other | alibis | is clean | is correct | keeps him | keeps her |
        mutual confirmation | is far away | sounds far away | seems far away | seem far away |
        is far from | sounds far from | is plausible | sounds plausible | harder for | is not the kill |
        is not this kill | not this kill | matched | is accurate | mutually confirmed |
        cross-confirmed | takes him | takes her | puts him | puts her | paired | sound solid |
        sounds solid | sound confirmed | sounds confirmed | looks good | looks better | look better |
        sounds left side | seem left side | sound left side | is exactly right |
        could not have beaten | is a goose | is trustworthy | is credible | adds up | looks safe |
        looks innocent | feels clean | feels safe | seems fine | seems safe | seems innocent |
        seems clean | sounds fine | sounds clear | sounds safe | telling the truth | is all clear |
        is both clear | is in the clear | is off the hook | left side confirmed | holds up | alibi holds |
        no contradictions | no contradiction | more credible | seems credible | sounds credible |
        feels credible | is a confirmed goose | is my alibi | is airtight |
        is rock solid | seems honest | is honest | off my list | is good in my book | tracks |
        not lying | is not a suspect | looks like a goose | feels like a goose | least suspicious |
        least likely | no opportunity | not do | not make | is far | have it right | has it right |
        have it exactly right | has it exactly right | is on the far side | is on the other side |
        is on the opposite side
    """,
}


class _Around(NamedTuple):
    """The cues that a word tells.

    Attributes:
        alone: Those of this word alone.
        leading: The others by the word after it, each with how far before it it begins.
        last: Those that it ends, by the word before it, with the same.
    """

    alone: list[Cue]
    leading: dict[str, list[tuple[int, Cue]]]
    last: dict[str, list[tuple[int, Cue]]]


def _rarest(said: tuple[str, ...]) -> str:
    """A cue's rarest word: the longest that is not common; of common ones the most telling."""
    for common in (_COMMON, _COMMONEST, _COMMONER_THAN_IT):
        rare = [word for word in said if word not in common]
        if rare and said != ("to", "is"):
            return max(rare, key=len)
    return "is"  # of "to is", which holds for "to be" alone, "be" is the rarer word


def _index() -> dict[str, _Around]:
    """The cues by their rarest word."""
    found: dict[str, _Around] = {}
    for (type_, strength, side), text in _TABLE.items():
        for phrase in text.split("|"):
            said = tuple("is" if word in _BEING else word for word in phrase.split())
            word = _rarest(said)
            at = said.index(word)
            around = found.setdefault("be" if word == "is" else word, _Around([], {}, {}))
            cue = Cue(said, type_, strength, side)
            if len(said) == 1:
                around.alone.append(cue)
            elif at + 1 < len(said):
                around.leading.setdefault(said[at + 1], []).append((at, cue))
            else:
                around.last.setdefault(said[at - 1], []).append((at, cue))
    return found


_CUES = _index()
TELLING = frozenset(_CUES)
"""Words without one of which a sentence holds no cue."""


def cues_in(said: Sequence[str], telling: Iterable[str]) -> list[tuple[int, Cue]]:
    """The cues of a sentence, each with where it stands; of those that begin together the longest first.

    Args:
        said: The sentence's words, "is" for every form of it.
        telling: Those of `TELLING` in it.
    """
    found: list[tuple[int, Cue]] = []
    longer: Sequence[tuple[int, Cue]]
    last = len(said) - 1
    for word in telling:
        alone, leading, ending = _CUES[word]
        spoken = "is" if word == "be" else word
        at = -1
        for _ in range(said.count(spoken)):
            at = said.index(spoken, at + 1)
            for cue in alone:
                found.append((at, cue))
            longer = leading.get(said[at + 1], ()) if leading and at < last else ()
            if ending and at and said[at - 1] in ending:
                longer = (*longer, *ending[said[at - 1]])
            for before, cue in longer:
                place, words = at - before, cue.words
                if place >= 0 and said[place : place + len(words)] == words:
                    found.append((place, cue))
    if len(found) > 1:
        found.sort(key=_in_order)
    return found


def _in_order(found: tuple[int, Cue]) -> tuple[int, int]:
    place, cue = found
    return place, -len(cue.words)
