"""Analyses of stored answers: data and estimates, without a call (Eye-Q, section 5 and appendix B).

`gather` reads run folders and files of answers into one frozen `Answers`; every analysis is a function from
`Answers` to tables and curves (`gander.eyeq.analysis.results`) whose values name the samples behind them.
"""

from gander.eyeq.analysis.results import Column, Curve, Curves, Kind, Layout, Line, Result, Table, Value
from gander.eyeq.analysis.samples import Answers, Place, Rows, Sample, rows_of

__all__ = [
    "Answers",
    "Column",
    "Curve",
    "Curves",
    "Kind",
    "Layout",
    "Line",
    "Place",
    "Result",
    "Rows",
    "Sample",
    "Table",
    "Value",
    "rows_of",
]
