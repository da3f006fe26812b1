// Two axes to choose: what is right against state, seconds, parameters and others, a point a machine.
import { chooser, element, emptyNote } from "../shared/dom.js";
import { middle, whole } from "./shown.js";
import { onThemeChange } from "../shared/theme.js";
import { scatter } from "./scatter.js";
import { section } from "../report/section.js";
import { shownMachines, shownMeasures } from "./state.js";

const STEPS = 100; // at which what grows with each step is counted

const AXES = {
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
  const host = element("div", { class: "scatter" });
  const names = Object.entries(AXES).map(([key, { name }]) => [key, name]);

  function redraw() {
    const of = store.get("of"),
      measures = (of ? data.measures.filter(({ name }) => name === of) : shownMeasures(data, store)).map(
        ({ name }) => name,
      );
    const [x, y] = ["x", "y"].map((axis) => AXES[store.get(axis)] ?? AXES.beyond);
    const points = shownMachines(data, store)
      .map((machine) => ({ machine, cells: measures.map((name) => whole(data, machine.name, name)).filter(Boolean) }))
      .filter(({ cells }) => cells.length)
      .map(({ machine, cells }) => ({
        ...machine,
        x: mean(cells.map(x.of)),
        y: mean(cells.map(y.of)),
        note: measures.length > 1 ? `${cells.length} of ${measures.length} measures` : "",
      }));
    if (points.length) scatter(host, { x, y, points });
    else host.replaceChildren(emptyNote("No machine that the table shows has this measure with all its seeds yet."));
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
  );
  return { root, ready: redraw };
}

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
