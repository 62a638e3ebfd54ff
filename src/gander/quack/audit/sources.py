"""Where claims come from, by the word that the command line knows them by.

Nothing is asked of a model here: a model's claims are read from the files that ``gander quack extract``
wrote, so that no audit spends anybody's money.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from gander.errors import InputError
from gander.quack.audit.claims_file import claims_folder, claims_name
from gander.quack.audit.game import Game
from gander.quack.audit.intended import claims_from_intended
from gander.quack.audit.recorded import CLAIMS_NAME, read_recorded
from gander.quack.audit.recorded_claims import claims_from_recorded
from gander.quack.audit.utterances import Extraction

__all__ = ["CLAIMS_HELP", "Source", "open_source"]

Source: TypeAlias = Callable[[Game], tuple[Extraction, ...]]
"""Gives a game's extractions, one an utterance, in the game's order."""

CLAIMS_HELP = (
    "rules, recorded (extracted_claims.jsonl), intended (stored by scripted players), "
    "model:NAME (as gander quack extract wrote them), or a claims file's name"
)
"""The words that `open_source` knows, for the command line's help."""


def open_source(word: str, *, folder: Path | None = None) -> Source:
    """The source that a word names.

    Args:
        word: ``rules``, ``recorded``, ``intended``, ``model:NAME`` or the name of claims files that end in
            ``.jsonl``. Files are looked for beside each record.
        folder: Where the claims files are, if not beside the records (`claims_folder`).

    Returns:
        The source. A game without a file of claims has only failed extractions: that is never "no claims".

    Raises:
        InputError: There is no such source. Reading a file that holds another extractor's claims than the
            word says raises it too.
    """
    if word == "rules":
        from gander.quack.audit.extract import extract_rules  # noqa: PLC0415 - its grammar takes a moment

        return extract_rules
    if word == "intended":
        return claims_from_intended
    if word == "recorded":
        return partial(_from_file, name=CLAIMS_NAME, folder=folder)
    if word.startswith("model:") and len(word) > len("model:"):
        return partial(_from_file, name=claims_name(word), folder=folder, extractor=word)
    if word.endswith(".jsonl") and Path(word).name == word:
        return partial(_from_file, name=word, folder=folder)
    raise InputError(
        f"there is no source of claims {word!r}.",
        where="--claims",
        todo="Known: rules, recorded, intended, model:PROVIDER/NAME, or a file's name that ends in .jsonl.",
    )


def _from_file(
    game: Game, *, name: str, folder: Path | None, extractor: str | None = None
) -> tuple[Extraction, ...]:
    path = claims_folder(game.record.path, folder) / name
    if not path.exists():
        return claims_from_recorded(game, None)
    recorded = read_recorded(path)
    others = recorded.extractors - {extractor}
    if extractor is not None and others:
        raise InputError(
            f"these are the claims of {min(others)}, not of {extractor}.",
            where=str(path),
            todo="Name the extractor whose claims they are, or extract again into another folder.",
        )
    return claims_from_recorded(game, recorded)
