"""The lexer: an utterance as sentences of tokens, with names, rooms and time phrases recognised."""

import re
from functools import lru_cache
from itertools import accumulate, count
from operator import add

from gander.quack.audit.extract.words.endings import take_mark
from gander.quack.audit.extract.words.kinds import (
    CONTRACTED,
    ENDING,
    FIXED,
    MARK,
    NAMED,
    SPECIAL,
    STARTING,
    VERB,
    Kinds,
    contracted,
)
from gander.quack.audit.extract.words.lexicon import WORDS, words
from gander.quack.audit.extract.words.phrases import BARREN, LOOK, STARTS, time_phrase
from gander.quack.audit.extract.words.tokens import Token
from gander.quack.audit.names import Names

__all__ = ["Lexer", "lexer_for"]

_PASSING = words("passed passing pass came coming come went going walked walking cut swept ran")
_DETERMINERS = words("the a an this that my his your their our its no any another each whose one") | {"'s"}
_AS_SUBJECTS = frozenset(("that", "'s"))
"""What a verb with -s can follow: "Bob's was A → B"."""
_UNTRUE = re.compile(r"\s+(?:\w+ly |just )?(?:false|untrue|an?(?: \w+)? lie|not (?:true|the case))\b")
"""What may follow on "is" where that is a verb after "this"."""
_OWN_NOUNS = words("claim report alibi story vote call kill sighting place plan loop cut trust")
_SIDE = words("side area half part wing portion")
_UNLIKELY = words(
    "upper lower main north south east west front back left right inner outer store port star sec med cold"
    " hot old new town post dry fish low high eng secure mid nav elec stor ware work out off over house"
)
"""Beginnings of room names that are words of their own: rooms only where a room is expected."""
_EXPECTING = words(
    "in into to from through via at toward towards started reached entered went left the near around inside"
    " then up down over and / , ( :"
)
_PERSONS = words("person player")
_OWNERS = frozenset(("my", "your", "his", "her", "their", "our"))
_AS_ADVERB = words("back earlier later more too before after over out down up off across around past longer")
_WHICH = words("where that which right just directly next below above of")
_BY_THE_TIME = words("by at around about")
_SUBJECTS = words("you he she they we")
_AFTER = re.compile(r"\W?([^\W\d_]+)")


class Lexer:
    """Makes tokens out of utterances of one game.

    Args:
        names: The game's names.
        tasks: The names of the map's tasks.
    """

    def __init__(self, names: Names, tasks: tuple[str, ...]) -> None:
        self._names = names
        self._players = {player.casefold(): player for player in names.players}
        self._kinds = Kinds(names, tasks)

    def sentences(self, text: str) -> list[list[Token]]:
        """The sentences of an utterance; each ends with its mark, if it has one."""
        sentences: list[list[Token]] = []
        sentence: list[Token] = []
        done = 0
        before = further = ""  # the words before, the further one only across a word that nobody knows
        plain = text.replace("*", " ")  # emphasis parts no phrase
        kinds, append = self._kinds, sentence.append
        stretches = text.split(" ")
        begins = map(add, accumulate(map(len, stretches), initial=0), count())
        for stretch, begin, pieces in zip(stretches, begins, map(kinds.seen.get, stretches), strict=False):
            # This is gone through for every word there is, so the most frequent kind comes first.
            for first, beyond, piece in pieces or kinds.of(stretch):
                start, end = begin + first, begin + beyond
                if start < done:
                    continue
                sort, kind, value, form, word, last = piece
                if sort == FIXED:
                    append(Token(kind, value, form, word, start, end))
                    further, before = before, last
                    continue
                if sort == STARTING:
                    # In "passed through around tick 9" the preposition is the verb's.
                    if plain[end : end + LOOK] not in BARREN[word] and (
                        word != "through" or before not in _PASSING
                    ):
                        token = self._time(plain, word, start)
                        if token is not None:
                            append(token)
                            done, before = token.end, "time"
                            continue
                    append(Token(kind, value, form, word, start, end))
                    further, before = before, last
                    continue
                if sort == SPECIAL:
                    token = self._phrase(plain, word, last, start)
                    if token is not None:
                        append(token)
                        done = token.end
                        before = "time" if token.kind == "time" else token.form or last
                        continue
                    sort, kind, value, form, word, last = kinds.plain(text[start:end])
                    if sort == FIXED:
                        append(Token(kind, value, form, word, start, end))
                        further, before = before, last
                        continue
                if sort == VERB:
                    if (
                        (before in _DETERMINERS and not (before in _AS_SUBJECTS and word.endswith("s")))
                        or (before == "her" and word in _OWN_NOUNS)
                        or (form == "b" and further in _DETERMINERS and sentence and sentence[-1].kind == "x")
                    ):
                        kind, value, form = _as_noun(word, value, form, before, text, end)
                    append(Token(kind, value, form, word, start, end))
                    further, before = "", word
                elif sort == ENDING:
                    before = last
                    if word != "." or not text[end : end + 1].isalnum():
                        append(Token(kind, "", "", word, start, end))
                        if kind != "-":
                            sentences.append(sentence)
                            sentence = []
                            append = sentence.append
                elif sort == NAMED:
                    append(Token(kind, value, form, word, start, start + len(word) + len(form)))
                    before = last
                elif sort == MARK:
                    ends_it = take_mark(text, sentence, word, start, end)
                    if sentence and sentence[-1].kind == "time":
                        done = sentence[-1].end
                    if ends_it and sentence:
                        sentences.append(sentence)
                        sentence = []
                        append = sentence.append
                    before = last
                elif sort == CONTRACTED:
                    for part, (kind, value, form) in contracted(word):
                        append(Token(kind, value, form, part, start, end))
                    further, before = "", word
                elif self._joined(text, sentence, word, before, start, end):
                    further, before = "", sentence[-1].word
                else:
                    room = self._shortened(text, word, before, start, end)
                    append(Token("room" if room else "x", room or "", "", word, start, end))
                    further, before = before, word
        if sentence:
            sentences.append(sentence)
        return sentences

    def _time(self, text: str, word: str, start: int) -> Token | None:
        """The time phrase that begins at a word."""
        end = time_phrase(text, start, word)
        # "after Bob" is a time, "after Medbay" is not.
        if end is None or text[start:end].rpartition(" ")[2].lower() in self._names.spoken:
            return None
        return Token("time", text[start:end], "", word, start, end)

    def _phrase(self, text: str, word: str, head: str, start: int) -> Token | None:
        """The time phrase, player, room or task that begins at a word."""
        kinds = self._kinds
        if word in STARTS:
            token = self._time(text, word, start)
            if token is not None:
                return token
        if head not in kinds.begins:
            return None
        if head in kinds.people:
            named = kinds.people[head].match(text, start)
            # "Will" is a player, "will" is a verb.
            if named is not None and (named[0] in self._names.players or head not in WORDS):
                player, end = self._players[named[0].casefold()], named.end()
                mark, letter = text[end : end + 1], text[end + 1 : end + 2].lower()
                if mark and mark in "'’" and (letter == "s" or player.endswith("s")):
                    return Token("name", player, "'s", head, start, end + 1 + (letter == "s"))
                return Token("name", player, "", head, start, end)
        if head in kinds.rooms:
            named = kinds.rooms[head].match(text, start)
            room = self._names.room(named[0]) if named is not None else None
            if named is not None and room is not None:
                return Token("room", room, "", head, start, named.end())
        if head in kinds.tasks:
            named = kinds.tasks[head].match(text, start)
            if named is not None:
                return Token("task", "", "", head, start, named.end())
        return None

    @staticmethod
    def _joined(text: str, sentence: list[Token], word: str, before: str, start: int, end: int) -> bool:
        """Take down a word that its neighbours make something of: "that room", "no one", "way earlier"."""
        if word == "room" and (before in ("that", "same") or _in_it(text, sentence, end)):
            sentence.append(Token("there", "there", "", word, start, end))
        elif before == "no" and word in ("one", "longer"):
            kind, meant = ("some", "nobody") if word == "one" else ("neg", "no longer")
            sentence[-1] = Token(kind, "", "", meant, sentence[-1].start, end)
        elif before in ("single", "another") and word in _PERSONS and sentence:
            sentence[-1] = Token("some", "", "", "anyone", sentence[-1].start, end)
        elif before == "other" and word in _PERSONS and [one.word for one in sentence[-2:-1]] == ["single"]:
            sentence[-2:] = [Token("some", "", "", "anyone", sentence[-2].start, end)]
        elif word == "way":
            following = _AFTER.match(text, end)
            adverb = following is not None and following[1].lower() in _AS_ADVERB and before not in _OWNERS
            sentence.append(Token("x" if adverb else "route", "", "", word, start, end))
        elif before == "the" and len(sentence) > 1 and _begins_clause(text, end):
            # "by the time Bob came in"
            governed = sentence[-2].word in _BY_THE_TIME
            if not governed and (word == "time" or sentence[-2].kind in ("prep", "verb")):
                return False
            hinge = sentence[-2].start if governed else sentence[-1].start
            del sentence[-2 if governed else -1 :]
            sentence.append(Token("conj", "when", "", "when", hinge, end))
        else:
            return False
        return True

    def _shortened(self, text: str, word: str, before: str, start: int, end: int) -> str | None:
        """The room meant by the beginning of its name; None if the word is rather one of its own."""
        room = self._names.shortened(word)
        if room is None:
            return None
        if text[end : end + 1] in ("-", "'", "’") and text[end + 1 : end + 2].isalpha():
            return None
        if word in _UNLIKELY or len(word) * 2 < len(room):
            titled = text[start].isupper() and before not in ("", ".")
            if not titled and before not in _EXPECTING:
                return None
        if word in _UNLIKELY:
            following = _AFTER.match(text, end)
            if following is not None and following[1].lower() in _SIDE:
                return None
        return room


def _begins_clause(text: str, end: int) -> bool:
    """Whether a subject follows."""
    following = _AFTER.match(text, end)
    return following is not None and (following[1][0].isupper() or following[1] in _SUBJECTS)


def _in_it(text: str, sentence: list[Token], end: int) -> bool:
    """Whether "room" stands in "in the room", and what follows does not say which one."""
    if [token.word for token in sentence[-2:]] != ["in", "the"]:
        return False
    following = _AFTER.match(text, end)
    return following is None or following[1].lower() not in _WHICH


def _as_noun(word: str, value: str, form: str, before: str, text: str, end: int) -> tuple[str, str, str]:
    """What a verb is after an article or possessive: "his claim", "the report"; "her leaving" stays one."""
    if form == "i" or (before == "this" and value == "be" and _UNTRUE.match(text, end)):
        return "verb", value, form
    if value == "report" and not word.endswith("ed"):
        return "reporter", "noun", ""
    if word == "loop" and (before in _OWNERS or before == "'s"):
        return "route", "", ""
    spoken = value in ("say", "confirm") and not word.endswith("ed")
    return "story" if spoken else "x", "noun", ""


@lru_cache(maxsize=64)
def lexer_for(players: tuple[str, ...], rooms: tuple[str, ...], tasks: tuple[str, ...]) -> Lexer:
    """The lexer of a roster and map; built once."""
    return Lexer(Names(players, rooms), tasks)
