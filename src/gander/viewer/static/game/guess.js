// Guess the Duck: name somebody before the roles are shown.

import { el, named, refill } from "../dom.js";

/** The game's guess; the result has `node` and `show()`. */
export function drawGuess(game, state) {
  const node = el("div", { class: "guess" });
  let told = null;
  const guess = (seat) => {
    const ducks = game.players.filter((player) => player.role === "Duck");
    const right = game.players[seat].role === "Duck";
    told = [right ? "Right: " : "Wrong: ", named(game.players[seat].name), ` is a ${game.players[seat].role}.`, !right && [" ", ducks.map((duck, index) => [index > 0 && ", ", named(duck.name)]), ducks.length === 1 ? " is the Duck." : " are the Ducks."]];
    state.change({ roles: true });
  };
  return {
    node,
    show() {
      if (state.roles) {
        refill(node, told && el("p", { role: "status" }, told));
        return;
      }
      told = null;
      const ducks = game.players.filter((player) => player.role === "Duck").length;
      refill(
        node,
        el("fieldset", {}, el("legend", {}, ducks === 1 ? "Who is the Duck?" : `Who is one of the ${ducks} Ducks?`), game.players.map((player, seat) => el("button", { type: "button", on: { click: () => guess(seat) } }, named(player.name)))),
      );
    },
  };
}
