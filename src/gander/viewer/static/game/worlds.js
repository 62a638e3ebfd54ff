// What the map shows: the whole game, or the world as one player knew it.

import { spaced } from "../text.js";
import { lastAtMost, placeAt, stayAt } from "./place.js";

/** Everybody's place: tokens {seat, place, look, title} and bodies {seat, room}. */
export function wholeWorld(game, position) {
  const whole = Math.floor(position);
  const tokens = [];
  game.players.forEach((player, seat) => {
    const place = placeAt(game, seat, position);
    if (place !== null) tokens.push({ seat, place, look: "seen", note: "" });
  });
  const bodies = game.bodies
    .filter(([, , start, end]) => start <= whole && whole < end)
    .map(([seat, room]) => ({ seat, room }));
  return { tokens, bodies, own: null };
}

/** The turn that a seat's knowledge at a position comes from; null before the first. */
export function turnAt(seatView, position) {
  const index = lastAtMost(seatView.turns.map((turn) => turn.at), Math.floor(position));
  return index < 0 ? null : seatView.turns[index];
}

/** The world as a seat knew it: nothing that it did not observe itself, however long ago. */
export function knownWorld(game, seat, seatView, position) {
  const turn = turnAt(seatView, position);
  const own = placeAt(game, seat, position);
  const tokens = [];
  if (own !== null) tokens.push({ seat, place: own, look: "self", note: "" });
  if (turn === null || own === null) return { tokens, bodies: [], own: seat };
  // On the way it sees nobody; those it left behind are where they were last seen.
  const there = own.room === turn.room;
  for (const other of turn.present) {
    tokens.push({ seat: other, place: { room: turn.room }, look: there ? "seen" : "past", note: there ? "" : `tick ${turn.tick}` });
  }
  for (const [other, room, tick, leftTo] of turn.known) {
    const toward = leftTo === null ? "" : `, left for ${spaced(game.map.rooms[leftTo].name)}`;
    tokens.push({ seat: other, place: { room }, look: "past", note: `tick ${tick}${toward}` });
  }
  return { tokens, bodies: turn.bodies.map((body) => ({ seat: body, room: turn.room })), own: seat };
}

/** What a seat saw of everybody, as stays by seat: its own, and those of others while it stood with them. */
export function knownStays(game, seat, seatView) {
  const stays = game.players.map(() => []);
  stays[seat] = game.stays[seat];
  seatView.turns.forEach((turn, index) => {
    const stay = stayAt(game, seat, turn.at);
    const end = Math.min(stay?.[1] ?? turn.at, seatView.turns[index + 1]?.at ?? Infinity);
    for (const other of turn.present) stays[other].push([turn.at, end, turn.room, null, null, null]);
  });
  return stays;
}

/** The position at which a seat knew that another was dead; null for never. */
export function knownDeath(game, seat, seatView, other) {
  if (seat === other) return game.players[seat].died?.[0] ?? null;
  return seatView.turns.find((turn) => turn.dead.includes(other) || turn.bodies.includes(other))?.at ?? null;
}

/** Where a seat is, in words. */
export function placeInWords(game, place) {
  if (place === null) return "dead";
  const name = (room) => spaced(game.map.rooms[room].name);
  if (place.room !== undefined) return name(place.room);
  return `to ${name(place.heading)}, ${place.left} left`;
}
