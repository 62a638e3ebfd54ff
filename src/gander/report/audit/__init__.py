"""An audit's figures for people and programs: terminal, JSON, CSV, Parquet and LaTeX."""

from gander.report.audit.files import need_polars, spooled, to_csv, to_json, to_parquet
from gander.report.audit.latex import to_latex
from gander.report.audit.table import show_audits

__all__ = ["need_polars", "show_audits", "spooled", "to_csv", "to_json", "to_latex", "to_parquet"]
