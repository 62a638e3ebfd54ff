// One claim: what was said, the verdict, why, where it was looked for, and the record's lines that decide it.

import { el } from "../dom.js";
import { many } from "../text.js";
import { VERDICTS, reasonOf, verdictOf } from "./verdicts.js";

const WHOSE = {
  own: "about the speaker",
  observed: "about another, with the speaker there",
  hearsay: "about another, whom the speaker was not with",
};

/** The claim's card. */
export function claimCard(game, state, number) {
  const claim = game.claims[number];
  const verdict = verdictOf(claim, state.roles);
  const { sign, words } = VERDICTS[verdict];
  const hidden = claim.telling && !state.roles;
  const speaker = game.players[game.utterances[claim.utterance].speaker];
  const facts = [
    ["Verdict", el("strong", { class: `verdict v-${verdict}` }, hidden ? "? hidden" : `${sign} ${words}`), " ", reasonOf(claim, state.roles)],
    claim.notes.length > 0 && state.roles && ["Note", claim.notes.join(" ")],
    claim.window && ["Looked for in", claim.window.words],
    claim.whose && ["Whose", WHOSE[claim.whose]],
    state.roles && ["Speaker", speaker.role],
    claim.grounds && state.roles && ["Grounds", `${claim.grounds.kind}: ${claim.grounds.reason}`],
  ];
  const lines = hidden ? [] : [
    ...claim.lines.map((line) => [line, "decides"]),
    ...(claim.grounds?.lines ?? []).map((line) => [line, "grounds"]),
    ...(claim.grounds?.testimony ?? []).map((line) => [line, "testimony before"]),
  ];
  return el(
    "section",
    { class: "claim", id: "claim", "aria-label": `Claim ${number + 1}` },
    el(
      "header",
      {},
      el("h4", {}, `${number + 1}. `, el("bdi", {}, claim.words)),
      el("button", { type: "button", class: "close", "aria-label": "Close the claim", on: { click: () => state.change({ claim: null }) } }, "×"),
    ),
    el("dl", {}, facts.filter(Boolean).map(([head, ...body]) => [el("dt", {}, head), el("dd", {}, body)])),
    lines.length > 0 && [el("h5", {}, many(lines.length, "line"), " of the record"), el("ol", { class: "lines" }, lines.map(([line, why]) => recordLine(game, state, line, why)))],
  );
}

function recordLine(game, state, line, why) {
  const [tick, type, , told, veiled] = game.events[line - 1];
  const words = (state.roles ? told : (veiled ?? told)).join(" ");
  const secret = !state.roles && (veiled !== null || line === 1);
  const raw = game.lines[line];
  return el(
    "li",
    {},
    el("button", { type: "button", class: "line", on: { click: () => state.change({ playing: false, at: line - 1 }) } }, `line ${line}`),
    el("span", { class: "when" }, ` tick ${tick}, ${why}: `),
    el("bdi", {}, words || type),
    raw !== undefined && !secret && el("details", {}, el("summary", {}, "as written"), el("code", { dir: "ltr" }, raw)),
  );
}
