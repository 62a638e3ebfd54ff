// What figures count, looked through: which items a figure counts, and which of them are wanted.

export const FACETS = ["what", "type", "verdict", "whose", "grounds", "team", "part"];

/** Words for what is looked for; what is not named here is shown as it is. */
export const WORDS = {
  what: { claim: "claims", fact: "presence facts", utterance: "utterances", lie: "meetings with a Duck's lie" },
  verdict: { wrong_room: "wrong room", near_miss: "near miss" },
  whose: { own: "own (the speaker)", observed: "observed (the speaker was there)", hearsay: "hearsay (it was not)" },
  grounds: { circumstantial: "circumstances", contact: "contact alone", some: "some" },
  team: { goose: "Geese", duck: "Ducks", unknown: "not known" },
  part: { part: "in the part", rest: "only in the whole" },
};

/** How a column is read: the word of an item, empty where it has none. */
function readers(items, games, shares) {
  const word = (name) => (place) => items.words[items[name][place]];
  return {
    what: word("sort"),
    type: word("type"),
    verdict: word("verdict"),
    whose: word("whose"),
    grounds: word("grounds"),
    team: (place) => games[items.game[place]].players[items.seat[place]][1] || "unknown",
    part: (place) => (shares === null ? "" : shares.get(items.counts[place])[0] > 0 ? "part" : "rest"),
  };
}

/** By what an item counts for: part and whole of a metric. */
export function sharesOf(items, metric) {
  const found = new Map();
  items.shares.forEach((shares, place) => {
    for (const [number, part, whole] of shares) if (number === metric) found.set(place, [part, whole]);
  });
  return found;
}

/** Whether an item counts in a group: lies count for the Geese of their game, all else for its speaker. */
function membership(items, games, by, group, rows) {
  if (items.groups[by]) {
    const groups = items.groups[by];
    const lie = items.words.indexOf("lie");
    return (place) => {
      const own = groups[items.game[place]];
      if (items.sort[place] !== lie) return own[items.seat[place]] === group;
      return own.some((its, seat) => its === group && games[items.game[place]].players[seat][1] === "goose");
    };
  }
  const own = new Set(rows.filter((row) => row[0] === group).map((row) => row[1]));
  return (place) => own.has(items.game[place]);
}

/** The items that a figure of a group counts: {places, part, whole, shares}; all items for no figure. */
export function countedItems(items, games, figure) {
  const all = [...items.game.keys()];
  if (figure === null) return { places: all, shares: null };
  const shares = sharesOf(items, figure.place);
  const belongs = membership(items, games, figure.by, figure.group, figure.rows);
  const places = all.filter((place) => shares.has(items.counts[place]) && belongs(place));
  let [part, whole] = [0, 0];
  for (const place of places) {
    const its = shares.get(items.counts[place]);
    part += its[0];
    whole += its[1];
  }
  return { places, shares, part, whole };
}

/** Those that are wanted, and for every facet how many there would be of each word, all else as it is. */
export function filtered(items, games, { places, shares }, wanted) {
  const read = readers(items, games, shares);
  const asked = FACETS.filter((facet) => wanted[facet]);
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()]));
  const found = [];
  const count = (facet, place) => {
    const word = read[facet](place);
    counts[facet].set(word, (counts[facet].get(word) ?? 0) + 1);
  };
  for (const place of places) {
    const failing = asked.filter((facet) => read[facet](place) !== wanted[facet]);
    if (failing.length === 0) {
      found.push(place);
      for (const facet of FACETS) count(facet, place);
    } else if (failing.length === 1) {
      count(failing[0], place);
    }
  }
  return { found, counts };
}
