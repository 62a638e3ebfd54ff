// Columns of the grid by name.

import { el, named } from "../dom.js";

/** Models by short names: without the provider, where that leaves them apart. */
export function shortNames(columns) {
  const models = [...new Set(columns.map((column) => column.model))];
  const short = (model) => model.slice(model.lastIndexOf("/") + 1);
  return new Map(models.map((model) => [model, models.filter((other) => short(other) === short(model)).length === 1 && short(model) ? short(model) : model]));
}

/** How a column was asked, in words. */
export function howAsked({ variant, temperature, seed }) {
  return [variant || "no variant named", temperature !== null && `temperature ${temperature}`, seed !== null && `seed ${seed}`].filter(Boolean).join(", ");
}

/** A model's name, short, its whole one on pointing at it. */
export function drawModel(model, short) {
  return el("span", { title: short === model ? null : model }, named(short));
}
