"""What a person at the table has seen and done, in sentences: shown at each turn, and kept as notes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from gander.quack.senses import Observation, Speech
from gander.quack.world import Act, Decision, Sight, Vote

__all__ = ["Note", "NoteKind", "Notebook", "Round", "condensed", "listed", "outcome"]

NoteKind: TypeAlias = Literal["own", "seen", "said", "alarm", "company", "body", "meeting"]


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence.

    Texts and names in it are as others wrote them; whoever shows a note makes them printable.

    Attributes:
        tick: When it happened.
        room: Where the note's owner stood; empty in a meeting.
        who: Whom the sentence begins with; None stands for the owner.
        text: The rest of the sentence; for ``said`` the words themselves.
        kind: ``own`` doings, ``seen`` of others, ``said`` by anybody, ``alarm`` for a kill,
            ``company`` for who was met, ``body`` for a body, ``meeting`` for a meeting's facts.
        detail: What matters at the moment only, not in the notes.
        until: The last tick, for what went on for several.
    """

    tick: int
    room: str
    who: str | None
    text: str
    kind: NoteKind
    detail: str = ""
    until: int = 0


@dataclass(slots=True)
class Round:
    """What is known of one round: from a start or respawn to the end of the meeting after it."""

    notes: list[Note] = field(default_factory=list)
    transcript: tuple[Speech, ...] = ()


class Notebook:
    """The notes of one player; they change in `remember` only.

    Attributes:
        rounds: The rounds so far, the present one last.
        before: The observation at the last decision; None before the first.
        did: That decision.
    """

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.before: Observation | None = None
        self.did: Decision | None = None

    def news(self, observation: Observation) -> list[Note]:
        """What an observation tells beyond those remembered."""
        before = self.before
        notes = self._whereabouts(observation)
        notes += [_sighted(sight) for sight in observation.seen]
        if observation.meeting is None:
            stood_here = before is not None and before.meeting is None and before.room == observation.room
            known = before.bodies if before is not None and stood_here else ()
            notes += [
                Note(observation.tick, observation.room, victim, "lay dead here!", "body")
                for victim in observation.bodies
                if victim not in known
            ]
        return notes

    def own(self, observation: Observation) -> list[Note]:
        """The last decision in this round as sentences, with what came of it; for a turn in free roam."""
        before, did = self.before, self.did
        if before is None or did is None:
            return []
        if before.meeting is not None:
            return []
        notes = [
            note
            for note in _decided(before, did)
            # Where a walk led says that it was begun.
            if note.kind == "said" or not (isinstance(did, Act) and did.action == "move")
        ]
        for earlier, now in zip(before.tasks, observation.tasks, strict=True):
            if now.done < earlier.done:
                text = f"left {now.name} unfinished; it starts over."
                notes.append(Note(observation.tick, observation.room, None, text, "own"))
        return notes

    def current(self, observation: Observation) -> Round:
        """The present round's notes, with the news of an observation not remembered yet."""
        notes = self.news(observation)
        if self._begins_round(observation):
            return Round(notes)
        last = self.rounds[-1]
        transcript = observation.meeting.transcript if observation.meeting else last.transcript
        return Round([*last.notes, *notes], transcript)

    def everything(self, observation: Observation) -> list[Round]:
        """All rounds, the present one as `current` gives it."""
        earlier = self.rounds if self._begins_round(observation) else self.rounds[:-1]
        return [*earlier, self.current(observation)]

    def heard(self, observation: Observation) -> int:
        """How many speeches of the present meeting were known at the last decision."""
        before = self.before
        if before is None or before.meeting is None or observation.meeting is None:
            return 0
        return len(before.meeting.transcript) if before.meeting.number == observation.meeting.number else 0

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Write down an observation and what was decided on it."""
        news = self.news(observation)
        if self._begins_round(observation):
            self.rounds.append(Round())
        this = self.rounds[-1]
        this.notes += news
        this.notes += _decided(observation, decision)
        if observation.meeting is not None:
            this.transcript = observation.meeting.transcript
        self.before, self.did = observation, decision

    def _begins_round(self, observation: Observation) -> bool:
        before = self.before
        return before is None or (before.meeting is not None and observation.meeting is None)

    def _whereabouts(self, observation: Observation) -> list[Note]:
        """How the viewer came to be where it is, or to be in a meeting."""
        before, tick, room = self.before, observation.tick, observation.room
        meeting = observation.meeting
        if meeting is not None:
            if before is not None and before.meeting is not None:
                return []
            notes = []
            if isinstance(self.did, Act) and self.did.action == "move":
                notes.append(Note(tick, room, None, f"were called back to {room}.", "own"))
            caller = None if meeting.caller == observation.name else meeting.caller
            what = "reported a body." if meeting.kind == "report" else "called an emergency meeting."
            return [*notes, Note(tick, "", caller, what, "meeting")]
        notes = []
        if self._begins_round(observation):
            if before is not None:
                notes += outcome(observation)
            text = f"started in {room}." if before is None else f"were sent to {room}."
            notes.append(Note(tick, room, None, text, "own"))
        elif before is not None and before.room != room:
            notes.append(Note(tick, room, None, f"arrived from {before.room}.", "own"))
        if notes:
            text = f"met {listed(observation.present)} here." if observation.present else "were alone here."
            notes.append(Note(tick, room, None, text, "company"))
        return notes


def outcome(observation: Observation) -> list[Note]:
    """How the latest meeting ended, as the observation after it tells."""
    last = observation.last_meeting
    if last is None:
        return []
    tick = observation.tick
    if last.ejected is None:
        notes = [Note(tick, "", "Nobody", "was ejected.", "meeting")]
    else:
        role = f": a {last.role}" if last.role else ""
        notes = [Note(tick, "", last.ejected, f"was ejected{role}.", "meeting")]
    by_target: dict[str | None, list[str]] = {}
    for voter, target in last.votes:
        by_target.setdefault(target, []).append("you" if voter == observation.name else voter)
    if by_target:
        counts = sorted(by_target.items(), key=lambda item: -len(item[1]))
        text = "; ".join(
            f"{'skip' if target is None else 'you' if target == observation.name else target} {len(voters)} "
            f"({', '.join(voters)})"
            for target, voters in counts
        )
        notes.append(Note(tick, "", "Votes", f"{text}.", "meeting"))
    return notes


def condensed(notes: Iterable[Note]) -> list[Note]:
    """Merge what went on in one room tick after tick into one note with its first and last tick."""
    merged: list[Note] = []
    latest: dict[tuple[str, str | None, str, NoteKind], int] = {}
    for note in notes:
        key = (note.room, note.who, note.text, note.kind)
        place = latest.get(key)
        if place is not None and note.kind in ("own", "seen"):
            kept = merged[place]
            if note.tick - max(kept.tick, kept.until) <= 1:
                merged[place] = replace(kept, until=note.tick)
                continue
        latest[key] = len(merged)
        merged.append(note)
    return merged


def listed(words: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _sighted(sight: Sight) -> Note:
    texts = {
        "arrived": f"arrived from {sight.other}.",
        "left": f"left towards {sight.other}.",
        "said": sight.text or "",
        "worked": "worked on a task.",
        "killed": f"killed {sight.other}!",
    }
    kinds: dict[str, NoteKind] = {"said": "said", "killed": "alarm"}
    return Note(sight.tick, sight.room, sight.who, texts[sight.kind], kinds.get(sight.kind, "seen"))


def _decided(observation: Observation, decision: Decision) -> list[Note]:
    tick, room = observation.tick, observation.room
    if isinstance(decision, Vote):
        return [
            Note(
                tick,
                "",
                None,
                f"voted for {decision.target}." if decision.target else "abstained.",
                "meeting",
            )
        ]
    if not isinstance(decision, Act):
        return []  # what was said in a meeting is in its transcript
    target = decision.target
    text, detail = f"did: {decision.action}.", ""
    if decision.action == "wait":
        text = "waited."
    elif decision.action == "move":
        ticks = next((exit.ticks for exit in observation.exits if exit.room == target), 0)
        text, detail = f"set out for {target}.", f"{ticks} {'tick' if ticks == 1 else 'ticks'}"
    elif decision.action == "task":
        task = next(
            (
                task
                for task in observation.tasks
                if target in (None, task.name) and task.room == room and task.done < task.needed
            ),
            None,
        )
        if task is not None:
            done = task.done + 1
            text = f"finished {task.name}." if done == task.needed else f"worked on {task.name}."
            detail = f"{done} of {task.needed}"
    elif decision.action == "kill":
        text = f"killed {target}."
    elif decision.action == "report":
        text = f"reported the body of {listed(observation.bodies)}."
    elif decision.action == "call":
        text = "called a meeting."
    said = [Note(tick, room, None, decision.say, "said")] if decision.say else []
    return [*said, Note(tick, room, None, text, "own", detail)]
