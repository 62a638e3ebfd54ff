// Panels of which one is shown at a time.

import { el, set } from "./dom.js";

/** Tabs over panels: `parts` are [name, title, node]; the result has `node`, `choose(name)` and `chosen`. */
export function drawTabs(label, parts) {
  const tabs = parts.map(([name, title]) =>
    el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, on: { click: () => choose(name) } }, title),
  );
  const panels = parts.map(([name, , node]) => el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" }, node));
  const list = el("div", { role: "tablist", "aria-label": label, on: { keydown: walk } }, tabs);
  const its = { node: el("section", { class: "tabs", "aria-label": label }, list, panels), choose, chosen: null };

  function choose(name) {
    its.chosen = name;
    parts.forEach(([own], index) => {
      const chosen = own === name;
      set(tabs[index], "aria-selected", chosen);
      set(tabs[index], "tabindex", chosen ? 0 : -1);
      panels[index].hidden = !chosen;
    });
  }

  function walk(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const index = (tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length;
    tabs[index].focus();
    choose(parts[index][0]);
    event.preventDefault();
  }

  choose(parts[0][0]);
  return its;
}
