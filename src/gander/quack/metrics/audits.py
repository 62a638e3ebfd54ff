"""Auditing many games: from paths to figures by group.

Verdicts and the games' own figures leave as they come.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from gander.errors import InputError
from gander.processes import cores, in_order
from gander.quack.audit.games import records_at
from gander.quack.audit.recorded import CLAIMS_NAME
from gander.quack.audit.sources import check_claims, open_source
from gander.quack.metrics.gathered import Audits, Gathered
from gander.quack.metrics.one_game import By, GamePlace, Profile, Wanted, audit_game
from gander.quack.world.maps import GameMap
from gander.stats import prepare

__all__ = [
    "BY",
    "ENOUGH",
    "MANY",
    "PROFILES",
    "Audits",
    "By",
    "GamePlace",
    "Profile",
    "audit_games",
    "choose_claims",
]

PROFILES: tuple[Profile, ...] = get_args(Profile)
"""Rules by which figures are computed."""

BY: tuple[By, ...] = get_args(By)
"""What figures can be grouped by."""

ENOUGH = 0.95
"""Figures about statements are flagged where a smaller share of the utterances was read."""

MANY = 24
"""Fewer games than this are audited before other processes have started."""


def choose_claims(profile: Profile, records: Sequence[Path]) -> str:
    """Where claims come from if nobody says: one source for all games.

    Args:
        profile: The profile.
        records: The records.

    Returns:
        ``recorded`` if a file of recorded claims lies beside any record. Else what needs no file: the text
        itself (``rules``), or under `released`, whose format was made for stored claims, ``intended``.
    """
    if any(record.with_name(CLAIMS_NAME).exists() for record in records):
        return "recorded"
    return "rules" if profile == "paper" else "intended"


def audit_games(
    paths: Sequence[Path],
    game_map: GameMap,
    *,
    profile: Profile = "paper",
    claims: str | None = None,
    by: By = "setting",
    compare: tuple[str, str] | Literal["all"] | None = None,
    on_verdict: Callable[[bytes], object] | None = None,
    on_figures: Callable[[bytes], object] | None = None,
    on_game: Callable[[int, int], object] | None = None,
    workers: int | None = 1,
) -> Audits:
    """Audit all games at or below some paths.

    Args:
        paths: Records, games' folders or trees of them.
        game_map: The map of records that don't carry theirs.
        profile: The rules by which figures are computed.
        claims: Where claims come from (`open_source`); None leaves it to `choose_claims`.
        by: What games are grouped by.
        compare: Two settings to compare by seed, or ``all`` for every two that share one.
        on_verdict: Gets a line a claim, with its newline, as games are judged.
        on_figures: Gets a line a game, with its newline: its figures as a JSON object.
        on_game: Gets how many records are done, and of how many, after each.
        workers: In how many processes games are audited; None for one a core from `MANY` games on. Whatever
            it is, the result is the same, and what is got comes in path order.

    Returns:
        Figures by group. Games that were not played to their end are left out; `Audits.notes` says which
        and how many, and in how many games no utterance was read.

    Raises:
        InputError: A path holds no record, a record or claims file cannot be used, there is no such source
            of claims or no game has claims from there, the profile has no figures by player or model,
            settings cannot be compared, or a process was ended before its work was done.
    """
    if profile == "released" and by in ("player", "model"):
        raise InputError(
            f"the released profile has no figures by {by}.",
            where="--by",
            todo="Group by setting, game or all, or use --profile paper.",
        )
    records = records_at(paths)
    word = choose_claims(profile, records) if claims is None else claims
    wanted = Wanted(
        profile, word, open_source(word), by, game_map, on_figures is not None, on_verdict is not None
    )
    check_claims(word, records)
    gathered = Gathered(profile, word, by)
    if workers is None:
        workers = cores() if len(records) >= MANY else 1
    with in_order(partial(audit_game, wanted=wanted), records, workers) as games:
        if workers > 1:
            prepare()  # while the others work
        for number, (record, game) in enumerate(zip(records, games, strict=True), 1):
            gathered.add(record, game)
            if on_figures is not None and game.row is not None:
                on_figures(game.figures + b"\n")
            if on_verdict is not None and game.verdicts:
                on_verdict(game.verdicts)
            if on_game is not None:
                on_game(number, len(records))
    if claims is not None:
        gathered.check_read()
    return gathered.finish(compare)
