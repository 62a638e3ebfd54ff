// Long lists, a hundred at a time.

import { el, refill, say, set } from "../dom.js";

const AT_ONCE = 100;

/** A list of which a page is shown: `draw(some)` gives the nodes, now or later; `view` keeps the page by `name`. */
export function drawPages(view, name, label, holder, draw) {
  const place = el("span", { class: "place", "aria-live": "polite" });
  const before = el("button", { type: "button", on: { click: () => turn(-1) } }, "← Before");
  const after = el("button", { type: "button", on: { click: () => turn(1) } }, "Next →");
  const bar = el("nav", { class: "pages", "aria-label": `Pages: ${label}` }, before, place, after);
  let all = [];
  let asked = 0;

  function pageOf() {
    const last = Math.max(1, Math.ceil(all.length / AT_ONCE));
    const page = Math.trunc(Number(view.get(name, "1")));
    return [page >= 1 && page <= last ? page : 1, last];
  }

  function turn(by) {
    view.choose({ [name]: pageOf()[0] + by });
    holder.scrollIntoView({ block: "nearest" });
  }

  async function show(things) {
    all = things;
    const [page, last] = pageOf();
    const start = (page - 1) * AT_ONCE;
    const some = all.slice(start, start + AT_ONCE);
    bar.hidden = last === 1;
    set(before, "disabled", page === 1 ? "" : null);
    set(after, "disabled", page === last ? "" : null);
    say(place, `${(start + 1).toLocaleString("en")}–${(start + some.length).toLocaleString("en")} of ${all.length.toLocaleString("en")}`);
    // What was asked for before may come after.
    asked += 1;
    const own = asked;
    const nodes = await draw(some, start);
    if (own === asked) refill(holder, nodes);
  }

  return { bar, show };
}
