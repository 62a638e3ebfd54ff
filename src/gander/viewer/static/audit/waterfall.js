// A waterfall: the published figure, every change to it up or down, and the figure at the end.

import { svg } from "../dom.js";

const ROW = 30;
const NARROW = 560;
const HEAD = 22;
const BAR = 14;

/** The picture, `width` pixels wide; rows are {title, bar: {mean, change}, beside}. */
export function drawWaterfall(label, rows, width) {
  const last = rows.findLastIndex((its) => !its.beside);
  const total = { title: "paper profile", bar: rows[last].bar, total: true };
  const all = rows.toSpliced(last + 1, 0, total);
  const room = Math.max(280, width);
  const narrow = room < NARROW;
  const row = narrow ? ROW + 16 : ROW;
  const left = narrow ? 14 : Math.min(235, room * 0.36);
  const right = 104;
  const [least, most] = axisOf(rows);
  const x = (share) => left + ((room - left - right) * (share - least)) / (most - least);
  const height = HEAD + all.length * row + 8;
  const nodes = ticksOf(least, most).map((share) => [
    svg("line", { class: "grid", x1: x(share), x2: x(share), y1: HEAD - 4, y2: height - 6 }),
    svg("text", { class: "tick", x: x(share), y: HEAD - 8 }, `${Math.round(1000 * share) / 10}%`),
  ]);
  all.forEach((its, place) => {
    const before = place > 0 ? all[place - 1].bar.mean[0] : null;
    nodes.push(drawRow(its, before, place === 0, { top: HEAD + place * row, row, narrow, left, x, least, most, end: room - right + 6 }));
  });
  return svg("svg", { class: "falls", viewBox: `0 0 ${room} ${height}`, width: room, height, role: "img", "aria-label": `${label}: ${inWords(rows)}` }, nodes);
}

function drawRow({ title, bar, beside, total }, before, first, { top, row, narrow, left, x, least, end }) {
  const [value, low, high, , , , text] = bar.mean;
  const middle = narrow ? top + row - BAR / 2 - 6 : top + row / 2;
  const name = [title, svg("tspan", { class: "n" }, `  n ${bar.mean[4]}`)];
  const rest = [
    narrow ? svg("text", { class: "step", x: left, y: top + 15 }, name) : svg("text", { class: "step before", x: left - 8, y: middle + 4 }, name),
    svg("text", { class: "step before", x: end + 42, y: middle + 4 }, total ? "" : bar.change),
    svg("text", { class: "step before figure", x: end + 92, y: middle + 4 }, value === null ? "undefined" : text),
    (beside || total) && svg("line", { class: "grid", x1: 0, x2: end + 92, y1: top, y2: top }),
  ];
  if (value === null) return svg("g", {}, rest);
  const whole = first || beside || total || before === null;
  const start = whole ? least : before;
  const kind = whole ? (beside ? "aside" : "whole") : value > before ? "up" : value < before ? "down" : "same";
  const [from, to] = [x(Math.min(start, value)), x(Math.max(start, value))];
  const tip = kind === "up" ? -6 : 6;
  return svg(
    "g",
    {},
    rest,
    !whole && svg("line", { class: "thread", x1: x(before), x2: x(before), y1: middle - row + BAR / 2, y2: middle + BAR / 2 }),
    svg("rect", { class: `change ${kind}`, x: from, y: middle - BAR / 2, width: Math.max(1.5, to - from), height: BAR }),
    low !== null && high !== null && [
      svg("line", { class: "range", x1: x(low), x2: x(high), y1: middle, y2: middle }),
      [low, high].map((share) => svg("line", { class: "range", x1: x(share), x2: x(share), y1: middle - 3, y2: middle + 3 })),
    ],
    (kind === "up" || kind === "down") && svg("path", { class: "way", d: `M${x(value)} ${middle}l${tip} -5v10z` }),
  );
}

/** From 0 where the figures are spread; else closer, for changes of some points must be seen. */
function axisOf(rows) {
  const values = rows.flatMap(({ bar }) => bar.mean.slice(0, 3)).filter((value) => value !== null);
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = stepOf(low > 0.5 * high ? low : 0, high);
  const least = low > 0.5 * high ? Math.max(0, Math.floor(low / step) * step) : 0;
  const most = Math.min(1, Math.ceil(high / step) * step);
  return [least, most > least ? most : least + step];
}

function stepOf(low, high) {
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((step) => (high - low) / step <= 5) ?? 0.25;
}

function ticksOf(least, most) {
  const step = stepOf(least, most);
  const count = Math.round((most - least) / step);
  return Array.from({ length: count + 1 }, (_, place) => least + place * step);
}

function inWords(rows) {
  return rows.map(({ title, bar }) => `${title} ${bar.mean[0] === null ? "undefined" : `${bar.mean[6]}%`}${bar.change ? ` (${bar.change})` : ""}`).join("; ");
}
