"""The second reading of a time phrase, without numbers: events and the relations to them."""

from gander.quack.audit.phrases.meaning import Duration, Event, Side, TimePhrase, WhichRound
from gander.quack.audit.phrases.words import AFTERWARDS, FOUND, LATE, MARKS, MEETING, NOW, RIGHT, words

__all__ = ["Events"]

_EARLY = words("early start beginning spawn spawned respawn initially outset")
_ROUND = words("round earlier sometime point points part chunk segment whole")
_RELATIONS: dict[str, str] = {
    "when": "when", "while": "when", "as": "as", "once": "when", "at": "at", "upon": "at", "during": "at",
    "around": "at", "near": "at", "toward": "at", "towards": "at", "before": "before", "prior": "before",
    "until": "until", "till": "until", "up": "until", "after": "after", "following": "after",
    "since": "since",
}  # fmt: skip
# The narrowest first; "alive" says most of the round.
_PRECEDENCE: tuple[Event, ...] = ("died", "kill", "found", "meeting", "early", "late", "alive")
_HOLDERS = words("to until till through before after up")
_PLACES = words("location locations room rooms site spot area")
_ACCOUNTS = words("timing time times timeline route position location sighting")
_AFTER_NOUN = words(
    "was got is gets started starts begins began happened call called time and or when itself report /"
)
_FILLERS = words(
    "was were is got gets still last confirmed apparently later likely already also window moment time then"
    " being been seen reportedly supposedly presumably actually"
)


class Events:
    """The second reading, of phrases without numbers: events and the relations to them."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.found: dict[Event | str, tuple[Side, str]] = {}
        self.weak = False  # "before the report": the round so far
        self.later = False
        self.other = False
        self.general = False
        relation, governs = "at", False
        for place, token in enumerate(tokens):
            if token in MARKS:
                self.other = self.other or governs
                relation, governs = "at", False
                continue
            related = self.relation(place)
            if related is not None:
                held = (
                    relation in ("before", "until", "after")
                    and token in ("when", "as")
                    and self.tokens[place - 1] in _HOLDERS
                )
                if not held:
                    self.other = self.other or (governs and related != "from")
                    relation, governs = related, related not in ("at", "from")
            elif self.event(place, relation):
                governs = False
        self.other = self.other or governs

    def relation(self, place: int) -> str | None:
        """The relation that a word begins; None if it begins none."""
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token in _RELATIONS:
            its = _RELATIONS[token]
            if its in ("before", "after") and place and self.tokens[place - 1] in RIGHT:
                return f"right {its}"
            return its
        if token == "to" and place and self.tokens[place - 1] == "close":
            return "at"
        if token in ("to", "through", "thru", "from", "by") and (
            following in ("the", "when", "right", "now")
            or following in MEETING
            or following in _EARLY
            or following in LATE
        ):
            return "from" if token == "from" else "until"
        return None

    def event(self, place: int, relation: str) -> bool:
        """Note the event that a word names; False if it names none."""
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token == "meeting" and self.meets(place):
            return False
        if (token in ("body", "bodies") and following in _PLACES) or (
            token == "reported" and following in _ACCOUNTS
        ):
            return False  # "at the body's location", "by Eve's reported timing": no event
        if token in MEETING or token in FOUND:
            self.met("meeting" if token in MEETING else "found", relation)
        elif token in ("died", "dies", "die", "death", "killed", "murdered", "kill", "murder", "ejected"):
            self.killed(place, relation)
        elif token == "alive" and relation in ("when", "as"):
            self.found.setdefault("alive", ("at", self.name_before(place)))
        elif token in NOW:
            self.met("meeting", relation)
        elif token in _EARLY or token in LATE:
            self.third("early" if token in _EARLY else "late", relation)
        elif token in _ROUND or token in ("far", "during"):
            self.general = True
        else:
            if token in AFTERWARDS or token in ("later", "then"):
                if "early" in self.found:
                    del self.found["early"]  # "early, then later in medbay": both
                self.other = True
            return False
        return True

    def meets(self, place: int) -> bool:
        """Whether "meeting" is a verb ("after meeting Bob")."""
        before = self.tokens[place - 1] if place else ""
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        noun = before in ("the", "this", "that", "a", "emergency", "called") or before.endswith("'s")
        return not noun and following != "" and following not in MARKS and following not in _AFTER_NOUN

    def met(self, event: Event, relation: str) -> None:
        """Note a meeting or a finding; what lies before it is the round so far."""
        if relation in ("before", "until"):
            self.weak = True
        elif relation in ("after", "right after", "from") and event == "meeting":
            self.later = relation != "from" or self.later
        else:
            self.found.setdefault(event, ("at", ""))

    def third(self, event: Event, relation: str) -> None:
        """Note the round's beginning or end; what is bounded by them is the round."""
        if relation in ("from", "since", "until", "before", "after"):
            self.general = True  # "from the start", "until the end"
        else:
            self.found.setdefault(event, ("at", ""))

    def killed(self, place: int, relation: str) -> None:
        """Note a death or a kill, and on which side of it."""
        side: Side = "at"
        if relation in ("before", "until"):
            side = "before"
        elif relation in ("after", "since", "from"):
            side = "after"
        elif relation == "right before":
            side = "right before"
        elif relation == "right after":
            side = "right after"
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token in ("kill", "murder"):
            self.found.setdefault("kill", (side, ""))
        elif token in ("killed", "murdered", "ejected") and not self.passive(place):
            self.found.setdefault("died", (side, following))
        else:
            name = self.name_before(place)
            self.found.setdefault("died" if name not in ("", "the", "of") else "kill", (side, name))

    def passive(self, place: int) -> bool:
        """Whether somebody "was killed"; else somebody killed."""
        return (
            any(
                word in ("was", "got", "is", "being", "been", "were", "get", "gets")
                for word in self.tokens[max(0, place - 2) : place]
            )
            or self.tokens[max(0, place - 1)] == "when"
        )

    def name_before(self, place: int) -> str:
        """Whose death or life it is: the nearest word before that can be a name."""
        for before in range(place - 1, max(-1, place - 6), -1):
            token = self.tokens[before]
            if token in _RELATIONS or token in MARKS:
                return ""
            if token not in _FILLERS:
                return token.removesuffix("'s")
        return ""

    def phrase(self, duration: Duration, which: WhichRound) -> TimePhrase:
        """All that was noted, in one."""
        if self.other:
            # "after entering medbay while Eve was alive": only the entering is dated by her life.
            self.found.pop("alive", None)
        for event in _PRECEDENCE:
            if event in self.found:
                side, name = self.found[event]
                return TimePhrase(
                    event,
                    event=event,
                    side=side,
                    name=name,
                    duration=duration,
                    round=which,
                    other=self.other,
                )
        if self.later and not self.weak:
            return TimePhrase("later")
        if self.other or not (self.weak or self.general or duration != "any" or which is not None):
            return TimePhrase("event", duration=duration, round=which, other=True)
        return TimePhrase("round", duration=duration, round=which)
