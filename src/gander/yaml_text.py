"""YAML that people write: read node by node, so that each mistake is told with its line.

PyYAML composes the text into nodes, and a `Reading` turns nodes into values, collecting what is wrong
on the way. It never resolves a word's type behind the writer's back: where text is expected, ``no`` and
``12`` are text; where a number is expected, a number in quotes is none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import yaml

from gander.errors import InputError
from gander.faults import Fault, Place, listed, nearest, shown, suggestion

__all__ = ["Entry", "Reading", "is_null", "is_whole", "kind", "scalar"]

_MAX_TEXT = 1_000_000  # characters; the largest map allowed needs a tenth of that
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{0,30})?(?:[eE][-+]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_TRUTH = re.compile(r"(?i:(true|yes|on)|false|no|off)")


class Entry(NamedTuple):
    """A key of a mapping and its value."""

    key: yaml.Node
    value: yaml.Node


@dataclass(slots=True)
class Reading:
    """A text being read.

    Attributes:
        source: What to call the text in messages, usually the file's name.
        lines: The line (from 1) of each place read so far.
        faults: What is wrong, as line, sentence and advice, in the order in which it was found.
    """

    source: str
    lines: dict[Place, int] = field(default_factory=dict)
    faults: list[tuple[int, str, str]] = field(default_factory=list)

    # Faults and their lines.

    def fault(self, at: yaml.Node | int, what: str, todo: str = "") -> None:
        """Note something wrong at a node or on a line."""
        self.faults.append((at if isinstance(at, int) else _line(at), what, todo))

    def check(self, faults: Iterable[Fault]) -> None:
        """Note faults of the thing that was built, each on the line of its place."""
        for fault in faults:
            first = f" It stands first on line {self.line(fault.first)}." if fault.first else ""
            self.fault(self.line(fault.place), fault.what + first, fault.todo)

    def keep(self, place: Place, node: yaml.Node, entries: Mapping[str, Entry]) -> None:
        """Remember the line of a place and those of its entries: of a mapping or list, its key's line."""
        self.lines[place] = _line(node)
        for key, entry in entries.items():
            told = entry.value if isinstance(entry.value, yaml.ScalarNode) else entry.key
            self.lines[(*place, key)] = _line(told)

    def line(self, place: Place) -> int:
        """The line of a place, or of the nearest thing around it that has one."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def problems(self) -> tuple[InputError, ...]:
        """All that is wrong, by line; faults on one line in the order in which they were found."""
        return tuple(
            InputError(what, where=f"{self.source}:{line}", todo=todo)
            for line, what, todo in sorted(self.faults, key=lambda fault: fault[0])
        )

    # Nodes.

    def compose(self, text: str, whose: str) -> yaml.Node | None:
        """The text's root node; None if the text is empty or (then with a fault) no YAML.

        Args:
            text: The YAML text.
            whose: What it should be, as in ``a map``.
        """
        if len(text) > _MAX_TEXT:
            self.fault(1, f"{len(text)} characters are too many for {whose}; the most is {_MAX_TEXT}.")
            return None
        try:
            return yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.reader.ReaderError as error:
            position = error.position if isinstance(error.position, int) else 0
            self.fault(
                text.count("\n", 0, position) + 1,
                f"character U+{ord(text[position]):04X} is not allowed in YAML.",
                'Write it as an escape in double quotes, such as "\\x1b".',
            )
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = ", ".join(part for part in (error.context, error.problem) if part)
            self.fault(mark.line + 1 if mark else 1, f"this is not valid YAML: {said}.")
        except (RecursionError, ValueError):
            # PyYAML follows nesting by recursion, and turns "\\U00110000" into a bare ValueError.
            self.fault(1, "this is not valid YAML: nested too deeply, or with an impossible character code.")
        return None

    def entries(
        self, node: yaml.Node, needed: Sequence[str], optional: Sequence[str], whose: str
    ) -> dict[str, Entry] | None:
        """The entries of a mapping with fixed keys; None if it is no mapping."""
        if not isinstance(node, yaml.MappingNode):
            self.fault(
                node, f"{whose} must be a mapping with {listed(needed or optional)}, not {kind(node)}."
            )
            return None
        entries: dict[str, Entry] = {}
        known = (*needed, *optional)
        misspelt: set[str | None] = set()
        for key_node, value in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            if key not in known:
                misspelt.add(nearest(key or "", known))
                written = kind(key_node) if key is None else shown(key)
                self.fault(key_node, f"{whose} has no key {written}.", suggestion(key or "", known))
            elif key in entries:
                line = _line(entries[key].key)
                self.fault(key_node, f"{whose} has {key} twice; it stands first on line {line}.")
            else:
                entries[key] = Entry(key_node, value)
        for key in needed:
            if key not in entries and key not in misspelt:
                self.fault(node, f"{whose} lacks {key}.", f"It needs {listed(needed)}.")
        return entries

    def items(
        self, entries: Mapping[str, Entry], key: str, needed: Sequence[str], whose: str
    ) -> Iterator[tuple[yaml.Node, dict[str, Entry]]]:
        """Each mapping in the list under `key`, and its entries; `whose` names one of them."""
        if key not in entries:
            return
        node = entries[key].value
        if not isinstance(node, yaml.SequenceNode):
            self.fault(node, f"{key} must be a list, not {kind(node)}.")
            return
        for item in node.value:
            fields = self.entries(item, needed, (), whose)
            if fields is not None:
                yield item, fields

    # Values; None stands for one of the wrong kind, which is noted as a fault.

    def text(self, node: yaml.Node, what: str) -> str | None:
        """A scalar's text as it stands in the file: a room may be called ``no`` or ``12``."""
        if not isinstance(node, yaml.ScalarNode) or is_null(node):
            self.fault(node, f"{what} must be text, not {kind(node)}.")
            return None
        return str(node.value)

    def number(self, node: yaml.Node, what: str) -> float | None:
        """A decimal number; it is finite."""
        if _plain(node) and _NUMBER.fullmatch(node.value):
            return float(node.value)
        self.fault(node, f"{what} must be a number, not {kind(node)}.")
        return None

    def whole(self, node: yaml.Node, what: str, allowed: str = "a whole number") -> int | None:
        """A whole number of at most 15 digits; `allowed` says in a message what is allowed."""
        if is_whole(node):
            return int(node.value)
        self.fault(node, f"{what} must be {allowed}, not {kind(node)}.")
        return None

    def truth(self, node: yaml.Node, what: str) -> bool | None:
        """True or false, or one of YAML's other words for them."""
        found = _TRUTH.fullmatch(node.value) if _plain(node) else None
        if found:
            return found[1] is not None
        self.fault(node, f"{what} must be true or false, not {kind(node)}.")
        return None

    def choice(self, node: yaml.Node, what: str, choices: Sequence[str]) -> str | None:
        """One of some words."""
        if isinstance(node, yaml.ScalarNode) and node.value in choices:
            return str(node.value)
        self.fault(node, f"{what} must be {listed(choices, 'or')}, not {kind(node)}.")
        return None


def is_null(node: yaml.Node) -> bool:
    """Whether a node is ``null``, ``~`` or nothing at all."""
    return bool(node.tag == "tag:yaml.org,2002:null")


def is_whole(node: yaml.Node) -> bool:
    """Whether a node is a whole number, without quotes."""
    return _plain(node) and _WHOLE.fullmatch(node.value) is not None


def kind(node: yaml.Node) -> str:
    """What a node is, in words for a message."""
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    if is_null(node):
        return "nothing"
    return shown(node.value) if _plain(node) else f"the text {shown(node.value)}"


def _plain(node: yaml.Node) -> bool:
    """Whether a node is a scalar without quotes; numbers in quotes are text."""
    return isinstance(node, yaml.ScalarNode) and node.style is None


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


_NO_TEXT = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
"""Plain words that YAML, or some reader of it, takes for something else than text."""


def scalar(text: str) -> str:
    """Text as a YAML scalar, in double quotes unless it is made of plain words."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*", text) and text.lower() not in _NO_TEXT:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
