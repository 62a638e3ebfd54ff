"""Clauses: a sentence's tokens read into frames: who (not) did what, where, when, and who saw it."""

from collections.abc import Callable, Mapping

from gander.quack.audit.extract.clauses.absence import read_some
from gander.quack.audit.extract.clauses.accounts import read_route
from gander.quack.audit.extract.clauses.dates import read_time
from gander.quack.audit.extract.clauses.emptiness import read_alone, read_empty
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.joints import read_conjunction, read_preposition
from gander.quack.audit.extract.clauses.marks import read_arrow, read_mark
from gander.quack.audit.extract.clauses.modality import read_maybe, read_modal, read_negation
from gander.quack.audit.extract.clauses.pairs import read_each, read_mutual
from gander.quack.audit.extract.clauses.people import (
    read_name,
    read_names,
    read_pronoun,
    read_speaker,
    read_you,
)
from gander.quack.audit.extract.clauses.places import read_place
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.reports import read_meeting, read_reporter
from gander.quack.audit.extract.clauses.scenes import read_scene
from gander.quack.audit.extract.clauses.states import read_alive, read_body, read_dead
from gander.quack.audit.extract.clauses.stops import read_stand, read_stop
from gander.quack.audit.extract.clauses.stories import read_story
from gander.quack.audit.extract.clauses.there import read_there
from gander.quack.audit.extract.clauses.verbs import read_task, read_verb
from gander.quack.audit.extract.clauses.we import read_we
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_clauses"]

_HANDLERS: Mapping[str, Callable[[Reader, Token], None]] = {
    "name": read_name,
    "names": read_names,
    "I": read_speaker,
    "P": read_pronoun,
    "Y": read_you,
    "W": read_we,
    "some": read_some,
    "empty": read_empty,
    "each": read_each,
    "mutual": read_mutual,
    "body": read_body,
    "dead": read_dead,
    "reporter": read_reporter,
    "meeting": read_meeting,
    "alive": read_alive,
    "verb": read_verb,
    "alone": read_alone,
    "neg": read_negation,
    "modal": read_modal,
    "maybe": read_maybe,
    "task": read_task,
    "route": read_route,
    "story": read_story,
    "room": read_place,
    "scene": read_scene,
    "chain": read_place,
    "there": read_there,
    "stand": read_stand,
    "stop": read_stop,
    "time": read_time,
    "prep": read_preposition,
    "conj": read_conjunction,
    "arrow": read_arrow,
    ",": Reader.pause,
    **dict.fromkeys((";", ":", "-", "(", ")", '"'), read_mark),
}
"""Who reads which kind of token; other kinds are passed over."""


def read_clauses(reader: Reader, sentence: list[Token]) -> list[Frame]:
    """The frames of a sentence, in order.

    Args:
        reader: The reader of the speech.
        sentence: Its tokens, grouped.
    """
    reader.begin(sentence)
    handler_of = _HANDLERS.get
    neighbours = zip((None, *sentence), sentence, (*sentence[1:], None), strict=False)
    for index, (previous, token, following) in enumerate(neighbours):
        handler = handler_of(token.kind)
        if handler is not None:
            reader.index = index
            reader.previous = previous
            reader.following = following
            handler(reader, token)
    return reader.frames
