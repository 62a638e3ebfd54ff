// What the seat is shown: the prompt's own texts and pictures, and what is said at a meeting.

import { el, named, put, refill } from "../dom.js";
import { many } from "../text.js";

/** Draw what the seat knows: its `texts` and `pictures`; `hear(view)` tells what is said while others decide. */
export function drawScene(view) {
  const { asked } = view;
  if (asked === null) return { texts: null, pictures: null, hear: () => {} };
  const open = view.state === "asked";
  const parley = drawMeeting(open ? asked.meeting : null);
  const pictures =
    asked.pictures.length > 0 &&
    el(
      "section",
      { class: "shown", "aria-label": "What you are shown" },
      asked.pictures.map(([key, what]) => el("figure", {}, el("img", { src: `/api/play/pictures/${key}`, alt: what }), el("figcaption", {}, what))),
    );
  const prompted = el(
    "section",
    { class: "prompted", "aria-labelledby": "now" },
    el("h2", { id: "now" }, open ? "What you are told" : "What you were told at your last turn"),
    block(asked.text),
  );
  const texts = [
    open ? [prompted, parley.node] : [parley.node, prompted],
    el(
      "section",
      { class: "more", "aria-label": "More that you are told" },
      asked.memory && el("details", { open: true }, el("summary", {}, "What you remember"), block(asked.memory)),
      el("details", { open: asked.first }, el("summary", {}, "The rules, the map and your role"), block(asked.rules)),
      el("p", { class: "note" }, "These are the words and pictures that a model in this seat would be sent. It replies in JSON; you choose. What they say of refused answers holds for models only: you are asked until your choice is legal, and lose no turn."),
    ),
  ];
  const hear = (now) => parley.hear(open ? asked.meeting?.said : now.waiting?.said);
  return { texts, pictures, hear };
}

function block(text) {
  return el("pre", { dir: "auto", tabindex: "0" }, text);
}

/** A meeting's place on the page; `hear(said)` draws what was said, and leaves what stands there as it is. */
function drawMeeting(its) {
  const list = el("ol", { class: "said-so-far", tabindex: "0", "aria-label": "Said so far" });
  const silence = el("p", { class: "note" }, "Nobody has spoken yet.");
  const node = el(
    "section",
    { class: "parley", "aria-labelledby": "meeting", hidden: true },
    el("h2", { id: "meeting" }, its ? `Meeting ${its.number}` : "The meeting"),
    its && el("p", {}, named(its.caller), its.kind === "report" ? " reported a body." : " called it."),
    silence,
    list,
  );
  let heard = [];
  const hear = (said = []) => {
    node.hidden = its === null && said.length === 0;
    list.hidden = said.length === 0;
    silence.hidden = !list.hidden;
    const goesOn = heard.every((one, place) => one === JSON.stringify(said[place]));
    // What was said last is what is new, unless the reader went back to what was said before.
    const atEnd = !goesOn || list.scrollHeight - list.scrollTop - list.clientHeight < 8;
    if (!goesOn) refill(list, said.map(speech));
    else put(list, said.slice(heard.length).map(speech));
    heard = said.map((one) => JSON.stringify(one));
    if (atEnd) list.scrollTop = list.scrollHeight;
  };
  return { node, hear };
}

function speech(its) {
  return el(
    "li",
    {},
    el("strong", {}, named(its.speaker)),
    its.text.trim() === "" ? el("p", { class: "note" }, "says nothing") : el("p", { class: "said", dir: "auto" }, its.text),
    its.left > 0 && el("p", { class: "note" }, `${many(its.left, "more character")} not shown`),
  );
}
