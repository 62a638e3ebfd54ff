"""The scripted player: plays, talks and lies without a model, the same way for the same seed."""

from gander.quack.players import duck, goose
from gander.quack.players.briefing import Briefing
from gander.quack.players.lies import PLANS
from gander.quack.players.listening import Remark, remarks
from gander.quack.players.luck import Luck
from gander.quack.players.memory import MeetingMemory, Memory
from gander.quack.players.player import Reply, SeatContext
from gander.quack.players.speech import Teller
from gander.quack.players.statement import reaction, statement
from gander.quack.players.suspicion import CERTAIN, Ground, grounds, score
from gander.quack.senses import Observation
from gander.quack.world import Decision, Speak, Vote, layout

__all__ = ["ScriptedPlayer"]

# Draws that are no turn's own are numbered from here on.
_CHARACTER = 1 << 40
_MEETINGS = 1 << 41


class ScriptedPlayer:
    """Does tasks or hunts, speaks from what it saw, and lies by a plan where it is a Duck.

    Every speech comes with the claims it was built from and the verdict that each is meant to earn
    (`Reply.intended_claims`).

    Args:
        context: The seat.
        plan: The lie plan (one of `PLANS`) that it follows as a Duck; drawn for every meeting
            if None.

    Raises:
        ValueError: There is no such plan.
    """

    def __init__(self, context: SeatContext, plan: str | None = None) -> None:
        if plan is not None and plan not in PLANS:
            raise ValueError(f"there is no lie plan {plan!r}; there are {', '.join(PLANS)}")
        self.kind = "scripted" if plan is None else f"scripted:{plan}"
        self._context = context
        self._plan = plan
        self._ways = layout(context.game_map)
        self._memory = Memory()
        character = self._luck(_CHARACTER)
        self._sociable = character.below(1)
        self._bold = character.below(1)
        self._titled = character.happens(0.25)

    def _luck(self, number: int) -> Luck:
        return Luck(self._context.game_seed, self._context.seat, number)

    def act(self, observation: Observation) -> Reply:
        """Roam as its role asks for."""
        memory, luck = self._memory, self._luck(self._memory.turns)
        if observation.role == "Duck":
            chosen = duck.prowl(observation, memory, luck, self._ways, self._bold)
        else:
            alarmed = self._alarmed(observation)
            chosen = goose.roam(observation, memory, luck, self._ways, self._sociable, alarmed)
        return Reply(goose.with_chat(chosen, observation, luck))

    def speak(self, observation: Observation) -> Reply:
        """State what it knows in its first speech of a meeting; react in the later ones."""
        memory = self._memory.including(observation)
        meeting = memory.current.meeting
        if meeting is None:
            return Reply(Speak(""))
        luck = self._luck(memory.turns)
        its = self._brief(observation, memory, meeting, luck)
        again = any(speech.speaker == observation.name for speech in meeting.transcript)
        text, claims = reaction(its) if again else statement(its)
        return Reply(Speak(text), intended_claims=claims)

    def vote(self, observation: Observation) -> Reply:
        """Vote against whom most speaks, or abstain if that is little."""
        memory = self._memory.including(observation)
        meeting = memory.current.meeting
        if meeting is None:
            return Reply(Vote(None))
        luck = self._luck(memory.turns)
        suspects = self._brief(observation, memory, meeting, luck).suspects
        living = len(observation.players) - len(observation.dead)
        # Where one more death decides the game, abstaining is no safer than guessing.
        pressed = living <= 2 * observation.ducks + 2
        needed = 1.0 if observation.role == "Duck" else 2.4 if pressed else 3.6
        if suspects and suspects[0][1] >= needed:
            return Reply(Vote(suspects[0][0]))
        if suspects and luck.happens(0.25 if pressed else 0.08):
            return Reply(Vote(suspects[0][0]))
        return Reply(Vote(None))

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Keep a turn in memory."""
        self._memory.remember(observation, decision)

    def _alarmed(self, observation: Observation) -> bool:
        """Whether it saw somebody kill who is alive still: the vote let a killer go."""
        if observation.calls_left == 0:
            return False
        return any(
            kill.killer not in observation.dead and kill.killer != observation.name
            for its in self._memory.rounds
            for kill in its.killings
        )

    def _brief(
        self, observation: Observation, memory: Memory, meeting: MeetingMemory, luck: Luck
    ) -> Briefing:
        its, game_map = memory.current, self._context.game_map
        others = [
            name
            for name in observation.players
            if name != observation.name and name not in observation.dead and name not in observation.fellows
        ]
        said = self._heard(observation, meeting)
        found = grounds(its, observation.name, said, meeting.bodies)
        found += _older(memory, observation)
        whim = self._luck(_MEETINGS + 2 * meeting.number)
        if observation.role == "Duck":
            suspects = [(name, _blame(said, name) + whim.below(1.2)) for name in others]
            plan = self._plan or PLANS[whim.pick(range(len(PLANS)))]
        else:
            suspects = [(name, score(found, name) + whim.below(0.8)) for name in others]
            plan = None
        suspects.sort(key=lambda suspect: -suspect[1])
        return Briefing(
            memory=memory,
            meeting=meeting,
            teller=Teller(observation.name, its, luck, self._titled),
            luck=luck,
            game_map=game_map,
            others=others,
            remarks=said,
            grounds=found,
            suspects=suspects,
            plan=plan,
            lie_luck=self._luck(_MEETINGS + 2 * meeting.number + 1),
        )

    def _heard(self, observation: Observation, meeting: MeetingMemory) -> list[Remark]:
        rooms = self._ways.names
        return [
            remark
            for speech in meeting.transcript
            if speech.speaker != observation.name
            for remark in remarks(speech.speaker, speech.message, observation.players, rooms)
        ]


def _older(memory: Memory, observation: Observation) -> list[Ground]:
    """Kills that were seen in earlier rounds."""
    return [
        Ground("witness", kill.killer, CERTAIN, kill.room, kill.victim)
        for its in memory.rounds[:-1]
        for kill in its.killings
        if kill.killer != observation.name and kill.killer not in observation.fellows
    ]


def _blame(said: list[Remark], who: str) -> float:
    """How much the others speak against a player already: a Duck joins them."""
    return sum(remark.weight for remark in said if remark.kind == "accused" and remark.who == who) * 0.7
