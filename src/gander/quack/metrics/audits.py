"""Auditing many games: from paths to figures by game and setting, and their files."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gander.errors import InputError
from gander.quack.audit.intended import intended_claims
from gander.quack.audit.recorded import CLAIMS_NAME, read_recorded
from gander.quack.metrics.released import ReleasedVerdict, audit_released
from gander.quack.metrics.summary import GameFigures, place_of, setting_names, summarize
from gander.quack.record.reader import RECORD_NAME, UNFINISHED, find_records, read_record
from gander.quack.world.maps import GameMap
from gander.stats import Estimate

__all__ = ["PROFILES", "SOURCES", "Audits", "audit_games", "to_csv", "to_json", "to_verdict_lines"]

PROFILES = ("released",)
"""Rules by which figures are computed."""

SOURCES = ("recorded",)
"""Where claims come from."""


@dataclass(frozen=True, slots=True)
class Audits:
    """The figures of many games.

    Attributes:
        games: The complete games, in path order.
        verdicts: For each of them, its claims' verdicts.
        settings: Means by setting and metric.
        notes: What a reader must know about them, as sentences with their place.
    """

    games: tuple[GameFigures, ...]
    verdicts: tuple[tuple[ReleasedVerdict, ...], ...]
    settings: dict[str, dict[str, Estimate]]
    notes: tuple[str, ...]


def audit_games(paths: Sequence[Path], game_map: GameMap) -> Audits:
    """Audit all games at or below some paths.

    Args:
        paths: Records, games' folders or trees of them.
        game_map: The map of records that don't carry theirs.

    Returns:
        Figures by game and setting. Games that were not played to their end are left out, and
        games without claims (in a file, or stored by scripted players) have no statements;
        `Audits.notes` says which and how many.

    Raises:
        InputError: A path holds no record, or a record or claims file cannot be used.
    """
    notes: list[str] = []
    places: list[tuple[Path, Path, int | None]] = []
    figures: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]] = []
    verdicts: list[tuple[ReleasedVerdict, ...]] = []
    unfinished: list[Path] = []
    silent: list[Path] = []
    for path in _records(paths):
        record = read_record(path)
        # What is unfinished is named in one note for all.
        notes += [
            f"{path}:{warning.line}: {warning.what}"
            for warning in record.warnings
            if warning.what != UNFINISHED
        ]
        if not record.complete:
            unfinished.append(path)
            continue
        claims_path = path.with_name(CLAIMS_NAME)
        claims = read_recorded(claims_path) if claims_path.exists() else intended_claims(record)
        audit = audit_released(record, claims, record.game_map or game_map)
        if claims is None:
            silent.append(path)
        elif audit.unused:
            notes.append(
                f"{claims_path}: {_counted(audit.unused, 'utterance')} in it was never spoken in this game;"
                " is it another game's file?"
            )
        folder, seed = place_of(record)
        places.append((path, folder, seed))
        figures.append((audit.tier1, audit.tier2, audit.tier3))
        verdicts.append(audit.verdicts)
    if unfinished:
        notes.append(
            f"{_counted(len(unfinished), 'game')} left out, not played to the end: {_listed(unfinished)}."
        )
    if silent:
        notes.append(
            f"{_counted(len(silent), 'game')} without claims (no {CLAIMS_NAME}),"
            f" left out of figures about statements: {_listed(silent)}."
        )
    if not places:
        raise InputError(
            "no game was played to its end, so there is nothing to audit.",
            where=str(unfinished[0]),
            todo="Go on with the game, or name others.",
        )
    names = setting_names(folder for _, folder, _ in places)
    games = tuple(
        GameFigures(path, names[folder], seed, tier1, tier2, tier3)
        for (path, folder, seed), (tier1, tier2, tier3) in zip(places, figures, strict=True)
    )
    return Audits(games, tuple(verdicts), summarize(games), tuple(notes))


def _records(paths: Sequence[Path]) -> Iterator[Path]:
    """All records in path order, each once however it is reached."""
    seen: set[tuple[int, int]] = set()
    for path in paths:
        for record in find_records(path):
            try:
                info = record.stat()
            except OSError:  # reading it says why
                yield record
                continue
            if (info.st_dev, info.st_ino) not in seen:
                seen.add((info.st_dev, info.st_ino))
                yield record


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _listed(paths: list[Path]) -> str:
    shown = ", ".join(str(path.parent if path.name == RECORD_NAME else path) for path in paths[:5])
    return shown if len(paths) <= 5 else f"{shown} and {len(paths) - 5} more"


def to_json(audits: Audits, profile: str) -> bytes:
    """Everything as one JSON document: the profile, every game by tier, every setting."""
    document = {
        "profile": profile,
        "games": [
            {
                "path": str(game.path),
                "setting": game.setting,
                "seed": game.seed,
                "outcomes": game.outcomes,
                "behaviour": game.behaviour,
                "statements": game.statements,
            }
            for game in audits.games
        ],
        "settings": {
            name: {metric: {"mean": estimate.value, "n": estimate.n} for metric, estimate in metrics.items()}
            for name, metrics in audits.settings.items()
        },
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def to_csv(audits: Audits) -> str:
    """A row a setting and metric; an undefined mean is empty."""
    page = io.StringIO()
    rows = csv.writer(page, lineterminator="\n")
    rows.writerow(("setting", "metric", "mean", "n", "undefined"))
    for name, metrics in audits.settings.items():
        for metric, estimate in metrics.items():
            value = "" if estimate.value is None else repr(estimate.value)
            rows.writerow((name, metric, value, estimate.n, estimate.undefined))
    return page.getvalue()


def to_verdict_lines(audits: Audits) -> bytes:
    """A line a claim, with the game's path and the lines of its record that decide it."""
    encoder = msgspec.json.Encoder()
    lines: list[bytes] = []
    for game, verdicts in zip(audits.games, audits.verdicts, strict=True):
        # Spliced in, so that a verdict needs no copy for its path.
        head = b'{"path":' + encoder.encode(str(game.path)) + b","
        lines += [head + encoder.encode(verdict)[1:] + b"\n" for verdict in verdicts]
    return b"".join(lines)
