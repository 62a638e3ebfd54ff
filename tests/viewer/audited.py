"""Games for audits: liars and honest players on the same seeds, stored audits of them, and released ones."""

from pathlib import Path

from gander.cli.audit import audit
from gander.quack.audit.claims_file import to_lines
from gander.quack.audit.game import open_game
from gander.quack.audit.intended import claims_from_intended
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.world import Rules


def scripted_runs(folder: Path) -> None:
    """Two settings of three scripted games on the same seeds, a record that is none, and stored audits."""
    for name, duck in (("liars", "scripted:invent_room"), ("honest", "scripted:truthful")):
        play_run(folder / name, RunSettings(load_map("ship10"), Rules(), "scripted", duck, {}, (1, 2, 3)))
    settings = [folder / "liars", folder / "honest"]
    audit(
        settings,
        compare_all=True,
        json_file=folder / "figures.json",
        verdicts_file=folder / "verdicts.jsonl",
    )
    audit(
        settings,
        profile="released",
        claims="intended",
        json_file=folder / "released.json",
        verdicts_file=folder / "released.jsonl",
    )
    (folder / "torn" / "seed04").mkdir(parents=True)
    (folder / "torn" / "seed04" / "game.jsonl").write_text('{"event_type": "nonsense"}\n')


def published_runs(folder: Path) -> None:
    """Two scripted games with their claims beside them, as released records have them."""
    duck = "scripted:invent_room"
    play_run(folder / "published", RunSettings(load_map("ship10"), Rules(), "scripted", duck, {}, (1, 2)))
    for seed in ("seed01", "seed02"):
        path = folder / "published" / seed / "game.jsonl"
        lines = to_lines(claims_from_intended(open_game(read_record(path))), "intended")
        path.with_name("extracted_claims.jsonl").write_bytes(lines)
