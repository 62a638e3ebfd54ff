// Examples of right, near and wrong answers.

import { el, named } from "./dom.js";
import { pictureButton } from "./pictures.js";
import { drawAnswers, drawOutcome, drawTruths } from "./said.js";
import { sampleAt } from "./samples.js";

const TITLES = { right: "Right answers", near: "Near answers", wrong: "Wrong answers" };

function drawCard(sample) {
  return el(
    "li",
    { class: "card" },
    el("p", { class: "of" }, el("a", { href: `#rows=${sample.row}` }, `sample ${sample.row}`), " ", drawOutcome(sample)),
    el("p", {}, named(sample.model), ", ", named(sample.variant), ", puzzle ", named(sample.puzzle)),
    el("dl", {}, el("dt", {}, "Right"), el("dd", {}, drawTruths(sample)), el("dt", {}, "Answered"), el("dd", {}, drawAnswers(sample))),
    pictureButton(sample),
  );
}

/** The gallery. */
export function drawGallery({ gallery }) {
  return el(
    "section",
    { class: "part", id: "part-examples", "aria-labelledby": "title-examples" },
    el("h2", { id: "title-examples" }, "Examples"),
    gallery.map(({ title, how, rows }) => [
      el("h3", {}, TITLES[title]),
      el("p", { class: "note" }, `Here: ${how}`),
      el("ul", { class: "cards" }, rows.map((row) => drawCard(sampleAt(row)))),
    ]),
  );
}
