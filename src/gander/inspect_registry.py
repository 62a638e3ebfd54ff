"""What Inspect AI finds of ours through its entry point: tasks and models."""

from gander.eyeq.tasks import eyeq
from gander.models.provider import gander

__all__ = ["eyeq", "gander"]
