"""Calls to models: failures as values, models that need no network.

Importing this loads no model library; the first model that is opened does.
"""

from gander.models.call import Caller, Connections, NotAllowed, Patience
from gander.models.failures import HOPELESS, Answered, Failed, Failure, Outcome, Usage, explain, hide_keys
from gander.models.library import InspectModel, load_inspect
from gander.models.model import Model, Question, Reply, Sampling
from gander.models.opening import check_model, open_model
from gander.models.stopping import Stopped, Stopping

__all__ = [
    "HOPELESS",
    "Answered",
    "Caller",
    "Connections",
    "Failed",
    "Failure",
    "InspectModel",
    "Model",
    "NotAllowed",
    "Outcome",
    "Patience",
    "Question",
    "Reply",
    "Sampling",
    "Stopped",
    "Stopping",
    "Usage",
    "check_model",
    "explain",
    "hide_keys",
    "load_inspect",
    "open_model",
]
