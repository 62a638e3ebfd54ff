"""The demonstration (``make demo``), offline: games played, told and audited; puzzles run and scored."""

import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "demo"
SEED = 7
GAMES = 10


def main() -> None:
    """Run every step with the command that a reader can type."""
    start = time.monotonic()
    shutil.rmtree(DEMO, ignore_errors=True)
    run = DEMO / "quack" / "scripted"
    record = run / f"seed{SEED:02d}" / "game.jsonl"
    step(
        f"1. Play {GAMES} games: six scripted players, one of them a Duck",
        *("quack", "play", "--seed", SEED, "--games", GAMES, "--out", run),
    )
    step("2. Tell what happened in the first", "quack", "replay", record)
    step(
        "3. Check the record: every line and hash follows from the decisions",
        "quack",
        "replay",
        record,
        "--check",
    )
    figures = [DEMO / "quack" / name for name in ("audit.json", "audit.csv", "table.tex", "verdicts.jsonl")]
    files = [
        item
        for flag, path in zip(("--json", "--csv", "--latex", "--verdicts"), figures, strict=True)
        for item in (flag, path)
    ]
    step(
        "4. Audit them: outcomes, behaviour, and every claim, read from the text, against the record",
        *("quack", "audit", run),
        *files,
    )
    step(
        "5. The same games by the published evaluation's rules, faults included",
        *("quack", "audit", run, "--profile", "released"),
    )
    puzzles = DEMO / "eyeq"
    variants = [
        word for variant in ("basic", "few_shot", "refine", "reveal") for word in ("--variant", variant)
    ]
    step(
        "6. Run the starter puzzles through every variant, with a solver that never sees the picture",
        *("eyeq", "run", "--data", "starter", "--model", "gander/hint-floor", *variants, "--out", puzzles),
    )
    page = DEMO / "game.html"
    step("7. Write the first game as a page", "view", record.parent, "--export", page)
    print(f"\nDone in {time.monotonic() - start:.0f} s. Everything lies in {shown(DEMO)}:")
    for path, what in (
        (record, "the record: one event a line"),
        (figures[0], "counts by game and figures by setting, each with its n and interval"),
        (figures[1], "a row a setting and metric"),
        (figures[2], "the table for a paper"),
        (figures[3], "a line a claim: verdict, window, reason and the record's lines that decide it"),
        (puzzles, "the puzzles' run: every reply, resumable; `gander eyeq report demo/eyeq`"),
        (page, "the game as a page that opens from disk"),
    ):
        print(f"  {shown(path):<40} {what}")
    print(f"\nSee it all in the browser: .venv/bin/gander view {shown(DEMO)}")


def step(title: str, *arguments: object) -> None:
    """Show a command and run it."""
    words = [shown(word) if isinstance(word, Path) else str(word) for word in arguments]
    print(f"\n== {title}\n$ gander {shlex.join(words)}\n", flush=True)
    subprocess.run([Path(sys.executable).with_name("gander"), *words], check=True, cwd=ROOT)


def shown(path: Path) -> str:
    """A path as seen from the project's folder."""
    return str(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
