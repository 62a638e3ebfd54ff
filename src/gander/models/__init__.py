"""Calls to models: failures as values, models that need no network.

Each name is loaded when it is first used, so that what only reads answers loads nothing that asks for them;
importing this loads no model library, the first model that is opened does.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # a type checker knows the names from above

    def __getattr__(name: str) -> object:
        """A public name, loaded from its module."""
        home = _HOME_OF.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value  # so that this is asked once
        return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
