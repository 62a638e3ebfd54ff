// What one model made of a puzzle, attempt by attempt.

import { el } from "../dom.js";
import { many } from "../text.js";
import { drawWord } from "../words.js";
import { drawModel, howAsked } from "./columns.js";
import { drawMark, letterOf } from "./outcomes.js";
import { drawCompared } from "./sides.js";

/** What a column made of the puzzle, to open; `its` has grid, page, short, state. */
export function drawGiven(its, given, open) {
  const column = its.grid.columns[given.column];
  const letter = letterOf(given.outcome);
  const right = given.outcome === "right";
  const counted = right || given.outcome === "near" || given.outcome === "wrong" || given.outcome === "unparsed";
  const last = given.attempts.at(-1);
  return el(
    "details",
    { class: "given", open, "data-column": given.column },
    el(
      "summary",
      {},
      drawMark(letter),
      " ",
      drawModel(column.model, its.short.get(column.model)),
      el("span", { class: "how" }, ` ${howAsked(column)}`),
      last && last.answer !== null && el("span", { class: "last" }, drawWord(last.answer, its.page.language)),
      counted && right !== given.released && el("small", {}, given.released ? " right as released" : " wrong as released"),
    ),
    el(
      "div",
      { class: "attempts" },
      given.attempts.map((attempt, number) => drawAttempt(its, attempt, number + 1, given.most_attempts)),
      given.failure && drawFailure(given.failure, given.attempts.length + 1, given.most_attempts),
      given.outcome === "unfinished" && el("p", { class: "note" }, `${many(given.most_attempts - given.attempts.length, "attempt")} left; this counts in no share.`),
      el("p", { class: "note origin" }, el("bdi", {}, given.origin), ". ", column.floor ? "The hint floor looks at no picture." : pictureSent(its.page, given), " ", el("a", { href: its.state.address({ at: given.column }) }, "Link to this")),
    ),
  );
}

function pictureSent(page, given) {
  if (given.picture === "") return "No picture was sent, or it is not known which.";
  if (!page.picture_hash) return el("span", {}, "Picture sent: ", el("code", {}, given.picture.slice(0, 12)));
  return given.picture === page.picture_hash ? "The picture was sent as it is here." : "The picture that was sent is not this one to the byte: it was scaled down, or has changed since.";
}

function drawAttempt({ page }, attempt, number, most) {
  const { answer } = attempt;
  return el(
    "div",
    { class: "attempt", role: "group", "aria-label": `Attempt ${number}` },
    el(
      "h4",
      {},
      most > 1 ? `Attempt ${number} of ${most}: ` : "Answer: ",
      answer === null ? el("em", {}, "none could be read") : drawWord(answer, page.language),
      " ",
      drawMark(attempt.exact.equal ? "r" : answer === null ? "u" : attempt.near ? "n" : "w"),
    ),
    attempt.told && el("details", { class: "told" }, el("summary", {}, "What it was told after its wrong guesses"), el("pre", { dir: "auto", tabindex: "0" }, attempt.told)),
    drawScores(attempt),
    attempt.candidates.length > 0 && el("p", {}, el("span", { class: "what" }, "Candidates "), attempt.candidates.map((each, at) => [at > 0 && " · ", drawWord(each, page.language)])),
    attempt.clues.length > 0 && el("p", {}, el("span", { class: "what" }, "Clues "), attempt.clues.map((each, at) => [at > 0 && " · ", el("bdi", { dir: "auto" }, each)])),
    el("p", {}, el("span", { class: "what" }, "Read by "), el("bdi", {}, attempt.reading.join("; "))),
    attempt.reply !== "" &&
      el(
        "details",
        { class: "reply" },
        el("summary", {}, "Reply as it came"),
        el("pre", { dir: "auto", tabindex: "0" }, attempt.reply),
        attempt.cut > 0 && el("p", { class: "note" }, `${many(attempt.cut, "more character")} left out here.`),
      ),
    attempt.spent && el("p", { class: "note" }, spentInWords(attempt.spent)),
  );
}

/** Both comparisons; one, where both scores compare the same in the same way. */
function drawScores({ answer, exact, released }) {
  if (answer === null && !released.equal) return el("p", {}, "There is nothing to compare, so it is wrong by both scores.");
  if (JSON.stringify(exact) === JSON.stringify(released)) return el("div", { class: "scores" }, drawCompared(exact, "exact and released", answer));
  return el("div", { class: "scores" }, drawCompared(exact, "exact", answer ?? ""), drawCompared(released, "released", answer ?? ""));
}

function drawFailure({ kind, words, detail, text, spent }, number, most) {
  return el(
    "div",
    { class: "attempt failure-of-call", role: "group", "aria-label": `Attempt ${number}` },
    el("h4", {}, most > 1 ? `Attempt ${number} of ${most}: ` : "", drawMark("f"), ` ${words}`),
    el("p", {}, "It says nothing about the model, counts in no share, and is asked again when the run goes on. Kind: ", el("code", {}, kind), "."),
    detail && el("pre", { dir: "auto", tabindex: "0" }, detail),
    text && el("details", { class: "reply" }, el("summary", {}, "What there was of a reply"), el("pre", { dir: "auto", tabindex: "0" }, text)),
    spent && el("p", { class: "note" }, spentInWords(spent)),
  );
}

function spentInWords({ seconds, tries, sent, received, reasoning, cost }) {
  const tokens = sent || received ? `${many(sent, "token")} sent, ${received.toLocaleString("en")} received${reasoning ? ` (${reasoning.toLocaleString("en")} of them reasoning)` : ""}` : "no tokens told";
  const money = cost === null ? "" : `, cost ${cost.toPrecision(3)}`;
  return `${seconds.toLocaleString("en")} s, ${many(tries, "try", "tries")}, ${tokens}${money}.`;
}
