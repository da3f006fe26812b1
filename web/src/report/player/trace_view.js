// All panels of one trace. A panel of a kind that the page does not know, or without its array, is said in words.
import { LEFT } from "../../player/axes.js";
import { element, emptyNote } from "../../shared/dom.js";
import { alignment } from "./alignment.js";
import { matrix, sequence, stages, weighting } from "./heat_panels.js";
import { picture } from "./picture.js";
import { scalars } from "./scalars.js";
import { story } from "./story.js";

const MOST_LEFT = 96; // pixels for the names of rows
const ABOVE = 222, // pixels of a window that are the page's bar, the player's head and its controls
  AROUND = 76; // of a panel that are not its rows: title, sentence, what is read
const [LEAST_ROW, MOST_ROW] = [2, 14]; // pixels
const LEAST_HIGH = 56; // of a panel, unless its rows are as high as they may be
const MATRIX = 0.26; // of a window's height: that of a memory, over the stages that lead to it
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

/** What a panel is, in a sentence, and where more is said of it. */
function sentence({ title, says, about }, explain) {
  const more = explain && about ? explain.link(about, "more", `more about: ${title}`) : null;
  return element("p", { class: "says" }, says, more ? [" ", more] : null);
}

/**
 * What goes in and out, memory and heads stand first (`main`), those over time beside those of the present step, their
 * rows as high as a window has room for; all else is below. `slots`: null, or which are shown.
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
    columnTicks: !panel.main || panel === lastOverTime, // those of one column have the same steps
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
    // All widths before drawing: asked for in between, each would lay out the page anew.
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

/** The height of a row: the one that all have in common, or a greater one where a panel has but few. */
const ownHeight = (rows, common) => Math.max(common, Math.min(MOST_ROW, LEAST_HIGH / rows));

/** So that panels one above the other are seen at once. */
function commonHeight(panels) {
  const room = innerHeight - ABOVE - AROUND * panels.length;
  const sum = (common) => panels.reduce((total, { rows }) => total + rows * ownHeight(rows, common), 0);
  let common = MOST_ROW;
  while (common > LEAST_ROW && sum(common) > room) common -= 0.5;
  return common;
}

/** Which of `count` rows or columns are shown: of slots those that are used, where that is said of so many. */
function shownPlaces(slots, word, count) {
  if (slots && word.startsWith("slot") && slots.count === count) return slots.shown;
  return Array.from({ length: count }, (_, at) => at);
}

/** The room left of all pictures: for numbers, or for the longest name of a row. */
function roomForNames(panels) {
  const longest = Math.max(0, ...panels.flatMap(({ rows }) => rows ?? []).map((name) => String(name).length));
  return Math.min(MOST_LEFT, Math.max(LEFT, 14 + 6.5 * longest));
}
