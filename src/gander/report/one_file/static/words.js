// Words and phrases of a puzzle's language, each in the direction that it runs.

import { el } from "./dom.js";

const ARABIC = /\p{Script=Arabic}/u;

/** Whether a text is written from right to left. */
export function isArabic(text) {
  return ARABIC.test(text);
}

/** A word or phrase of a puzzle's language. */
export function drawWord(text, language) {
  const written = isArabic(text);
  return el("bdi", { dir: "auto", class: "word", lang: language === "en" ? (written ? null : "en") : written ? language : null }, text);
}
