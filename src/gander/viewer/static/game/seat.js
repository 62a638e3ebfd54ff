// One player's side: what it was shown, told and remembered at its last turn, and what it replied.

import { el, named, refill } from "../dom.js";
import { many } from "../text.js";
import { getSeat, isExported, pictureAddress } from "../source.js";
import { turnAt } from "./worlds.js";

/** The seats' games, fetched when they are first looked at. */
export class Seats {
  constructor(id) {
    this.id = id;
    this.held = new Map();
  }

  /** What is here of a seat; null while it is on its way, an Error where it cannot be had. */
  get(seat, onArrival) {
    if (!this.held.has(seat)) {
      this.held.set(seat, null);
      getSeat(this.id, seat)
        .catch((error) => error)
        .then((found) => {
          this.held.set(seat, found);
          onArrival();
        });
    }
    return this.held.get(seat);
  }
}

/** The panel; the result has `node` and `show(seatView)`. */
export function drawSeat(game, state, id) {
  const node = el("div", { class: "seat" });
  let drawn = null;
  return {
    node,
    show(view) {
      const turn = view && !(view instanceof Error) && state.seat !== null ? turnAt(view, state.at) : null;
      const key = [state.seat, state.roles, view === null, turn?.at].join();
      if (key === drawn) return;
      drawn = key;
      refill(node, whose(game, state), state.seat === null ? hint() : body(game, state, id, view, turn));
    },
  };
}

function whose(game, state) {
  const select = el(
    "select",
    { id: "world", on: { change: (event) => state.change({ seat: event.target.value === "" ? null : Number(event.target.value) }) } },
    el("option", { value: "" }, "the whole game"),
    game.players.map((player, seat) => el("option", { value: seat, selected: seat === state.seat }, player.name)),
  );
  return el("p", { class: "whose" }, el("label", { for: "world" }, "The world as known to "), select);
}

function hint() {
  return el("p", {}, "Choose a player to see only what that player had observed, with its pictures, memory and replies.");
}

function body(game, state, id, view, turn) {
  if (view === null) return el("p", { role: "status" }, "Being worked out…");
  if (view instanceof Error) return el("p", { class: "fault", role: "alert" }, view.message);
  const player = game.players[state.seat];
  const parts = [view.note && el("p", { class: "note" }, view.note)];
  if (state.roles) parts.push(el("p", {}, named(player.name), ` is a ${player.role}`, player.kind && [", played by ", el("bdi", {}, player.kind)], "."));
  if (player.died && player.died[0] <= state.line) parts.push(el("p", {}, `Dead since tick ${player.died[1]}; its last turn:`));
  if (turn === null) return [...parts, el("p", {}, "It has not had a turn yet.")];
  if (turn.kind === "stood") return parts;
  parts.push(el("h3", {}, `Turn at tick ${turn.tick}, line ${turn.at + 1}: to ${turn.kind}`));
  // What a player decides and is told says what it is.
  if (!state.roles) return [...parts, el("p", {}, "Hidden while the roles are.")];
  parts.push(
    turn.decisions.map(decision),
    pictures(state, id, view, turn),
    text("What it was told", view, turn.told, true),
    text("What it remembered", view, turn.remembered, false),
  );
  return parts;
}

function decision(its) {
  return el(
    "div",
    { class: "decision" },
    el("p", {}, el("strong", {}, its.legal ? "Decided: " : "Refused: "), el("bdi", {}, its.words), its.why && [" – ", el("bdi", {}, its.why)]),
    its.facts && el("p", { class: "note" }, its.facts),
    its.raw === null ? el("p", { class: "note" }, "No reply in words is recorded.") : [el("h4", {}, "Reply as it came"), el("pre", { dir: "auto", tabindex: "0" }, its.raw)],
  );
}

function pictures(state, id, view, turn) {
  if (!view.pictures) return null;
  if (isExported()) return el("p", { class: "note" }, "Its pictures are not in this file; gander view shows them.");
  const picture = (which, words) => el("img", { src: pictureAddress(id, state.seat, turn.at, which), alt: words, loading: "lazy" });
  return el("details", { class: "pictures", open: true }, el("summary", {}, "What it was shown"), picture("global", "The map as the player was shown it"), picture("local", "The room as the player was shown it"));
}

function text(title, view, lines, open) {
  if (lines.length === 0) return null;
  return el("details", { open }, el("summary", {}, `${title} (${many(lines.length, "line")})`), el("pre", { dir: "auto", tabindex: "0" }, lines.map((line) => view.texts[line]).join("\n")));
}
