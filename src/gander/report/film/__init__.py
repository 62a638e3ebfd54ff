"""A game as a film: pictures of play, and what was said beside them.

Needs PyAV and Pillow (the extra ``film``).
"""

from gander.report.film.filming import Film, film, film_form
from gander.report.film.scenes import Pace, Scene, Told, god_scenes, seat_scenes

__all__ = ["Film", "Pace", "Scene", "Told", "film", "film_form", "god_scenes", "seat_scenes"]
