"""Statements: what a sentence's frames claim about who was where, did what and saw whom."""

from collections.abc import Callable, Mapping, Sequence

from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.clauses.frames import MOVES, Frame
from gander.quack.audit.extract.statements.bodies import write_call, write_death, write_finding, write_report
from gander.quack.audit.extract.statements.deeds import write_doing, write_kill
from gander.quack.audit.extract.statements.encounters import write_being, write_seeing
from gander.quack.audit.extract.statements.moves import write_move
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.placing import write_claiming, write_having, write_placing
from gander.quack.audit.extract.statements.restated import without_restatements
from gander.quack.audit.extract.statements.scope import of_part
from gander.quack.audit.extract.statements.sharing import share_times
from gander.quack.claims import Claim

__all__ = ["statements"]

_WRITERS: Mapping[str, Callable[[Page, Frame], None]] = {
    **dict.fromkeys(MOVES, write_move),
    "see": write_seeing,
    "be": write_being,
    "stay": write_being,
    "have": write_having,
    "place": write_placing,
    "confirm": write_placing,
    "vouch": write_placing,
    "say": write_claiming,
    "do": write_doing,
    "kill": write_kill,
    "find": write_finding,
    "report": write_report,
    "call": write_call,
    "die": write_death,
}
"""Who writes down which kind of frame; other kinds claim nothing by themselves."""


def statements(
    frames: list[Frame], discourse: Discourse, text: str, beside: Sequence[Frame] = ()
) -> list[Claim]:
    """The location, sighting and activity claims of a sentence's frames.

    Args:
        frames: The frames, in order.
        discourse: What is known and was mentioned.
        text: The utterance.
        beside: Frames that take no time from those.
    """
    if frames:
        share_times(frames, text, discourse)
    if beside:
        frames = [*frames, *beside]
    page: Page | None = None
    for index, frame in enumerate(frames):
        writer = _WRITERS.get(frame.kind)
        if (
            writer is not None
            and not (frame.purpose or frame.unsure or (frame.negated and of_part(frame, text)))
            and (frame.subject or frame.passive or (frame.nobody and frame.kind in {"be", "go"}))
        ):
            page = page or Page(discourse, text, frames)
            page.index = index
            writer(page, frame)
    if page is None:
        return []
    page.flush()
    return list(without_restatements(page.claims, sentence=True))
