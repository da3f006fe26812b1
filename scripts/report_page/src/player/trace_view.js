// All panels of one trace. A panel of a kind that the page does not know, or without its array, is said in words.
import { element, emptyNote } from "../dom.js";
import { alignment } from "./alignment.js";
import { matrix, sequence, stages, weighting } from "./heat_panels.js";
import { picture } from "./picture.js";
import { scalars } from "./scalars.js";
import { story } from "./story.js";

const LEFT = 44,
  MOST_LEFT = 96; // pixels for the names of rows
const GAP = 18; // pixels between panels
const KINDS = { sequence, "over-time": weighting, matrix, stages, scalars, story, alignment, picture };

function make(panel, context) {
  const kind = KINDS[panel.kind];
  if (!kind) return said(`${panel.title ?? panel.kind}: this page does not know panels of kind ${panel.kind}.`);
  if (panel.array && !context.arrays.has(panel.array)) return said(`${panel.title}: the trace has no ${panel.array}.`);
  return kind(panel, context.arrays.get(panel.array), context);
}

const said = (text) => ({ when: "wide", root: emptyNote(text), draw: () => {} });

/**
 * The panels over time, beside or above those of the present step. Of a run by itself (`alone`) the last panels over
 * time go below those of the present step, so that both columns are about as long.
 */
export function traceView(trace, arrays, go, alone) {
  const left = roomForNames(trace.panels ?? []);
  const context = { arrays, steps: trace.steps, stepName: trace.step_name ?? "step", left, go };
  const panels = (trace.panels ?? []).map((panel) => make(panel, context));
  const of = (when) => panels.filter((panel) => panel.when === when).map(({ root }) => root);
  const parts = ["wide", "time", "now"]
    .map((when) => [when, of(when)])
    .filter(([, roots]) => roots.length)
    .map(([when, roots]) => element("div", { class: `panels ${when}` }, roots));
  const columns = parts.filter((part) => !part.classList.contains("wide"));
  const root = element(
    "div",
    { class: columns.length < 2 ? "trace alone" : "trace", style: { "--left": `${left}px` } },
    parts,
  );
  let step = 0,
    balanced = !alone || columns.length < 2;
  const redraw = () => {
    // All widths before drawing: asked for in between, each would lay out the page anew.
    const widths = panels.map(({ root: each }) => each.clientWidth);
    panels.forEach(({ draw }, at) => widths[at] && draw(step, widths[at]));
    if (!balanced && root.clientWidth) {
      balanced = true;
      balance(...columns);
    }
  };
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  return {
    root,
    redraw,
    end: () => watcher.disconnect(),
    show: (now) => {
      step = Math.min(now, trace.steps - 1);
      redraw();
    },
  };
}

/** Moves the last panels of the first column below the second while that makes the longer of them shorter. */
function balance(first, second) {
  const tall = (panels) => [...panels.children].map((panel) => panel.offsetHeight + GAP);
  const sum = (heights) => heights.reduce((total, each) => total + each, 0);
  const heights = tall(first);
  let left = sum(heights),
    right = sum(tall(second)),
    kept = heights.length;
  while (kept > 1 && right + heights[kept - 1] < left) {
    kept -= 1;
    left -= heights[kept];
    right += heights[kept];
  }
  second.append(...[...first.children].slice(kept));
}

/** The room left of all pictures: for numbers, or for the longest name of a row. */
function roomForNames(panels) {
  const longest = Math.max(0, ...panels.flatMap(({ rows }) => rows ?? []).map((name) => String(name).length));
  return Math.min(MOST_LEFT, Math.max(LEFT, 14 + 6.5 * longest));
}
