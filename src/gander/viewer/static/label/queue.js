// Answers that the server has not got yet. Each is kept in this browser, in a place of its own, until the server
// says that it has it; so neither a closed lid nor a server that is gone loses one. Every answer has a key, by
// which the server knows it again, so that sending it twice adds nothing.

import { Failure, renewToken, send } from "../source.js";

const PREFIX = "gander.answer";
const LONGEST = 10_000; // milliseconds between two tries
const WITHIN = 15_000; // milliseconds after which a server that says nothing is taken for none

/** A key that no other answer has. */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** All answers that this browser keeps, as [{sheet, annotator}], each pair once. */
export function keptFor() {
  const pairs = new Map();
  for (const place of storedPlaces()) {
    const entry = place.startsWith(`${PREFIX}.`) ? stored(place) : null;
    if (!entry) continue;
    const sheet = place.split(".")[2];
    pairs.set(JSON.stringify([sheet, entry.answer.annotator]), { sheet, annotator: entry.answer.annotator });
  }
  return [...pairs.values()];
}

/** The answers of one annotator to one sheet that wait; `on` has `saved(entry, reply)`, `answers()` for when others count than before, and `changed()`. */
export class Queue {
  constructor(sheet, annotator, on) {
    this.sheet = sheet;
    this.annotator = annotator;
    this.on = on;
    this.loose = new Map(); // what the browser would not keep
    this.fault = "";
    this.gone = false; // whether the fault is that nobody answers
    this.running = null;
    this.wait = 500;
    this.last = 0;
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => this.flush());
    window.addEventListener("storage", (event) => {
      if (event.key?.startsWith(PREFIX)) this.turned();
    });
  }

  turned() {
    this.on.answers();
    this.on.changed();
  }

  /** All that wait, the oldest first: [place, entry] with the entry's `answer`, `known` and `refused`. */
  entries() {
    const found = new Map();
    const own = `${PREFIX}.${this.sheet}.`;
    for (const place of storedPlaces()) {
      if (!place.startsWith(own)) continue;
      const entry = stored(place);
      if (entry?.answer.annotator === this.annotator) found.set(place, entry);
    }
    for (const [place, entry] of this.loose) found.set(place, entry);
    return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Whether any could be sent. */
  get waits() {
    return this.entries().some(([, entry]) => !entry.refused);
  }

  /** Whether some of them would be lost with this window. */
  get fleeting() {
    return this.loose.size > 0;
  }

  /** Take an answer; `known` is what this window took for the answer until now. */
  add(item, question, value, known) {
    const now = new Date();
    // Two in one millisecond, or after the clock was set back, still stand in the order given.
    const after = this.entries().map(([place]) => Number(place.split(".")[3]));
    this.last = Math.max(now.getTime(), this.last + 1, ...after.map((time) => time + 1));
    const answer = { key: freshKey(), annotator: this.annotator, item, question, value, given: now.toISOString() };
    this.keep(`${PREFIX}.${this.sheet}.${String(this.last).padStart(15, "0")}.${answer.key}`, { answer, known, refused: "" });
    this.on.changed();
    return this.flush();
  }

  /** Send something that is of use at once or not at all. */
  async direct(item, question, value) {
    const answer = { key: freshKey(), annotator: this.annotator, item, question, value, given: new Date().toISOString() };
    this.on.saved({ answer, known: "" }, await send("POST", `/api/labels/${this.sheet}/answers`, answer, WITHIN));
  }

  keep(place, entry) {
    try {
      localStorage.setItem(place, JSON.stringify(entry));
    } catch {
      this.loose.set(place, entry);
    }
  }

  drop(place) {
    this.loose.delete(place);
    if (storedPlaces().includes(place)) localStorage.removeItem(place);
  }

  /** Have those that were refused sent once more. */
  again() {
    for (const [place, entry] of this.entries()) this.keep(place, { ...entry, refused: "" });
    this.turned();
    return this.flush();
  }

  /** Give up those that were refused. */
  discard() {
    for (const [place, entry] of this.entries()) if (entry.refused) this.drop(place);
    this.turned();
  }

  /** Send what waits, one after the other; ends when all is sent, or cannot be now. */
  flush() {
    clearTimeout(this.timer);
    this.running ??= this.sendAll().finally(() => {
      this.running = null;
      this.on.changed();
    });
    return this.running;
  }

  async sendAll() {
    let renewed = false;
    for (;;) {
      const next = this.entries().find(([, entry]) => !entry.refused);
      if (!next) break;
      const [place, entry] = next;
      try {
        const reply = await send("POST", `/api/labels/${this.sheet}/answers`, entry.answer, WITHIN);
        this.drop(place);
        this.fault = "";
        this.gone = false;
        this.wait = 500;
        this.on.saved(entry, reply);
      } catch (error) {
        const status = error instanceof Failure ? error.status : 0;
        if (status === 403 && !renewed) {
          // The server was started anew, and knows this page no more.
          renewed = true;
          if (await renewToken()) continue;
        }
        if (status === 422 || status === 413) {
          this.keep(place, { ...entry, refused: error.message });
          this.on.answers();
          continue;
        }
        this.fault = error.message;
        this.gone = status === 0;
        this.wait = Math.min(LONGEST, this.wait * 2);
        this.timer = setTimeout(() => this.flush(), this.wait);
        return;
      }
    }
  }
}

function stored(place) {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

function storedPlaces() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
