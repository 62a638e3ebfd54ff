// The page as a file of its own: an audit.

import { showAudit } from "./audit/page.js";
import { el, refill } from "./dom.js";

const page = document.getElementById("page");
showAudit(page, "").catch((error) => {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message)));
  console.error(error);
});
