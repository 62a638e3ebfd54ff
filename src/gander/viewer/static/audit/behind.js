// What is behind a figure: the games that it stands on, and for what was said, every claim that it counts.

import { el, refill, say } from "../dom.js";
import { isExported } from "../source.js";
import { drawItemList } from "./itemlist.js";
import { drawPages } from "./pager.js";
import { drawHeads, placeHeads, sorted } from "./table.js";
import { broken, fixed, inWords, ratio, withUnit } from "./words.js";

/** The part; `show(groups, by, pooled)` after what is chosen changed, `pooled` where rates of sums are shown; `closing()` is told before it closes. */
export function drawBehind(data, view, closing) {
  const { summary } = data;
  const title = el("h2", { tabindex: "-1" });
  const words = el("p", { class: "note" });
  const close = el("button", { type: "button", class: "close", "aria-label": "Close what is behind the figure", on: { click: shut } }, "×");
  const head = el("thead", {});
  const body = el("tbody", {});
  const pages = drawPages(view, "games", "games", body, (some) => some.map(drawGame));
  const games = el(
    "details",
    { open: true },
    el("summary", {}, "Games"),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Games behind the figure" }, el("table", {}, head, body)),
    pages.bar,
  );
  const sum = el("p", { class: "sum" });
  const list = summary.items ? drawItemList(data, view) : null;
  const counted = list && el("section", { "aria-label": "What the figure counts" }, el("h3", {}, "What it counts"), sum, list.node);
  const node = el("section", { class: "behind", "aria-label": "Behind the figure", hidden: true, on: { keydown: left } }, el("header", {}, title, close), words, games, counted);
  let metric = null;
  let before = "";
  let asked = 0; // an answer that comes late is not drawn over a later one

  function shut() {
    closing();
    view.choose({ metric: null, group: null, page: null, games: null, part: null });
  }

  function left(event) {
    if (event.key === "Escape" && !(event.target instanceof HTMLSelectElement)) shut();
  }

  function drawGame([, place, parts, wholes]) {
    const its = summary.games[place];
    const claims = summary.claims && its.read ? `?claims=${encodeURIComponent(summary.claims)}` : "";
    const name = its.id && !isExported() ? el("a", { href: `/game/${its.id}${claims}` }, broken(its.name)) : broken(its.name);
    const [part, whole] = [parts[metric.place], wholes[metric.place]];
    const number = (value) => el("td", { class: "number" }, value);
    return el("tr", {}, el("th", { scope: "row" }, name), number(its.seed ?? "–"), metric.counted && [number(amount(part)), number(amount(whole))], number(ratio(metric.metric, part, whole)));
  }

  async function show(groups, by, pooled) {
    const place = summary.metrics.findIndex((its) => its.name === view.get("metric"));
    const group = groups.findIndex((its) => its.name === view.get("group"));
    node.hidden = place < 0 || group < 0;
    if (node.hidden) {
      before = "";
      return;
    }
    const cell = groups[group].cells[place];
    metric = { metric: summary.metrics[place], place, counted: Boolean(cell?.[1]) };
    refill(title, metric.metric.title, ", ", broken(groups[group].name), `: ${inWords(metric.metric, cell?.[pooled ? 1 : 0])}`);
    refill(words, explained(metric.metric, cell, pooled), !summary.grouped.includes(by) && "The file does not tell which games are behind it.");
    const now = `${by}/${view.get("metric")}/${view.get("group")}`;
    const opened = now !== before;
    before = now;
    const appear = () => opened && title.scrollIntoView({ block: "start" });
    if (opened) {
      title.focus({ preventScroll: true });
      // What another figure counts must not stand under this one's name while its own is fetched.
      games.hidden = true;
      if (counted) counted.hidden = true;
      say(sum, "");
    }
    appear();
    asked += 1;
    const own = asked;
    const rows = summary.grouped.includes(by) ? (await data.rows(by)).filter((row) => row[0] === group) : [];
    if (own !== asked) return;
    games.hidden = rows.length === 0;
    showGames(rows);
    if (!counted) return;
    if (!["statements", "coverage"].includes(metric.metric.tier)) {
      counted.hidden = true;
      return;
    }
    const found = await list.show({ by, group, place, rows });
    if (own !== asked) return;
    counted.hidden = false;
    say(sum, `In all ${amount(found.part)} of ${amount(found.whole)}: ${withUnit(metric.metric, ratio(metric.metric, found.part, found.whole))}, the rate of sums.`);
    // The list makes the page longer, and so lets it scroll as far as it should.
    appear();
  }

  function showGames(rows) {
    const { metric: its, place, counted: both } = metric;
    const heads = drawHeads(view, "sort2", [
      { name: "game", title: "Game" },
      { name: "seed", title: "Seed", kind: "number" },
      both && { name: "part", title: its.part || "Part", kind: "number" },
      both && { name: "whole", title: its.whole ? `of: ${its.whole}` : "Of", kind: "number" },
      { name: "own", title: its.share ? "%" : its.unit, kind: "number" },
    ].filter(Boolean));
    placeHeads(head, heads);
    const keys = {
      game: (row) => summary.games[row[1]].name,
      seed: (row) => summary.games[row[1]].seed,
      part: (row) => row[2][place],
      whole: (row) => row[3][place],
      own: (row) => (row[3][place] === 0 ? null : row[2][place] / row[3][place]),
    };
    pages.show(sorted(view, "sort2", heads, rows, (row, name) => keys[name](row)));
  }

  return { node, show };
}

/** Counts as they are, values to two digits. */
function amount(number) {
  return Number.isInteger(number) ? number.toLocaleString("en") : fixed(number, 2);
}

function explained(metric, cell, pooled) {
  const undefined_ = cell && metric.tier !== "coverage" ? cell[0][5] : 0;
  return [
    metric.part && `Counted are ${metric.part}, of: ${metric.whole}. `,
    pooled && cell && metric.tier !== "coverage" && `Above is the rate of sums; the mean over games, which gives every game the same weight, is ${inWords(metric, cell[0])}. `,
    !pooled && cell?.[1] && metric.tier !== "coverage" && `The rate of sums is ${inWords(metric, cell[1])}; the mean above gives every game the same weight. `,
    undefined_ > 0 && `In ${undefined_} of the games there is nothing to form it from; they have no part in ${pooled ? "either" : "the mean"}.`,
  ];
}
