"""Anchoring: recorded claims, and the sentences they came from.

A recorded claim says who was where and when. Whether the speaker asserted that, supposed it, asked
for it, denied it or passed it on stands in the sentence alone. So an utterance is cut into clauses,
each claim finds the clause that names its room and its people, and the clause's mood becomes the
claim's. Where several clauses fit about as well and one of them asserts plainly, the claim came from
that one; a claim that finds no clause stays asserted. Time phrases stay as recorded: where the clause
names other ticks than the claim (1 to 2 of 100), the phrase mostly came from its neighbour.

``words`` says what each word is, ``clauses`` cuts, ``search`` finds a claim's clause, ``meaning``
reads there how the claim was meant, and ``claims`` puts the claims together.
"""

from gander.quack.audit.anchor.claims import anchor

__all__ = ["anchor"]
