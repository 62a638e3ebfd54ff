"""The words that the grammar knows, by class. Names and rooms come from the game, not from here."""

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["ASIDE", "CONTRACTIONS", "WORDS", "Word", "words"]


def words(text: str) -> frozenset[str]:
    """The words of a list that is written as a text."""
    return frozenset(text.split())


class Word(NamedTuple):
    """What a word is.

    Attributes:
        kind: Its class.
        value: What it does within the class, as the grammar calls it.
        form: For a verb: ``f`` finite, ``b`` bare ("leave"), ``i`` an -ing form, ``p`` a participle that
            is no past tense as well ("seen").
    """

    kind: str
    value: str
    form: str = ""


_VERBS = """
see       saw:f sees:f see:b seeing:i seen:p spotted:f spot:b spotting:i noticed:f notice:b
see       noticing:i watched:f watch:b watching:i witnessed:f witness:b witnessing:i observed:f
see       catches:f observe:b observing:i encountered:f encounter:b encountering:i met:f meet:b caught:f
see       catch:b catching:i sighted:f glimpsed:f
go        went:f goes:f go:b going:i gone:p came:f comes:f come:b coming:i walked:f walks:f walk:b
go        walking:i moved:f moves:f move:b moving:i traveled:f travelled:f travels:f travel:b
go        traveling:i travelling:i ran:f runs:f run:b running:i continued:f continues:f continue:b
go        continuing:i looped:f loops:f loop:b looping:i cut:f cuts:f cutting:i circled:f circling:i
go        backtracked:f backtrack:b backtracking:i doubled:f doubling:i returned:f returns:f
go        return:b returning:i proceeded:f proceeding:i rotated:f rotating:i swung:f swinging:i swing:b
go        dropped:f drops:f dropping:i stepped:f steps:f stepping:i step:b got:f gets:f get:b getting:i
go        set:f touched:f touches:f touch:b
go        wandered:f drifted:f slipped:f detoured:f wrapped:f hopped:f ended:f ends:f ending:i
go        reached:f reaches:f reach:b reaching:i entered:f enters:f enter:b entering:i arrived:f
go        arrives:f arrive:b arriving:i visited:f visit:b visiting:i pathed:f pathing:i swept:f
go        climbed:f crossed:f crosses:f cross:b crossing:i passed:f passes:f pass:b passing:i
go        started:f starts:f start:b starting:i spawned:f spawn:b spawning:i began:f begins:f
go        begin:b beginning:i finished:f finishes:f finish:b finishing:i joined:f joins:f join:b
go        joining:i followed:f follows:f follow:b following:i rushed:f hurried:f strolled:f popped:f
go        poked:f poking:i peeked:f peeking:i dipped:f ducked:f dashed:f sprinted:f bounced:f bouncing:i
go        ambled:f jogged:f trotted:f marched:f strode:f crept:f trekked:f trudged:f scooted:f
go        ventured:f emerged:f emerges:f emerging:i barged:f burst:f
go        wheeled:f swapped:f transited:f transiting:i transition:b transitioned:f transitioning:i
go        overlapped:f overlap:b
go        snuck:f sneaked:f bumped:f bump:b bumping:i routed:f bailed:f gotten:p cycling:i
head      headed:f heads:f head:b heading:i
leave     left:f leaves:f leave:b leaving:i exited:f exits:f exit:b exiting:i departed:f departs:f
leave     depart:b departing:i fled:f flees:f flee:b fleeing:i
be        was:f were:f is:f are:f am:f be:b been:p being:i
stay      stayed:f stays:f stay:b staying:i remained:f remains:f remain:b remaining:i waited:f
stay      waits:f wait:b waiting:i sat:f sits:f sit:b sitting:i stood:f stands:f stand:b standing:i
stay      hung:f hangs:f hang:b hanging:i camped:f camps:f camp:b camping:i idled:f idling:i
stay      chilled:f chilling:i hid:f hides:f hide:b hiding:i paused:f pausing:i
stay      lingered:f linger:b lingering:i loitered:f loitering:i hovered:f hovering:i lurked:f lurking:i
stay      parked:f spent:f spends:f spend:b spending:i lived:f
do        sorted:f sorting:i aligned:f aligning:i refueled:f refueling:i charted:f charting:i
do        calibrated:f calibrating:i scanned:f scanning:i emptied:f emptying:i doing:i
do        worked:f works:f work:b working:i completed:f completes:f complete:b completing:i
do        busy:i tasked:f tasking:i faked:f faking:i fixed:f fixing:i
have      had:f has:f have:b having:i
aux       did:f do:b does:f done:p
say       says:f said:f say:b saying:i claims:f claimed:f claim:b claiming:i states:f stated:f
say       stating:i told:f tells:f telling:i mentioned:f mentions:f mention:b mentioning:i insists:f
say       insisted:f insist:b insisting:i swears:f swore:f alleges:f alleged:f asserts:f asserted:f
say       maintains:f argues:f argued:f arguing:i noted:f testified:f testifies:f reiterated:f
say       reiterates:f implied:f implies:f revealed:f reveals:f hinted:f hints:f announced:f
say       emphasized:f emphasizes:f stressed:f stresses:f declared:f declares:f assured:f assures:f
say       contends:f contended:f recounts:f recounted:f
admit     admits:f admitted:f admit:b admitting:i acknowledges:f acknowledged:f
admit     volunteered:f volunteers:f volunteer:b volunteering:i concedes:f conceded:f concede:b
confirm   confirms:f confirmed:f confirm:b confirming:i corroborates:f corroborated:f corroborate:b
confirm   corroborating:i verifies:f verified:f verify:b backs:f backed:f remembers:f remember:b
confirm   recall:b
place     places:f placed:f place:b placing:i puts:f put:b putting:i
find      found:f finds:f find:b finding:i discovered:f discover:b discovering:i stumbled:f
report    reported:f reports:f report:b reporting:i
call      called:f calls:f call:b calling:i pressed:f press:b pressing:i
kill      killed:f kills:f kill:b killing:i murdered:f murders:f murder:b stabbed:f
die       died:f dies:f dying:i die:b
deny      denies:f denied:f deny:b denying:i
try       tried:f tries:f try:b trying:i planned:f plan:b planning:i wanted:f wants:f want:b
try       wanting:i need:b needed:f needs:f hoped:f hope:b intended:f meant:f
vote      vote:b voted:f votes:f voting:i eject:b ejecting:i ejected:f lynch:b
suspect   suspect:b suspects:f suspected:f suspecting:i accuse:b accusing:i accused:f accuses:f
lean      lean:b leaning:i leans:f leaned:f
vouch     vouch:b vouching:i vouches:f vouched:f trust:b trusting:i trusts:f clear:b clearing:i
vouch     clears:f cleared:f believe:b believing:i believes:f defend:b defending:i
lie       lie:b lying:i lied:f lies:f
other     connects:f connect:b connected:f leads:f lead:b links:f require:b requires:f takes:f
other     take:b took:f makes:f make:b made:f gives:f give:b gave:f matches:f match:b matched:f
other     fits:f fit:b means:f mean:b contradicts:f contradict:b happens:f happened:f happen:b
other     turned:f turns:f
other     shows:f show:b showed:f proves:f prove:b explains:f explain:b explained:f knows:f know:b
other     knew:f hear:b heard:f asks:f ask:b asked:f agrees:f agree:b agreed:f seems:f seem:b
other     seemed:f appears:f appear:b appeared:f feels:f feel:b felt:f sounds:f sound:b looks:f
other     look:b looked:f checks:f check:b lines:f line:b keeps:f keep:b kept:f covers:f cover:b
other     described:f describes:f describing:i explaining:i
other     tracks:f overlaps:f points:f point:b used:f use:b uses:f tell:b answers:f
other     answer:b pointed:f pointing:i point:b added:f adds:f suggested:f suggests:f recalls:f
other     recalled:f disputes:f disputed:f dispute:b disagree:b disagrees:f disagreed:f
think     think:b thinks:f thought:f thinking:i guess:b assume:b assuming:i suppose:b assumed:f
think     assumes:f figured:f figures:f reckons:f guesses:f guessed:f
"""

_OTHERS: Mapping[str, Mapping[str, str]] = {
    "I": {"i": "subject", "me": "object", "myself": "self", "my": "owner", "mine": "owner"},
    "P": {
        "he": "m",
        "she": "f",
        "him": "m",
        "her": "f",
        "they": "t",
        "them": "t",
        "his": "m",
        "hers": "f",
        "their": "t",
        "himself": "self",
        "herself": "self",
        "themselves": "self",
    },
    "Y": {"you": "subject", "your": "owner", "yours": "owner", "yourself": "object"},
    "W": {"we": "subject", "us": "object", "our": "owner", "both": "both"},
    "some": dict.fromkeys(
        words(
            "anyone anybody someone somebody everyone everybody people others players whoever nothing"
            " something everything anything nobody neither none soul"
        ),
        "",
    ),
    "neg": dict.fromkeys(("not", "never", "without", "cannot", "hardly"), ""),
    "modal": dict.fromkeys(
        words("could might would should may must will shall wouldve couldve shouldve mightve"), "maybe"
    )
    | {"can": "can"},
    "maybe": dict.fromkeys(
        words(
            "maybe perhaps possibly potentially probably likely presumably supposedly apparently allegedly "
            "hypothetically theoretically possible plausible reasonable suppose assuming if unless whether"
            " imagine theory scenario hypothesis doubt wish pretended pretends"
        ),
        "",
    ),
    "prep": {
        "in": "at",
        "inside": "at",
        "at": "at",
        "within": "at",
        "on": "at",
        "around": "at",
        "between": "between",
        "into": "to",
        "to": "to",
        "onto": "to",
        "toward": "toward",
        "towards": "toward",
        "for": "for",
        "from": "from",
        "through": "via",
        "via": "via",
        "thru": "via",
        "across": "via",
        "with": "with",
        "per": "per",
        "alongside": "with",
        "by": "by",
        **dict.fromkeys(
            words(
                "near outside beside of about than like except besides against beyond past "
                "adjacent nearby nowhere away far close next opposite plus over along under behind"
            ),
            "no",
        ),
    },
    "conj": {
        **dict.fromkeys(("and", "&", "plus"), "and"),
        **dict.fromkeys(("but", "however", "although", "though", "yet"), "but"),
        "then": "then",
        "or": "or",
        "nor": "or",
        "so": "so",
        "because": "so",
        "while": "while",
        "when": "when",
        "whenever": "when",
        "as": "as",
        "once": "when",
        "where": "where",
        "that": "that",
        "which": "which",
        "who": "who",
        "whom": "who",
        "before": "before",
        "after": "after",
        "until": "until",
        "till": "until",
        "since": "since",
        "whereas": "while",
        "what": "what",
        "why": "ask",
        "how": "ask",
    },
    "there": {"there": "there"},
    "each": {"each": ""},
    "mutual": {"mutual": "", "overlapping": "", "paired": "paired"},
    "body": dict.fromkeys(("body", "bodies", "corpse"), ""),
    "dead": {"dead": "", "lifeless": ""},
    "alone": {"alone": ""},
    "empty": {"empty": "", "deserted": "", "clean": "clean"},
    "alive": {"alive": "", "living": ""},
    "route": dict.fromkeys(
        words("route path way trail itinerary arrival entry movement movements pathing loop"), ""
    ),
    "story": dict.fromkeys(
        words(
            "story claim timeline account alibi version statement defense info admission speech words"
            " sighting observation testimony word explanation narrative recollection assertion description"
            " perspective pov viewpoint"
        ),
        "",
    ),
    "reporter": {"reporter": ""},
    "scene": {"scene": ""},
    "task": dict.fromkeys(words("task tasks chore chores"), ""),
    "meeting": {"meeting": "", "button": ""},
    "duck": {"duck": "", "impostor": "", "imposter": "", "killer": ""},
}

ASIDE = words(
    "the a an still just also already actually really definitely basically back up down over "
    "straight right briefly again out off away quickly immediately early later eventually "
    "only even literally clearly both directly shortly"
)
"""Words that may stand between a preposition or verb and what belongs to it."""

CONTRACTIONS: Mapping[str, tuple[str, ...]] = {
    "m": ("am",),
    "re": ("are",),
    "ve": ("have",),
    "ll": ("will",),
    "d": ("would",),
    "s": ("is",),
}


def _lexicon() -> dict[str, Word]:
    found: dict[str, Word] = {}
    for kind, entries in _OTHERS.items():
        for word, value in entries.items():
            found[word] = Word(kind, value)
    for line in _VERBS.split("\n"):
        kind, *listed = line.split() or [""]
        for entry in listed:
            word, _, form = entry.partition(":")
            found[word] = Word("verb", kind, form)
    return found


WORDS: Mapping[str, Word] = _lexicon()
"""The lexicon, by word in small letters."""
