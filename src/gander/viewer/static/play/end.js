// How a game ended: who was who, and the way to its record.

import { el, named } from "../dom.js";
import { many } from "../text.js";

/** Draw a game's end; `next()` goes on to the run's next game. */
export function drawEnd(ended, next) {
  const onward = ended.more && el("button", { type: "button", class: "main", on: { click: next } }, "Next game");
  if (ended.paused) {
    return el(
      "section",
      { class: "end" },
      el("h2", {}, "Paused"),
      el("p", {}, "An answer of another player is missing; the terminal tells why. The game waits where it stands, and goes on when the run is resumed."),
      onward,
    );
  }
  const own = ended.players.find((player) => player.name === ended.name);
  const won = own.role === "Duck" ? ended.winner === "Ducks" : ended.winner === "Geese";
  return el(
    "section",
    { class: "end", "aria-labelledby": "end" },
    el("h2", { id: "end" }, `The ${ended.winner} won: ${won ? "so you did" : "you lost"}`),
    el("p", {}, el("bdi", {}, ended.reason), `, at tick ${ended.tick}, after ${many(ended.meetings, "meeting")}.`),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Who was who" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ["Player", "Role", "Played by", "End"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, ended.players.map((player) => row(player, player === own))),
      ),
    ),
    el(
      "p",
      { class: "onward" },
      el("a", { href: `/game/${ended.id}` }, "Look at the game, its claims and verdicts"),
      el("a", { href: "/" }, "All games of the run"),
      onward,
    ),
  );
}

function row(player, own) {
  const kind = own ? "you" : player.kind;
  return el(
    "tr",
    { class: own && "own" },
    el("th", { scope: "row" }, named(player.name)),
    el("td", {}, el("span", { class: `role ${player.role}` }, player.role === "Duck" ? "◆ Duck" : "● Goose")),
    el("td", {}, el("bdi", {}, kind)),
    el("td", {}, el("bdi", {}, player.fate)),
  );
}
