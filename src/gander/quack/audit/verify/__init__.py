"""Verdicts: each claim type against what the record says (docs/audit.md tells what each verdict means).

A claim is asked in its window. What happened is looked up in the `Whereabouts`; every verdict names
the record lines that decide it and says why in one sentence.

``claims`` sends a claim to the module of its type: ``locations`` and ``routes``, ``sightings``,
``activities`` and ``meetings``. ``durations`` judges "the whole time" for all of them, ``deeds`` finds what
players did, ``facts`` judges presence facts, ``company`` says whose word a claim is, and ``wording`` puts
lines, ticks and places into the reasons.
"""

from gander.quack.audit.verify.claims import verify
from gander.quack.audit.verify.company import whose
from gander.quack.audit.verify.facts import present
from gander.quack.audit.verify.finding import Finding

__all__ = ["Finding", "present", "verify", "whose"]
