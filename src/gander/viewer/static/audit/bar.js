// An interval as a small bar: the line is the interval, the dot the value.

import { svg } from "../dom.js";

const WIDTH = 92;
const HEIGHT = 12;

/** A bar on an axis from `least` to `most`; a mark where zero lies, if it lies within. */
export function drawBar([value, low, high], least, most) {
  const at = (number) => 4 + ((WIDTH - 8) * (number - least)) / (most - least || 1);
  const middle = HEIGHT / 2;
  const ends = low !== null && high !== null;
  return svg(
    "svg",
    { class: "interval", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    svg("line", { class: "axis", x1: 4, x2: WIDTH - 4, y1: middle, y2: middle }),
    least < 0 && most > 0 && svg("line", { class: "zero", x1: at(0), x2: at(0), y1: 0, y2: HEIGHT }),
    ends && svg("line", { class: "span", x1: at(low), x2: at(high), y1: middle, y2: middle }),
    ends && [low, high].map((end) => svg("line", { class: "end", x1: at(end), x2: at(end), y1: 2, y2: HEIGHT - 2 })),
    value !== null && svg("circle", { class: "value", cx: at(value), cy: middle, r: 2.7 }),
  );
}

/** The axis for estimates of a metric: 0 to 100 % for shares, else from 0 to the largest. */
export function axisOf(metric, estimates) {
  if (metric.share) return [0, 1];
  const largest = Math.max(0, ...estimates.flatMap((its) => (its ? [its[0] ?? 0, its[2] ?? 0] : [])));
  return [0, largest || 1];
}

/** The axis for differences, which lie on both sides of zero. */
export function axisAroundZero(estimates) {
  const most = Math.max(...estimates.flatMap((its) => (its ? its.slice(0, 3).map((number) => Math.abs(number ?? 0)) : [0])));
  return [-(most || 1), most || 1];
}
