r"""Modules joined into one script, for pages that must be one file.

Only what the page's own modules use is understood, each on lines of its own: imports of the form
``import { a, b } from "./x.js";`` and ``export`` before ``function``, ``async function``, ``const`` or
``class``. Everything else that begins with ``import`` or ``export`` is an error, so the joined script is the
modules or nothing.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping

__all__ = ["BundleError", "bundle", "imported_by"]

_IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) ([A-Za-z_$][\w$]*)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class BundleError(Exception):
    """A module holds what cannot be joined: a fault of the package, no user's."""


def bundle(files: Mapping[str, str], entry: str) -> str:
    """Join a module with all that it imports.

    Args:
        files: Modules' texts by name.
        entry: The module to run.

    Returns:
        A script; every module in a scope of its own, after those that it imports.

    Raises:
        BundleError: An import or export is of another form, leads nowhere, or in a circle.
    """
    order: dict[str, int] = {}
    parts: list[str] = []
    for name in imported_by(files, entry):
        parts.append(_scope(len(order), name, files[name], order))
        order[name] = len(order)
    return "\n".join(parts)


def imported_by(files: Mapping[str, str], entry: str) -> list[str]:
    """The modules that a module needs at once, each after those that it imports; the module itself is last.

    Raises:
        BundleError: An import leads nowhere, or in a circle.
    """
    order: list[str] = []

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in above:
            raise BundleError(f"{name} imports itself, by {' and '.join(above)}")
        if name not in files:
            raise BundleError(f"{above[-1] if above else 'nobody'} imports {name}, which is not there")
        for needed in _needs(name, files[name]):
            add(needed, (*above, name))
        order.append(name)

    add(entry, ())
    return order


def _needs(name: str, text: str) -> Iterator[str]:
    for found in _IMPORT.finditer(text):
        yield _resolved(name, found[2])


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _scope(number: int, name: str, text: str, order: Mapping[str, int]) -> str:
    def imported(found: re.Match[str]) -> str:
        names = " ".join(found[1].replace(" as ", ": ").split())
        return f"const {{ {names} }} = module{order[_resolved(name, found[2])]};"

    names = [found[2] for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub(r"\1 \2", _IMPORT.sub(imported, text))
    other = _OTHER.search(text)
    if other:
        raise BundleError(f"{name}: cannot join {other[0]!r}")
    if "</script" in text.lower() or "<!--" in text:
        raise BundleError(f"{name} holds what would end or change the script element it stands in")
    return f"const module{number} = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})(); // {name}"
