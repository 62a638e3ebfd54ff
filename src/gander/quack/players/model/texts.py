"""The prompts' words: text files, filled in one pass, known by a hash.

Nothing that is filled in is ever taken for a placeholder. A changed word is another hash, and a game's record
says under which hash each decision was made.
"""

import functools
import hashlib
import re
from importlib import resources

__all__ = ["VERSION", "fill", "prompt_hash", "sentence", "text"]

VERSION = "1"
"""Version of the prompts; what follows it in `prompt_hash` tells any change."""

_FILES = (
    "rules.txt",
    "map.txt",
    "role-goose.txt",
    "role-duck.txt",
    "strategy-goose.txt",
    "strategy-duck.txt",
    "reply.txt",
    "language.txt",
    "pictures.txt",
    "ask-act.txt",
    "ask-speak.txt",
    "ask-vote.txt",
    "refused.txt",
    "sentences.txt",
)
_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")


@functools.cache
def text(name: str) -> str:
    """A prompt file by its name without the ending, such as ``role-goose``."""
    folder = resources.files("gander.quack.players.model").joinpath("prompts")
    return folder.joinpath(f"{name}.txt").read_text(encoding="utf-8").strip()


def fill(file: str, /, **values: str | int) -> str:
    """A prompt file with its placeholders filled in."""
    return _file(file) % values


def sentence(name: str, /, **values: str | int) -> str:
    """A single sentence with its placeholders filled in."""
    return _sentences()[name] % values


@functools.cache
def _file(name: str) -> str:
    return _template(text(name))


@functools.cache
def _sentences() -> dict[str, str]:
    lines = text("sentences").splitlines()
    pairs = (line.partition(" = ") for line in lines if line and not line.startswith("#"))
    return {name: _template(value) for name, _, value in pairs}


def _template(words: str) -> str:
    """Words as Python fills them in in one pass, quickly."""
    return _PLACEHOLDER.sub(r"%(\1)s", words.replace("%", "%%"))


@functools.cache
def prompt_hash() -> str:
    """Version and hash of all prompt files, as ``1:0123456789ab``."""
    whole = "\0".join(f"{name}\0{text(name.removesuffix('.txt'))}" for name in _FILES)
    return f"{VERSION}:{hashlib.sha256(whole.encode()).hexdigest()[:12]}"
