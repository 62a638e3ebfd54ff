// The timeline: a lane a player, rooms by colour and code, from the first line of the record to the last.

import { el, named, refill, say, set, svg } from "../dom.js";
import { spaced } from "../text.js";
import { paint } from "./hues.js";
import { placeAt } from "./place.js";
import { knownDeath, knownStays, placeInWords } from "./worlds.js";

const ROW = 24;
const HEAD = 20;
const LEAST = 15; // pixels of a stay that holds its room's code
const CLOSE = 5; // pixels a line when it is shown closely

/** Draw the lanes; the result has `node`, `show()`, `frame()` and `know(seatView)`. Without `seats` no player's world can be chosen. */
export function drawLanes(game, state, seats = true) {
  const chart = svg("svg", { class: "chart", "aria-hidden": "true" });
  const scroll = el("div", { class: "lanes-scroll" }, chart);
  const gutter = el("ol", { class: "gutter" });
  const entries = game.players.map((player, seat) => {
    const place = el("span", { class: "where" });
    const parts = [named(player.name), place];
    const choose = () => state.change({ seat: state.seat === seat ? null : seat });
    const entry = seats ? el("button", { type: "button", on: { click: choose } }, parts) : el("span", { class: "entry" }, parts);
    gutter.append(el("li", {}, entry));
    return { entry, place };
  });
  const wider = el("button", { type: "button", class: "wider", "aria-pressed": "false" }, "Closer");
  const node = el(
    "section",
    { class: "lanes", "aria-label": "Timeline" },
    el("header", {}, el("h2", {}, "Timeline"), el("p", { class: "hint" }, `Every lane a player, every colour and code a room.${seats ? " Choose a name to see the world as that player knew it." : ""}`), wider),
    el("div", { class: "lanes-body" }, gutter, scroll),
  );
  const its = { game, state, chart, scroll, known: null, close: false, scale: 1, parts: null };
  wider.addEventListener("click", () => {
    its.close = !its.close;
    set(wider, "aria-pressed", its.close);
    draw(its);
    follow(its);
  });
  drag(its);
  new ResizeObserver(() => draw(its)).observe(scroll);
  return {
    node,
    show() {
      playhead(its);
      entries.forEach(({ entry, place }, seat) => {
        const where = state.seat === null || state.seat === seat ? placeInWords(game, placeAt(game, seat, state.at)) : "";
        say(place, where);
        if (seats) set(entry, "aria-pressed", state.seat === seat);
      });
    },
    frame() {
      overlay(its);
    },
    /** Show what a seat saw; null for everything. */
    know(seatView) {
      if (its.known === seatView) return;
      its.known = seatView;
      draw(its);
    },
  };
}

/** Positions have equal widths; ticks and meetings are as long as what is told of them. */
function draw(its) {
  const { game, chart, scroll, state } = its;
  const lines = game.events.length;
  const width = Math.max(scroll.clientWidth, its.close ? lines * CLOSE : 0);
  if (width === 0) return;
  const height = HEAD + ROW * game.players.length;
  its.scale = width / lines;
  set(chart, "width", width);
  set(chart, "height", height);
  set(chart, "viewBox", `0 0 ${width} ${height}`);
  const stays = its.known === null ? game.stays : knownStays(game, state.seat, its.known);
  const head = svg("line", { class: "playhead", y1: 0, y2: height });
  const over = svg("g", { class: "window" });
  its.parts = { head, over, height };
  refill(chart, meetings(its, height), ticks(its, width), game.players.map((player, seat) => lane(its, player, seat, stays)), over, head);
  overlay(its);
  playhead(its);
}

function lane(its, player, seat, stays) {
  const { game, scale, known, state } = its;
  const y = HEAD + seat * ROW + 3;
  const rooms = game.map.rooms;
  const parts = stays[seat].map(([start, end, room, origin, heading]) => {
    const width = Math.max(0.5, (end - start) * scale - 0.5);
    const box = { x: (start * scale).toFixed(1), y, width: width.toFixed(1), height: ROW - 6 };
    if (room === null) {
      return svg("rect", { ...box, class: "walk" }, svg("title", {}, `${spaced(rooms[origin].name)} to ${spaced(rooms[heading].name)}`));
    }
    const rect = svg("rect", { ...box, class: "stay" }, svg("title", {}, spaced(rooms[room].name)));
    paint(rect, room, rooms.length);
    return width < LEAST ? rect : [rect, svg("text", { x: (start * scale + width / 2).toFixed(1), y: y + 13 }, rooms[room].code)];
  });
  const position = known === null ? player.died?.[0] : knownDeath(game, state.seat, known, seat);
  if (player.died && typeof position === "number") {
    const how = player.died[2];
    const x = (position * scale).toFixed(1);
    parts.push(svg("g", { class: "end", transform: `translate(${x} ${y + 9})` }, svg("title", {}, how), how === "killed" ? svg("path", { d: "M-5-5 5 5M5-5-5 5" }) : svg("path", { d: "M-5-6V6H6" })));
  }
  return svg("g", { class: "lane" }, parts);
}

function meetings({ game, scale }, height) {
  return game.meetings.map((meeting, number) =>
    svg(
      "g",
      { class: "meeting" },
      svg("rect", { x: (meeting.start * scale).toFixed(1), y: 0, width: Math.max(2, (meeting.end - meeting.start) * scale).toFixed(1), height }),
      svg("text", { x: (meeting.start * scale + 3).toFixed(1), y: 13 }, `M${number + 1}`),
    ),
  );
}

function ticks({ game, scale }, width) {
  const marks = [];
  let last = -40;
  game.ticks.forEach((position, tick) => {
    const x = position * scale;
    const inMeeting = game.meetings.some((meeting) => x >= meeting.start * scale - 4 && x < meeting.start * scale + 26);
    if (tick === 0 || x - last < 40 || inMeeting || x > width - 20) return;
    last = x;
    marks.push(svg("text", { class: "tick", x: x.toFixed(1), y: 13 }, `${tick}`), svg("line", { class: "tick", x1: x.toFixed(1), x2: x.toFixed(1), y1: 16, y2: HEAD }));
  });
  return marks;
}

/** The window of the chosen claim, and the lines that decide it. */
function overlay({ game, state, scale, parts }) {
  if (parts === null) return;
  const claim = state.claim === null ? null : game.claims[state.claim];
  refill(parts.over);
  if (claim === null) return;
  for (const [start, end] of claim.window?.spans ?? []) {
    parts.over.append(svg("rect", { x: (start * scale).toFixed(1), y: 1, width: Math.max(3, (end - start) * scale).toFixed(1), height: parts.height - 2 }));
  }
  for (const line of new Set([...claim.lines, ...(claim.grounds?.lines ?? [])])) {
    const x = ((line - 0.5) * scale).toFixed(1);
    parts.over.append(svg("path", { class: "decides", d: `M${x} ${HEAD}l-5-9h10Z` }), svg("line", { x1: x, x2: x, y1: HEAD, y2: parts.height }));
  }
}

function playhead({ state, scale, parts }) {
  if (parts === null) return;
  set(parts.head, "transform", `translate(${((state.at + 0.5) * scale).toFixed(1)} 0)`);
}

/** Keep the present in sight where the lanes are wider than their place. */
function follow(its) {
  const { scroll, state, scale } = its;
  if (scroll.scrollWidth <= scroll.clientWidth) return;
  scroll.scrollLeft = state.at * scale - scroll.clientWidth / 2;
}

function drag(its) {
  const { chart, scroll, state, game } = its;
  const go = (event) => {
    const x = event.clientX - chart.getBoundingClientRect().left;
    state.change({ playing: false, at: Math.min(game.events.length - 1, Math.max(0, Math.floor(x / its.scale))) });
  };
  chart.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    chart.setPointerCapture(event.pointerId);
    go(event);
  });
  chart.addEventListener("pointermove", (event) => {
    if (chart.hasPointerCapture(event.pointerId)) go(event);
  });
  state.on((changed) => {
    if (!changed.has("at") || !its.close || scroll.matches(":active")) return;
    const x = state.at * its.scale - scroll.scrollLeft;
    if (x < 40 || x > scroll.clientWidth - 40) follow(its);
  });
}
