// Accuracy over the puzzles that pass the filters: a row a model, a column a variant.

import { el, refill } from "../dom.js";
import { many } from "../text.js";
import { drawModel, howAsked, shortNames } from "./columns.js";

const APART = [["near", "near"], ["unparsed", "unread"], ["failed", "failed"], ["unfinished", "unfinished"], ["not_asked", "not asked"]];

const TOLD = ["right", "near", "wrong", "unparsed", "failed", "unfinished", "not_asked"];

function percent(share) {
  return (100 * share).toFixed(1);
}

/** A share with its interval and n; a dash where it is not defined. */
export function drawShare(share) {
  if (share === null) return el("span", { class: "undefined" }, "– ", el("small", {}, "nothing counts"));
  const [value, low, high, n] = share;
  const interval = low === null || high === null ? null : `${percent(low)}–${percent(high)}`;
  return [el("strong", {}, `${percent(value)}%`), " ", el("small", { class: "sure" }, [interval, `n ${n.toLocaleString("en")}`].filter(Boolean).join(" · "))];
}

/** The table; the result has `node`, `wait()`, `show(told, columns, number, picked)` and `fail(words)`. */
export function drawAccuracy(grid) {
  const body = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Accuracy by model and variant" });
  const title = el("h2", {}, "Accuracy");
  const node = el("details", { class: "accuracy", open: true }, el("summary", {}, title), body);
  const short = shortNames(grid.columns);
  return {
    node,
    wait: () => node.setAttribute("aria-busy", "true"),
    fail(words) {
      node.removeAttribute("aria-busy");
      refill(body, el("p", { class: "fault", role: "alert" }, words));
    },
    show(told, columns, number, picked) {
      node.removeAttribute("aria-busy");
      title.textContent = `Accuracy on ${many(number, "puzzle")}`;
      const asked = [...new Set(columns.map((at) => howAsked(grid.columns[at])))];
      const models = [...new Set(columns.map((at) => grid.columns[at].model))];
      const cell = new Map(columns.map((at) => [`${grid.columns[at].model}\n${howAsked(grid.columns[at])}`, at]));
      refill(
        body,
        el(
          "table",
          {},
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Model"), asked.map((how) => el("th", { scope: "col" }, el("bdi", {}, how))))),
          el(
            "tbody",
            {},
            models.map((model) =>
              el(
                "tr",
                {},
                el("th", { scope: "row" }, drawModel(model, short.get(model))),
                asked.map((how) => {
                  const at = cell.get(`${model}\n${how}`);
                  return at === undefined ? el("td", { class: "undefined" }, "–") : drawCell(told[at], number);
                }),
              ),
            ),
          ),
        ),
        picked && el("p", { class: "warned" }, "⚠ These puzzles were chosen by what models answered: the shares describe them, and estimate nothing."),
        el(
          "p",
          { class: "note" },
          "Share right by the exact score, 95% interval (Wilson), n: what counts. Failed, unfinished and not asked are in no n; near and unread count as wrong. Near: ",
          `letters at least ${percent(grid.near[0])}% alike, or ${percent(grid.near[1])}% of words shared; no score changes by it. Differ: right by one of the two scores and wrong by the other.`,
        ),
      );
    },
  };
}

function drawCell(its, number) {
  const apart = APART.filter(([name]) => its[name] > 0).map(([name, words]) => `${its[name]} ${words}`);
  const elsewhere = number - TOLD.reduce((sum, name) => sum + its[name], 0);
  // Where the two scores differ on puzzles, their shares may be the same all the same.
  const other = its.differ > 0 && `released ${percent(its.released[0])}%, ${its.differ} differ`;
  return el("td", {}, drawShare(its.exact), el("small", { class: "apart" }, [other, ...apart, elsewhere > 0 && `${elsewhere} not of its run`].filter(Boolean).join(" · ")));
}
