// A seat in a game: what is asked and answered, and how things stand meanwhile. All tabs show the same, since each
// asks the server again and again how it stands.

import { el, named, refill, say, set } from "../dom.js";
import { listenTo } from "../keyboard.js";
import { get, renewToken, send } from "../source.js";
import { drawEnd } from "./end.js";
import { drawScene } from "./scene.js";
import { drawTurn } from "./turn.js";

const OFTEN = 600; // milliseconds between two looks while others decide
const SELDOM = 1500; // while nothing but another tab can change anything
const DO = { act: "choose what you do", speak: "speak", vote: "vote" };

/** Show the table. */
export async function showPlay(page) {
  const its = {
    page,
    view: await get("/api/play"),
    turn: null,
    scene: null,
    drawn: "",
    lost: false,
    seen: performance.now(),
    byKeys: !matchMedia("(pointer: coarse)").matches,
    facts: el("p", { class: "facts" }),
    title: el("h1", {}, "Play"),
    status: el("p", { class: "standing", role: "status" }),
    clock: el("span", { class: "clock" }),
    fault: el("p", { class: "fault", role: "alert" }),
    main: el("main", { class: "play" }),
  };
  const top = el("header", { class: "top" }, el("a", { href: "/", class: "brand" }, "Gander"), its.title, its.facts);
  refill(page, top, el("div", { class: "stands" }, its.status, its.clock), its.fault, its.main);
  document.addEventListener("keydown", () => (its.byKeys = true), true);
  document.addEventListener("pointerdown", () => (its.byKeys = false), true);
  listenTo(keys(), its);
  draw(its);
  setInterval(() => tick(its), 1000);
  look(its);
}

function keys() {
  const digits = Array.from("0123456789", (digit) => [digit, (its) => its.turn?.type(digit)]);
  return [
    ["0 … 9", "a choice's number", Object.fromEntries(digits)],
    ["S", "to what you say", { s: (its) => its.turn?.toSpeech(), S: (its) => its.turn?.toSpeech() }],
  ];
}

/** Ask how things stand, and again a little later. */
async function look(its) {
  try {
    const view = await get(`/api/play?seen=${encodeURIComponent(its.view.stand)}`);
    if (its.lost) say(its.fault, "");
    its.lost = false;
    if (view.state) await take(its, view);
  } catch (error) {
    its.lost = true;
    if (error.status) say(its.fault, error.message);
    else gone(its);
  }
  setTimeout(() => look(its), its.view.state === "waiting" ? OFTEN : SELDOM);
}

/** Tell that no server answers; once, not at every look. */
function gone(its) {
  if (its.fault.querySelector("code")) return;
  refill(its.fault, "The game is not being served any more. It waits where it stands, until it goes on with ", el("code", {}, `gander quack play --resume FOLDER --browser --port ${location.port}`), ".");
}

async function take(its, view) {
  if (view.start !== its.view.start) await renewToken();
  // An answer to an earlier look may come after that to a decision.
  else if (view.number <= its.view.number) return;
  const waited = its.view.state === "waiting" && view.state === "waiting";
  its.view = view;
  if (!waited) its.seen = performance.now();
  draw(its);
}

/** Send a decision; whatever comes of it is shown. */
async function decide(its, answer) {
  its.turn.busy(true);
  try {
    const view = await send("POST", "/api/play/answer", { request: its.view.asked.id, ...answer });
    forget(its.view.asked.id);
    say(its.fault, "");
    await take(its, view);
  } catch (error) {
    if (error.status === 422) its.turn.complain(error.message);
    else await stale(its, error);
  } finally {
    its.turn?.busy(false);
  }
}

/** A decision that was refused for what has happened since: the page catches up. */
async function stale(its, error) {
  if (!error.status) {
    gone(its);
    return;
  }
  if (error.status === 403 && (await renewToken())) {
    its.turn.complain("The game was started anew meanwhile; send that again.");
    return;
  }
  await take(its, await get("/api/play"));
  say(its.fault, error.message);
}

async function next(its) {
  await take(its, await send("POST", "/api/play/next", { game: its.view.ended.game }));
}

function draw(its) {
  const { view } = its;
  document.title = view.state === "asked" ? "Your turn – Gander" : "Play – Gander";
  refill(its.title, "Play", view.name && [": ", named(view.name)]);
  const role = view.asked && [`a ${view.asked.role}`];
  refill(its.facts, [role, view.games > 1 && view.game > 0 && `game ${view.game} of ${view.games}`].filter(Boolean).join(" · "));
  say(its.status, standing(view));
  tick(its);
  set(its.main, "data-state", view.state);
  const asked = view.state === "asked" ? view.asked.id : null;
  // Another run at this address may have ended with a game of the same number.
  const drawn = `${view.state} ${view.asked?.id ?? (view.ended && `${view.start} ${view.ended.game}`)}`;
  if (drawn !== its.drawn) {
    // What is on the page already keeps what was typed, and where it was scrolled to.
    its.drawn = drawn;
    its.turn = asked === null ? null : drawTurn(view.asked, (answer) => decide(its, answer), kept(asked));
    its.scene = view.state === "ended" ? null : drawScene(view);
    if (its.scene === null) refill(its.main, drawEnd(view.ended, () => next(its)));
    else refill(its.main, el("div", { class: "side" }, its.turn?.node, its.scene.pictures), el("div", { class: "side" }, its.scene.texts));
    if (its.turn !== null && its.byKeys) its.turn.focus();
  }
  its.scene?.hear(view);
}

function standing(view) {
  const { asked, ended, waiting } = view;
  if (view.state === "ended") return ended.paused ? "The game is paused." : "The game is over.";
  if (view.state === "asked") return `Tick ${asked.tick} of ${asked.ticks}. It is your turn: ${DO[asked.kind]}.`;
  if (waiting?.out) return `You were ${waiting.out === "killed" ? "killed" : "voted out"}. The others play on; who was who is told when the game is over.`;
  const when = waiting && asked ? `Tick ${waiting.tick} of ${asked.ticks}. ` : "";
  if (waiting?.phase === "discussion") return `${when}A meeting is held: ${waiting.turns} of ${waiting.of} speeches are over. The others speak.`;
  if (waiting?.phase === "voting") return `${when}The others vote.`;
  return `${when}The others decide.`;
}

/** How long the others have been waited for. */
function tick(its) {
  const seconds = Math.round((performance.now() - its.seen) / 1000);
  say(its.clock, its.view.state === "waiting" && seconds >= 2 ? `${seconds} s` : "");
}

function kept(id) {
  const text = sessionStorage.getItem(`gander.${id}`);
  return {
    ...(text === null ? { line: "", say: "" } : JSON.parse(text)),
    keep: (typed) => sessionStorage.setItem(`gander.${id}`, JSON.stringify(typed)),
  };
}

function forget(id) {
  sessionStorage.removeItem(`gander.${id}`);
}
