"""What models are shown: complete, exact, quoted, and within its budget."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.models.estimate import text_tokens
from gander.quack.library import load_map
from gander.quack.play import play_game
from gander.quack.players import Memory, Player, Reply, ScriptedPlayer, SeatContext
from gander.quack.players.model import texts
from gander.quack.players.model.player import prompt_for
from gander.quack.players.model.quoting import MOST_SHOWN, named, quoted
from gander.quack.players.model.recall import recall
from gander.quack.players.model.settings import ModelSettings
from gander.quack.players.model.texts import prompt_hash
from gander.quack.record import Journal, Timeline, build_timeline, read_record
from gander.quack.senses import Observation, Observer
from gander.quack.world import Decision, Engine, GameMap, Rules
from gander.quack.world.rules import MeetingRules

TEXT = ModelSettings(senses="text")


class Noted:
    """A scripted player whose memory is told before every decision."""

    def __init__(self, player: ScriptedPlayer, notes: list[tuple[str, int, str]], count: list[int]) -> None:
        self.kind = player.kind
        self.player = player
        self.memory = Memory()
        self.notes = notes
        self.count = count

    def _note(self, observation: Observation) -> None:
        text = recall(
            self.memory.including(observation), "full", 10**9, meeting=observation.meeting is not None
        )
        self.notes.append((observation.name, self.count[0], text))

    def act(self, observation: Observation) -> Reply:
        self._note(observation)
        return self.player.act(observation)

    def speak(self, observation: Observation) -> Reply:
        self._note(observation)
        return self.player.speak(observation)

    def vote(self, observation: Observation) -> Reply:
        self._note(observation)
        return self.player.vote(observation)

    def remember(self, observation: Observation, decision: Decision) -> None:
        self.memory.remember(observation, decision)
        self.player.remember(observation, decision)
        self.count[0] += 1


def noted_game(path: Path, game_map: GameMap, seed: int) -> tuple[Timeline, list[tuple[str, int, str]]]:
    """A scripted game, and (player, decisions before, memory in words) of every decision."""
    engine = Engine(game_map, Rules(), seed)
    notes: list[tuple[str, int, str]] = []
    count = [0]
    players: list[Player] = [
        Noted(ScriptedPlayer(SeatContext(i, seat.name, game_map, seed)), notes, count)
        for i, seat in enumerate(engine.seats)
    ]
    with Journal(path) as journal:
        play_game(engine, players, journal)
    return build_timeline(read_record(path)), notes


class Truth:
    """Holds lines of memory against a game's timeline, up to a decision of one player."""

    def __init__(self, timeline: Timeline, me: str, decisions: int) -> None:
        record = timeline.record
        self.timeline = timeline
        self.ids = {name: id for id, name in record.names.items()}
        self.names = record.names
        self.me = self.ids[me]
        made = [p for p, event in enumerate(record.events) if event.event_type == "decision"]
        self.until = made[decisions]
        self.events = record.events[: self.until]

    def there(self, who: str, room: str, tick: int) -> list[int]:
        """Positions of a tick at which a player stood in a room."""
        found = []
        for position, event in enumerate(self.events):
            stay = self.timeline.where(self.ids[who], position)
            if event.tick == tick and stay is not None and stay.room == room:
                found.append(position)
        return found

    def saw(self, kind: str, tick: int, room: str, **data: Any) -> bool:
        """Whether such an event happened before my eyes."""
        for position, event in enumerate(self.events):
            if event.event_type != kind or event.tick != tick:
                continue
            if any(event.data.get(key) != value for key, value in data.items()):
                continue
            mine = self.timeline.where(self.me, position)
            if mine is not None and mine.room == room:
                return True
        return False

    def walked_in(self, who: str, origin: str, room: str, tick: int) -> bool:
        return any(
            stay.room == room and stay.arrived_from == origin and self.events[stay.start].tick == tick
            for stay in self.timeline.stays[self.ids[who]]
            if stay.start < self.until
        )


SPAN = r"(?:tick (\d+)|ticks (\d+)-(\d+))"


def ticks(found: "re.Match[str]", at: int) -> range:
    one, first, last = found.group(at, at + 1, at + 2)
    return range(int(one), int(one) + 1) if one else range(int(first), int(last) + 1)


def check_line(line: str, truth: Truth, section: str) -> bool:
    """Hold a line against the truth; False if it states nothing that can be held against it."""
    me = truth.names[truth.me]
    found: re.Match[str] | None
    if line.startswith("You were in: "):
        for stay in re.finditer(rf"([\w-]+) \({SPAN}\)", line):
            for tick in ticks(stay, 2):
                assert truth.there(me, stay[1], tick), line
    elif section == "You met:" and (
        found := re.fullmatch(
            rf"- (\w+) in (\w+), {SPAN}(?:, came from (\w+))?(?:, left for (\w+))?(, killed then)?", line
        )
    ):
        who, room, span = found[1], found[2], ticks(found, 3)
        for tick in span:
            both = set(truth.there(who, room, tick)) & set(truth.there(me, room, tick))
            assert both, line
        if found[6]:
            assert truth.walked_in(who, found[6], room, span[0]), line
        if found[7]:
            id = truth.ids[who]
            assert truth.saw("player_moved", span[-1], room, player_id=id, to=found[7]), line
        if found[8]:
            assert truth.saw("player_killed", span[-1], room, target_id=truth.ids[who]), line
    elif section == "You saw at work:" and (found := re.fullmatch(rf"- (\w+) in (\w+), {SPAN}", line)):
        for tick in ticks(found, 3):
            assert truth.saw("task_progress", tick, found[2], player_id=truth.ids[found[1]]), line
    elif found := re.fullmatch(r"- (\w+) killed (\w+) in (\w+), tick (\d+)", line):
        killer, victim = truth.ids[found[1]], truth.ids[found[2]]
        assert truth.saw("player_killed", int(found[4]), found[3], killer_id=killer, target_id=victim), line
    elif section == "You heard in rooms:" and (
        found := re.fullmatch(r"- (\w+) in (\w+), tick (\d+): (.*)", line)
    ):
        words = json.loads(found[4])
        assert truth.saw("free_roam_chat", int(found[3]), found[2], name=found[1], message=words), line
    elif section == "Speeches:" and (found := re.fullmatch(r"\d+\. (\w+): (.*)", line)):
        said = [event.data for event in truth.events if event.event_type == "discussion_message"]
        assert {"player_id": truth.ids[found[1]], "message": json.loads(found[2])} in said, line
    elif found := re.fullmatch(r"(\w+) was voted out and was a (\w+)\.", line):
        out = [event.data for event in truth.events if event.event_type == "player_ejected"]
        assert (found[1], found[2]) in [(data["name"], data["role"]) for data in out], line
    elif found := re.fullmatch(r"Votes: (.*)\.", line):
        cast = [event.data for event in truth.events if event.event_type == "vote_cast"]
        for vote in found[1].split(", "):
            who, target = vote.split(" for ") if " for " in vote else (vote.removesuffix(" abstained"), None)
            wanted = {"voter": truth.ids[who], "target": truth.ids[target] if target else None}
            assert wanted in cast, line
    else:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_memory_says_nothing_that_did_not_happen_before_the_players_eyes(
    tmp_path: Path, ship10: GameMap, seed: int
) -> None:
    timeline, notes = noted_game(tmp_path / "game.jsonl", ship10, seed)
    held = set()
    # Each player's last notes hold all the earlier ones; some in between, for what was not over yet.
    last = {name: (name, count, text) for name, count, text in notes}
    for name, count, text in [*notes[::29], *last.values()]:
        truth = Truth(timeline, name, count)
        section = ""
        for line in text.splitlines():
            if line.endswith(":"):
                section = line
            elif check_line(line, truth, section):
                held.add(line.split()[0])
    assert held >= {"You", "-"}


def test_memory_is_complete(tmp_path: Path, ship10: GameMap) -> None:
    """Everything that was said in meetings while a player lived is in its last notes, word for word."""
    timeline, notes = noted_game(tmp_path / "game.jsonl", ship10, 1)
    for name, count, text in {name: (name, count, text) for name, count, text in notes}.values():
        truth = Truth(timeline, name, count)
        done = [meeting for meeting in timeline.meetings if meeting.end <= truth.until]
        for meeting in done:
            for event in timeline.record.events[meeting.start : meeting.end]:
                if event.event_type == "discussion_message":
                    assert json.dumps(event.data["message"], ensure_ascii=False) in text
        for position, event in enumerate(truth.events):
            mine = timeline.where(truth.me, position)
            if mine is None or mine.room is None:
                continue
            data = event.data
            if event.event_type == "free_roam_chat" and data["room"] == mine.room:
                assert json.dumps(data["message"], ensure_ascii=False) in text
            elif event.event_type == "player_killed" and data["room"] == mine.room:
                assert f"{truth.names[data['killer_id']]} killed {truth.names[data['target_id']]}" in text
            elif (
                event.event_type == "player_moved"
                and data["from"] == mine.room
                and data["player_id"] != truth.me
            ):
                assert f"- {truth.names[data['player_id']]} in {data['from']}, tick" in text


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """One of four rounds or more."""
    game_map = load_map("ship10")
    for seed in range(40):
        engine = Engine(game_map, Rules(meetings=MeetingRules(budget=6)), seed)
        players = [
            ScriptedPlayer(SeatContext(i, seat.name, game_map, seed)) for i, seat in enumerate(engine.seats)
        ]
        with Journal(tmp_path_factory.mktemp("g") / "game.jsonl") as journal:
            play_game(engine, list(players), journal)
        longest = max((player._memory for player in players), key=lambda memory: len(memory.rounds))
        if len(longest.rounds) >= 4:
            return longest
    raise AssertionError("no game of four rounds")


class TestBudget:
    @pytest.mark.parametrize("most", [100_000, 2000, 1200, 800, 500, 300])
    def test_it_is_kept_and_told(self, memory: Memory, most: int) -> None:
        whole = recall(memory, "full", 10**9, meeting=False)
        text = recall(memory, "full", most, meeting=False)
        if most >= text_tokens(whole):
            assert text == whole
            return
        assert text_tokens(text) <= most * 1.2
        assert "left out" in text or "summarised" in text
        # What happened last is kept longest.
        assert f"Round {len(memory.rounds)}, " in text

    def test_what_is_summarised_is_what_was_there(self, memory: Memory) -> None:
        told = (recall(memory, "full", most, meeting=False) for most in range(3000, 300, -100))
        text = next(text for text in told if "only summarised" in text)
        summary = next(line for line in text.splitlines() if "only summarised" in line)
        number = int(summary.split()[1].rstrip(","))
        its = memory.rounds[number - 1]
        assert f"your way was {', '.join(its.route())}." in summary
        assert f"{len(its.encounters)} encounters" in summary
        assert its.meeting
        assert f"the texts of {len(its.meeting.transcript)} speeches" in summary

    def test_the_last_rounds_alone(self, memory: Memory) -> None:
        total = len(memory.rounds)
        text = recall(memory, 2, 10**9, meeting=False)
        assert re.findall(r"^Round (\d+),", text, re.MULTILINE) == [str(total - 1), str(total)]
        assert f"Rounds before round {total - 1} are not in your memory." in text
        assert recall(memory, "none", 10**9, meeting=False) == ""


def first(seed: int = 1, rules: Rules | None = None) -> tuple[Observation, SeatContext]:
    game_map = load_map("ship10")
    engine = Engine(game_map, rules or Rules(), seed)
    assert engine.need
    player = engine.need.player
    context = SeatContext(player, engine.seats[player].name, game_map, seed, engine.rules)
    return Observer(engine).observe(player, "act"), context


def words(settings: ModelSettings, seed: int = 1, rules: Rules | None = None) -> str:
    observation, context = first(seed, rules)
    turns = prompt_for(observation, Memory(), context, settings)
    return "\n".join(part for turn in turns for part in turn.parts if isinstance(part, str))


class TestSettings:
    def test_every_placeholder_is_filled_and_every_sentence_used(self) -> None:
        assert "{{" not in words(TEXT)
        assert "%(" not in words(TEXT)
        source = "".join(
            path.read_text() for path in Path(texts.__file__).parent.glob("*.py") if path.name != "texts.py"
        )
        stems = set(re.findall(r"""["']([a-z_]+)["']""", source)) | set(re.findall(r'f"([a-z]+)_\{', source))
        stems |= set(re.findall(r'f"\{\w+\}_([a-z]+)"', source))
        for name in texts._sentences():
            known = name in stems or name.partition("_")[0] in stems or name.rpartition("_")[2] in stems
            assert known, f"nobody says {name}"

    def test_strategy_off(self) -> None:
        assert "ADVICE" in words(TEXT)
        assert "ADVICE" not in words(ModelSettings(senses="text", strategy=False))

    def test_memory_none(self) -> None:
        assert "WHAT YOU REMEMBER" not in words(ModelSettings(senses="text", memory="none"))

    @pytest.mark.parametrize("language", ["English", "Persian", "Arabic", "Chinese", "Old Norse"])
    def test_language(self, language: str) -> None:
        assert f"say it in {language}." in words(ModelSettings(senses="text", language=language))

    def test_rules_are_those_of_the_game(self) -> None:
        rules = Rules(ducks=2, illegal="ask_again", meetings=MeetingRules(1, 0, False))
        text = words(TEXT, rules=rules)
        assert "Number of Ducks among them: 2" in text
        assert "All players together can do so no times" in text
        assert "you are asked once more" in text
        assert "is told to all" not in text

    def test_a_changed_word_is_another_hash(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = prompt_hash()
        plain = texts.text
        monkeypatch.setattr(texts, "text", lambda name: plain(name).replace("Geese win", "Geese triumph"))
        prompt_hash.cache_clear()
        try:
            assert prompt_hash() != before
        finally:
            prompt_hash.cache_clear()


@settings(max_examples=300)
@given(st.text(max_size=200))
def test_a_quoted_text_is_one_line_and_comes_back(text: str) -> None:
    shown = quoted(text)
    assert len(shown.splitlines()) == 1
    assert json.loads(shown).encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")


def test_what_hides_or_turns_text_is_escaped() -> None:
    assert quoted("a\u202eb\u2066c\x1b[2J\x7f\u2028") == '"a\\u202eb\\u2066c\\u001b[2J\\u007f\\u2028"'
    assert quoted("می\u200cروم") == '"می\u200cروم"'


def test_an_endless_text_is_cut_and_told() -> None:
    shown = quoted("x" * 20_000)
    assert len(shown) < MOST_SHOWN + 60
    assert shown.endswith('x" [18,000 more characters not shown]')


def test_only_a_plain_word_is_a_bare_name() -> None:
    assert [named(name) for name in ("Bob", "upper_engine", "مریم", "Bob Smith", "**Bob**", '{"a":1}')] == [
        "Bob", "upper_engine", "مریم", '"Bob Smith"', '"**Bob**"', '"{\\"a\\":1}"',
    ]  # fmt: skip
