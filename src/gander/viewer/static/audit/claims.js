// All claims, and whatever else figures count, without a figure in view.

import { el, refill } from "../dom.js";
import { drawItemList } from "./itemlist.js";

/** The part; `show()` after what is chosen changed. */
export function drawClaims(data, view) {
  const list = drawItemList(data, view);
  const fault = el("p", { class: "fault", role: "alert" });

  async function show() {
    try {
      await list.show(null);
      refill(fault);
    } catch (error) {
      refill(fault, error.message);
    }
  }

  return { node: el("div", {}, fault, list.node), show };
}
