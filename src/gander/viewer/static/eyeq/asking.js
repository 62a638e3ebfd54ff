// What the page asks the server about the runs that it shows.

import { get } from "../source.js";

/** The runs under `ids` in the state that the page shows. */
export class Asking {
  constructor(ids) {
    this.ids = ids;
    this.version = null;
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

  /** The address of a puzzle's picture. */
  picture(key, small) {
    return this.path("/picture", small ? { key, small: 1 } : { key });
  }
}
