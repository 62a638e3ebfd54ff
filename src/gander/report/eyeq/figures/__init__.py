"""The figures of Eye-Q's analyses, for print: PDF, SVG and PNG, each from the table or curves beside it."""

from gander.report.eyeq.figures.drawn import drawn_files
from gander.report.eyeq.figures.every import Drawing, drawings

__all__ = ["Drawing", "drawings", "drawn_files"]
