"""Arguments for models' providers, as ``-M NAME=VALUE`` gives them."""

from collections.abc import Sequence
from typing import Any

from gander.errors import InputError

__all__ = ["model_args"]


def model_args(given: Sequence[str]) -> dict[str, Any]:
    """Arguments by name; values are YAML.

    Raises:
        InputError: One is not of that form. It may hold a secret, so it is not repeated.
    """
    import yaml

    args: dict[str, Any] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise InputError("an argument is not NAME=VALUE.", where="-M")
        try:
            args[name.strip().replace("-", "_")] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise InputError(f"the value of {name} is no YAML.", where="-M") from error
    return args
