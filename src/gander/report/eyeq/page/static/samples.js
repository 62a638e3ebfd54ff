// The samples that the page carries, by their numbers.

let held = null;

/** Take over what the page carries; everything else here reads it. */
export function hold(data) {
  held = data;
}

/** Numbers of samples as an address names them, such as 0-19,40. */
export function carriedRows(index) {
  return held.rows[index];
}

/** The greatest number of a sample. */
export function lastRow() {
  return held.samples.length - 1;
}

/** The numbers that an address names and that there are, and whether it names others; what is no number is passed over. */
export function rowsIn(text) {
  const found = new Set();
  let others = false;
  for (const stretch of text.split(",")) {
    const parts = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(stretch);
    if (!parts) continue;
    const named = Number(parts[2] ?? parts[1]);
    const last = Math.min(named, lastRow());
    others ||= named > last;
    for (let row = Number(parts[1]); row <= last; row += 1) found.add(row);
  }
  return { rows: [...found], others };
}

/** A sample by its number, with what it refers to. */
export function sampleAt(row) {
  const [place, puzzle, status, right, released, attempts, most, failure, origin] = held.samples[row];
  const [model, subset, variant, temperature, seed] = held.places[place];
  const [key, truths, language, picture] = held.puzzles[puzzle];
  const read = attempts.map(([answer, isRight, isReleased, form, rules]) => ({ answer, right: isRight, released: isReleased, form, rules: held.rules[rules] }));
  const outcome = status === "failed" || status === "unfinished" ? status : right ? "right" : status === "unparsed" ? "unread" : "wrong";
  return { row, model, subset, variant, temperature, seed, puzzle: key, truths, language, picture, outcome, released, attempts: read, most, failure, origin };
}
