"""What Inspect AI finds of ours through its entry point: tasks and models."""

from gander.eyeq.tasks import eyeq
from gander.models.provider import gander
from gander.tasks.quack import quack
from gander.tasks.scores import over_games

__all__ = ["eyeq", "gander", "over_games", "quack"]
