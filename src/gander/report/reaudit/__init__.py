"""A re-audit's steps for people and programs: terminal, Markdown, CSV, JSON and a figure."""

from gander.report.reaudit.figure import FORMATS, draw_steps
from gander.report.reaudit.files import steps_csv, steps_json, steps_markdown
from gander.report.reaudit.table import show_steps

__all__ = ["FORMATS", "draw_steps", "show_steps", "steps_csv", "steps_json", "steps_markdown"]
