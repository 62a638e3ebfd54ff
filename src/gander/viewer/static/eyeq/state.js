// What is shown, as the address says it: filters, order, page, and the puzzle.

/** Lists of chosen values, by the names that the address has for them; an empty list is no filter. */
export const FILTERS = ["subset", "language", "model", "variant", "hint", "temperature", "seed", "outcome"];

const PLAIN = { by: "any", find: "", sort: "number", page: 1, puzzle: null, at: null, answers: false };

/** What is shown; listeners are told the names of what has changed. */
export class State {
  constructor(hash, known) {
    this.listeners = [];
    this.known = known; // the values that there are, by the filters' names; others are passed over
    this.read(hash);
  }

  on(listener) {
    this.listeners.push(listener);
  }

  /** Take over what an address says. */
  read(hash) {
    const said = new URLSearchParams(hash.replace(/^#/, ""));
    const next = { ...PLAIN };
    for (const name of FILTERS) next[name] = said.getAll(name).filter((value) => this.known[name].has(value));
    if (said.get("by") === "all") next.by = "all";
    next.find = said.get("find") ?? "";
    next.sort = ["high", "low"].includes(said.get("sort")) ? said.get("sort") : "number";
    next.page = Math.max(1, Math.floor(Number(said.get("page"))) || 1);
    next.puzzle = said.get("puzzle");
    next.at = /^[1-9]\d{0,5}$/.test(said.get("at") ?? "") ? Number(said.get("at")) - 1 : null;
    next.answers = said.get("answers") === "shown";
    this.change(next);
  }

  /** Change some of it; where filters change, the first page is shown. */
  change(next) {
    const changed = new Set(Object.keys(next).filter((name) => JSON.stringify(next[name]) !== JSON.stringify(this[name])));
    if (changed.size === 0) return;
    Object.assign(this, next);
    if (!("page" in next) && [...FILTERS, "by", "find", "sort"].some((name) => changed.has(name))) {
      this.page = 1;
      changed.add("page");
    }
    for (const listener of this.listeners) listener(changed);
  }

  /** Choose a value of a filter, or choose it no longer. */
  toggle(name, value) {
    const chosen = this[name];
    this.change({ [name]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] });
  }

  /** Whether anything is filtered. */
  get filtered() {
    return this.find !== "" || FILTERS.some((name) => this[name].length > 0);
  }

  /** The address of this, with some of it changed. */
  address(changes = {}) {
    const its = { ...this, ...changes };
    const said = new URLSearchParams();
    for (const name of FILTERS) for (const value of its[name]) said.append(name, value);
    if (its.by !== "any") said.set("by", its.by);
    if (its.find) said.set("find", its.find);
    if (its.sort !== "number") said.set("sort", its.sort);
    if (its.page > 1) said.set("page", its.page);
    if (its.answers) said.set("answers", "shown");
    if (its.puzzle !== null) said.set("puzzle", its.puzzle);
    if (its.at !== null) said.set("at", its.at + 1);
    return `#${said}`;
  }
}
