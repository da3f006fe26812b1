// A sweep: its points in parallel coordinates, the importance of each option, and a table of all points.
import { button, chooser, element, emptyNote } from "../../shared/dom.js";
import { columnFormat, number } from "../../shared/format.js";
import { section } from "../section.js";
import { parallel } from "../parallel.js";
import { sortableTable } from "../table.js";
import { intervalText, reachOf, whisker } from "../whisker.js";

export function sweeps(data, store) {
  if (!data.sweeps.length) {
    return section("sweeps", "Sweeps", emptyNote("No sweep: none of the runs was chosen by one."));
  }
  const body = element("div", {}),
    made = new Map();
  const show = (at) => {
    if (!made.has(at)) made.set(at, oneSweep(data.sweeps[at], data, store));
    body.replaceChildren(made.get(at));
  };
  const names = data.sweeps.map(({ name }, at) => [at, name]);
  const choose = element(
    "div",
    { class: "controls" },
    chooser("Sweep", names, 0, (value) => show(Number(value))),
  );
  return { root: section("sweeps", "Sweeps", names.length > 1 ? choose : null, body), ready: () => show(0) };
}

function oneSweep(sweep, data, store) {
  const host = element("div", { class: "chart" });
  const table = pointTable(sweep, data, store, (point) => view.light(point));
  const view = parallel(host, sweep, (points) => table.show(points));
  return element(
    "div",
    { class: "block" },
    element("h3", {}, sweep.name),
    sweep.note ? element("p", { class: "note" }, sweep.note) : null,
    sweep.points.length ? host : emptyNote("No point has been tried."),
    importance(sweep),
    sweep.points.length
      ? element(
          "details",
          { open: sweep.points.length <= 24 },
          element("summary", {}, `Points (${sweep.points.length})`),
          table.root,
        )
      : null,
  );
}

/** A point's value on an axis, as text. */
export function axisText(axis, value) {
  if (value === null || value === undefined) return "–";
  return axis.kind === "choice" ? String(axis.values[value] ?? value) : number(value);
}

function pointTable(sweep, data, store, light) {
  const { axes, points, objective } = sweep;
  const write = columnFormat(points.map(({ value }) => value));
  const known = (at) => at !== null && at !== undefined && data.runs[at];
  const columns = [
    {
      name: "point",
      kind: "text",
      rowHead: true,
      value: ({ run }) => run,
      cell: ({ run, run_index: at }) =>
        known(at) ? button(run, () => store.set("chosen", at), { class: "link" }) : run,
    },
    { name: "state", kind: "text", value: ({ state }) => state, cell: ({ state }) => state },
    ...axes.map((axis, at) => ({
      name: axis.name,
      kind: axis.kind === "choice" ? "text" : "number",
      value: (point) => (axis.kind === "choice" ? axisText(axis, point.at[at]) : point.at[at]),
      cell: (point) => axisText(axis, point.at[at]),
    })),
    {
      name: objective,
      kind: "number",
      value: ({ value }) => value,
      cell: ({ value, state }) => (state === "diverged" ? "∞" : write(value)),
    },
  ];
  return sortableTable({
    caption: `Points of ${sweep.name}`,
    columns,
    rows: points,
    sortBy: { at: columns.length - 1, down: false },
    decorate: (line, point) => {
      line.addEventListener("mouseenter", () => light(point));
      line.addEventListener("mouseleave", () => light(null));
      line.addEventListener("focusin", () => light(point));
      line.addEventListener("focusout", () => light(null));
    },
  });
}

function importance({ importance: rows, importance_note: note }) {
  if (!rows?.length) return note ? emptyNote(note) : null;
  const cells = rows.map(({ share, low, high }) => ({ value: share, low, high }));
  const reach = { low: 0, high: Math.max(reachOf(cells).high, 0.01) };
  const write = columnFormat([0.5, reach.high]);
  return element(
    "div",
    { class: "block importance" },
    element("h4", {}, "Importance of the options"),
    note ? element("p", { class: "note" }, note) : null,
    element(
      "dl",
      { class: "bars" },
      rows.map((row, at) =>
        element(
          "div",
          {},
          element("dt", {}, row.option),
          element(
            "dd",
            {},
            element(
              "span",
              { class: "bar-track", "aria-hidden": "true" },
              element("span", { class: "bar", style: { width: `${(100 * row.share) / reach.high}%` } }),
              whisker(cells[at], reach),
            ),
            intervalText(cells[at], write),
          ),
        ),
      ),
    ),
  );
}
