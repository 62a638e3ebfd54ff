// The page: which part of it is shown follows from its address. A further part is a line here; its scripts
// are loaded with it alone.

import { el, refill } from "./dom.js";

const PARTS = {
  "": async () => (await import("./home.js")).showHome,
  game: async () => (await import("./game/page.js")).showGame,
  audit: async () => (await import("./audit/page.js")).showAudit,
  eyeq: async () => (await import("./eyeq/page.js")).showEyeq,
  play: async () => (await import("./play/page.js")).showPlay,
  label: async () => (await import("./label/page.js")).showLabel,
};

const [part, id] = location.pathname.split("/").slice(1);
const page = document.getElementById("page");
try {
  const show = await PARTS[part]();
  await show(page, id);
} catch (error) {
  refill(page, el("main", { class: "failure" }, el("h1", {}, "This cannot be shown"), el("p", { role: "alert" }, error.message), el("p", {}, el("a", { href: "/" }, "All games"))));
  console.error(error);
}
