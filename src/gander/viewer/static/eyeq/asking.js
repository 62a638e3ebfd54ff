// What the page asks about the runs that it shows: the server, or the file that it stands in.

import { bytesIn, carried } from "../carried.js";
import { Failure, get } from "../source.js";
import { bitsOf } from "./filter.js";

/** The runs under `ids` in the state that the page shows. */
export class Asking {
  constructor(ids) {
    this.ids = ids;
    this.version = null;
    this.guesses = true; // whether a guess can be compared
  }

  /** All that can be shown. */
  async entries() {
    const { entries } = await get("/api/catalogue");
    return entries.filter((entry) => entry.kind === "eyeq" || entry.kind === "answers");
  }

  /** Runs that are on the same puzzles. */
  async groups() {
    return (await get("/api/eyeq")).groups;
  }

  path(part, said = {}) {
    const query = new URLSearchParams(said);
    if (this.version !== null) query.set("version", this.version);
    return `/api/eyeq/${this.ids}${part}?${query}`;
  }

  /** The grid. */
  async grid() {
    const grid = await get(this.path(""));
    this.version = grid.version;
    return grid;
  }

  /** What every column made of some puzzles. */
  accuracy(bits) {
    return get(this.path("/accuracy", { puzzles: bits }));
  }

  /** The numbers of the puzzles that a text is in. */
  found(text, answers) {
    return get(this.path("/found", answers ? { text, truths: 1 } : { text }));
  }

  /** A puzzle. */
  puzzle(key) {
    return get(this.path("/puzzle", { key }));
  }

  /** A guess, compared. */
  guess(key, text) {
    return get(this.path("/guess", { key, text }));
  }

  /** Show a puzzle's picture in an image. */
  showPicture(image, key, small) {
    image.src = this.path("/picture", small ? { key, small: 1 } : { key });
  }
}

/** The runs that the file carries, asked in the same way. */
export class CarriedRuns {
  constructor() {
    this.ids = "";
    this.guesses = false;
    this.shown = new Map(); // addresses of pictures in memory
  }

  async entries() {
    return [];
  }

  async groups() {
    return [];
  }

  async grid() {
    this.held = await carried();
    return this.held.grid;
  }

  /** Of all puzzles, or of a subset's; other choices need the statistics that the server has. */
  async accuracy(bits) {
    const { grid, accuracy } = this.held;
    for (const [subset, told] of Object.entries(accuracy)) {
      const own = grid.puzzles.map((puzzle, at) => (subset === "" || puzzle.subset === subset ? at : -1)).filter((at) => at >= 0);
      if (bitsOf(own, grid.puzzles.length) === bits) return told;
    }
    throw new Failure({ what: "This file tells accuracy on all puzzles and on each subset; gander view tells it on any choice." });
  }

  /** By letters as they stand; the server reads them as the exact score does. */
  async found(text, answers) {
    const wanted = text.toLowerCase();
    const fits = (puzzle) => [puzzle.id, ...(answers ? puzzle.truths : [])].some((own) => own.toLowerCase().includes(wanted));
    return this.held.grid.puzzles.map((puzzle, at) => (fits(puzzle) ? at : -1)).filter((at) => at >= 0);
  }

  async puzzle(key) {
    return this.held.puzzles[key];
  }

  showPicture(image, key) {
    const id = this.held.pictures[key];
    if (!this.shown.has(id)) this.shown.set(id, URL.createObjectURL(new Blob([bytesIn(id)], { type: "image/webp" })));
    image.src = this.shown.get(id);
  }
}
