// Runs by the puzzles that they are on: those on the same ones can be shown together.

import { el } from "../dom.js";
import { many } from "../text.js";

/** A set's name with the beginning of its hash. */
export function shortData(data) {
  return data.replace(/@(sha256:)?([0-9a-f]{8})[0-9a-f]+/g, "@$2");
}

/** A link to each group, where there is more than one; runs that cannot be read are in none. */
export function drawGroupLinks(groups) {
  const own = groups.filter(({ data }) => data);
  if (own.length < 2) return null;
  return [
    el("p", {}, "Runs on the same puzzles:"),
    el("ul", {}, own.map(({ data, ids, names }) => el("li", {}, el("a", { href: `/eyeq/${ids.join(",")}` }, el("bdi", {}, shortData(data)), ` (${many(ids.length, "run")})`), " ", el("small", {}, el("bdi", {}, names.join(", ")))))),
  ];
}

/** The choice between groups, the files of answers, and what cannot be read. */
export function drawGroups(groups, entries) {
  const files = entries.filter((entry) => entry.kind === "answers");
  const broken = groups.filter(({ data }) => !data);
  const item = (id, name) => el("li", {}, el("a", { href: `/eyeq/${id}` }, el("bdi", {}, name)));
  return el(
    "main",
    { class: "home" },
    el("p", {}, el("a", { href: "/" }, "Gander")),
    el("h1", {}, "Eye-Q"),
    el("p", {}, "These runs are on different puzzles. Choose which to show."),
    drawGroupLinks(groups),
    files.length > 0 && [el("p", {}, "Files of answers:"), el("ul", {}, files.map(({ id, name }) => item(id, name)))],
    broken.length > 0 && [el("p", { class: "fault" }, "✗ cannot be read, or are empty:"), el("ul", {}, broken.flatMap(({ ids, names }) => ids.map((id, at) => item(id, names[at]))))],
  );
}
