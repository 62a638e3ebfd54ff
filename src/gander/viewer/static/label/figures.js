// How far everybody is, and what the answers say so far: the figures of `gander quack validate score`.

import { el, named, refill } from "../dom.js";

/** The figures' panel: nodes for what `/figures` answers. */
export function figuresPart({ items, progress, figures, kappas, notes, fault }) {
  const people = Object.entries(progress);
  if (people.length === 0) return el("p", { class: "note" }, "Nothing has been answered yet.");
  return [
    el(
      "ul",
      { class: "label-progress" },
      people.map(([who, done]) => el("li", {}, named(who), " ", el("progress", { value: done, max: items, "aria-label": `${who}: rows answered` }), ` ${done} of ${items}`)),
    ),
    fault && el("p", { class: "fault" }, fault),
    figures.length > 0 && figureTable(figures),
    kappas.length > 0 && el("ul", { class: "label-kappas" }, kappas.map(kappa)),
    notes.length > 0 && el("details", {}, el("summary", {}, "What the figures leave out"), el("ul", {}, notes.map((note) => el("li", {}, el("bdi", {}, note))))),
  ];
}

function figureTable(figures) {
  const weighted = figures.some((its) => its.weighted !== null);
  const heads = ["Figure", "Annotator", "n", "As drawn (Wilson)", "As drawn (by game)", ...(weighted ? ["Weighted (by game)"] : [])];
  const cell = (pair) => el("td", {}, pair === null ? "" : interval(pair));
  return [
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures so far" },
      el(
        "table",
        { class: "label-figures" },
        el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, figures.map((its) => el("tr", {}, el("th", { scope: "row" }, its.name), el("td", {}, named(its.who)), el("td", {}, its.n), cell(its.drawn), cell(its.clustered), weighted && cell(its.weighted)))),
      ),
    ),
    el("p", { class: "note" }, "Percent with 95% intervals. As drawn: of the sheet, where rare verdicts are over-represented. Weighted: of all claims in the games."),
  ];
}

function interval([value, ends]) {
  return ends ? `${value} [${ends}]` : value;
}

function kappa({ question, first, second, kappa: value, agreed, items }) {
  const said = value[0] === "–" ? "undefined (one label throughout)" : interval(value);
  return el("li", {}, "Cohen's kappa of ", named(first), " and ", named(second), ` on ${question}: ${said}, ${items} in common, ${agreed}% agreed on.`);
}

/** The panel on a sheet's page; the result has `node` and `show(figures)`. */
export function drawFigures() {
  const body = el("div", {});
  const node = el("section", { class: "so-far", "aria-label": "So far" }, el("h2", {}, "So far"), body);
  return {
    node,
    show(figures) {
      // What somebody reads is left in its place.
      const open = body.querySelector("details")?.open;
      refill(body, el("p", { class: "note" }, "How far everybody is, and the figures of your answers and of what others have answered about rows that you have finished."), figuresPart(figures));
      if (open) body.querySelector("details")?.setAttribute("open", "");
    },
  };
}
