// The page: which part of it is shown follows from its address. A further part is a line here.

import { el, refill } from "./dom.js";
import { showGame } from "./game/page.js";
import { showHome } from "./home.js";

const PARTS = {
  "": showHome,
  game: showGame,
};

const [part, id] = location.pathname.split("/").slice(1);
const page = document.getElementById("page");
try {
  await PARTS[part](page, id);
} catch (error) {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message), el("p", {}, el("a", { href: "/" }, "All games"))));
  console.error(error);
}
