// The puzzles as tiles, a page of them at a time.

import { el, put, refill, say, set } from "../dom.js";
import { many } from "../text.js";
import { drawWord } from "../words.js";
import { drawModel, howAsked, shortNames } from "./columns.js";
import { SUBSETS } from "./filters.js";
import { OUTCOMES, drawMark } from "./outcomes.js";

const ON_A_PAGE = 60;
const AT_ONCE = 18; // drawn in one frame: about as many as are in sight
const MOST_LINES = 6; // marks with words on a tile; of more there is a strip of signs, and a count by words

/** The tiles; the result has `node`, `show(columns, ordered)`, `turn(by)` and `focus(key, columns)`. */
export function drawTiles(grid, state, filter, asking) {
  const list = el("ul", { class: "tiles" });
  const place = el("span", { class: "place", "aria-live": "polite" });
  const before = el("button", { type: "button", on: { click: () => turn(-1) } }, "‹ Previous page");
  const after = el("button", { type: "button", on: { click: () => turn(1) } }, "Next page ›");
  const pages = el("nav", { class: "pages", "aria-label": "Pages" }, before, place, after);
  const short = shortNames(grid.columns);
  let last = 1;
  let left = []; // of the page's puzzles those that are not drawn yet
  let drawing = 0;

  function draw(number, columns) {
    put(list, left.splice(0, number).map((at) => drawTile({ grid, state, filter, asking, short }, at, columns)));
    drawing = left.length > 0 ? requestAnimationFrame(() => draw(AT_ONCE, columns)) : 0;
  }

  function turn(by) {
    const page = Math.min(last, Math.max(1, state.page + by));
    if (page === state.page) return;
    state.change({ page });
    list.scrollIntoView({ block: "start" });
  }

  return {
    node: el("section", { class: "grid", "aria-label": "Puzzles" }, pages, list),
    turn,
    focus(key, columns) {
      cancelAnimationFrame(drawing);
      draw(ON_A_PAGE, columns);
      const at = grid.puzzles.findIndex((puzzle) => puzzle.key === key);
      list.querySelector(`[data-at="${at}"] a`)?.focus();
    },
    show(columns, ordered) {
      last = Math.max(1, Math.ceil(ordered.length / ON_A_PAGE));
      const page = Math.min(state.page, last);
      const start = (page - 1) * ON_A_PAGE;
      const shown = ordered.slice(start, start + ON_A_PAGE);
      say(place, ordered.length === 0 ? "No puzzle passes the filters." : `${(start + 1).toLocaleString("en")}–${(start + shown.length).toLocaleString("en")} of ${many(ordered.length, "puzzle")}`);
      before.disabled = page === 1;
      after.disabled = page === last;
      set(pages, "class", last > 1 ? "pages" : "pages single");
      cancelAnimationFrame(drawing);
      list.replaceChildren();
      left = shown;
      draw(AT_ONCE, columns);
    },
  };
}

function drawTile({ grid, state, filter, asking, short }, at, columns) {
  const puzzle = grid.puzzles[at];
  const tally = filter.tally(at, columns);
  return el(
    "li",
    { class: "tile", "data-at": at },
    el(
      "a",
      { href: state.address({ puzzle: puzzle.key, at: null }) },
      drawThumb(puzzle, asking),
      el("span", { class: "title" }, el("span", { class: "id" }, el("bdi", {}, puzzle.id)), " ", el("span", { class: "subset" }, SUBSETS[puzzle.subset] ?? puzzle.subset)),
    ),
    state.answers && el("p", { class: "truth" }, drawWord(puzzle.truths[0], puzzle.language)),
    columns.length > MOST_LINES ? drawStrip(grid, at, columns, short) : drawLines(grid, at, columns, short),
    columns.length > MOST_LINES && el("p", { class: "tally" }, Object.keys(OUTCOMES).filter((letter) => tally.counts[letter]).map((letter) => [drawMark(letter, tally.counts[letter]), " "])),
    columns.length > 1 && el("p", { class: "share" }, tally.scored > 0 ? `${tally.right} of ${tally.scored} right` : "nothing counts", tally.floor && ", without the hint floor"),
  );
}

/** The small picture, or the id where there is none. */
export function drawThumb(puzzle, asking) {
  const none = (why) => el("span", { class: "no-picture" }, el("bdi", {}, puzzle.key), el("small", {}, why));
  const frame = el("span", { class: "thumb" });
  if (!puzzle.picture) return refill(frame, none("no picture here"));
  const image = el("img", { alt: "", loading: "lazy", decoding: "async", on: { error: () => refill(frame, none("picture cannot be shown")) } });
  asking.showPicture(image, puzzle.key, true);
  return refill(frame, image);
}

function drawLines(grid, at, columns, short) {
  const variants = new Set(columns.map((number) => howAsked(grid.columns[number])));
  return el(
    "ul",
    { class: "marks" },
    columns.map((number) => {
      const column = grid.columns[number];
      return el("li", {}, drawMark(column.outcomes[at]), " ", drawModel(column.model, short.get(column.model)), variants.size > 1 && el("small", {}, ` ${howAsked(column)}`));
    }),
  );
}

function drawStrip(grid, at, columns, short) {
  const signs = columns.map((number) => {
    const column = grid.columns[number];
    const { name, sign, words } = OUTCOMES[column.outcomes[at]];
    return [el("span", { class: `sign o-${name}`, title: `${short.get(column.model)}, ${howAsked(column)}: ${words}` }, sign), `${short.get(column.model)} ${howAsked(column)}: ${words}`];
  });
  return el("p", { class: "strip", role: "img", "aria-label": signs.map(([, words]) => words).join("; ") }, signs.map(([node]) => node));
}
