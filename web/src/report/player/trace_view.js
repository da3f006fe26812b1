// All panels of one trace. A message replaces a panel of unknown kind or without its array.
import { LEFT } from "../../player/axes.js";
import { element, emptyNote } from "../../shared/dom.js";
import { alignment } from "./alignment.js";
import { matrix, sequence, stages, weighting } from "./heat_panels.js";
import { picture } from "./picture.js";
import { scalars } from "./scalars.js";
import { story } from "./story.js";

const MOST_LEFT = 96; // pixels, for row names
const ABOVE = 222, // pixels of a window for the page's bar, the player's head and its controls
  AROUND = 76; // of a panel, besides its rows: title, sentence, readout
const [LEAST_ROW, MOST_ROW] = [2, 14]; // pixels
const LEAST_HIGH = 56; // of a panel, unless its rows have the greatest height
const MATRIX = 0.26; // of a window's height, for a memory above the stages that lead to it
const KINDS = { sequence, "over-time": weighting, matrix, stages, scalars, story, alignment, picture };
const OVER_TIME = ["sequence", "over-time"];

function make(panel, context) {
  const kind = KINDS[panel.kind];
  if (!kind) return said(`${panel.title ?? panel.kind}: this page does not know panels of kind ${panel.kind}.`);
  if (panel.array && !context.arrays.has(panel.array)) return said(`${panel.title}: the trace has no ${panel.array}.`);
  const made = kind(panel, context.arrays.get(panel.array), context);
  if (panel.says) made.root.querySelector(".panel-head").after(sentence(panel, context.explain));
  return made;
}

const said = (text) => ({ when: "wide", root: emptyNote(text), draw: () => {} });

/** A sentence on what a panel shows, with a link to more. */
function sentence({ title, says, about }, explain) {
  const more = explain && about ? explain.link(about, "more", `more about: ${title}`) : null;
  return element("p", { class: "says" }, says, more ? [" ", more] : null);
}

/**
 * `main` panels (inputs, outputs, memory, heads) come first, those over time beside those of the current step, with
 * rows as high as the window allows; all others are below. `allSlots`: also show unused slots.
 */
export function traceView(trace, arrays, { go, explain, allSlots }) {
  const all = trace.panels ?? [];
  const left = roomForNames(all);
  const lastOverTime = all.findLast(({ main, kind }) => main && OVER_TIME.includes(kind));
  let common = MOST_ROW;
  const context = (panel) => ({
    arrays,
    steps: trace.steps,
    stepName: trace.step_name ?? "step",
    left,
    go,
    explain,
    shown: (word, count) => shownPlaces(allSlots ? null : trace.slots, word, count),
    columnTicks: !panel.main || panel === lastOverTime, // main panels over time share a column and its steps
    rowHeight: (rows) => (panel.main ? ownHeight(rows, common) : MOST_ROW),
    tall: () => (panel.main ? Math.max(160, MATRIX * innerHeight) : Infinity),
  });
  const panels = all.map((panel) => ({ ...make(panel, context(panel)), main: Boolean(panel.main) }));
  const first = ["time", "now"].map((when) =>
    block(
      when,
      panels.filter((each) => each.main && each.when === when),
    ),
  );
  const root = element(
    "div",
    { class: "trace", style: { "--left": `${left}px` } },
    block(
      "wide",
      panels.filter(({ when }) => when === "wide"),
    ),
    first.some(Boolean) ? element("div", { class: first.every(Boolean) ? "first" : "first alone" }, first) : null,
    block(
      "rest",
      panels.filter(({ main, when }) => !main && when !== "wide"),
    ),
  );
  let step = 0;
  const fitted = panels.filter(({ main, rows }) => main && rows);
  const redraw = () => {
    // Read all widths before drawing: reading in between would force a layout each time.
    const widths = panels.map(({ root: each }) => each.clientWidth);
    common = commonHeight(fitted);
    panels.forEach(({ draw }, at) => widths[at] && draw(step, widths[at]));
  };
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  addEventListener("resize", redraw);
  return {
    root,
    redraw,
    end: () => {
      watcher.disconnect();
      removeEventListener("resize", redraw);
    },
    show: (now) => {
      step = Math.min(now, trace.steps - 1);
      redraw();
    },
  };
}

const block = (name, panels) =>
  panels.length
    ? element(
        "div",
        { class: `panels ${name}` },
        panels.map(({ root }) => root),
      )
    : null;

/** A panel's row height: the common one, or more if it has few rows. */
const ownHeight = (rows, common) => Math.max(common, Math.min(MOST_ROW, LEAST_HIGH / rows));

/** The row height at which panels above each other fit the window. */
function commonHeight(panels) {
  const room = innerHeight - ABOVE - AROUND * panels.length;
  const sum = (common) => panels.reduce((total, { rows }) => total + rows * ownHeight(rows, common), 0);
  let common = MOST_ROW;
  while (common > LEAST_ROW && sum(common) > room) common -= 0.5;
  return common;
}

/** The rows or columns to show, of `count`: the used slots if `slots` is given for that many, else all. */
function shownPlaces(slots, word, count) {
  if (slots && word.startsWith("slot") && slots.count === count) return slots.shown;
  return Array.from({ length: count }, (_, at) => at);
}

/** The space left of all pictures, for row numbers or the longest row name. */
function roomForNames(panels) {
  const longest = Math.max(0, ...panels.flatMap(({ rows }) => rows ?? []).map((name) => String(name).length));
  return Math.min(MOST_LEFT, Math.max(LEFT, 14 + 6.5 * longest));
}
