"""An audit's figures as LaTeX."""

import re

from gander.report.audit import to_latex
from tests.report.audit.given import audits, comparison, group


def lines(text, title):
    return [line for line in text.splitlines() if line.startswith(title)]


def test_rows_have_intervals_and_n():
    text = to_latex(audits(group("calm_1"), group("rough & ready", read=30)))
    assert r"\multicolumn{2}{c}{calm\_1} & \multicolumn{2}{c}{rough \& ready} \\" in text
    [latency] = lines(text, "report latency, ticks")
    assert latency == (
        r"report latency, ticks & 5.2 & {\scriptsize [4.0--6.5]}$_{3}$"
        r" & 5.2 & {\scriptsize [4.0--6.5]}$_{3}$ \\"
    )
    [truth] = lines(text, "Goose truthfulness")
    assert truth.count(r"$^{\dagger}$") == 1
    assert lines(text, "deception rate") == [r"deception rate & -- &  & -- &  \\"]
    assert "% Profile paper, claims: rules" in text


def test_every_row_has_the_columns_that_the_table_declares():
    text = to_latex(audits(*(group(f"s{number}") for number in range(6)), compared=comparison()))
    tables = re.findall(r"\\begin\{tabular\}\{(.*?)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL)
    assert len(tables) == 3
    for declared, body in tables:
        columns = len(re.findall(r"[lr]", declared.replace("@{ }", "")))
        for row in body.splitlines():
            if row.endswith(r"\\"):
                spanned = sum(int(n) - 1 for n in re.findall(r"\\multicolumn\{(\d+)\}", row))
                ampersands = len(re.findall(r"(?<!\\)&", row))
                assert ampersands + 1 + spanned == columns, row


def test_differences_have_a_minus_sign():
    text = to_latex(audits(group("calm"), compared=comparison()))
    assert r"Goose win & $-$12.3 & {\scriptsize [$-$25 to 0]} & 0.031 \\" in text


def test_hostile_names_stay_names():
    text = to_latex(audits(group("\\input{x}%$#~^\n{\x1b}<|>\u202e")))
    assert r"\textbackslash{}input\{x\}\%\$\#\textasciitilde{}\textasciicircum{}" in text
    # What cannot be seen, or turns text round, is written out; < | > are other signs in LaTeX's own encoding.
    assert r"\textbackslash{}n\{\textbackslash{}x1b\}" in text
    assert r"\textless{}\textbar{}\textgreater{}\textbackslash{}u202e" in text
    assert not set("\x1b<|>\u202e") & set(text)


def test_each_of_many_comparisons_has_a_table_with_corrected_p_values():
    many = (comparison(corrected=0.0624), comparison(corrected=0.0624, second="wild"))
    text = to_latex(audits(group("calm"), compared=many))
    assert text.count(r"$p$ (Holm)") == 2
    assert text.count(r"& 0.031 & 0.062 \\") == 2 * 3
    assert r"calm less wild" in text
