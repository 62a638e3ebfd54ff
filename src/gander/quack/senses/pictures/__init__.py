"""What one player sees, as two pictures, and the whole game in one (paper, section 3.3).

Made for models' eyes: capitals and digits are 18 pixels high, everything that is written has a contrast of
at least 7:1, and nothing is drawn that says nothing. Needs Pillow (the extra ``pictures``).
"""

from gander.quack.senses.pictures.god_view import god_picture
from gander.quack.senses.pictures.letters import letters_note, missing_letters
from gander.quack.senses.pictures.one_room import local_picture
from gander.quack.senses.pictures.sheet import Picture
from gander.quack.senses.pictures.whole_map import global_picture

__all__ = ["Picture", "global_picture", "god_picture", "letters_note", "local_picture", "missing_letters"]
