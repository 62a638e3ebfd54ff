// A game's page.

import { el, named, refill, say, set } from "../dom.js";
import { getGame, isExported } from "../source.js";
import { drawTabs } from "../tabs.js";
import { many } from "../text.js";
import { Playback, drawControls } from "./controls.js";
import { drawEvents } from "./events.js";
import { drawGuess } from "./guess.js";
import { helpDialog, listen } from "./keys.js";
import { drawLanes } from "./lanes.js";
import { drawLegend, drawMap } from "./map.js";
import { nowInWords } from "./now.js";
import { Seats, drawSeat } from "./seat.js";
import { State } from "./state.js";
import { drawTranscript } from "./transcript.js";
import { knownWorld, wholeWorld } from "./worlds.js";

/** Show a game. */
export async function showGame(page, id) {
  const claims = new URLSearchParams(location.search).get("claims");
  refill(page, el("main", { class: "waiting" }, el("p", { role: "status" }, "The game is being read and judged…")));
  const game = await getGame(id, claims);
  document.title = `${game.name} – Gander`;
  const state = new State(game, location.hash);
  const playback = new Playback(game, state);
  const parts = {
    map: drawMap(game),
    lanes: drawLanes(game, state),
    controls: drawControls(game, state, playback),
    transcript: drawTranscript(game, state),
    seat: drawSeat(game, state, id),
    events: drawEvents(game, state, playback),
    guess: drawGuess(game, state),
  };
  const seats = new Seats(id);
  const now = el("p", { class: "now", role: "status", tabindex: "0" }); // long speeches scroll
  const legend = el("div", { class: "map-legend" });
  const roles = el("button", { type: "button", on: { click: () => state.change({ roles: !state.roles }) } }, "Roles");
  const dialog = helpDialog();
  const help = () => dialog.showModal();
  const tabs = drawTabs("About the game", [
    ["said", "Meetings", parts.transcript.node],
    ["seat", "A player's view", parts.seat.node],
    ["events", "Events", parts.events.node],
  ]);
  refill(
    page,
    heading(game, id, roles, help),
    el(
      "main",
      { class: "game" },
      el("section", { class: "stage", "aria-label": "Map" }, parts.map.node, now),
      el("div", { class: "under" }, parts.controls.node, parts.guess.node, legend),
      parts.lanes.node,
      tabs.node,
    ),
    dialog,
  );
  listen({
    playback,
    state,
    help,
    world(by) {
      const count = game.players.length + 1;
      const next = ((state.seat ?? -1) + 1 + by + count) % count;
      state.change({ seat: next === 0 ? null : next - 1 });
    },
  });
  const present = (changed) => {
    const view = state.seat === null ? undefined : seats.get(state.seat, () => present(new Set(["seat"])));
    parts.map.show(worldOf(game, state, view), { roles: state.roles, actor: actorOf(game, state), room: roomOf(game, state), claim: state.claim === null ? null : game.claims[state.claim] });
    parts.lanes.know(state.seat === null ? null : knownOf(view));
    parts.lanes.show();
    parts.controls.show();
    parts.seat.show(view ?? null);
    if (changed.has("claim")) parts.lanes.frame();
    if (changed.has("roles")) {
      refill(legend, drawLegend(game, state.roles));
      parts.guess.show();
      set(roles, "aria-pressed", state.roles);
      // The end tells who they were.
      say(page.querySelector(".result"), state.roles ? game.result : "");
    }
    // What is heard while the game plays would never end.
    set(now, "aria-live", state.playing ? "off" : "polite");
    say(now, nowInWords(game, state));
    parts.events.show();
  };
  state.on((changed) => {
    present(changed);
    parts.transcript.show(changed);
    if (changed.has("seat") && state.seat !== null) tabs.choose("seat");
    if (changed.has("claim") && state.claim !== null) tabs.choose("said");
    keepAddress(state);
  });
  window.addEventListener("hashchange", () => {
    if (location.hash !== state.hash) state.read(location.hash);
  });
  present(new Set(["at", "claim", "roles", "seat"]));
  if (state.seat !== null && state.claim === null) tabs.choose("seat");
  if (state.claim !== null) parts.transcript.show(new Set(["claim"]));
}

function heading(game, id, roles, help) {
  const [read, all] = game.coverage;
  const source = el(
    "select",
    { id: "source", on: { change: (event) => location.assign(`?claims=${encodeURIComponent(event.target.value)}${location.hash}`) } },
    game.sources.map((word) => el("option", { value: word, selected: word === game.source }, word)),
  );
  return el(
    "header",
    { class: "top" },
    isExported() ? el("span", { class: "brand" }, "Gander") : el("a", { class: "brand", href: "/" }, "Gander"),
    el("h1", {}, named(game.name)),
    el("p", { class: "facts" }, named(game.map.name), game.seed !== null && `, seed ${game.seed}`, `, ${many(game.players.length, "player")}. `, el("span", { class: "result" })),
    el("p", { class: "claims-from" }, isExported() ? ["Claims: ", named(game.source)] : [el("label", { for: "source" }, "Claims "), source], all > 0 && ` ${read} of ${many(all, "utterance")} read`, all > 0 && read / all < 0.95 && el("strong", { class: "warned" }, " ⚠ few")),
    el("span", { class: "buttons" }, roles, el("button", { type: "button", on: { click: help } }, "Keys ", el("kbd", {}, "?"))),
    game.warnings.length > 0 && el("details", { class: "warnings" }, el("summary", {}, `⚠ ${many(game.warnings.length, "warning")} about the record`), el("ul", {}, game.warnings.map(([line, what]) => el("li", {}, `line ${line}: `, el("bdi", {}, what))))),
  );
}

function worldOf(game, state, view) {
  if (state.seat === null) return wholeWorld(game, state.at);
  return knownWorld(game, state.seat, knownOf(view), state.at);
}

const NOTHING = { turns: [] };

/** What a seat knew; nothing as long as that is not known here. */
function knownOf(view) {
  return view && !(view instanceof Error) ? view : NOTHING;
}

/** Who does what the present line tells; nobody may be pointed at whom the world shown doesn't show doing it. */
function actorOf(game, state) {
  const [, type, who, told, veiled] = game.events[state.line];
  if (state.seat !== null && who !== state.seat) return null;
  return told.length === 0 || (!state.roles && veiled !== null) || type === "game_started" ? null : who;
}

/** The room of a meeting's caller, or of a kill. */
function roomOf(game, state) {
  if (state.seat !== null) return null;
  if (game.events[state.line][1] === "player_killed") return game.bodies.find(([, , start]) => start === state.line)?.[1] ?? null;
  return null;
}

let keeping = null;

/** The address follows, a little later: browsers refuse to change it at every frame. */
function keepAddress(state) {
  if (state.playing) return;
  clearTimeout(keeping);
  keeping = setTimeout(() => history.replaceState(null, "", `${location.pathname}${location.search}${state.hash}`), 200);
}
