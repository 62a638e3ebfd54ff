"""Replies are read as widely as they are clear, and never beyond."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.library import load_map
from gander.quack.players.model.choices import choices, listed, schema
from gander.quack.players.model.reading import read_reply
from gander.quack.senses import Observation, Observer
from gander.quack.senses.observation import Exit, OwnTask
from gander.quack.world import Act, Decision, Engine, Rules, Speak, Unclear, Vote

SHIP10 = load_map("ship10")


def seen(kind: Any = "act", **changes: Any) -> Observation:
    """What a Duck in medbay is asked on."""
    engine = Engine(SHIP10, Rules(), 1)
    assert engine.need
    plain = Observer(engine).observe(engine.need.player, "act")
    its: dict[str, Any] = {
        "kind": kind,
        "name": "Alice",
        "room": "medbay",
        "exits": (Exit("upper_engine", 2), Exit("electrical", 1)),
        "tasks": (OwnTask("Submit Scan", "medbay", 0, 3), OwnTask("Fuel Engines", "lower_engine", 0, 3)),
        "dead": ("Frank",),
        "legal": (
            Act("wait"),
            Act("move", "upper_engine"),
            Act("move", "electrical"),
            Act("task", "Submit Scan"),
            Act("kill", "Bob"),
            Act("report"),
        ),
    }
    return msgspec.structs.replace(plain, **(its | changes))


def read(text: str, kind: str = "act", **changes: Any) -> Decision:
    return read_reply(text, seen(kind, **changes), SHIP10)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ('{"thoughts": "", "action": "move electrical", "say": ""}', Act("move", "electrical")),
        ('{"action": "Move to ELECTRICAL"}', Act("move", "electrical")),
        ('{"Action": "move \'upper engine\'"}', Act("move", "upper_engine")),
        ('{"action": "move", "target": "Upper Engine"}', Act("move", "upper_engine")),
        ('{"action": {"type": "move", "target": "electrical"}}', Act("move", "electrical")),
        ('{"action": {"kill": "bob"}}', Act("kill", "Bob")),
        ('{"action": "task"}', Act("task")),
        ('{"action": "do the task \\"submit scan\\""}', Act("task", "Submit Scan")),
        ('{"action": "wait", "target": ""}', Act("wait")),
        ('{"action": "wait", "target": null, "say": "  Hi. "}', Act("wait", say="Hi.")),
        ('{"action": "report", "target": "Frank"}', Act("report")),
        ('```json\n{"action": "kill Bob", "say": "Sorry!"}\n```', Act("kill", "Bob", "Sorry!")),
        ('I think so.\n\n{"action": "wait"}\n\nHope that helps!', Act("wait")),
        ('An example: {"action": "wait"}. Mine: {"action": "report"}', Act("report")),
        ('**Action:** `move electrical`\n**Say:** "On my way."', Act("move", "electrical", "On my way.")),
        ('{"action": "move electrical", "say": "unfinished', Act("move", "electrical")),
        ("move electrical", Act("move", "electrical")),
        ("I will move electrical now.", Act("move", "electrical")),
        ("**Report**", Act("report")),
        # Clear and illegal: for the rules to refuse, in their words.
        ('{"action": "move storage"}', Act("move", "storage")),
        ('{"action": "move to the attic"}', Act("move", "the attic")),
        ('{"action": "kill Charlie"}', Act("kill", "Charlie")),
        ('{"action": "call a meeting"}', Act("call")),
    ],
)
def test_actions(text: str, decision: Decision) -> None:
    assert read(text) == decision


@pytest.mark.parametrize(
    "text",
    [
        "I could move electrical or wait.",
        "I will not kill Bob.",
        "Let me think about it.",
        '{"action": ""}',
        '{"action": "dance"}',
        '{"action": ["wait"]}',
        '{"action": "wait", "Action": "report"}',
        '{"speech": "Hello."}',
        '{"vote": "Bob"}',
        '{"thoughts": "hm"}',
        "Action: wait\nAction: report",
        "{}",
        "[]",
        "{" * 3000,
        '{"action": ' * 3000,
    ],
)
def test_no_action_is_ever_made_up(text: str) -> None:
    assert isinstance(read(text), Unclear)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ('{"thoughts": "", "vote": "Bob"}', Vote("Bob")),
        ('{"vote": " bOB. "}', Vote("Bob")),
        ('{"vote": "abstain"}', Vote(None)),
        ('{"vote": "Skip"}', Vote(None)),
        ('{"vote": null}', Vote(None)),
        ("Vote: **Charlie**", Vote("Charlie")),
        ("I vote for Diana", Vote("Diana")),
        ("Everything points at Diana.", Vote("Diana")),
        ("I abstain.", Vote(None)),
        # The dead and the unknown are votes that the rules refuse.
        ('{"vote": "Frank"}', Vote("Frank")),
        ('{"vote": "Zoe"}', Vote("Zoe")),
    ],
)
def test_votes(text: str, decision: Decision) -> None:
    assert read(text, "vote") == decision


@pytest.mark.parametrize(
    "text",
    ["Bob or Diana.", "It was not Bob.", "Hm.", '{"vote": ""}', '{"vote": 3}', '{"action": "wait"}', ""],
)
def test_no_vote_is_ever_made_up(text: str) -> None:
    assert isinstance(read(text, "vote"), Unclear)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ('{"thoughts": "x", "speech": "I was in medbay."}', Speak("I was in medbay.")),
        ('```\n{"speech": "Ja."}\n```', Speak("Ja.")),
        ('{"speech": ""}', Unclear("The reply's object holds no speech.")),
        ("I was in medbay.", Speak("I was in medbay.")),
        ('Speech: "I was in medbay."', Speak("I was in medbay.")),
        ('I said "wait" and "go".', Speak('I said "wait" and "go".')),
        ('He wrote {"vote": "Bob"} on the wall.', Speak('He wrote {"vote": "Bob"} on the wall.')),
        ('{"speech": "I said {\\"speech\\": \\"no\\"}"}', Speak('I said {"speech": "no"}')),
    ],
)
def test_speeches(text: str, decision: Decision) -> None:
    assert read(text, "speak") == decision


def test_somebody_who_is_called_like_a_choice() -> None:
    names = ("Alice", "abstain", "wait", "report")
    observation = seen("vote", players=names, dead=())
    offered = [choice.words for choice in choices(observation)]
    assert offered == ["abstain", "wait", "report", "abstain from voting"]
    for words, target in zip(offered, ("abstain", "wait", "report", None), strict=True):
        assert read_reply(json.dumps({"vote": words}), observation, SHIP10) == Vote(target)


def test_names_that_look_alike_are_told_apart_by_the_exact_words_alone() -> None:
    names = ("Alice", "up-per", "upper")
    for name in names[1:]:
        assert read(json.dumps({"vote": name}), "vote", players=names, dead=()) == Vote(name)
    assert read('{"vote": "up per"}', "vote", players=names, dead=()) == Vote("up per")  # nobody's name


NAME = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=30).map(
    str.strip
)
NAMES = st.lists(NAME.filter(bool), min_size=3, max_size=6, unique_by=lambda name: name.casefold())


@settings(max_examples=150)
@given(NAMES)
def test_every_choice_copied_from_the_prompt_is_that_choice(names: list[str]) -> None:
    acts = [Act("wait"), Act("report"), *(Act("kill", name) for name in names)]
    observation = seen(legal=tuple(acts), players=("Alice", *names), dead=())
    lines = listed(choices(observation)).splitlines()
    assert len(lines) == len(acts)
    for line, act in zip(lines, acts, strict=True):
        reply = f'```json\n{{"thoughts": "", "action": {line.removeprefix("- ")}, "say": ""}}\n```'
        assert read_reply(reply, observation, SHIP10) == act
    enum = json.loads(schema("act", choices(observation)).json)["properties"]["action"]["enum"]
    assert [json.loads(line.removeprefix("- ")) for line in lines] == enum


@settings(max_examples=300)
@given(st.text(max_size=300), st.sampled_from(["act", "speak", "vote"]))
def test_any_text_is_a_decision_of_the_kind_or_unclear(text: str, kind: str) -> None:
    decision = read(text, kind)
    wanted = {"act": Act, "speak": Speak, "vote": Vote}[kind]
    assert isinstance(decision, wanted | Unclear)


@pytest.mark.parametrize("text", ["{" * 1_000_000, '"' * 1_000_000, "action: " * 100_000, "(" * 1_000_000])
@pytest.mark.parametrize("kind", ["act", "speak", "vote"])
def test_hostile_texts_are_read_in_no_time(text: str, kind: str) -> None:
    read(text, kind)
