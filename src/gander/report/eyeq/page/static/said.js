// Answers and right answers: each in the direction that it runs, and in its language where its script tells.

import { el } from "./dom.js";
import { drawWord } from "./words.js";

const SIGNS = { right: "✓", wrong: "✗", unread: "?", failed: "!", unfinished: "…" };

/** All right answers. */
export function drawTruths({ truths, language }) {
  return truths.map((truth, index) => [index > 0 && " · ", drawWord(truth, language)]);
}

/** Right, wrong, unread, failed or unfinished, by sign and word. */
export function drawOutcome({ outcome, released }) {
  const other = (outcome === "right") !== released && outcome !== "failed" && outcome !== "unfinished";
  return el(
    "span",
    { class: `outcome ${outcome}` },
    el("span", { "aria-hidden": "true" }, `${SIGNS[outcome]} `),
    outcome,
    other && el("small", {}, released ? " (right as released)" : " (wrong as released)"),
  );
}

/** What a model answered, attempt for attempt. */
export function drawAnswers({ attempts, language, failure }) {
  const said = attempts.map(({ answer, right }) => [
    answer === null ? el("em", {}, "no answer could be read") : drawWord(answer, language),
    attempts.length > 1 && right && " ✓",
  ]);
  return [
    attempts.length === 1 ? said[0] : attempts.length > 1 && el("ol", { class: "answers" }, said.map((each) => el("li", {}, each))),
    failure && el("p", { class: "fault" }, failure),
  ];
}

/** How each answer was read and compared, in the order of the rules. */
export function drawRules({ attempts, language }) {
  return el(
    "ol",
    { class: "rules" },
    attempts.map(({ form, rules, right }) => el("li", {}, rules, form !== null && ["; compared as ", drawWord(form, language)], right ? "; right" : "; wrong")),
  );
}
