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

__all__ = ["Source", "open_source"]

Source: TypeAlias = Callable[[Game], tuple[Extraction, ...]]
"""Gives a game's extractions, one an utterance, in the game's order."""


def open_source(word: str) -> Source:
    """The source that a word names.

    Args:
        word: ``rules``, ``recorded``, ``intended``, ``model:NAME`` or claims files, which end in ``.jsonl``:
            by name, beside each record; as ``OUT/NAME``, below the folder that they were written to
            (`claims_folder`); or one file that exists, for the games whose utterances it holds.

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
        return partial(_beside, name=CLAIMS_NAME)
    if word.startswith("model:") and len(word) > len("model:"):
        return partial(_beside, name=claims_name(word), extractor=word)
    if word.endswith(".jsonl"):
        path = Path(word)
        if path.name == word:
            return partial(_beside, name=word)
        if path.is_file():
            return partial(_from_file, path=path)
        if path.parent.is_dir():
            return partial(_beside, name=path.name, out=path.parent)
        raise InputError("there is no such file or folder of claims.", where=word)
    raise InputError(
        f"there is no source of claims {word!r}.",
        where="--claims",
        todo="Known: rules, recorded, intended, model:PROVIDER/NAME, or a file's name that ends in .jsonl.",
    )


def _beside(
    game: Game, *, name: str, out: Path | None = None, extractor: str | None = None
) -> tuple[Extraction, ...]:
    path = claims_folder(game.record.path, out) / name
    if not path.exists():
        return claims_from_recorded(game, None)
    return _from_file(game, path=path, extractor=extractor)


def _from_file(game: Game, *, path: Path, extractor: str | None = None) -> tuple[Extraction, ...]:
    recorded = read_recorded(path)
    others = recorded.extractors - {extractor}
    if extractor is not None and others:
        raise InputError(
            f"these are the claims of {min(others)}, not of {extractor}.",
            where=str(path),
            todo="Name the extractor whose claims they are, or extract again into another folder.",
        )
    return claims_from_recorded(game, recorded)
