"""The `rules` extractor: claims read out of what was said, by a grammar, offline and always the same."""

from bisect import bisect_left

from gander.quack.audit.extract.clauses.clauses import read_clauses
from gander.quack.audit.extract.clauses.discourse import Context, Discourse
from gander.quack.audit.extract.clauses.pronouns import Pronouns
from gander.quack.audit.extract.clauses.questions import asked_from
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.opinions.opinions import opinions, settled
from gander.quack.audit.extract.statements.restated import without_restatements
from gander.quack.audit.extract.statements.statements import statements
from gander.quack.audit.extract.words.groups import grouped, speech_in_marks, unquoted
from gander.quack.audit.extract.words.lexer import Lexer, lexer_for
from gander.quack.audit.extract.words.tokens import Token
from gander.quack.audit.extract.words.writing import foreign_script, in_double_marks
from gander.quack.audit.game import Game
from gander.quack.audit.utterances import Extraction, Utterance
from gander.quack.claims import Claim

__all__ = ["context_of", "extract_rules", "extract_utterance", "extraction_of"]


_QUOTES = frozenset('"“”')
_STRENGTH = {"weak": 1, "moderate": 2, "strong": 3}
_LONGEST = 200
"""The longest sentence that is read as one, in tokens: rules look back through it, which would take ever
longer in one without an end. The longest of the released games' has 70."""
_PAUSES = frozenset((",", ";", ":", "-", "\n", "conj"))


def extract_rules(game: Game) -> tuple[Extraction, ...]:
    """Extract the claims of everything that was said in a game.

    Args:
        game: The game.

    Returns:
        One extraction an utterance, in the game's order.
    """
    lexer = lexer_for(game.names.players, game.names.rooms, tuple(site.name for site in game.game_map.tasks))
    pronouns = Pronouns(game.names.players)
    extractions: list[Extraction] = []
    spoken: set[str] = set()
    for utterance in game.utterances:
        context = context_of(game, utterance, frozenset(spoken))
        extractions.append(extraction_of(lexer, context, utterance, pronouns))
        spoken.add(utterance.speaker)
    return tuple(extractions)


def extraction_of(
    lexer: Lexer, context: Context, utterance: Utterance, pronouns: Pronouns | None = None
) -> Extraction:
    """Extract the claims of one utterance and say how that ended.

    Args:
        lexer: The game's lexer.
        context: What was known before.
        utterance: The utterance.
        pronouns: What earlier speeches told about pronouns; learns from this one, too.
    """
    if not utterance.text.strip():
        return Extraction(utterance, "empty")
    script = foreign_script(utterance.text)
    if script is not None:
        return Extraction(utterance, "failed", why=f"no rules for this language ({script} script)")
    claims = _read(lexer, context, utterance.text, pronouns)
    return Extraction(utterance, "extracted" if claims else "no_claims", claims)


def extract_utterance(
    context: Context, text: str, *, rooms: tuple[str, ...], tasks: tuple[str, ...] = ()
) -> tuple[Claim, ...]:
    """Extract the claims of one utterance.

    Args:
        context: Who speaks, and what was known before.
        text: What was said.
        rooms: The map's rooms.
        tasks: The names of its tasks.
    """
    return _read(lexer_for(context.players, rooms, tasks), context, text)


def context_of(game: Game, utterance: Utterance, spoken: frozenset[str] | None = None) -> Context:
    """What a reader knows before an utterance of a game, where known with who has spoken so far."""
    meetings = game.timeline.meetings
    players = game.names.players
    if not 0 <= utterance.meeting < len(meetings):
        return Context(utterance.speaker, players, spoken=spoken)
    meeting = meetings[utterance.meeting]
    names = game.record.names
    stay = game.timeline.where(meeting.caller, meeting.start)
    stood = stay.room if stay is not None else None
    found = tuple(victim for victim, room in meeting.bodies if room == stood)
    if meeting.kind == "report" and not found and len(meeting.bodies) == 1:
        found = (meeting.bodies[0][0],)
    return Context(
        utterance.speaker,
        players,
        names.get(meeting.caller),
        meeting.kind,
        meeting.bodies,
        found,
        game.game_map.button,
        spoken,
    )


def _read(lexer: Lexer, context: Context, text: str, pronouns: Pronouns | None = None) -> tuple[Claim, ...]:
    discourse = Discourse(context, pronouns=pronouns or Pronouns(context.players))
    reader = Reader(discourse)
    claims: dict[tuple[object, ...], Claim] = {}
    written = in_double_marks(text)
    sentences = _in_pieces(lexer.sentences(written))
    spoken = [[token.word for token in sentence] for sentence in sentences]
    quotes = ('"' in written or "“" in written or "”" in written) and not speech_in_marks(written)
    if quotes:
        marks = 0
        for index, sentence in enumerate(sentences):
            if not _QUOTES.isdisjoint(spoken[index]):
                sentences[index] = kept = unquoted(sentence)
                spoken[index] = [token.word for token in kept]
                marks += [token.kind for token in kept].count('"')
        reader.carries = marks > 0 and marks % 2 == 0
    for sentence, its in zip(sentences, spoken, strict=True):
        if "he" in its or "she" in its:
            discourse.pronouns.learn(sentence, context.speaker)
    for sentence, its in zip(sentences, spoken, strict=True):
        discourse.asked = asked_from(sentence) if sentence[-1].kind == "?" else None
        topics = tuple(discourse.recent)
        reader.marked = quotes and not _QUOTES.isdisjoint(its)
        frames = read_clauses(reader, grouped(sentence))
        beside = reader.beside
        found = statements(frames, discourse, text, beside) if frames or beside else []
        found += opinions(sentence, its, discourse, text, topics)
        for claim in found:
            key = _key(claim)
            before = claims.get(key)
            # An opinion of a player is one claim, however often it is said; the strongest counts.
            if before is None or _STRENGTH.get(claim.strength or "", 0) > _STRENGTH.get(
                before.strength or "", 0
            ):
                claims[key] = claim
    return without_restatements(settled(claims.values()))


def _in_pieces(sentences: list[list[Token]]) -> list[list[Token]]:
    """Sentences, those that are too long cut behind a pause.

    Where there is none, what follows up to the next one is left out: it may hang on a word before the cut,
    as in "I never ... saw Bob".
    """
    if max(map(len, sentences), default=0) <= _LONGEST:
        return sentences
    pieces: list[list[Token]] = []
    for sentence in sentences:
        pauses = [index for index, token in enumerate(sentence) if token.kind in _PAUSES]
        mark = sentence[-1:] if sentence[-1].kind == "?" else []  # each piece of a question asks
        begin = 0
        while len(sentence) - begin > _LONGEST:
            end = begin + _LONGEST
            last = bisect_left(pauses, end) - 1
            if last >= 0 and pauses[last] > begin:
                end = following = pauses[last] + 1
            else:
                following = pauses[last + 1] + 1 if last + 1 < len(pauses) else len(sentence)
            pieces.append([*sentence[begin:end], *mark])
            begin = following
        if begin < len(sentence):
            pieces.append(sentence[begin:])
    return pieces


def _key(claim: Claim) -> tuple[object, ...]:
    return (
        claim.type,
        claim.subject,
        claim.target,
        claim.room,
        claim.route,
        claim.also,
        claim.activity,
        claim.time,
        claim.state,
        claim.negated,
        claim.source,
        claim.but,
    )
