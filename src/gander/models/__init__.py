"""Calls to models: failures as values, models that need no network.

Each name is loaded when it is first used, so that what only reads answers loads nothing that asks for them;
importing this loads no model library, the first model that is opened does.
"""

from typing import TYPE_CHECKING

from gander.on_demand import names_on_demand

if TYPE_CHECKING:
    from gander.models.call import Caller, Connections, NotAllowed, Patience
    from gander.models.failures import (
        HOPELESS,
        Answered,
        Failed,
        Failure,
        Outcome,
        Usage,
        explain,
        hide_keys,
    )
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

_HOMES = {
    "call": "Caller Connections NotAllowed Patience",
    "failures": "HOPELESS Answered Failed Failure Outcome Usage explain hide_keys",
    "library": "InspectModel load_inspect",
    "model": "Model Question Reply Sampling",
    "opening": "check_model open_model",
    "stopping": "Stopped Stopping",
}
if not TYPE_CHECKING:  # a type checker knows the names from above
    __getattr__ = names_on_demand(__name__, _HOMES, globals())


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
