// A label sheet's page: one row at a time.

import { el, named, refill, say, set } from "../dom.js";
import { keysDialog, listenTo } from "../keyboard.js";
import { get } from "../source.js";
import { many } from "../text.js";
import { Desk } from "./desk.js";
import { drawFigures } from "./figures.js";
import { drawJudge } from "./judge.js";
import { showSheets } from "./list.js";
import { askName } from "./name.js";
import { drawStage } from "./stage.js";

const EVERY = 2000; // milliseconds between looks at what others have answered

const choose = (value) => (its) => its.choose(value);
const DIGITS = Object.fromEntries(Array.from("0123456789", (digit) => [digit, (its) => its.digit(digit)]));
const CLAIMS = [["y n u", "yes, no, unsure", { y: choose("yes"), n: choose("no"), u: choose("unsure") }]];
const UTTERANCES = [["0 … 9", "the number; Enter takes it", DIGITS]];
const KEYS = [
  ["↑ ↓", "the question before, the next one", { ArrowUp: (its) => its.ask(0), ArrowDown: (its) => its.ask(1) }],
  ["Backspace", "take the row's last answer back", { Backspace: (its) => its.desk.takeBack() }],
  ["→ ←", "next row, row before", { ArrowRight: (its) => its.desk.go(its.desk.row + 1), ArrowLeft: (its) => its.desk.go(its.desk.row - 1) }],
  ["Enter", "next row that is not answered", { Enter: (its) => its.desk.next() }],
  ["r", "show the audit's part before answering", { r: (its) => its.desk.reveal() }],
  ["/", "write a note; Esc leaves it", { "/": (its) => its.judge.note() }],
  [". ,", "on the map: next event, event before", { ".": (its) => its.stage.playback?.step(1), ",": (its) => its.stage.playback?.step(-1) }],
  ["Space", "on the map: play, pause", { " ": (its) => its.stage.playback?.toggle() }],
  ["w s", "on the map: where the claim was looked for, where it was said", { w: (its) => its.stage.to("window"), s: (its) => its.stage.to("said") }],
  ["?", "this list", { "?": (its) => its.help() }],
];

// Held down, or held a moment too long, they would answer what nobody has read.
const ONCE = ["y", "n", "u", "r", "Backspace", "Enter"];

/** Show a sheet, or all of them. */
export async function showLabel(page, id) {
  if (!id) return showSheets(page);
  const who = new URLSearchParams(location.search).get("annotator");
  if (!who) return askName(page, id);
  const sheet = await get(`/api/labels/${id}?annotator=${encodeURIComponent(who)}`);
  return showDesk(page, new Desk(id, sheet));
}

function showDesk(page, desk) {
  document.title = `${desk.sheet.name} – Gander`;
  const keys = [...(desk.kind === "claims" ? CLAIMS : UTTERANCES), ...KEYS];
  const dialog = keysDialog(keys);
  const help = () => dialog.showModal();
  const judge = drawJudge(desk);
  const stage = drawStage(desk);
  const figures = drawFigures();
  const status = el("p", { class: "label-saved", role: "status" });
  const refused = el("div", { class: "label-refused" });
  const told = el("p", { class: "label-told", role: "status" });
  const progress = el("span", {});
  const csv = el("a", { href: `/api/labels/${desk.id}/csv?annotator=${encodeURIComponent(desk.who)}`, download: "" }, "Download CSV");
  refill(
    page,
    el(
      "header",
      { class: "top" },
      el("a", { class: "brand", href: "/" }, "Gander"),
      el("h1", {}, named(desk.sheet.name)),
      el("p", { class: "facts" }, named(desk.who), " (", el("a", { href: `/label/${desk.id}` }, "somebody else"), "): ", progress),
      status,
      el("span", { class: "buttons" }, csv, el("button", { type: "button", on: { click: help } }, "Keys ", el("kbd", {}, "?"))),
      desk.sheet.filled > 0 && el("p", { class: "warned label-wide" }, `⚠ ${many(desk.sheet.filled, "row")} of the file are filled in already; those answers stay there, and are not shown or counted here.`),
      desk.sheet.strangers > 0 && el("p", { class: "warned label-wide" }, `⚠ ${many(desk.sheet.strangers, "answer")} in ${desk.sheet.log} are about rows that this sheet does not have; they are kept, and not counted.`),
    ),
    el("main", { class: "label" }, el("div", { class: "left" }, refused, told, judge.node), el("div", { class: "right" }, stage.node), figures.node),
    dialog,
  );
  listenTo(keys, {
    desk,
    judge,
    stage,
    help,
    choose(value) {
      if (!desk.isOpen(desk.question)) return;
      const names = { claims: ["faithful", "verdict_right"], utterances: ["facts", "facts_found"] }[desk.kind];
      desk.answer(names[desk.question], value);
    },
    ask(question) {
      if (question === 1 && !desk.isOpen(1)) return;
      desk.question = question;
      judge.show();
    },
    digit(digit) {
      judge.digit(digit);
    },
  }, ONCE);

  let placed = ""; // of which row, and how much, the place is known

  async function place(stay) {
    const { item } = desk;
    const key = `${item} ${desk.of(item).told !== null}`;
    if (key === placed) return;
    placed = key;
    try {
      const its = (await get(`/api/labels/${desk.id}/items/${item}?annotator=${encodeURIComponent(desk.who)}`)).place;
      if (item !== desk.item) return;
      if (its.game === null) {
        stage.clear(its.why);
        judge.place({ ...its, why: "" }, null);
        return;
      }
      const game = await stage.open(its, stay, desk.of(item).told !== null);
      if (item === desk.item) judge.place(its, game);
    } catch (error) {
      placed = "";
      if (item !== desk.item) return;
      if (!stay) stage.clear(`No map: ${error.message}`);
    }
  }

  function answers() {
    say(progress, `${desk.complete} of ${desk.rows.length} answered`);
    if (!desk.goesOn(desk.of(desk.item).mine.first)) desk.question = 0;
    judge.show();
    place(true);
  }

  let left = ""; // what could not be taken of the row that was left
  desk.on((what, detail) => {
    if (what === "leaving") {
      const wrong = judge.commit();
      left = wrong ? `⚠ Row ${desk.row + 1}: ${wrong}` : "";
    } else if (what === "row") {
      say(told, left);
      judge.row();
      judge.heading();
      place(false);
      keepAddress(desk);
    } else if (what === "answers") answers();
    else if (what === "figures") figures.show(desk.figures);
    else if (what === "status") {
      showStatus(desk, status, refused);
      if (!desk.away) place(true);
    } else if (what === "done") say(told, "✓ Every row is answered.");
    else if (what === "overtaken") say(told, `⚠ Row ${desk.rows.findIndex(({ item }) => item === detail.answer.item) + 1}: another window answered ${detail.answer.question} for you with “${detail.was || "nothing"}”. Your last answer, “${detail.answer.value || "nothing"}”, counts.`);
  });
  const first = desk.rows.findIndex(({ item }) => !desk.of(item).mine.complete);
  desk.go(askedRow(desk) ?? Math.max(0, first));
  answers();
  showStatus(desk, status, refused);
  desk.queue.flush();
  desk.poll();
  setInterval(() => {
    if (document.visibilityState === "visible") desk.poll();
  }, EVERY);
  window.addEventListener("hashchange", () => {
    const row = askedRow(desk);
    if (row === null) keepAddress(desk);
    else if (row !== desk.row) desk.go(row);
  });
  // What is being typed is kept, whichever way the page goes.
  window.addEventListener("pagehide", () => judge.commit());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && judge.commit());
  window.addEventListener("beforeunload", (event) => {
    judge.commit();
    if (desk.queue.fleeting) event.preventDefault();
  });
}

/** The row that the address asks for, from 0; null if there is none such. */
function askedRow(desk) {
  const row = new URLSearchParams(location.hash.slice(1)).get("row") ?? "";
  return /^[1-9]\d{0,8}$/.test(row) && Number(row) <= desk.rows.length ? Number(row) - 1 : null;
}

function showStatus(desk, status, refused) {
  const entries = desk.queue.entries();
  const waiting = entries.filter(([, entry]) => !entry.refused);
  const back = entries.filter(([, entry]) => entry.refused);
  // What is wrong now, which the last answer may not have met yet.
  const gone = desk.away ? desk.away.status === 0 : desk.queue.gone;
  const fault = desk.away?.message ?? desk.queue.fault;
  set(status, "data-state", waiting.length > 0 && fault ? "waiting" : desk.away ? "away" : "saved");
  if (waiting.length === 0) say(status, desk.away ? `⚠ ${fault} What you answer is kept in this browser until it can be sent.${gone ? port() : ""}` : back.length > 0 ? "" : "✓ All answers are saved.");
  else if (!fault) say(status, "Saving…");
  else {
    const kept = desk.queue.fleeting ? "only in this window: do not close it" : "in this browser, closed or not";
    say(status, `⚠ Not saved yet: ${many(waiting.length, "answer")}, kept ${kept}, sent by itself once that is possible. The download lacks them. ${fault}${gone ? port() : ""}`);
  }
  const words = back.map(([, { answer, refused: why }]) => el("li", {}, `row ${desk.rows.findIndex(({ item }) => item === answer.item) + 1}, ${answer.question} “`, el("bdi", {}, answer.value), "”: ", el("bdi", {}, why)));
  const shown = back.map(([place]) => place).join(" ");
  if (refused.dataset.shown === shown) return;
  refused.dataset.shown = shown;
  if (back.length === 0) refill(refused);
  else {
    const button = (title, action) => el("button", { type: "button", on: { click: action } }, title);
    refill(refused, el("p", { role: "alert" }, `✗ ${many(back.length, "answer")} the server will not have; kept here until you decide:`), el("ul", {}, words), button("Send again", () => desk.queue.again()), " ", button("Discard", () => desk.queue.discard()));
  }
}

/** A server that is started anew must be found at the same place: what is kept is kept for that place alone. */
function port() {
  return location.port ? ` It must be found here again: gander view … --port ${location.port}` : "";
}

function keepAddress(desk) {
  history.replaceState(null, "", `${location.pathname}${location.search}#row=${desk.row + 1}`);
}
