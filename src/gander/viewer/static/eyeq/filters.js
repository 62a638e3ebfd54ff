// The filters' controls: every choice with the number of puzzles that it would leave.

import { el, put, say, set } from "../dom.js";
import { many } from "../text.js";
import { COLUMN_FILTERS, PUZZLE_FILTERS } from "./filter.js";
import { drawGroupLinks, shortData } from "./groups.js";
import { OUTCOMES } from "./outcomes.js";
import { FILTERS } from "./state.js";

export const SUBSETS = { en: "English", fa: "Persian", ar: "Arabic", cross: "cross-lingual" };
const LANGUAGES = { en: "English", fa: "Persian", ar: "Arabic" };
const WORDS = { subset: (value) => SUBSETS[value] ?? value, language: (value) => LANGUAGES[value] ?? value, variant: (value) => value || "not named" };

function valuesOf(grid, { name, of }) {
  return [...new Set((PUZZLE_FILTERS.some((filter) => filter.name === name) ? grid.puzzles : grid.columns).map(of))];
}

/** The filters; the result has `node` and `show()`. */
export function drawFilters(grid, state, filter) {
  const wholes = [...PUZZLE_FILTERS, ...COLUMN_FILTERS].map((its) => ({ ...its, its, values: valuesOf(grid, its), words: its.words ?? WORDS[its.name] ?? String }));
  // A language that goes with its subset, or a single value, leaves nothing to choose.
  const offered = wholes.filter(({ name, values }) => values.length > 1 && (name !== "language" || values.length < valuesOf(grid, PUZZLE_FILTERS[0]).length));
  const letters = Object.keys(OUTCOMES).filter((letter) => "rnwf".includes(letter) || grid.columns.some((column) => column.outcomes.includes(letter)));
  const groups = [
    ...offered.map(({ its, name, title, values, words }) => drawGroup(state, { name, title, filter: its, choices: values.map((value) => [value, value, words(value)]) })),
    drawGroup(state, {
      name: "outcome",
      title: "Outcome",
      filter: { name: "outcome", letters },
      choices: letters.map((letter) => [OUTCOMES[letter].name, letter, `${OUTCOMES[letter].sign} ${OUTCOMES[letter].words}`]),
    }),
  ];
  const by = el(
    "select",
    { id: "by", on: { change: (event) => state.change({ by: event.target.value }) } },
    el("option", { value: "any" }, "of any shown model"),
    el("option", { value: "all" }, "of every shown model"),
  );
  put(groups.at(-1).node, el("label", { class: "by", for: "by" }, "Outcome ", by));
  const clear = el("button", { type: "button", on: { click: () => state.change({ find: "", by: "any", ...Object.fromEntries(FILTERS.map((name) => [name, []])) }) } }, "Clear filters");
  const chosen = el("span", { class: "count" });
  const node = el(
    "details",
    { class: "filters", open: matchMedia("(min-width: 1000px)").matches },
    el("summary", {}, el("h2", {}, "Filters"), " ", chosen),
    el("div", { class: "groups" }, groups.map((group) => group.node), clear),
  );
  return {
    node,
    show() {
      for (const group of groups) group.show(filter.counts(state, group.filter));
      by.value = state.by;
      clear.disabled = !state.filtered;
      const number = FILTERS.filter((name) => state[name].length > 0).length;
      say(chosen, number > 0 ? `${many(number, "filter")} set` : "");
    },
  };
}

function drawGroup(state, { name, title, filter, choices }) {
  const boxes = choices.map(([value, counted, words]) => {
    const box = el("input", { type: "checkbox", on: { change: () => state.toggle(name, value) } });
    const count = el("span", { class: "count" });
    return { value, counted, box, count, node: el("li", {}, el("label", {}, box, el("span", { class: "choice" }, el("bdi", {}, words)), count)) };
  });
  return {
    filter,
    node: el("fieldset", { "data-filter": name }, el("legend", {}, title), el("ul", {}, boxes.map((box) => box.node))),
    show(counts) {
      for (const { value, counted, box, count, node } of boxes) {
        box.checked = state[name].includes(value);
        const left = counts.get(counted) ?? 0;
        say(count, left.toLocaleString("en"));
        set(node, "class", left === 0 && !box.checked ? "nothing" : null);
      }
    },
  };
}

/** Order, search, and whether right answers are shown; the result has `node`, `show()` and `focus()`. */
export function drawBar(state, filter, asking) {
  const search = el("input", { type: "search", id: "find", autocomplete: "off" });
  let waiting = null;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => state.change({ find: search.value.trim() }), 150);
  });
  const sort = el(
    "select",
    { id: "sort", on: { change: (event) => state.change({ sort: event.target.value }) } },
    el("option", { value: "number" }, "subset and number"),
    el("option", { value: "high" }, "share right, most first"),
    el("option", { value: "low" }, "share right, least first"),
  );
  const guess = el("button", { type: "button", class: "guess-first", on: { click: () => state.change({ answers: !state.answers }) } }, "Guess first");
  const label = el("label", { for: "find" });
  const said = el("span", { class: "fault", role: "alert" });
  // A file of its own has no server that reads texts as the score does.
  if (!asking.guesses) set(search, "title", "Letter by letter, in upper or lower case");
  return {
    node: el("div", { class: "bar" }, el("span", { class: "pair" }, label, search), said, el("span", { class: "pair" }, el("label", { for: "sort" }, "Order"), sort), guess),
    focus: () => search.focus(),
    show() {
      if (document.activeElement !== search) search.value = state.find;
      say(label, state.answers ? `Find a number or ${asking.guesses ? "" : "right "}answer` : "Find a number");
      say(said, filter.fault);
      sort.value = state.sort;
      set(guess, "aria-pressed", !state.answers);
      set(guess, "title", state.answers ? "Hide right answers until they are asked for" : "Right answers are hidden until they are asked for");
    },
  };
}

/** The runs that are shown together, to choose others. */
export function drawSources(grid, ids, entries, groups) {
  const shown = new Set(ids === "all" ? entries.map((entry) => entry.id) : ids.split(","));
  const faults = new Map(grid.sources.map((source) => [source.id, source]));
  const boxes = entries.map((entry) => {
    const source = faults.get(entry.id);
    const box = el("input", { type: "checkbox", checked: shown.has(entry.id), value: entry.id });
    return el("li", {}, el("label", {}, box, el("bdi", {}, entry.name || "."), source?.fault && el("small", { class: "fault" }, "✗ left out"), source?.empty && el("small", {}, "nothing answered yet"), source?.data && el("small", {}, el("bdi", {}, shortData(source.data)))));
  });
  const list = el("ul", {}, boxes);
  const go = el("button", { type: "button", on: { click: open } }, "Show these");
  const said = el("p", { class: "fault", role: "status" });
  function open() {
    const chosen = [...list.querySelectorAll("input:checked")].map((box) => box.value);
    if (chosen.length === 0) say(said, "Choose at least one.");
    else location.assign(`/eyeq${chosen.length === entries.length ? "" : `/${chosen.join(",")}`}${location.hash}`);
  }
  const good = grid.sources.filter((source) => !source.fault && !source.empty).length;
  return el("details", { class: "sources" }, el("summary", {}, `${good} of ${many(entries.length, "run")} shown`), el("div", {}, list, go, said, drawGroupLinks(groups)));
}

/** What must be known before all else: runs that are left out, and notes. */
export function drawNotes(grid) {
  const faults = grid.sources.filter((source) => source.fault);
  if (faults.length === 0 && grid.notes.length === 0) return null;
  return el(
    "div",
    { class: "notes" },
    faults.map((source) => el("p", { class: "fault", role: "alert" }, "✗ left out: ", el("bdi", {}, source.fault))),
    grid.notes.map((note) => el("p", { class: "note" }, el("bdi", {}, note))),
  );
}
