// What came of a puzzle: each outcome has a sign, a word, and a colour.

import { el } from "../dom.js";

/** By the letter that the grid has for it: the outcome's name, sign and word. */
export const OUTCOMES = {
  r: { name: "right", sign: "✓", words: "right" },
  n: { name: "near", sign: "≈", words: "near" },
  w: { name: "wrong", sign: "✗", words: "wrong" },
  u: { name: "unparsed", sign: "?", words: "unread" },
  f: { name: "failed", sign: "!", words: "failed" },
  i: { name: "unfinished", sign: "…", words: "unfinished" },
  "-": { name: "none", sign: "·", words: "not asked" },
};

/** The letters of outcomes that are in a share. */
export const SCORED = "rnwu";

/** The outcomes' names. */
export function outcomeNames() {
  return Object.values(OUTCOMES).map(({ name }) => name);
}

/** The letter of an outcome's name. */
export function letterOf(name) {
  return Object.keys(OUTCOMES).find((letter) => OUTCOMES[letter].name === name);
}

/** An outcome by sign and word. */
export function drawMark(letter, number = null) {
  const { name, sign, words } = OUTCOMES[letter];
  return el("span", { class: `outcome o-${name}` }, el("span", { class: "sign", "aria-hidden": "true" }, sign), ` ${number === null ? "" : `${number} `}${words}`);
}
