"""Players: what sits in a seat. The protocol, and the kinds that need no model."""

from gander.quack.players.chance import RandomPlayer
from gander.quack.players.kinds import check_kind, make_player, model_of
from gander.quack.players.lies import PLANS
from gander.quack.players.memory import Memory
from gander.quack.players.player import LivePlayer, NoAnswer, Player, Reply, SeatContext, draw_seed
from gander.quack.players.scripted import ScriptedPlayer

__all__ = [
    "PLANS",
    "LivePlayer",
    "Memory",
    "NoAnswer",
    "Player",
    "RandomPlayer",
    "Reply",
    "ScriptedPlayer",
    "SeatContext",
    "check_kind",
    "draw_seed",
    "make_player",
    "model_of",
]
