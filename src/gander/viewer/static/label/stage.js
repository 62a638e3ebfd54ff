// The map of a row's game, where the claim was looked for, and the game's lanes.

import { el, refill, say } from "../dom.js";
import { Playback, drawControls } from "../game/controls.js";
import { drawLanes } from "../game/lanes.js";
import { drawLegend, drawMap } from "../game/map.js";
import { nowInWords } from "../game/now.js";
import { State } from "../game/state.js";
import { wholeWorld } from "../game/worlds.js";
import { get } from "../source.js";

/** Who does what is told of the present line; nobody if that is no more to be known than the roles. */
function actorOf(game, state) {
  const [, , who, told, veiled] = game.events[state.line];
  return state.line === 0 || told.length === 0 || (!state.roles && veiled !== null) ? null : who;
}

/** The stage; the result has `node`, `open(place)`, `clear(words)`, `playback`, and `to(which)`. */
export function drawStage(desk) {
  const node = el("div", { class: "label-stage" });
  const games = new Map();
  let now = null; // what is shown: {id, game, state, playback, present, lanes}

  function load(id) {
    if (!games.has(id)) {
      const game = get(`/api/labels/${desk.id}/games/${id}`);
      games.set(id, game);
      game.catch(() => games.delete(id)); // and is asked for again with the next row
    }
    return games.get(id);
  }

  function draw(id, game) {
    const state = new State(game, "");
    const playback = new Playback(game, state);
    const map = drawMap(game);
    const controls = drawControls(game, state, playback);
    const lanes = drawLanes(game, state, false);
    const legend = el("div", { class: "map-legend" });
    const words = el("p", { class: "now", tabindex: "0", role: "status" });
    const present = (changed) => {
      const claim = state.claim === null ? null : game.claims[state.claim];
      map.show(wholeWorld(game, state.at), { roles: state.roles, actor: actorOf(game, state), room: null, claim });
      lanes.show();
      controls.show();
      if (changed.has("claim")) lanes.frame();
      if (changed.has("roles")) refill(legend, drawLegend(game, state.roles));
      say(words, nowInWords(game, state));
    };
    state.on(present);
    refill(
      node,
      el("section", { class: "stage", "aria-label": "Map" }, map.node, words),
      el("div", { class: "under" }, controls.node, legend),
      lanes.node,
    );
    now = { id, game, state, playback, present, lanes, place: null };
  }

  return {
    node,
    get playback() {
      return now?.playback ?? null;
    },
    clear(words) {
      now = null;
      refill(node, el("p", { class: "note no-map" }, words));
    },
    /** Show where a row is about; its game. `stay` leaves the map where it is; `roles`: whether the row's verdict may be known, which who is a Duck can tell. */
    async open(place, stay, roles) {
      const game = await load(place.game);
      if (now?.id !== place.game) draw(place.game, game);
      game.claims = place.claim ? [place.claim] : [];
      now.place = place;
      now.state.claim = place.claim ? 0 : null;
      if (!stay) now.state.at = place.claim?.moment ?? place.at;
      now.state.playing = false;
      now.state.roles = roles;
      now.present(new Set(["claim", "at", "roles"]));
      return game;
    },
    /** Go to where the claim was looked for, or to where it was said. */
    to(which) {
      if (now) now.playback.go(which === "said" || !now.place.claim ? now.place.at : now.place.claim.moment);
    },
  };
}
