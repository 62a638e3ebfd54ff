"""The kinds of player that a seat can be given by name."""

import difflib

from gander.errors import InputError
from gander.quack.players.chance import RandomPlayer
from gander.quack.players.lies import PLANS
from gander.quack.players.player import Player, SeatContext
from gander.quack.players.scripted import ScriptedPlayer

__all__ = ["check_kind", "make_player"]

KINDS = ("scripted", "random", "human")


def check_kind(kind: str, *, where: str) -> None:
    """Refuse what is no kind of player.

    Args:
        kind: ``scripted``, ``scripted:PLAN`` (a lie plan for Ducks), ``random`` or ``human``.
        where: The option or place that it comes from, for the message.

    Raises:
        InputError: Naming the kinds there are.
    """
    name, _, plan = kind.partition(":")
    if name not in KINDS or (plan and name != "scripted") or kind.endswith(":"):
        near = difflib.get_close_matches(kind, KINDS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise InputError(
            f"there is no kind of player {kind!r}.{hint}",
            where=where,
            todo=f"Kinds: {', '.join(KINDS)}, scripted:PLAN.",
        )
    if plan and plan not in PLANS:
        raise InputError(f"there is no lie plan {plan!r}.", where=where, todo=f"Plans: {', '.join(PLANS)}.")


def make_player(kind: str, context: SeatContext) -> Player:
    """Make a player for a seat.

    Raises:
        InputError: There is no such kind.
    """
    check_kind(kind, where="player")
    name, _, plan = kind.partition(":")
    if name == "random":
        return RandomPlayer(context)
    if name == "human":
        # The terminal's library is heavy and needed only here.
        from gander.quack.players.human import HumanPlayer  # noqa: PLC0415

        return HumanPlayer(context)
    return ScriptedPlayer(context, plan or None)
