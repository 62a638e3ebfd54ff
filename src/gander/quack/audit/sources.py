"""Where claims come from, by the word that the command line knows them by.

Nothing is asked of a model here: a model's claims are read from the files that ``gander quack extract``
wrote, so that no audit spends anybody's money.
"""

from collections.abc import Callable, Sequence
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

__all__ = ["Source", "check_claims", "claims_file", "open_source"]

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
        return partial(_stored, word=word)
    if word.startswith("model:") and len(word) > len("model:"):
        return partial(_stored, word=word, extractor=word)
    if word.endswith(".jsonl"):
        path = Path(word)
        if path.name != word and not path.is_file() and not path.parent.is_dir():
            raise InputError("there is no such file or folder of claims.", where=word)
        return partial(_stored, word=word)
    raise InputError(
        f"there is no source of claims {word!r}.",
        where="--claims",
        todo="Known: rules, recorded, intended, model:PROVIDER/NAME, or a file's name that ends in .jsonl.",
    )


def claims_file(word: str, record: Path) -> Path | None:
    """The file that holds a game's claims, whether it is there or not.

    Args:
        word: A word that `open_source` knows.
        record: The game's record.

    Returns:
        None for claims that stand in no file of their own.
    """
    if word in ("rules", "intended"):
        return None
    if word == "recorded":
        return claims_folder(record, None) / CLAIMS_NAME
    if word.startswith("model:"):
        return claims_folder(record, None) / claims_name(word)
    path = Path(word)
    if path.name == word:
        return claims_folder(record, None) / word
    return path if path.is_file() else claims_folder(record, path.parent) / path.name


def check_claims(word: str, records: Sequence[Path], option: str = "--claims") -> list[Path]:
    """Find out whether any game has the claims that a word names.

    Args:
        word: A word that `open_source` knows.
        records: The games' records.
        option: Where the word was said, for the message.

    Returns:
        The records of those that have none.

    Raises:
        InputError: No game has them.
    """
    files = [claims_file(word, record) for record in records]
    lacking = [
        record for record, file in zip(records, files, strict=True) if file is not None and not file.exists()
    ]
    if not records or len(lacking) < len(records):
        return lacking
    here = Path(word).name == word and Path(word).is_file()
    raise InputError(
        f"none of the {len(files):,} games has such claims; expected {files[0]}."
        if len(files) > 1
        else f"the game has no such claims; expected {files[0]}.",
        where=f"{option} {word}",
        todo=f"For the one file of this folder write ./{word}."
        if here
        else "Name claims that lie beside the records, or write them: gander quack extract.",
    )


def _stored(game: Game, *, word: str, extractor: str | None = None) -> tuple[Extraction, ...]:
    path = claims_file(word, game.record.path)
    if path is None or not path.exists():
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
