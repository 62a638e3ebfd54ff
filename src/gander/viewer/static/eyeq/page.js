// The Eye-Q page: the grid of puzzles, and a puzzle.

import { el, refill, say } from "../dom.js";
import { keysDialog, listenTo } from "../keyboard.js";
import { isExported } from "../source.js";
import { drawAccuracy } from "./accuracy.js";
import { Asking, CarriedRuns } from "./asking.js";
import { Filter, bitsOf, knownValues } from "./filter.js";
import { drawBar, drawFilters, drawNotes, drawSources } from "./filters.js";
import { drawGroups } from "./groups.js";
import { drawPuzzle } from "./puzzle.js";
import { State } from "./state.js";
import { drawTiles } from "./tiles.js";

const KEYS = [
  ["→ ←", "next puzzle, puzzle before", { ArrowRight: (its) => its.go(1), ArrowLeft: (its) => its.go(-1) }],
  ["A", "show or hide the answer of a puzzle", { a: (its) => its.answer() }],
  ["Esc", "back to all puzzles", { Escape: (its) => its.back() }],
  ["N P", "next page of puzzles, page before", { n: (its) => its.turn(1), p: (its) => its.turn(-1) }],
  ["/", "find", { "/": (its) => its.find() }],
  ["G", "guess first, or show right answers", { g: (its) => its.guess() }],
  ["?", "this list", { "?": (its) => its.help() }],
];

/** Show runs: those under `ids`, or all. */
export async function showEyeq(page, ids = "all") {
  document.title = "Eye-Q – Gander";
  refill(page, el("main", { class: "waiting" }, el("p", { role: "status" }, "The runs are being read and judged…")));
  const asking = isExported() ? new CarriedRuns() : new Asking(ids || "all");
  const runs = await asking.entries();
  const groups = await asking.groups();
  if (asking.ids === "all" && groups.filter(({ data }) => data).length > 1) {
    refill(page, drawGroups(groups, runs));
    return;
  }
  const grid = await asking.grid();
  const state = new State(location.hash, knownValues(grid));
  const filter = new Filter(grid);
  const bar = drawBar(state, filter, asking);
  const filters = drawFilters(grid, state, filter);
  const accuracy = drawAccuracy(grid);
  const tiles = drawTiles(grid, state, filter, asking);
  const dialog = keysDialog(KEYS);
  const help = () => dialog.showModal();
  const whole = el("main", { class: "eyeq" }, filters.node, el("div", { class: "found" }, drawNotes(grid), bar.node, accuracy.node, tiles.node));
  const place = el("div", {});
  const top = el(
    "header",
    { class: "top" },
    isExported() ? el("span", { class: "brand" }, "Gander") : el("a", { class: "brand", href: "/" }, "Gander"),
    el("h1", {}, el("a", { href: location.pathname }, "Eye-Q")),
    runs.length > 0 && drawSources(grid, asking.ids, runs, groups),
    el("div", { class: "buttons" }, el("button", { type: "button", on: { click: help } }, "Keys")),
  );
  refill(page, el("div", { class: "eq" }, top, place, dialog));
  let open = null; // the puzzle that is shown

  async function present(changed) {
    if (changed.has("find") || (changed.has("answers") && state.find)) await look();
    if (state.puzzle === null) showGrid(changed);
    else if (open?.key !== state.puzzle || !open.focus || [...changed].some((name) => name !== "at")) await showPuzzle();
    else if (state.at !== null) open.focus(); // another of the same puzzle's answers
  }

  async function look() {
    const text = state.find;
    filter.fault = "";
    if (text === "") {
      filter.found = null;
      return;
    }
    try {
      const found = await asking.found(text, state.answers);
      if (text === state.find) filter.found = new Set(found);
    } catch (error) {
      if (text !== state.find) return;
      filter.found = new Set();
      filter.fault = error.message;
    }
  }

  function showGrid(changed) {
    const before = open?.key ?? null;
    open = null;
    document.title = "Eye-Q – Gander";
    if (!whole.isConnected) refill(place, whole);
    const columns = filter.columns(state);
    const ordered = filter.ordered(state);
    bar.show();
    filters.show();
    tiles.show(columns, ordered);
    if (before !== null) tiles.focus(before, columns);
    const turned = changed.size > 0 && [...changed].every((name) => ["page", "sort", "answers", "puzzle", "at"].includes(name));
    if (!turned || !counted) count(columns, ordered);
  }

  let counting = null;
  let last = 0;
  let counted = false;

  /** Ask for accuracies, a little later: choices come in quick succession. */
  function count(columns, ordered) {
    clearTimeout(counting);
    accuracy.wait();
    const own = (last += 1);
    counting = setTimeout(async () => {
      try {
        const told = await asking.accuracy(bitsOf(ordered, grid.puzzles.length));
        if (own !== last) return;
        accuracy.show(told, columns, ordered.length, state.outcome.length > 0 || (state.find !== "" && state.answers));
        counted = true;
      } catch (error) {
        if (own === last) accuracy.fail(error.message);
      }
    }, 80);
  }

  async function showPuzzle() {
    const key = state.puzzle;
    const known = grid.puzzles.find((puzzle) => puzzle.key === key);
    if (!known) {
      open = { key };
      refill(place, el("main", { class: "failure" }, el("h1", {}, "There is no such puzzle in these runs"), el("p", {}, el("a", { href: state.address({ puzzle: null, at: null }) }, "All puzzles"))));
      return;
    }
    document.title = `Puzzle ${known.subset} ${known.id} – Gander`;
    const waited = setTimeout(() => refill(place, el("main", { class: "waiting" }, el("p", { role: "status" }, "The puzzle is being read…"))), 300);
    try {
      const told = await asking.puzzle(key);
      clearTimeout(waited);
      if (state.puzzle !== key) return;
      open = { key, ...drawPuzzle({ grid, page: told, state, filter, asking, go }) };
      refill(place, open.node);
      open.focus();
    } catch (error) {
      clearTimeout(waited);
      if (state.puzzle !== key) return;
      refill(place, el("main", { class: "failure" }, el("p", { role: "alert" }, error.message)));
    }
  }

  /** To the next puzzle that passes the filters, or the one before. */
  function go(by) {
    if (state.puzzle === null) return;
    const ordered = filter.ordered(state);
    const at = ordered.findIndex((number) => grid.puzzles[number].key === state.puzzle);
    const next = at < 0 ? undefined : ordered[at + by];
    // At once, not by the address: the next key may come before the browser tells of a new address.
    if (next !== undefined) state.change({ puzzle: grid.puzzles[next].key, at: null });
  }

  let arriving = false; // at an address, which is not left by being read
  state.on((changed) => {
    const address = state.address();
    const typing = [...changed].every((name) => name === "find" || name === "page");
    if (location.hash !== address) history[arriving || typing ? "replaceState" : "pushState"](null, "", `${location.pathname}${address}`);
    present(changed);
  });
  window.addEventListener("hashchange", () => {
    arriving = true;
    state.read(location.hash);
    arriving = false;
  });
  listenTo(KEYS, {
    go,
    help,
    answer: () => open?.toggle?.(),
    back: () => {
      if (state.puzzle !== null) state.change({ puzzle: null, at: null });
    },
    turn: (by) => state.puzzle === null && tiles.turn(by),
    find: () => state.puzzle === null && bar.focus(),
    guess: () => state.change({ answers: !state.answers }),
  });
  await present(new Set(["find"]));
}
