"""Auditing the games of a catalogue when the page asks, once as long as their files stay as they are."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gander.errors import InputError
from gander.layout import CLAIMS_NAME
from gander.processes import cores, in_order
from gander.quack.audit.sources import claims_file, open_source
from gander.quack.library import load_map
from gander.quack.metrics.audits import MANY
from gander.quack.metrics.one_game import Wanted
from gander.quack.metrics.reaudit import reaudit
from gander.report.reaudit import steps_json
from gander.stats import prepare
from gander.viewer.audit.audited import AuditedGame, audit_for_page
from gander.viewer.audit.jobs import Job, Told
from gander.viewer.audit.many import ManyAudited, version_of
from gander.viewer.audit.shown import FaultView, FolderView
from gander.viewer.catalogue import Catalogue, Entry
from gander.viewer.opening import claim_sources

__all__ = ["Auditor", "NotKept", "Working"]

_KEPT = 4
"""Audits that stay as a whole. What was found out about their games stays beside them."""

_AT_ONCE = 0.3
"""Seconds that an answer waits for work, so that little work needs no second question."""


class Working(NamedTuple):
    """How far work is: how much is done, and of how much; `waits` if that is other work, done first."""

    done: int
    of: int
    waits: bool = False


class NotKept(InputError):
    """An audit is not kept, or not any more; asked for anew, it is there again."""


class _Task(NamedTuple):
    """An audit to be made: its games with their files' states, and where their claims come from."""

    entries: tuple[Entry, ...]
    states: tuple[object, ...]
    word: str
    sources: tuple[str, ...]
    folder: str
    folders: tuple[FolderView, ...]

    @property
    def version(self) -> str:
        return version_of((self.word, [its.path for its in self.entries], self.states))


class _Running(NamedTuple):
    """The last audit that was begun, and how it was asked for: word and folder."""

    asked: tuple[str | None, str]
    job: Job[ManyAudited]


class Auditor:
    """Audits the games of a catalogue.

    Args:
        catalogue: What may be opened.
        released_map: The map of records that carry none, by its name or file.
        claims: Where claims come from; None for what the audit would choose.
    """

    def __init__(self, catalogue: Catalogue, released_map: str, claims: str | None) -> None:
        self._catalogue = catalogue
        self._map = released_map
        self._claims = claims
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job[ManyAudited]] = OrderedDict()
        self._running: _Running | None = None
        self._steps: dict[str, Job[bytes]] = {}
        self._games: dict[tuple[Path, str], tuple[object, AuditedGame]] = {}

    def look(self, word: str | None = None, folder: str = "") -> ManyAudited | Working:
        """The audit of games as they are now, or how far it is.

        Args:
            word: Where claims come from; None for what the audit would choose.
            folder: The id of the folder whose games are meant; empty for all.

        Raises:
            InputError: There is no such folder or source of claims, or no game that can be audited.
        """
        with self._lock:
            # While games are being played, files change faster than they are audited: what is asked for
            # already is given first.
            if self._running is None or self._running.job.over:
                self._catalogue.scan()
                self._running = _Running((word, folder), self._begun(self._task(word, folder)))
            its = self._running
        if its.asked != (word, folder):
            return Working(its.job.done, its.job.of, waits=True)
        return its.job.result() if its.job.wait(_AT_ONCE) else Working(its.job.done, its.job.of)

    def _begun(self, task: _Task) -> Job[ManyAudited]:
        """The audit of games as they are: one that was begun, or a new one."""
        job = self._jobs.pop(task.version, None)
        if job is None or job.failed:
            job = Job(partial(self._audit, task))
        self._jobs[task.version] = job
        while len(self._jobs) > _KEPT:
            self._steps.pop(self._jobs.popitem(last=False)[0], None)
        return job

    def find(self, version: str) -> ManyAudited:
        """An audit that was looked at.

        Raises:
            NotKept: It is not kept.
        """
        with self._lock:
            job = self._jobs.get(version)
            if job is None or not job.over:
                raise NotKept("this audit is not kept any more.", todo="Reload the page.")
            self._jobs.move_to_end(version)
        return job.result()

    def steps(self, version: str) -> bytes | Working:
        """The steps from the published figures, as ``gander quack reaudit --json`` writes them.

        Args:
            version: The audit's whose games are meant.

        Raises:
            NotKept: The audit is not kept.
            InputError: Its games cannot be audited again.
        """
        its = self.find(version)
        paths = [game.one.place.path for game in its.games]
        with self._lock:
            job = self._steps.get(version)
            if job is None or job.failed:
                job = self._steps[version] = Job(partial(self._again, paths))
        return job.result() if job.wait(_AT_ONCE) else Working(job.done, job.of)

    def finished(self, told: Told) -> ManyAudited:
        """The audit of all games as they are, once it is there.

        Args:
            told: Is told how far it is.

        Raises:
            InputError: There is no game that can be audited.
        """
        while isinstance(found := self.look(), Working):
            if found.of:
                told(found.done, found.of)
        return found

    def again(self, audited: ManyAudited, told: Told) -> bytes:
        """An audit's games, audited again step by step; see `steps`."""
        return self._again([game.one.place.path for game in audited.games], told)

    def _again(self, paths: Sequence[Path], told: Told) -> bytes:
        return steps_json(reaudit(paths, load_map(self._map), told))

    def _task(self, word: str | None, folder: str) -> _Task:
        entries = tuple(sorted(self._catalogue.entries("game"), key=lambda its: its.path))
        folders = tuple(_folders(entries))
        if folder:
            name = next((its.name for its in folders if its.id == folder), None)
            if name is None:
                raise InputError("there is no such folder of games any more.", todo="Go back to all games.")
            entries = tuple(its for its in entries if name in _above(its.group))
        if not entries:
            raise InputError("no games are below the opened folders.", todo="Open a folder of games.")
        sources = claim_sources([its.path for its in entries], self._claims)
        chosen = word or sources[0]
        if chosen not in sources:
            raise InputError(
                "the games have no such claims.", where=chosen, todo=f"Known: {', '.join(sources)}."
            )
        return _Task(
            entries, tuple(_state(its.path, chosen) for its in entries), chosen, sources, folder, folders
        )

    def _audit(self, task: _Task, told: Told) -> ManyAudited:
        """Audit what has not been audited as it is now."""
        open_ = [its for its in task.entries if not its.fault]
        states = dict(zip((its.path for its in task.entries), task.states, strict=True))
        games: dict[Path, AuditedGame] = {}
        for its in open_:
            state, game = self._games.get((its.path, task.word), (None, None))
            if game is not None and state == states[its.path]:
                games[its.path] = game
        new = [its.path for its in open_ if its.path not in games]
        wanted = Wanted(
            "paper", task.word, open_source(task.word), "setting", load_map(self._map), False, False
        )
        work = partial(audit_for_page, wanted=wanted)
        told(len(open_) - len(new), len(open_))
        workers = cores() if len(new) >= MANY else 1
        with in_order(work, new, workers) as audited:
            prepare()  # while the others work
            for path, game in zip(new, audited, strict=True):
                games[path] = game
                told(len(games), len(open_))
        # A game is kept as it was last, under every source of claims, as long as it is there at all.
        there = {its.path for its in self._catalogue.entries("game")}
        kept = {key: its for key, its in self._games.items() if key[0] in there}
        self._games = kept | {(path, task.word): (states[path], game) for path, game in games.items()}
        return ManyAudited.gather(
            task.version,
            _title(task),
            task.word,
            task.sources,
            [games[its.path] for its in open_],
            {its.path: (its.id, its.name) for its in task.entries},
            [FaultView(its.name, its.fault) for its in task.entries if its.fault],
            steps=any(its.path.with_name(CLAIMS_NAME).exists() for its in open_),
            folder=task.folder,
            folders=task.folders,
        )


def _title(task: _Task) -> str:
    """What the games have in common."""
    chosen = next((its.name for its in task.folders if its.id == task.folder), "")
    return task.entries[0].name if len(task.entries) == 1 else chosen


def _above(group: str) -> list[str]:
    """A folder and all above it."""
    # The last of the parents is the opened folder itself.
    return [str(its) for its in (Path(group), *Path(group).parents[:-1])] if group else []


def _folders(entries: Sequence[Entry]) -> Iterator[FolderView]:
    """The folders that hold some of the games, but not all."""
    counts = Counter(name for its in entries for name in _above(its.group))
    for name, games in sorted(counts.items()):
        if games < len(entries):
            yield FolderView(version_of(name), name, games)


def _state(record: Path, word: str) -> tuple[object, object]:
    """What changes when a game's record or claims do; None for what is not there."""
    claims = claims_file(word, record)
    return _stamp(record), None if claims is None else _stamp(claims)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        info = path.stat()
    except OSError:
        # Reading it says why.
        return None
    return info.st_mtime_ns, info.st_size
