"""A record's lines told to somebody who must not learn the roles."""

from gander.quack.record import Record
from gander.quack.world import Event

__all__ = ["veiled"]


def veiled(record: Record, event: Event, sentences: tuple[str, ...]) -> tuple[str, ...] | None:
    """What a line tells without the roles.

    Args:
        record: The record.
        event: The line.
        sentences: What it tells in full; see `gander.report.account.sentences`.

    Returns:
        The sentences; None where they are those given.
    """
    data, kind = event.data, event.event_type
    if kind == "player_killed":
        return (f"{record.names[data['target_id']]} is killed in {data['room']}.",)
    if kind == "player_ejected":
        return (f"{data['name']} is ejected.",)
    if kind == "game_over":
        return ("The game is over.",)
    if kind == "decision":
        return ()
    ducks = {entrant.player_id for entrant in record.roster if entrant.team == "duck"}
    if kind == "task_completed" and data["player_id"] in ducks:
        return tuple(one.removesuffix(" (a fake task).").rstrip(".") + "." for one in sentences)
    return None
