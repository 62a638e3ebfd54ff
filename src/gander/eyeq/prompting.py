"""Prompts: from a puzzle and a variant to the messages that a model gets (Eye-Q, sections 4.2 and D).

All wording is in the text files of ``prompts/``; a folder of one's own can replace any of them. A file may
hold placeholders such as ``{{length}}``. They are filled in one pass, so that nothing in what is filled in,
a model's own guess for example, is ever taken for a placeholder.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.eyeq.hints import HINT_STYLES, HintStyle, length_hint, reveal
from gander.eyeq.images import Picture
from gander.eyeq.puzzles import SUBSETS, Puzzle, Subset
from gander.faults import listed, suggestion

__all__ = [
    "PAPER_ATTEMPTS",
    "VARIANTS",
    "DemoChoice",
    "Demonstration",
    "Hint",
    "Message",
    "Part",
    "Prompts",
    "VariantSpec",
    "build",
    "parse_variant",
    "quoted",
]

Hint: TypeAlias = Literal["none", "length", "reveal"]
DemoChoice: TypeAlias = Literal["none", "auto", "fixed", "sampled"]
Part: TypeAlias = str | Picture

PAPER_ATTEMPTS = 3
"""Attempts of the refine variant in the paper: the first and two revisions."""

_HINTS: tuple[Hint, ...] = ("none", "length", "reveal")
_DEMO_CHOICES: tuple[DemoChoice, ...] = ("none", "auto", "fixed", "sampled")
_MAX_GUESS = 200  # characters; the longest answer has a tenth of that
_PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_]*)\s*\}\}")

# Each text and the placeholders that it may hold; those after the bar must be there.
_TEXTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "base.txt": (("rules", "output"), ("rules", "output")),
    **{f"rules-{subset}.txt": ((), ()) for subset in SUBSETS},
    "output.txt": ((), ()),
    "question.txt": (("hint",), ("hint",)),
    "hint-length.txt": (("length",), ("length",)),
    "hint-reveal.txt": (("pattern", "length"), ("pattern",)),
    "demo-first.txt": ((), ()),
    "demo-next.txt": ((), ()),
    "demo-no-clues.txt": ((), ()),
    "revise.txt": (("guess", "guesses", "attempt", "attempts"), ()),
    "unread.txt": ((), ()),
}
_DEMOS = "demos.yaml"


@dataclass(frozen=True)
class Message:
    """One turn of the conversation.

    Attributes:
        role: Who speaks: the user, or the model in a demonstration.
        parts: Texts and pictures, in the order in which they are shown.
    """

    role: Literal["user", "assistant"]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """Its texts, without the pictures."""
        return "\n\n".join(part for part in self.parts if isinstance(part, str))


@dataclass(frozen=True)
class Demonstration:
    """A solved puzzle, shown before the one to solve.

    Attributes:
        puzzle: The puzzle.
        clues: What its picture shows and what that stands for; empty if nobody wrote it down.
        candidates: Answers that one might consider, the right one first.
        picture: Its picture; made once and shared by all the puzzles that show it.
    """

    puzzle: Puzzle
    clues: tuple[str, ...]
    candidates: tuple[str, ...]
    picture: Picture


class VariantSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What a prompt holds besides the base text. Equal specs ask the same.

    Attributes:
        hint: What is told about the answer: nothing, its length, or a quarter of its characters.
        hints_style: What counts as a character in hints (`gander.eyeq.hints`).
        demos: Demonstrations: none, the fixed ones, sampled ones, or ``auto``: the fixed ones where the
            puzzles are Eye-Q's, sampled ones elsewhere (`gander.eyeq.demos.settle`).
        attempts: How often a model may try, its wrong guesses quoted back.
        blind: The picture of the puzzle is left out, to see what the text alone gives away.
    """

    hint: Hint = "length"
    hints_style: HintStyle = "perceived"
    demos: DemoChoice = "none"
    attempts: int = 1
    blind: bool = False

    def __post_init__(self) -> None:
        for value, known, what in (
            (self.hint, _HINTS, "hint"),
            (self.hints_style, HINT_STYLES, "style of hints"),
            (self.demos, _DEMO_CHOICES, "choice of demonstrations"),
        ):
            if value not in known:
                raise InputError(f"there is no {what} {value!r}.", todo=f"Known: {', '.join(known)}.")
        if isinstance(self.attempts, bool) or self.attempts < 1:
            raise InputError(f"attempts must be a whole number from 1 up, not {self.attempts!r}.")
        # Where there is no hint its style changes nothing, and must not make a different run.
        if self.hint == "none" and self.hints_style != "perceived":
            msgspec.structs.force_setattr(self, "hints_style", "perceived")

    @property
    def name(self) -> str:
        """Its name in results: ``basic``, ``refine``, or a mix such as ``reveal+few_shot+refine5``."""
        words: list[str] = [] if self.hint == "length" else [self.hint]
        if self.demos != "none":
            words.append("few_shot")
        if self.attempts > 1:
            words.append("refine" if self.attempts == PAPER_ATTEMPTS else f"refine{self.attempts}")
        words = words or ["basic"]
        if self.blind:
            words.append("blind")
        return "+".join(words)


VARIANTS: dict[str, VariantSpec] = {
    "basic": VariantSpec(),
    "few_shot": VariantSpec(demos="auto"),
    "refine": VariantSpec(attempts=PAPER_ATTEMPTS),
    "reveal": VariantSpec(hint="reveal"),
    "none": VariantSpec(hint="none"),
}
"""The paper's four variants, and the base text alone."""


def parse_variant(
    name: str,
    *,
    demos: DemoChoice | None = None,
    attempts: int | None = None,
    hints: HintStyle = "perceived",
    blind: bool = False,
    where: str = "",
) -> VariantSpec:
    """The variant that a name means: one of `VARIANTS`, or some joined by ``+``.

    Args:
        name: For example ``few_shot``, ``reveal+refine`` or ``none+few_shot+blind``; ``refine5`` has five
            attempts.
        demos: Which demonstrations a variant with demonstrations shows; others have none all the same.
        attempts: How often a variant with ``refine`` may try; others try once all the same.
        hints: What counts as a character in hints.
        blind: Leave the picture out.
        where: Where the name was given, for messages.

    Raises:
        InputError: A part of the name is unknown, or two contradict each other.
    """
    if demos not in (None, "auto", "fixed", "sampled"):
        raise InputError(
            f"there is no choice of demonstrations {demos!r}.",
            where=where,
            todo="Known: fixed, sampled. Variants without few_shot have none.",
        )
    hint: Hint | None = None
    chosen: DemoChoice = "none"
    tries = 1
    for word in name.split("+"):
        part = word.strip().casefold().replace("-", "_")
        numbered = re.fullmatch(r"refine([1-9][0-9]{0,3})", part)
        if part in ("none", "reveal", "length", "basic"):
            told: Hint = "length" if part == "basic" else part  # type: ignore[assignment]
            if hint not in (None, told):
                raise InputError(f"variant {name!r} asks for two different hints.", where=where)
            hint = told
        elif part == "few_shot":
            chosen = demos or "auto"
        elif part == "refine" or numbered:
            tries = attempts or (int(numbered[1]) if numbered else PAPER_ATTEMPTS)
        elif part == "blind":
            blind = True
        else:
            raise InputError(
                f"there is no variant {part!r}.",
                where=where,
                todo=suggestion(part, [*VARIANTS, "blind"]) or f"Known: {', '.join(VARIANTS)}, blind.",
            )
    return VariantSpec(hint=hint or "length", hints_style=hints, demos=chosen, attempts=tries, blind=blind)


@dataclass(frozen=True)
class Prompts:
    """A set of prompt texts.

    Attributes:
        texts: Each file's name and its text.
        replaced: The files that come from a folder of one's own.
    """

    texts: Mapping[str, str]
    replaced: tuple[str, ...] = ()

    @classmethod
    def load(cls, folder: Path | str | None = None) -> "Prompts":
        """The bundled texts, each replaced by the file of the same name in `folder` if there is one.

        Raises:
            InputError: The folder is none, holds a ``.txt`` or ``.yaml`` file of another name or one that
                is not UTF-8 text, or a text has an unknown placeholder or lacks one that it needs.
        """
        ours = resources.files("gander.eyeq") / "prompts"
        texts = {name: (ours / name).read_text(encoding="utf-8") for name in (*_TEXTS, _DEMOS)}
        replaced: list[str] = []
        if folder is not None:
            for path in _own_files(Path(folder)):
                try:
                    texts[path.name] = path.read_text(encoding="utf-8-sig")
                except (OSError, UnicodeDecodeError) as error:
                    raise InputError("cannot be read as UTF-8 text.", where=str(path)) from error
                if path.name in _TEXTS:
                    _check(path, texts[path.name])
                replaced.append(path.name)
        return cls(texts, tuple(sorted(replaced)))

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the whole set, in hexadecimal."""
        return self._hash(self.texts)

    def hash_for(self, subset: Subset, spec: VariantSpec) -> str:
        """SHA-256 of the texts that this subset and variant use: others may change without a new run."""
        return self._hash(self.used(subset, spec))

    def used(self, subset: Subset, spec: VariantSpec) -> tuple[str, ...]:
        """The names of the files that this subset and variant use."""
        names = ["base.txt", f"rules-{subset}.txt", "output.txt", "question.txt"]
        if spec.hint != "none":
            names.append(f"hint-{spec.hint}.txt")
        if spec.demos != "none":
            names += ["demo-first.txt", "demo-next.txt"]
        if spec.demos in ("auto", "sampled"):
            names.append("demo-no-clues.txt")
        if spec.demos in ("auto", "fixed"):
            names.append(_DEMOS)
        if spec.attempts > 1:
            names += ["revise.txt", "unread.txt"]
        return tuple(names)

    def fill(self, name: str, **values: str | int) -> str:
        """A text with its placeholders filled, in one pass; the line end at its end is dropped."""
        return _PLACEHOLDER.sub(lambda found: str(values[found[1]]), self.texts[name]).strip()

    def _hash(self, names: Iterable[str]) -> str:
        digest = hashlib.sha256()
        for name in sorted(names):
            text = self.texts[name].replace("\r\n", "\n").encode()
            digest.update(f"{name} {len(text)}\n".encode() + text)
        return digest.hexdigest()


def build(
    puzzle: Puzzle,
    spec: VariantSpec,
    prompts: Prompts,
    *,
    picture: Picture | None = None,
    demos: Sequence[Demonstration] = (),
    guesses: Sequence[str | None] = (),
) -> list[Message]:
    """The messages that ask a model for a puzzle's answer.

    The instructions come first and do not depend on the puzzle; then demonstrations as turns; then the
    puzzle's picture, its hint, and the wrong guesses so far. So providers that cache what requests have in
    common can do so for all puzzles of a subset.

    Args:
        puzzle: The puzzle.
        spec: The variant, settled (`gander.eyeq.demos.settle`).
        prompts: The texts.
        picture: The puzzle's picture as it is to be sent; read from the puzzle if None.
        demos: The demonstrations for this puzzle (`gander.eyeq.demos.demonstrations`).
        guesses: The model's wrong guesses so far, the first first; None for a reply without an answer.

    Returns:
        User and assistant turns in alternation; the last one is the user's.

    Raises:
        InputError: `demos` is empty though the variant has demonstrations, or the reverse.
    """
    if bool(demos) != (spec.demos != "none"):
        what = "needs demonstrations, and there are none" if not demos else "has no demonstrations"
        raise InputError(f"variant {spec.name} {what}.", where=puzzle.key)
    rules = prompts.fill(f"rules-{puzzle.subset}.txt")
    opening = prompts.fill("base.txt", rules=rules, output=prompts.fill("output.txt"))
    messages: list[Message] = []
    parts: tuple[Part, ...] = (opening,)
    for count, demo in enumerate(demos):
        introduction = prompts.fill("demo-next.txt" if count else "demo-first.txt")
        messages.append(Message("user", (*parts, introduction, demo.picture)))
        messages.append(Message("assistant", (_reply(demo, prompts),)))
        parts = ()
    if not spec.blind:
        parts = (*parts, picture or Picture(puzzle.image()))
    parts = (*parts, prompts.fill("question.txt", hint=_hint(puzzle, spec, prompts)))
    if guesses:
        parts = (*parts, _revision(guesses, spec, prompts))
    messages.append(Message("user", parts))
    return messages


def quoted(text: str) -> str:
    """Text from outside as one JSON string on one line, which nothing in it can end or hide.

    Quotes, line ends, control characters and signs that turn the direction of writing are escaped; what is
    longer than 200 characters is cut. ZWNJ and ZWJ, which Persian words need, stay.
    """
    if len(text) > _MAX_GUESS:
        text = text[:_MAX_GUESS] + "…"
    return "".join(_escaped(char) for char in json.dumps(text, ensure_ascii=False))


def _escaped(char: str) -> str:
    hidden = unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char not in "\u200c\u200d"
    return json.dumps(char)[1:-1] if hidden else char


def _hint(puzzle: Puzzle, spec: VariantSpec, prompts: Prompts) -> str:
    if spec.hint == "none":
        return ""
    values: dict[str, str | int] = {"length": length_hint(puzzle.answer, style=spec.hints_style)}
    if spec.hint == "reveal":
        values["pattern"] = reveal(puzzle.answer, subset=puzzle.subset, id=puzzle.id, style=spec.hints_style)
    return "\n" + prompts.fill(f"hint-{spec.hint}.txt", **values)


def _revision(guesses: Sequence[str | None], spec: VariantSpec, prompts: Prompts) -> str:
    lines = [prompts.fill("unread.txt") if guess is None else quoted(guess) for guess in guesses]
    attempt = len(guesses) + 1
    return prompts.fill(
        "revise.txt",
        guess=lines[-1],
        # A guess made twice is told once.
        guesses="\n".join(f"- {line}" for line in dict.fromkeys(lines)),
        attempt=attempt,
        attempts=max(attempt, spec.attempts),
    )


def _reply(demo: Demonstration, prompts: Prompts) -> str:
    """A demonstration's turn of the model: the object that the output contract asks for."""
    reply = {
        "primary_clues": list(demo.clues) or [prompts.fill("demo-no-clues.txt")],
        "candidates": list(demo.candidates),
        "final_answer": demo.puzzle.answer,
    }
    return json.dumps(reply, ensure_ascii=False, indent=2)


def _own_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise InputError("is no folder.", where=str(folder), todo="Give a folder with prompt texts.")
    files = sorted(path for path in folder.iterdir() if path.suffix in {".txt", ".yaml", ".yml"})
    known = {*_TEXTS, _DEMOS}
    for path in files:
        if path.name not in known:
            # A misspelt name would leave the bundled text in place unnoticed.
            raise InputError(
                "is no prompt text.",
                where=str(path),
                todo=suggestion(path.name, known) or f"Texts: {', '.join(sorted(known))}.",
            )
    if not files:
        raise InputError(
            "holds no prompt texts.", where=str(folder), todo=f"Texts: {', '.join(sorted(known))}."
        )
    return files


def _check(path: Path, text: str) -> None:
    allowed, needed = _TEXTS[path.name]
    found = [match[1] for match in _PLACEHOLDER.finditer(text)]
    for match in _PLACEHOLDER.finditer(text):
        if match[1] not in allowed:
            line = text.count("\n", 0, match.start()) + 1
            todo = f"It may hold {listed([f'{{{{{name}}}}}' for name in allowed])}." if allowed else ""
            raise InputError(f"unknown placeholder {match[0]}.", where=f"{path}:{line}", todo=todo)
    missing = [name for name in needed if name not in found]
    if path.name == "revise.txt" and not {"guess", "guesses"} & set(found):
        missing = ["guesses"]
    if missing:
        names = listed([f"{{{{{name}}}}}" for name in missing])
        raise InputError(f"lacks {names}.", where=str(path))
    if not text.strip():
        raise InputError("is empty.", where=str(path), todo="Delete it to use the bundled text.")
