// The panel that lists the samples behind a number. The address names them (#rows=0-19,40), so that it can be
// sent to somebody.

import { el, named, refill } from "./dom.js";
import { pictureButton } from "./pictures.js";
import { drawAnswers, drawOutcome, drawRules, drawTruths } from "./said.js";
import { hold, lastRow, rowsIn, sampleAt } from "./samples.js";
import { many } from "./text.js";

const START = "#rows=";
const STEP = 50; // samples that are listed at once
const OUTCOMES = ["right", "wrong", "unread", "failed", "unfinished"];
const HEADS = ["Sample", "Outcome", "Model", "Variant", "Puzzle", "Right answer", "Answered", "Read and compared"];

function drawSample(sample) {
  const { row, model, variant, temperature, seed, puzzle, attempts, most, origin } = sample;
  const asked = [named(variant), temperature && `, temperature ${temperature}`, seed && `, seed ${seed}`];
  const cells = [
    String(row),
    drawOutcome(sample),
    named(model),
    asked,
    [named(puzzle), " ", pictureButton(sample)],
    drawTruths(sample),
    [drawAnswers(sample), most > 1 && el("small", {}, `attempt ${attempts.length} of ${most}`)],
    el("details", {}, el("summary", {}, "Rules"), drawRules(sample), origin && el("p", { class: "note" }, "From ", named(origin))),
  ];
  return el("tr", {}, cells.map((cell, index) => el("td", { "data-head": HEADS[index] }, el("div", {}, cell))));
}

function textOf({ model, subset, variant, puzzle, truths, attempts }) {
  return [model, subset, variant, puzzle, ...truths, ...attempts.map(({ answer }) => answer ?? "")].join("\n").toLocaleLowerCase();
}

/** The panel: `node` to put into the page, `follow()` to show what the address names. */
export function drawPanel(data) {
  hold(data);
  let samples = [];
  let most = STEP;
  const title = el("h2", { id: "panel-title" });
  const counts = el("p", { class: "counts" });
  const told = el("p", { class: "note", role: "status" });
  const body = el("tbody", {});
  const more = el("button", { type: "button", on: { click: further } }, "Show more");
  const text = el("input", { type: "search", id: "panel-text", on: { input: again } });
  const outcome = el("select", { id: "panel-outcome", on: { change: again } }, el("option", { value: "" }, "every outcome"), OUTCOMES.map((each) => el("option", { value: each }, each)));
  const node = el(
    "dialog",
    { class: "panel", "aria-labelledby": "panel-title", on: { close: left, click: outside } },
    el(
      "div",
      { class: "inside" },
      el("div", { class: "head" }, title, el("button", { type: "button", on: { click: () => node.close() } }, "Close")),
      counts,
      el("div", { class: "search" }, el("label", { for: "panel-text" }, "Find "), text, el("label", { for: "panel-outcome" }, "Show "), outcome),
      told,
      el("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": "Samples" }, el("table", {}, el("thead", {}, el("tr", {}, HEADS.map((head) => el("th", { scope: "col" }, head)))), body), more),
    ),
  );

  function draw() {
    const wanted = text.value.toLocaleLowerCase();
    const fitting = samples.filter((sample) => (!outcome.value || sample.outcome === outcome.value) && (!wanted || textOf(sample).includes(wanted)));
    refill(told, fitting.length === samples.length ? null : `${many(fitting.length, "sample")} of ${samples.length.toLocaleString("en")} fit.`);
    refill(body, fitting.slice(0, most).map(drawSample));
    more.hidden = fitting.length <= most;
    refill(more, `Show ${Math.min(STEP, fitting.length - most)} more of ${fitting.length.toLocaleString("en")}`);
  }

  function again() {
    most = STEP;
    draw();
  }

  function further() {
    most += STEP;
    draw();
  }

  function left() {
    if (location.hash.startsWith(START)) history.replaceState(null, "", location.pathname + location.search);
  }

  function outside(event) {
    if (event.target === node) node.close();
  }

  function follow() {
    if (!location.hash.startsWith(START)) {
      if (node.open) node.close();
      return;
    }
    const { rows, others } = rowsIn(location.hash.slice(START.length));
    samples = rows.map(sampleAt);
    const held = OUTCOMES.map((each) => [samples.filter((sample) => sample.outcome === each).length, each]).filter(([number]) => number > 0);
    refill(title, samples.length > 0 ? `The ${many(samples.length, "sample")} behind this number` : "There are no samples of these numbers");
    const there = others || samples.length === 0 ? `Samples are numbered from 0 to ${lastRow()}; the address names others.` : "";
    refill(counts, held.map(([number, each]) => `${number.toLocaleString("en")} ${each}`).join(", "), there && (held.length > 0 ? `. ${there}` : there));
    text.value = "";
    outcome.value = "";
    again();
    if (!node.open) node.showModal();
  }

  addEventListener("hashchange", follow);
  return { node, follow };
}
