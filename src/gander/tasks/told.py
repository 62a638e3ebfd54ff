"""A game as messages that a log's viewer shows: a message a round and a meeting."""

from collections.abc import Iterator

from inspect_ai.model import ChatMessageUser

from gander.quack.record import Record
from gander.report.account import account

__all__ = ["messages_of"]

_WIDTH = 100


def messages_of(record: Record) -> Iterator[ChatMessageUser]:
    """Tell a game, as ``gander quack replay`` does.

    Args:
        record: The record, finished or not.

    Yields:
        Messages, each a block of plain text: whatever players wrote in it is shown and not interpreted.
    """
    section: list[str] = []
    for line in account(record, width=_WIDTH):
        # A section begins with an empty line, its title, and a line below it.
        if not line and section:
            yield _block(section)
            section = []
        section.append(line)
    yield _block(section)


def _block(lines: list[str]) -> ChatMessageUser:
    # The teller indents whatever is said, so that no line of it can end the block.
    text = "\n".join(lines).strip("\n")
    return ChatMessageUser(content=f"```text\n{text}\n```")
