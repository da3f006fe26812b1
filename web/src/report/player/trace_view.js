// One trace: its score, and below it what else was watched. A message replaces a panel of unknown kind or without its
// array.
import { LEFT } from "../../player/axes.js";
import { Score } from "../../score/score.js";
import { describe, shownViews } from "../../score/tracks.js";
import { element, emptyNote } from "../../shared/dom.js";
import { onPaper } from "../../shared/theme.js";
import { alignment } from "./alignment.js";
import { aroundOf, episodeOf } from "./episode.js";
import { matrix, sequence, stages, weighting } from "./heat_panels.js";
import { picture } from "./picture.js";
import { story } from "./story.js";

const MOST_LEFT = 96; // pixels, for row names
const KINDS = { sequence, "over-time": weighting, matrix, stages, story, alignment, picture };
const IN_SCORE = ["sequence", "over-time"]; // kinds whose arrays tracks may show

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

/** `signals`: what is said of signals; `run`: whose trace it is. */
export function traceView(trace, arrays, { go, explain, signals, run, seen }) {
  const episode = episodeOf(trace, arrays, signals, run),
    described = describe(episode),
    { axis } = described;
  const tracked = new Set([...shownViews(described), ...aroundOf(episode)]);
  const further = (trace.panels ?? []).filter(({ kind, array }) => !(IN_SCORE.includes(kind) && tracked.has(array)));
  const left = roomForNames(further);
  const context = { arrays, steps: trace.steps, stepName: episode.stepName, left, go, explain };
  const panels = further.map((panel) =>
    make(panel, { ...context, places: (word, count) => placesOf(axis, word, count) }),
  );
  const [wide, beside, rest] = ["wide", "beside", undefined].map((place) =>
    panels.filter(({ when }) => when === place),
  );
  const score = new Score({ go, seen, beside: block("beside", beside) });
  score.set(episode, described);
  const more = rest.length ? restOf(rest) : null;
  const root = element(
    "div",
    { class: "trace", style: { "--left": `${left}px` } },
    score.root,
    block("wide", wide),
    more,
  );
  let step = 0;
  const redraw = () => {
    // Read all widths before drawing: reading in between would force a layout each time.
    const widths = panels.map(({ root: each }) => each.clientWidth);
    panels.forEach(({ draw }, at) => widths[at] && draw(step, widths[at]));
  };
  more?.addEventListener("toggle", redraw);
  const watcher = new ResizeObserver(redraw);
  watcher.observe(root);
  return {
    root,
    score,
    redraw: () => {
      if (onPaper() && more) more.open = true;
      score.draw();
      redraw();
    },
    end: () => {
      watcher.disconnect();
      score.end();
    },
    show: (now) => {
      step = Math.min(now, trace.steps - 1);
      score.show(step);
      redraw();
    },
  };
}

const restOf = (panels) =>
  element(
    "details",
    { class: "watched", open: onPaper() },
    element("summary", {}, `All that is watched (${panels.length} more)`),
    block("rest", panels),
  );

const block = (name, panels) =>
  panels.length
    ? element(
        "div",
        { class: `panels ${name}` },
        panels.map(({ root }) => root),
      )
    : null;

/** { shown, nameOf }: the rows or columns to show, of `count`, and their names: of slots those of the score. */
function placesOf(axis, word, count) {
  if (word.startsWith("slot") && axis?.count === count) return axis;
  return { shown: Array.from({ length: count }, (_, at) => at), nameOf: (at) => String(at + 1) };
}

/** The space left of all pictures, for row numbers or the longest row name. */
function roomForNames(panels) {
  const longest = Math.max(0, ...panels.flatMap(({ rows }) => rows ?? []).map((name) => String(name).length));
  return Math.min(MOST_LEFT, Math.max(LEFT, 14 + 6.5 * longest));
}
