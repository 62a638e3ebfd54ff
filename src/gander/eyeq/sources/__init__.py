"""Where puzzles come from: the Hub, a folder of one's own, or the bundled starter set."""

from gander.eyeq.sources.hub import EYE_Q
from gander.eyeq.sources.load import load_puzzles
from gander.eyeq.sources.puzzle_set import PuzzleSet, Skipped

__all__ = ["EYE_Q", "PuzzleSet", "Skipped", "load_puzzles"]
