// The questions that were fixed before the runs, with their answers.
import { element } from "../shared/dom.js";
import { interval, reachOf } from "../report/whisker.js";
import { plainTable } from "./plain_table.js";
import { section } from "../report/section.js";

const HEAD = ["compared", "measures there", null, "p", "p by Holm", "concluded"];

/** `asked` is what the results' page says of them all. */
export function questions({ questions: all, asked }) {
  const lead = asked.map((text) => element("p", { class: "lead" }, text));
  return section("questions", "Questions", ...lead, ...all.map(question));
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
    begun ? plainTable(head, tested(tests)) : null,
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
  plainTable(
    ["compared", "measure", "seeds", "p"],
    tests.flatMap(({ cells, measures }) => measures.map(({ name, values, p }) => [cells[0], name, values, p])),
  );

const folded = (title, body) => element("details", { class: "block" }, element("summary", {}, title), body);
