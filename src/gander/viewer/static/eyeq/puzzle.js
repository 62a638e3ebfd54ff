// A puzzle's page: its picture, what models were told, and what each of them made of it.

import { el, named, put, refill, say } from "../dom.js";
import { many } from "../text.js";
import { drawWord } from "../words.js";
import { drawGiven } from "./attempts.js";
import { shortNames } from "./columns.js";
import { SUBSETS } from "./filters.js";
import { drawHelps } from "./helps.js";
import { drawMark } from "./outcomes.js";
import { drawCompared } from "./sides.js";

// Phrases of Arabic script, which signs between them must not join to one that runs from right to left.
const PHRASES = /([\p{Script=Arabic}\p{M}\u200c]+(?: [\p{Script=Arabic}\p{M}\u200c]+)*)/u;

/** A puzzle; `its` has grid, page (what the server says of the puzzle), state, filter, asking, and go(by). */
export function drawPuzzle(its) {
  const { grid, page, state, filter } = its;
  const puzzle = grid.puzzles.find((one) => one.key === page.key);
  const short = shortNames(grid.columns);
  const ordered = filter.ordered(state);
  const at = ordered.indexOf(grid.puzzles.indexOf(puzzle));
  let told = state.answers || state.at !== null; // a link to an answer shows it
  const answers = el("section", { class: "answers", "aria-label": "The answer" });
  const given = el("section", { class: "given-by", "aria-label": "What models answered" });
  const picture = drawPicture(its, puzzle);
  const heading = el("h2", { tabindex: "-1" }, "Puzzle ", named(puzzle.id), el("span", { class: "subset" }, ` ${SUBSETS[puzzle.subset] ?? puzzle.subset}`));
  const main = el(
    "main",
    { class: "puzzle" },
    el(
      "nav",
      { class: "way", "aria-label": "Puzzles" },
      el("a", { href: state.address({ puzzle: null, at: null }) }, "‹ All puzzles"),
      el("span", { class: "count" }, at < 0 ? "not among those that pass the filters" : `${(at + 1).toLocaleString("en")} of ${many(ordered.length, "puzzle")}${state.filtered ? " that pass the filters" : ""}`),
      el("button", { type: "button", disabled: at <= 0, on: { click: () => its.go(-1) } }, "← Previous"),
      el("button", { type: "button", disabled: at < 0 || at + 1 >= ordered.length, on: { click: () => its.go(1) } }, "Next →"),
    ),
    el("div", { class: "left" }, heading, picture.node, answers),
    el("div", { class: "right" }, drawHelps(its), given),
  );

  function present() {
    picture.describe(told ? page.description : "");
    refill(answers, told ? drawAnswers(page, hide) : drawGuess(its, reveal));
    refill(given, drawAllGiven({ ...its, short }, told, reveal));
  }

  function reveal() {
    told = true;
    present();
    answers.querySelector("h3").focus();
  }

  function hide() {
    told = false;
    present();
    answers.querySelector("input, button").focus();
  }

  present();
  return {
    node: main,
    toggle: () => (told ? hide() : reveal()),
    focus() {
      const wanted = state.at === null ? null : given.querySelector(`[data-column="${state.at}"]`);
      if (wanted) {
        wanted.open = true;
        wanted.querySelector("summary").focus();
        wanted.scrollIntoView({ block: "start" });
      } else {
        heading.focus({ preventScroll: true });
        window.scrollTo(0, 0);
      }
    },
  };
}

function drawPicture({ asking }, puzzle) {
  const alt = `Picture of the ${SUBSETS[puzzle.subset] ?? puzzle.subset} puzzle ${puzzle.id}`;
  const frame = el("figure", { class: "picture" });
  if (!puzzle.picture) {
    refill(frame, el("p", { class: "no-picture" }, "This puzzle's picture is not here."));
    return { node: frame, describe: () => {} };
  }
  const image = el("img", { alt, on: { error: () => refill(frame, el("p", { class: "no-picture" }, "This puzzle's picture cannot be shown.")) } });
  asking.showPicture(image, puzzle.key, false);
  refill(frame, image);
  return { node: frame, describe: (words) => image.setAttribute("alt", words ? `${alt}: ${words}` : alt) };
}

function drawAnswers(page, hide) {
  const [first, ...others] = page.truths;
  return [
    el("h3", { tabindex: "-1" }, "Right: ", drawWord(first, page.language)),
    others.length > 0 && el("p", {}, el("span", { class: "what" }, "Also accepted "), others.map((truth, at) => [at > 0 && " · ", drawWord(truth, page.language)])),
    page.description && el("p", { dir: "auto", class: "described" }, page.description.split(PHRASES).map((piece, at) => (at % 2 ? drawWord(piece, page.language) : piece))),
    el("button", { type: "button", on: { click: hide } }, "Hide the answer"),
  ];
}

function drawGuess({ asking, page }, reveal) {
  const input = el("input", { id: "guess", autocomplete: "off", spellcheck: "false", dir: "auto", lang: page.language });
  const said = el("div", { class: "guessed", role: "status" });
  const form = el("form", { on: { submit: check } }, el("label", { for: "guess" }, "Your guess"), input, el("button", { type: "submit" }, "Check"), el("button", { type: "button", on: { click: reveal } }, "Show the answer"));

  async function check(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (text === "") {
      say(said, "Write something first.");
      return;
    }
    try {
      const { near, exact, released } = await asking.guess(page.key, text);
      if (!said.isConnected) return;
      refill(said, el("p", {}, drawWord(text, page.language), " ", drawMark(exact.equal ? "r" : near ? "n" : "w")));
      // Where a guess differs would tell the answer.
      if (exact.equal) put(said, drawCompared(exact, "exact", text), drawCompared(released, "released", text));
      else if (released.equal) put(said, el("p", { class: "note" }, "The released score would take it."));
    } catch (error) {
      refill(said, el("p", { class: "fault" }, error.message));
    }
  }

  const title = el("h3", { tabindex: "-1" }, "Guess first");
  // Guesses are compared by the server; a file of its own has none.
  return asking.guesses ? [title, form, said] : [title, el("button", { type: "button", on: { click: reveal } }, "Show the answer")];
}

function drawAllGiven(its, told, reveal) {
  const { grid, page, state, filter } = its;
  const shown = new Set(filter.columns(state));
  const own = page.given.filter(({ column }) => shown.has(column) || column === state.at);
  const silent = grid.columns.filter((_, number) => shown.has(number) && !page.given.some(({ column }) => column === number)).length;
  const left = page.given.length - own.length;
  return [
    el("h3", {}, "What models answered"),
    told
      ? own.map((given) => drawGiven(its, given, given.column === state.at || own.length <= 2))
      : el("p", {}, `${many(own.length, "answer")} would give it away. `, el("button", { type: "button", on: { click: reveal } }, "Show all")),
    own.length === 0 && el("p", { class: "note" }, "None that the filters leave was asked."),
    silent > 0 && el("p", { class: "note" }, `${many(silent, "more column")} of the grid did not ask this puzzle.`),
    left > 0 && el("p", { class: "note" }, `${many(left, "more answer")}, which the filters leave out.`),
  ];
}
