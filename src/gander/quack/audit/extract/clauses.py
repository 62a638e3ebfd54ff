"""Clauses: a sentence's tokens read into frames: who (not) did what, where, when, and who saw it."""

from gander.quack.audit.extract.discourse import Discourse
from gander.quack.audit.extract.lexer import Token
from gander.quack.audit.extract.lexicon import words

__all__ = ["Frame", "Reader"]

_TAKES_OBJECT = frozenset(
    ("see", "find", "confirm", "place", "kill", "have", "go", "vouch", "suspect", "vote", "report", "deny")
)
_MOVES = frozenset(("go", "head", "leave"))
_SPOKEN = frozenset(("say", "admit", "confirm", "deny"))
_BREAKS = frozenset((",", ";", ":", "-", "(", ")", '"'))
_ENCOUNTERS = frozenset(
    (word, prep)
    for words_, preps in (
        ("ran run running bumped bump bumping walked", ("to",)),
        ("came come stumbled", ("via", "at")),
        ("crossed cross crossing", ("with",)),
    )
    for word in words_.split()
    for prep in preps
)
_ASKS = frozenset(("ask", "where", "when"))
_PARENTHESES = frozenset(
    ("meanwhile", "too", "also", "though", "specifically", "especially", "the", "a", "alone")
)
_INDIRECT = words(
    "explain know hear confirm say tell clarify wonder ask about see understand question account exactly"
    " and me us"
)
_SUB = frozenset(("when", "before", "after", "until", "as", "while", "since"))
_AFTER_CAN = frozenset(("confirm", "vouch", "say", "place", "see"))
_NOT_THE_ROOM = frozenset(("side", "area", "door", "doors", "doorway", "entrance", "direction", "hallway"))
_ABOUT_THE_ROOM = words(
    "kill body murder timing sighting claim story alibi window confirmation report scene "
    "death case witness connection entrance exit path route trip presence proximity vicinity "
    "adjacent shortcut cluster region"
)


class Frame:
    """A clause.

    Attributes:
        kind: What it tells: a verb's value in the lexicon (``see``, ``go``, ``be`` ...) or ``route``.
        word: The verb.
        form: The verb's form.
        subject: Who; empty if nobody that is known.
        objects: Whom.
        companions: With whom.
        agents: By whom, of a passive.
        places: (role, room token); the role is ``at``, ``to``, ``from``, ``via``, ``toward`` or ``bare``.
        times: Time phrases.
        negated: Whether it is denied.
        asserted: Whether it is asserted.
        source: Whose account it belongs to.
        seer: Who saw it happen, if it depends on a verb of seeing.
        matrix: The seeing, or other clause, that it depends on.
        body: Whether it is about somebody's body.
        alive: Whether it says that somebody was alive.
        sub: Whether it is a restatement ("when I left medbay").
        passive: Whether the verb is passive.
        mutual: Whether it says "each other".
        link: The conjunction or mark before it; empty if it follows at once.
        fronted: Whether its time stands before it ("at tick 9, I saw").
        task: Whether it names a task.
        inward: Whether it is a coming in, wherever that may be.
        then: Whether it follows in order on the frame before ("then").
        start: First character.
        end: First character after it.
    """

    __slots__ = (
        "agents",
        "alive",
        "asserted",
        "body",
        "companions",
        "end",
        "form",
        "fronted",
        "inward",
        "kind",
        "link",
        "matrix",
        "mutual",
        "negated",
        "objects",
        "passive",
        "places",
        "seer",
        "source",
        "start",
        "sub",
        "subject",
        "task",
        "then",
        "times",
        "word",
    )

    def __init__(
        self, kind: str, word: str, form: str, subject: tuple[str, ...], start: int, end: int
    ) -> None:
        self.kind = kind
        self.word = word
        self.form = form
        self.subject = subject
        self.objects: tuple[str, ...] = ()
        self.companions: tuple[str, ...] = ()
        self.agents: tuple[str, ...] = ()
        self.places: list[tuple[str, Token]] = []
        self.times: list[Token] = []
        self.negated = False
        self.asserted = True
        self.source: str | None = None
        self.seer: tuple[str, ...] | None = None
        self.matrix: Frame | None = None
        self.body = False
        self.alive = False
        self.sub = False
        self.passive = False
        self.mutual = False
        self.then = False
        self.link = ""
        self.fronted = False
        self.task = False
        self.inward = word in (
            "enter",
            "entered",
            "entering",
            "enters",
            "arrived",
            "arrive",
            "arriving",
            "joined",
        )
        self.start = start
        self.end = end


class Reader:
    """Reads sentences of one speech into frames.

    Args:
        discourse: What is kept in mind between them.
    """

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._speaker = (discourse.context.speaker,)

    def read(self, sentence: list[Token]) -> list[Frame]:
        """The frames of a sentence, in order."""
        self.frames: list[Frame] = []
        self.current: Frame | None = None
        self.subject: tuple[str, ...] | None = None
        self.subject_start = 0
        self.owner: tuple[str, ...] | None = None
        self.prep = ""
        self.fresh = True
        self.negated = False
        self.supposed = False  # until the clause ends
        self.conditional = False  # until the sentence ends
        self.planned = False
        self.can = False
        self.sub = False
        self.then = False
        self.body_subject = False
        self.account: tuple[str, ...] | None = None
        self.relative: tuple[str, ...] = ()
        self.link = ""
        self.others = False
        self.pending_times: list[Token] = []
        self.pending_places: list[tuple[str, Token]] = []
        self.pending_companions: tuple[str, ...] = ()
        self.tokens = sentence
        self.discourse.source = None
        for index, token in enumerate(sentence):
            self.index = index
            handler = _HANDLERS.get(token.kind)
            if handler is not None:
                handler(self, token)
        return self.frames

    # -- looking around ------------------------------------------------------------------------------

    def _next(self, offset: int = 1) -> Token | None:
        at = self.index + offset
        return self.tokens[at] if at < len(self.tokens) else None

    # -- noun phrases --------------------------------------------------------------------------------

    def _name(self, token: Token) -> None:
        following = self._next()
        names = (token.value,)
        if token.form == "'s":
            if following is not None and _is_predicate(following):
                self._people(token, names)  # "Bob's lying": Bob is
                self._verb(Token("verb", "be", "f", "is", token.start, token.end))
                return
            self.discourse.mention(names)
            self.owner = names
            return
        if following is not None and following.kind in (",", "-", ":") and self._vocative(following):
            self.discourse.you = token.value
            self.discourse.mention(names)
            return
        self._people(token, names)

    def _vocative(self, following: Token) -> bool:
        """Whether a name at a sentence's beginning or end addresses its bearer."""
        if self.index == 0 or (self.index == 1 and self.tokens[0].kind in ("x", "conj")):
            after = self._next(2)
            if after is None:
                return True
            if following.kind == ":":
                return False
            if after.kind in ("I", "Y", "W", "modal", "aux") or (
                after.kind == "conj" and after.value in _ASKS
            ):
                return True
            if after.kind == "x":
                return after.word not in _PARENTHESES
            return any(token.kind == "Y" for token in self.tokens[self.index + 2 : self.index + 9])
        return False

    def _names(self, token: Token) -> None:
        names = tuple(name or self._speaker[0] for name in token.items or ())
        self._people(token, names)

    def _speaker_token(self, token: Token) -> None:
        if token.value == "owner":
            self.owner = self._speaker
        else:
            self._people(token, self._speaker, token.value == "subject")

    def _pronoun(self, token: Token) -> None:
        if token.value == "self":
            current = self.current
            if current is not None and current.kind in ("place", "confirm") and not current.objects:
                current.objects = current.subject
            return
        word = token.word
        if word in ("his", "their", "hers") or (word == "her" and self._owns()):
            self.owner = self.discourse.pronoun(token.value)
            return
        current = self.current
        but = current.subject if current is not None and not self.fresh and word in ("him", "her") else ()
        names = self.discourse.pronoun(token.value, but)
        self._people(token, names, word in ("he", "she", "they"))

    def _owns(self) -> bool:
        following = self._next()
        return following is not None and (
            following.kind in ("route", "story", "body", "task")
            or (following.kind == "x" and not _is_aside(following))
        )

    def _you(self, token: Token) -> None:
        you = (self.discourse.you,) if self.discourse.you else ()
        if token.value == "owner":
            self.owner = you
        else:
            self._people(token, you)

    def _we(self, token: Token) -> None:
        if token.value == "owner":
            self.owner = ()
        elif token.value == "both":
            return
        else:
            with_whom = self.discourse.recent[:1]
            self._people(token, (*self._speaker, *with_whom) if self._together() else ())

    def _together(self) -> bool:
        """Whether "we" is said of the speaker and the one player mentioned just before."""
        return any(
            (token.kind == "W" and token.value == "both")
            or token.word in ("together", "other", "crossed", "overlapped", "met", "passed")
            for token in self.tokens[self.index : self.index + 6]
        )

    def _people(self, token: Token, names: tuple[str, ...], nominative: bool = False) -> None:
        prep, self.prep = self.prep, ""
        self.discourse.mention(names)
        if prep and not nominative:
            if self._meets(prep):
                assert self.current is not None
                self.current.kind, self.current.objects, self.current.end = "see", names, token.end
                return
            if prep == "with":
                if self.current is not None and not (self.fresh and self.subject is not None):
                    self.current.companions += names
                    self.current.end = token.end
                else:
                    self.pending_companions += names
                return
            if prep == "for" and current_kind(self.current) == "vouch" and self.current is not None:
                self.current.objects = names
                return
            if prep == "by":
                if self.current is not None:
                    self.current.agents = names
                return
            return
        current = self.current
        if (
            current is not None
            and not nominative
            and not self.fresh
            and current.kind in _TAKES_OBJECT
            and not current.objects
            and self.subject is None
        ):
            current.objects = names
            current.end = token.end
            return
        if (
            current is not None
            and not nominative
            and self.fresh
            and current.kind == "see"
            and current.objects
            and self._continues_list()
        ):
            self._continue(token)
            assert self.current is not None
            self.current.objects = names
            return
        if nominative and self.subject and not self.fresh_since_subject():
            self.relative = self.subject  # "Eve I only saw early"
        self.subject, self.subject_start = names, token.start
        self.body_subject = False

    def fresh_since_subject(self) -> bool:
        """Whether something stands between the subject and here."""
        previous = self.tokens[self.index - 1] if self.index else None
        return (
            previous is None
            or previous.kind not in ("name", "names")
            or previous.value not in (self.subject or ())
        )

    def _meets(self, prep: str) -> bool:
        """Whether a verb of moving means an encounter: "ran into Bob", "crossed paths with Bob"."""
        current = self.current
        return (
            current is not None
            and current.kind == "go"
            and not current.places
            and not self.fresh
            and (current.word, prep) in _ENCOUNTERS
        )

    def _continues_list(self) -> bool:
        """Whether a name goes on a list of who was seen: no verb of its own follows."""
        for token in self.tokens[self.index + 1 : self.index + 7]:
            if token.kind in ("verb", "modal", "aux", "story", "route"):
                return token.kind == "verb" and token.form == "i"
            if token.kind in (",", ".", ";", "-", "(", ")") or token.kind == "conj":
                return True
        return True

    def _some(self, token: Token) -> None:
        self._people(token, ())

    def _each(self, token: Token) -> None:
        following = self._next()
        if self.current is not None and following is not None and following.word == "other":
            self.current.mutual = True
            self.current.end = following.end

    def _body(self, token: Token) -> None:
        context = self.discourse.context
        names = self.owner if self.owner is not None else context.found
        self.owner = None
        current = self.current
        prep, self.prep = self.prep, ""
        if self._meets(prep):
            assert current is not None
            current.kind, prep = "find", ""
        if prep:
            return
        if (
            current is not None
            and not self.fresh
            and current.kind in ("find", "see", "report", "go")
            and not current.objects
        ):
            current.objects, current.body, current.end = names, True, token.end
            return
        self.subject, self.subject_start, self.body_subject = names, token.start, True

    def _dead(self, token: Token) -> None:
        if self.current is not None:
            self.current.body = True
            if self.fresh and self.subject is not None and self.current.kind == "find":
                self.current.objects = self.subject

    def _alive(self, token: Token) -> None:
        if self.current is not None:
            self.current.alive = True

    def _route(self, token: Token) -> None:
        owner, self.owner = self.owner, None
        if self.prep and self.prep != "at":
            self.prep = ""
            return
        self.account = self._speaker if owner is None else owner
        unowned = owner is None and (self.prep == "at" or self._determined())
        if unowned or not self._tells_route():
            # "Bob's route puts him in medbay": on Bob's word
            self.subject, self.subject_start = owner if owner != self._speaker and owner else (), token.start
            return
        subject = self._speaker if owner is None else owner
        frame = self._open("route", token, subject)
        frame.source = self._account(owner)
        if self.prep == "at":
            self.prep = ""

    def _determined(self) -> bool:
        """Whether a noun has an article before it: "the path", "a clean route"."""
        for token in reversed(self.tokens[max(0, self.index - 3) : self.index]):
            if token.word in ("the", "a", "an", "that", "this", "any", "no", "every"):
                return True
            if token.kind != "x":
                return False
        return False

    def _account(self, owner: tuple[str, ...] | None) -> str | None:
        """Whose word an account is: its owner's, if that is not the speaker."""
        if owner and owner != self._speaker:
            return owner[0]
        return self.discourse.source

    def _tells_route(self) -> bool:
        for token in self.tokens[self.index + 1 : self.index + 9]:
            if token.kind in ("room", "chain"):
                return True
            if token.kind == "verb" and token.value not in ("be", "go", "say"):
                return False
            if token.kind in ("name", ".", "?") or (token.kind == "I" and token.value == "subject"):
                return False
        return False

    def _story(self, token: Token) -> None:
        owner, self.owner = self.owner, None
        self.account = owner
        if owner and owner != self._speaker:
            following = self._next()
            if following is not None and (
                following.kind in (":", "(", '"')
                or (following.kind == "conj" and following.value in ("that",))
                or (following.kind == "verb" and following.value == "be")
            ):
                self.discourse.source = owner[0]
        self.subject = owner if owner != self._speaker and owner else ()
        self.subject_start = token.start
        self.prep = ""

    # -- verbs ---------------------------------------------------------------------------------------

    def _open(self, kind: str, token: Token, subject: tuple[str, ...]) -> Frame:
        start = self.subject_start if self.subject is not None else token.start
        frame = Frame(kind, token.word, token.form, subject, start, token.end)
        frame.negated = self.negated
        frame.asserted = not (self.supposed or self.conditional or self.planned)
        frame.source = self.discourse.source
        frame.sub = self.sub
        frame.then = self.then
        frame.body = self.body_subject
        frame.companions = self.pending_companions
        frame.link, self.link = self.link, ""
        if self.pending_times:
            frame.fronted = True
            frame.times = self.pending_times
            frame.start = min(frame.start, self.pending_times[0].start)
            self.pending_times = []
        if self.pending_places:
            frame.places = self.pending_places
            frame.start = min(frame.start, self.pending_places[0][1].start)
            self.pending_places = []
        if self.relative:
            if kind in ("see", "find", "confirm", "place"):
                frame.objects = self.relative
            self.relative = ()
        self.pending_companions = ()
        self.negated = self.planned = self.can = False
        self.body_subject = False
        self.subject = None
        self.fresh = False
        self.then = False
        self.owner = None
        self.current = frame
        self.frames.append(frame)
        return frame

    def _verb(self, token: Token) -> None:
        value, form = token.value, token.form
        if value == "aux":
            self._auxiliary(token)
            return
        if self.owner is not None and form != "i":
            self.owner = None
        current = self.current
        if value == "have" and self._is_auxiliary():
            return
        if self.prep == "to" and form == "b":
            # "came in to do my task": a purpose, not a deed; "going to leave": a plan
            self.planned = True
            self.prep = ""
            if current is not None and current.word == "going" and not current.places:
                current.kind = "x"
        if self.prep in ("no", "for", "from", "at", "by", "toward"):
            if form == "i" and self.subject is None and self.prep != "at":
                self.planned = True  # "kept anyone from finding the body", "accused of lying"
            self.prep = ""
            if form == "i" and self.subject is None and current is not None:
                self.fresh = False
        if value == "try":
            self.planned = True
            self.subject = (
                self.subject if self.subject is not None else (current.subject if current else None)
            )
            return
        if value == "think":
            self.subject = None
            return
        if (
            current is not None
            and current.kind == "be"
            and self.subject is None
            and not self.fresh
            and not current.places
            and value != "be"
        ):
            self._upgrade(current, token)
            return
        if current is not None and current.kind == "route" and value in ("be", "go") and self.subject is None:
            return
        subject = self.subject
        matrix: Frame | None = None
        if subject is None:
            if current is None:
                subject = self._speaker if form in ("f", "i") and not self.pending_places else ()
                if value == "be":
                    subject = ()
            elif self.fresh:
                if current.seer is not None and form == "f":
                    subject = current.seer
                elif current.matrix is not None and current.matrix.kind == "see" and form != "f":
                    subject, matrix = current.subject, current.matrix
                else:
                    subject = current.subject
            elif current.kind in ("see", "find", "have", "confirm", "place") and current.objects:
                subject, matrix = current.objects, current
            elif current.kind in _SPOKEN and form == "i":
                subject = current.subject
            else:
                subject, matrix = current.subject, current.matrix
        if (
            current is not None
            and current.kind in _SPOKEN
            and subject
            and subject != self._speaker
            and value not in _SPOKEN
        ):
            pass
        frame = self._open(value, token, subject)
        if matrix is not None:
            frame.matrix = matrix
            if matrix.kind == "see":
                frame.seer = matrix.subject
                frame.negated = frame.negated or matrix.negated
                frame.asserted = frame.asserted and matrix.asserted
                if not frame.times and not matrix.places:
                    frame.times = list(matrix.times)
            frame.source = frame.source or matrix.source
        if value in _SPOKEN:
            self._speech(frame)

    def _is_auxiliary(self) -> bool:
        for token in self.tokens[self.index + 1 : self.index + 4]:
            if token.kind == "verb":
                return token.form in ("f", "p", "i") or token.value == "be"
            if token.kind in {"neg", "x"}:
                continue
            if token.kind == "prep" and token.value == "to":
                self.planned = True
                return True
            return False
        return False

    def _auxiliary(self, token: Token) -> None:
        following = self._next()
        if following is not None and (following.kind in ("task", "chain")):
            subject = (
                self.subject if self.subject is not None else (self.current.subject if self.current else ())
            )
            self._open("do" if following.kind == "task" else "go", token, subject)

    def _upgrade(self, current: Frame, token: Token) -> None:
        """Make "was seen", "was heading" of "was"."""
        current.kind, current.word, current.form = token.value, token.word, token.form
        current.end = token.end
        current.passive = token.form in ("f", "p") and token.value in (
            "see",
            "find",
            "kill",
            "confirm",
            "call",
            "report",
            "place",
        )
        if self.negated:
            current.negated = True
            self.negated = False
        if self.planned:
            current.asserted = False
            self.planned = False
        if token.value in _SPOKEN:
            self._speech(current)

    def _speech(self, frame: Frame) -> None:
        """Whose account follows: "Eve says ..."; denials and refusals to say make it none."""
        subject = frame.subject
        if frame.passive:
            if frame.agents:
                self.discourse.source = frame.agents[0]
            return
        if subject == self._speaker or not subject:
            if frame.negated or not frame.asserted:
                self.supposed = True
            return
        if not frame.asserted and not self.can:
            return
        self.discourse.source = subject[0]
        if frame.kind == "deny":
            self.negated = True

    # -- what stands around verbs --------------------------------------------------------------------

    def _task(self, token: Token) -> None:
        self.owner = None
        current = self.current
        self.prep = ""
        if current is not None and not (self.fresh and self.subject is not None):
            if current.kind == "be":
                current.kind = "do"
            current.task = True
            current.end = token.end

    def _negation(self, token: Token) -> None:
        current = self.current
        if current is not None and not self.fresh and current.kind == "be" and not current.places:
            current.negated = True
            return
        self.negated = True

    def _modal(self, token: Token) -> None:
        if token.value == "can":
            following = self._next()
            step = 1
            while following is not None and following.kind == "x":
                step += 1
                following = self._next(step)
            if following is not None and following.kind == "verb" and following.value in _AFTER_CAN:
                self.can = True
                return
        self.planned = True

    def _maybe(self, token: Token) -> None:
        if token.word == "if" and self._only_memory():
            return
        if token.word in ("if", "unless", "whether", "suppose", "assuming", "imagine"):
            self.conditional = True
            self.fresh = True
            return
        self.supposed = True
        if self.current is not None and not self.fresh and self.subject is None:
            self.current.asserted = False

    def _only_memory(self) -> bool:
        """Whether "if" sets no condition: "if I remember right", "if anything"."""
        first, second = self._next(), self._next(2)
        if first is not None and first.word in ("anything", "so", "not"):
            return True
        return second is not None and second.word in ("remember", "recall", "recalled")

    def _preposition(self, token: Token) -> None:
        if self.prep == "no" and token.value in ("from", "to"):
            return  # "far from", "close to"
        current = self.current
        if token.word == "in" and current is not None and not self.fresh and current.kind == "go":
            following = self._next()
            if following is not None and (
                following.kind in (".", ",", "conj", "time", ")", "-")
                or (following.kind == "prep" and following.value in ("from", "with", "at", "to", "via"))
                or following.word in ("there", "right", "just", "behind", "shortly", "later")
            ):
                current.inward = True
                return
        if token.value == "for" and self.current is not None and self.current.kind in ("leave", "head"):
            self.prep = "toward"
        else:
            self.prep = token.value

    def _conjunction(self, token: Token) -> None:
        value = token.value
        prep, self.prep = self.prep, ""
        if value in _SUB:
            self._break(token)
            self.sub = True
        elif value == "that":
            if prep:
                self.prep = prep  # "from that side"
            else:
                self.fresh = True
        elif value in ("who", "which"):
            self._break(token)
            if value == "who" and self.discourse.recent:
                following = self._next()
                if following is not None and following.kind in ("I", "name", "P", "W", "Y"):
                    self.relative = (self.discourse.recent[0],)
                else:
                    self.subject = (self.discourse.recent[0],)
        elif value == "where":
            self._break(token)
            if self._indirect():
                self.supposed = True
            room = self.discourse.there
            previous = self.tokens[self.index - 1] if self.index else None
            relative = previous is not None and previous.kind in ("room", "chain", ",", "-", "time", "(")
            if room is not None and relative and not self.discourse.asked:
                self.pending_places = [("at", Token("room", room, "there", "where", token.start, token.end))]
        elif value in ("and", "or"):
            self._break(token)
            self.negated = self.negated and value == "or"
        elif value == "ask":
            self.supposed = self._indirect()
            self.fresh = True
        else:
            self._break(token)
            if value == "then":
                self.then = True
            if value in ("but", "so"):
                self.discourse.source = None
                self.supposed = False
                self.conditional = self.conditional and value == "so"

    def _indirect(self) -> bool:
        """Whether a question word here asks indirectly: "explain why", "hear where"."""
        return self.index > 0 and self.tokens[self.index - 1].word in _INDIRECT

    def _punctuation(self, token: Token) -> None:
        kind = token.kind
        if kind == "/":
            return
        self._break(token)
        if kind in (";", "-"):
            self.discourse.source = None
            self.conditional = False

    def _arrow(self, token: Token) -> None:
        self.fresh = True
        self.then = True
        self.prep = ""

    def _break(self, token: Token) -> None:
        self.fresh = True
        self.link = token.value if token.kind == "conj" else (self.link or token.kind)
        self.sub = False
        self.supposed = False
        self.negated = False
        self.planned = False
        self.prep = ""
        if token.kind in (";", "-", "conj"):
            self.pending_places = []

    def _time(self, token: Token) -> None:
        current = self.current
        self.prep = ""
        if self.subject is not None:
            following = self._next()
            if following is not None and following.kind in ("verb", "modal", "neg", ",", "x"):
                self.pending_times.append(token)
            return
        if current is None:
            self.pending_times.append(token)
            return
        if self.fresh and not self._ends_here():
            self.pending_times.append(token)
            return
        if (
            current.times
            and self.fresh
            and current.places
            and self._next() is not None
            and not self._ends_here()
        ):
            self.pending_times.append(token)
            return
        target = current
        target.times.append(token)
        target.end = max(target.end, token.end)

    def _ends_here(self) -> bool:
        """Whether a time phrase after a pause still belongs to what was said before it."""
        following = self._next()
        if following is None or following.kind in (".", "?", ")", ";", "-", "\n"):
            return True
        if following.kind == ",":
            previous = self.tokens[self.index - 1] if self.index else None
            return previous is not None and previous.kind == "," and not (self.current and self.current.times)
        return following.kind == "conj" and following.value not in ("that",)

    def _place(self, token: Token) -> None:
        role, self.prep = self.prep or "bare", ""
        self.owner = None
        following = self._next()
        if following is not None and following.kind in ("x", "body", "story", "route", "task", "meeting"):
            word = following.word
            if (
                (word in _NOT_THE_ROOM and role not in ("from", "toward", "to", "via"))
                or word in _ABOUT_THE_ROOM
                or following.kind in ("body", "story", "route")
            ):
                role = "no"
        if role in {"no", "with", "by", "for"}:
            if token.kind == "room":
                self.discourse.there = token.value
            return
        current = self.current
        if token.value == "path" and token.kind == "chain":
            if self._bare_route(role):
                return
            if role == "bare" and self.fresh and following is not None and _generalises(following):
                self.subject, self.subject_start = (), token.start  # "storage → medbay takes two ticks"
                return
        if self._headline(role) or (current is not None and current.kind == "say" and token.value == "path"):
            subject = (
                self.subject if self.subject is not None else current.subject if current is not None else ()
            )
            current = self._open("route" if token.value == "path" else "be", token, subject)
            role = "at"
        if current is None or (self.fresh and self._fronted(role)):
            if self._fronted(role):
                self.pending_places = [(role, token)]
            elif role == "bare" and self.subject is not None:
                self.pending_places.append((role, token))
            return
        if self.fresh and self.subject is not None and role == "bare":
            self.pending_places.append((role, token))
            return
        if self.fresh and self.subject is not None:
            # "Frank in oxygen": a list goes on, or a headline; no clause
            self.subject = None
            return
        if self.fresh and current.places:
            self._continue(token)
            current = self.current
            assert current is not None
            if role == "bare":
                role = self.last_role
        current.places.append((role, token))
        self.last_role = role
        self._note_place(current, role, token)
        current.end = token.end
        self.fresh = False

    def _headline(self, role: str) -> bool:
        """Whether a room stands after "Bob:"."""
        previous = self.tokens[self.index - 1] if self.index else None
        return bool(self.subject) and role == "bare" and previous is not None and previous.kind == ":"

    def _bare_route(self, role: str) -> bool:
        """Read a chain without a verb after a colon or dash: "same as before: A → B"."""
        token = self.tokens[self.index]
        previous = self.tokens[self.index - 1] if self.index else None
        if role != "bare" or not (previous is None or previous.kind in (":", "-", "(")):
            return False
        current = self.current
        if current is not None and (current.kind in _MOVES or current.kind == "route") and not current.places:
            return False
        owner = self.account
        if owner is None:
            if self.subject is not None:
                owner = self.subject
            elif current is not None:
                owner = current.subject
            elif previous is None:
                return False
            else:
                owner = self._speaker
        self.subject = None
        frame = self._open("route", token, owner)
        frame.source = self._account(owner)
        frame.places.append(("bare", token))
        self._note_place(frame, "bare", token)
        return True

    def _note_place(self, frame: Frame, role: str, token: Token) -> None:
        """Remember the room named last, and where the speaker's own story stands."""
        room = token.value if token.kind == "room" else (token.items or [""])[-1]
        if role in ("from", "toward"):
            return
        self.discourse.there = room
        if frame.subject == self._speaker and frame.asserted and not frame.negated:
            self.discourse.here = room

    def _fronted(self, role: str) -> bool:
        """Whether a room begins a clause: "In medbay, I saw Bob"."""
        if role not in ("at", "bare"):
            return False
        for token in self.tokens[self.index + 1 : self.index + 5]:
            if token.kind in ("name", "names", "I", "P", "W", "Y"):
                return role == "at" or self.tokens[self.index + 1].kind == ":"
            if token.kind not in (",", "time", "x", ":"):
                return False
        return False

    def _there(self, token: Token) -> None:
        room = self.discourse.there if token.word == "there" else self.discourse.here
        current = self.current
        previous = self.tokens[self.index - 1] if self.index else None
        following = self._next()
        if (
            following is not None
            and following.kind == "verb"
            and following.value == "be"
            and following.word not in ("when",)
        ) and (previous is None or previous.kind != "verb"):
            return  # "there was nobody"
        self.prep = ""
        if room is None or current is None or current.places:
            return
        place = Token("room", room, "there", "there", token.start, token.end)
        current.places.append(("at", place))
        current.end = max(current.end, token.end)

    def _continue(self, token: Token) -> None:
        """Open a frame that goes on with the verb of the one before: "..., then storage"."""
        before = self.current
        assert before is not None
        kind, word = before.kind, before.word
        if self.then and kind in ("see", "find", "report") and token.kind in ("room", "chain"):
            kind, word = "go", "went"  # "found Eve there → then medbay"
        frame = Frame(kind, word, before.form, before.subject, token.start, token.end)
        frame.negated = before.negated
        frame.asserted = before.asserted
        frame.source = before.source
        if kind == before.kind:
            frame.seer, frame.matrix = before.seer, before.matrix
            frame.body = before.body
            frame.passive = before.passive
            frame.task = before.task
            if kind in ("see", "find"):
                frame.objects, frame.companions = before.objects, before.companions
        frame.sub = before.sub
        frame.then = self.then
        frame.link, self.link = self.link or ",", ""
        if self.pending_times:
            frame.times = self.pending_times
            self.pending_times = []
        self.fresh = False
        self.then = False
        self.current = frame
        self.frames.append(frame)

    last_role = "at"


def current_kind(frame: Frame | None) -> str:
    """The kind of a frame; empty for none."""
    return frame.kind if frame is not None else ""


def _is_predicate(token: Token) -> bool:
    return (
        (token.kind == "verb" and token.form in ("i", "p"))
        or token.kind in ("neg", "prep")
        or (
            token.kind == "x"
            and token.word in ("the", "a", "been", "my", "still", "just", "not", "suspicious", "lying", "sus")
        )
    )


def _generalises(token: Token) -> bool:
    return (token.kind == "verb" and token.form == "f") or (
        token.kind == "x" and token.word in ("requires", "takes", "connects", "means", "needs", "makes")
    )


def _is_aside(token: Token) -> bool:
    return token.word in ("again", "there", "alive", "too", "early", "later", "still", "just")


_HANDLERS = {
    "name": Reader._name,
    "names": Reader._names,
    "I": Reader._speaker_token,
    "P": Reader._pronoun,
    "Y": Reader._you,
    "W": Reader._we,
    "verb": Reader._verb,
    "body": Reader._body,
    "dead": Reader._dead,
    "alive": Reader._alive,
    "route": Reader._route,
    "story": Reader._story,
    "task": Reader._task,
    "some": Reader._some,
    "each": Reader._each,
    "neg": Reader._negation,
    "modal": Reader._modal,
    "maybe": Reader._maybe,
    "prep": Reader._preposition,
    "conj": Reader._conjunction,
    "arrow": Reader._arrow,
    "time": Reader._time,
    "room": Reader._place,
    "chain": Reader._place,
    "there": Reader._there,
    **dict.fromkeys(_BREAKS | {"/"}, Reader._punctuation),
}
