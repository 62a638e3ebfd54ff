// Which puzzles pass the filters, and how many each further choice would leave.

import { SCORED, letterOf, outcomeNames } from "./outcomes.js";

const HINTS = { none: "none", length: "length", reveal: "letters", "": "not known" };

/** The filters: by puzzles, and by what was asked how. `of` gives a puzzle's or column's value as text. */
export const PUZZLE_FILTERS = [
  { name: "subset", title: "Subset", of: (puzzle) => puzzle.subset },
  { name: "language", title: "Language of the answer", of: (puzzle) => puzzle.language },
];
export const COLUMN_FILTERS = [
  { name: "model", title: "Model", of: (column) => column.model },
  { name: "variant", title: "Variant", of: (column) => column.variant },
  { name: "hint", title: "Hint", of: (column) => column.hint, words: (value) => HINTS[value] },
  { name: "temperature", title: "Temperature", of: (column) => String(column.temperature ?? "own") },
  { name: "seed", title: "Seed", of: (column) => String(column.seed ?? "none") },
];

/** The values that filters may have in a grid, by the filters' names. */
export function knownValues(grid) {
  const known = { outcome: new Set(outcomeNames()) };
  for (const { name, of } of PUZZLE_FILTERS) known[name] = new Set(grid.puzzles.map(of));
  for (const { name, of } of COLUMN_FILTERS) known[name] = new Set(grid.columns.map(of));
  return known;
}

/** A grid through which one looks by filters; `found` are the puzzles that a text is in, null for all. */
export class Filter {
  constructor(grid) {
    this.grid = grid;
    this.found = null;
    this.fault = ""; // why it is not known what a text is in
  }

  /** The numbers of the columns that are shown. */
  columns(state, but = null, value = null) {
    const shown = [];
    this.grid.columns.forEach((column, number) => {
      const fits = COLUMN_FILTERS.every(({ name, of }) => {
        if (name === but) return value === null || of(column) === value;
        return state[name].length === 0 || state[name].includes(of(column));
      });
      if (fits) shown.push(number);
    });
    return shown;
  }

  /** The numbers of the puzzles that pass, in the grid's order. */
  puzzles(state, columns = this.columns(state), but = null) {
    if (columns.length === 0 && this.grid.columns.length > 0) return []; // nothing was asked so
    const letters = but === "outcome" ? [] : state.outcome.map(letterOf);
    const passes = this.passing(columns, letters, state.by);
    const passing = [];
    this.grid.puzzles.forEach((puzzle, at) => {
      const fits = PUZZLE_FILTERS.every(({ name, of }) => name === but || state[name].length === 0 || state[name].includes(of(puzzle)));
      if (fits && (this.found === null || this.found.has(at)) && passes(at)) passing.push(at);
    });
    return passing;
  }

  /** Whether one of the letters came of a puzzle: of any model, or of every one whose answer counts. */
  passing(columns, letters, by) {
    if (letters.length === 0) return () => true;
    const told = this.models(columns).map((number) => this.grid.columns[number].outcomes);
    const any = (at) => told.some((outcomes) => letters.includes(outcomes[at]));
    if (by !== "all") return any;
    // What failed, is unfinished or was not asked says nothing of a model, unless it is looked for.
    return (at) => any(at) && told.every((outcomes) => letters.includes(outcomes[at]) || !SCORED.includes(outcomes[at]));
  }

  /** Columns without the hint floor, which is no model; with it where it stands alone. */
  models(columns) {
    const seeing = columns.filter((number) => !this.grid.columns[number].floor);
    return seeing.length > 0 ? seeing : columns;
  }

  /** For each value of a filter, how many puzzles there would be with it alone. */
  counts(state, filter) {
    const counts = new Map();
    if (filter.name === "outcome") {
      const columns = this.columns(state);
      const puzzles = this.puzzles(state, columns, "outcome");
      for (const letter of filter.letters) {
        const passes = this.passing(columns, [letter], state.by);
        counts.set(letter, puzzles.filter(passes).length);
      }
      return counts;
    }
    if (PUZZLE_FILTERS.includes(filter)) {
      for (const puzzle of this.grid.puzzles) counts.set(filter.of(puzzle), 0);
      for (const at of this.puzzles(state, this.columns(state), filter.name)) {
        const value = filter.of(this.grid.puzzles[at]);
        counts.set(value, counts.get(value) + 1);
      }
      return counts;
    }
    for (const value of new Set(this.grid.columns.map(filter.of))) {
      const columns = this.columns(state, filter.name, value);
      counts.set(value, this.puzzles(state, columns).length);
    }
    return counts;
  }

  /** The puzzles that pass, in the order that is asked for. */
  ordered(state) {
    const columns = this.columns(state);
    const passing = this.puzzles(state, columns);
    if (state.sort === "number") return passing;
    const shares = new Map(passing.map((at) => [at, this.tally(at, columns).share]));
    const sign = state.sort === "high" ? -1 : 1;
    // What nobody was asked to the end is neither easy nor hard: it comes last.
    return passing.sort((a, b) => {
      const [one, other] = [shares.get(a), shares.get(b)];
      if (one === null || other === null) return (one === null) - (other === null) || a - b;
      return sign * (one - other) || a - b;
    });
  }

  /** What columns made of a puzzle: how often each outcome, and the share right; the hint floor is in neither. */
  tally(at, columns) {
    const counts = {};
    let right = 0;
    let scored = 0;
    const seeing = this.models(columns);
    for (const number of seeing) {
      const letter = this.grid.columns[number].outcomes[at];
      counts[letter] = (counts[letter] ?? 0) + 1;
      if (SCORED.includes(letter)) scored += 1;
      if (letter === "r") right += 1;
    }
    return { counts, right, scored, floor: seeing.length < columns.length, share: scored > 0 ? right / scored : null };
  }
}

/** Which of the puzzles, as a text of hexadecimal digits, a bit for each. */
export function bitsOf(numbers, count) {
  const digits = new Array(Math.ceil(count / 4)).fill(0);
  for (const at of numbers) digits[at >> 2] |= 8 >> (at & 3);
  return digits.map((digit) => digit.toString(16)).join("");
}
