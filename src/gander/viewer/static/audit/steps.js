// From the published figures to those under `paper`, one change at a time.

import { el, named, refill, say } from "../dom.js";
import { many } from "../text.js";
import { picker } from "./choice.js";
import { drawWaterfall } from "./waterfall.js";
import { percent } from "./words.js";

/** The part; `show()` after what is chosen changed. */
export function drawSteps(data, view) {
  const setting = picker(view, "setting", "Setting");
  const figure = picker(view, "step-figure", "Figure");
  const status = el("p", { class: "note", role: "status" });
  const far = el("progress", { "aria-label": "How far it is", hidden: true });
  const fault = el("p", { class: "fault", role: "alert" });
  const chart = el("div", { class: "waterfall" });
  const table = el("tbody", {});
  const heads = ["Step", "Figure, %", "Change", "n", "Counted"];
  const region = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Steps" }, el("table", { class: "steps" }, el("thead", {}, el("tr", {}, heads.map((head, place) => el("th", { scope: "col", class: place > 0 ? "number" : null }, head)))), table));
  const notes = el("ul", { class: "note" });
  const beside = el("div", { class: "beside", hidden: true }, chart, region);
  let drawn = null;

  async function show() {
    setting.node.hidden = figure.node.hidden = drawn === null;
    if (drawn === null) {
      say(status, "The games are being audited again, step by step…");
      far.hidden = false;
    }
    try {
      const steps = await data.steps((done, of) => {
        if (of === 0) return;
        far.max = of;
        far.value = done;
        say(status, `The games are being audited again, step by step: ${done.toLocaleString("en")} of ${many(of, "game")}.`);
      });
      far.hidden = true;
      drawChosen(steps);
      refill(fault);
    } catch (error) {
      far.hidden = true;
      say(status, "");
      refill(fault, error.message);
    }
  }

  function drawChosen(steps) {
    const name = setting.offer(steps.settings.map((its) => [its.name, its.name]));
    const which = figure.offer(steps.figures);
    const its = steps.settings.find((one) => one.name === name);
    const bars = its.figures[which];
    const all = [...steps.steps, ...steps.beside].map(([key, title, what], place) => ({ key, title, what, bar: bars[place], beside: place >= steps.steps.length }));
    const read = its.coverage === null ? "nothing was said" : `${percent(its.coverage)}% of utterances read`;
    refill(status, `${many(its.games, "game")}, ${read}`, its.flagged && el("strong", { class: "warned" }, " ! few"), ". Means over games in percent with 95% intervals; each change keeps those above it. The last rows stand beside the steps.");
    const title = steps.figures.find(([key]) => key === which)[1];
    beside.hidden = setting.node.hidden = figure.node.hidden = false;
    drawn = () => refill(chart, drawWaterfall(`${title}, ${name}`, all, chart.clientWidth));
    drawn();
    refill(table, all.map((row) => stepRow(row, its.games)));
    refill(notes, steps.notes.map((note) => el("li", {}, el("bdi", {}, note))));
  }

  // The picture is as wide as there is room.
  let width = 0;
  new ResizeObserver(() => {
    if (chart.clientWidth === width) return;
    width = chart.clientWidth;
    drawn?.();
  }).observe(chart);

  return { node: el("div", {}, el("div", { class: "choices" }, setting.node, figure.node), fault, status, far, beside, notes), show };
}

function stepRow({ title, what, bar, beside }, games) {
  const { mean, change, part, whole } = bar;
  const number = (...content) => el("td", { class: "number" }, content);
  return el(
    "tr",
    { class: beside ? "aside" : null },
    el("th", { scope: "row" }, named(title), el("small", {}, " ", what)),
    number(mean[6], mean[7] && el("small", {}, ` [${mean[7]}]`)),
    number(change || "–"),
    number(mean[4] === games ? mean[4] : `${mean[4]} of ${games}`),
    number(`${part.toLocaleString("en")} of ${whole.toLocaleString("en")}`),
  );
}
