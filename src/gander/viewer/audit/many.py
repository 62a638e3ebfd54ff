"""Many games, audited for the page: what it may ask about them."""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast

from gander.errors import InputError
from gander.quack.metrics.audits import BY, Audits, By
from gander.quack.metrics.gathered import Gathered, group_name, seat_name
from gander.quack.metrics.paper.items import Share
from gander.viewer.audit.audited import SEATS, AuditedGame
from gander.viewer.audit.figures import ComparedView, compared_view, group_view, metric_views
from gander.viewer.audit.shown import (
    FaultView,
    FiguresView,
    FolderView,
    GameLine,
    ItemsView,
    RowView,
    Shown,
    Summary,
)

__all__ = ["ManyAudited", "version_of"]


@dataclass
class ManyAudited(Shown):
    """Games that were audited together.

    Attributes:
        version: Stands for these games as they are.
        title: What is audited.
        claims: Where the claims came from.
        sources: Where they could come from.
        games: Those that were played to their end.
        ids: The catalogue's id and name by record.
        faults: Those that cannot be used.
        steps: Whether they can be audited again step by step.
        folder: The id of the folder whose games these are; empty for all.
        folders: The folders whose games can be audited apart.
        audits: The figures by setting.
    """

    version: str
    title: str
    claims: str
    sources: tuple[str, ...]
    games: tuple[AuditedGame, ...]
    ids: Mapping[Path, tuple[str, str]]
    faults: tuple[FaultView, ...]
    steps: bool
    folder: str
    folders: tuple[FolderView, ...]
    audits: Audits
    _gathered: dict[str, Gathered]
    _figures: dict[str, Audits] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def gather(
        cls,
        version: str,
        title: str,
        claims: str,
        sources: tuple[str, ...],
        games: Sequence[AuditedGame],
        ids: Mapping[Path, tuple[str, str]],
        faults: Sequence[FaultView] = (),
        steps: bool = False,
        folder: str = "",
        folders: tuple[FolderView, ...] = (),
    ) -> "ManyAudited":
        """Gather games that were audited.

        Args:
            version: Stands for them as they are.
            title: What is audited.
            claims: Where the claims came from.
            sources: Where they could come from.
            games: The games, those at fault and those not over among them.
            ids: The catalogue's id and name by record.
            faults: What could not even be tried.
            steps: Whether they can be audited again step by step.
            folder: The id of the folder whose games these are; empty for all.
            folders: The folders whose games can be audited apart.

        Raises:
            InputError: Not one is complete.
        """
        wrong = [*faults, *(FaultView(ids[its.one.place.path][1], its.fault) for its in games if its.fault)]
        usable = [its for its in games if not its.fault]
        if not usable:
            told = f"; the first: {wrong[0].name}: {wrong[0].what}" if wrong else ""
            raise InputError(f"there is no game that could be audited{told}.", where=title)
        gathered: dict[str, Gathered] = {by: Gathered("paper", claims, by) for by in BY}
        for by, its in gathered.items():
            for game in usable:
                seats = (game.seats or {}).get(by, ())
                its.add(game.one.place.path, replace(game.one, seats=seats))
        complete = tuple(its for its in usable if its.one.row is not None)
        audits = gathered["setting"].finish(None)
        return cls(
            *(version, title, claims, sources, complete, ids, tuple(wrong), steps, folder, folders),
            audits,
            gathered,
        )

    def summary(self) -> Summary:
        """What is audited."""
        audits = self.audits
        return Summary(
            self.version,
            self.title,
            audits.profile,
            self.claims,
            self.sources,
            audits.coverage,
            audits.notes,
            self.faults,
            tuple(self._line(game) for game in self.games),
            metric_views(audits.columns),
            BY,
            BY,
            True,
            "any" if len(audits.groups) > 1 else "none",
            self.steps,
            self.folder,
            self.folders,
        )

    def _line(self, game: AuditedGame) -> GameLine:
        place, row = game.one.place, game.one.row
        key, name = self.ids[place.path]
        return GameLine(key, name, place.seed, game.players, row is not None and row[0][-1] > 0)

    def figures(self, by: str) -> FiguresView:
        """The figures of every group.

        Raises:
            InputError: Games cannot be grouped by that.
        """
        audits = self._by(by)
        return FiguresView(
            tuple(group_view(group, audits.columns) for group in audits.groups),
            tuple(its.name for its in audits.headlines),
        )

    def _by(self, by: str) -> Audits:
        if by not in BY:
            raise InputError(f"games are not grouped by {by!r}.", todo=f"Known: {', '.join(BY)}.")
        with self._lock:
            if by not in self._figures:
                self._figures[by] = self.audits if by == "setting" else self._gathered[by].finish(None)
            return self._figures[by]

    def rows(self, by: str) -> tuple[RowView, ...]:
        """What every game counts for in which group.

        Raises:
            InputError: Games cannot be grouped by that.
        """
        places = self._places(by)
        found = []
        for number, game in enumerate(self.games):
            if by in SEATS:
                own = [
                    (places[seat_name(key, self.audits.names)], row) for key, row in (game.seats or {})[by]
                ]
            else:
                assert game.one.row is not None
                group = group_name(game.one.place, cast(By, by), self.audits.names)
                own = [(places[group], game.one.row)]
            found += [RowView(group, number, tuple(parts), tuple(wholes)) for group, (parts, wholes) in own]
        return tuple(found)

    def _places(self, by: str) -> dict[str, int]:
        return {group.name: place for place, group in enumerate(self._by(by).groups)}

    def compared(self, first: int | None, second: int | None) -> tuple[ComparedView, ...]:
        """Settings compared seed by seed.

        Args:
            first: Place of the first among the settings; None for every two.
            second: Place of the second.

        Raises:
            InputError: They cannot be compared.
        """
        names = [group.name for group in self.audits.groups]
        pair: tuple[str, str] | Literal["all"] = "all"
        if first is not None and second is not None:
            if not (0 <= first < len(names) and 0 <= second < len(names)):
                raise InputError("there is no such setting.")
            pair = names[first], names[second]
        try:
            found = self._gathered["setting"].compared(pair, self.audits.names)
        except InputError as error:
            # Its place and advice are an option of the command line.
            raise InputError(error.what) from error
        return tuple(compared_view(one, self.audits.columns) for one in found)

    def items(self) -> ItemsView:
        """All that figures about statements count."""
        words: dict[str, int] = {"": 0}
        shares: dict[tuple[Share, ...], int] = {}
        view = ItemsView(groups=self._groups())

        def coded(word: str) -> int:
            return words.setdefault(word, len(words))

        for number, game in enumerate(self.games):
            own = [shares.setdefault(one, len(shares)) for one in game.shares]
            for place, (sort, utterance, seat, kind, verdict, whose, grounds, counts) in enumerate(
                game.items
            ):
                view.sort.append(coded(sort))
                view.game.append(number)
                view.number.append(place)
                view.utterance.append(utterance)
                view.seat.append(seat)
                view.type.append(coded(kind))
                view.verdict.append(coded(verdict))
                view.whose.append(coded(whose))
                view.grounds.append(coded(grounds))
                view.counts.append(own[counts])
        view.words.extend(words)
        view.shares.extend(shares)
        return view

    def _groups(self) -> dict[str, list[list[int]]]:
        found = {}
        for by in SEATS:
            places = self._places(by)
            names = self.audits.names
            found[by] = [
                [places[seat_name(key, names)] for key in (game.keys or {})[by]] for game in self.games
            ]
        return found

    def all_details(self) -> bytes:
        """What is shown of all items, in the order of `items`; see `details`."""
        return self.details(
            [(number, place) for number, game in enumerate(self.games) for place in range(len(game.items))]
        )

    def details(self, wanted: Sequence[tuple[int, int]]) -> bytes:
        """What is shown of some items, as JSON: a list of [detail or null, utterance or null].

        Args:
            wanted: The game's place and the item's in its game.

        Raises:
            InputError: There is no such item.
        """
        found = []
        for number, place in wanted:
            if not (0 <= number < len(self.games) and 0 <= place < len(self.games[number].items)):
                raise InputError("there is no such claim.")
            game = self.games[number]
            sort, utterance = game.items[place][:2]
            said = b"null" if sort == "lie" else game.spoken[utterance]
            found.append(b"[" + game.details[place] + b"," + said + b"]")
        return b"[" + b",".join(found) + b"]"


def version_of(key: object) -> str:
    """A short text that is another for everything else."""
    return hashlib.blake2b(repr(key).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
