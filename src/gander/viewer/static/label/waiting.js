// Answers that wait in this browser, for whatever sheet and annotator: sent from here too, and told as long as they wait.

import { el, named, refill } from "../dom.js";
import { many } from "../text.js";
import { Queue, keptFor } from "./queue.js";

/** The address of a sheet for an annotator. */
export function addressOf(id, who) {
  return `/label/${id}?annotator=${encodeURIComponent(who)}`;
}

/** What waits; `names` are the sheets' by id, `saved` is called once something has been sent. */
export function drawWaiting(names, saved) {
  const node = el("div", { class: "label-refused" });
  let sent = false;
  const changed = () => {
    show();
    if (!sent) return;
    sent = false;
    saved();
  };
  const queues = keptFor().map(({ sheet, annotator }) => {
    const on = { saved: () => (sent = true), answers: show, changed };
    return { sheet, annotator, queue: new Queue(sheet, annotator, on) };
  });

  function show() {
    const waiting = queues.map((its) => ({ ...its, count: its.queue.entries().length })).filter(({ count }) => count > 0);
    if (waiting.length === 0) refill(node);
    else {
      refill(
        node,
        el("p", { role: "alert" }, "⚠ Answers wait in this browser that the server does not have; no download holds them:"),
        el("ul", {}, waiting.map(waits)),
      );
    }
  }

  function waits({ sheet, annotator, count, queue }) {
    const refused = queue.entries().find(([, entry]) => entry.refused)?.[1].refused;
    const why = refused || queue.fault;
    return el("li", {}, many(count, "answer"), " of ", el("a", { href: addressOf(sheet, annotator) }, named(annotator)), " to ", names[sheet] ? named(names[sheet]) : "another sheet", why ? [": ", el("bdi", {}, why)] : "");
  }

  show();
  for (const { queue } of queues) queue.flush();
  return node;
}
