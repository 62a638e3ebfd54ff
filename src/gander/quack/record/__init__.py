"""The record: what happened in a game, line by line, and what follows from it."""

from gander.quack.record.journal import DecisionMade, Journal
from gander.quack.record.reader import (
    Entrant,
    Record,
    RecordError,
    RecordWarning,
    find_records,
    read_record,
)
from gander.quack.record.timeline import BodySpan, Death, MeetingSpan, Round, Stay, Timeline, build_timeline

__all__ = [
    "BodySpan",
    "Death",
    "DecisionMade",
    "Entrant",
    "Journal",
    "MeetingSpan",
    "Record",
    "RecordError",
    "RecordWarning",
    "Round",
    "Stay",
    "Timeline",
    "build_timeline",
    "find_records",
    "read_record",
]
