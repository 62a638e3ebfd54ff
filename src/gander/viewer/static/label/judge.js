// One row: what was said before, the utterance with its claim, the questions, and the audit's part once it may be seen.

import { el, named, refill, say, set } from "../dom.js";
import { VERDICTS } from "../game/verdicts.js";
import { many, spaced } from "../text.js";
import { QUESTIONS } from "./desk.js";

const PAUSE = 1000; // milliseconds without a key after which a note is taken
const CHOICES = [["yes", "Yes", "y"], ["no", "No", "n"], ["unsure", "Unsure", "u"]];

/** The panel; the result has `node`, `row()`, `place(place, game)`, `show()`, `commit()`, `note()`, `heading()` and, for numbers, `digit(digit)`. */
export function drawJudge(desk) {
  const title = el("h2", { tabindex: "-1" });
  const done = el("span", { class: "label-done" });
  const where = el("p", { class: "where-said" });
  const before = el("div", { class: "label-before" });
  const said = el("blockquote", { class: "said", dir: "auto" });
  const unplaced = el("p", { class: "note" });
  const claim = el("p", { class: "claim-words" });
  const audit = el("div", { class: "audit-part", "aria-live": "polite" });
  const lines = el("div", { class: "audit-part label-lines" });
  const others = el("div", { class: "others" });
  const questions = QUESTIONS[desk.kind].map((question, number) => (desk.kind === "claims" ? choice(desk, question, number) : count(desk, question, number)));
  const note = el("textarea", { id: "note", rows: 2, maxlength: 4000, dir: "auto", on: { input: () => later(), blur: () => written(), keydown: leave } });
  const button = (words, action) => el("button", { type: "button", on: { click: action } }, words);
  const steps = [button("← Before", () => desk.go(desk.row - 1)), button("Next →", () => desk.go(desk.row + 1))];
  const node = el(
    "section",
    { class: "judge", "aria-label": "The row" },
    el("header", {}, title, done, el("span", { class: "label-steps" }, steps, button(["Next unanswered ", el("kbd", {}, "Enter")], () => desk.next()))),
    where,
    before,
    said,
    desk.kind === "claims" && el("div", { class: "claimed-is" }, el("h3", {}, "The claim"), claim),
    unplaced,
    questions[0].node,
    audit,
    questions[1].node,
    lines,
    el("div", { class: "label-noted" }, el("label", { for: "note" }, "Note ", el("kbd", {}, "/")), note),
    others,
  );
  let shown = null;
  let timer = 0; // of a note that is not taken yet; 0 if there is none

  function later() {
    clearTimeout(timer);
    timer = setTimeout(written, PAUSE);
  }

  function written() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    desk.answer("note", note.value);
  }

  function show() {
    const seen = desk.of(desk.item);
    if (seen.told !== null) desk.shows();
    questions.forEach((its, number) => its.show([seen.mine.first, seen.mine.second][number], number === desk.question, desk.isOpen(number)));
    if (document.activeElement !== note && !timer) note.value = seen.mine.note;
    const key = JSON.stringify([desk.item, seen.told, seen.mine.first, seen.mine.early]);
    if (key !== shown) {
      shown = key;
      refill(audit, auditPart(desk, seen));
      refill(lines, seen.told?.evidence && linesPart(seen.told.evidence));
    }
    refill(others, seen.others && othersPart(desk, seen.others));
    say(done, seen.mine.complete ? "✓ answered" : "");
  }

  return {
    node,
    row() {
      const row = desk.rows[desk.row];
      say(title, `Row ${desk.row + 1} of ${desk.rows.length}`);
      refill(where, named(row.speaker), `, meeting ${row.meeting} of `, named(row.game), `, line ${row.line}`);
      refill(before);
      refill(said, row.utterance);
      refill(claim, el("bdi", {}, row.claim));
      say(unplaced, "");
      steps[0].disabled = desk.row === 0;
      steps[1].disabled = desk.row === desk.rows.length - 1;
      // Another row's note must not be taken for this one's.
      note.value = desk.of(row.item).mine.note;
      questions.forEach((its) => its.clear());
      show();
    },
    /** Tell what the games tell: what was said before, and where the claim stands. */
    place(place, game) {
      const unmarked = place.claim && !place.claim.span ? "Which of the words make the claim is not known." : "";
      say(unplaced, place.why || unmarked);
      if (!game || place.utterance === null) return;
      refill(before, beforePart(game, place));
      if (place.claim?.span) refill(said, marked(game.utterances[place.utterance].text, place.claim.span));
    },
    show,
    /** Take what was typed and not entered yet; what is wrong with it, if it cannot be taken. */
    commit() {
      written();
      return questions.map((its) => its.commit()).find(Boolean) ?? "";
    },
    note() {
      note.focus();
    },
    /** Begin a number with a digit that was typed elsewhere. */
    digit(digit) {
      questions[desk.question].type(digit);
    },
    heading() {
      title.focus();
    },
  };

  function leave(event) {
    if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) title.focus();
  }
}

function choice(desk, question, number) {
  const buttons = CHOICES.map(([value, words, key]) =>
    el("button", { type: "button", "data-value": value, on: { click: () => desk.answer(question.name, value) } }, words, " ", el("kbd", {}, key)),
  );
  const parts = frame(question, number, el("div", { class: "label-choices" }, buttons));
  return {
    node: parts.node,
    commit: () => "",
    clear() {},
    show(value, current, open) {
      buttons.forEach((button, index) => {
        set(button, "aria-pressed", value === CHOICES[index][0]);
        button.disabled = !open;
      });
      parts.show(current, open, open || number === 0 ? "" : secondWaits(desk));
    },
  };
}

/** Why the second question cannot be answered. */
function secondWaits(desk) {
  const { mine, told } = desk.of(desk.item);
  if (mine.first === "no") return "Not needed: the claim isn't faithful.";
  return told !== null && mine.first !== "" ? "" : "Comes after the first.";
}

function count(desk, question, number) {
  const fault = el("p", { class: "fault", id: `fault-${number}`, role: "alert" });
  const input = el("input", { type: "text", id: `question-${number}`, inputmode: "numeric", autocomplete: "off", maxlength: 4, "aria-describedby": `fault-${number}`, on: { input: () => (typed = true), blur: () => typed && take(), keydown: key } });
  const parts = frame(question, number, el("div", { class: "label-choices" }, el("label", { for: `question-${number}` }, question.title), input, fault));
  let typed = false; // whether something stands there that was not taken
  const answered = () => [desk.of(desk.item).mine.first, desk.of(desk.item).mine.second][number];

  function take() {
    const text = input.value.trim();
    const most = number === 1 ? Number(desk.of(desk.item).mine.first) : 9999;
    const wrong = text === "" || (/^\d+$/.test(text) && Number(text) <= most) ? "" : /^\d+$/.test(text) ? `That is more than the ${most} facts.` : "A whole number, please.";
    say(fault, wrong);
    set(input, "aria-invalid", wrong ? "true" : null);
    if (wrong) return false;
    typed = false;
    desk.answer(question.name, text === "" ? "" : String(Number(text)));
    return true;
  }

  function key(event) {
    if (event.key === "Enter" && take()) {
      event.preventDefault();
      event.stopPropagation();
      document.querySelector(".judge h2").focus();
    } else if (event.key === "Escape") {
      input.value = answered();
      clear();
      document.querySelector(".judge h2").focus();
    }
  }

  function clear() {
    typed = false;
    say(fault, "");
    set(input, "aria-invalid", null);
  }

  return {
    node: parts.node,
    type(digit) {
      if (input.disabled) return;
      input.focus();
      input.value = digit;
      typed = true;
    },
    clear,
    /** Take what was typed; why it cannot be taken. */
    commit() {
      if (!typed || take()) return "";
      return `${question.title} “${input.value}” was not taken. ${fault.textContent}`;
    },
    show(value, current, open) {
      if (!typed || !open) {
        input.value = value;
        clear();
      }
      input.disabled = !open;
      parts.show(current, open, open || number === 0 ? "" : "Comes after the first.");
    },
  };
}

function frame(question, number, answers) {
  const here = el("span", { class: "here", "aria-hidden": "true" });
  const hint = el("p", { class: "note" });
  const node = el(
    "div",
    { class: "label-question", role: "group", "aria-labelledby": `asked-${number}` },
    el("p", { id: `asked-${number}` }, here, el("strong", {}, question.title), ` ${question.words}`),
    answers,
    hint,
  );
  return {
    node,
    show(current, open, words) {
      set(node, "aria-current", current ? "true" : null);
      set(node, "data-open", open ? "" : null);
      say(here, current ? "▸ " : "");
      say(hint, words);
    },
  };
}

function beforePart(game, place) {
  const { meeting } = game.utterances[place.utterance];
  const earlier = game.utterances.slice(0, place.utterance).filter((one) => one.meeting === meeting && one.text);
  if (earlier.length === 0) return el("p", { class: "note" }, "Nothing was said before in this meeting.");
  const item = (one) => el("li", {}, el("strong", {}, named(game.players[one.speaker].name)), " ", el("span", { class: "said", dir: "auto" }, one.text));
  return [
    el("h3", {}, `Said before in this meeting (${earlier.length})`),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Said before in this meeting" }, el("ol", {}, earlier.map(item))),
  ];
}

/** The text with the claim's characters marked; spans count characters, not halves of them. */
function marked(text, [start, end]) {
  const letters = Array.from(text);
  return [letters.slice(0, start).join(""), el("mark", {}, letters.slice(start, end).join("")), letters.slice(end).join("")];
}

function auditPart(desk, seen) {
  const part = desk.kind === "claims" ? "verdict" : "audit's claims";
  if (seen.told === null) {
    return seen.mine.first !== ""
      ? el("p", { class: "note" }, `The ${part} ${desk.kind === "claims" ? "comes" : "come"} with the next answer that reaches the server.`)
      : el("p", { class: "hidden-part" }, `The ${part} ${desk.kind === "claims" ? "is" : "are"} shown once you have answered. `, el("button", { type: "button", on: { click: () => desk.reveal() } }, "Show before answering ", el("kbd", {}, "r")));
  }
  const early = seen.mine.early && el("p", { class: "warned" }, "⚠ Shown before you answered; that is recorded.");
  if (desk.kind === "utterances") return [el("h3", {}, "The audit's claims"), el("pre", { dir: "auto", tabindex: "0", role: "region", "aria-label": "The audit's claims" }, seen.told.claims), early];
  const { verdict, reason, window } = seen.told;
  const look = Object.hasOwn(VERDICTS, verdict) ? VERDICTS[verdict] : null;
  return [
    el("h3", {}, "The verdict"),
    el("p", {}, el("strong", { class: look ? `verdict v-${verdict}` : "verdict" }, look ? `${look.sign} ${look.words}` : spaced(verdict)), " ", el("span", { dir: "auto" }, reason)),
    window && el("p", { class: "note" }, "Looked for in ", el("bdi", {}, window)),
    early,
  ];
}

function linesPart(evidence) {
  return [el("h3", {}, many(evidence.split("\n").length, "line"), " of the record"), el("pre", { dir: "auto", tabindex: "0", role: "region", "aria-label": "Lines of the record" }, evidence)];
}

function othersPart(desk, others) {
  const names = Object.entries(others);
  if (names.length === 0) return null;
  const [one, two] = QUESTIONS[desk.kind];
  const said = ([who, { first, second, note }]) => el("li", {}, el("strong", {}, named(who)), `: ${one.title} ${first}`, second !== "" && `, ${two.title} ${second}`, note && [". ", el("bdi", {}, note)]);
  return [el("h3", {}, "What others answered"), el("ul", {}, names.map(said))];
}
