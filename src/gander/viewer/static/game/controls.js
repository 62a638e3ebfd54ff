// Playing, stepping and scrubbing.

import { el, say, set } from "../dom.js";
import { lastAtMost, stepsOf } from "./place.js";

const SPEEDS = [1, 2, 4, 8, 16, 32, 64];

/** What moves through the game; every method is a button or a key. */
export class Playback {
  constructor(game, state) {
    this.game = game;
    this.state = state;
    this.steps = stepsOf(game);
    this.kills = game.events.flatMap((event, at) => (event[1] === "player_killed" ? [at] : []));
    this.meetings = game.meetings.map((meeting) => meeting.start);
    this.before = null;
    state.on((changed) => {
      if (changed.has("playing") && state.playing) this.run();
    });
  }

  get last() {
    return this.game.events.length - 1;
  }

  go(at) {
    this.state.change({ playing: false, at: Math.min(this.last, Math.max(0, at)) });
  }

  /** To the next (or the one before) of some positions. */
  along(positions, by) {
    const here = this.state.line;
    const next = by > 0 ? positions.find((at) => at > here) : positions.findLast((at) => at < here);
    if (next !== undefined) this.go(next);
  }

  step(by) {
    this.along(this.steps, by);
  }

  tick(by) {
    this.along(this.game.ticks, by);
  }

  kill(by) {
    this.along(this.kills, by);
  }

  meeting(by) {
    this.along(this.meetings, by);
  }

  claim(by) {
    const { game, state } = this;
    if (game.claims.length === 0) return;
    const from = state.claim ?? (by > 0 ? -1 : game.claims.length);
    const claim = Math.min(game.claims.length - 1, Math.max(0, from + by));
    state.change({ claim, playing: false, at: game.claims[claim].moment });
  }

  faster(by) {
    const index = SPEEDS.indexOf(this.state.speed) + by;
    if (SPEEDS[index]) this.state.change({ speed: SPEEDS[index] });
  }

  toggle() {
    const { state } = this;
    if (state.playing) this.go(state.line);
    else state.change({ at: state.at >= this.last ? 0 : state.at, playing: true });
  }

  /** Advance by steps, so that lines which tell nothing take no time. */
  run() {
    this.before = null;
    const frame = (now) => {
      if (!this.state.playing) return;
      const passed = this.before === null ? 0 : Math.min(0.25, (now - this.before) / 1000);
      this.before = now;
      const at = this.ahead(this.state.at, passed * this.state.speed);
      this.state.change(at >= this.last ? { at: this.last, playing: false } : { at });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  ahead(at, by) {
    const { steps, last } = this;
    const span = (index) => (steps[index + 1] ?? last) - steps[index];
    let index = lastAtMost(steps, at);
    let part = span(index) > 0 ? (at - steps[index]) / span(index) : 1;
    part += by;
    while (part >= 1 && index < steps.length - 1) {
      part -= 1;
      index += 1;
    }
    return index >= steps.length - 1 ? last : steps[index] + part * span(index);
  }
}

/** The buttons and the slider; the result has `node` and `show()`. */
export function drawControls(game, state, playback) {
  const button = (words, sign, action) => el("button", { type: "button", "aria-label": words, title: words, on: { click: action } }, el("span", { "aria-hidden": "true" }, sign));
  const play = button("Play (space)", "▶", () => playback.toggle());
  const speed = el("output", { class: "speed" });
  const slider = el("input", {
    type: "range",
    class: "scrub",
    min: 0,
    max: playback.last,
    step: 1,
    "aria-label": "Line of the record",
    on: { input: (event) => playback.go(Number(event.target.value)) },
  });
  const node = el(
    "div",
    { class: "controls" },
    slider,
    el(
      "div",
      { class: "buttons" },
      button("Meeting before (Shift+M)", "⏮M", () => playback.meeting(-1)),
      button("Kill before (Shift+K)", "⏮✕", () => playback.kill(-1)),
      button("Event before (←)", "◀", () => playback.step(-1)),
      play,
      button("Next event (→)", "▶|", () => playback.step(1)),
      button("Next kill (K)", "✕⏭", () => playback.kill(1)),
      button("Next meeting (M)", "M⏭", () => playback.meeting(1)),
      el("span", { class: "speeds" }, button("Slower (−)", "−", () => playback.faster(-1)), speed, button("Faster (+)", "+", () => playback.faster(1))),
    ),
  );
  return {
    node,
    show() {
      const { line } = state;
      if (Number(slider.value) !== line) slider.value = line;
      set(slider, "aria-valuetext", `line ${line + 1}, tick ${game.events[line][0]}`);
      say(play.firstChild, state.playing ? "❚❚" : "▶");
      set(play, "aria-label", state.playing ? "Pause (space)" : "Play (space)");
      say(speed, `${state.speed}/s`);
    },
  };
}
