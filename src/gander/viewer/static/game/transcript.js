// What was said in the meetings, with every claim marked where it stands.

import { el, named, refill, set } from "../dom.js";
import { many } from "../text.js";
import { claimCard } from "./claim.js";
import { VERDICTS, reasonOf, verdictOf } from "./verdicts.js";

const DEEPEST = 3; // lines below a text; further claims there have their marks only

/** The transcript; the result has `node`, `show(changed)`. */
export function drawTranscript(game, state) {
  const node = el("div", { class: "transcript" });
  let marks = new Map();
  let speeches = [];
  let card = null;

  function draw() {
    marks = new Map();
    speeches = game.utterances.map((utterance, number) => speech(game, state, utterance, number, marks));
    refill(
      node,
      legend(game, state.roles),
      game.meetings.length === 0 && el("p", {}, "No meeting was held."),
      game.meetings.map((meeting, number) => meetingPart(game, state, meeting, number, speeches)),
    );
    choose(false);
    present();
  }

  function choose(go) {
    card?.remove();
    card = null;
    for (const its of marks.values()) {
      for (const one of its) set(one, "data-chosen", null);
    }
    for (const [number, its] of marks) set(its[0], "aria-expanded", number === state.claim);
    if (state.claim === null) return;
    for (const one of marks.get(state.claim)) set(one, "data-chosen", "");
    card = claimCard(game, state, state.claim);
    speeches[game.claims[state.claim].utterance].after(card);
    if (go) bringIn(card);
  }

  function present() {
    speeches.forEach((one, number) => {
      const now = game.utterances[number].at === state.line;
      if (now !== one.hasAttribute("aria-current")) {
        set(one, "aria-current", now ? "true" : null);
        // Not while a claim is read: it would be moved away.
        if (now && state.claim === null && scrolls(one)) bringIn(one);
      }
    });
  }

  draw();
  return {
    node,
    show(changed) {
      if (changed.has("roles")) draw();
      else if (changed.has("claim")) choose(true);
      if (changed.has("at")) present();
    },
  };
}

/** The panel that holds a node, if it scrolls by itself; in narrow windows the page does. */
function scrolls(node) {
  const panel = node.closest("[role=tabpanel]");
  return panel && panel.scrollHeight > panel.clientHeight && getComputedStyle(panel).overflowY !== "visible" ? panel : null;
}

/** Scroll so far that a node is seen, its beginning rather than its end; the page stays where it is if it can. */
function bringIn(node) {
  const panel = scrolls(node);
  if (!panel) {
    node.scrollIntoView({ block: "nearest" });
    return;
  }
  const own = node.getBoundingClientRect();
  const frame = panel.getBoundingClientRect();
  if (own.top < frame.top) panel.scrollTop += own.top - frame.top - 12;
  else if (own.bottom > frame.bottom) panel.scrollTop += Math.min(own.top - frame.top - 12, own.bottom - frame.bottom + 12);
}

function legend(game, roles) {
  const counts = {};
  for (const claim of game.claims) {
    const verdict = verdictOf(claim, roles);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return el(
    "ul",
    { class: "legend verdicts", "aria-label": "Verdicts" },
    Object.entries(VERDICTS).map(([verdict, { sign, words }]) =>
      el("li", {}, el("span", { class: `sign v-${verdict}` }, sign), " ", el("span", { class: `claimed v-${verdict}` }, words), ` ${counts[verdict] ?? 0}`),
    ),
  );
}

function meetingPart(game, state, meeting, number, speeches) {
  const caller = named(game.players[meeting.caller].name);
  const how = meeting.kind === "report" ? [caller, " reported a body"] : [caller, " called it"];
  const votes = meeting.votes.map(([voter, target]) =>
    el("li", {}, named(game.players[voter].name), " → ", target === null ? "nobody" : named(game.players[target].name)),
  );
  const ejected = meeting.ejected === null ? "Nobody was ejected." : [named(game.players[meeting.ejected].name), " was ejected", state.roles && `: a ${game.players[meeting.ejected].role}`, "."];
  const own = game.utterances.map((utterance, index) => (utterance.meeting === number ? speeches[index] : null));
  return el(
    "section",
    { class: "held", "aria-label": `Meeting ${number + 1}` },
    el("h3", {}, el("button", { type: "button", on: { click: () => state.change({ playing: false, at: meeting.start }) } }, `Meeting ${number + 1}, tick ${meeting.tick}`), el("small", {}, how)),
    meeting.bodies.length > 0 && el("p", { class: "bodies" }, "Dead on the map: ", meeting.bodies.map((body, index) => [index > 0 && ", ", el("bdi", {}, body)])),
    own.every((one) => one === null) && el("p", {}, "Nothing was said."),
    own,
    votes.length > 0 && el("div", { class: "votes" }, el("h4", {}, "Votes"), el("ul", {}, votes)),
    el("p", { class: "ejected" }, ejected),
  );
}

const STATES = {
  failed: "not read",
  no_claims: "read: no claims",
  empty: "silent",
};

function speech(game, state, utterance, number, marks) {
  const speaker = game.players[utterance.speaker];
  const note = STATES[utterance.state];
  const loose = utterance.claims.filter((claim) => game.claims[claim].span === null);
  for (const claim of utterance.claims) marks.set(claim, [mark(game, state, claim)]);
  return el(
    "article",
    { class: "speech", "aria-label": `${speaker.name}, speech ${number + 1}` },
    el(
      "header",
      {},
      el("button", { type: "button", class: "speaker", on: { click: () => state.change({ playing: false, at: utterance.at }) } }, named(speaker.name)),
      state.roles && speaker.role === "Duck" && el("span", { class: "duck" }, "Duck"),
      note && el("span", { class: "note" }, utterance.state === "failed" && utterance.why ? `${note}: ${utterance.why}` : note),
    ),
    el("p", { dir: "auto", class: "said" }, underlined(game, state, utterance, marks)),
    loose.length > 0 && el("p", { class: "loose" }, `${many(loose.length, "claim")} whose place in the text is not known: `, loose.map((claim) => marks.get(claim)[0])),
  );
}

/** The text in pieces, each below the lines of the claims that it belongs to; marks where claims end. */
function underlined(game, state, utterance, marks) {
  // Spans count characters, not halves of them.
  const letters = Array.from(utterance.text);
  const placed = utterance.claims
    .filter((claim) => game.claims[claim].span !== null)
    .map((claim) => {
      const [start, end] = game.claims[claim].span;
      return { claim, start: Math.min(start, letters.length), end: Math.min(end, letters.length) };
    });
  level(placed);
  const cuts = [...new Set([0, letters.length, ...placed.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  const pieces = [];
  cuts.forEach((from, index) => {
    for (const { claim } of placed.filter(({ start, end }) => Math.max(start, end) === from)) pieces.push(marks.get(claim)[0]);
    if (index + 1 < cuts.length) pieces.push(piece(game, state, letters.slice(from, cuts[index + 1]).join(""), placed.filter(({ start, end }) => start <= from && end > from), marks));
  });
  return pieces;
}

/** Give overlapping claims lines at different depths. */
function level(placed) {
  const ends = [];
  for (const one of [...placed].sort((a, b) => a.start - b.start || b.end - a.end)) {
    let depth = ends.findIndex((end) => end <= one.start);
    if (depth < 0) depth = ends.length;
    ends[depth] = one.end;
    one.depth = depth;
  }
}

function piece(game, state, text, over, marks) {
  let node = document.createTextNode("");
  const claims = [...over].sort((a, b) => b.depth - a.depth);
  node = claims
    .filter(({ depth }) => depth < DEEPEST)
    .reduce((inside, { claim, depth }) => {
      const verdict = verdictOf(game.claims[claim], state.roles);
      const span = el("span", { class: `claimed v-${verdict} depth-${depth}` }, inside);
      marks.get(claim).push(span);
      return span;
    }, el("span", {}, text));
  // Of claims on the same words a click takes the shortest; the marks reach every one.
  const shortest = [...over].sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  if (shortest) node.addEventListener("click", () => state.change({ claim: shortest.claim, playing: false, at: game.claims[shortest.claim].moment }));
  return node;
}

function mark(game, state, number) {
  const claim = game.claims[number];
  const verdict = verdictOf(claim, state.roles);
  const { sign, words } = VERDICTS[verdict];
  return el(
    "button",
    {
      type: "button",
      class: `mark v-${verdict}`,
      "data-claim": number,
      "aria-expanded": "false",
      "aria-label": `Claim ${number + 1}, ${claim.telling && !state.roles ? "verdict hidden" : words}: ${claim.words}`,
      title: reasonOf(claim, state.roles),
      on: { click: () => state.change(state.claim === number ? { claim: null } : { claim: number, playing: false, at: claim.moment }) },
    },
    `${sign}${number + 1}`,
  );
}
