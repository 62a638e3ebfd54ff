// Keys of a page: lists of [keys, what they do, actions by key].

import { el } from "./dom.js";

/** Listen to the keyboard; every action is called with `its`. Keys in `once` do nothing more while they are held. */
export function listenTo(keys, its, once = []) {
  const actions = Object.assign({}, ...keys.map(([, , those]) => those));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const target = event.target;
    // What a field or button does with a key of its own comes first.
    if (target.closest("input:not([type=range]), select, textarea")) return;
    if (target.closest("input[type=range]") && /^(?:Arrow|Home|End|Page)/.test(event.key)) return;
    if (/^(?: |Enter)$/.test(event.key) && target.closest("button, summary, a")) return;
    if (/^(?:Arrow|Home|End)/.test(event.key) && target.closest("[role=tab], pre, .scroll")) return;
    const arrow = event.key.startsWith("Arrow");
    const action = actions[event.shiftKey && arrow ? `Shift+${event.key}` : event.key];
    if (!action) return;
    event.preventDefault();
    if (event.repeat && once.includes(event.key)) return;
    action(its);
  });
}

/** The list, as a dialog. */
export function keysDialog(keys) {
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys"),
    el("dl", {}, keys.map(([names, what]) => [el("dt", {}, names.split(" ").map((key) => [el("kbd", {}, key), " "])), el("dd", {}, what)])),
    el("button", { type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Close"),
  );
  return dialog;
}
