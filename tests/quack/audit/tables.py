"""The tables of the docs, as test data."""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"


def rows(page: str, name: str) -> list[dict[str, str]]:
    """The rows of the table that follows the comment `<!-- name: ... -->` on a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    after = text.split(f"<!-- {name}:", 1)[1].splitlines()[1:]
    lines: list[str] = []
    for line in after:
        if line.startswith("|"):
            lines.append(line)
        elif lines:
            break
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]
