"""Reading recorded claims."""

import json
import os
import resource

import pytest

from gander.errors import InputError
from gander.quack.audit.recorded import read_recorded
from gander.quack.record.lines import MAX_FILE, MAX_LINE

CLAIM = {"type": "sighting", "subject": "Bob", "target": "Eve", "room": "medbay", "temporal": "at tick 3"}
LINE = {"extractor": "x", "speaker": "player_1", "meeting": 0, "utterance_sha256": "ab", "claims": [CLAIM]}


def write(path, *lines):
    path.write_bytes(
        b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    )
    return path


def test_claims_are_found_by_utterance(tmp_path):
    other = {**LINE, "meeting": 1, "claims": []}
    recorded = read_recorded(write(tmp_path / "c.jsonl", LINE, other))
    assert recorded.by_utterance[1, "player_1", "ab"] == ()
    [claim] = recorded.by_utterance[0, "player_1", "ab"]
    assert (claim.type, claim.subject, claim.target, claim.route) == ("sighting", "Bob", "Eve", None)
    assert recorded.lines == {(0, "player_1", "ab"): 1, (1, "player_1", "ab"): 2}


def test_an_empty_file_holds_no_claims(tmp_path):
    assert read_recorded(write(tmp_path / "c.jsonl")).by_utterance == {}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "no utterance"),
        (b"{", "no utterance"),
        (b'"\xff"', "no utterance"),
        ([1], "no utterance"),
        ({**LINE, "meeting": "0"}, "meeting"),
        ({**LINE, "claims": None}, "claims"),
        ({**LINE, "claims": [{**CLAIM, "type": "rumour"}]}, "rumour"),
        ({**LINE, "claims": [{**CLAIM, "room": 3}]}, "room"),
        ({**LINE, "claims": [{**CLAIM, "route": "medbay"}]}, "route"),
        ({**LINE, "claims": []}, "other claims on line 1"),
    ],
)
def test_a_faulty_line_is_named(tmp_path, line, words):
    path = write(tmp_path / "c.jsonl", LINE, line, LINE)
    with pytest.raises(InputError, match=words) as caught:
        read_recorded(path)
    assert caught.value.where == f"{path}:2"


def test_the_same_line_twice_does_no_harm(tmp_path):
    assert len(read_recorded(write(tmp_path / "c.jsonl", LINE, LINE)).by_utterance) == 1


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_recorded(tmp_path / "c.jsonl")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "c.jsonl")
    with pytest.raises(InputError, match="pipe or a device"):
        read_recorded(tmp_path / "c.jsonl")


def test_a_large_file_is_refused_without_being_read_whole(tmp_path):
    path = write(tmp_path / "c.jsonl", LINE)
    os.truncate(path, MAX_FILE + 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InputError, match="128 MiB"):
        read_recorded(path)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) < 50_000  # KiB


def test_a_long_line_is_refused(tmp_path):
    path = write(tmp_path / "c.jsonl", LINE, b'"' + b"x" * MAX_LINE + b'"')
    with pytest.raises(InputError, match="8 MiB") as caught:
        read_recorded(path)
    assert caught.value.where == f"{path}:2"
