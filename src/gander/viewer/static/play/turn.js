// A question, and the ways to answer it: by buttons, by a choice's number, by words, and what is said.

import { el, named, put, refill, say, set } from "../dom.js";

const WHAT = { act: "What do you do?", speak: "What do you say?", vote: "Whom do you vote for?" };

/** Draw a question; `decide(answer)` sends one, `draft` holds what was typed before. */
export function drawTurn(asked, decide, draft) {
  const fault = el("p", { class: "fault", role: "alert" });
  const node = el("section", { class: "turn", "aria-labelledby": "what" }, el("h2", { id: "what" }, WHAT[asked.kind]));
  const speech = asked.kind === "vote" ? null : drawSpeech(asked, draft);
  const line = asked.kind === "speak" ? null : drawLine(asked, draft);
  const answer = (typed) => decide({ line: typed, say: speech?.input.value ?? "" });
  const its = {
    node,
    id: asked.id,
    focus: () => (line ?? speech).input.focus(),
    toSpeech: () => speech?.input.focus(),
    /** Begin to type a choice's number, or go on with what stands there. */
    type(digit) {
      if (!line) return;
      line.input.value += digit;
      line.input.focus();
      keep();
    },
    complain(what) {
      say(fault, "");
      put(fault, el("bdi", {}, `✗ ${what}`));
      its.focus();
    },
    busy(is) {
      set(node, "aria-busy", is);
      for (const button of node.querySelectorAll("button")) button.disabled = is;
    },
  };

  function keep() {
    draft.keep({ line: line?.input.value ?? "", say: speech?.input.value ?? "" });
  }

  function send() {
    if (line.input.value.trim() === "?") {
      line.help.open = true;
      line.input.value = "";
      return;
    }
    say(fault, "");
    answer(line.input.value);
  }

  function speak(silent) {
    say(fault, "");
    decide(silent ? { silent: true } : { say: speech.input.value });
  }

  if (asked.kind === "speak") {
    put(
      node,
      speech.node,
      fault,
      el(
        "p",
        { class: "send" },
        el("button", { type: "button", class: "main", on: { click: () => speak(false) } }, "Say it ", el("kbd", {}, "Ctrl Enter")),
        el("button", { type: "button", on: { click: () => speak(true) } }, "Say nothing"),
      ),
    );
    speech.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) speak(false);
    });
  } else {
    put(node, speech?.node, choices(asked, answer), line.node, fault, line.help);
    line.button.addEventListener("click", send);
    line.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) send();
    });
    // What is said goes with an action: on to that.
    speech?.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      line.input.focus();
    });
  }
  node.addEventListener("input", keep);
  return its;
}

function choices(asked, answer) {
  return el(
    "ol",
    { class: "options", "aria-label": "Choices" },
    asked.choices.map((choice) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", "data-final": choice.final, on: { click: () => answer(String(choice.number)) } },
          el("kbd", {}, choice.number),
          el("span", { class: "words" }, choice.verb, choice.target !== null && [choice.verb && " ", named(choice.target)]),
          choice.note && el("small", {}, choice.note),
          choice.final && el("small", {}, "final"),
        ),
      ),
    ),
  );
}

function drawLine(asked, draft) {
  const input = el("input", { id: "line", type: "text", autocomplete: "off", dir: "auto", enterkeyhint: "send" });
  input.value = draft.line;
  const button = el("button", { type: "button", class: "main" }, "Choose ", el("kbd", {}, "Enter"));
  const node = el("p", { class: "choosing" }, el("label", { for: "line" }, "Number or words"), input, button);
  return { node, input, button, help: help(asked.kind) };
}

function help(kind) {
  const rows =
    kind === "act"
      ? [
          ["3", "the choice of that number"],
          ["move med", "or go med, or just med: words may be shortened as long as they are clear"],
          ["task", "work at your task here; a name, if you have several here"],
          ["kill bob", "also report and call: in full, they cannot be undone"],
          ["wait say hi", "an action and what you say with it"],
        ]
      : [
          ["2", "or bob: vote for that player; names may be shortened"],
          ["0", "or skip: vote for nobody"],
        ];
  return el(
    "details",
    { class: "typing" },
    el("summary", {}, "What can be typed"),
    el("dl", {}, rows.map(([keys, what]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, what)])),
    el("p", {}, "A digit typed anywhere goes into this line; ", el("kbd", {}, "S"), " leads to what you say."),
  );
}

function drawSpeech(asked, draft) {
  const long = asked.kind === "speak";
  const counted = el("small", { id: "counted" });
  const input = long
    ? el("textarea", { id: "say", rows: "5", dir: "auto", "aria-describedby": "counted" })
    : el("input", { id: "say", type: "text", autocomplete: "off", dir: "auto", enterkeyhint: "next", "aria-describedby": "counted" });
  input.value = draft.say;
  const count = () => refill(counted, counting(input.value, asked));
  input.addEventListener("input", count);
  count();
  const words = long ? `Your speech ${asked.meeting.turn} of ${asked.meeting.rounds}; everybody hears it` : "Say with it, to all in the room (or leave it empty)";
  return { input, node: el("div", { class: "saying" }, el("label", { for: "say" }, words), input, counted) };
}

function counting(text, asked) {
  const letters = Array.from(text).length;
  const told = `${letters.toLocaleString("en")} of ${asked.most.toLocaleString("en")} characters`;
  if (letters > asked.most) return `✗ ${told}: too long`;
  if (letters === 0 && asked.kind === "act") return "";
  return letters > asked.shown ? `${told}; others are shown the first ${asked.shown.toLocaleString("en")}` : told;
}
