// Two texts that were compared: what was compared of both, and where they differ.

import { el } from "../dom.js";
import { visible } from "../text.js";
import { isArabic } from "../words.js";

const UNSEEN = { " ": "space", "\u00a0": "NBSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\n": "line end", "\t": "tab" };
const UNSEEN_SIGNS = /([\u00a0\u200c\u200d\n\t])/;

/** A text in which what cannot be seen is named. */
export function drawShown(text) {
  const pieces = text.split(UNSEEN_SIGNS).map((piece) => (UNSEEN[piece] ? el("span", { class: "unseen" }, UNSEEN[piece]) : piece));
  return el("bdi", { dir: "auto", class: "shown" }, text === "" ? el("em", {}, "nothing") : pieces);
}

function letter(sign) {
  return UNSEEN[sign] ? el("span", { class: "unseen" }, UNSEEN[sign]) : visible(sign);
}

/** A comparison by one score of an answer as it was given. */
export function drawCompared(compared, score, given) {
  const { equal, answer_form: form, truth_form: truth } = compared;
  const verdict = equal ? el("strong", { class: "o-right" }, "✓ equal") : el("strong", { class: "o-wrong" }, form === null ? "✗ nothing to compare" : "✗ different");
  return el(
    "div",
    { class: "compared", role: "group", "aria-label": `Compared by the ${score} score` },
    el("h5", {}, `${score} `, verdict),
    form !== null && (equal ? el("p", {}, "Both compared as ", drawShown(form)) : drawSides(compared)),
    form !== null && drawSteps(compared, given),
    form === null && el("p", {}, "Right: ", drawShown(truth)),
  );
}

function drawSides({ parts, first, cut, truth_form: truth }) {
  const dir = isArabic(truth) ? "rtl" : "ltr";
  return [
    el(
      "dl",
      { class: "sides" },
      el("dt", {}, "answer"),
      el("dd", { dir }, parts.map(([kind, own]) => drawStretch(kind, own, "del"))),
      el("dt", {}, "right"),
      el("dd", { dir }, parts.map(([kind, , own]) => drawStretch(kind, own, "ins"))),
    ),
    el(
      "ol",
      { class: "pairs", dir, "aria-hidden": "true" },
      parts.flatMap(([kind, own, other]) => Array.from({ length: Math.max(own.length, other.length) }, (_, at) => drawPair(kind, own[at], other[at]))),
    ),
    cut && el("p", { class: "note" }, "Only the beginnings are laid side by side."),
    first && el("p", { class: "first" }, `First different at letter ${first.place}: `, el("code", {}, first.answer || "the answer has ended"), " beside ", el("code", {}, first.truth || "the right one has ended")),
  ];
}

/** A stretch without a box around it, so that letters stay joined where their script joins them. */
function drawStretch(kind, letters, tag) {
  if (letters.length === 0) return null;
  const pieces = [];
  for (const sign of letters) {
    // A plain space is seen between words; alone in what differs it is not.
    if (UNSEEN[sign] && (sign !== " " || kind === "differ")) pieces.push(el("span", { class: "unseen" }, UNSEEN[sign]));
    else if (typeof pieces.at(-1) === "string") pieces.push(pieces.pop() + sign);
    else pieces.push(sign);
  }
  return kind === "equal" ? el("span", {}, pieces) : el(tag, {}, pieces);
}

function drawPair(kind, own, other) {
  const same = kind === "equal";
  return el("li", { class: same ? null : "differs" }, el("span", {}, own === undefined ? "∅" : letter(own)), el("span", { class: "between" }, same ? "=" : "≠"), el("span", {}, other === undefined ? "∅" : letter(other)));
}

function drawSteps({ truth, answer_steps: own, truth_steps: other }, given) {
  const count = new Set([...own, ...other].map(([rule]) => rule)).size;
  if (count === 0) return el("p", { class: "note" }, "No rule changed either.");
  return el(
    "details",
    { class: "steps" },
    el("summary", {}, `Rule by rule (${count})`),
    el("div", { class: "both" }, drawSide("answer", given, own), drawSide("right", truth, other)),
  );
}

function drawSide(title, given, steps) {
  return el(
    "div",
    { role: "group", "aria-label": `Rules that changed the ${title === "right" ? "right answer" : title}` },
    el("h6", {}, title),
    el("ol", {}, el("li", {}, el("small", {}, "as given"), drawShown(given)), steps.map(([rule, after]) => el("li", {}, el("small", {}, rule), drawShown(after)))),
    steps.length === 0 && el("p", { class: "note" }, "no rule changed it"),
  );
}
