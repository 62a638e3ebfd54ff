// All that lies below the opened folders.

import { el, named, put, refill, say } from "./dom.js";
import { many } from "./text.js";
import { get } from "./source.js";
import { drawGroupLinks } from "./eyeq/groups.js";

const AT_ONCE = 50;
const RESULTS = { goose: "Geese won", duck: "Ducks won", unfinished: "not over" };
const OTHERS = {
  figures: ["Audits' figures", "audit"],
  verdicts: ["Audits' verdicts", "audit"],
  steps: ["Re-audits' steps", "audit"],
  sheet: ["Label sheets", "label"],
  eyeq: ["Eye-Q runs", "eyeq"],
  answers: ["Files of answers to Eye-Q", "eyeq"],
  puzzles: ["Eye-Q puzzles", null],
};

/** Show the list. */
export async function showHome(page) {
  document.title = "Gander";
  const { entries, faults, plays, version } = await get("/api/catalogue");
  const games = entries.filter((entry) => entry.kind === "game");
  const eyeq = entries.filter((entry) => OTHERS[entry.kind]?.[1] === "eyeq");
  const groups = eyeq.length > 1 ? drawGroupLinks((await get("/api/eyeq")).groups) : null;
  const search = el("input", { type: "search", id: "search", autocomplete: "off", placeholder: "name, map or result" });
  const count = el("p", { class: "count", "aria-live": "polite" });
  const rows = games.map(gameRow);
  search.addEventListener("input", () => filter(rows, search.value, count));
  const main = el(
    "main",
    { class: "home" },
    el("h1", {}, "Gander"),
    plays && el("p", {}, el("a", { href: "/play" }, "Back to the game that you play")),
    faults.map((fault) => el("p", { class: "fault", role: "alert" }, fault)),
    games.length > 0 && [
      el("h2", {}, "Games"),
      el(
        "div",
        { class: "search" },
        el("label", { for: "search" }, "Find "),
        search,
        count,
        el("a", { href: "/audit" }, games.length === 1 ? "Audit this game" : `Audit these ${many(games.length, "game")}`),
      ),
      gameTable(rows),
    ],
    Object.entries(OTHERS).map(([kind, [title, part]]) =>
      others(title, part, entries.filter((entry) => entry.kind === kind)),
    ),
    groups ? [el("h2", {}, "Eye-Q"), groups] : eyeq.length > 1 && el("p", { class: "all-eyeq" }, el("a", { href: "/eyeq" }, "Eye-Q: all runs and answers together")),
    el("footer", {}, `Gander ${version}`),
  );
  refill(page, main);
  filter(rows, "", count);
  await sumUp(rows);
  filter(rows, search.value, count);
}

function gameRow(entry) {
  const cells = ["map", "players", "ticks", "meetings", "result"].map((name) => el("td", { class: name }));
  const link = entry.fault ? named(entry.name) : el("a", { href: `/game/${entry.id}` }, named(entry.name));
  const row = el("tr", {}, el("th", { scope: "row" }, link), cells);
  const its = { entry, row, cells, words: entry.name.toLowerCase() };
  if (entry.fault) faulty(its, entry.fault);
  return its;
}

function faulty(its, fault) {
  its.cells.slice(1).forEach((cell) => cell.remove());
  its.cells[0].setAttribute("colspan", "5");
  its.row.classList.add("faulty");
  refill(its.cells[0], el("strong", {}, "✗ cannot be read: "), el("bdi", {}, fault));
  its.words += ` ${fault.toLowerCase()} cannot be read`;
}

function gameTable(rows) {
  const body = el("tbody", {}, rows.map((its) => its.row));
  const heads = ["Game", "Map", "Players", "Ticks", "Meetings", "Result"];
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Games" },
    el("table", { class: "games" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))), body),
  );
}

async function sumUp(rows) {
  const open = rows.filter((its) => !its.entry.fault);
  for (let at = 0; at < open.length; at += AT_ONCE) {
    const some = open.slice(at, at + AT_ONCE);
    const found = await get(`/api/games?ids=${some.map((its) => its.entry.id).join(",")}`);
    for (const its of some) tell(its, found[its.entry.id]);
  }
}

function tell(its, summary) {
  if (!summary) return;
  if (summary.fault) {
    faulty(its, summary.fault);
    return;
  }
  const [map, players, ticks, meetings, result] = its.cells;
  refill(map, named(summary.map));
  say(players, summary.players);
  say(ticks, summary.ticks);
  say(meetings, summary.meetings);
  say(result, RESULTS[summary.result]);
  if (summary.warnings) put(result, el("span", { class: "warned" }, ` ⚠ ${many(summary.warnings, "warning")}`));
  its.words += ` ${summary.map} ${RESULTS[summary.result]}`.toLowerCase();
}

function filter(rows, text, count) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const its of rows) {
    const fits = words.every((word) => its.words.includes(word));
    its.row.hidden = !fits;
    if (fits) shown += 1;
  }
  say(count, shown === rows.length ? many(shown, "game") : `${shown} of ${many(rows.length, "game")}`);
}

function others(title, part, entries) {
  if (entries.length === 0) return null;
  const item = (entry) => el("li", {}, part && !entry.fault ? el("a", { href: `/${part}/${entry.id}` }, named(entry.name)) : named(entry.name), entry.fault && ` ✗ ${entry.fault}`);
  return [el("h2", {}, title), el("ul", {}, entries.map(item))];
}
