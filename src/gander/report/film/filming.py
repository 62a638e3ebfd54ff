"""Scenes into a film: each state of the game with the transcript so far, for as long as it takes to read."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from gander.errors import InputError
from gander.report.film.scenes import Pace, Scene
from gander.report.film.stage import HEIGHT, WIDTH, arranged
from gander.report.film.transcript import Transcript
from gander.report.film.writing import Shot, write_gif, write_mp4

__all__ = ["Film", "Form", "film", "film_form", "shots"]

Form = Literal["mp4", "gif"]
"""The kinds of film, by the ends of their files' names."""


class Film(NamedTuple):
    """A film.

    Attributes:
        content: The file's bytes.
        seconds: How long it takes.
    """

    content: bytes
    seconds: float


def film_form(out: Path) -> Form:
    """What kind of film a file is to hold, by its name; checks that it can be written.

    Raises:
        InputError: Its name ends otherwise, it is a folder, or its folder cannot be written.
    """
    form: Form | None = {".mp4": "mp4", ".gif": "gif"}.get(out.suffix.lower())  # type: ignore[assignment]
    if form is None:
        raise InputError("a film is .mp4 or .gif.", where=str(out), todo="Give --out such a name.")
    if out.is_dir():
        raise InputError("this is a folder.", where=str(out), todo="Name a file in it.")
    folder = out.absolute().parent
    # Missing folders are made when the film is written.
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            "no file can be written there.",
            where=str(folder),
            todo="Check its permissions or choose another place for --out.",
        )
    return form


def film(scenes: Sequence[Scene], pace: Pace, form: Form, told: Callable[[int, int], None]) -> Film:
    """Make a film.

    Args:
        scenes: What it shows; at least one.
        pace: How fast it goes.
        form: ``mp4`` or ``gif``.
        told: Told how many scenes are done, and of how many.
    """
    seconds = 0.0

    def timed() -> Iterator[Shot]:
        nonlocal seconds
        for shot in shots(scenes, pace, told):
            seconds += shot.seconds
            yield shot

    write = write_mp4 if form == "mp4" else write_gif
    content = write(timed(), WIDTH, HEIGHT)
    return Film(content, seconds)


def shots(scenes: Sequence[Scene], pace: Pace, told: Callable[[int, int], None]) -> Iterator[Shot]:
    """The frames of a film, each with how long it is shown."""
    frame = arranged(scene.pictures for scene in scenes)
    transcript = Transcript(WIDTH - frame.column, HEIGHT)
    for number, scene in enumerate(scenes, 1):
        for line in scene.told:
            for page in transcript.tell(line):
                seconds = pace.seconds(page.letters, spoken=page.spoken)
                yield Shot(frame.drawn(scene.pictures, page.picture), seconds)
        if not scene.told:
            yield Shot(frame.drawn(scene.pictures, transcript.now), scene.seconds)
        told(number, len(scenes))
