"""Discourse: what a reader keeps in mind from one clause of a speech to the next."""

from dataclasses import dataclass, field

from gander.quack.audit.extract.clauses.pronouns import Pronouns
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["Context", "Discourse"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader knows before a speech begins.

    Attributes:
        speaker: Who speaks.
        players: The roster.
        caller: Who called the meeting; None if unknown.
        kind: ``report`` or ``button``.
        bodies: (victim, room) of the bodies that the meeting's event lists.
        found: Who lies where the caller stood, so "the body".
        button: The room with the emergency button.
        spoken: Who has said something in the game so far; None if unknown.
    """

    speaker: str
    players: tuple[str, ...] = ()
    caller: str | None = None
    kind: str = "report"
    bodies: tuple[tuple[str, str], ...] = ()
    found: tuple[str, ...] = ()
    button: str | None = None
    spoken: frozenset[str] | None = None

    def room_of_body(self, victim: str) -> str | None:
        """Where a victim lies; None if it is not among the bodies, or among them twice."""
        rooms = {room for name, room in self.bodies if name == victim}
        return rooms.pop() if len(rooms) == 1 else None


@dataclass(slots=True)
class Discourse:
    """What has been mentioned so far.

    Attributes:
        context: What was known before.
        here: The room in which the speaker's story stands.
        sentence: Number of the sentence.
        since: Number of the sentence that `here`, or `aim`, comes from.
        aim: The room that the speaker's story heads for, where it does.
        there: The room that "there" means: the last one in which somebody was.
        certain: Whether that was asserted.
        named: The room named last, whatever of it.
        you: Whom the speaker addresses.
        addressed: Number of the last sentence with "you".
        recent: Players by how recently they were mentioned, the last one first; without the speaker.
        walked: Number of the last sentence that tells a way of the speaker through several rooms.
        met: Whom the speaker tells to have met, each with the rooms where; None for a room unsaid.
        stood: In which room each player was said to be last, and the sentence's number.
        group: The players named together last.
        source: Whose account is being passed on; None for the speaker's own.
        cited: Whether that is so as long as a quote lasts.
        heard: Number of the last sentence that begins with what was said, whoever said it.
        tellers: All whose account it is, where that is several players' ("both say").
        dated: Where something happened at a time that was said, that time, and the sentence's number.
        asked: From which character on the sentence asks; None if it does not.
        pronouns: Which pronouns go with whom.
    """

    context: Context
    here: str | None = None
    sentence: int = 0
    since: int = 0
    aim: str | None = None
    there: str | None = None
    certain: bool = True
    named: str | None = None
    you: str | None = None
    addressed: int = -1
    recent: list[str] = field(default_factory=list)
    walked: int = -9
    met: dict[str, set[str | None]] = field(default_factory=dict)
    stood: dict[str, tuple[str, int]] = field(default_factory=dict)
    group: tuple[str, ...] = ()
    source: str | None = None
    tellers: tuple[str, ...] = ()
    cited: bool = False
    heard: int = -1
    asked: int | None = None
    dated: tuple[str | None, list[Token], int] = (None, [], -1)
    pronouns: Pronouns = field(default_factory=Pronouns)

    def mention(self, names: tuple[str, ...], aside: bool = False, behind: tuple[str, ...] = ()) -> None:
        """Note that players were named.

        Args:
            names: They.
            aside: Whether only beside somebody else ("with Eve"), to whom a pronoun goes first.
            behind: That one, where it is not the one mentioned last.
        """
        recent, speaker = self.recent, self.context.speaker
        for name in names:
            if name == speaker or (recent and recent[0] == name):
                continue
            if name in recent:
                recent.remove(name)
            after = 0
            if aside:
                after = max((recent.index(one) + 1 for one in behind if one in recent), default=1)
            recent.insert(after, name)
        if self.group or len(names) > 1:
            others = [name for name in names if name != speaker]
            if len(others) > 1:
                self.group = names
            elif others and others[0] not in self.group:
                self.group = ()

    def tell(self, players: tuple[str, ...]) -> None:
        """Note on whose word what follows is told."""
        self.source, self.tellers = players[0], players if len(players) > 1 else ()

    def stands(self, room: str) -> None:
        """Note that the speaker's own story stands in a room."""
        self.here, self.since = room, self.sentence

    def present(self) -> str | None:
        """The speaker's room by this sentence or the one before."""
        return self.here if self.sentence - self.since <= 1 else None

    def aimed(self) -> str | None:
        """The room that the speaker was heading for by this sentence or the one before."""
        return self.aim if self.here is None and self.sentence - self.since <= 1 else None

    def pronoun(self, which: str, but: tuple[str, ...] = (), subject: bool = False) -> tuple[str, ...]:
        """Whom "he" (``m``), "she" (``f``) or "they" (``t``) means; empty if that is open.

        Args:
            which: The pronoun.
            but: Players that it cannot mean.
            subject: Whether it is a subject ("he", not "him"): in somebody's account, that one rather.
        """
        if which == "t":
            others = tuple(name for name in self.group if name != self.context.speaker)
            return others or ((self.source,) if self.source else ())
        if which == "self":
            return ()
        if self.you is not None and self.sentence - self.addressed <= 1 and which != "t":
            but = (*but, self.you)  # "you were there when he"
        if subject and self.source and self.tellers:
            but = (*but, *self.tellers)  # "Bob and Eve both say she was there"
        first = (self.source,) if subject and self.source else ()
        for name in (*first, *self.recent):
            if name not in but and name != self.context.speaker and self.pronouns.fits(name, which):
                return (name,)
        return ()
