"""The demonstration (``make demo``), offline: a game played, told and audited; puzzles run and scored."""

import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "demo"
SEED = 7


def main() -> None:
    """Run every step with the command that a reader can type."""
    start = time.monotonic()
    shutil.rmtree(DEMO, ignore_errors=True)
    run = DEMO / "quack" / "scripted"
    record = run / f"seed{SEED:02d}" / "game.jsonl"
    step(
        "1. Play a game: six scripted players, one of them a Duck",
        "quack",
        "play",
        "--seed",
        SEED,
        "--out",
        run,
    )
    step("2. Tell what happened", "quack", "replay", record)
    step(
        "3. Check the record: every line and hash follows from the decisions",
        "quack",
        "replay",
        record,
        "--check",
    )
    figures = [DEMO / "quack" / name for name in ("audit.json", "audit.csv", "verdicts.jsonl")]
    files = [
        item
        for flag, path in zip(("--json", "--csv", "--verdicts"), figures, strict=True)
        for item in (flag, path)
    ]
    step(
        "4. Audit it: outcomes, behaviour, and every claim against the record",
        *("quack", "audit", run, "--profile", "released", "--claims", "recorded"),
        *files,
    )
    puzzles = DEMO / "eyeq"
    variants = [
        word for variant in ("basic", "few_shot", "refine", "reveal") for word in ("--variant", variant)
    ]
    step(
        "5. Run the starter puzzles through every variant, with a solver that never sees the picture",
        *("eyeq", "run", "--data", "starter", "--model", "gander/hint-floor", *variants, "--out", puzzles),
    )
    print(f"\nDone in {time.monotonic() - start:.0f} s. Everything lies in {shown(DEMO)}:")
    for path, what in (
        (record, "the record: one event a line"),
        (figures[0], "figures by game and setting"),
        (figures[1], "the same by setting and metric"),
        (figures[2], "a line a claim: verdict, window, reason and the record's lines that decide it"),
        (puzzles, "the puzzles' run: every reply, resumable; `gander eyeq report demo/eyeq`"),
    ):
        print(f"  {shown(path):<40} {what}")


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
