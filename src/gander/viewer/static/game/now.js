// What happens at the present line, in words.

import { spaced } from "../text.js";
import { meetingAt } from "./place.js";

/** The present line as a sentence: what the world that is shown may tell of it. */
export function nowInWords(game, state) {
  const { line } = state;
  const [tick, , who, told, veiled] = game.events[line];
  const meeting = meetingAt(game, line);
  const head = `Tick ${tick}, line ${line + 1}${meeting ? `, meeting ${game.meetings.indexOf(meeting) + 1}` : ""}`;
  // In a player's world only what it did itself is certain to be known to it; meetings are public.
  if (state.seat !== null && who !== state.seat && meeting === null) return `${head}.`;
  const words = (state.roles ? told : (veiled ?? told)).join(" ");
  return `${head}. ${words || untold(game, line)}`;
}

/** Lines that tell nothing by themselves still have a name. */
function untold(game, line) {
  const [, type, who] = game.events[line];
  if (line === 0) return "The game begins.";
  return `(${spaced(type)}${who === null ? "" : ` of ${game.players[who].name}`})`;
}
