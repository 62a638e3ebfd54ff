// Figures in words.

import { el } from "../dom.js";
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
  return fixed((metric.share ? 100 : 1) * (part / whole), 1);
}

/** A number with so many decimals, at least one, as Python writes it: what lies just between goes to the even digit. */
export function fixed(number, digits) {
  const exact = number.toFixed(60);
  const end = exact.indexOf(".") + 1 + digits;
  const between = /^50*$/.test(exact.slice(end));
  return between && Number(exact[end - 1]) % 2 === 0 ? exact.slice(0, end) : number.toFixed(digits);
}

/** A share in percent. */
export function percent(share) {
  return fixed(100 * share, 1);
}

/** What a table of words says for a word; the word itself where it says nothing. */
export function worded(table, word) {
  return table && Object.hasOwn(table, word) ? table[word] : word;
}

/** A name, kept apart from the text around it, that breaks where its words end. */
export function broken(name) {
  const parts = name.split(/(?<=[_/])/);
  return el("bdi", { class: "name" }, parts.map((part, place) => [place > 0 && el("wbr"), part]));
}
