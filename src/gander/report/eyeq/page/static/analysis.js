// The page: what it was made from, every result with its figures and tables, and examples.

import { carried } from "./carried.js";
import { el, named, refill } from "./dom.js";
import { drawGallery } from "./gallery.js";
import { shownFigure } from "./pictures.js";
import { drawPanel } from "./panel.js";
import { drawBlock, later } from "./tables.js";
import { many } from "./text.js";

const MOST_BLOCKS = 4; // of a result that are open at first

const titled = (part) => (part.paper ? `${part.title} (${part.paper})` : part.title);

function drawBlocks(part) {
  const { blocks } = part;
  if (blocks.length <= MOST_BLOCKS) {
    return blocks.map((block) => [block.title && el("h3", {}, named(block.title)), drawBlock(block, block.title || part.title)]);
  }
  return blocks.map((block, index) => later(named(block.title || `part ${index + 1}`), () => drawBlock(block, block.title), index === 0));
}

function drawPart(part) {
  return el(
    "section",
    { class: "part", id: `part-${part.name}`, "aria-labelledby": `title-${part.name}` },
    el("h2", { id: `title-${part.name}` }, titled(part)),
    part.figures.map(shownFigure),
    drawBlocks(part),
    part.long && later(`${part.long_title} (${many(part.long.lines.length, "line")})`, () => drawBlock(part.long, part.long_title)),
    part.notes.length > 0 && el("ul", { class: "notes" }, part.notes.map((note) => el("li", {}, note))),
    el("p", { class: "note" }, "Exact values: ", el("code", {}, `${part.name}.csv`), " and ", el("code", {}, `${part.name}.json`), " of the same analysis."),
  );
}

function drawAbout(data) {
  const models = new Set(data.places.map(([model]) => model));
  return el(
    "header",
    {},
    el("h1", {}, "Eye-Q analysis"),
    el("p", {}, `${many(data.samples.length, "sample")} by ${many(models.size, "model")}, the hint floor among them where it was asked or worked out, on ${many(data.puzzles.length, "puzzle")}.`),
    el(
      "p",
      {},
      "Every figure in a table’s cells is a link to the samples that it stands on; one without a link stands on none, such as a count of zero or what is said of the word list’s synonyms. Numbers that begin a line, such as a temperature or a size, say what the line is of. A share of zero leads to all that it was counted over. Behind a number stand its 95% interval in brackets, and in parentheses its n where that is not the line’s. The best of a column is ",
      el("strong", {}, "bold*"),
      ", the second best ",
      el("u", {}, "underlined†"),
      "; a dash is what is not defined, which is never zero.",
    ),
    el(
      "details",
      { class: "about", open: data.notes.length > 0 },
      el("summary", {}, "What it was made from"),
      el("ul", {}, data.sources.map((source) => el("li", {}, named(source))), el("li", {}, `Gander ${data.gander}`)),
      data.notes.length > 0 && el("ul", { class: "notes" }, data.notes.map((note) => el("li", {}, note))),
    ),
  );
}

function drawContents(parts) {
  const links = [...parts.map((part) => [`part-${part.name}`, titled(part)]), ["part-examples", "Examples"]];
  const open = matchMedia("(min-width: 1101px)").matches; // else it would push the page down
  return el("nav", { "aria-label": "Contents" }, el("details", { open }, el("summary", {}, "Contents"), el("ul", {}, links.map(([id, title]) => el("li", {}, el("a", { href: `#${id}` }, title))))));
}

async function show(page) {
  const data = await carried();
  const panel = drawPanel(data);
  const main = el("main", {}, drawAbout(data), data.parts.map(drawPart), drawGallery(data));
  refill(page, el("div", { class: "analysis" }, drawContents(data.parts), main), panel.node);
  panel.follow();
  // The address may name a section that was not there when the browser looked for it.
  if (location.hash.startsWith("#part-")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

const page = document.getElementById("page");
show(page).catch((error) => {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message)));
  console.error(error);
});
