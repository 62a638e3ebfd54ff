// Settings compared on the seeds that both have.

import { el, refill } from "../dom.js";
import { many } from "../text.js";
import { axisAroundZero, drawBar } from "./bar.js";
import { choice, picker } from "./choice.js";
import { metricsOf, tierChoice } from "./figures.js";
import { drawHeads, placeHeads, sorted } from "./table.js";
import { broken, percent } from "./words.js";

const MODES = { two: "Two settings", all: "Every two settings" };

/** The part; `show()` after what is chosen changed. */
export function drawCompared(data, view) {
  const { summary } = data;
  const stored = summary.compared === "stored";
  const mode = choice(view, "mode", "Compare", stored ? { all: MODES.all } : MODES, stored ? "all" : "two");
  const first = picker(view, "first", "First");
  const second = picker(view, "second", "less second");
  const figure = picker(view, "figure", "Figure");
  const tier = tierChoice(view);
  const way = choice(view, "way", "As", { mean: "Means over games", pooled: "Rates of sums" }, "mean");
  const head = el("thead", {});
  const body = el("tbody", {});
  const note = el("p", { class: "note", role: "status" });
  const fault = el("p", { class: "fault", role: "alert" });
  const table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences" }, el("table", { class: "differences" }, head, body));

  let asked = 0; // an answer that comes late is not drawn over a later one

  async function show() {
    asked += 1;
    const own = asked;
    for (const control of [mode, tier, way]) control.show();
    const all = mode.chosen() === "all";
    for (const control of [first, second, tier]) control.node.hidden = all;
    figure.node.hidden = !all;
    refill(note, all ? "Every two settings are being compared…" : "");
    table.hidden = all;
    try {
      const rows = all ? await everyTwo() : await justTwo();
      if (own !== asked) return;
      refill(fault);
      drawRows(rows, all);
    } catch (error) {
      if (own !== asked) return;
      table.hidden = true;
      refill(note);
      refill(fault, error.message);
    }
  }

  async function justTwo() {
    const { groups, main } = await data.figures("setting");
    const names = groups.map((group) => group.name);
    const seeds = await seedsOf(names);
    const shared = (name, other) => name !== other && [...seeds.get(name)].some((seed) => seeds.get(other).has(seed));
    const options = (known) => known.map((name) => [name, name]);
    const firsts = names.filter((name) => names.some((other) => shared(name, other)));
    if (firsts.length === 0) throw new Error("No two settings have a seed in common, so there is nothing to compare.");
    const one = first.offer(options(firsts));
    const other = second.offer(options(names.filter((name) => shared(one, name))));
    const found = (await data.compared(names.indexOf(one), names.indexOf(other))).find((its) => its.first === one && its.second === other);
    if (!found) throw new Error("These two are not compared here.");
    refill(note, aboutPair(found), " ", explained(false));
    return metricsOf(summary, main, tier.chosen()).map(({ metric, place }) => ({ title: metric.title, metric, flagged: found.flagged, cell: found.cells[place] }));
  }

  /** The seeds of every setting's games. */
  async function seedsOf(names) {
    const seeds = new Map(names.map((name) => [name, new Set()]));
    for (const [group, game] of await data.rows("setting")) {
      const { seed } = summary.games[game];
      if (seed !== null) seeds.get(names[group]).add(seed);
    }
    return seeds;
  }

  async function everyTwo() {
    const known = summary.metrics.filter((metric) => metric.tier !== "coverage");
    const name = figure.offer(known.map((metric) => [metric.name, metric.title]));
    const place = summary.metrics.findIndex((metric) => metric.name === name);
    const pairs = await data.compared(null, null);
    refill(note, `${many(pairs.length, "comparison")} on the seeds that both have. `, explained(true));
    return pairs.map((pair) => ({ title: `${pair.first} less ${pair.second}`, metric: summary.metrics[place], flagged: pair.flagged, coverage: pair.coverage, cell: pair.cells[place] }));
  }

  function drawRows(rows, all) {
    table.hidden = false;
    const pooled = way.chosen() === "pooled" && rows.every((row) => row.cell[1]);
    const told = rows.map((row) => ({ ...row, its: row.cell[pooled ? 1 : 0] }));
    const heads = drawHeads(view, "order", [
      { name: "title", title: all ? "Settings" : "Figure" },
      { name: "difference", title: "Difference", kind: "number" },
      { name: "seeds", title: "Seeds", kind: "number" },
      { name: "p", title: "p", kind: "number" },
      all && { name: "corrected", title: "p, corrected", kind: "number" },
      all && { name: "coverage", title: "Read, %", kind: "number", hint: "The smaller share of utterances read of both" },
    ].filter(Boolean));
    placeHeads(head, heads);
    const keys = {
      title: (row) => row.title,
      difference: (row) => row.its[0][0],
      seeds: (row) => row.its[0][4],
      p: (row) => chance(row.its[1]),
      corrected: (row) => chance(row.its[2]),
      coverage: (row) => row.coverage,
    };
    const axes = { true: axisAroundZero(told.filter((row) => row.metric.share).map((row) => row.its[0])) };
    const number = (...content) => el("td", { class: "number" }, content);
    refill(
      body,
      sorted(view, "order", heads, told, (row, name) => keys[name](row)).map(({ title, metric, flagged, coverage, its: [estimate, p, corrected] }) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, broken(title)),
          number(
            el("span", { class: "figure" }, estimate[6], flagged && metric.tier === "statements" && estimate[0] !== null && el("strong", { class: "warned" }, "!"), metric.share ? "" : ` ${metric.unit}`),
            estimate[0] !== null && drawBar(estimate, ...(axes[metric.share] ?? axisAroundZero([estimate]))),
            el("small", {}, estimate[7] && `[${estimate[7]}]`),
          ),
          number(estimate[4]),
          number(p || "–"),
          all && number(corrected || "–"),
          all && number(coverage === null ? "–" : percent(coverage)),
        ),
      ),
    );
  }

  return {
    node: el("div", {}, el("div", { class: "choices" }, mode.node, first.node, second.node, figure.node, tier.node, way.node), fault, note, table),
    show,
  };
}

/** What a p-value is sorted by. */
function chance(text) {
  if (!text) return null;
  return text.startsWith("<") ? Number(text.slice(1)) / 2 : Number(text);
}

function aboutPair({ first, second, seeds, alone, coverage, flagged }) {
  return [
    broken(first),
    " less ",
    broken(second),
    `: ${many(seeds, "seed")} that both have`,
    alone > 0 && `, ${alone} more in one alone`,
    coverage !== null && `; at least ${percent(coverage)}% of utterances read`,
    ".",
  ];
}

function explained(all) {
  return `Shares differ by percentage points; p: settings swapped within seeds, for one figure alone${all ? "; corrected for how many comparisons of the figure there are (Holm)" : ""}. ! fewer than 95% of the utterances read.`;
}
