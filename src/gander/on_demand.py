"""Names on demand: a package's public names, each loaded from its module when it is first asked for.

So that who imports a package for one thing does not wait for all the others.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["names_on_demand"]


def names_on_demand(
    package: str, homes: Mapping[str, str], namespace: dict[str, Any]
) -> Callable[[str], object]:
    """What a package's `__getattr__` is to do.

    Args:
        package: The package's name.
        homes: For each of its modules the names that it defines, between spaces.
        namespace: The package's globals, which keep what was loaded, so that each name is asked for once.

    Returns:
        A function from a name to what it means; it raises `AttributeError` for names that are not public.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = namespace[name] = getattr(import_module(f"{package}.{home}"), name)
        return value

    return load
