"""``gander quack validate``: how good the auditor is."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gander.cli.games import games_at
from gander.cli.output import check_outputs, note
from gander.cli.validate_told import VERDICTS, Agreed, tell_agreement, tell_exams, tell_sample, tell_scored
from gander.counted import many
from gander.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gander.quack.audit.sources import Source
    from gander.quack.metrics.validation import Sample, TimeCounts

__all__ = ["app"]

app = typer.Typer(
    help="How good the auditor is: against intended claims, another extractor, or people.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_SHEETS = (".claims.csv", ".utterances.csv")

_Paths = Annotated[
    list[Path],
    typer.Argument(metavar="PATH", help="Records, games' folders or trees of them.", show_default=False),
]
_Claims = Annotated[
    str,
    typer.Option(
        help="Whose claims: rules, recorded (extracted_claims.jsonl), intended (stored by scripted players), "
        "model:NAME (as gander quack extract wrote them), or a claims file's name; with OUT/ before it, "
        "below that folder."
    ),
]
_Map = Annotated[
    str | None,
    typer.Option("--map", help="The map of records that carry none.  [default: ship10]", show_default=False),
]
_Details = Annotated[
    Path | None,
    typer.Option("--details", dir_okay=False, help="List every deviation in a CSV file.", show_default=False),
]
_Json = Annotated[
    Path | None, typer.Option("--json", dir_okay=False, help="Write the figures.", show_default=False)
]


@app.command()
def intended(
    paths: _Paths,
    claims: _Claims = "rules",
    game_map: _Map = None,
    details: _Details = None,
    json_file: _Json = None,
) -> None:
    """Compare claims and verdicts with what scripted players meant."""
    from gander.files import write_whole
    from gander.quack.metrics.validation import (
        deviation_sheet,
        examine_game,
        moods_of,
        scores,
        verdict_agreement,
    )

    check_outputs({"--details": details, "--json": json_file})
    source = _source(claims, paths)
    exams = []
    silent = 0
    for game in games_at(paths, game_map):
        exam = examine_game(game, source, details=details is not None)
        if exam is None:
            silent += 1
        else:
            exams.append(exam)
    if silent:
        note(f"{many(silent, 'game')} left out: nothing was said, or the players stored no claims.")
    if not exams:
        raise InputError(
            "no game stores what its players meant.",
            where=str(paths[0]),
            todo="Only scripted players do: gander quack play --goose scripted --duck scripted.",
        )
    rows = scores([exam.tallies for exam in exams])
    agreed = verdict_agreement(exams)
    times = _times(exam.times for exam in exams)
    moods = moods_of(exams)
    table: dict[tuple[str, str], int] = {}
    for exam in exams:
        for pair, number in exam.verdicts.items():
            table[pair] = table.get(pair, 0) + number
    read, said = sum(exam.read for exam in exams), sum(exam.utterances for exam in exams)

    if not read:
        raise InputError(
            f"not one of the {many(said, 'utterance')} has been read.",
            where=f"--claims {claims}",
            todo="Are they other games' claims?",
        )
    if details is not None:
        write_whole(details, deviation_sheet(row for exam in exams for row in exam.deviations))
    if json_file is not None:
        _write_json(
            json_file,
            {
                "games": len(exams),
                "utterances": said,
                "read": read,
                "scores": [_plain(row) for row in rows],
                "times": _plain(times),
                "moods": dict(moods),
                "verdicts_as_meant": _plain(agreed),
                "verdicts": [
                    {"meant": meant, "judged": judged, "claims": number}
                    for (meant, judged), number in sorted(table.items())
                ],
            },
        )
    tell_exams(exams, rows, times, moods, agreed, table)


@app.command()
def against(
    paths: _Paths,
    other: Annotated[str, typer.Option(help="The other extractor's claims, as --claims.")] = "recorded",
    claims: _Claims = "rules",
    game_map: _Map = None,
    details: _Details = None,
    json_file: _Json = None,
) -> None:
    """Compare two extractors on the utterances that both have read. Neither is taken for right."""
    from gander.files import write_whole
    from gander.quack.metrics.settings import place_of, setting_names
    from gander.quack.metrics.validation import agree_on_game, deviation_sheet, rate_differences, scores

    check_outputs({"--details": details, "--json": json_file})
    one, two = _source(claims, paths), _source(other, paths, "--other")
    games = [
        agree_on_game(game, one, two, place_of(game.record)[0], details=details is not None)
        for game in games_at(paths, game_map)
    ]
    names = setting_names(game.folder for game in games)
    settings: dict[str, list[Any]] = {}
    for game in games:
        settings.setdefault(names[game.folder], []).append(game)
    if len(settings) > 1:
        settings["all settings"] = games
    if not any(game.compared for game in games):
        raise InputError(
            f"there is no utterance that both {claims} and {other} have read.",
            todo="Are the claims files beside the records?",
        )
    plain = {}
    agreed: dict[str, Agreed] = {}
    for name, own in settings.items():
        compared, said = sum(game.compared for game in own), sum(game.utterances for game in own)
        read = [sum(game.read[side] for game in own) for side in (0, 1)]
        rows = scores([game.tallies for game in own])
        times = _times(game.times for game in own)
        differences = rate_differences(own)
        agreed[name] = Agreed(len(own), said, (read[0], read[1]), compared, rows, times, differences)
        plain[name] = {
            "games": len(own),
            "utterances": said,
            "read": read,
            "compared": compared,
            "scores": [_plain(row) for row in rows],
            "times": _plain(times),
            "figures": [
                {
                    "figure": its.title,
                    "left": _plain(its.left),
                    "right": _plain(its.right),
                    "difference": _plain(its.difference.estimate),
                }
                for its in differences
            ],
        }
    if details is not None:
        write_whole(details, deviation_sheet(row for game in games for row in game.deviations))
    if json_file is not None:
        _write_json(json_file, {"claims": claims, "other": other, "settings": plain})
    tell_agreement(agreed, claims, other)


@app.command()
def sample(
    paths: _Paths,
    out: Annotated[
        Path,
        typer.Option(help="Where to: SHEET.csv becomes SHEET.claims.csv and SHEET.utterances.csv."),
    ],
    seed: Annotated[int, typer.Option(help="Seed of the draw.")],
    claims: _Claims = "rules",
    claims_n: Annotated[int, typer.Option("--claims-n", min=0, help="How many claims.")] = 100,
    utterances: Annotated[int, typer.Option(min=0, help="How many utterances.")] = 40,
    verdict: Annotated[
        list[str] | None, typer.Option(help="Only claims with this verdict; may be repeated.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--type", help="Only claims of this type (or route); may be repeated."),
    ] = None,
    game_map: _Map = None,
) -> None:
    """Draw claims and utterances into sheets that people fill in."""
    from gander.files import write_whole
    from gander.quack.audit.games import check_apart, records_at
    from gander.quack.metrics.validation import KINDS, claim_sheet, draw, utterance_sheet

    for option, given, known in (("--verdict", verdict, VERDICTS), ("--type", kind, KINDS)):
        for word in given or ():
            if word not in known:
                raise InputError(f"there is no {word!r}.", where=option, todo=f"Known: {', '.join(known)}.")
    if not claims_n and not utterances:
        raise InputError(
            "nothing is to be drawn.", where="--claims-n, --utterances", todo="Ask for more than 0 of one."
        )
    if not out.name or out.is_dir():
        raise InputError(
            "this is a folder, and sheets need a name.",
            where="--out",
            todo="For instance --out sheet.csv.",
        )
    stem = _stem(out)
    for ending in _SHEETS:
        if (path := stem.with_name(stem.name + ending)).exists():
            raise InputError(
                "the sheet is there already, and may be filled in.",
                where=str(path),
                todo="Choose another name, or delete it.",
            )
    check_apart(records_at(paths))
    drawn = draw(
        games_at(paths, game_map),
        _source(claims, paths),
        claims=claims_n,
        utterances=utterances,
        seed=seed,
        verdicts=frozenset(verdict or ()),
        types=frozenset(kind or ()),
    )
    lacking = _lacking(drawn, claims_n, utterances, verdict or (), kind or ())
    if not drawn.claims and not drawn.utterances:
        raise InputError(
            f"there is nothing to draw: {'; '.join(lacking)}.",
            where=f"--claims {claims}",
            todo="Were these games' claims read, and is it not too much that is asked of them?",
        )
    written: dict[Path, int] = {}
    for ending, rows, made in zip(
        _SHEETS, (drawn.claims, drawn.utterances), (claim_sheet, utterance_sheet), strict=True
    ):
        if rows:
            path = stem.with_name(stem.name + ending)
            write_whole(path, made(drawn))
            written[path] = len(rows)
    tell_sample(drawn, written, lacking)


@app.command()
def score(
    sheets: Annotated[list[Path], typer.Argument(metavar="SHEET", help="Filled sheets, of all annotators.")],
    json_file: _Json = None,
) -> None:
    """Score filled sheets: precision, recall, and how far annotators agree."""
    from gander.quack.metrics.validation import score_sheets
    from gander.terminal import printable

    check_outputs({"--json": json_file})
    scored = score_sheets(sheets)
    for text in scored.notes:
        note(printable(f"Note: {text}"))
    if json_file is not None:
        _write_json(
            json_file,
            {
                "figures": [_plain(its) for its in scored.figures],
                "strata": {
                    name: {"faithful": _plain(faithful), "verdict_right": _plain(right)}
                    for name, (faithful, right) in scored.strata.items()
                },
                "kappas": [_plain(its) for its in scored.kappas],
                "notes": list(scored.notes),
            },
        )
    tell_scored(scored)


def _stem(out: Path) -> Path:
    """A name without the endings that sheets have, whichever of them it was given with."""
    for ending in (*_SHEETS, ".csv"):
        if out.name.lower().endswith(ending) and len(out.name) > len(ending):
            return out.with_name(out.name[: -len(ending)])
    return out


def _source(word: str, paths: "Sequence[Path]", option: str = "--claims") -> "Source":
    """Where claims come from; which games have none from there is noted.

    Raises:
        InputError: There is no such source, or no game has claims from there.
    """
    from gander.quack.audit.games import records_at
    from gander.quack.audit.sources import check_claims, open_source
    from gander.quack.metrics.notes import without_claims
    from gander.terminal import printable

    source = open_source(word)
    records = records_at(paths)
    if lacking := check_claims(word, records, option):
        note(printable(without_claims(lacking, len(records), word)))
    return source


def _times(counts: "Iterable[TimeCounts]") -> "TimeCounts":
    from gander.quack.metrics.validation import TimeCounts

    return sum(counts, TimeCounts())


def _lacking(
    drawn: "Sample", claims: int, utterances: int, verdicts: "Sequence[str]", kinds: "Sequence[str]"
) -> list[str]:
    """What was asked for and is not there, in words."""
    lacking = []
    if claims and not drawn.claims:
        of = f" of the type {' or '.join(kinds)}" if kinds else ""
        with_ = f" with the verdict {' or '.join(verdicts)}" if verdicts else ""
        lacking.append(f"there is no claim{of}{with_}")
    if utterances and not drawn.utterances:
        lacking.append("there is no utterance that was read")
    return lacking


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can say
    import msgspec

    return msgspec.to_builtins(value)


def _write_json(path: Path, document: object) -> None:
    import msgspec

    from gander.files import write_whole

    write_whole(path, msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")
