// Who answers.

import { el, named, refill } from "../dom.js";
import { get } from "../source.js";
import { addressOf, drawWaiting } from "./waiting.js";

/** Ask for the annotator's name. */
export async function askName(page, id) {
  const { progress, items } = await get(`/api/labels/${id}/figures`);
  document.title = "Who answers? – Gander";
  const input = el("input", { type: "text", id: "who", autocomplete: "name", required: true, dir: "auto" });
  const fault = el("p", { class: "fault", role: "alert" });
  const start = async (name) => {
    try {
      // What is a name, and how it is spelled, only the server decides.
      const { annotator } = await get(`/api/labels/${id}?annotator=${encodeURIComponent(name)}`);
      location.assign(addressOf(id, annotator));
    } catch (error) {
      refill(fault, el("bdi", {}, error.message));
      input.focus();
    }
  };
  const known = Object.entries(progress);
  refill(
    page,
    el(
      "main",
      { class: "home label-who" },
      el("p", {}, el("a", { href: "/label" }, "Label sheets")),
      el("h1", {}, "Who answers?"),
      drawWaiting({ [id]: "this sheet" }, () => askName(page, id)),
      el(
        "form",
        { on: { submit: (event) => {
          event.preventDefault();
          start(input.value);
        } } },
        el("label", { for: "who" }, "Your name"),
        input,
        el("button", { type: "submit" }, "Begin"),
        fault,
      ),
      known.length > 0 && [el("h2", {}, "Go on as"), el("ul", { class: "label-known" }, known.map(([who, done]) => el("li", {}, el("button", { type: "button", on: { click: () => start(who) } }, named(who), ` ${done} of ${items}`))))],
    ),
  );
  input.focus();
}
