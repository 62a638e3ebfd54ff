// A sheet at which somebody sits: its rows, what was answered, and what still waits to be saved.

import { get } from "../source.js";
import { Queue } from "./queue.js";

/** By kind of sheet: its two questions, in words, and how they are answered. */
export const QUESTIONS = {
  claims: [
    { name: "faithful", title: "Faithful?", words: "Does the utterance say that, with this subject, place, time and mood?" },
    { name: "verdict_right", title: "Verdict right?", words: "Is the verdict right by the record?" },
  ],
  utterances: [
    { name: "facts", title: "Facts", words: "How many checkable facts does the utterance state?" },
    { name: "facts_found", title: "Facts found", words: "How many of your facts do the audit's claims state?" },
  ],
};

const READ = 500; // milliseconds for which a verdict is on the screen before it can be judged
const WITHIN = 15_000; // milliseconds after which a server that says nothing is taken for none

const NOTHING = { mine: { first: "", second: "", note: "", opened: false, early: false, complete: false }, told: null, others: null };

/** The sheet's state for one annotator; listeners are told of what changed: "answers", "row", "status", "figures", "overtaken", "done", or "told"; before a row is left, of "leaving". */
export class Desk {
  constructor(id, sheet) {
    this.id = id;
    this.who = sheet.annotator; // as the server spells it
    this.kind = sheet.kind;
    this.sheet = sheet;
    this.rows = sheet.rows;
    this.seen = new Map(Object.entries(sheet.seen));
    this.row = 0;
    this.question = 0;
    this.figures = null;
    this.listeners = [];
    this.queue = new Queue(id, this.who, { saved: (entry, reply) => this.saved(entry, reply), answers: () => this.tell("answers"), changed: () => this.tell("status") });
    this.read = new Set(); // the items whose verdict was long enough on the screen
    this.reading = null;
  }

  on(listener) {
    this.listeners.push(listener);
  }

  tell(what, detail) {
    for (const listener of this.listeners) listener(what, detail);
  }

  get item() {
    return this.rows[this.row].item;
  }

  /** What may be seen of an item, with the answers that wait. */
  of(item, waiting = this.queue.entries()) {
    const seen = this.seen.get(item) ?? NOTHING;
    const mine = { ...seen.mine };
    const fields = { [QUESTIONS[this.kind][0].name]: "first", [QUESTIONS[this.kind][1].name]: "second", note: "note" };
    for (const [, { answer, refused }] of waiting) {
      if (answer.item === item && !refused && fields[answer.question]) mine[fields[answer.question]] = answer.value;
    }
    return { ...seen, mine: this.counted(mine) };
  }

  /** The same rules as the server's, for answers that it has not got yet. */
  counted(mine) {
    if (this.kind === "claims") {
      const second = mine.first === "no" || mine.first === "" ? "" : mine.second;
      return { ...mine, second, complete: mine.first === "no" || (mine.first !== "" && second !== "") };
    }
    const second = mine.first === "" || (mine.second !== "" && Number(mine.second) > Number(mine.first)) ? "" : mine.second;
    return { ...mine, second, complete: mine.first !== "" && second !== "" };
  }

  get complete() {
    const waiting = this.queue.entries();
    return this.rows.filter(({ item }) => this.of(item, waiting).mine.complete).length;
  }

  /** Whether there is a second question to an answer to the first: not to none, and not to what nobody said. */
  goesOn(first) {
    return first !== "" && !(this.kind === "claims" && first === "no");
  }

  /** Whether a question can be answered: the second not before the audit's part was seen, and could be read. */
  isOpen(question) {
    const { mine, told } = this.of(this.item);
    return question === 0 || (told !== null && this.goesOn(mine.first) && (this.kind === "utterances" || this.read.has(this.item)));
  }

  /** The audit's part of the row is on the screen; what is pressed in the next moment was not meant for it. */
  shows() {
    const { item } = this;
    if (this.read.has(item) || this.reading === item) return;
    this.reading = item;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading = null;
      if (item !== this.item) return;
      this.read.add(item);
      this.tell("answers");
    }, READ);
  }

  /** Take back what was answered last of the row: to the question that is asked, or else to the first. */
  takeBack() {
    const { mine } = this.of(this.item);
    const [one, two] = QUESTIONS[this.kind];
    if (this.question === 1 && mine.second !== "") this.answer(two.name, "");
    else if (mine.first !== "") this.answer(one.name, "");
  }

  answer(question, value) {
    const { mine } = this.of(this.item);
    const [one, two] = QUESTIONS[this.kind];
    const known = { [one.name]: mine.first, [two.name]: mine.second, note: mine.note }[question];
    if (known === value) return;
    this.queue.add(this.item, question, value, known);
    // At once, so that a key pressed before the audit's part is there answers nothing anew.
    if (question !== "note") this.question = question === two.name || this.goesOn(value) ? 1 : 0;
    this.tell("answers");
  }

  /** Ask for the audit's part before the first question is answered. That is no answer, and does not wait. */
  async reveal() {
    if (this.of(this.item).told !== null) return;
    try {
      await this.queue.flush();
      if (this.queue.entries().length > 0) throw new Error("Your answers have not reached the server yet.");
      await this.queue.direct(this.item, "reveal", "yes");
    } catch (error) {
      this.tell("told", `⚠ It cannot be shown now. ${error.message}`);
    }
  }

  saved({ answer, known }, reply) {
    this.seen.set(answer.item, reply.seen);
    if (reply.before !== null && answer.question !== "reveal" && reply.before !== known) this.tell("overtaken", { answer, was: reply.before });
    this.tell("answers");
    this.poll();
  }

  go(row) {
    if (!Number.isInteger(row) || row < 0 || row >= this.rows.length) return;
    this.tell("leaving");
    this.row = row;
    this.reading = null;
    clearTimeout(this.timer);
    const { mine } = this.of(this.item);
    this.question = this.goesOn(mine.first) ? 1 : 0;
    this.tell("row");
  }

  /** To the next row that is not answered, from the top again after the last. */
  next() {
    const count = this.rows.length;
    const waiting = this.queue.entries();
    for (let by = 1; by <= count; by += 1) {
      const row = (this.row + by) % count;
      if (!this.of(this.rows[row].item, waiting).mine.complete) {
        this.go(row);
        return;
      }
    }
    this.tell("done");
  }

  /** Look at how far everybody is; what others, or other windows of one's own, have answered comes along. */
  async poll() {
    if (this.polling) return;
    this.polling = true;
    try {
      const asked = `annotator=${encodeURIComponent(this.who)}`;
      const figures = await get(`/api/labels/${this.id}/figures?${asked}`, WITHIN);
      const before = this.figures;
      if (before?.seq !== figures.seq) {
        const sheet = await get(`/api/labels/${this.id}?${asked}`, WITHIN);
        this.seen = new Map(Object.entries(sheet.seen));
        this.figures = figures;
        this.tell("answers");
      }
      this.figures = figures;
      if (before?.seq !== figures.seq || before.scored !== figures.scored) this.tell("figures");
      this.away = null;
      // Also what another window of this annotator has left behind.
      if (this.queue.waits) this.queue.flush();
    } catch (error) {
      this.away = error; // told with the status; the next look comes by itself
    } finally {
      this.polling = false;
      this.tell("status");
    }
  }
}
