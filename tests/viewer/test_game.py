"""A game as the page has it: the record's own facts, and the audit's own verdicts."""

from pathlib import Path

import pytest

from gander.quack.audit.game import open_game
from gander.quack.audit.judge import judge_game
from gander.quack.audit.sources import open_source
from gander.quack.library import load_map
from gander.quack.record import read_record
from gander.quack.world import generate_map
from gander.viewer.opening import OpenedGame, claim_sources, open_for_page
from gander.viewer.plan import plan_map, signs
from tests.viewer.records import released_record


def opened(path: Path, claims: str | None = None) -> OpenedGame:
    return open_for_page(path, load_map("ship10"), claims, claim_sources([path]))


@pytest.mark.parametrize("name", ["released/seed01", "big/seed03", "hostile/seed05"])
def test_places_are_the_timelines(tree: Path, name: str) -> None:
    game = opened(tree / name / "game.jsonl")
    timeline, view = game.audit.game.timeline, game.view
    rooms = [room.name for room in view.map.rooms]
    for seat, player in enumerate(timeline.players):
        for position in range(len(view.events)):
            stay = timeline.where(player, position)
            shown = [one for one in view.stays[seat] if one.start <= position < one.end]
            if stay is None:
                assert shown == []
                died = view.players[seat].died
                assert died is not None
                assert died[0] <= position
                continue
            (one,) = shown
            if stay.room is not None:
                assert one.room is not None
                assert rooms[one.room] == stay.room
            else:
                assert one.room is None
                assert one.origin is not None
                assert one.heading is not None
                assert (rooms[one.origin], rooms[one.heading]) == (stay.origin, stay.heading)
                # How far it is: the corridor's own ticks.
                ways = {frozenset((way.a, way.b)): way.ticks for way in view.map.ways}
                assert one.ticks == ways[frozenset((one.origin, one.heading))]


def test_verdicts_are_the_audits(tree: Path) -> None:
    path = tree / "big" / "seed03" / "game.jsonl"
    game = open_game(read_record(path))
    audit = judge_game(game, open_source("rules")(game))
    view = opened(path).view
    assert [(its.verdict, its.reason, its.lines, its.span) for its in view.claims] == [
        (its.verdict, its.reason, its.evidence, its.claim.span) for its in audit.judgements
    ]
    assert view.source == "rules"
    assert view.coverage == (audit.covered, len(audit.extractions))
    listed = [claim for utterance in view.utterances for claim in utterance.claims]
    assert listed == list(range(len(view.claims)))
    for claim in view.claims:
        assert 0 <= claim.moment < len(view.events)
    # The lines that decide are there as they are written.
    written = path.read_text().splitlines()
    named = {line for claim in view.claims for line in claim.lines}
    assert named
    assert all(view.lines[line].rstrip("…") == written[line - 1][:4000] for line in named)


def test_claims_come_from_where_the_audit_takes_them(tmp_path: Path) -> None:
    path = released_record(tmp_path / "seed01")
    assert claim_sources([path]) == ("rules", "intended")
    path.with_name("extracted_claims.jsonl").write_text("")
    path.with_name("claims.some-model.jsonl").write_text("")
    assert claim_sources([path]) == ("recorded", "rules", "intended", "claims.some-model.jsonl")
    assert claim_sources([path], "rules")[0] == "rules"
    view = opened(path).view
    assert view.source == "recorded"
    assert view.coverage == (0, 3)  # nothing was extracted: that is never "no claims"
    assert {utterance.state for utterance in view.utterances} == {"failed"}


def test_hidden_roles_hide_the_duck(tree: Path) -> None:
    view = opened(tree / "released" / "seed01" / "game.jsonl").view
    kill = next(event for event in view.events if event.type == "player_killed")
    assert kill.text == ("† Alice kills Bob in medbay, unseen.",)
    assert kill.veiled == ("Bob is killed in medbay.",)
    for event in view.events:
        hidden = " ".join(event.text if event.veiled is None else event.veiled)
        if event.type != "discussion_message":
            assert "Duck" not in hidden
            assert "fake" not in hidden
    accusation = next(claim for claim in view.claims if claim.type == "accusation")
    assert accusation.telling


def test_maps_of_every_size_are_laid_out() -> None:
    for game_map in (load_map("ship10"), load_map("harbour24"), generate_map(40, 3)):
        plan = plan_map(game_map)
        assert [room.name for room in plan.rooms] == [room.name for room in game_map.rooms]
        assert len({room.code for room in plan.rooms}) == len(plan.rooms)
        for one in plan.rooms:
            assert one.left >= 0
            assert one.left + one.width <= plan.width
            assert one.top + one.height <= plan.height


def test_signs_are_short_and_no_two_alike() -> None:
    assert signs(["upper_engine", "lower_engine", "medbay", "mess", "mead", "med", "医務室", "<>"]) == (
        *("UE", "LE", "ME", "MES", "MEA", "MED", "医務", "8"),
    )
    many = [f"room {number}" for number in range(200)]
    assert len(set(signs(many))) == 200
