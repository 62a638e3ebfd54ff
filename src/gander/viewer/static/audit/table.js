// Tables that are sorted by their heads; what they are sorted by stands in the address.

import { el, refill, set } from "../dom.js";

/** The order of two keys; the undefined stands last whichever way. */
export function ordered(one, other, way) {
  const [first, second] = [one ?? null, other ?? null];
  if (first === null || second === null) return (first === null) - (second === null);
  if (typeof first === "number") return way * (first - second);
  return way * first.localeCompare(second, "en", { numeric: true });
}

/** Heads of a table: `columns` have name, title, hint and class; `view` keeps order and way by `sort`. */
export function drawHeads(view, sort, columns) {
  return columns.map(({ name, title, hint, kind }) => {
    const head = el(
      "th",
      { scope: "col", class: kind, "data-column": name, title: hint },
      el("button", { type: "button", class: "sort", on: { click: () => view.choose({ [sort]: flipped(view, sort, name, kind) }) } }, title),
    );
    set(head, "aria-sort", "none");
    return head;
  });
}

/** Put new heads in place of others; who was on one stays on it. */
export function placeHeads(row, heads) {
  const held = row.contains(document.activeElement) ? document.activeElement.closest("th").dataset.column : null;
  refill(row, el("tr", {}, heads));
  heads.find((head) => head.dataset.column === held)?.querySelector("button").focus();
}

/** Numbers come largest first, names from A to Z; once more, and it is the other way. */
function flipped(view, sort, name, kind) {
  const [up, down] = [name, `-${name}`];
  const first = kind === "number" ? down : up;
  return view.get(sort) === first ? (first === up ? down : up) : first;
}

/** Sort rows as the address says: `keyOf(row, name)` is what a row is sorted by. Tells the heads. */
export function sorted(view, sort, heads, rows, keyOf) {
  const said = view.get(sort);
  const [name, way] = said.startsWith("-") ? [said.slice(1), -1] : [said, 1];
  for (const head of heads) {
    const chosen = head.dataset.column === name;
    set(head, "aria-sort", chosen ? (way > 0 ? "ascending" : "descending") : "none");
  }
  if (!heads.some((head) => head.dataset.column === name)) return rows;
  return rows.toSorted((one, other) => ordered(keyOf(one, name), keyOf(other, name), way));
}
