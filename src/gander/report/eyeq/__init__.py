"""Analyses of Eye-Q for people and programs: terminal, CSV, JSON, Markdown and LaTeX."""

from gander.report.eyeq.files import samples_csv, samples_jsonl, to_csv, to_json
from gander.report.eyeq.folder import check_folder, files_of, files_of_samples, write_folder
from gander.report.eyeq.pages import show, to_latex, to_markdown
from gander.report.eyeq.ranges import from_ranges, ranges

__all__ = [
    "check_folder",
    "files_of",
    "files_of_samples",
    "from_ranges",
    "ranges",
    "samples_csv",
    "samples_jsonl",
    "show",
    "to_csv",
    "to_json",
    "to_latex",
    "to_markdown",
    "write_folder",
]
