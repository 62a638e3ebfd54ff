// What models were told about a puzzle: the four kinds of help, and the question as it was sent.

import { el } from "../dom.js";
import { many } from "../text.js";
import { isArabic } from "../words.js";
import { drawThumb } from "./tiles.js";

const KINDS = { none: "No hint", length: "Its length", reveal: "A quarter of its letters" };

/** The helps; answers of demonstrations tell nothing of this puzzle. */
export function drawHelps({ grid, page, state, asking }) {
  const own = page.helps.filter((help) => state.variant.length === 0 || state.variant.includes(help.variant));
  return el(
    "section",
    { class: "helps", "aria-label": "What models were told" },
    el("h3", {}, "What models were told"),
    own.map((help) => drawHelp({ grid, state, asking }, help)),
  );
}

function drawHelp(its, help) {
  const { variant, hint, hint_text: text, demos, demo_choice: choice, attempts, blind, prompt, why } = help;
  return el(
    "section",
    { class: "help-of" },
    el("h4", {}, el("bdi", {}, variant || "no variant named")),
    el(
      "ul",
      {},
      hint !== "" && el("li", {}, el("span", { class: "what" }, `${KINDS[hint]} `), hint === "length" && text, hint === "reveal" && drawPattern(text)),
      choice !== "none" && el("li", {}, el("span", { class: "what" }, "Solved puzzles first "), demos.length > 0 ? drawDemos(its, demos) : `${choice}`),
      attempts > 1 && el("li", {}, el("span", { class: "what" }, "Attempts "), `${attempts}, wrong guesses quoted back`),
      blind && el("li", {}, el("strong", {}, "without the picture")),
    ),
    why && el("p", { class: "note" }, why),
    prompt && el("details", { class: "prompt" }, el("summary", {}, `The first question as it was sent${demos.length > 0 ? ", with those puzzles' answers" : ""}`), el("pre", { dir: "auto", tabindex: "0" }, prompt)),
  );
}

/** A pattern with each blank by itself, so that they can be counted in any script, and their number in words. */
function drawPattern(text) {
  const blanks = text.split("_").length - 1;
  const pieces = text.split(/(_)/).map((piece) => (piece === "_" ? el("span", { class: "blank" }, "_") : piece));
  return [el("bdi", { dir: isArabic(text) ? "rtl" : "ltr", class: "pattern" }, pieces), " ", el("small", {}, `${many(blanks, "letter")} hidden`)];
}

function drawDemos({ grid, state, asking }, demos) {
  return el(
    "ul",
    { class: "demos" },
    demos.map(({ key, reply }) => {
      const known = grid.puzzles.find((puzzle) => puzzle.key === key);
      const thumb = drawThumb(known ?? { key, picture: asking.guesses }, asking);
      return el("li", {}, known ? el("a", { href: state.address({ puzzle: key, at: null }) }, thumb, el("bdi", {}, key)) : [thumb, el("bdi", {}, key)], el("details", {}, el("summary", {}, "shown reply, with that puzzle's answer"), el("pre", { dir: "auto", tabindex: "0" }, reply)));
    }),
  );
}
