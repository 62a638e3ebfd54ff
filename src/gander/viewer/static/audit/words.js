// Figures in words.

import { many } from "../text.js";

/** A figure's number with its interval, in words. */
export function inWords(metric, estimate) {
  if (!estimate || estimate[0] === null) return "undefined";
  return `${withUnit(metric, estimate[6])}${estimate[7] ? ` [${estimate[7]}]` : ""}, n ${many(estimate[4], metric.tier === "coverage" ? "utterance" : "game")}`;
}

/** A number with its unit. */
export function withUnit(metric, text) {
  return metric.share ? `${text}%` : `${text} ${metric.unit}`;
}

/** Part of whole as the figure shows it; a dash where there is nothing to form it from. */
export function ratio(metric, part, whole) {
  if (whole === 0) return "–";
  return ((metric.share ? 100 : 1) * (part / whole)).toFixed(1);
}
