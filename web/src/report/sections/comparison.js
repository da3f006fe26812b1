// Comparison tables: numbers with their intervals, drawn beside them.
import { chooser, element, emptyNote } from "../../shared/dom.js";
import { columnFormat, number } from "../../shared/format.js";
import { taskOf, tasksOf } from "../lines.js";
import { improvementMatrix } from "../improvement.js";
import { section } from "../section.js";
import { sortableTable } from "../table.js";
import { interval, reachOf } from "../whisker.js";

const LONG = 15; // rows; longer tables are folded, except the first

export function comparison({ tables, runs, not_compared: without }) {
  if (!tables.length) {
    return section(
      "comparison",
      "Comparison",
      emptyNote(
        without || "There is nothing to compare: it takes at least two groups of runs, which differ in an option.",
      ),
    );
  }
  const left = without ? element("p", { class: "note" }, without) : null;
  const tasks = tasksOf({ runs }).filter((task) => tables.some((table) => taskOf(table, [task]) === task));
  if (tasks.length < 2) return section("comparison", "Comparison", left, tables.map(oneTable));
  const body = element("div", {});
  const show = (task) =>
    body.replaceChildren(...tables.filter((table) => [task, null].includes(taskOf(table, tasks))).map(oneTable));
  show(tasks[0]);
  return section(
    "comparison",
    "Comparison",
    left,
    element(
      "div",
      { class: "controls" },
      chooser(
        "Task",
        tasks.map((task) => [task, task]),
        tasks[0],
        show,
      ),
    ),
    body,
  );
}

function oneTable(table, place) {
  const { title, note, rows, matrix } = table;
  const content = [
    note ? element("p", { class: "note" }, note) : null,
    rows.length ? sortableTable({ caption: title, columns: columnsOf(table), rows }).root : emptyNote("No rows."),
  ];
  const named = `${title} (${rows.length} rows)`;
  if (matrix?.names.length > 2)
    return element("div", { class: "block" }, [
      element("h3", {}, title),
      improvementMatrix(matrix, title),
      element("details", {}, element("summary", {}, `With intervals (${rows.length} rows)`), content),
    ]);
  return place === 0 || rows.length <= LONG
    ? element("div", { class: "block" }, element("h3", {}, title), content)
    : element("details", { class: "block" }, element("summary", {}, named), content);
}

function columnsOf({ columns, rows }) {
  const measure = columns.findIndex(({ name }) => name === "measure");
  const measureOf = (row) => (measure < 0 ? "" : row[measure]);
  const made = columns.map(({ name, kind }, at) =>
    kind === "interval"
      ? intervalColumn(name, at, rows, measureOf)
      : (KINDS[kind] ?? numberColumn)(
          name,
          at,
          rows.map((row) => row[at]),
        ),
  );
  made[0] = { ...made[0], rowHead: true };
  return made;
}

const textColumn = (name, at) => ({ name, kind: "text", value: (row) => row[at], cell: (row) => row[at] ?? "–" });

/** A cell's number; the cell may be an object with a note on why it is missing. */
const valueOf = (cell) => (cell !== null && typeof cell === "object" ? cell.value : cell);

function numberColumn(name, at, cells) {
  const write = columnFormat(cells.map(valueOf));
  const cell = (row) =>
    row[at]?.text ?? (valueOf(row[at]) === null && row[at]?.note ? row[at].note : write(valueOf(row[at])));
  return { name, kind: "number", value: (row) => valueOf(row[at]), cell };
}

/** Each measure has its own scale: on a common one, either bits or sequences would shrink to zero. */
function intervalColumn(name, at, rows, measureOf) {
  const scales = new Map();
  for (const measure of new Set(rows.map(measureOf))) {
    const cells = rows.filter((row) => measureOf(row) === measure).map((row) => row[at]);
    const write = columnFormat(cells.flatMap((cell) => [cell?.value, cell?.low, cell?.high]));
    scales.set(measure, { reach: reachOf(cells), write });
  }
  const drawn = [...scales].filter(([, { reach }]) => reach);
  if (!drawn.length)
    return { ...textColumn(name, at), value: (row) => row[at]?.text, cell: (row) => row[at]?.text ?? "–" };
  const ends = ([measure, { reach }]) => `${measure} from ${number(reach.low)} to ${number(reach.high)}`.trim();
  return {
    name,
    kind: "interval",
    title: `drawn ${drawn.map(ends).join(", ")}`,
    value: (row) => row[at]?.value,
    cell: (row) => {
      const { reach, write } = scales.get(measureOf(row));
      return interval(row[at], reach, write);
    },
  };
}

const KINDS = { text: textColumn };
