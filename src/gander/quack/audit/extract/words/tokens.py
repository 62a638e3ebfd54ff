"""Tokens: the words of an utterance that the grammar speaks about."""

import msgspec

__all__ = ["Token"]


class Token(msgspec.Struct, gc=False):
    """A word or more of an utterance.

    Attributes:
        kind: Its class: ``name``, ``room``, ``time``, ``arrow``, a punctuation mark, or a class of the
            lexicon; ``names`` and ``chain`` for lists of players and rooms; ``x`` for any other word.
        value: What it stands for: a player, a room, what the lexicon says, how a chain is linked.
        form: A verb's form; ``'s`` for a possessive name; ``there`` for a room that is meant by "there".
        word: The word in small letters.
        start: First character.
        end: First character after it.
        items: For a list, its players (empty for the speaker) or rooms.
    """

    kind: str
    value: str
    form: str
    word: str
    start: int
    end: int
    items: tuple[str, ...] = ()

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms of a room or chain."""
        return self.items or (self.value,)
