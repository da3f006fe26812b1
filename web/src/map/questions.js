// The questions that were fixed before the runs, with their answers.
import { element, emptyNote } from "../shared/dom.js";
import { interval, reachOf } from "../report/whisker.js";
import { section } from "../report/section.js";

const HEAD = ["compared", "measures there", null, "p", "p by Holm", "concluded"];

export function questions({ questions: all, rates }) {
  return section(
    "questions",
    "Questions",
    element(
      "p",
      { class: "lead" },
      "Written down with their measures, tests and conclusions before the measures they name had any run. All p are two-sided and corrected together by Holm. “No difference found” is no proof that there is none: the interval tells what could be hidden.",
    ),
    ...all.map(question),
    windows(rates),
  );
}

function windows(rates) {
  const told = rates.length
    ? rates.flatMap(({ measure, head, rows }) => [element("h4", {}, measure), table(head, rows)])
    : emptyNote("No run of the window is there yet.");
  return element(
    "div",
    { class: "block" },
    element("h3", {}, "How wide is the window of learning rates in which each solves?"),
    element(
      "p",
      { class: "note" },
      "Three decades in steps of half a decade, seeds of their own: the seeds that solved, and the median of what is right within, in per cent.",
    ),
    told,
  );
}

function question({ asks, answer, how, unit, tests }) {
  const begun = tests.some(({ measures }) => measures.length);
  const head = HEAD.map((name) => name ?? unit);
  return element(
    "div",
    { class: "block" },
    element("h3", {}, asks),
    element("p", {}, answer),
    element("p", { class: "note" }, how),
    begun ? table(head, tested(tests)) : null,
    begun
      ? folded("Measure by measure: what each seed has, and a p from which nothing is concluded", runs(tests))
      : null,
  );
}

/** A row a test, its difference drawn on a scale of all, which has zero. */
function tested(tests) {
  const reach = reachOf([{ value: 0 }, ...tests.map((test) => test.interval)]);
  return tests.map(({ cells, interval: told }) =>
    cells.map((text, at) => (at === 2 && told ? interval({ ...told, text }, reach) : text)),
  );
}

const runs = (tests) =>
  table(
    ["compared", "measure", "seeds", "p"],
    tests.flatMap(({ cells, measures }) => measures.map(({ name, values, p }) => [cells[0], name, values, p])),
  );

const folded = (title, body) => element("details", { class: "block" }, element("summary", {}, title), body);

function table(head, rows) {
  const line = (tag, cells) => cells.map((text, at) => element(at ? tag : "th", at ? {} : { scope: "row" }, text));
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": head.join(", ") },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head.map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map((row) => element("tr", {}, line("td", row))),
      ),
    ),
  );
}
