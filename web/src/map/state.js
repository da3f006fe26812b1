// What the reader chose, kept in the page's address.
import { addressWriter } from "../shared/address.js";
import { Store } from "../report/store.js";

/** What stands in a cell, and how the axes begin; `sort` is a column's name, `cell` MACHINE/MEASURE. */
const FIRST = {
  show: "beyond",
  group: "1",
  sort: "",
  down: "",
  machines: "",
  measures: "",
  there: "",
  cell: "",
  across: "beyond",
  x: "state",
  y: "beyond",
  of: "",
};

export const NAMES = Object.keys(FIRST);

/** `choices`: { name: [valid values] } of what is chosen from a list; another value in the address is passed over. */
export function begun(said, choices) {
  const valid = (name, value) => NAMES.includes(name) && (choices[name]?.includes(value) ?? true);
  const given = Object.entries(said).filter(([name, value]) => valid(name, value));
  return new Store({ ...FIRST, ...Object.fromEntries(given) });
}

/** Writes all that differs from how the page opens; another state in the address, typed or pasted, opens the page anew. */
export function keepInAddress(store) {
  const seen = () =>
    Object.fromEntries(NAMES.map((name) => [name, store.get(name) === FIRST[name] ? "" : store.get(name) || "0"]));
  const write = addressWriter(seen());
  store.on(NAMES, () => write(seen()));
  addEventListener("hashchange", () => location.reload());
}

/** Whether a text has every word of a filter. */
export function matches(text, filter) {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

/** The machines that the filter leaves. */
export const shownMachines = (data, store) =>
  data.machines.filter(({ name, does }) => matches(`${name} ${does}`, store.get("machines")));

/** The measures that the filter leaves. */
export function shownMeasures(data, store) {
  const left = data.measures.filter(({ name, task }) => matches(`${name} ${task}`, store.get("measures")));
  return store.get("there") === "1" ? left.filter(({ guess }) => guess) : left;
}
