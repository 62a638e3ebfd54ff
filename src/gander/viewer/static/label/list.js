// All label sheets: how far each annotator is, and the filled sheets.

import { el, named, refill } from "../dom.js";
import { get } from "../source.js";
import { many } from "../text.js";
import { figuresPart } from "./figures.js";
import { drawWaiting } from "./waiting.js";

/** Show the list. */
export async function showSheets(page) {
  document.title = "Label sheets – Gander";
  const { sheets } = await get("/api/labels");
  const names = Object.fromEntries(sheets.map(({ id, name }) => [id, name]));
  refill(
    page,
    el(
      "main",
      { class: "home sheets" },
      el("p", {}, el("a", { href: "/" }, "Gander")),
      el("h1", {}, "Label sheets"),
      drawWaiting(names, () => showSheets(page)),
      sheets.length === 0 && el("p", {}, "There is none below the opened folders. gander quack validate sample draws one."),
      sheets.map(sheetPart),
    ),
  );
}

function sheetPart(its) {
  if (its.fault) return el("section", { class: "label-sheet" }, el("h2", {}, named(its.name)), el("p", { class: "fault" }, el("strong", {}, "✗ cannot be used: "), el("bdi", {}, its.fault)));
  const people = Object.keys(its.figures.progress);
  const link = (who, words) => el("a", { href: `/api/labels/${its.id}/csv${who === null ? "" : `?annotator=${encodeURIComponent(who)}`}`, download: "" }, words);
  return el(
    "section",
    { class: "label-sheet" },
    el("h2", {}, el("a", { href: `/label/${its.id}` }, named(its.name))),
    el("p", { class: "note" }, many(its.figures.items, its.kind.replace(/s$/, ""))),
    people.length > 0 && el("p", { class: "label-downloads" }, "Download CSV, as gander quack validate score reads it: ", link(null, "everybody"), people.map((who) => [", ", link(who, named(who))])),
    figuresPart(its.figures),
  );
}
