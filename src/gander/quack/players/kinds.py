"""The kinds of player that a seat can be given by name."""

import difflib

from gander.errors import InputError
from gander.quack.players.chance import RandomPlayer
from gander.quack.players.lies import PLANS
from gander.quack.players.player import Player, SeatContext
from gander.quack.players.scripted import ScriptedPlayer

__all__ = ["check_kind", "make_player", "model_of"]

KINDS = ("scripted", "random", "human")
_MODEL = "model:"


def model_of(kind: str) -> str | None:
    """The model's name in ``model:PROVIDER/NAME``; None for any other kind."""
    return kind.removeprefix(_MODEL) if kind.startswith(_MODEL) else None


def check_kind(kind: str, *, where: str) -> None:
    """Refuse what is no kind of player.

    Args:
        kind: ``scripted``, ``scripted:PLAN`` (a lie plan for Ducks), ``random``, ``human`` or
            ``model:PROVIDER/NAME``.
        where: The option or place that it comes from, for the message.

    Raises:
        InputError: Naming the kinds there are.
    """
    model = model_of(kind)
    if model is not None:
        if "/" not in model.strip("/"):
            raise InputError(
                f"there is no model {model!r}.",
                where=where,
                todo="Models are written model:PROVIDER/NAME, for example model:openai/gpt-5.",
            )
        return
    name, _, plan = kind.partition(":")
    if name not in KINDS or (plan and name != "scripted") or kind.endswith(":"):
        near = difflib.get_close_matches(kind, KINDS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise InputError(
            f"there is no kind of player {kind!r}.{hint}",
            where=where,
            todo=f"Kinds: {', '.join(KINDS)}, scripted:PLAN, model:PROVIDER/NAME.",
        )
    if plan and plan not in PLANS:
        raise InputError(f"there is no lie plan {plan!r}.", where=where, todo=f"Plans: {', '.join(PLANS)}.")


def make_player(kind: str, context: SeatContext) -> Player:
    """Make a player for a seat; models are made where their calls go through (`gander.quack.live_run`).

    Raises:
        InputError: There is no such kind.
    """
    check_kind(kind, where="player")
    if model_of(kind) is not None:
        raise ValueError(f"{kind} needs an office to be asked through")
    name, _, plan = kind.partition(":")
    if name == "random":
        return RandomPlayer(context)
    if name == "human":
        # The terminal's library is heavy and needed only here.
        from gander.quack.players.human import HumanPlayer  # noqa: PLC0415

        return HumanPlayer(context)
    return ScriptedPlayer(context, plan or None)
