// A machine's views, the most informative first.
import { summaryNow, summaryOverTime } from "../player/summaries.js";
import { scaleOf } from "../shared/colour_maps.js";
import { rowNames } from "../score/views.js";
import { sentence } from "./words.js";

const FIRST = [
  /(^|\/)memory$/,
  /read\/weights$/,
  /write\/weights$/,
  /(^|\/)weights$/,
  /attention$/,
  /strengths$/,
  /gate$/,
  /push$/,
  /pop$/,
  /shift$/,
];
const MOST_HEADS = 4, // up to so many have a grid each
  MOST_PANELS = 60;

/** `axis`: of the score's slots, or null; `pick({ view, row, column, at })` is called for a cell to change. */
export function viewPanels(panels, run, frame, axis, pick) {
  const at = Math.min(frame, run.frames.length - 1),
    now = run.frames[at];
  if (!now) return [];
  const rank = ({ name }) => {
    const place = FIRST.findIndex((pattern) => pattern.test(name));
    return place < 0 ? FIRST.length : place;
  };
  const views = now.views
    .filter((view, k) => now.views.findIndex((other) => other.name === view.name) === k)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_PANELS);
  return views.map((view) => {
    const key = `view ${view.name}`,
      shown = view.row === "slot" && axis?.count === view.rows ? axis : null,
      scale = scaleFor(run, view);
    const title = view.name.replace(/\//g, " · ") + (view.title ? ` (${view.title})` : "");
    const said = [
      sentence(run.about, view),
      shown && shown.shown.length < view.rows ? `${shown.shown.length} of ${view.rows} slots, those in use.` : "",
      run.way === "whole" ? "" : "Click a cell to change it.",
    ]
      .filter(Boolean)
      .join(" ");
    const looks = { shown, scale, turn: axis?.turn ?? 1 };
    const heads = view.columns <= MOST_HEADS && view.column !== "step" && run.frames.length > 1 && !view.across;
    const grids = heads
      ? headGrids(panels, key, run, view, looks, pick)
      : nowGrid(panels, key, view, looks, (cell) => pick({ ...cell, at }));
    return panels.panel(key, title, said, grids, { scale });
  });
}

/** A view's scale; without declared limits, up to the greatest magnitude seen. */
function scaleFor(run, { name, low, high, across }) {
  if (low === undefined || high === undefined) {
    const { most } = run.seen.get(name);
    return scaleOf("diverging", -most, most);
  }
  if (across) return { map: "unit", low: 0, high: run.seen.get(name).most }; // shares of many parts are all small
  if (low < 0) return scaleOf("diverging", low, high);
  return high > 1 ? scaleOf("positive", low, high) : scaleOf("unit");
}

/** The shown rows, ordered and numbered as in the score, or with the view's own names. */
function rowsOf(shown, count, view, turn) {
  if (shown) {
    const { shown: slots, nameOf } = shown;
    const rowName = (row) => nameOf(slots[row]);
    return { rows: slots.length, of: (row) => slots[row], rowName, rowNumber: (row) => Number(rowName(row)) };
  }
  const names = view.row === "shift" || view.row?.includes(", ") ? rowNames(view, turn) : null;
  return {
    rows: count,
    of: (row) => row,
    rowName: (row) => names?.[row] ?? String(row + 1),
    rowNumber: (row) => row + 1,
  };
}

/** A view at the current step. */
function nowGrid(panels, key, view, { shown, scale, turn }, pick) {
  const { across } = view,
    columns = across || view.columns;
  const { of, ...axis } = across
    ? rowsOf(null, Math.ceil((view.rows * view.columns) / across), {}, 1)
    : rowsOf(shown, view.rows, view, turn);
  const place = (row, column) => (across ? [row * across + column, 0] : [of(row), column]);
  const value = (row, column) => {
    const [from, head] = place(row, column);
    return from < view.rows ? view.data[head * view.rows + from] : NaN;
  };
  const words = across ? ["row", "column"] : [view.row || "row", view.column || "column"];
  return panels.grid(key, {
    title: view.name,
    of: [view],
    ...axis,
    columns,
    value,
    scale,
    rowWord: words[0],
    columnWord: words[1],
    most: across ? 14 : 22, // square, like parts of a picture
    summary: summaryNow({ ...axis, columns, value, rowWord: words[0], columnWord: words[1] }),
    pick: (row, column) => {
      const [from, head] = place(row, column);
      if (from < view.rows) pick({ view, row: from, column: head });
    },
  });
}

/** A view over all steps, one grid per column. */
function headGrids(panels, key, run, view, { shown, scale, turn }, pick) {
  const over = run.over(view.name),
    { of, ...axis } = rowsOf(
      shown,
      over.reduce((most, each) => Math.max(most, each.rows), view.rows),
      view,
      turn,
    ),
    rowWord = view.row || "row";
  return Array.from({ length: view.columns }, (_, head) => {
    const there = (row, step) => over[step] && of(row) < over[step].rows && head < over[step].columns;
    const value = (row, step) => (there(row, step) ? over[step].data[head * over[step].rows + of(row)] : NaN);
    const name = view.columns > 1 ? `${view.column} ${head + 1}` : "";
    const [canvas, told] = panels.grid(`${key} ${head}`, {
      title: name ? `${view.name}, ${name}` : view.name,
      of: [run.frames, shown],
      settled: run.frames.length,
      ...axis,
      columns: Math.max(run.length, over.length),
      value,
      scale,
      overTime: true,
      stepsByKeys: false,
      columnTicks: head === view.columns - 1,
      rowWord,
      columnWord: "step",
      summary: summaryOverTime({ ...axis, value, rowWord, stepName: "step" }),
      pick: (row, step) => {
        if (there(row, step)) pick({ view: over[step], row: of(row), column: head, at: step });
      },
    });
    const title = panels.kept.text(`${key} head ${head} name`, "span", "stage-title", name);
    const line = panels.kept.box(`${key} head ${head} line`, "div", "stage-head", [title, told]);
    return panels.kept.box(`${key} head ${head}`, "div", "", name ? [line, canvas] : [canvas, told]);
  });
}
