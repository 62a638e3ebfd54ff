"""Rules as YAML: read with the line of every mistake, and written.

The keys are the fields of `Rules`, all optional. ``players`` may also be a number, which takes so many
of `NAMES`.
"""

from typing import Any, Literal, get_args, get_origin

import msgspec
import yaml

from gander.errors import InputError
from gander.faults import Place
from gander.quack.world.rules import NAMES, Rules, players_fault, rule_faults
from gander.yaml_text import Reading, is_null, is_whole, kind, scalar

__all__ = ["parse_rules", "render_rules"]

_UNREAD = object()
"""Stands for a value that could not be read; its fault is noted. (None is a value.)"""


def parse_rules(text: str, *, source: str) -> Rules:
    """Read rules from YAML (`render_rules` shows the format); what is left out is as in `Rules()`.

    What only a map can tell, that it has enough task sites, is left to `check_rules`.

    Args:
        text: The YAML text.
        source: What to call the text in messages, usually the file's name.

    Raises:
        InputError: The first thing that is wrong, with `source` and line.
    """
    reading = Reading(source)
    root = reading.compose(text, "rules")
    rules = Rules() if root is None else Rules(**_section(root, Rules, "the rules file", (), reading))
    # Where something could not be read, a standard value stands in and would be judged with the rest.
    if not reading.faults:
        reading.check(rule_faults(rules))
    for problem in reading.problems():
        raise problem
    return rules


def render_rules(rules: Rules) -> str:
    """Write rules as YAML, a section a line; `parse_rules` reads the same rules back.

    Raises:
        InputError: The rules are not valid on any map (see `check_rules`).
    """
    for fault in rule_faults(rules):
        raise InputError(fault.what, where=".".join(map(str, fault.place)), todo=fault.todo)
    return "".join(f"{key}: {_written(value)}\n" for key, value in msgspec.to_builtins(rules).items())


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    if isinstance(value, str):
        return scalar(value)
    return "null" if value is None else str(value).lower()


def _section(
    node: yaml.Node, form: type[msgspec.Struct], whose: str, place: Place, reading: Reading
) -> dict[str, Any]:
    """The values that a mapping gives to fields of `form`, as far as they can be read."""
    fields = {field.name: field.type for field in msgspec.structs.fields(form)}
    entries = reading.entries(node, (), tuple(fields), whose) or {}
    reading.keep(place, node, entries)
    values = {
        key: _value(entry.value, fields[key], key, (*place, key), reading) for key, entry in entries.items()
    }
    return {key: value for key, value in values.items() if value is not _UNREAD}


def _value(node: yaml.Node, form: object, key: str, place: Place, reading: Reading) -> object:
    """The value of one field, whose type says how to read it."""
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        return form(**_section(node, form, key, place, reading))
    if form == tuple[str, ...]:
        return _players(node, reading)
    if get_origin(form) is Literal:
        found: object = reading.choice(node, key, get_args(form))
    elif form is bool:
        found = reading.truth(node, key)
    elif form is int:
        found = reading.whole(node, key)
    elif form == int | None:
        if is_null(node):
            return None
        found = reading.whole(node, key, "a whole number or null")
    else:
        raise TypeError(f"no way to read {form} from YAML")
    return _UNREAD if found is None else found


def _players(node: yaml.Node, reading: Reading) -> object:
    """The players' names from a number or a list."""
    if is_whole(node):
        number = int(node.value)
        if 2 <= number <= len(NAMES):
            return NAMES[:number]
        reading.fault(node, players_fault(number).what)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            reading.keep(("players", number), item, {})
        names = [reading.text(item, "a player's name") for item in node.value]
        if None not in names:
            return tuple(names)
    else:
        reading.fault(node, f"players must be a number or a list of names, not {kind(node)}.")
    return _UNREAD
