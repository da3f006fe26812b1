// Comparison tables: numbers with their intervals, drawn beside them on one scale a column.
import { chooser, element, emptyNote } from "../dom.js";
import { columnFormat, number } from "../format.js";
import { taskOf, tasksOf } from "../lines.js";
import { section } from "../section.js";
import { sortableTable } from "../table.js";
import { interval, reachOf } from "../whisker.js";

const LONG = 15; // rows; a longer table is folded, but for the first

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

function oneTable({ title, note, columns, rows }, place) {
  const made = columns.map(({ name, kind }, at) => {
    const cells = rows.map((row) => row[at]);
    return (KINDS[kind] ?? numberColumn)(name, at, cells);
  });
  made[0] = { ...made[0], rowHead: true };
  const content = [
    note ? element("p", { class: "note" }, note) : null,
    rows.length ? sortableTable({ caption: title, columns: made, rows }).root : emptyNote("No rows."),
  ];
  return place === 0 || rows.length <= LONG
    ? element("div", { class: "block" }, element("h3", {}, title), content)
    : element("details", { class: "block" }, element("summary", {}, `${title} (${rows.length} rows)`), content);
}

const textColumn = (name, at) => ({ name, kind: "text", value: (row) => row[at], cell: (row) => row[at] ?? "–" });

/** A number, or one that is missing for a reason. */
const valueOf = (cell) => (cell !== null && typeof cell === "object" ? cell.value : cell);

function numberColumn(name, at, cells) {
  const write = columnFormat(cells.map(valueOf));
  const cell = (row) =>
    row[at]?.text ?? (valueOf(row[at]) === null && row[at]?.note ? row[at].note : write(valueOf(row[at])));
  return { name, kind: "number", value: (row) => valueOf(row[at]), cell };
}

function intervalColumn(name, at, cells) {
  const reach = reachOf(cells);
  if (!reach) return { ...textColumn(name, at), value: (row) => row[at]?.text, cell: (row) => row[at]?.text ?? "–" };
  const write = columnFormat(cells.flatMap((cell) => [cell?.value, cell?.low, cell?.high]));
  const title = reach ? `drawn from ${number(reach.low)} to ${number(reach.high)}` : undefined;
  return {
    name,
    kind: "interval",
    title,
    value: (row) => row[at]?.value,
    cell: (row) => interval(row[at], reach, write),
  };
}

const KINDS = { text: textColumn, interval: intervalColumn };
