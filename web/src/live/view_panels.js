// A machine's views, the most informative first.
import { summaryNow, summaryOverTime } from "../player/summaries.js";
import { scaleOf } from "../shared/colour_maps.js";
import { AlignmentGrid } from "../player/alignment_grid.js";
import { sentence, share } from "./words.js";

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
const FEW = 24, // slots; up to so many are all shown
  MOST_USED = 0.8, // share of used slots above which all are shown
  MOST_HEADS = 4, // up to so many have a grid each
  MOST_PANELS = { first: 8, all: 60 };

/** `pick({ view, row, column, at })` is called for a cell to change. */
export function viewPanels(panels, run, frame, pick, all) {
  const at = Math.min(frame, run.frames.length - 1),
    now = run.frames[at];
  if (!now) return [];
  const rank = ({ name }) => {
    const place = FIRST.findIndex((pattern) => pattern.test(name));
    return place < 0 ? FIRST.length : place;
  };
  const views = now.views
    .filter((view, k) => now.views.findIndex((other) => other.name === view.name) === k)
    .filter((view) => all || rank(view) < FIRST.length)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, all ? MOST_PANELS.all : MOST_PANELS.first);
  return views.map((view) => {
    const key = `view ${view.name}`,
      shown = all ? null : usedSlots(run, view),
      scale = scaleFor(run, view);
    const title = view.name.replace(/\//g, " · ") + (view.title ? ` (${view.title})` : "");
    const said = [
      sentence(run.about, view),
      shown ? `${shown.length} of ${view.rows} slots, those in use.` : "",
      run.about.way === "whole" ? "" : "Click a cell to change it.",
    ]
      .filter(Boolean)
      .join(" ");
    if (readsSource(run, view)) {
      const grids = alignments(panels, key, run, view, pick);
      return panels.panel(key, title, said, grids, { scale });
    }
    const heads = view.columns <= MOST_HEADS && view.column !== "step" && run.frames.length > 1 && !view.across;
    const grids = heads
      ? headGrids(panels, key, run, view, { shown, scale }, pick)
      : nowGrid(panels, key, view, { shown, scale }, (cell) => pick({ ...cell, at }));
    return panels.panel(key, title, said, grids, { scale });
  });
}

/** The used slots, or null to show all: if there are few, or nearly all are used. */
function usedSlots(run, view) {
  if (view.row !== "slot" || view.rows <= FEW) return null;
  const used = run.usedOf(view.rows);
  return used.length > 0 && used.length < view.rows * MOST_USED ? used : null;
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

/** The shown rows, numbered as among all, or with the view's own names. */
function rowsOf(shown, count, view) {
  const of = (row) => (shown ? shown[row] : row),
    names = namesOf(view);
  const rowName = (row) => names?.[of(row)] ?? String(of(row) + 1);
  return { rows: shown?.length ?? count, of, rowName, rowNumber: (row) => of(row) + 1 };
}

/** The rows' own names, or null: `backward, content, forward`; a shift's, of which the first moves furthest ahead. */
function namesOf({ row, rows }) {
  if (row === "shift") return Array.from({ length: rows }, (_, at) => shiftWord(Math.floor(rows / 2) - at));
  return row?.includes(", ") ? row.split(", ") : null;
}

const shiftWord = (by) => (by === 0 ? "0" : `${by > 0 ? "+" : "−"}${Math.abs(by)}`);

/** Whether a view is attention to the tokens of what was read. */
const readsSource = ({ episode, way }, { row, across }) =>
  way === "speaks" && row === "source" && !across && episode.inputs[0].kind === "tokens";

/** The attention of each said token to those of the source: a picture a head, source across, answer down. */
function alignments(panels, key, run, view, pick) {
  const [input] = run.episode.inputs,
    over = run.over(view.name);
  const source = input.tokens.map((token) => (token < 0 ? "·" : (input.names?.[token] ?? String(token))));
  const target = over.map((_, at) => run.about.target.names?.[run.frames[at].chosen] ?? String(run.frames[at].chosen));
  const settings = (head) => ({
    source: source.slice(0, view.rows),
    target,
    of: [run.frames, over.length],
    title: view.columns > 1 ? `${view.name}, ${view.column} ${head + 1}` : view.name,
    scale: scaleOf("unit"),
    value: (row, column) => over[row].data[head * over[row].rows + column],
    said: share,
    summary: (step) => (target[step] ? `token ${step + 1}: “${target[step]}”` : ""),
    pick: (row, column) => pick({ view: over[row], row: column, column: head, at: row }),
  });
  return Array.from({ length: view.columns }, (_, head) =>
    panels.grid(`${key} ${head}`, settings(head), AlignmentGrid),
  ).flat();
}

/** A view at the current step. */
function nowGrid(panels, key, view, { shown, scale }, pick) {
  const { across } = view,
    columns = across || view.columns;
  const { of, ...axis } = across
    ? rowsOf(null, Math.ceil((view.rows * view.columns) / across), {})
    : rowsOf(shown, view.rows, view);
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
function headGrids(panels, key, run, view, { shown, scale }, pick) {
  const over = run.over(view.name),
    { of, ...axis } = rowsOf(
      shown,
      over.reduce((most, each) => Math.max(most, each.rows), view.rows),
      view,
    ),
    rowWord = view.row || "row";
  return Array.from({ length: view.columns }, (_, head) => {
    const there = (row, step) => over[step] && of(row) < over[step].rows && head < over[step].columns;
    const value = (row, step) => (there(row, step) ? over[step].data[head * over[step].rows + of(row)] : NaN);
    const name = view.columns > 1 ? `${view.column} ${head + 1}` : "";
    const [canvas, told] = panels.grid(`${key} ${head}`, {
      title: name ? `${view.name}, ${name}` : view.name,
      of: [run.frames, shown?.length],
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
