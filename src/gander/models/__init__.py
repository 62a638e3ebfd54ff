"""Calls to models through Inspect AI: failures as values, offline models.

Importing this loads no model library; the first model that is opened does.
"""

from gander.models.call import Caller, Connections, Patience
from gander.models.failures import HOPELESS, Answered, Failed, Failure, Outcome, Usage, explain, hide_keys
from gander.models.library import check_model, load_inspect, open_model

__all__ = [
    "HOPELESS",
    "Answered",
    "Caller",
    "Connections",
    "Failed",
    "Failure",
    "Outcome",
    "Patience",
    "Usage",
    "check_model",
    "explain",
    "hide_keys",
    "load_inspect",
    "open_model",
]
