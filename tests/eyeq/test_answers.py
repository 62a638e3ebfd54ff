"""Reading replies: one shape after another, and text that was made to stall or mislead."""

import json
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.answers import read_reply

_GOOD = '{"primary_clues": ["thread", "eye"], "candidates": ["pin", "Needle"], "final_answer": "Needle"}'

_ANSWERED = {
    # Well-formed objects
    "plain": (_GOOD, "Needle"),
    "spread over lines": (json.dumps(json.loads(_GOOD), indent=2), "Needle"),
    "Persian": ('{"final_answer": "وکالت تام"}', "وکالت تام"),
    "escaped letters": ('{"final_answer": "\\u0642\\u0637\\u0627\\u0631"}', "قطار"),
    "white space around": ('{"final_answer": "  Needle \\n"}', "Needle"),
    "in a fence": (f"```json\n{_GOOD}\n```", "Needle"),
    "in a fence without a name": (f"```\n{_GOOD}\n```", "Needle"),
    "in a fence never closed": (f"```json\n{_GOOD}", "Needle"),
    "prose before": (f"I see a needle.\n\n{_GOOD}", "Needle"),
    "prose after": (f"{_GOOD}\n\nThe answer is clear: a pin.", "Needle"),
    "braces in the prose": (f"The set {{a, b}} and {{ alone.\n{_GOOD}", "Needle"),
    "braces inside the answer": ('{"final_answer": "a } b { c"}', "a } b { c"),
    "several objects: the last": ('{"final_answer": "Pin"}\nNo, wait.\n{"final_answer": "Needle"}', "Needle"),
    "the last that has an answer": (f'{_GOOD}\n{{"candidates": ["Pin"]}}', "Needle"),
    "the last that is not blank": ('{"final_answer": "Needle"}\n{"final_answer": ""}', "Needle"),
    "the contract first": ('{"final_answer": "..."}\n{"final_answer": "Needle"}', "Needle"),
    "the contract last": ('{"final_answer": "Needle"} in the form {"final_answer": "<answer>"}', "Needle"),
    "the same key twice": ('{"final_answer": "Pin", "final_answer": "Needle"}', "Needle"),
    "in an object": ('{"result": {"final_answer": "Needle"}}', "Needle"),
    "in a list": ('[{"final_answer": "Needle"}]', "Needle"),
    "as a JSON string": (json.dumps(_GOOD), "Needle"),
    "braces doubled": ('{{"final_answer": "Needle"}}', "Needle"),
    # Keys
    "key in another case": ('{"Final_Answer": "Needle"}', "Needle"),
    "key in capitals": ('{"FINAL_ANSWER": "Needle"}', "Needle"),
    "key with a space": ('{"Final Answer": "Needle"}', "Needle"),
    "camel key": ('{"finalAnswer": "Needle"}', "Needle"),
    "key with a hyphen": ('{"final-answer": "Needle"}', "Needle"),
    "answer": ('{"answer": "Needle"}', "Needle"),
    "final_answer before answer": ('{"final_answer": "Needle", "answer": "Pin"}', "Needle"),
    "misspelt key": ('{"final_anwser": "Needle"}', "Needle"),
    "Persian key": ('{"پاسخ نهایی": "مختار"}', "مختار"),
    "Arabic key": ('{"الإجابة النهائية": "قطار"}', "قطار"),
    # Values
    "number": ('{"final_answer": 5}', "5"),
    "number as written": ('{"final_answer": 1.50}', "1.50"),
    "true": ('{"final_answer": true}', "true"),
    "list of one": ('{"final_answer": ["Needle"]}', "Needle"),
    "object of one": ('{"final_answer": {"text": "Needle"}}', "Needle"),
    "marked inside": ('{"final_answer": "{{{Needle}}}"}', "Needle"),
    "bold inside": ('{"final_answer": "**Needle**"}', "Needle"),
    "answer that looks like a refusal": ('{"final_answer": "I"}', "I"),
    # Nearly objects
    "trailing comma": ('{"candidates": ["Pin",], "final_answer": "Needle",}', "Needle"),
    "two commas": ('{"final_answer": "Needle",, "candidates": ["Pin"]}', "Needle"),
    "missing comma": ('{"candidates": ["Pin"]\n"final_answer": "Needle"}', "Needle"),
    "Persian comma": ('{"candidates": ["الف"، "ب"]، "final_answer": "ب"}', "ب"),
    "single quotes": ("{'final_answer': 'Needle', 'candidates': ['Pin']}", "Needle"),
    "apostrophe in single quotes": ("{'final_answer': 'rock 'n' roll'}", "rock 'n' roll"),
    "smart quotes": ("{“final_answer”: “Needle”}", "Needle"),
    "smart quotes around the value": ('{"final_answer": “Needle”}', "Needle"),
    "smart single quotes": ("{‘final_answer’: ‘Needle’}", "Needle"),
    "apostrophe in smart quotes": ("{“final_answer”: “it’s”}", "it’s"),
    "guillemets": ('{"final_answer": «مختار», "candidates": ["مخ"]}', "مختار"),
    "quotes inside": ('{"final_answer": "the "big" one"}', 'the "big" one'),
    "quotes and a comma inside": ('{"final_answer": "say "hi", then go"}', 'say "hi", then go'),
    "keys without quotes": ('{final_answer: "Needle"}', "Needle"),
    "nothing quoted": ("{final_answer: Needle}", "Needle"),
    "bare amount": ('{"final_answer": $100}', "$100"),
    "bare percentage": ('{"final_answer": 50%}', "50%"),
    "bare time": ('{"final_answer": 10:30}', "10:30"),
    "bare thousands": ('{"final_answer": 1,000}', "1,000"),
    "bare number with noughts": ('{"final_answer": 007}', "007"),
    "bare phrase": ('{"final_answer": 5 apples}', "5 apples"),
    "bare name": ('{"final_answer": .NET, "candidates": []}', ".NET"),
    "bare C++": ('{"candidates": [C, C++], "final_answer": C++}', "C++"),
    "comment": ('{"final_answer": "Needle" // need + L\n}', "Needle"),
    "dots for the rest": ('{"final_answer": "Needle", ...}', "Needle"),
    "line break inside": ('{"primary_clues": ["a\nb"], "final_answer": "Needle"}', "Needle"),
    "equals sign": ('{"final_answer" = "Needle"}', "Needle"),
    "wrong escape": ('{"final_answer": "AC\\DC"}', "AC\\DC"),
    "quotes escaped": ('{\\"final_answer\\": \\"Needle\\"}', "Needle"),
    "list never closed": ('{"candidates": ["Pin", "final_answer": "Needle"}', "Needle"),
    "quotes never closed": ('{"primary_clues": "an eye, "final_answer": "Needle"}', "Needle"),
    "answer's quotes never closed": ('{"final_answer": "Needle}\nThat is it.', "Needle"),
    "end missing": ('{"candidates": ["Pin"], "final_answer": "Needle"', "Needle"),
    "end missing, prose after": ('{"final_answer": "Needle"\n\nIt fits, note: well.', "Needle"),
    "cut off after the answer": ('{"final_answer": "Needle", "candidates": ["Pi', "Needle"),
    # Reasoning
    "after reasoning": ('<think>Pin? {"final_answer": "Pin"}</think>' + _GOOD, "Needle"),
    "before reasoning": (_GOOD + '<think>Or {"final_answer": "Pin"}?</think>', "Needle"),
    "before reasoning never closed": (_GOOD + "<think>Or Pin?", "Needle"),
    "reasoning whose start is missing": (f'Pin? {{"final_answer": "Pin"}}\n</think>\n{_GOOD}', "Needle"),
    "reasoning that mentions its tag": (f"<think>The <think> tag.</think>{_GOOD}", "Needle"),
    "in reasoning never closed": (f"<think>So it is\n{_GOOD}", "Needle"),
    "line in reasoning never closed": ("<think>Thread.\nFinal answer: Needle", "Needle"),
    "bare word after reasoning": ("<think>Thread, eye.</think>\n\nNeedle", "Needle"),
    "tag inside a well-formed answer": ('{"final_answer": "</think>ing"}', "</think>ing"),
    # Without an object
    "marked": ("My answer: it is {{{Needle}}}.", "Needle"),
    "marked twice: the last": ("{{{Pin}}} or rather {{{ Needle }}}", "Needle"),
    "tags": ("<answer>Needle</answer>", "Needle"),
    "boxed": ("So it is $\\boxed{\\text{Needle}}$.", "Needle"),
    "line": ("Thread and eye.\nFinal answer: Needle", "Needle"),
    "line in bold": ("**Final Answer:** Needle", "Needle"),
    "line all in bold": ("- **Final answer: Needle**", "Needle"),
    "line with underscore": ("final_answer: Needle", "Needle"),
    "line with the value quoted": ('The final answer is "Needle", because it fits.', "Needle"),
    "field without braces": ('"final_answer": "Needle",', "Needle"),
    "last line": ("Final answer: Pin\nNo.\nFinal answer: Needle", "Needle"),
    "final before plain": ("Final answer: Needle\nAnswer: Pin", "Needle"),
    "heading": ("## Final Answer\n\nNeedle", "Needle"),
    "heading in bold": ("**Final Answer**\n**Needle**", "Needle"),
    "heading before a negative number": ("### Final answer:\n-5", "-5"),
    "line with the value in bold": ("The final answer is **Needle**.", "Needle"),
    "stars inside": ("Final answer: a**b", "a**b"),
    "answer line": ("Thread.\nAnswer: Needle", "Needle"),
    "answer sentence": ("The answer is Needle", "Needle"),
    "Persian line": ("نخ و سوراخ.\nپاسخ نهایی: مختار", "مختار"),
    "Persian line with guillemets": ("پاسخ نهایی «مختار» است.", "مختار"),
    "Persian line with Arabic yeh": ("جواب نهايي: مختار", "مختار"),
    "Arabic line": ("الإجابة النهائية: قطار", "قطار"),
    "Arabic line with a pronoun": ("الجواب النهائي هو: قطار", "قطار"),
    "Arabic answer line": ("الإجابة: قمر الدين", "قمر الدين"),
    "candidates, then a line": ('{"candidates": ["Pin"]}\nFinal answer: Needle', "Needle"),
    "bare word": ("Needle", "Needle"),
    "bare word, full stop": ("Needle.", "Needle."),
    "bare bold word": ("**Needle**", "Needle"),
    "bare word in a fence": ("```\nNeedle\n```", "Needle"),
    "bare phrase alone": ("a stitch in time saves nine", "a stitch in time saves nine"),
    "bare Persian phrase": ("وکالت تام", "وکالت تام"),
    "bare time alone": ("10:30", "10:30"),
    "bare C# alone": ("C#", "C#"),
}

_UNPARSED = {
    "candidates only": '{"candidates": ["Pin", "Needle"]}',
    "one candidate only": '{"candidates": ["Needle"]}',
    "list only": '["Pin", "Needle"]',
    "list of lines": "1. Pin\n2. Needle",
    "list in a line": "Pin, Needle, Nail",
    "candidates in a line": "Candidates: Pin",
    "null": '{"final_answer": null}',
    "None": '{"final_answer": None}',
    "blank": '{"final_answer": " "}',
    "placeholder": '{"final_answer": "<your answer>"}',
    "list of several": '{"final_answer": ["Pin", "Needle"]}',
    "empty list": '{"final_answer": []}',
    "no value": '{"final_answer": }',
    "cut off inside the answer": '{"candidates": ["Pin"], "final_answer": "Need',
    "cut off inside a bare answer": '{"final_answer": Need',
    "cut off before the answer": '{"candidates": ["Pin"], "final_answer": ',
    "cut off inside the key": '{"candidates": ["Pin"], "final_an',
    "prose": "The picture shows a man who thinks. It could mean many things, and I see no way to tell.",
    "refusal": "I can't help with that.",
    "refusal in Persian": "نمی‌دانم",
    "no idea": "Unknown",
    "empty object": "{}",
    "signs": "?!",
    "question": "Is it a needle? Or not",
    "bare word after candidates": '{"candidates": ["Pin"]}\nNeedle',
    "words about the answer's length": "Answer length: 6 letters",
}


@pytest.mark.parametrize(("reply", "answer"), _ANSWERED.values(), ids=_ANSWERED)
def test_the_answer_is_read(reply, answer):
    reading = read_reply(reply)
    assert reading.answer == answer
    assert reading.status == "answered"
    assert reading.trace


@pytest.mark.parametrize("reply", _UNPARSED.values(), ids=_UNPARSED)
def test_no_answer_is_made_up(reply):
    reading = read_reply(reply)
    assert reading.answer is None
    assert reading.status == "unparsed"
    assert reading.trace


@pytest.mark.parametrize(
    "reply",
    [None, "", " \n\u00a0", "<think>Thread.</think>\n", "<think>Thread, eye, so", '<think>{"a": 1}</think>'],
)
def test_an_empty_reply_is_no_unparsed_one(reply):
    assert read_reply(reply).status == "empty"
    assert read_reply(reply).answer is None


def test_there_are_many_shapes():
    assert len(_ANSWERED) + len(_UNPARSED) >= 140


@pytest.mark.parametrize(
    ("reply", "candidates", "clues"),
    [
        (_GOOD, ("pin", "Needle"), ("thread", "eye")),
        (_GOOD.replace('"', "'").replace("]", ",]"), ("pin", "Needle"), ("thread", "eye")),
        ('{"Primary Clues": "an eye, a thread", "Candidates": "a, b"}', ("a", "b"), ("an eye, a thread",)),
        ('{"candidates": [{"word": "a", "score": 1}, {"word": "b"}, 5, null]}', ("a", "b", "5"), ()),
        ('{"primary_clues": ["thread"], "candidates": ["pin", "need', ("pin",), ("thread",)),
        ('{"candidates": ["pin"]}\n{"final_answer": "Needle"}', ("pin",), ()),
        ('{"candidates": ["a"], "answer": "a"}\n{"candidates": ["b"], "answer": "b"}', ("b",), ()),
        ("Needle", (), ()),
    ],
)  # fmt: skip
def test_candidates_and_clues_are_read(reply, candidates, clues):
    reading = read_reply(reply)
    assert reading.candidates == candidates
    assert reading.primary_clues == clues


@pytest.mark.parametrize(
    ("reply", "trace"),
    [
        (_GOOD, ("object", "answer under final_answer")),
        ("<think>x</think>{'answer': 'a'}", ("reasoning set aside", "object mended", "answer under answer")),
        ('{"final_answer": null}', ("object, whose answer is null", "no final answer found")),
        ('{"clues": []}\nFinal answer: a', ("object, which has no answer", "line stating the final answer")),
        ("Needle", ("the reply is only a word or short phrase",)),
        (
            "<think>{{{a}}}",
            (
                "reasoning set aside (never closed)",
                "the reasoning was never closed: an answer stated in it counts",
                "marked {{{…}}}",
            ),
        ),
    ],
)  # fmt: skip
def test_the_trace_says_which_rule_applied(reply, trace):
    assert read_reply(reply).trace == trace


def test_half_a_surrogate_pair_can_be_written_to_a_file():
    reading = read_reply('{"final_answer": "a\\ud83d", "candidates": ["\\ude00"]}')
    assert reading.answer == "a\ufffd"
    assert msgspec.json.decode(msgspec.json.encode(reading), type=type(reading)) == reading


def test_of_an_endless_reply_the_end_is_read():
    reading = read_reply("x " * 1_000_000 + _GOOD)
    assert reading.answer == "Needle"
    assert reading.trace[0] == "only the last 1,000,000 characters read"


# -- text that was made to stall -------------------------------------------------------------------

_UNITS = (
    "{", "[", "}", '{"a":', '{"a":[', "\\", '\\"', '"', "'", '"x', "“", "`", "<think>", "</think>",
    "<answer>", "\\boxed{", "{ ", "{\n", "final answer: ", "final_answer", '"final_answer":', "/*", "//",
    "{/*", "**", "```", " ", "\n", "ـ", '{"a":"', '{"a":["["', "{x:", "{'", '"}', "{{{", "{{{a}}",
    "[{", ",", "x",
)  # fmt: skip


@pytest.mark.parametrize("unit", _UNITS)
def test_a_megabyte_of_anything_takes_bounded_time(unit):
    many = unit * (1_000_000 // len(unit))
    began = time.process_time()
    for text in (many, '{"final_answer":"' + many, '{"a":' + many):
        read_reply(text)
    # Measured: at most a second each on a slow machine; a blow-up takes minutes.
    assert time.process_time() - began < 20


def test_an_answer_after_much_rubbish_is_still_read():
    for rubbish in ("\\" * 900_000, "{" * 900_000, '"' * 900_000, "{a} " * 5_000, "{ " * 5_000):
        assert read_reply(rubbish + "\n" + _GOOD).answer == "Needle", rubbish[:5]


def test_what_is_nested_beyond_sense_is_unparsed():
    for levels in (20, 300, 900, 5_000, 100_000):
        for opening, closing in (('{"a":', "}"), ('{"final_answer":[', "]}"), ("{'a':[", "]}")):
            assert read_reply(opening * levels + "1" + closing * levels).status == "unparsed"
    assert read_reply("[" * 100_000 + "]" * 100_000).status == "unparsed"


# -- what holds of all replies ---------------------------------------------------------------------

_PIECE = st.sampled_from(
    ['{"', '"', "'", ":", ",", "{", "}", "[", "]", "final_answer", "answer", "candidates", "null", "\n", " ",
     "<think>", "</think>", "“", "”", "Needle", "50%", "مختار", "{{{", "}}}", "Final answer: ", "...", "//",
     "```", "\u200c"]
)  # fmt: skip
_REPLY = st.lists(_PIECE | st.text(max_size=3), max_size=30).map("".join)


@given(_REPLY)
def test_an_answer_is_a_stretch_of_the_reply(reply):
    reading = read_reply(reply)
    assert (reading.answer is None) == (reading.status != "answered")
    for text in (reading.answer, *reading.candidates, *reading.primary_clues):
        assert text is None or (text == text.strip() and text != "")
        # Escapes apart, nothing is read that was not written.
        assert text is None or "\\" in reply or text in reply or "\ufffd" in text


@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=20
    ),
    st.sampled_from(
        ["{}", "```json\n{}\n```", "<think>x</think>{}", "So:\n{}\nThat is it.", "```\n{}", "{{}} {}"]
    ),
    st.booleans(),
)
def test_every_well_formed_answer_is_read_as_it_is(answer, frame, ascii_only):
    written = json.dumps({"candidates": ["a"], "final_answer": "x" + answer + "x"}, ensure_ascii=ascii_only)
    assert read_reply(frame.replace("{}", written)).answer == "x" + answer + "x"
