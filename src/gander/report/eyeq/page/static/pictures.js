// Pictures that the page carries: shown from memory, and only when they are asked for.

import { bytesIn } from "./carried.js";
import { el, named } from "./dom.js";

function shown(bytes, type, alt) {
  const image = el("img", { alt, decoding: "async" });
  image.src = URL.createObjectURL(new Blob([bytes], { type }));
  return image;
}

/** A drawn figure. */
export function shownFigure({ name, title, paper, alt, svg }) {
  const image = shown(svg, "image/svg+xml", alt);
  return el(
    "figure",
    { class: "drawing", id: name },
    el("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": title }, image),
    el("figcaption", {}, named(title), paper && ` (${paper})`, ". Data: the table below."),
  );
}

/** A button that shows a puzzle's picture under itself; nothing for a puzzle without one. */
export function pictureButton({ picture, puzzle }) {
  if (!picture) return null;
  const place = el("div", { class: "picture", hidden: true });
  const button = el("button", { type: "button", "aria-expanded": "false", on: { click: toggle } }, "Picture");

  function toggle() {
    if (place.childNodes.length === 0) place.append(shown(bytesIn(picture), "image/webp", `Picture of puzzle ${puzzle}`));
    place.hidden = !place.hidden;
    button.setAttribute("aria-expanded", String(!place.hidden));
  }

  return [button, place];
}
