// The five verdicts: each has a word, a sign, a line of its own shape, and a colour.

/** By verdict: its sign and its words. */
export const VERDICTS = {
  true: { sign: "✓", words: "true" },
  false: { sign: "✗", words: "false" },
  wrong_room: { sign: "⌂", words: "wrong room" },
  near_miss: { sign: "≈", words: "near miss" },
  unverifiable: { sign: "?", words: "unverifiable" },
};

/** What is shown of a claim's verdict: nothing of those that tell the roles, while roles are hidden. */
export function verdictOf(claim, roles) {
  return claim.telling && !roles ? "unverifiable" : claim.verdict;
}

/** A claim's reason, as far as it may be told. */
export function reasonOf(claim, roles) {
  return claim.telling && !roles ? "Hidden while the roles are." : claim.reason;
}
