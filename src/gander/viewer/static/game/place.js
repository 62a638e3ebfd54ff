// Where everybody is at a position of the record; a position may lie between two lines while the game plays.

/** The moment of a position, in ticks and parts of them. */
export function momentOf(game, position) {
  const { ticks, events } = game;
  const tick = events[Math.min(Math.floor(position), events.length - 1)][0];
  const start = ticks[tick] ?? 0;
  const end = ticks[tick + 1] ?? events.length;
  return tick + Math.min(1, Math.max(0, (position - start) / Math.max(1, end - start)));
}

/** The stay [start, end, room, origin, heading, ticks] of a seat at a position; null once it is dead. */
export function stayAt(game, seat, position) {
  const stays = game.stays[seat];
  const whole = Math.floor(position);
  let low = 0;
  let high = stays.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stays[middle][0] <= whole) low = middle + 1;
    else high = middle;
  }
  const stay = stays[low - 1];
  return stay && whole < stay[1] ? stay : null;
}

/** A place: {room}, or {origin, heading, share} of a corridor that is behind; null once dead. */
export function placeAt(game, seat, position) {
  const stay = stayAt(game, seat, position);
  if (stay === null) return null;
  const [start, , room, origin, heading, ticks] = stay;
  if (room !== null) return { room };
  const begun = game.events[start][0];
  const left = momentOf(game, start);
  const arrives = begun + ticks;
  const share = (momentOf(game, position) - left) / (arrives - left);
  return { origin, heading, share: Math.min(1, Math.max(0, share)), left: Math.max(1, arrives - game.events[Math.floor(position)][0]) };
}

/** The positions that tell something, in order: what stepping goes by. */
export function stepsOf(game) {
  const told = [];
  game.events.forEach((event, position) => {
    if (event[3].length > 0 || position === 0) told.push(position);
  });
  return told;
}

/** The place in a sorted list of the last number that is at most `value`; -1 if there is none. */
export function lastAtMost(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The meeting at a position, or null. */
export function meetingAt(game, position) {
  const whole = Math.floor(position);
  return game.meetings.find((meeting) => meeting.start <= whole && whole < meeting.end) ?? null;
}
