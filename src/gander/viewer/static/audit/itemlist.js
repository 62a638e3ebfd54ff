// A list of claims and whatever else figures count, with filters whose choices stand in the address.

import { el, named, put, say } from "../dom.js";
import { VERDICTS } from "../game/verdicts.js";
import { isExported } from "../source.js";
import { many } from "../text.js";
import { picker } from "./choice.js";
import { FACETS, WORDS, countedItems, filtered } from "./items.js";
import { drawPages } from "./pager.js";
import { broken, worded } from "./words.js";

const LABELS = { what: "What", type: "Type", verdict: "Verdict", whose: "Whose", grounds: "Grounds", team: "Speaker's team", part: "Counted" };
const AROUND = 140; // characters of a speech on either side of what is claimed

/** The list; `show(figure)` shows what a figure of a group counts, null for all. */
export function drawItemList(data, view) {
  const { games, claims } = data.summary;
  const pickers = Object.fromEntries(FACETS.map((facet) => [facet, picker(view, facet, LABELS[facet], { page: null })]));
  const clear = el("button", { type: "button", on: { click: () => view.choose({ ...Object.fromEntries(FACETS.map((facet) => [facet, null])), page: null }) } }, "No filter");
  const count = el("p", { class: "count", role: "status" });
  const list = el("ol", { class: "items" });
  const pages = drawPages(view, "page", "claims", list, async (some) => {
    const found = await data.details(some);
    return some.map((place, index) => drawItem(shown, place, ...found[index]));
  });
  const node = el(
    "div",
    { class: "itemlist" },
    el("div", { class: "choices", role: "group", "aria-label": "Filters" }, FACETS.map((facet) => pickers[facet].node), clear),
    count,
    list,
    pages.bar,
  );
  let shown = null;
  let kept = { key: null, counted: null };

  async function show(figure) {
    const items = await data.items();
    shown = { items, games, claims };
    const key = figure && `${figure.by}/${figure.group}/${figure.place}`;
    if (kept.counted === null || kept.key !== key) kept = { key, counted: countedItems(items, games, figure) };
    const wanted = Object.fromEntries(FACETS.map((facet) => [facet, view.get(facet)]));
    // All that a file or an audit holds would bury the claims under the facts that they state.
    if (!view.get("what") && figure === null) wanted.what = "claim";
    if (wanted.what === "any") wanted.what = "";
    const { found, counts } = filtered(items, games, kept.counted, wanted);
    for (const facet of FACETS) offer(facet, counts[facet], wanted[facet], figure);
    clear.hidden = !FACETS.some((facet) => view.get(facet));
    list.hidden = found.length === 0;
    say(count, found.length === kept.counted.places.length ? `${many(found.length, "item")}.` : `${found.length.toLocaleString("en")} of ${many(kept.counted.places.length, "item")}.`);
    await pages.show(found);
    return kept.counted;
  }

  function offer(facet, counts, wanted, figure) {
    const words = [...counts.keys()].filter(Boolean);
    if (wanted && !words.includes(wanted)) words.push(wanted);
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
    const { node: label } = pickers[facet];
    label.hidden = words.length === 0 || (words.length === 1 && !wanted && !counts.get(""));
    const options = words.toSorted().map((word) => [word, `${worded(WORDS[facet], word)} (${(counts.get(word) ?? 0).toLocaleString("en")})`]);
    const any = [facet === "what" && figure === null ? "any" : "", `all (${all.toLocaleString("en")})`];
    // What is chosen without being in the address stands first.
    const first = options.filter(([word]) => word === wanted);
    const rest = options.filter(([word]) => word !== wanted);
    pickers[facet].offer(wanted ? (view.get(facet) ? [any, ...options] : [...first, any, ...rest]) : [any, ...options]);
  }

  return { node, show };
}

function drawItem({ items, games, claims }, place, detail, said) {
  const word = (name) => items.words[items[name][place]];
  const game = games[items.game[place]];
  const sort = word("sort");
  const verdict = word("verdict");
  const lines = new Links(game, claims);
  const facts = [
    sort === "fact" ? "presence fact" : word("type"),
    word("whose"),
    word("grounds") && `grounds: ${worded(WORDS.grounds, word("grounds"))}`,
  ].filter(Boolean);
  return el(
    "li",
    { class: "item" },
    el(
      "p",
      { class: "head" },
      verdict && [el("strong", { class: `verdict v-${verdict}` }, `${VERDICTS[verdict].sign} ${VERDICTS[verdict].words}`), " "],
      detail && el("bdi", { class: "words" }, detail.words),
      sort === "utterance" && el("span", { class: "words" }, said.why ? "✗ not read" : "utterance"),
      facts.length > 0 && el("span", { class: "kinds" }, ` ${facts.join(", ")}`),
    ),
    said && drawSaid(said, detail?.span, game.players[items.seat[place]], lines),
    detail?.reason && el("p", {}, el("bdi", {}, detail.reason)),
    detail?.notes?.length > 0 && el("p", {}, el("bdi", {}, detail.notes.join(" "))),
    detail?.grounds && el("p", {}, "Grounds: ", el("bdi", {}, detail.grounds)),
    said?.why && el("p", {}, "Not read: ", el("bdi", {}, said.why)),
    el(
      "p",
      { class: "where" },
      lines.game(sort === "claim" ? items.number[place] + 1 : null),
      detail?.window && [" · looked for in ", el("bdi", {}, detail.window)],
      detail?.lines?.length > 0 && [" · decided by ", lines.all(detail.lines)],
      detail?.ground_lines?.length > 0 && [" · grounds in ", lines.all(detail.ground_lines)],
      detail?.testimony?.length > 0 && [" · testimony in ", lines.all(detail.testimony)],
      detail?.claims?.length > 0 && [" · lies: ", detail.claims.map((number, index) => [index > 0 && ", ", lines.claim(number)])],
    ),
  );
}

/** Links into a game's page; words where there is none. */
class Links {
  constructor(game, claims) {
    this.its = game;
    const word = claims && game.read ? `?claims=${encodeURIComponent(claims)}` : "";
    this.address = game.id && !isExported() ? `/game/${game.id}${word}` : null;
    this.numbered = Boolean(claims);
  }

  to(hash, ...words) {
    return this.address ? el("a", { href: `${this.address}${hash}` }, words) : el("span", {}, words);
  }

  game(claim) {
    const numbered = claim !== null && this.numbered;
    return this.to(numbered ? `#claim=${claim}` : "", broken(this.its.name), numbered && `, claim ${claim}`);
  }

  claim(number) {
    return this.to(`#claim=${number}`, `claim ${number}`);
  }

  all(lines) {
    return lines.map((line, index) => [index > 0 && ", ", this.to(`#event=${line}`, `line ${line}`)]);
  }
}

function drawSaid(said, span, player, lines) {
  const team = player?.[1] === "duck" ? " (Duck)" : player?.[1] === "goose" ? " (Goose)" : "";
  const head = [named(said.speaker), team, `, meeting ${said.meeting + 1}`, said.line > 0 && [", ", lines.to(`#event=${said.line}`, `line ${said.line}`)], ": "];
  if (said.text === undefined || said.text === null) return el("p", {}, head, el("small", {}, "what was said is not in this file"));
  const signs = Array.from(said.text);
  const [start, end] = span ?? [0, 0];
  const from = Math.max(0, start - AROUND);
  const to = Math.min(signs.length, (span ? end : 0) + (span ? AROUND : 2 * AROUND));
  const part = (first, last) => signs.slice(first, last).join("");
  const cut = from > 0 || to < signs.length;
  return el(
    "div",
    { class: "quoted" },
    el("p", {}, head, el("q", { dir: "auto" }, from > 0 && "…", part(from, start), span && el("mark", {}, part(start, end)), part(Math.max(start, end), to), to < signs.length && "…")),
    cut && whole(said.text),
  );
}

/** All of a long speech, once it is asked for. */
function whole(text) {
  const said = el("p", { class: "whole", dir: "auto" });
  return el("details", { on: { toggle: () => said.childNodes.length === 0 && put(said, text) } }, el("summary", {}, "all of it"), said);
}

