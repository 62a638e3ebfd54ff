"""Answers puzzles with the text that is read in their pictures, and with nothing else.

``.venv/bin/python scripts/reader_answers.py DATA FILE`` writes a file of answers for ``gander eyeq analyze``,
with the pictures (``basic``) and without (``basic+blind``, where there is nothing to read). Such a reader
solves no puzzle: what it gets right is written in the picture. Needs the extra ``ocr``.
"""

import argparse
import csv
import io
from pathlib import Path

from gander.eyeq.analysis.ocr import reader_of
from gander.eyeq.demos import evaluated
from gander.eyeq.sources import load_puzzles
from gander.files import write_whole


def main() -> None:
    """Read every picture whose answers are in Latin letters, and write what was read."""
    named = argparse.ArgumentParser(description=__doc__)
    named.add_argument("data", help="The puzzles, as --data takes them.")
    named.add_argument("file", type=Path, help="The file of answers, CSV.")
    chosen = named.parse_args()
    reader = reader_of("en")
    if reader is None:
        raise SystemExit("reader_answers: rapidocr is missing. pip install 'gander-eval[ocr]'")
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["id", "lang", "model", "variant", "answer"])
    for puzzle in evaluated(load_puzzles(chosen.data), "en"):
        read = " ".join(reader.read(puzzle.image()))
        rows.writerow([puzzle.id, puzzle.subset, "reader", "basic", read])
        rows.writerow([puzzle.id, puzzle.subset, "reader", "basic+blind", ""])
    write_whole(chosen.file, text.getvalue())


if __name__ == "__main__":
    main()
