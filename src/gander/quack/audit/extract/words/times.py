"""The wording of time phrases: patterns by kind, and the words that each can begin with."""

from collections.abc import Mapping

__all__ = ["BEFORE", "LEADS", "NUMBERED", "PHRASES", "SECOND_OF_LED", "SECOND_OF_NUMBERED", "SOMEBODY"]

# Numbers: "at tick 9", "around ticks 8-10", "from tick 3 on", "at 17".
_NUMBER = r"(?:~\s*)?\d{1,6}(?:-?ish\b)?\+?(?!\d|:\d|s\b)"
_TICK = r"t(?:icks?|\s*=)?\s*"
_JOIN = (
    r"\s*(?:-|–|—|(?:all\s+the\s+way\s+)?(?:up\s+)?(?:to|through|thru|until|till)|and|&|or|/"
    r"|,\s*(?:and|or)?)\s*"
)
_VAGUE = (
    r"(?:about|around|roughly|approximately|approx\.?|exactly|only|the|like|maybe|early|late|game"
    r"|at\s+least)\s+"
)
BEFORE = (
    "right just shortly immediately soon exactly roughly maybe back starting only early late later sometime"
)
LEADS = (
    "at on in by around about circa until till up through thru from since after before between during past"
    " over for as"
)
_GOVERNS = "|".join({"up": r"up\s+to", "as": r"as\s+of"}.get(word, word) for word in LEADS.split())
_LEAD = rf"(?:(?:{'|'.join(BEFORE.split())}|all\s+the\s+way)\s+){{0,3}}(?:{_GOVERNS})"
_MORE = rf"(?:{_JOIN}(?:{_VAGUE})?(?:{_TICK})?{_NUMBER}){{0,24}}"
_ONWARD = (
    r"(?:\s+(?:or\s+so|window|timing|onwards?|on(?=\s*[.,;)]|\s*$|\s+(?:I|you|he|she|we|they|and|but)\b))"
    r"|\s+(?:right\s+|all\s+the\s+way\s+)?(?:up\s+)?(?:to|until|till|through)\s+(?:the|this)\s+"
    r"(?:alarm|report|meeting|call|button)\b(?!\s+(?:was|got|called)\b))?"
)
_COUNT = (
    r"(?!\s*(?:alive|dead|left|people|players|of\s+us|votes?|ticks?|bodies|kills?|rooms?|other|seconds?)\b|%"
    r"|\s*(?:vs?|on(?!\s+(?:I|you|he|she|we|they|and|but)\b))\b)"
)
"""What makes a bare number count something else: "at 3 alive"."""
_THAT = r"(?:(?:that|this|those|these|key|exact|same|crucial)\s+){0,2}"
_TICKS = rf"(?:{_LEAD}\s+)?{_THAT}(?:{_VAGUE}){{0,3}}(?:~\s*)?{_TICK}{_NUMBER}{_MORE}"
_NUMBERS = rf"{_LEAD}\s+(?:{_VAGUE}){{0,3}}{_NUMBER}{_MORE}{_COUNT}"
_SECOND = f"{BEFORE} {LEADS} of approximately approx exactly like game".replace(" ", "|")
_TICKING = r"t(?:ick|\s*[=~\d])"
_THE = (
    rf"the\s+(?=[~\d]|{_TICKING}|about|around|roughly|approx|exactly|only|the|like|maybe|early|late|game"
    r"|at\s|way)"
)
_TICKED = (
    r"(?:(?:at|around|by|from|until|before|after|through|since)\s+(?:around\s+|about\s+)?)?"
    r"ticks?\s+\d{1,6}(?:[-–]\d{1,6})?"
    r"(?=[.;)!?]|\s[b-np-qsv-z]|,\s(?:and\s)?[bcdfh-knpqsu-z]|,\sth(?:en|at)\b"
    r"|\s(?:and|[-–—])\s[bcdfh-knpqsu-z])"
)
"""What is said most often, where no further number follows nor an "onwards": it is for speed alone."""
_LIKELY = (
    rf"(?=t|[^\W\d]++\s++(?:[~\d]|{_TICKING}|th(?:at|is|[eo]se)\b|to\b|{_THE}|(?:{_SECOND})\b))"
    r"(?=\D{0,48}+\d)"
)
"""What a look at the second word tells, before the whole is tried: it is for speed alone."""
SECOND_OF_NUMBERED = f"{_SECOND} to of the my that this those these key same crucial t tick"
SECOND_OF_LED = (
    "about around roughly approximately approx exactly only the like maybe early late game at my that this"
    " those these key exact same crucial t tick"
)
"""What follows in one that begins with what governs the number, so that none other does."""
_ORDINAL = r"(?:right\s+)?(?:at|on|by|around)\s+(?:exactly\s+)?(?:my|the)\s+\d{1,6}(?:st|nd|rd|th)\s+tick\b"
_HALF = r"(?!between\s+\d+\s+and\s+(?!~?t?\d|ticks?\b))"
"""What keeps "between 22 and Bob's call" from being a time as far as its number."""
NUMBERED = rf"{_TICKED}|{_LIKELY}{_HALF}(?:{_TICKS}|{_NUMBERS}){_ONWARD}|{_ORDINAL}"

# Parts of the round, and events.
_ROUND = r"(?:round|game|match)"
_OF_ROUND = rf"(?:\s+(?:of|in)\s+(?:the|this|my|that)\s+{_ROUND}|\s+this\s+{_ROUND})?"
_JUST = r"(?:(?:right|just|shortly|immediately|directly|only|even|well)\s+)?"
_EVENT = (
    r"(?:(?:the|this|that|my|(?-i:[A-Z])\w+['’]s)\s+)?(?:(?:last|previous|first)\s+)?(?:emergency\s+)?(?:body\s+)?(?:report(?:ing(?!\s+(?:it|the|that|a|her|him|(?-i:[A-Z])))|(?:\s+tim(?:e|ing))?\b)|meeting"
    r"|button(?:\s+press)?|discovery|death\b|murder\b|kill\b(?!\s+(?:window|location|site|scene|room|spot|side|zone)\b)|body\s+(?:was|got|is)\s+(?:found|reported|discovered)|body(?=\s*[.,;)]))"
)
_NO_PLACE = r"(?!(?:right\s+|just\s+)?(?:at|by)\s+(?:the|this|that|[A-Z]\w+['’]s)\s+body\s*[.,;)])"
"""What keeps "at the body" from being a time."""
SOMEBODY = r"(?-i:[A-Z])\w+"
_WHOSE = rf"(?:his|her|their|{SOMEBODY}['’]s)"
_TIME_OF = r"(?:the\s+(?:time|moment)\s+of\s+)?"
_HAPPENED = (
    r"(?:(?:(?-i:[A-Z])\w+['’]s\s+(?=\w+\s+(?:hit|popped|appeared|showed|came|went)\b))"
    r"|(?:the|this|that|a)\s+)?(?:emergency\s+)?(?:meeting|report|body|button|alarm|kill)\s+"
    r"(?:(?:was|got|had\s+been|is|has\s+been)\s+)?(?:called|reported|found|discovered|pressed|hit|happened"
    r"|came(?:\s+in)?|started|began|popped|went\s+off|triggered|occurred|dropped|appeared|showed\s+up)"
)
_FOUND = (
    r"(?:I|(?-i:[A-Z])\w+|she|he|they|you)\s+(?:just\s+|finally\s+|first\s+)?(?:found|reported|discovered|called|hit)\s+"
    r"(?:the\s+|this\s+)?(?:body|meeting|report|button|it|(?:(?-i:[A-Z])\w+|her|him|them)(?:['’]s\s+body|\s+dead)?)\b"
)
_WINDOW = (
    r"(?:(?:exact|very|key|same|whole|entire|critical)\s+){0,2}(?:kill\s+|murder\s+|death\s+)?"
    r"(?:mid-?)?(?:window|time|moment|point|timing|stretch|ticks?|timeframe|period)\b(?!\s+(?:of|where|when|\d))"
)
_NO_CLAUSE = r"(?!\s+(?:I|you|she|he|they|we|(?-i:[A-Z]\w+))\b)"
"""What keeps "by the time" apart from "by the time Bob left"."""
_STOPS = r"(?=\s*(?:[.,;:!?)—–]|$|-\s|(?:and|but|so|or|while|is|was|too|also)\b))"
_GOES_ON = r"(?=\s+(?:because|since|towards?|from|into|through)\b)"
_STOPS_ALL = r"(?=\s*(?:[.;:!?)—–]|,\s+(?!and\b)|$))"
_SPOKE = "said|says|claimed|told|gave|put|placed|named|blamed|thought|mentioned|framed|summari"
_AFTER_THAT = (
    r"(?=\s*(?:[.,;:!?)—–]|$|-\s)|\s+(?!(?-i:[a-z])|\d)"
    r"|\s+(?:and|but|so|or|she|he|you|they|we|the\s+only|towards?|into|was|is)\b)"
)
"""What keeps "after that" apart from "after that kill"."""
_MODEST = r"(?:(?:very|pretty|fairly)\s+)?"

_FIRST_THIRD = rf"{_MODEST}early(?:\s+on)?(?:{_OF_ROUND}|\s+{_ROUND}|\s+ticks?)\b(?!-)"
_LAST_THIRD = rf"{_MODEST}late(?:r)?(?:\s+on)?(?:{_OF_ROUND}|\s+{_ROUND}|\s+ticks?)\b(?!-)"
_ENDS = (
    rf"(?:right\s+)?(?:at|towards?|near|by|from|until|since|for)\s+(?:the\s+)?(?:very\s+)?(?:start|beginning|end)\b"
    rf"{_OF_ROUND}(?:(?!\s+of\b)|\s+of\s+(?:my|his|her|their|your|a)\s+(?:\w+\s+){{0,2}}(?:route|path|loop|way)\b)"
)
_THROUGH = rf"(?:\s+(?:the|this|my)\s+{_ROUND}\b|(?=\s*[.,;)]))"
_THROUGH_OF = rf"\s+of\s+(?:the|this)\s+{_ROUND}\b"
_NEARLY = r"(?:(?:almost|nearly)\s+)?"
_COUNTED = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few"
_SOME_TICKS = (
    rf"(?:(?:for|over)\s+(?:(?:about|around|roughly|nearly|maybe)\s+)?(?:an?|one|a\s+couple(?:\s+of)?|several|(?:a\s+)?(?:{_COUNTED}))"
    r"|all)"
    rf"\s+(?:(?:{_COUNTED}|good|whole)\s+)?ticks?(?:\s+or\s+(?:so|two)|\s+straight)?\b"
    r"|(?:for|in|during|over|through|throughout|since|from|by|until)\s+(?:the|my|those|these|that|all)\s+"
    rf"(?:(?:very|whole|entire|first|last|opening|final|next|initial)\s+)?(?:(?:{_COUNTED}|couple\s+of)\s+)?ticks?\b(?!\s*\d)(?:{_OF_ROUND})"
)
"""Stretches that are counted, not dated: "for the first four ticks", "for a few ticks"."""
_MOST = (
    r"(?:for\s+)?(?:most|the\s+majority|nearly\s+all|almost\s+all)\s+of\s+(?:the|this|my)\s+"
    rf"(?:time|{_ROUND})\b"
)

PHRASES: Mapping[str, str] = {
    NUMBERED: f"t tick ticks {BEFORE} all {LEADS}",
    _SOME_TICKS: "for over all in during through throughout since from by until",
    _FIRST_THIRD: "very pretty fairly early",
    _LAST_THIRD: "very pretty fairly late later",
    r"(?:much\s+|slightly\s+)?earlier(?:\s+(?:on|this\s+round|in\s+the\s+round))?\b(?!-)": (
        "much slightly earlier"
    ),
    _ENDS: ("right at toward towards near by from until since for"),
    rf"(?:for\s+)?{_NEARLY}(?:the|my|this)\s+(?:whole|entire|full)\s+(?:time|{_ROUND}|way"
    rf"|(?:first|second|latter|last)\s+half{_OF_ROUND})\b": ("for almost nearly the my this"),
    rf"(?:for\s+)?{_NEARLY}the\s+(?:(?:whole|entire)\s+)?(?:rest|remainder)\s+of\s+(?:the|this|my)\s+"
    rf"(?:time|{_ROUND})\b": "for the almost nearly",
    _MOST: ("for most the nearly almost"),
    rf"all\s+(?:{_ROUND}|the\s+time|the\s+way\s+through)\b": "all",
    rf"(?:in\s+|during\s+)?(?:last|the\s+(?:first|last|previous))\s+{_ROUND}\b": "in during last the",
    rf"(?:in\s+|during\s+)?this\s+{_ROUND}\b": "in during this",
    r"(?:just\s+)?a\s+(?:(?:little|short)\s+)?(?:while|moment|second|bit)"
    rf"\s+(?:ago\b|(?:before|after|later){_STOPS})": ("just a"),
    r"(?:(?:one|two|three|four|five|several)\s+)?(?:ticks?|seconds?|moments)\s+(?:later|earlier)"
    rf"(?:{_STOPS}|(?=\s+(?-i:[A-Z])))": "one two three four five several seconds second tick ticks",
    rf"moments\s+(?:ago\b|(?:before|after|later|earlier){_STOPS})": "moments",
    rf"(?:(?:right|just|shortly|immediately|directly|soon)\s+)?afterwards?{_STOPS}": (
        "right just shortly immediately directly soon afterward afterwards"
    ),
    rf"(?:(?:right|just|shortly|immediately|directly|soon)\s+(?:after|before)|(?<!not )after){_STOPS}"
    rf"|(?:right|just|shortly|immediately|directly|soon)\s+after{_GOES_ON}": (
        "right just shortly immediately directly soon after"
    ),
    rf"{_JUST}(?:before|after)\s+(?:the|that|this)\s+(?:kill|murder)\s+window\b": (
        "right just shortly immediately directly only even well before after"
    ),
    rf"{_JUST}(?:before|after|at|until|around)\s+{_WHOSE}\s+(?:death|murder|kill)\b": (
        "right just shortly immediately directly only even well before after at until around"
    ),
    rf"(?:the\s+)?(?:very\s+)?end\s+of\s+(?:the\s+|this\s+)?{_ROUND}\b": "end",
    rf"{_JUST}(?:after|before)\s+(?:that|this){_AFTER_THAT}": (
        "right just shortly immediately directly only even well after before"
    ),
    r"for\s+(?:quite\s+)?a\s+(?:(?:little|short|good|long|brief)\s+)?(?:while|bit|moment|second)\b": "for",
    rf"{_JUST}(?:after|before)\s+(?:(?:me|him|her|them|us|{SOMEBODY}){_STOPS_ALL}"
    r"|me(?=\s+and\s+(?-i:[a-z])))": ("right just shortly immediately directly only even well after before"),
    r"(?:ever\s+)?since(?:\s+then)?(?=\s*(?:[.,;:!?)—–]|$))": "ever since",
    r"(?<=\w )(?<!and )(?<!but )(?<!so )then(?=\s*(?:[.;!?)]|$))": "then",
    rf"(?:(?:around|about|at|by)\s+)?mid-?{_ROUND}\b": "around about at by mid midround",
    rf"(?:(?:around|about|at|by|roughly)\s+){{0,2}}(?:halfway|midway)\s+through{_THROUGH}": (
        "around about at by roughly halfway midway"
    ),
    r"(?:in|during|for)\s+the\s+(?:(?:entire|whole|full)\s+)?(?:first|second|latter|last)\s+(?:half|third|part)\b"
    rf"{_OF_ROUND}(?!\s+of)|for\s+(?:(?:a\s+)?(?:good\s+|large\s+|big\s+)?(?:part|half|chunk)\s+of\s+(?:the|this|my)\s+"
    rf"{_ROUND}\b|a\s+window\b)": ("in during for"),
    rf"(?:in|around|toward|towards|by)\s+the\s+middle{_THROUGH_OF}": "in around toward towards by",
    r"in\s+the\s+(?:(?:early|mid|late|low|high)[\s-]+)?\d{1,5}0s\b": "in",
    r"(?:right\s+|just\s+)?at\s+the\s+same\s+time\b": "right just at",
    rf"{_JUST}(?:when|as|before|after|until|till|by\s+the\s+time)\s+(?:{_HAPPENED}|{_FOUND})": (
        "right just shortly immediately directly only even well when as before after until till by"
    ),
    rf"{_NO_PLACE}(?:{_JUST}(?:before|after|at|until|till|by|during)|upon)\s+{_TIME_OF}{_EVENT}": (
        "right just shortly immediately directly only even well before after at until till by during upon"
    ),
    r"since\s+(?:the|our|that)\s+(?:(?:last|previous|first)\s+)?meeting\b": "since",
    rf"{_JUST}(?:when|before|after|as|until)\s+(?:{SOMEBODY}|she|he|they)\s+"
    r"(?:died|(?:was|got)\s+killed)\b": (
        "right just shortly immediately directly only even well when before after as until"
    ),
    r"at\s+(?:the\s+)?(?:report|meeting|kill)\s+tim(?:e|ing)\b": "at",
    rf"(?:right\s+)?(?:around|near)\s+(?:the\s+(?:time|moment)\s+of\s+{_EVENT}|the\s+(?:report|meeting)\b)": (
        "right around near"
    ),
    rf"(?:right\s+)?(?:during|in|at|around|for|by|within)\s+(?:the\s+{_WINDOW}{_NO_CLAUSE}"
    rf"|(?:that|this|those|these)\s+{_WINDOW})": ("right during in at around for by within"),
    r"(?:around|by|right|until|since|before)\s+(?:that\s+time|then)\b": "around by right until since before",
    r"(?:(?:until|till)\s+)?(?:just|right)\s+now\b": "until till just right",
    r"(?-i:now)(?=\s*[.,;)])": "now",
    rf"initially\b(?!\s+(?:{_SPOKE}))": "initially",
    r"recently\b": "recently",
    r"at\s+first\b": "at",
}
"""Patterns, with the words in small letters that they can begin with."""
