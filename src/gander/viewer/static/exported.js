// The page as a file of its own: one game.

import { el, refill } from "./dom.js";
import { showGame } from "./game/page.js";

const page = document.getElementById("page");
showGame(page, "exported").catch((error) => {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message)));
  console.error(error);
});
