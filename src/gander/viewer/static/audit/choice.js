// A choice of one of several, kept in the address.

import { el, set } from "../dom.js";

let made = 0;

/** Buttons of which one is chosen: `words` by value; `also` is what changes with it. */
export function choice(view, name, label, words, first, also = {}) {
  const id = `choice-${(made += 1)}`;
  const chosen = () => (Object.hasOwn(words, view.get(name)) ? view.get(name) : first);
  const buttons = Object.entries(words).map(([value, text]) =>
    el("button", { type: "button", "data-value": value, on: { click: () => view.choose({ ...also, [name]: value === first ? null : value }) } }, text),
  );
  const node = el("div", { class: "choice", role: "group", "aria-labelledby": id }, el("span", { id }, label), buttons);
  node.hidden = buttons.length < 2;
  const show = () => {
    for (const button of buttons) set(button, "aria-pressed", button.dataset.value === chosen());
  };
  return { node, chosen, show };
}

/** One of a list's options; its value is kept as it is, whatever signs are in it. */
export function optionOf(value, words, selected = false) {
  const option = el("option", {}, words);
  option.value = value;
  option.defaultSelected = selected;
  return option;
}

/** A list to choose from; `options` are [value, text]. */
export function picker(view, name, label, also = {}) {
  const id = `choice-${(made += 1)}`;
  const select = el("select", { id, on: { change: () => view.choose({ ...also, [name]: select.value }) } });
  const node = el("label", { class: "picker", for: id }, `${label} `, select);
  let shown = "";
  /** Offer options; the first is chosen where the address says nothing that is offered. */
  const offer = (options) => {
    const text = JSON.stringify(options);
    if (text !== shown) {
      select.replaceChildren(...options.map(([value, words]) => optionOf(value, words)));
      shown = text;
    }
    const wanted = view.get(name);
    select.value = options.some(([value]) => value === wanted) ? wanted : (options[0]?.[0] ?? "");
    return select.value;
  };
  return { node, offer };
}
