// The table of machines and measures: sorted, filtered, grouped; a cell opens below.
import { chooser, element, tickBox } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { moveByKeys } from "./keys.js";
import { named } from "./machine.js";
import { onThemeChange } from "../shared/theme.js";
import { percent, SHOWN, thereText, wayFromGuessing, whole } from "./shown.js";
import { section } from "../report/section.js";
import { shownMachines, shownMeasures } from "./state.js";
import { sortableTable } from "../report/table.js";
import { tint, tintScale } from "../shared/tint.js";

const GUESSING = { name: "guessing", does: "" };
const CHOICES = ["show", "group", "machines", "measures", "there"];

export function mapTable(data, store) {
  const host = element("div", {});
  const told = element("p", { class: "note", role: "status" });
  const scale = element("span", { class: "tint-scale", "aria-hidden": "true" });
  const filter = (name, label) => {
    const search = element("input", {
      type: "search",
      value: store.get(name),
      oninput: () => store.set(name, search.value),
    });
    return element("label", { class: "field narrow" }, element("span", {}, label), search);
  };
  const switched = (name, label) => tickBox(label, store.get(name) === "1", (on) => store.set(name, on ? "1" : ""));

  let refresh = () => {};

  function redraw() {
    const measures = shownMeasures(data, store),
      machines = shownMachines(data, store),
      shown = SHOWN[store.get("show")];
    const columns = [
      machineColumn,
      countColumn(data, measures),
      ...measures.map((one) => measureColumn(data, one, shown)),
    ];
    const at = columns.findIndex(({ name }) => name === store.get("sort"));
    const { root } = sortableTable({
      caption: "Machines and measures",
      columns,
      rows: machines,
      last: machines.length ? [GUESSING] : [],
      sortBy: at < 0 ? null : { at, down: store.get("down") === "1" },
      groupOf: store.get("group") === "1" ? ({ does }) => does : null,
      decorate: (line, row) => [...line.cells].slice(2).forEach((each, k) => dress(each, row, measures[k], shown)),
      drawn: (order) => {
        if (order) store.set("sort", columns[order.at].name);
        store.set("down", order?.down ? "1" : "");
        refresh();
        mark();
      },
    });
    root.classList.add("map-table");
    refresh = moveByKeys(root, store.get("cell"), (name) => {
      store.set("cell", name);
      document.getElementById("cell-title")?.focus();
    });
    host.replaceChildren(root);
    padByKept(root.querySelector(".scroll"));
    mark();
    scale.style.setProperty("background", tintScale());
    const empty = machines.length * measures.length - full(data, machines, measures);
    told.textContent = `${counted(machines.length, "machine")} on ${counted(measures.length, "measure")}; ${counted(empty, "cell")} without all seeds`;
  }

  /** A cell that can be opened, with its colour; `GUESSING` has none. */
  function dress(place, row, measure, shown) {
    if (row === GUESSING) return;
    const cell = whole(data, row.name, measure.name);
    place.dataset.cell = `${row.name}/${measure.name}`;
    place.setAttribute("aria-label", labelOf(data, row, measure, cell));
    place.classList.add(cell ? "filled" : "waits");
    if (cell) place.style.setProperty("background", tint(wayFromGuessing(cell, measure, shown.colour)));
  }

  function mark() {
    for (const each of host.querySelectorAll("[data-cell]"))
      each.classList.toggle("open", each.dataset.cell === store.get("cell"));
  }

  store.on(CHOICES, redraw);
  store.on(["cell"], mark);
  onThemeChange(redraw);
  const choices = Object.entries(SHOWN).map(([key, { name }]) => [key, name]);
  const root = section(
    "table",
    "Table",
    element(
      "div",
      { class: "controls" },
      chooser("In a cell", choices, store.get("show"), (value) => store.set("show", value)),
      filter("machines", "Machines with"),
      filter("measures", "Measures with"),
      switched("group", "group by what a memory does"),
      switched("there", "only measures with runs"),
    ),
    told,
    host,
    element(
      "p",
      { class: "note" },
      "Colour: from what the best guesser gets, ",
      scale,
      `, to all right; k/${data.seeds}: so many seeds solved it. A cell that says how many are trained has not all its seeds yet. Click a cell, or move by arrow keys and press Enter, to open it; a column's name sorts.`,
    ),
  );
  redraw();
  return root;
}

/** Measures what stays while the rest is scrolled: what is scrolled into sight is not left behind it (table.css). */
function padByKept(place) {
  const [corner, foot] = ["thead th", "tfoot tr"].map((which) => place.querySelector(which));
  const pad = () => {
    const sizes = { head: corner.offsetHeight, names: corner.offsetWidth, foot: foot?.offsetHeight ?? 0 };
    for (const [name, size] of Object.entries(sizes)) place.style.setProperty(`--${name}`, `${size}px`);
  };
  const observer = new ResizeObserver(pad);
  for (const each of [corner, foot]) if (each) observer.observe(each);
}

const machineColumn = {
  name: "machine",
  kind: "text",
  rowHead: true,
  value: ({ name }) => name,
  cell: (row) => (row.look ? named(row) : element("span", { class: "machine" }, "guessing")),
};

/** Seeds that solved a measure, over the measures that are shown. */
function countColumn(data, measures) {
  const sum = (row, of) => measures.reduce((total, { name }) => total + of(whole(data, row.name, name)), 0);
  const solved = (row) => sum(row, (cell) => cell?.solved ?? 0),
    seeds = (row) => sum(row, (cell) => cell?.seeds.length ?? 0);
  return {
    name: "seeds solved",
    kind: "number",
    down: true,
    value: (row) => (seeds(row) ? solved(row) / seeds(row) : null),
    cell: (row) => (row.look && seeds(row) ? `${solved(row)} of ${seeds(row)}` : ""),
  };
}

function measureColumn(data, measure, shown) {
  return {
    name: measure.name,
    kind: "number",
    title: `${measure.words}; solved with ${measure.solved} % right within`,
    down: shown.down,
    value: (row) => {
      const cell = whole(data, row.name, measure.name);
      return cell && shown.value(cell);
    },
    cell: (row) => {
      if (!row.look) return shown.guess(measure) ?? "";
      const cell = whole(data, row.name, measure.name);
      if (!cell) return thereText(data, row.name, measure.name);
      const [first, second] = shown.texts(cell);
      return element(
        "span",
        { class: "cell-texts" },
        element("span", {}, first),
        second && element("small", {}, second),
      );
    },
  };
}

const full = (data, machines, measures) =>
  machines.reduce((sum, { name }) => sum + measures.filter((each) => whole(data, name, each.name)).length, 0);

function labelOf(data, machine, measure, cell) {
  const name = `${machine.name} on ${measure.name}`;
  if (!cell) return `${name}: ${thereText(data, machine.name, measure.name)}`;
  const beyond = `${percent(cell.beyond.value)} % right beyond`;
  return `${name}: ${cell.solved} of ${cell.seeds.length} seeds solved, ${beyond}`;
}
