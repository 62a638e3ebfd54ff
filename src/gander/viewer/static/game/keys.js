// The keyboard: everything that the mouse can do, and a list of it.

import { keysDialog, listenTo } from "../keyboard.js";

const KEYS = [
  ["→ ←", "next event, event before", { ArrowRight: (its) => its.playback.step(1), ArrowLeft: (its) => its.playback.step(-1) }],
  ["Shift+→ Shift+←", "next tick, tick before", { "Shift+ArrowRight": (its) => its.playback.tick(1), "Shift+ArrowLeft": (its) => its.playback.tick(-1) }],
  ["Home End", "the game's beginning, its end", { Home: (its) => its.playback.go(0), End: (its) => its.playback.go(its.playback.last) }],
  ["Space", "play, pause", { " ": (its) => its.playback.toggle() }],
  ["+ −", "faster, slower", { "+": (its) => its.playback.faster(1), "=": (its) => its.playback.faster(1), "-": (its) => its.playback.faster(-1) }],
  ["K Shift+K", "next kill, kill before", { k: (its) => its.playback.kill(1), K: (its) => its.playback.kill(-1) }],
  ["M Shift+M", "next meeting, meeting before", { m: (its) => its.playback.meeting(1), M: (its) => its.playback.meeting(-1) }],
  ["C Shift+C", "next claim, claim before", { c: (its) => its.playback.claim(1), C: (its) => its.playback.claim(-1) }],
  ["P Shift+P", "next player's world, the one before", { p: (its) => its.world(1), P: (its) => its.world(-1) }],
  ["G", "the whole game", { g: (its) => its.state.change({ seat: null }) }],
  ["R", "show or hide the roles", { r: (its) => its.state.change({ roles: !its.state.roles }) }],
  ["Esc", "close the claim", { Escape: (its) => its.state.change({ claim: null }) }],
  ["?", "this list", { "?": (its) => its.help() }],
];

/** Listen to the keyboard; `its` has playback, state, world(by) and help(). */
export function listen(its) {
  listenTo(KEYS, its);
}

/** The list, as a dialog. */
export function helpDialog() {
  return keysDialog(KEYS);
}
