// Two axes to choose: what is right against state, seconds, parameters and others, a point a machine.
import { chooser, element, emptyNote } from "../shared/dom.js";
import { measuresThere, middle, nameOfMean, whole } from "./shown.js";
import { number } from "../shared/format.js";
import { onThemeChange } from "../shared/theme.js";
import { scatter } from "./scatter.js";
import { section } from "../report/section.js";
import { shownMachines, shownMeasures } from "./state.js";

const STEPS = 100; // at which what grows with each step is counted

export const AXES = {
  state: { name: `state after ${STEPS} steps, numbers`, log: true, of: ({ state, each }) => state + STEPS * each },
  seconds: { name: "seconds of training", log: true, of: ({ seconds }) => middle(seconds) },
  parameters: { name: "parameters", log: false, of: ({ parameters }) => parameters },
  sequences: { name: "sequences", log: false, of: ({ sequences }) => middle(sequences) },
  rate: { name: "learning rate", log: true, of: ({ rate }) => rate },
  beyond: { name: "% right beyond", log: false, of: ({ beyond }) => beyond.value },
  within: { name: "% right within", log: false, of: ({ within }) => within.value },
  solved: { name: "% of seeds solved", log: false, of: ({ solved, seeds }) => (100 * solved) / seeds.length },
};

export function axes(data, store) {
  const host = element("div", { class: "scatter" }),
    below = element("div", { class: "below-scatter" });
  const names = Object.entries(AXES).map(([key, { name }]) => [key, name]);

  function redraw() {
    const of = store.get("of"),
      measures = of ? data.measures.filter(({ name }) => name === of) : shownMeasures(data, store);
    const most = measuresThere(data, measures).length;
    const [x, y] = ["x", "y"].map((axis) => AXES[store.get(axis)]);
    const points = shownMachines(data, store)
      .map((machine) => ({
        machine,
        cells: measures.map(({ name }) => whole(data, machine.name, name)).filter(Boolean),
      }))
      .filter(({ cells }) => cells.length)
      .map(({ machine, cells }) => ({
        ...machine,
        label: nameOfMean(machine.name, cells.length, most),
        hollow: cells.length < most,
        x: mean(cells.map(x.of)),
        y: mean(cells.map(y.of)),
        note: most > 1 ? `${cells.length} of ${most} measures` : "",
      }));
    if (!points.length) {
      host.replaceChildren(emptyNote("No machine that the table shows has this measure with all its seeds yet."));
      return below.replaceChildren();
    }
    const unnamed = scatter(host, { x, y, points });
    below.replaceChildren(
      ...(points.some(({ hollow }) => hollow) ? [worth(most)] : []),
      ...(unnamed.length ? [numbered(unnamed)] : []),
    );
  }

  store.on(["x", "y", "of", "machines", "measures", "there"], redraw);
  onThemeChange(redraw);
  new ResizeObserver(redraw).observe(host);
  const choose = (axis, label) => chooser(label, names, store.get(axis), (value) => store.set(axis, value));
  const root = section(
    "axes",
    "Axes",
    element(
      "div",
      { class: "controls" },
      choose("x", "Across"),
      choose("y", "Up"),
      chooser(
        "On",
        [["", "all measures shown, their mean"], ...data.measures.map(({ name }) => [name, name])],
        store.get("of"),
        (value) => store.set("of", value),
      ),
    ),
    host,
    below,
  );
  return { root, ready: redraw };
}

/** What a mean over fewer measures is worth. */
const worth = (most) =>
  element(
    "p",
    { class: "note" },
    `A filled point is a mean over all ${most} measures that are there, a hollow one over fewer, as its name tells. A mean over fewer may be high only because it lacks what is hard, or low because it lacks what is easy: compare points of the same measures, or choose one measure.`,
  );

/** The names of points that have a number in the picture, where there was no room for more. */
const numbered = (points) =>
  element(
    "div",
    { class: "note" },
    "Points whose names found no room have numbers:",
    element(
      "ol",
      { class: "unnamed" },
      points.map(({ label, x, y }) => element("li", {}, `${label}: ${number(x)} across, ${number(y)} up`)),
    ),
  );

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
