// What is being looked at, and the address that leads there.

/** The page's state; `on(listener)` is told of every change with the names of what changed. */
export class State {
  constructor(game, hash) {
    this.game = game;
    this.listeners = [];
    this.at = 0; // position; between two lines while the game plays
    this.playing = false;
    this.speed = 4; // steps a second
    this.claim = null;
    this.seat = null; // whose world is shown; null for the whole game
    this.roles = true;
    this.read(hash);
  }

  on(listener) {
    this.listeners.push(listener);
  }

  change(what) {
    const changed = new Set(Object.keys(what).filter((key) => this[key] !== what[key]));
    if (changed.size === 0) return;
    Object.assign(this, what);
    for (const listener of this.listeners) listener(changed);
  }

  /** The position of the last line that has happened. */
  get line() {
    return Math.floor(this.at);
  }

  /** Take over what an address says; what it says wrongly is left out. */
  read(hash) {
    const said = new URLSearchParams(hash.replace(/^#/, ""));
    const number = (name, most) => {
      const value = Number(said.get(name));
      return said.has(name) && Number.isInteger(value) && value >= 1 && value <= most ? value - 1 : null;
    };
    const { game } = this;
    const claim = number("claim", game.claims.length);
    const event = number("event", game.events.length);
    const what = {
      claim,
      seat: number("seat", game.players.length),
      roles: said.get("roles") !== "hidden",
    };
    if (event !== null) what.at = event;
    else if (claim !== null) what.at = game.claims[claim].moment;
    this.change(what);
  }

  /** The part of the address after the #. */
  get hash() {
    const said = new URLSearchParams();
    if (this.line > 0) said.set("event", this.line + 1);
    if (this.claim !== null) said.set("claim", this.claim + 1);
    if (this.seat !== null) said.set("seat", this.seat + 1);
    if (!this.roles) said.set("roles", "hidden");
    const text = said.toString();
    return text ? `#${text}` : "";
  }
}
