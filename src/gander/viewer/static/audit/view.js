// What of an audit is being looked at: all of it stands in the address, so that it can be sent and gone back to.

/** What is chosen, by name; `on(listener)` is told of every change. */
export class View {
  constructor() {
    this.listeners = [];
    this.said = read();
    window.addEventListener("hashchange", () => this.heed());
  }

  /** What is chosen of something; `other` if nothing is. */
  get(name, other = "") {
    return this.said.get(name) ?? other;
  }

  /** Choose something; null or an empty text for nothing. */
  choose(what) {
    const said = new Map(this.said);
    for (const [name, value] of Object.entries(what)) {
      if (value === null || value === "") said.delete(name);
      else said.set(name, String(value));
    }
    const text = new URLSearchParams([...said]).toString();
    if (text !== new URLSearchParams([...this.said]).toString()) location.hash = text;
  }

  on(listener) {
    this.listeners.push(listener);
  }

  heed() {
    this.said = read();
    for (const listener of this.listeners) listener();
  }
}

function read() {
  return new Map(new URLSearchParams(location.hash.slice(1)));
}
