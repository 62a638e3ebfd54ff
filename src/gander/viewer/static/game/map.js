// The map: rooms, corridors, and whoever is there.

import { el, named, refill, set, svg } from "../dom.js";
import { spaced } from "../text.js";
import { paint } from "./hues.js";

const TOKEN = 26; // pixels across, where there is room
const NARROW = matchMedia("(max-width: 760px)"); // as in the style sheet
const LARGER = 1.7; // times, for small screens
const HEAD = 24; // pixels of a room's name
const LONGEST = 20; // letters of it

/** Draw a game's map; the result has `node` and `show(world, options)`. */
export function drawMap(game) {
  const { map } = game;
  const ways = map.ways.map((way) => drawWay(way));
  const rooms = map.rooms.map((room, number) => drawRoom(room, number, map.rooms.length));
  const players = game.players.map((player, seat) => drawToken(player, seat));
  const bodies = game.players.map((player) => drawBody(player));
  const focus = svg("rect", { class: "focus", rx: 8, visibility: "hidden" });
  const node = svg(
    "svg",
    { class: "ground", viewBox: `0 0 ${map.width} ${map.height}`, role: "img", "aria-label": `Map of ${map.name}` },
    ways,
    rooms.map((room) => room.node),
    focus,
    bodies.map((body) => body.node),
    players.map((player) => player.node),
  );
  return {
    node,
    /** Show a world; `options`: roles (whether they are shown), actor (a seat), room (one to point at), claim. */
    show(world, options) {
      place(game, world, options, players, bodies);
      rooms.forEach(({ node: its }, number) => set(its, "data-claimed", options.claim?.rooms.includes(number) ? "" : null));
      set(node, "data-known", world.own === null ? null : "");
      const room = options.room === null ? null : map.rooms[options.room];
      set(focus, "visibility", room ? "visible" : "hidden");
      if (room) {
        set(focus, "x", room.left - 5);
        set(focus, "y", room.top - 5);
        set(focus, "width", room.width + 10);
        set(focus, "height", room.height + 10);
      }
    },
  };
}

function drawWay(way) {
  const points = way.points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const [x, y] = way.label;
  return svg(
    "g",
    { class: "way" },
    svg("polyline", { points }),
    svg("rect", { x: x - 12, y: y - 9, width: 24, height: 18, rx: 4 }),
    svg("text", { x, y: y + 4.5 }, `${way.ticks}t`),
  );
}

function drawRoom(room, number, count) {
  const letters = Array.from(spaced(room.name));
  const shown = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
  const node = svg(
    "g",
    { class: "room", transform: `translate(${room.left} ${room.top})` },
    svg("title", {}, room.button ? `${spaced(room.name)} (emergency button)` : spaced(room.name)),
    svg("rect", { class: "floor", width: room.width, height: room.height, rx: 6 }),
    svg("path", { class: "head", d: `M0 ${HEAD}V6a6 6 0 0 1 6-6H${room.width - 6}a6 6 0 0 1 6 6V${HEAD}Z` }),
    svg("text", { class: "code", x: 7, y: 16.5 }, room.code),
    svg("text", { class: "title", x: room.width - 7, y: 16.5 }, room.button ? `${shown} ◉` : shown),
  );
  return { node: paint(node, number, count) };
}

function drawToken(player, seat) {
  const title = svg("title", {});
  const node = svg(
    "g",
    { class: "token", "data-seat": seat, visibility: "hidden" },
    title,
    svg("circle", { class: "ring", r: 16 }),
    svg("circle", { class: "goose", r: 12 }),
    svg("path", { class: "duck", d: "M0-14 14 0 0 14-14 0Z" }),
    svg("text", { y: 3.8 }, player.sign),
  );
  return { node, title };
}

function drawBody(player) {
  const title = svg("title", {});
  const node = svg(
    "g",
    { class: "body", visibility: "hidden" },
    title,
    svg("rect", { x: -12, y: -12, width: 24, height: 24, rx: 3 }),
    svg("path", { d: "M-12-12 12 12M12-12-12 12" }),
    svg("text", { y: 3.8 }, player.sign),
  );
  return { node, title };
}

function place(game, world, { roles, actor, claim }, players, bodies) {
  const inside = game.map.rooms.map(() => []);
  const walking = [];
  const shown = new Set();
  for (const token of world.tokens) {
    const its = players[token.seat];
    shown.add(its);
    const player = game.players[token.seat];
    set(its.node, "class", `token ${token.look}${token.seat === actor ? " acting" : ""}${claim?.about.includes(token.seat) ? " about" : ""}`);
    const known = roles && knowsRole(game, world.own, token.seat);
    set(its.node, "data-role", known ? player.role : null);
    const role = known ? `, ${player.role}` : "";
    its.words = `${player.name}${role}${token.note ? `, ${token.note}` : ""}`;
    if (token.place.room !== undefined) inside[token.place.room].push(its);
    else walking.push({ its, place: token.place });
  }
  for (const { seat, room } of world.bodies) {
    const its = bodies[seat];
    shown.add(its);
    its.words = `body of ${game.players[seat].name}`;
    inside[room].unshift(its);
  }
  for (const its of [...players, ...bodies]) {
    set(its.node, "visibility", shown.has(its) ? "visible" : "hidden");
    if (!shown.has(its)) set(its.node, "data-role", null);
    else if (its.title.textContent !== its.words) refill(its.title, its.words);
  }
  inside.forEach((those, room) => grid(game.map.rooms[room], those));
  alongWays(game.map, walking);
}

/** Whether a seat knows another's role: its own, and Ducks know one another; nobody's world knows all. */
function knowsRole(game, own, seat) {
  return own === null || own === seat || game.players[own].role === "Duck";
}

/** Lay tokens out in a room, as large as they fit. */
function grid(room, those) {
  if (those.length === 0) return;
  const width = room.width - 10;
  const height = room.height - HEAD - 6;
  const most = (TOKEN + 3) * (NARROW.matches ? LARGER : 1);
  let best = { size: 0, across: 1 };
  for (let across = 1; across <= those.length; across += 1) {
    const down = Math.ceil(those.length / across);
    const size = Math.min(width / across, height / down, most);
    if (size > best.size + 0.01) best = { size, across };
  }
  const { size, across } = best;
  const down = Math.ceil(those.length / across);
  those.forEach((its, number) => {
    const row = Math.floor(number / across);
    const inRow = Math.min(across, those.length - row * across);
    const x = room.left + room.width / 2 + ((number % across) - (inRow - 1) / 2) * size;
    const y = room.top + HEAD + 2 + height / 2 + (row - (down - 1) / 2) * size;
    move(its, x, y, size / (TOKEN + 3));
  });
}

function move(its, x, y, scale) {
  const shrunk = Math.abs(scale - 1) > 0.001 ? ` scale(${scale.toFixed(2)})` : "";
  set(its.node, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})${shrunk}`);
}

/** Put walkers on their corridors, beside each other where they would hide one another. */
function alongWays(map, walking) {
  const taken = [];
  for (const { its, place: where } of walking) {
    const way = map.ways.find((one) => (one.a === where.origin && one.b === where.heading) || (one.b === where.origin && one.a === where.heading));
    const points = way ? open(map, way) : [centre(map, where.origin), centre(map, where.heading)];
    const line = way && way.a !== where.origin ? [...points].reverse() : points;
    const { x, y, dx, dy } = pointAt(line, where.share);
    let aside = 0;
    for (const side of [0, 18, -18, 34, -34, 50, -50]) {
      aside = side;
      if (!taken.some(([ox, oy]) => Math.hypot(ox - (x - dy * side), oy - (y + dx * side)) < 17)) break;
    }
    const at = [x - dy * aside, y + dx * aside];
    taken.push(at);
    move(its, at[0], at[1], NARROW.matches ? LARGER * 0.8 : 0.85);
  }
}

function centre(map, room) {
  const { left, top, width, height } = map.rooms[room];
  return [left + width / 2, top + height / 2];
}

const opened = new WeakMap();

/** The part of a corridor's line that lies between its rooms' boxes. */
function open(map, way) {
  if (!opened.has(way)) {
    const line = way.points.map((point) => [...point]);
    opened.set(way, cut(cut(line, map.rooms[way.a]).reverse(), map.rooms[way.b]).reverse());
  }
  return opened.get(way);
}

/** A line without its beginning inside a box. */
function cut(line, box) {
  const inside = ([x, y]) => x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height;
  const last = line.findLastIndex(inside);
  if (last < 0 || last === line.length - 1) return line;
  let [from, to] = [line[last], line[last + 1]];
  for (let halving = 0; halving < 12; halving += 1) {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    if (inside(middle)) from = middle;
    else to = middle;
  }
  return [to, ...line.slice(last + 1)];
}

/** The point at a share of a line's length, and the direction there. */
function pointAt(line, share) {
  const lengths = line.slice(1).map(([x, y], index) => Math.hypot(x - line[index][0], y - line[index][1]));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (let index = 0; index < lengths.length; index += 1) {
    const length = lengths[index];
    if (left <= length || index === lengths.length - 1) {
      const [x, y] = line[index];
      const [dx, dy] = length ? [(line[index + 1][0] - x) / length, (line[index + 1][1] - y) / length] : [1, 0];
      const along = Math.min(left, length);
      return { x: x + dx * along, y: y + dy * along, dx, dy };
    }
    left -= length;
  }
  return { x: line[0][0], y: line[0][1], dx: 1, dy: 0 };
}

/** What the signs on the map mean. */
export function drawLegend(game, roles) {
  const item = (look, role, words) => {
    const token = drawToken({ sign: "" }, -1).node;
    set(token, "visibility", "visible");
    set(token, "class", `token ${look}`);
    set(token, "data-role", role);
    return el("li", {}, svg("svg", { viewBox: "-17 -17 34 34", "aria-hidden": "true" }, token), words);
  };
  const body = drawBody({ sign: "" }).node;
  set(body, "visibility", "visible");
  return el(
    "ul",
    { class: "legend", "aria-label": "Signs on the map" },
    roles ? [item("seen", "Goose", "Goose"), item("seen", "Duck", "Duck")] : item("seen", null, "player"),
    item("past", null, "last seen there"),
    item("seen acting", null, "does it"),
    item("seen about", null, "whom the claim is about"),
    el("li", {}, svg("svg", { viewBox: "-17 -17 34 34", "aria-hidden": "true" }, body), "body"),
    game.players.length > 8 && el("li", { class: "signs" }, game.players.map((player, seat) => [seat > 0 && ", ", `${player.sign} `, named(player.name)])),
  );
}
