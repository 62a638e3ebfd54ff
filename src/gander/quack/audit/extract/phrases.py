"""Time phrases: where in a text one begins, and how far it reaches. What it means is decided elsewhere."""

import re

from gander.quack.audit.extract.lexicon import words

__all__ = ["STARTS", "time_phrase"]

_NUMBER = r"(?:~\s*)?\d{1,6}(?:-?ish\b)?\+?(?![\d:])"
_COUNT = (
    r"(?!\s*(?:alive|dead|left|people|players|of\s+us|votes?|ticks?|bodies|kills?|rooms?|other"
    r"|seconds?)\b|%|\s*(?:vs?|on)\b)"
)
_TICK = r"t(?:icks?|\s*=)?\s*"
_JOIN = r"\s*(?:-|–|—|to|through|thru|until|till|and|&|or|/|,\s*(?:and|or)?)\s*"
_VAGUE = r"(?:about|around|roughly|approximately|approx\.?|exactly|only|the|like|maybe|early|late|game)\s+"
_LEAD = (
    r"(?:(?:right|just|shortly|immediately|soon|exactly|roughly|maybe|all the way|back|starting|only|early"
    r"|late|later|sometime)\s+)*"
    r"(?:at|on|in|by|around|about|circa|until|till|up\s+to|through|thru|from|since|after|before|between|during"
    r"|past|over|for|as\s+of)"
)
_MORE = rf"(?:{_JOIN}(?:{_VAGUE})?(?:{_TICK})?{_NUMBER})*"
_ONWARD = r"(?:\s+(?:or\s+so|onwards?|on(?=\s*[.,;)]|\s*$)))?"
_TICKS = rf"(?:{_LEAD}\s+)?(?:{_VAGUE})*{_TICK}{_NUMBER}{_MORE}"
_NUMBERS = rf"{_LEAD}\s+(?:{_VAGUE})*{_NUMBER}{_MORE}{_COUNT}"
_NUMBERED = rf"(?:{_TICKS}|{_NUMBERS}){_ONWARD}"

_ROUND = r"(?:round|game|match)"
_OF_ROUND = rf"(?:\s+(?:of|in)\s+(?:the|this|my|that)\s+{_ROUND}|\s+this\s+{_ROUND})?"
_JUST = r"(?:(?:right|just|shortly|immediately|directly|only|even|well)\s+)?"
_EVENT = (
    r"(?:(?:the|this|that|my|[A-Z]\w+['’]s)\s+)?(?:emergency\s+)?(?:body\s+)?(?:report|meeting|button(?:\s+press)?"
    r"|discovery|kill|body\s+(?:was|got|is)\s+(?:found|reported|discovered)|body(?=\s*[.,;)]))"
)
_HAPPENED = (
    r"(?:(?:the|this|that|a)\s+)?(?:emergency\s+)?(?:meeting|report|body|button|alarm|kill)\s+"
    r"(?:(?:was|got|had\s+been|is|has\s+been)\s+)?(?:called|reported|found|discovered|pressed|hit|happened"
    r"|came(?:\s+in)?|started|began|popped|went\s+off|triggered|occurred|dropped)"
)
_FOUND = (
    r"(?:I|[A-Z]\w+|s?he|they|you)\s+(?:just\s+|finally\s+|first\s+)?(?:found|reported|discovered|called|hit)\s+"
    r"(?:the\s+|this\s+)?(?:body|meeting|report|it|(?:[A-Z]\w+|her|him|them)(?:['’]s\s+body|\s+dead)?)\b"
)
_NAMED = "|".join(
    (
        rf"(?:very\s+|pretty\s+|fairly\s+)?early(?:\s+on)?(?:{_OF_ROUND}|\s+{_ROUND}|\s+ticks?)\b(?!-)",
        rf"(?:very\s+|pretty\s+|fairly\s+)?late(?:r)?(?:\s+on)?(?:{_OF_ROUND}|\s+{_ROUND}|\s+ticks?)\b(?!-)",
        r"(?:a\s+(?:bit|little)\s+|much\s+|slightly\s+)?earlier(?:\s+(?:on|this\s+round|in\s+the\s+round))?\b(?!-)",
        rf"(?:at|towards?|near|by|from|until|since)\s+(?:the\s+)?(?:very\s+)?(?:start|beginning|end)\b{_OF_ROUND}",
        rf"(?:for\s+)?(?:the|my|this)\s+(?:whole|entire|full)\s+(?:time|{_ROUND}|way)\b",
        rf"(?:for\s+)?(?:most|the\s+majority|nearly\s+all|almost\s+all)\s+of\s+(?:the|this|my)\s+(?:time|{_ROUND})\b",
        rf"all\s+(?:{_ROUND}|the\s+time|the\s+way\s+through)\b",
        rf"(?:in\s+|during\s+)?(?:last|the\s+(?:first|last|previous))\s+{_ROUND}\b",
        rf"(?:{_JUST}(?:before|after|at|until|till|by|during)|upon)\s+(?:the\s+(?:time|moment)\s+of\s+)?{_EVENT}",
        rf"{_JUST}(?:when|as|before|after|until|till|by\s+the\s+time)\s+(?:{_HAPPENED}|{_FOUND})",
        rf"{_JUST}(?:when|before|after|as|until)\s+(?:[A-Z]\w+|s?he|they)\s+(?:died|(?:was|got)\s+killed)\b",
        r"at\s+(?:the\s+)?(?:report|meeting|kill)\s+time\b",
        r"(?:during|in|at|around|for|by|within)\s+(?:the|that|this)\s+(?:exact\s+|key\s+|same\s+|whole\s+|entire\s+"
        r"|critical\s+)?(?:kill\s+|murder\s+|death\s+)?(?:window|time|moment|point|timing|stretch)\b(?!\s+of)",
        r"(?:around|by|right|until|since|before)\s+(?:that\s+time|then)\b",
        r"(?:just|right)\s+now\b|now(?=\s*[.,;)])|initially\b|at\s+first\b|recently\b",
    )
)
_matches = re.compile(rf"(?:{_NUMBERED}|{_NAMED})", re.IGNORECASE).match

STARTS = words(
    "t tick ticks at on in by around about circa until till up through thru from since after "
    "before between during past over for as right just shortly immediately soon exactly "
    "roughly maybe all back starting only early late later earlier sometime very pretty "
    "fairly a much slightly toward towards near the my this most nearly almost last even "
    "directly well upon when within now initially recently"
)
"""The words, in small letters, that can begin a time phrase."""


def time_phrase(text: str, start: int) -> int | None:
    """The end of the time phrase that begins at `start`; None if none does.

    Args:
        text: The utterance.
        start: Where a word out of `STARTS` begins.
    """
    found = _matches(text, start)
    return found.end() if found is not None else None
