"""Puzzles on the Hugging Face Hub: Parquet files at one commit, kept by the Hub's own cache."""

import contextlib
import functools
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.eyeq.cache import cache_folder
from gander.eyeq.puzzles import Subset
from gander.eyeq.sources.rows import Read, find_image, puzzles_of
from gander.eyeq.sources.tables import Table, read_parquet
from gander.faults import shown
from gander.files import write_whole

__all__ = ["EYE_Q", "read_hub"]

EYE_Q = "llm-lab/Eye-Q"
"""The repository with the paper's puzzles."""

_COMMIT = re.compile(r"[0-9a-f]{40}")
_ENDPOINT = "https://huggingface.co"
_SECONDS = 30.0  # for the one request that resolves a revision


def read_hub(
    repo: str, revision: str | None, subsets: Collection[Subset], *, network: bool = True
) -> tuple[Read, str, int]:
    """Read a repository of data on the Hub.

    The address and the token are those of the Hub's own library: ``HF_ENDPOINT``, ``HF_TOKEN``. A
    revision is turned into its commit first, and everything is read at that commit. A commit that was read
    before needs no network.

    Args:
        repo: The repository, as ``OWNER/NAME``.
        revision: A commit, branch or tag; None for the newest.
        subsets: The subsets asked for; empty means all.
        network: Ask the Hub for what was not read before.

    Returns:
        What it holds, its commit, and the number of rows.

    Raises:
        InputError: The Hub cannot be reached, refuses, or has no such repository, revision or table; or the
            network may not be asked, and it is needed.
    """
    endpoint = (os.environ.get("HF_ENDPOINT") or _ENDPOINT).rstrip("/")
    commit, names = _tables(repo, revision, endpoint, network=network)

    def fetch(name: str) -> Path:
        if not network:
            raise _not_kept(repo, commit)
        return _download(repo, name, commit, endpoint)

    tables = [
        read_parquet(
            functools.partial(fetch, name),
            key=f"hub/{repo}/{commit}/{name}",
            label=f"{repo}/{name}",
        )
        for name in names
    ]
    columns = tuple(dict.fromkeys(column for table in tables for column in table.columns))
    table = Table(columns, tuple(row for table in tables for row in table.rows))
    # The Hub's pictures are inside its tables; there is no folder to look a path up in.
    nowhere = find_image(cache_folder() / "hub" / "no-pictures")
    read = puzzles_of(table, find=nowhere, subsets=subsets, label=repo, ours=False)
    return read, commit, len(table.rows)


def _not_kept(repo: str, revision: str | None) -> InputError:
    return InputError(
        "was not read on this machine, or is no longer in the cache.", where=f"{repo}@{revision or 'main'}"
    )


def _tables(repo: str, revision: str | None, endpoint: str, *, network: bool) -> tuple[str, tuple[str, ...]]:
    """The commit that a revision means, and the Parquet files there."""
    known = cache_folder() / "hub" / repo
    if revision and _COMMIT.fullmatch(revision):
        try:
            names = msgspec.json.decode((known / f"{revision}.json").read_bytes(), type=tuple[str, ...])
        except (OSError, msgspec.MsgspecError):
            pass
        else:
            return revision, names
    if not network:
        raise _not_kept(repo, revision)
    from huggingface_hub import HfApi  # noqa: PLC0415 - slow to import; not needed for what is cached

    with _told(repo, revision, endpoint):
        info = HfApi(endpoint=endpoint).dataset_info(repo, revision=revision or "main", timeout=_SECONDS)
    names = tuple(
        sorted(file.rfilename for file in info.siblings or () if file.rfilename.endswith(".parquet"))
    )
    if not info.sha or not names:
        raise InputError(
            "has no Parquet files at this revision.",
            where=f"{repo}@{info.sha or revision or 'main'}",
            todo="Try --revision refs/convert/parquet, or download it and give its folder.",
        )
    write_whole(known / f"{info.sha}.json", msgspec.json.encode(names))
    return info.sha, names


def _download(repo: str, name: str, commit: str, endpoint: str) -> Path:
    from huggingface_hub import hf_hub_download  # noqa: PLC0415

    with _told(repo, commit, endpoint):
        return Path(hf_hub_download(repo, name, repo_type="dataset", revision=commit, endpoint=endpoint))


@contextlib.contextmanager
def _told(repo: str, revision: str | None, endpoint: str) -> Iterator[None]:
    """Turn what the Hub's library raises into one sentence and advice."""
    from huggingface_hub import errors  # noqa: PLC0415

    cause: Exception
    try:
        yield
    except errors.GatedRepoError as error:
        what, todo, cause = "is gated.", "Ask for access on its page, and set HF_TOKEN.", error
    except errors.RepositoryNotFoundError as error:
        what, cause = f"is not on {endpoint}, or is private.", error
        todo = "Check its name; for a private one, set HF_TOKEN."
    except errors.RevisionNotFoundError as error:
        what, todo, cause = f"has no revision {shown(revision or 'main')}.", "Check --revision.", error
    except errors.HfHubHTTPError as error:
        status = error.response.status_code
        what = f"cannot be read from {endpoint} (status {status})."
        todo = "Check HF_TOKEN." if status in (401, 403) else "Try again later."
        cause = error
    except Exception as error:
        # No connection, a time-out, offline mode: each version of the library has its own types for them.
        reason = (str(error).splitlines() or [""])[0] or type(error).__name__
        what, cause = f"cannot be read from {endpoint} ({reason}).", error
        todo = _offline_advice(repo)
    else:
        return
    raise InputError(what, where=repo, todo=todo) from cause


def _offline_advice(repo: str) -> str:
    known = sorted(path.stem for path in (cache_folder() / "hub" / repo).glob("*.json"))
    if known:
        return f"Without a network, give a commit that was read before: --revision {' or '.join(known)}."
    return "Check the network and HF_ENDPOINT, or use the starter set, which needs neither."
