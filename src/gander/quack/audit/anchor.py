"""Anchoring: recorded claims, and the sentences they came from.

A recorded claim says who was where and when. Whether the speaker asserted that, supposed it, asked
for it, denied it or passed it on stands in the sentence alone. So an utterance is cut into clauses,
each claim finds the clause that names its room and its people, and the clause's mood becomes the
claim's. Where several clauses fit about as well and one of them asserts plainly, the claim came from
that one; a claim that finds no clause stays asserted. Time phrases stay as recorded: where the clause
names other ticks than the claim (1 to 2 of 100), the phrase mostly came from its neighbour.
"""

import re
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeVar

import msgspec

from gander.quack.audit.doings import aims, does, goes_to, idles, tries
from gander.quack.audit.game import Game
from gander.quack.audit.moods import ACCOUNT_WORDS, CUE_WORDS, Mood, mood
from gander.quack.audit.names import Names
from gander.quack.audit.phrases import read_phrase
from gander.quack.audit.recorded import RecordedClaim
from gander.quack.audit.utterances import Utterance
from gander.quack.claims import Claim

__all__ = ["anchor"]


def anchor(game: Game, utterance: Utterance, recorded: tuple[RecordedClaim, ...]) -> tuple[Claim, ...]:
    """Resolve the names of an utterance's recorded claims and tie each to its sentence.

    Args:
        game: The game.
        utterance: The utterance.
        recorded: Its claims, in the order stated.

    Returns:
        The claims, in the same order. Accusations and defenses are opinions and are not anchored.
    """
    lexicon = _lexicon(game.names.players, game.names.rooms)
    claims: list[Claim] = []
    said: _Said | None = None
    for its in recorded:
        subject = lexicon.person(its.subject or its.accuser or its.defender) or utterance.speaker
        target = lexicon.person(its.target if its.type != "defense" else its.defended)
        room = lexicon.place(its.room)
        route = tuple(lexicon.place(one) or one for one in its.route) if its.route is not None else None
        time, activity = its.temporal or "", its.activity
        also: tuple[str, ...] = ()
        found = _NOWHERE
        if its.type not in ("accusation", "defense"):
            said = said or _Said(utterance, lexicon)
            rooms = route or ((room,) if room is not None else ())
            found = said.find(its.type == "sighting", subject, target, rooms, time, its.activity or "")
            clause = found.clause
            if clause is not None:
                if its.activity == "task" and found.mood.kind == "asserted" and said.intends(clause):
                    found = found._replace(mood=_INTENDED)
                if time and not said.times(clause, time, rooms):
                    time = ""
                if route is not None and len(route) > 1 and said.unordered(clause, route, time):
                    room, also, route = route[0], route[1:], None
                if its.type == "location" and room is not None and _ticks(time) and said.way(clause, room):
                    activity = "traveling"
        claims.append(
            Claim(
                its.type,
                utterance.speaker,
                subject=subject,
                target=target,
                room=room,
                route=route,
                also=also,
                activity=activity,
                time=time,
                state="unknown" if its.type == "sighting" else None,
                negated=found.mood.negated and found.mood.kind == "asserted",
                asserted=found.mood.kind == "asserted",
                source=found.source,
                strength=its.confidence,
                basis=its.basis,
                span=found.span,
            )
        )
    return _sharing(claims, said) if said is not None else tuple(claims)


def _sharing(claims: list[Claim], said: "_Said") -> tuple[Claim, ...]:
    """Let rooms that one clause joins by "and" share the duration that is claimed for them."""
    lasting = [
        claim
        for claim in claims
        if claim.type == "location"
        and claim.room is not None
        and _lasts(claim.time)
        and claim.span is not None
    ]
    if not lasting:
        return tuple(claims)
    shared: list[Claim] = []
    for claim in claims:
        others = tuple(
            other.room or ""
            for other in lasting
            if other is not claim
            and claim in lasting
            and (other.subject, other.time, other.span) == (claim.subject, claim.time, claim.span)
            and other.room != claim.room
            and said.joins(claim, other)
        )
        shared.append(msgspec.structs.replace(claim, also=tuple(dict.fromkeys(others))) if others else claim)
    return tuple(shared)


@lru_cache(maxsize=8192)
def _lasts(phrase: str) -> bool:
    return read_phrase(phrase).duration != "any"


@lru_cache(maxsize=8192)
def _ticks(phrase: str) -> frozenset[int]:
    """The ticks that a time phrase names."""
    return frozenset(tick for its in read_phrase(phrase).stretches for tick in (its.first, its.last))


# Words with what follows them up to the next, so that their lengths add up to their places.
_TOKEN = re.compile(r"\w[\w']* *|\W *")
_TICK = re.compile(r"t?([0-9]{1,4})")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HARD = frozenset(".!?;:\n—–")
_SOFT = frozenset((",", "and", "then"))
_ALWAYS = _words("but so because which though although whereas while")
_SUBJECTS = _words("i he she they we you it that this there my the nobody everyone")
_THIRD = _words("he she they he's she's they're")
_PRONOUNS = _words("he she they he's she's they're him her them his their")
_OWN = _words("i i'm i've i'd me my we")
# After a name, these continue a list or a place; anything else begins what the named one did.
_LISTED = _words(", and or / & in at both together with there -")
_JOINS = _words("and or / , & the in")
_HOLDING = _words("if says said claims claimed saying claiming admits told")
_OPENING = _words(
    "did were was where who can could why how what is are do does would have has when any anyone"
)
_SEEING = _words(
    "see saw seen seeing notice noticed find found spot spotted meet met cross crossed run ran encounter"
    " encountered witness witnessed hear heard pass"
)
_TOGETHER = _SEEING | _words("with together alone passed joined overlapped beside")
_VOUCHING = _words("confirm confirms confirmed corroborates corroborated")
_AUXILIARIES = _words("was were is am are did do does had have has")
# They begin a room's name on some map, and are mostly said of other things.
_NO_ROOMS = _words("the low was her for and all one any can end out off has not but you did had are were")
_SECOND_HAND = re.compile(r"according|based on|claim|\bif\b|story|account|\bsa(?:ys|id)\b|statement")

_PLAIN = Mood()
_INTENDED = Mood("planned", cue="for a task")
_NO_TICKS: frozenset[int] = frozenset()

# What a word is.
_NOTHING, _PLAYER, _ROOM, _NUMBER, _CUE, _END, _BREAK, _PRONOUN, _SELF, _SIGHT, _ACCOUNT = range(11)


@lru_cache(maxsize=8192)
def _rule(phrase: str) -> str:
    """The rule that reads a time phrase."""
    return read_phrase(phrase).rule


_STOPS = frozenset(".!?\n")
_CALLING = _words(
    "report reports reported reporting meeting called calls call button found find finds finding body bodies"
    " dead discovered pressed now just"
)
_KILLING = _words("kill kills killed killing killer murder murdered murders window")
_VAGUE = {
    "early": _words(
        "early start started starting begin begins beginning began spawn spawned first initially initial"
        " opening outset 1 2 3"
    ),
    "late": _words("late later end ended ending final finally last"),
    "meeting": _CALLING,
    "found": _CALLING,
    "kill": _KILLING,
}
"""By rule, the words of which a sentence has one if it says such a time."""


class _Lexicon:
    """What words mean in games with one roster and one map, each looked up once."""

    def __init__(self, players: tuple[str, ...], rooms: tuple[str, ...]) -> None:
        self._names = Names(players, rooms)
        self.players = frozenset(player.casefold() for player in players)
        self._words: dict[str, tuple[str, int, str]] = {}
        self._people: dict[str, str] = {}
        self._places: dict[str, str] = {}

    def person(self, said: str | None) -> str | None:
        """The player meant, or what was said if it is none."""
        if said is None:
            return None
        if said not in self._people:
            _bounded(self._people)[said] = self._names.player(said) or said
        return self._people[said]

    def place(self, said: str | None) -> str | None:
        """The room meant, or what was said if it is none."""
        if said is None:
            return None
        if said not in self._places:
            _bounded(self._places)[said] = self._names.room(said) or said
        return self._places[said]

    def read(self, tokens: list[str]) -> list[tuple[str, int, str]]:
        """What tokens in small letters are: the word without blanks, what it is, and what it names."""
        known = _bounded(self._words)
        for new in set(tokens).difference(known):
            word = new.rstrip(" ")
            known[new] = (word, *self._read(word))
        return [known[token] for token in tokens]

    def player(self, word: str) -> str | None:
        """The player whom a word in small letters names."""
        return self._names.player(word) if word in self.players else None

    def _read(self, word: str) -> tuple[int, str]:
        bare = word.partition("'")[0]
        if bare in self.players:
            return _PLAYER, self._names.player(bare) or bare
        for kind, words in ((_END, _HARD), (_BREAK, _SOFT | _ALWAYS), (_PRONOUN, _PRONOUNS), (_SELF, _OWN)):
            if word in words:
                return kind, word
        if word in CUE_WORDS:
            return _CUE, word
        if word in ACCOUNT_WORDS:
            return _ACCOUNT, word
        if word in _TOGETHER:
            return _SIGHT, word
        if _TICK.fullmatch(word):
            return _NUMBER, word.lstrip("t")
        if bare not in _NO_ROOMS:
            room = self._names.spoken.get(bare.replace("_", " ")) or self._names.shortened(bare)
            if room is not None:
                return _ROOM, room
        return _NOTHING, ""


_Value = TypeVar("_Value")


def _bounded(memory: dict[str, _Value]) -> dict[str, _Value]:
    """A memory that stays small whatever is said."""
    if len(memory) > 16384:
        memory.clear()
    return memory


@lru_cache(maxsize=64)
def _lexicon(players: tuple[str, ...], rooms: tuple[str, ...]) -> _Lexicon:
    return _Lexicon(players, rooms)


class _Found(NamedTuple):
    """What a claim's sentence says of it."""

    mood: Mood
    source: str | None
    span: tuple[int, int] | None
    clause: "_Clause | None" = None


_NOWHERE = _Found(_PLAIN, None, None)


class _Clause:
    """A clause: a range of words, and what they name."""

    __slots__ = (
        "after_if",
        "asked",
        "conditional",
        "continued",
        "cued",
        "end",
        "number",
        "own",
        "players",
        "pronoun",
        "rooms",
        "seen",
        "sentence",
        "start",
        "ticks",
    )

    def __init__(self, start: int, sentence: int) -> None:
        self.start = self.end = start
        self.sentence = sentence
        self.number = 0
        self.asked = self.cued = self.pronoun = self.own = self.seen = False
        # It begins with "if", follows a part that does, or goes on with such a clause.
        self.conditional = self.after_if = self.continued = False
        self.players: dict[str, int] = {}  # the last place of each
        self.rooms: dict[str, int] = {}  # the first place of each
        self.ticks: list[int] = []


class _Said:
    """An utterance, cut into clauses."""

    def __init__(self, utterance: Utterance, lexicon: _Lexicon) -> None:
        text = utterance.text
        lower = text.lower().replace("’", "'")
        if len(lower) != len(text):
            lower = text  # small letters of another length would shift the spans
        self.speaker = utterance.speaker
        self.lexicon = lexicon
        indent = len(lower) - len(lower.lstrip(" "))
        raw = _TOKEN.findall(lower, indent)
        self.starts = list(accumulate(map(len, raw), initial=indent))
        self.words = lexicon.read(raw)
        self.tokens = [word[0] for word in self.words]
        self.clauses: list[_Clause] = []
        self.by_room: dict[str, list[_Clause]] = {}
        self.by_player: dict[str, list[_Clause]] = {}
        self.memory: dict[object, _Found] = {}
        self.moods: dict[tuple[int, int], Mood] = {}
        self._cut()

    def _cut(self) -> None:
        clause = _Clause(0, 0)
        held = False
        for place, (_, kind, value) in enumerate(self.words):
            if kind == _NOTHING:
                continue
            if kind == _BREAK and not self._begins(place, clause, held):
                continue
            if kind == _PLAYER:
                clause.players[value] = place
            elif kind == _ROOM:
                clause.rooms.setdefault(value, place)
            elif kind == _SELF:
                clause.own = True
            elif kind == _CUE:
                clause.cued = True
                clause.own = clause.own or value == "i'll"
                held = held or value in _HOLDING
                clause.seen = clause.seen or value in _TOGETHER
            elif kind in (_END, _BREAK):
                sentence = clause.sentence + (value in ".!?\n")
                if clause.rooms or clause.players or value == "?":
                    self._close(clause, place, value == "?")
                    clause = _Clause(place + 1, sentence)
                else:
                    opening = self.tokens[clause.start : clause.start + 2]
                    clause.after_if = sentence == clause.sentence and ("if" in opening or clause.after_if)
                    clause.start, clause.sentence = place + 1, sentence
                    clause.cued = clause.pronoun = clause.own = clause.seen = False
                    clause.ticks.clear()
                held = False
            elif kind == _PRONOUN:
                clause.pronoun = True
            elif kind == _SIGHT:
                clause.seen = True
            elif kind == _ACCOUNT:
                owned = self.tokens[max(0, place - 2) : place]
                clause.cued = clause.cued or any(token.endswith("'s") for token in owned)
            elif kind == _NUMBER:
                clause.ticks.append(int(value))
        self._close(clause, len(self.tokens), False)

    def _begins(self, place: int, clause: _Clause, held: bool) -> bool:
        """Whether a clause begins after a comma or conjunction."""
        tokens = self.tokens
        if tokens[place] in _ALWAYS:
            return True
        ahead = place + 1
        while ahead < len(tokens) and ahead < place + 4 and tokens[ahead] in ("and", "then", "also", "so"):
            ahead += 1
        if ahead >= len(tokens):
            return False
        following = tokens[ahead]
        if following in _THIRD and held:
            # "Eve says she was in nav and she saw Bob": all of it is Eve's.
            return False
        if following in _SUBJECTS or following[:2] == "i'":
            return True
        if place - clause.start < 2 * len(clause.players):
            return False  # "Alice, Bob and Diana were": one subject
        if self.words[ahead][1] != _PLAYER:
            return False
        return following.endswith("'s") or (
            ahead + 1 < len(tokens) and tokens[ahead + 1] not in _LISTED and tokens[ahead + 1] not in _HARD
        )

    def _close(self, clause: _Clause, end: int, asked: bool) -> None:
        """Keep a clause that names anything; a question reaches back to what opened as one."""
        clause.end = end
        last = self.clauses[-1] if self.clauses else None
        if "if" in self.tokens[clause.start : min(clause.start + 2, end)]:
            clause.conditional = True
        elif clause.after_if or (last is not None and last.conditional and last.sentence == clause.sentence):
            # "If you saw her there, and then Bob saw her": both are supposed.
            begun = last.end if last is not None and last.sentence == clause.sentence else clause.start - 1
            clause.continued = "and" in self.tokens[begun : clause.start + 1]
            clause.conditional = clause.continued
            clause.cued = clause.cued or clause.continued
        if asked:
            clause.asked = True
            for before in reversed(self.clauses):
                if before.sentence != clause.sentence:
                    break
                before.asked = any(word in _OPENING for word in self.tokens[before.start : before.start + 3])
        if clause.rooms or clause.players:
            clause.number = len(self.clauses)
            self.clauses.append(clause)
            for room in clause.rooms:
                self.by_room.setdefault(room, []).append(clause)
            for player in clause.players:
                self.by_player.setdefault(player, []).append(clause)

    def find(
        self,
        sighting: bool,
        subject: str,
        target: str | None,
        rooms: tuple[str, ...],
        time: str,
        activity: str = "",
    ) -> _Found:
        """Find what the sentence of a claim says of it."""
        key = (sighting, subject, target, rooms, time, activity)
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self._find(sighting, subject, target, rooms, time, activity)
        return found

    def _find(
        self,
        sighting: bool,
        subject: str,
        target: str | None,
        rooms: tuple[str, ...],
        time: str,
        activity: str,
    ) -> _Found:
        clause, its = self._clause_of(sighting, subject, target, rooms, time, activity)
        source = its.source
        if source is None and time and _SECOND_HAND.search(time):
            told = mood(_plain_words(time), players=self.lexicon.players)
            source = told.source
            if its.kind == "asserted" and told.cue == "if":
                its = told
        if source is not None:
            source = self._person(source, clause)
        span = None if clause is None else self._span(clause)
        return _Found(its, source, span, clause)

    def _clause_of(
        self,
        sighting: bool,
        subject: str,
        target: str | None,
        rooms: tuple[str, ...],
        time: str,
        activity: str,
    ) -> tuple[_Clause | None, Mood]:
        """The clause that a claim came from, with its mood; None if none names its room and people."""
        people = [one for one in (subject, target) if one is not None and one != self.speaker]
        own = subject == self.speaker
        ticks = _ticks(time) if time else _NO_TICKS
        candidates = self._candidates(people, rooms)
        for clause in candidates if activity not in ("task", "waiting") else ():
            # Nearly all claims: a plain clause names all that the claim does.
            if not (
                clause.cued or clause.asked or (own and not clause.own) or (sighting and not clause.seen)
            ):
                named = clause.players
                for person in people:
                    if person not in named:
                        break
                else:
                    if len(clause.rooms) >= len(rooms) and (not ticks or not ticks.isdisjoint(clause.ticks)):
                        for room in rooms:
                            if room not in clause.rooms:
                                break
                        else:
                            return clause, _PLAIN
        scored: list[tuple[int, int, _Clause]] = []
        top = 0
        for clause in candidates:
            score = self._score(clause, people, rooms, ticks)
            if score:
                score += (own and clause.own) + (sighting and clause.seen)
                if activity:
                    words = self.tokens[clause.start : clause.end]
                    if activity == "task":
                        score += 4 * (does(words) or aims(words) or "task" in words)
                    elif activity == "waiting" and idles(words):
                        score += 2
                scored.append((-score, clause.number, clause))
                top = max(top, score)
        if not scored:
            return None, _PLAIN
        # Hardly worse and plainly asserted is likelier where the claim came from.
        near = sorted(one for one in scored if one[0] <= 1 - top) if len(scored) > 1 else scored
        for _, _, clause in near:
            if not clause.cued and not clause.asked:
                return clause, _PLAIN
        first: tuple[_Clause, Mood] | None = None
        for _, _, clause in near:
            its = self._mood(clause, sighting, subject, target, rooms)
            # Other ticks than the claim's: it came from somewhere else, near by.
            astray = bool(ticks and clause.ticks) and ticks.isdisjoint(clause.ticks)
            if its == _PLAIN or astray or not self._is_sure(clause, its, people, own, rooms, ticks):
                return clause, _PLAIN
            first = first or (clause, its)
        return first or (None, _PLAIN)

    def _candidates(self, people: list[str], rooms: tuple[str, ...]) -> list[_Clause]:
        """The clauses that may speak of people in rooms."""
        if len(rooms) == 1:
            candidates = self.by_room.get(rooms[0], [])
        else:
            several = {clause.number: clause for room in rooms for clause in self.by_room.get(room, ())}
            candidates = list(several.values())
        if not people or any(all(one in clause.players for one in people) for clause in candidates):
            return candidates
        # "... in medbay, and Bob was there": the room stands a clause or two before.
        numbers = {clause.number for clause in candidates}
        after = {
            number
            for clause in candidates
            for number in (clause.number + 1, clause.number + 2)
            if number < len(self.clauses) and number not in numbers
        }
        return candidates + [
            self.clauses[number]
            for number in after
            if any(one in self.clauses[number].players for one in people)
        ]

    def _score(
        self, clause: _Clause, people: list[str], rooms: tuple[str, ...], ticks: frozenset[int]
    ) -> int:
        """How well a clause fits a claim; 0 if it does not."""
        matched = 0
        for room in rooms:
            if room in clause.rooms:
                matched += 1
        if len(rooms) > 1 and matched < 2:
            return 0
        score = 4 * matched or 1
        named = 0
        for person in people:
            if person in clause.players:
                named += 1
                score += 3
            elif (clause.pronoun or matched) and any(
                person in before.players for before in self.clauses[max(0, clause.number - 3) : clause.number]
            ):
                score += clause.pronoun
            else:
                return 0
        if len(people) > 1 and not named:
            return 0
        if ticks:
            if not ticks.isdisjoint(clause.ticks):
                score += 3
            elif clause.ticks:
                score -= 1
        return max(1, score)

    def _is_sure(
        self,
        clause: _Clause,
        its: Mood,
        people: list[str],
        own: bool,
        rooms: tuple[str, ...],
        ticks: frozenset[int],
    ) -> bool:
        """Whether a claim surely came from a clause; else the clause's mood is not the claim's."""
        if all(room in clause.rooms for room in rooms) and not own:
            # "Bob saw her leave medbay at tick 5": the ticks tell that it is this one, whoever she is.
            if clause.pronoun and not ticks.isdisjoint(clause.ticks):
                return True
            # "Storage to electrical requires passing medbay" is said of the map, and names nobody.
            if its.cue == "requires" and not ticks:
                return True
        return self._names_all(clause, people, own)

    def _names_all(self, clause: _Clause, people: list[str], own: bool) -> bool:
        """Whether a clause speaks of all whom a claim is about."""
        if own and not clause.own:
            return False
        before = self.clauses[clause.number - 1].players if clause.number else {}
        return all(
            one in clause.players or (clause.pronoun and len(clause.players) < 2 and one in before)
            for one in people
        )

    def _mood(
        self, clause: _Clause, sighting: bool, subject: str, target: str | None, rooms: tuple[str, ...]
    ) -> Mood:
        """The mood of a clause where it speaks of a claim."""
        places = [clause.rooms[room] for room in rooms[:1] if room in clause.rooms]
        if sighting and target in clause.players:
            places.append(clause.players[target])
        elif subject != self.speaker and subject in clause.players and not places:
            places.append(clause.players[subject])
        at = (max(places) if places else clause.end - 1) - clause.start
        words = self.tokens[clause.start : clause.end]
        its = self.moods.get((clause.number, at))
        if its is None:
            its = mood(words, at, question=clause.asked, players=self.lexicon.players)
            self.moods[clause.number, at] = its
        if clause.continued and its.kind == "asserted":
            its = Mood("supposed", its.negated, its.source, "if")
        turned = [clause.rooms[room] for room in rooms if room in clause.rooms]
        if its.negated and (
            # "I didn't come from electrical into medbay" denies no way from medbay to electrical.
            turned != sorted(turned) or not self._denied(clause, words, at, subject, sighting)
        ):
            its = Mood(its.kind, False, its.source, its.cue)
        if its.source is not None and subject == self.speaker and not _VOUCHING.isdisjoint(words):
            # "Frank confirms I was in medbay" calls a witness for the speaker's own word.
            its = Mood(its.kind, its.negated, None, its.cue)
        return its

    def _denied(self, clause: _Clause, words: list[str], at: int, subject: str, sighting: bool) -> bool:
        """Whether a denial is the claim's own: said of its subject, with the verb.

        Recorded claims are affirmative by their format, so a denial nearby mostly belongs to another.
        """
        if not sighting and not _SEEING.isdisjoint(words[: at + 1]):
            return False  # "I didn't see anyone in medbay": denied is the seeing, not who stood there
        for place in range(at, -1, -1):
            word = words[place]
            if (
                word == "never"
                or word.endswith("n't")
                or (word == "not" and words[place - 1] in _AUXILIARIES)
            ):
                if sighting and _TOGETHER.isdisjoint(words[place + 1 : at + 1]):
                    return False  # "I didn't touch Bob in medbay"
                for before in range(place - 1, -1, -1):
                    _, kind, who = self.words[clause.start + before]
                    if kind in (_PLAYER, _SELF):
                        return who == subject or (kind == _SELF and subject == self.speaker)
                return False
        return False

    def _span(self, clause: _Clause) -> tuple[int, int]:
        """The characters of a clause."""
        last = clause.end - 1
        return self.starts[clause.start], self.starts[last] + len(self.tokens[last])

    def _person(self, said: str, clause: _Clause | None) -> str | None:
        """Who is meant by a source; None if it is the speaker."""
        player = self.lexicon.player(said)
        if player is not None:
            return None if player == self.speaker else player
        if said in ("you", "your") or clause is None:
            return said
        place = self.tokens.index(said, clause.start) if said in self.tokens[clause.start :] else clause.end
        for before in self.clauses[clause.number :: -1]:
            named = [(at, name) for name, at in before.players.items() if name != self.speaker and at < place]
            if named:
                return max(named)[1] if before is clause else min(named)[1]
        return said

    def _sentence(self, clause: _Clause) -> tuple[int, int]:
        """Where a clause's sentence begins and ends."""
        tokens, start, end = self.tokens, clause.start, clause.end
        while start > 0 and tokens[start - 1] not in _STOPS:
            start -= 1
        while end < len(tokens) and tokens[end] not in _STOPS:
            end += 1
        return start, end

    def intends(self, clause: _Clause) -> bool:
        """Whether a task is named as a purpose only: "I went over to storage for my task"."""
        start, end = self._sentence(clause)
        for words in (self.tokens[clause.start : clause.end], self.tokens[start:end]):
            if tries(words):
                return True
            if does(words):
                return False
            if aims(words):
                return True
        return not does(self.tokens)

    def times(self, clause: _Clause, time: str, rooms: tuple[str, ...]) -> bool:
        """Whether a vague time ("early", "during the kill window") is said of a claim's room.

        Extractors carry such times over from their neighbours: it must stand in the sentence, and no "and"
        between it and the room. Ticks are taken as recorded.
        """
        words = _VAGUE.get(_rule(time))
        if words is None:
            return True
        tokens = self.tokens
        start, end = self._sentence(clause)
        room = next((clause.rooms[room] for room in rooms if room in clause.rooms), None)
        for place in range(start, end):
            if tokens[place] not in words:
                continue
            if room is None or place < start + 4 or "and" not in tokens[min(place, room) : max(place, room)]:
                return True
        return False

    def unordered(self, clause: _Clause, route: tuple[str, ...], time: str) -> bool:
        """Whether rooms stand side by side without an order: "on the security/navigation side".

        A route with ticks that the clause does not name was told elsewhere, and in order.
        """
        ticks = _ticks(time)
        if ticks and ticks.isdisjoint(clause.ticks):
            return False
        places = [clause.rooms.get(room, -1) for room in route]
        return all(one >= 0 and other == one + 2 for one, other in pairwise(places)) and all(
            self.tokens[place + 1] == "/" for place in places[:-1]
        )

    def way(self, clause: _Clause, room: str) -> bool:
        """Whether a room is told as where somebody went: "went to medbay at tick 6"."""
        words = self.tokens[clause.start : clause.end]
        return room in clause.rooms and goes_to(words, clause.rooms[room] - clause.start)

    def joins(self, one: Claim, other: Claim) -> bool:
        """Whether two rooms stand side by side in a clause, joined by "and" or the like."""
        for clause in self.by_room.get(one.room or "", ()):
            if other.room in clause.rooms:
                first, last = sorted((clause.rooms[one.room or ""], clause.rooms[other.room or ""]))
                between = self.words[first + 1 : last]
                if all(word in _JOINS or kind == _ROOM for word, kind, _ in between):
                    return True
        return False


def _plain_words(text: str) -> list[str]:
    return [token.rstrip(" ") for token in _TOKEN.findall(text.lower().replace("’", "'"))]
