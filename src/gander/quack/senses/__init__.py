"""What one player may know, from one observation object."""

from gander.quack.senses.observation import (
    Exit,
    MeetingOutcome,
    MeetingView,
    Observation,
    Observer,
    OwnTask,
    Speech,
    digest,
)

__all__ = [
    "Exit",
    "MeetingOutcome",
    "MeetingView",
    "Observation",
    "Observer",
    "OwnTask",
    "Speech",
    "digest",
]
