// What happened, line by line, around the present one.

import { el, refill } from "../dom.js";
import { lastAtMost, meetingAt } from "./place.js";

const AROUND = 25; // steps shown before and after the present one

/** The list; the result has `node` and `show()`. */
export function drawEvents(game, state, playback) {
  const node = el("ol", { class: "events" });
  let drawn = null;
  return {
    node,
    show() {
      const steps = state.seat === null ? playback.steps : playback.steps.filter((position) => concerns(game, state.seat, position));
      const here = lastAtMost(steps, state.line);
      const key = [here, state.roles, state.seat].join();
      if (key === drawn) return;
      drawn = key;
      const some = steps.slice(Math.max(0, here - AROUND), here + AROUND);
      refill(node, some.map((position) => item(game, state, position, position === steps[here])));
      const now = node.querySelector("[aria-current]");
      if (now) node.parentElement.scrollTop = now.offsetTop - node.parentElement.clientHeight / 2;
    },
  };
}

/** What a player knows in any case: what it does, and what is said and voted while it lives. */
function concerns(game, seat, position) {
  const died = game.players[seat].died;
  if (died && position > died[0]) return false;
  return position === 0 || game.events[position][2] === seat || meetingAt(game, position) !== null;
}

function item(game, state, position, now) {
  const [tick, , , told, veiled] = game.events[position];
  const words = (state.roles ? told : (veiled ?? told)).join(" ");
  return el(
    "li",
    { "aria-current": now ? "true" : null },
    el("button", { type: "button", class: "line", on: { click: () => state.change({ playing: false, at: position }) } }, `tick ${tick}, line ${position + 1}`),
    " ",
    el("bdi", {}, position === 0 && !words ? "The game begins." : words),
  );
}
