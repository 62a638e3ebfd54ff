"""What the `model:NAME` extractor asks and what it makes of replies; nothing here asks.

Every utterance in which something is said is a question under a fixed prompt
(`gander.quack.audit.extract.prompt`). What is known about a game is what its kept replies say
(`gander.quack.audit.extract.cache`); `gander.quack.audit.extract.asking` fills in the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gander.models.estimate import text_tokens
from gander.models.failures import hide_secrets
from gander.quack.audit.claims_file import claims_folder, recorded_line
from gander.quack.audit.extract.cache import Key, Reply, read_replies, replies_name
from gander.quack.audit.extract.prompt import Asked, ask_about, instructions, prompt_hash
from gander.quack.audit.extract.reply import Reading, read_reply
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedLine
from gander.quack.audit.utterances import Extraction, Utterance

__all__ = [
    "MOST_UNREADABLE",
    "ModelSettings",
    "Question",
    "Questions",
    "Work",
    "estimate",
    "read_extractions",
    "replies_path",
]

MOST_UNREADABLE = 2
"""Replies to one question in one go that cannot be used, before it is given up."""

_ADDRESSES = ("base_url",)  # say where a model is, not what it is
_REPLY_TOKENS = 90  # of a usual reply, for one claim


class ModelSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which model is asked, and how.

    Attributes:
        model: The model's Inspect name.
        temperature: The temperature; None for the model's own.
        seed: A seed, for providers that take one.
        max_tokens: The most tokens of a reply; None for the model's own.
        schema: Ask the provider to hold the reply to the schema.
        args: Arguments for the provider.
    """

    model: str
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    schema: bool = True
    args: dict[str, Any] = {}

    @property
    def extractor(self) -> str:
        """Its name as a source of claims."""
        return f"model:{self.model}"

    @property
    def word(self) -> str:
        """All of it but the model, addresses and secrets, where it is not the usual, as one word."""
        args = {name: value for name, value in self.args.items() if name not in _ADDRESSES}
        said = {
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "schema": None if self.schema else False,
            "args": hide_secrets(args) or None,
        }
        known = {name: value for name, value in said.items() if value is not None}
        return msgspec.json.encode(known, order="sorted").decode() if known else ""


@dataclass(frozen=True)
class Work:
    """What is still to be asked.

    Attributes:
        utterances: Utterances of the games.
        empty: Those in which nothing is said, which are not asked about.
        calls: The fewest calls that are left.
        most_calls: The most, if every reply had to be asked for again; retries of failed calls not counted.
        input: Tokens sent by the fewest calls, roughly.
        output: Tokens of their replies, roughly.
    """

    utterances: int = 0
    empty: int = 0
    calls: int = 0
    most_calls: int = 0
    input: int = 0
    output: int = 0

    def __add__(self, other: "Work") -> "Work":
        return Work(
            self.utterances + other.utterances,
            self.empty + other.empty,
            self.calls + other.calls,
            self.most_calls + other.most_calls,
            self.input + other.input,
            self.output + other.output,
        )


def estimate(games: Iterable[Game], settings: ModelSettings, out: Path | None) -> Work:
    """What is still to be asked about some games.

    Args:
        games: The games.
        settings: Which model is asked, and how.
        out: The folder of the replies and claims; None for beside the records.
    """
    fixed = text_tokens(instructions())
    total = Work()
    for game in games:
        replies = Questions(game, settings, read_replies(replies_path(game, settings, out)))
        left = list(replies.left())
        total += Work(
            len(game.utterances),
            sum(not utterance.text.strip() for utterance in game.utterances),
            len(left),
            len(left) * MOST_UNREADABLE,
            sum(fixed + text_tokens(question.asked.text) for question in left),
            # Claims come some four to a hundred words.
            sum(_REPLY_TOKENS * (1 + len(question.utterance.text.split()) // 25) for question in left),
        )
    return total


def read_extractions(
    game: Game, settings: ModelSettings, out: Path | None
) -> tuple[tuple[Extraction, ...], tuple[RecordedLine, ...]]:
    """What the kept replies say about a game; nothing is asked.

    Args:
        game: The game.
        settings: Which model was asked, and how.
        out: The folder of the replies; None for beside the record.

    Returns:
        One extraction an utterance, and the same as lines of a claims file.
    """
    kept = Questions(game, settings, read_replies(replies_path(game, settings, out)))
    return kept.extractions()


@dataclass(frozen=True)
class Question:
    """A question about an utterance.

    Attributes:
        utterance: The utterance.
        asked: What the model is shown.
        key: Under what its replies are kept.
    """

    utterance: Utterance
    asked: Asked
    key: Key


class Questions:
    """A game's questions, and what is known about them.

    Args:
        game: The game.
        settings: Which model is asked, and how.
        known: The replies so far; they may grow.

    Attributes:
        questions: By the utterance's number; empty utterances have none.
    """

    def __init__(self, game: Game, settings: ModelSettings, known: Mapping[Key, Sequence[Reply]]) -> None:
        self.game = game
        self.settings = settings
        self.known = known
        self.questions: dict[int, Question] = {}
        for utterance in game.utterances:
            if utterance.text.strip():
                asked = ask_about(game, utterance)
                key = Key(
                    utterance.sha256,
                    utterance.speaker,
                    asked.context,
                    prompt_hash(),
                    settings.model,
                    settings.word,
                )
                self.questions[utterance.number] = Question(utterance, asked, key)

    def left(self) -> Iterator[Question]:
        """Questions without a reply that can be used; the same question twice counts once."""
        seen: set[Key] = set()
        for question in self.questions.values():
            if question.key not in seen and self.reading(question).claims is None:
                yield question
            seen.add(question.key)

    def reading(self, question: Question) -> Reading:
        """The first reply that can be used; else why the last can't."""
        last = Reading(None, "it was not asked about yet")
        for reply in self.known.get(question.key, ()):
            if reply.text is None:
                last = Reading(None, reply.why)
                continue
            last = read_reply(reply.text, question.asked.id, question.utterance, self.game.names)
            if last.claims is not None:
                return last
        return last

    def extractions(self) -> tuple[tuple[Extraction, ...], tuple[RecordedLine, ...]]:
        """What the replies say: an extraction an utterance, and the same as lines of a claims file."""
        found: list[Extraction] = []
        lines: list[RecordedLine] = []
        for utterance in self.game.utterances:
            question = self.questions.get(utterance.number)
            dropped: dict[str, int] = {}
            if question is None:
                extraction = Extraction(utterance, "empty")
            else:
                reading = self.reading(question)
                dropped = reading.dropped if reading.claims is not None else {}
                if reading.claims is None:
                    extraction = Extraction(utterance, "failed", why=reading.why)
                elif reading.claims:
                    extraction = Extraction(utterance, "extracted", reading.claims)
                else:
                    extraction = Extraction(utterance, "no_claims")
            found.append(extraction)
            line = recorded_line(extraction, self.settings.extractor)
            lines.append(
                msgspec.structs.replace(
                    line, prompt=prompt_hash(), settings=self.settings.word, dropped=dropped
                )
            )
        return tuple(found), tuple(lines)


def replies_path(game: Game, settings: ModelSettings, out: Path | None) -> Path:
    """The file of a game's replies: beside its record, or below `out`."""
    return claims_folder(game.record.path, out) / replies_name(settings.extractor)
