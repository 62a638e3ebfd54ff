// Groups compared: a row a group, a column a figure, each with its interval, and behind each number what it counts.

import { el, refill, set } from "../dom.js";
import { visible } from "../text.js";
import { axisOf, drawBar } from "./bar.js";
import { drawBehind } from "./behind.js";
import { choice } from "./choice.js";
import { drawPages } from "./pager.js";
import { drawHeads, placeHeads, sorted } from "./table.js";
import { broken } from "./words.js";

const BY = { setting: "Setting", model: "Model in its role", player: "Player", game: "Game", all: "All together" };
const TIERS = { main: "Main figures", outcomes: "Outcomes", behaviour: "Behaviour", statements: "Statements" };
const WAYS = { mean: "Means over games", pooled: "Rates of sums" };

/** The columns of a choice of figures, with their places; `main` names those of the short table. */
export function metricsOf(summary, main, tier) {
  return summary.metrics
    .map((metric, place) => ({ metric, place }))
    .filter(({ metric }) => (tier === "main" ? main.includes(metric.name) : metric.tier === tier));
}

/** The choice of figures that are shown. */
export function tierChoice(view) {
  return choice(view, "show", "Show", TIERS, "main");
}

/** The figures; `show()` after what is chosen changed. */
export function drawFigures(data, view) {
  const { summary } = data;
  const known = Object.fromEntries(summary.by.map((by) => [by, BY[by]]));
  const by = choice(view, "by", "By", known, summary.by[0], { group: null, metric: null, sort: null, rows: null, page: null });
  const tier = tierChoice(view);
  const way = choice(view, "way", "As", WAYS, "mean");
  const head = el("thead", {});
  const body = el("tbody", {});
  const fault = el("p", { class: "fault", role: "alert" });
  const region = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures" }, el("table", { class: "figures" }, head, body));
  let left = null; // the figure whose reasons were closed
  const behind = drawBehind(data, view, () => {
    left = [view.get("group"), view.get("metric")];
  });
  const legend = el("p", { class: "note" });
  const pages = drawPages(view, "rows", "figures", body, (some) => some.map((group) => rowOf(group)));
  let drawn = {};
  let asked = 0; // an answer that comes late is not drawn over a later one

  let kept = { key: "", rows: new Map() }; // rows that are only put in another order are not drawn anew

  function rowOf(group) {
    if (!kept.rows.has(group)) kept.rows.set(group, drawRow(group));
    const row = kept.rows.get(group);
    const chosen = view.get("group") === group.name ? view.get("metric") : null;
    for (const button of row.querySelectorAll("button.figure")) button.closest("td").classList.toggle("chosen", button.dataset.metric === chosen);
    return row;
  }

  function drawRow(group) {
    const { columns, axes, pooled } = drawn;
    const cell = (metric, place) => {
      const its = group.cells[place];
      const estimate = its && (pooled ? its[1] : its[0]);
      if (!estimate || estimate[0] === null) return el("td", { class: "number" }, "–");
      return el("td", { class: "number" }, figureButton(group, metric, estimate, () => open(group, metric)), drawBar(estimate, ...axes.get(place)), el("small", {}, estimate[7] && `[${estimate[7]}]`, estimate[4] !== group.games && metric.tier !== "coverage" && ` n ${estimate[4]}`));
    };
    const last = summary.metrics.length - 1;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, broken(group.name)),
      el("td", { class: "number" }, group.games.toLocaleString("en")),
      cell(summary.metrics[last], last),
      columns.map(({ metric, place }) => cell(metric, place)),
    );
  }

  function open(group, metric) {
    view.choose({ group: group.name, metric: metric.name, page: null, games: null, part: null, sort2: null });
  }

  async function show() {
    for (const control of [by, tier, way]) control.show();
    try {
      asked += 1;
      const own = asked;
      const { groups, main } = await data.figures(by.chosen());
      if (own !== asked) return;
      const columns = metricsOf(summary, main, tier.chosen());
      way.node.hidden = !groups.some((group) => group.cells[0]?.[1]);
      const pooled = way.chosen() === "pooled" && groups.some((group) => group.cells[0]?.[1]);
      const axes = new Map([...columns, { metric: summary.metrics.at(-1), place: summary.metrics.length - 1 }].map(({ metric, place }) => [place, axisOf(metric, groups.map((group) => group.cells[place]?.[pooled ? 1 : 0]))]));
      drawn = { columns, axes, pooled };
      const key = `${by.chosen()} ${tier.chosen()} ${pooled}`;
      if (kept.key !== key) kept = { key, rows: new Map() };
      const heads = drawHeads(view, "sort", [
        { name: "group", title: known[by.chosen()] },
        { name: "games", title: "Games", kind: "number" },
        { name: "read", title: "Read", kind: "number", hint: "Utterances whose claims could be read, in percent" },
        ...columns.map(({ metric }) => ({ name: metric.name, title: metric.share ? metric.title : `${metric.title}, ${metric.unit}`, kind: "number", hint: metric.part && `${metric.part}, of: ${metric.whole}` })),
      ]);
      placeHeads(head, heads);
      const places = new Map(columns.map(({ metric, place }) => [metric.name, place]));
      const keyOf = (group, name) => {
        if (name === "group") return group.name;
        if (name === "games") return group.games;
        if (name === "read") return group.coverage;
        return group.cells[places.get(name)]?.[pooled ? 1 : 0]?.[0];
      };
      await pages.show(sorted(view, "sort", heads, groups, keyOf));
      if (left) goBack(body, left);
      left = null;
      const flagged = groups.some((group) => group.flagged);
      const ends = groups.some((group) => columns.some(({ place }) => group.cells[place]?.[pooled ? 1 : 0]?.[7]));
      refill(legend, legendOf(pooled, flagged, ends));
      refill(fault);
      await behind.show(groups, by.chosen(), pooled);
    } catch (error) {
      refill(fault, error.message);
    }
  }

  return {
    node: el("div", {}, el("div", { class: "choices" }, by.node, tier.node, way.node), fault, region, pages.bar, legend, behind.node),
    show,
  };
}

/** Who closes what is behind a figure is on the figure again. */
function goBack(body, [group, metric]) {
  for (const button of body.querySelectorAll("button.figure")) {
    if (button.dataset.group === group && button.dataset.metric === metric) button.focus();
  }
}

function figureButton(group, metric, estimate, click) {
  const mark = group.flagged && metric.tier === "statements";
  const button = el("button", { type: "button", class: "figure", "data-metric": metric.name, on: { click } }, estimate[6], metric.share && "%", mark && el("strong", { class: "warned" }, "!"));
  button.dataset.group = group.name;
  set(button, "aria-label", visible(`${metric.title}, ${group.name}: ${estimate[6]}${metric.share ? "%" : ` ${metric.unit}`}${mark ? ", few utterances read" : ""}; show what is behind`));
  return button;
}

function legendOf(pooled, flagged, ends) {
  return [
    pooled ? "Rates of sums" : "Means over games",
    ends ? ", in brackets 95% intervals" : ", which have no intervals here",
    "; n: the games a figure is defined in, if not all. Choose a number to see what is behind it.",
    flagged && [" ", el("strong", { class: "warned" }, "!"), " fewer than 95% of the utterances could be read: figures about statements stand on the others alone."],
  ];
}
