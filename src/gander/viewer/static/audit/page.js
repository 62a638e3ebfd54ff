// An audit's page: figures compared, what is behind each, claims, and the re-audit's steps.

import { el, named, refill, say } from "../dom.js";
import { isExported } from "../source.js";
import { drawTabs } from "../tabs.js";
import { many } from "../text.js";
import { drawClaims } from "./claims.js";
import { drawCompared } from "./compared.js";
import { optionOf } from "./choice.js";
import { openAudit } from "./data.js";
import { drawFigures } from "./figures.js";
import { drawSteps } from "./steps.js";
import { View } from "./view.js";
import { percent } from "./words.js";

/** Show an audit: of the opened games, of a folder's or of a file; the last two by their ids. */
export async function showAudit(page, id) {
  const claims = new URLSearchParams(location.search).get("claims");
  document.title = "Audit – Gander";
  const far = el("progress", { "aria-label": "How far it is" });
  const status = el("p", { role: "status" }, "Being read…");
  far.hidden = true;
  refill(page, el("main", { class: "waiting" }, status, far));
  const told = (done, of, waits) => {
    far.hidden = of === 0;
    far.max = of || 1;
    far.value = done;
    const how = of === 0 ? "" : `: ${done.toLocaleString("en")} of ${many(of, "game")}`;
    say(status, waits ? `This audit waits for another to end${how}.` : of === 0 ? "Being read…" : `The games are being audited${how}.`);
  };
  let data;
  try {
    data = await openAudit(id, claims, told);
  } catch (error) {
    if (!claims || error.status !== 422) throw error;
    // A folder's games need not have the claims that others were audited with.
    refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message), el("p", {}, el("a", { href: location.pathname + location.hash }, "Audit these games with their own claims"), ", or look at ", el("a", { href: "/" }, "all games"), ".")));
    return;
  }
  const { summary } = data;
  if (summary.title) document.title = `${summary.title} – Gander`;
  const view = new View();
  const parts = partsOf(summary).map(([name, title, draw]) => [name, title, draw(data, view)]);
  const tabs = drawTabs("About the audit", parts.map(([name, title, part]) => [name, title, part.node]));
  refill(page, heading(summary), el("main", { class: "audit" }, remarks(summary), tabs.node));
  const show = () => {
    const wanted = view.get("tab", parts[0][0]);
    const part = parts.find(([name]) => name === wanted) ?? parts[0];
    if (tabs.chosen !== part[0]) tabs.choose(part[0]);
    part[2].show();
  };
  for (const kind of ["click", "keydown"]) {
    tabs.node.querySelector("[role=tablist]").addEventListener(kind, () => {
      if (tabs.chosen !== view.get("tab", parts[0][0])) view.choose({ tab: tabs.chosen, page: null });
    });
  }
  view.on(show);
  show();
}

function partsOf(summary) {
  if (summary.only === "steps") return [["steps", "Step by step", drawSteps]];
  return [
    summary.by.length > 0 && ["figures", "Figures", drawFigures],
    summary.compared !== "none" && ["compared", "Compared by seed", drawCompared],
    summary.items && ["claims", "Claims", drawClaims],
    summary.steps && ["steps", "Step by step from the published", drawSteps],
  ].filter(Boolean);
}

function heading(summary) {
  const games = summary.games?.length ?? 0;
  const source =
    summary.sources?.length > 1 && !isExported()
      ? [
          el("label", { for: "source" }, "Claims "),
          el(
            "select",
            { id: "source", on: { change: (event) => location.assign(`?claims=${encodeURIComponent(event.target.value)}${location.hash}`) } },
            summary.sources.map((word) => optionOf(word, word, word === summary.claims)),
          ),
        ]
      : summary.claims && ["Claims: ", named(summary.claims)];
  const folders = (summary.folders ?? []).length > 0 && [
    el("label", { for: "folder" }, "Games of "),
    el(
      "select",
      { id: "folder", on: { change: (event) => location.assign(`/audit${event.target.value && `/${event.target.value}`}${location.search}`) } },
      el("option", { value: "", selected: summary.folder === "" }, "all folders"),
      summary.folders.map((its) => el("option", { value: its.id, selected: its.id === summary.folder }, `${its.name} (${its.games.toLocaleString("en")})`)),
    ),
  ];
  return el(
    "header",
    { class: "top" },
    isExported() ? el("span", { class: "brand" }, "Gander") : el("a", { class: "brand", href: "/" }, "Gander"),
    el("h1", {}, summary.title ? ["Audit: ", named(summary.title)] : "Audit"),
    summary.only !== "steps" && el("p", { class: "facts" }, many(games, "game"), summary.profile && `, profile ${summary.profile}`),
    folders && el("p", { class: "claims-from" }, folders),
    source && el("p", { class: "claims-from" }, source, summary.coverage !== null && `, ${percent(summary.coverage)}% of utterances read`),
  );
}

function remarks(summary) {
  const { faults = [], notes = [] } = summary;
  return [
    faults.length > 0 &&
      el(
        "details",
        { class: "faults", open: faults.length < 4 },
        el("summary", { class: "fault" }, `✗ ${many(faults.length, "game")} cannot be read`),
        el("ul", {}, faults.map(({ name, what }) => el("li", {}, named(name), ": ", el("bdi", {}, what)))),
      ),
    notes.length > 0 && el("details", { class: "notes" }, el("summary", {}, many(notes.length, "note")), el("ul", {}, notes.map((note) => el("li", {}, el("bdi", {}, note))))),
  ];
}
