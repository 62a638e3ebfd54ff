// Where an audit's page gets what it shows: from the server bit by bit, or from the file that it stands in.

import { carried } from "../carried.js";
import { Failure, get, isExported } from "../source.js";

const BETWEEN = 300; // milliseconds between two questions how far it is
const NOT_KEPT = 410; // the answer's status where the audit is not kept any more

/** Ask until it is done; `told` hears how far it is. */
async function finished(path, told) {
  for (;;) {
    const found = await get(path);
    if (!found.working) return found;
    told(found.working.done, found.working.of, found.working.waits);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}

class Served {
  /** `again` asks for the audit anew, if there is such a way, and gives its summary. */
  constructor(address, summary, again = null) {
    this.address = address;
    this.summary = summary;
    this.again = again;
    this.kept = new Map();
  }

  /** Ask; an audit that the server has not kept is made again first, which only changed games take long for. */
  async ask(path, how) {
    try {
      return await how(`${this.address}/${path}`);
    } catch (error) {
      if (error.status !== NOT_KEPT || this.again === null) throw error;
    }
    const { version } = await this.again();
    if (version !== this.summary.version) throw new Failure({ what: "The games have changed since they were audited.", todo: "Reload the page." });
    return how(`${this.address}/${path}`);
  }

  /** Every answer is asked for once; what failed may be asked for again. */
  once(path, ask = get) {
    if (!this.kept.has(path)) {
      const asked = this.ask(path, ask);
      asked.catch(() => this.kept.delete(path));
      this.kept.set(path, asked);
    }
    return this.kept.get(path);
  }

  figures(by) {
    return this.once(`figures?by=${encodeURIComponent(by)}`);
  }

  rows(by) {
    return this.once(`rows?by=${encodeURIComponent(by)}`);
  }

  items() {
    return this.once("items");
  }

  async details(places) {
    const { game, number } = await this.items();
    if (places.length === 0) return [];
    return this.once(`details?items=${places.map((place) => `${game[place]}.${number[place]}`).join(",")}`);
  }

  compared(first, second) {
    return this.once(first === null ? "compared" : `compared?first=${first}&second=${second}`);
  }

  steps(told) {
    return this.once("steps", (path) => finished(path, told)).then((its) => its.steps);
  }
}

class Carried {
  constructor(held) {
    this.held = held;
    this.summary = held.summary;
  }

  async figures(by) {
    return this.held.figures[by];
  }

  async rows(by) {
    return this.held.rows[by];
  }

  async items() {
    return this.held.items;
  }

  async details(places) {
    return places.map((place) => this.held.details[place]);
  }

  async compared() {
    return this.held.compared;
  }

  async steps() {
    return this.held.steps;
  }
}

/** An audit: of the opened games, of a folder's, or of a file; the last two by their ids. */
export async function openAudit(id, claims, told) {
  if (isExported()) return new Carried(await carried());
  const { entries } = id ? await get("/api/catalogue") : { entries: [] };
  const entry = entries.find((its) => its.id === id);
  if (entry) {
    const address = `/api/audit/files/${encodeURIComponent(id)}`;
    if (entry.kind === "steps") return new Served(address, { title: entry.name, steps: true, only: "steps" });
    return new Served(address, await get(`${address}/summary`));
  }
  const asked = new URLSearchParams([["claims", claims], ["folder", id]].filter(([, value]) => value)).toString();
  const look = async (heard) => (await finished(`/api/audit${asked && `?${asked}`}`, heard)).summary;
  const summary = await look(told);
  return new Served(`/api/audit/games/${summary.version}`, summary, () => look(() => null));
}
