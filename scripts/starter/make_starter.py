"""Make the bundled starter set: pictures, table and licences, from the declarations in ``puzzles.toml``.

Run from the repository's root, in an environment with ``scripts/starter/requirements.txt``::

    python -m scripts.starter.make_starter
"""

import argparse
import csv
import io
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from PIL import Image, features

from gander.eyeq.puzzles import DATA_NAMES, SUBSETS, Subset
from scripts.starter.drawing import SIZE, Layer, Text, as_png, draw
from scripts.starter.ingredients import PACKAGES, Ingredients, IngredientsError, fetch

__all__ = ["COLUMNS", "DATA", "Declared", "contact_sheet", "declared", "licences", "main", "picture", "table"]

_ROOT = Path(__file__).resolve().parents[2]
_DECLARATIONS = Path(__file__).with_name("puzzles.toml")
_SHEET = _ROOT / "docs" / "pictures" / "starter.png"

DATA = _ROOT / "src" / "gander" / "eyeq" / "data" / "starter"
"""Where the finished set lives."""

COLUMNS = ("id", "lang", "answer", "image", "also_accept", "description")
"""Columns of ``puzzles.csv``; further answers are separated by ``|``."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle as declared.

    Attributes:
        id: Its id, unique within its subset.
        subset: Its subset.
        answer: The answer.
        description: How the picture leads to the answer.
        layers: What is drawn, the first at the bottom.
        also_accept: Further answers that are right.
        background: One colour, or two for a vertical gradient.
        reads: In which order parts side by side are read; empty where nothing is read in order.
    """

    id: str
    subset: Subset
    answer: str
    description: str
    layers: list[Layer]
    also_accept: tuple[str, ...] = ()
    background: tuple[str, ...] = ("#fffdf7",)
    reads: Literal["", "rtl", "ltr"] = ""

    @property
    def image(self) -> str:
        """The picture's path, from the folder of ``puzzles.csv``."""
        return f"images/{self.subset}-{int(self.id):02}.png"

    @property
    def texts(self) -> list[str]:
        """What is written in the picture."""
        return [layer.text for layer in self.layers if isinstance(layer, Text)]


class _Declarations(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: list[Declared]


def declared(path: Path = _DECLARATIONS) -> list[Declared]:
    """The declared puzzles, by subset and number."""
    puzzles = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _Declarations).puzzle
    return sorted(puzzles, key=lambda puzzle: (SUBSETS.index(puzzle.subset), int(puzzle.id)))


def picture(puzzle: Declared, ingredients: Ingredients) -> bytes:
    """The puzzle's picture as a PNG."""
    return as_png(draw(puzzle.layers, ingredients, background=puzzle.background, reads=puzzle.reads))


def table(puzzles: list[Declared]) -> str:
    """The contents of ``puzzles.csv``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for puzzle in puzzles:
        lang = DATA_NAMES[puzzle.subset]
        accepted = "|".join(puzzle.also_accept)
        writer.writerow([puzzle.id, lang, puzzle.answer, puzzle.image, accepted, puzzle.description])
    return text.getvalue()


def contact_sheet(pictures: list[bytes], *, columns: int = 8, thumb: int = 150) -> bytes:
    """All pictures small, side by side, without answers."""
    gap = 6
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (thumb + gap) + gap, rows * (thumb + gap) + gap), "#d9d9df")
    for index, data in enumerate(pictures):
        row, column = divmod(index, columns)
        small = Image.open(io.BytesIO(data)).convert("RGB").resize((thumb, thumb), Image.Resampling.LANCZOS)
        sheet.paste(small, (gap + column * (thumb + gap), gap + row * (thumb + gap)))
    return as_png(sheet, colours=256)


def licences() -> str:
    """The contents of ``LICENSES.md``."""
    rows = "\n".join(
        f"| {'icons' if key == 'icons' else 'font'} | {package.made_by} | npm `{package.name}` "
        f"{package.version} | {package.licence} |"
        for key, package in PACKAGES.items()
    )
    return f"""# Licences of the starter set

The puzzles, their compositions, the table and the drawn elements are Gander's own work, under Gander's
licence. The pictures contain icons and are lettered with fonts that others made:

| What | Made by | Taken from | Licence |
| --- | --- | --- | --- |
{rows}

Changes to the icons: drawn as pixels at other sizes, combined with one another, and for some puzzles turned,
mirrored, recoloured or made transparent. The full text of the Apache License 2.0 is in `Apache-2.0.txt`
beside this file. The fonts themselves are not included: only text drawn with them is, which the SIL Open
Font License leaves free.

How the set is made is in `scripts/starter/` of the repository.
"""


def main(arguments: list[str] | None = None) -> int:
    """Make the set, or some of its pictures."""
    parser = argparse.ArgumentParser(description="Make the bundled starter set.")
    parser.add_argument("--out", type=Path, default=DATA, help="folder of the finished set")
    parser.add_argument("--sheet", type=Path, default=_SHEET, help="picture of all pictures")
    parser.add_argument("--only", nargs="*", metavar="SUBSET:ID", help="draw only these, and nothing else")
    options = parser.parse_args(arguments)
    if not features.check("raqm"):
        print("This Pillow has no Raqm: Arabic and Persian letters would not join.", file=sys.stderr)
        return 1
    puzzles = declared()
    try:
        ingredients = fetch()
        drawn = {
            puzzle.image: picture(puzzle, ingredients)
            for puzzle in puzzles
            if not options.only or f"{puzzle.subset}:{puzzle.id}" in options.only
        }
    except IngredientsError as error:
        print(error, file=sys.stderr)
        return 1
    images = options.out / "images"
    if not options.only and images.exists():
        shutil.rmtree(images)  # a puzzle taken out of the table leaves no picture behind
    images.mkdir(parents=True, exist_ok=True)
    for name, data in drawn.items():
        (options.out / name).write_bytes(data)
    sizes = [len(data) for data in drawn.values()]
    print(f"{len(drawn)} pictures of {SIZE}×{SIZE}, {sum(sizes):,} bytes in all, the largest {max(sizes):,}.")
    if not options.only:
        (options.out / "puzzles.csv").write_text(table(puzzles), encoding="utf-8", newline="\n")
        (options.out / "LICENSES.md").write_text(licences(), encoding="utf-8", newline="\n")
        sheet = contact_sheet(list(drawn.values()))
        options.sheet.parent.mkdir(parents=True, exist_ok=True)
        options.sheet.write_bytes(sheet)
        print(f"{options.sheet.name}: {len(sheet):,} bytes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
