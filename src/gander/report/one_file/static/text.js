// Text that players, models and files supply: shown as it is, with nothing in it that hides or reorders.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
// They join or part letters, or end lines, and hide nothing.
const HARMLESS = new Set(["\u200c", "\u200d", "\n", "\t"]);

/** The text with control, bidi and format characters as their escapes, such as \u202e. */
export function visible(text) {
  return String(text).replace(HIDDEN, (sign) => (HARMLESS.has(sign) ? sign : escaped(sign)));
}

function escaped(sign) {
  const code = sign.codePointAt(0);
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\U${code.toString(16).padStart(8, "0")}`;
}

/** A number with its noun: "1 tick", "3 ticks". */
export function many(number, noun, plural = `${noun}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

/** Room names as people write them. */
export function spaced(name) {
  return name.replaceAll("_", " ");
}
