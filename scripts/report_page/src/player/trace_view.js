// All panels of one trace. A panel of a kind that the page does not know, or without its array, is said in words.
import { element, emptyNote } from "../dom.js";
import { matrix, sequence, stages, weighting } from "./heat_panels.js";
import { scalars } from "./scalars.js";
import { story } from "./story.js";

const KINDS = { sequence, "over-time": weighting, matrix, stages, scalars, story };

function make(panel, context) {
  const kind = KINDS[panel.kind];
  if (!kind) return said(`${panel.title ?? panel.kind}: this page does not know panels of kind ${panel.kind}.`);
  if (panel.array && !context.arrays.has(panel.array)) return said(`${panel.title}: the trace has no ${panel.array}.`);
  return kind(panel, context.arrays.get(panel.array), context);
}

const said = (text) => ({ when: "wide", root: emptyNote(text), draw: () => {} });

/** The panels over time, beside or above those of the present step. */
export function traceView(trace, arrays, go) {
  const context = { arrays, steps: trace.steps, stepName: trace.step_name ?? "step", go };
  const panels = (trace.panels ?? []).map((panel) => make(panel, context));
  const of = (when) => panels.filter((panel) => panel.when === when).map(({ root }) => root);
  const parts = ["wide", "time", "now"].map((when) => [when, of(when)]).filter(([, roots]) => roots.length)
    .map(([when, roots]) => element("div", { class: `panels ${when}` }, roots));
  const alone = parts.filter((part) => !part.classList.contains("wide")).length < 2;
  const root = element("div", { class: alone ? "trace alone" : "trace" }, parts);
  let step = 0;
  const redraw = () => {
    for (const { root: each, draw } of panels) if (each.clientWidth) draw(step, each.clientWidth);
  };
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  return { root, redraw, end: () => watcher.disconnect(), show: (now) => {
    step = Math.min(now, trace.steps - 1);
    redraw();
  } };
}
