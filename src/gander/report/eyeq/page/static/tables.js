// Tables that can be sorted, whose numbers lead to the samples behind them.

import { carriedRows } from "./samples.js";
import { el, named, refill, set } from "./dom.js";
import { many } from "./text.js";

const MOST_LINES = 40; // before they are asked for

const MARKS = {
  best: ["strong", "*", "the best of its column"],
  second: ["u", "†", "the second best of its column"],
};

const collator = new Intl.Collator("en", { numeric: true });

/** What a text is sorted by: a number if it begins as one; null for what is undefined. */
export function sortKey(text) {
  if (text === "–" || text === "") return null;
  const found = /^([<+\-−]?)([\d,]*\.?\d+(?:e[+-]?\d+)?)/i.exec(text);
  if (!found) return text;
  const number = Number(found[2].replaceAll(",", ""));
  if (found[1] === "<") return number / 2;
  return found[1] === "-" || found[1] === "−" ? -number : number;
}

/** The order of two keys; the undefined stands last whichever way. */
export function ordered(one, other, way) {
  if (one === null || other === null) return (one === null) - (other === null);
  if (typeof one === "number" && typeof other === "number") return way * (one - other);
  return way * collator.compare(String(one), String(other));
}

/** Something that is drawn when it is first opened. */
export function later(title, draw, open = false) {
  const inside = el("div", {});
  const fill = () => inside.childNodes.length === 0 && inside.append(draw());
  if (open) fill();
  return el("details", { class: "later", open, on: { toggle: fill } }, el("summary", {}, title), inside);
}

function drawCell([value, rest, mark, rows]) {
  const marked = mark ? el(MARKS[mark][0], { title: MARKS[mark][2] }, value, MARKS[mark][1]) : value;
  const linked = rows < 0 ? marked : el("a", { href: `#rows=${carriedRows(rows)}` }, marked);
  return el("td", { class: "number" }, linked, rest && [" ", el("small", {}, rest)]);
}

/** A block of a result as a table. */
export function drawBlock(block, label) {
  const names = block.labels.length;
  const lines = block.lines.map(([labels, cells]) => ({ keys: [...labels.map(sortKey), ...cells.map(([value]) => sortKey(value))], labels, cells }));
  const body = el("tbody", {});
  let shown = lines;
  let most = MOST_LINES;

  const more = el("button", { type: "button", on: { click: all } });

  function all() {
    most = Infinity;
    draw();
  }

  function draw() {
    refill(
      body,
      shown.slice(0, most).map(({ labels, cells }) => el("tr", {}, labels.map((text) => el("th", { scope: "row" }, named(text))), cells.map(drawCell))),
    );
    more.hidden = shown.length <= most;
    refill(more, `Show all ${many(shown.length, "line")}`);
  }

  const heads = [...block.labels, ...block.headings].map((title, column) => {
    const head = el("th", { scope: "col", class: column < names ? null : "number", "aria-sort": "none" }, el("button", { type: "button", class: "sort", on: { click: sort } }, named(title)));

    function sort() {
      const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      shown = lines.toSorted((one, other) => ordered(one.keys[column], other.keys[column], way));
      for (const each of heads) set(each, "aria-sort", each === head ? (way > 0 ? "ascending" : "descending") : "none");
      draw();
    }

    return head;
  });
  draw();
  return el(
    "div",
    {},
    el("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": label }, el("table", {}, el("thead", {}, el("tr", {}, heads)), body)),
    more,
  );
}
