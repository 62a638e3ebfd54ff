"""A player's world: what it observed, and nothing else."""

from pathlib import Path

import msgspec
import pytest

from gander.errors import InputError
from gander.quack.replay import Turn, reenact
from tests.viewer.test_game import opened


def test_turns_are_its_observations(tree: Path) -> None:
    game = opened(tree / "big" / "seed03" / "game.jsonl")
    turns: list[Turn] = []
    reenact(game.audit.game.record, turns.append)
    rooms = [room.name for room in game.view.map.rooms]
    names = [player.name for player in game.view.players]
    for seat in (0, 7):
        view = game.seat(seat)
        own = [turn for turn in turns if turn.player == seat]
        assert len(view.turns) == len(own)
        met: set[str] = set()
        for shown, turn in zip(view.turns, own, strict=True):
            seen = turn.observation
            assert (shown.at, shown.tick, shown.kind) == (turn.position, seen.tick, seen.kind)
            assert rooms[shown.room] == seen.room
            assert tuple(names[other] for other in shown.present) == seen.present
            assert tuple(names[other] for other in shown.bodies) == seen.bodies
            met |= {*seen.present, *(sight.who for sight in seen.seen)}
            # Whoever is shown was met; nobody is in two places.
            known = [names[place.seat] for place in shown.known]
            assert set(known) <= met
            assert not {*known} & {*seen.present, *seen.bodies, *seen.dead, seen.name}
            told = "\n".join(view.texts[line] for line in shown.told)
            assert f"It is tick {seen.tick}." in told
            assert [decision.at for decision in shown.decisions][-1] == turn.position


def test_pictures_are_those_it_was_shown(tree: Path) -> None:
    from gander.quack.senses.pictures import local_picture

    game = opened(tree / "big" / "seed03" / "game.jsonl")
    turns: list[Turn] = []
    reenact(game.audit.game.record, turns.append)
    turn = next(turn for turn in turns if turn.player == 3)
    drawn = local_picture(turn.observation, game.audit.game.game_map).png
    assert game.picture(3, turn.position, "local") == drawn
    assert game.picture(4, turn.position, "local") is None


def test_released_records_tell_who_stood_in_the_same_room(tree: Path) -> None:
    game = opened(tree / "released" / "seed01" / "game.jsonl")
    alice, bob, charlie = (game.seat(seat) for seat in range(3))
    assert "hold no observations" in alice.note
    assert not alice.pictures
    assert [(turn.at, turn.present, turn.bodies) for turn in alice.turns] == [
        (0, (1,), ()),
        (2, (), (1,)),  # she has killed Bob
        (5, (2,), (1,)),  # Charlie arrives
        (6, (2,), (1,)),  # and reports: now everybody knows that Bob is dead
    ]
    assert bob.turns[-1].present == (0,)
    assert [(turn.tick, turn.present, turn.bodies, turn.dead) for turn in charlie.turns] == [
        (0, (), (), ()),
        (2, (0,), (1,), ()),
        (2, (0,), (1,), (1,)),  # the report tells
        (2, (), (1,), (0, 1)),  # Alice is ejected
    ]


def test_a_changed_record_is_told(tree: Path, tmp_path: Path) -> None:
    lines = (tree / "hostile" / "seed05" / "game.jsonl").read_bytes().splitlines(keepends=True)
    number = next(number for number, line in enumerate(lines) if b'"observation":' in line)
    event = msgspec.json.decode(lines[number])
    event["data"]["observation"] = "0" * 16
    lines[number] = msgspec.json.encode(event) + b"\n"
    path = tmp_path / "seed05" / "game.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(lines))
    game = opened(path)  # what happened can still be watched
    with pytest.raises(InputError, match="shown something else"):
        game.seat(0)
