"""The command line. One file a command group, no logic: commands call the library and show results.

Libraries are imported where a command uses them, so that ``gander --help`` answers at once.
"""

import sys

import typer

from gander.cli import (
    arena,
    audit,
    costs,
    extract,
    eyeq,
    eyeq_analyze,
    film,
    maps,
    play,
    reaudit,
    replay,
    validate,
    view,
)
from gander.cli.output import complain
from gander.errors import GanderError, InputError

__all__ = ["app", "main"]

_EXTRAS = {
    "aiohttp": "models",
    "inspect_ai": "models",
    "openai": "models",
    "truststore": "models",
    "wordfreq": "models",
    "huggingface_hub": "hub",
    "polars": "hub",
    "matplotlib": "figures",
    "PIL": "pictures",
    "av": "film",
    "starlette": "view",
    "uvicorn": "view",
}
"""Which extra brings a package that only some commands need."""

app = typer.Typer(
    name="gander",
    help="Find out whether a vision-language model sees, reasons and tells the truth.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
quack = typer.Typer(
    help="Social deduction games on a map, with every claim checked against the record.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(quack, name="quack")
app.add_typer(eyeq.app, name="eyeq")
eyeq.app.command("analyze")(eyeq_analyze.analyze)
app.command("view")(view.view)
quack.command("play")(play.play)
quack.command("replay")(replay.replay)
quack.command("film")(film.film)
quack.command("arena")(arena.arena)
quack.command("costs")(costs.costs)
quack.command("extract")(extract.extract)
quack.command("audit")(audit.audit)
quack.command("reaudit")(reaudit.reaudit)
quack.add_typer(validate.app, name="validate")
quack.add_typer(maps.app, name="map")


@app.callback(invoke_without_command=True)
def _root(
    version: bool = typer.Option(False, "--version", help="Show the version and exit.", is_eager=True),
) -> None:
    if version:
        from gander import __version__

        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; what a person can mend is told in one message, with exit code 2."""
    try:
        # Typer itself tells of wrong options (code 2), interruptions (130) and readers gone away (1).
        app()
    except GanderError as error:
        from gander.terminal import printable

        lines = error.lines if isinstance(error, InputError) else (str(error),)
        complain("gander: " + "\n".join(map(printable, lines)))
        sys.exit(2)
    except ModuleNotFoundError as error:
        extra = _EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        complain(
            f"gander: this needs the package {error.name}, which is not installed. "
            f"Install it with: pip install 'gander-eval[{extra}]'"
        )
        sys.exit(2)
