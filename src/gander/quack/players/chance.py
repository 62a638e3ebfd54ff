"""The random player: every legal decision is as likely as any other."""

from gander.quack.players.player import Reply, SeatContext, draw_seed
from gander.quack.senses import Observation
from gander.quack.world import Act, Decision, Speak, Vote

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Chooses uniformly among its legal actions; says little and votes for anybody or nobody."""

    kind = "random"

    def __init__(self, context: SeatContext) -> None:
        self._context = context
        self._turns = 0

    def _draw(self, choices: int) -> int:
        context = self._context
        return draw_seed(context.game_seed, context.seat, self._turns) % choices

    def act(self, observation: Observation) -> Reply:
        """Any legal action; one in eight comes with a word."""
        draw = self._draw(8 * len(observation.legal))
        action = observation.legal[draw // 8]
        if draw % 8 == 0:
            action = Act(action.action, action.target, "Hello.")
        return Reply(action)

    def speak(self, observation: Observation) -> Reply:
        """A sentence without a claim."""
        return Reply(Speak("I have nothing to say."))

    def vote(self, observation: Observation) -> Reply:
        """Anyone alive, or nobody."""
        living = [name for name in observation.players if name not in observation.dead]
        draw = self._draw(len(living) + 1)
        return Reply(Vote(living[draw] if draw < len(living) else None))

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Count the turn."""
        self._turns += 1
