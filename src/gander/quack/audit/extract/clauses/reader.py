"""The reader's state: where in a sentence it stands, and what it has understood of the clause so far."""

from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.sources import ends_account, heard, own_event, told_anyhow
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["Reader"]

_WITH_OBJECT = frozenset(("see", "find", "confirm", "place"))
_LEADING = frozenset(("go", "leave", "head", "be", "stay", "do", "report", "call", "find"))


class Reader:
    """Reads sentences of one speech; the handlers of `clauses` move it on, token by token.

    Args:
        discourse: What is kept in mind between sentences.

    Attributes:
        discourse: See above.
        speaker: The speaker, as a subject.
        marked: Whether there are quotation marks in the sentence.
        carries: Whether what is quoted may go on in the next sentence.
        tokens: The sentence.
        index: The token that is being read.
        previous: The one before it; None at the first.
        following: The one after it; None at the last.
        frames: The frames read so far.
        current: The frame being read; None before the first verb.
        main: The last frame that is no restatement.
        subject: Players waiting for their verb; None for none, empty for somebody unknown.
        owner: Whose ("Bob's") the next noun is.
        account: Whose route or story was mentioned last.
        prep: The last preposition's role, until what it governs.
        fresh: Whether a pause or conjunction has come since the last verb.
        link: That pause or conjunction.
        negated: A denial is waiting for its verb.
        partly: So is one that holds of a part of what was done only.
        planned: So is a modal or a plan.
        supposed: The clause is no assertion.
        conditional: Nor is anything until the sentence's next turn.
        quotes: How many quotation marks are still to come.
        inside: Within quotation marks.
        quoted: Within those of a clause that is told as somebody's words.
        sub: A restatement begins ("when").
        hinge: Where it does.
        leads: Whether it leads up to another clause.
        then: What comes next follows in order.
        body_subject: The waiting subject is a body.
        nobody: The waiting subject is nobody at all.
        others: Or nobody else.
        relative: Who is the object of a relative clause ("whom I saw").
        times: Time phrases waiting for their verb.
        places: Places waiting for their verb.
        companions: Players "with" whom, waiting for their verb.
        outer: What was being read before a bracket.
        last_role: The role of the last place.
        aside: The frame that a clause with "where" hangs on.
        beside: Frames that stand beside the sentence's, with neither time nor mood from them.
        noun: Whether a noun takes the places to come ("a path to storage").
        what: Whether "what" is asked for, so that "doing" names no task.
    """

    __slots__ = (
        "account",
        "aside",
        "beside",
        "body_subject",
        "carries",
        "companions",
        "conditional",
        "current",
        "discourse",
        "following",
        "frames",
        "fresh",
        "hinge",
        "index",
        "inside",
        "last_role",
        "leads",
        "link",
        "main",
        "marked",
        "negated",
        "nobody",
        "noun",
        "others",
        "outer",
        "owner",
        "partly",
        "places",
        "planned",
        "prep",
        "previous",
        "quoted",
        "quotes",
        "relative",
        "speaker",
        "sub",
        "subject",
        "subject_start",
        "supposed",
        "then",
        "times",
        "tokens",
        "what",
    )

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.speaker = (discourse.context.speaker,)
        self.marked = self.carries = self.inside = self.quoted = False

    def begin(self, sentence: list[Token]) -> None:
        """Turn to a sentence."""
        self.tokens = sentence
        self.quotes = [token.kind for token in sentence].count('"') if self.marked else 0
        self.inside = self.carries and self.inside
        self.quoted = self.inside and self.quoted
        self.index = 0
        self.previous: Token | None = None
        self.following: Token | None = None
        self.frames: list[Frame] = []
        self.beside: list[Frame] = []
        self.current: Frame | None = None
        self.main: Frame | None = None
        self.subject: tuple[str, ...] | None = None
        self.subject_start = 0
        self.owner: tuple[str, ...] | None = None
        self.account: tuple[str, ...] | None = None
        self.prep = ""
        self.fresh = True
        self.what = self.noun = False
        self.link = ""
        self.negated = self.partly = self.planned = False
        self.supposed = self.conditional = False
        self.sub = self.then = self.body_subject = self.nobody = self.others = False
        self.hinge, self.leads = -1, False
        self.relative: tuple[str, ...] = ()
        self.times: list[Token] = []
        self.places: list[tuple[str, Token]] = []
        self.companions: tuple[str, ...] = ()
        self.outer: tuple[Frame | None, tuple[str, ...] | None, str | None] | None = None
        self.last_role = "at"
        self.aside: Frame | None = None
        if not self.quoted:
            self.discourse.source, self.discourse.cited = None, False
        self.discourse.sentence += 1

    def next(self, offset: int) -> Token | None:
        """A token further on, or back; None after the last."""
        try:
            return self.tokens[self.index + offset]
        except IndexError:
            return None

    def wait(self, players: tuple[str, ...], token: Token) -> None:
        """Keep players as the subject of the verb to come."""
        self.subject, self.subject_start = players, token.start
        self.nobody = False

    def deed(self) -> Frame | None:
        """The frame being read, or if it tells a purpose, the one whose purpose it is."""
        if self.current is None or not self.current.purpose:
            return self.current
        return next((frame for frame in reversed(self.frames) if not frame.purpose), self.current)

    def open(self, kind: str, token: Token, subject: tuple[str, ...]) -> Frame:
        """Begin a frame, with everything that was waiting for it."""
        if self.sub and self.subject is not None and not self.link and token.form == "f":
            led = self.current
            # "when I entered medbay I found Bob": no longer what only restates
            self.sub = not (led is not None and led.sub and led.leads and led.kind in _LEADING)
        start = self.subject_start if self.subject is not None else token.start
        discourse, own = self.discourse, subject == self.speaker
        if discourse.source is not None and ends_account(self, kind):
            discourse.source = None
        # To set what a frame has anyhow would take as long as all the rest.
        here = discourse.present()
        frame = Frame(kind, token.word, token.form, subject, start, token.end, token.start, here)
        if self.negated:
            frame.negated = True
        if self.partly or (self.quoted and discourse.source is None):
            frame.unsure = True
        if self.planned or ((self.supposed or self.conditional) and not (own and told_anyhow(self, token))):
            frame.asserted = False
        if (
            self.link == ":"
            and self.account
            and subject == self.account != self.speaker
            and not discourse.source
        ):
            discourse.tell(subject)  # "Bob's account supports mine: he saw"
        if discourse.source is not None and not own_event(self, frame):
            frame.source, frame.tellers = discourse.source, discourse.tellers
        elif discourse.heard == discourse.sentence and kind not in {"report", "call"}:
            heard(self, frame)
        if self.account is not None and kind in {"have", "place"} and subject == self.account != self.speaker:
            frame.source = self.account[0] if self.account else frame.source  # "Bob's route has him going"
        if self.sub:
            frame.sub = True
        if self.then:
            frame.then = True
        if self.hinge >= 0:
            frame.hinge = self.hinge
        if self.leads:
            frame.leads, self.leads = True, False
        if self.inside and not (self.quoted or own or frame.source is not None) and len(subject) == 1:
            frame.source = subject[0]  # 'he "never saw me"'
        if self.body_subject:
            frame.body = True
        if self.nobody:
            frame.nobody, frame.others, self.nobody = True, self.others, False
        if kind == "go" and token.word.startswith(("enter", "arriv", "join")):
            frame.inward = True
        if self.companions:
            frame.companions, self.companions = self.companions, ()
        if self.link:
            frame.link, self.link = self.link, ""
        if self.times:
            frame.fronted = True
            frame.times, self.times = self.times, []
            frame.start = min(frame.start, frame.times[0].start)
        if self.places and not (kind in {"say", "admit"} and self.places[-1][1].word == "where"):
            frame.places, self.places = self.places, []
            frame.start = min(frame.start, frame.places[0][1].start)
            role = frame.places[-1][0]
            if own and frame.asserted and not frame.negated and role != "from":
                discourse.stands(frame.places[-1][1].rooms[-1])
        if self.relative:
            if kind in _WITH_OBJECT:
                frame.objects = self.relative
            self.relative = ()
        self.negated = self.partly = self.planned = False
        self.body_subject = self.then = False
        self.subject = self.owner = None
        self.prep, self.noun = "", False
        self.fresh = False
        self.current = frame
        self.frames.append(frame)
        if not frame.sub:
            self.main = frame
        return frame

    def go_on(self, token: Token, role: str = "") -> Frame:
        """Begin a frame that goes on with the verb of the current one: "..., then storage"."""
        before = self.current
        assert before is not None
        kind, word = before.kind, before.word
        onward = role in {"to", "via", "from"} and kind == "do"
        if kind == "see" and before.times and self.following is not None and self.following.kind == "time":
            pass  # "saw Bob in medbay early and then storage at tick 9"
        elif onward or (self.then and role == "bare" and kind in {"see", "find", "report", "do"}):
            kind, word = "go", "went"  # "found Eve there → then medbay"
        elif self.then and role == "at" and kind == "leave":
            kind, word = "be", "was"  # "was seen leaving medbay and then in storage"
        elif kind == "do" and role == "bare" and not before.places:
            kind, word = "be", "was"  # "doing my tasks — medbay, storage"
        frame = Frame(kind, word, before.form, before.subject, token.start, token.end)
        if self.negated and not before.negated:
            if before.times and kind == "be":
                self.times = self.times or list(before.times)  # "in storage at tick 9, not in medbay"
            else:  # "in storage, not in medbay": the denial adds nothing; but "not toward medbay"
                frame.kind = "head" if role == "toward" else "x"
        frame.negated = self.negated or (before.negated and self.link != "but")  # "not here but there"
        frame.asserted = before.asserted and not (self.supposed or self.conditional)
        if role and self.link == "or" and not frame.negated:
            before.unsure = True  # "in medbay or in storage"
        frame.unsure = before.unsure
        frame.source, frame.tellers = before.source, before.tellers
        if kind == before.kind:
            frame.seer, frame.matrix = before.seer, before.matrix
            frame.body, frame.passive = before.body, before.passive
            frame.task = before.task and kind != "go"
            if kind in {"see", "find", "place", "have"}:
                frame.objects = before.objects
                frame.companions = before.companions if kind != "place" else ()
        frame.sub, frame.then, frame.here = before.sub, self.then, self.discourse.present()
        frame.link, self.link = self.link or ",", ""
        frame.times, self.times = self.times, []
        self.then = self.fresh = self.negated = False
        self.current = frame
        self.frames.append(frame)
        return frame

    def pause(self, token: Token) -> None:
        """Note that a mark or conjunction ends a clause."""
        kind = token.kind
        self.fresh = True
        self.sub = self.supposed = self.negated = self.partly = self.planned = False
        self.prep = ""
        if kind == "conj":
            self.link, self.places, self.times, self.companions = token.value, [], [], ()
            return
        self.link = self.link or kind
        if kind in {";", "-"}:
            self.places = []
