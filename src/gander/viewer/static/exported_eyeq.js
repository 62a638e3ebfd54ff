// The page as a file of its own: Eye-Q runs.

import { el, refill } from "./dom.js";
import { showEyeq } from "./eyeq/page.js";

const page = document.getElementById("page");
showEyeq(page, "").catch((error) => {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message)));
  console.error(error);
});
