"""Whom somebody saw or met and nobody else: "the only person"."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["open_only", "read_only", "split_only"]

_ONES = words("person player one people players soul")
_REALLY = words("really personally actually ever physically directly")
_SIGHTINGS = words("sighting sightings encounter encounters contact interaction")
_FEW = 6  # words


def open_only(reader: Reader, token: Token) -> bool:
    """Read "my only sightings were" as "the only people I saw were".

    Returns:
        Whether it does stand there.
    """
    whom = reader.following
    if whom is None or whom.kind not in {"name", "names"}:
        return False  # "my only sighting was early"
    before = reader.tokens[max(0, reader.index - _FEW) : reader.index]
    noun = next((at for at, one in enumerate(before) if one.word in _SIGHTINGS), 0)
    only = [at for at, one in enumerate(before[:noun]) if one.word == "only"]
    if not only or only[-1] == 0 or before[only[-1] - 1].word != "my":
        return False
    if any(one.kind not in {"time", "x", "prep", "conj"} for one in before[noun + 1 :]):
        return False
    reader.owner = reader.account = None
    frame = reader.open("see", token, reader.speaker)
    frame.word, frame.only, frame.others = "saw", True, True
    frame.start = before[only[-1] - 1].start
    split_only(reader, frame)
    return True


def read_only(reader: Reader, frame: Frame) -> None:
    """Read "the only person I saw was Bob", "Bob was the only one I saw": nobody but him."""
    if frame.subject != reader.speaker or frame.negated:
        return
    before = reader.tokens[max(0, reader.index - _FEW) : reader.index]
    spoken = [token.word for token in before]
    if "only" not in spoken:
        return
    adverb = next((token for token in reversed(before) if token.word not in _REALLY), None)
    if adverb is not None and adverb.word == "only" and frame.kind == "see":
        frame.only = True  # "I only saw Bob"
        return
    only = spoken.index("only")
    said = before[only + 1 :]
    if not any(token.word in _ONES for token in said) or any(
        token.kind in {",", "verb", "prep"} for token in said
    ):
        return
    named = next((one for one in reversed(reader.frames[:-1])), None) if only else None
    frame.kind, frame.only, frame.others = "see", True, True
    if named is not None and named.kind == "be" and named.subject and not named.places and not named.negated:
        frame.objects = named.subject
        frame.source, frame.asserted = named.source, frame.asserted and named.asserted
        return
    frame.start = min(frame.start, before[only].start)


def split_only(reader: Reader, frame: Frame) -> None:
    """Take down at "was" of whom and when "the only one I met on my way" holds; who it was follows."""
    reader.prep, frame.only = "", False
    after = [token for token in reader.tokens[: reader.index] if token.start > frame.at]
    if any(token.kind in {"name", "names", "P", "body", "verb"} for token in after):
        return  # "the only people I saw around Bob"
    sole = Frame("see", frame.word, frame.form, frame.subject, frame.start, frame.end)
    sole.negated = sole.nobody = sole.others = sole.only = True
    sole.places, sole.times, sole.link = frame.places, frame.times, frame.link
    sole.asserted, sole.unsure = frame.asserted, frame.unsure
    sole.source, sole.tellers = frame.source, frame.tellers
    frame.places, frame.times = [], list(frame.times) if frame.fronted else []
    reader.frames.insert(len(reader.frames) - 1, sole)
