// Generalisation beyond the training range: a metric over an option of the task.
import { chart } from "../chart.js";
import { chooser, element, emptyNote, refill, tickBox } from "../../shared/dom.js";
import { isShown, labelOf, namesIn } from "../data.js";
import { bandNote, groupLines, lineChooser, runLines, taskChooser, tasksOf } from "../lines.js";
import { section } from "../section.js";

const TITLE = "Generalisation";
const PANELS = "panels";
const worded = (name) => name.replaceAll("_", " ");
const pointsAlong = (run) => (run.generalisation ?? []).filter(({ axis }) => axis);

export function generalisation(data, store) {
  const runs = data.runs.filter((run) => pointsAlong(run).length);
  if (!runs.length) {
    return section(
      "generalisation",
      TITLE,
      emptyNote("None of the runs was scored along an option, such as on longer sequences than it was trained on."),
    );
  }
  const tasks = tasksOf({ runs });
  const guesses = data.guesses ?? {},
    guessed = new Set(Object.values(guesses).flatMap(Object.values));
  const banded = data.groups.some((group) => Object.keys(group.generalisation ?? {}).length);
  const state = { task: tasks[0], axis: null, metric: null, by: banded ? "group" : "run", xLog: false, yLog: false };
  const host = element("div", { class: "chart" });
  const draw = chart(host);
  const panels = element("div", { class: "multiples", hidden: true });
  const metric = chooser("Metric", [], "", (value) => set("metric")(value));
  const along = chooser("Along", [], "", (value) => set("axis")(value));

  function offer() {
    const points = runs.filter((run) => run.task === state.task).flatMap(pointsAlong);
    const axes = [...new Set(points.map(({ axis }) => axis))],
      metrics = namesIn(points, ({ values }) => values).filter((name) => !guessed.has(name));
    if (!axes.includes(state.axis)) [state.axis] = axes;
    if (!metrics.includes(state.metric)) state.metric = metrics.includes("wrong_bits") ? "wrong_bits" : metrics[0];
    refill(
      along,
      axes.map((name) => [name, name]),
      state.axis,
    );
    refill(
      metric,
      metrics.map((name) => [name, worded(name)]),
      state.metric,
    );
  }

  function redraw() {
    const { task, by, axis } = state,
      ticked = store.get("selected");
    const points = (run) => pointsOf(run, axis, state.metric);
    const lines = (
      by === "run"
        ? runLines(data, ticked, task, points)
        : groupLines(data, ticked, task, (group) => group.generalisation?.[axis]?.[state.metric], points)
    ).map((line) => ({ ...line, points: true }));
    panels.hidden = by !== PANELS || !lines.length;
    host.hidden = !panels.hidden;
    if (!lines.length) {
      return draw.nothing(`None of the ticked runs was evaluated for ${worded(state.metric)} along ${axis}.`);
    }
    const trained = trainedRange(data, ticked, task, axis);
    const guessing = guessLines(data, ticked, task, axis, guesses[state.metric] ?? {});
    const spec = { ...state, xName: axis, yName: labelOf(data, state.metric), shaded: trained };
    if (by === PANELS) return multiples(panels, spec, lines, guessing);
    const notes = [
      by === "group" ? bandNote(data, ticked, task) : "",
      guessing.length ? "grey: what guessers get, who have learned nothing" : "",
      trained ? "shaded: the range of training" : "",
    ];
    draw({ ...spec, lines: [...lines, ...guessing], note: notes.filter(Boolean).join("; ") });
  }

  const set = (name) => (value) => {
    state[name] = value;
    if (name === "task") offer();
    redraw();
  };
  offer();
  store.on(["selected"], redraw);
  const root = section(
    "generalisation",
    TITLE,
    element(
      "div",
      { class: "controls" },
      taskChooser(tasks, state.task, set("task")),
      metric,
      along,
      banded ? lineChooser(state.by, set("by"), [[PANELS, "group, in a chart of its own"]]) : null,
      tickBox("log metric", state.yLog, set("yLog")),
      tickBox("log option", state.xLog, set("xLog")),
    ),
    host,
    panels,
  );
  return { root, ready: redraw };
}

/** A chart for each line, with the others thin and grey behind it, all on the same axes. */
function multiples(place, spec, lines, guessing) {
  const values = [...lines, ...guessing].flatMap(({ y }) => y).filter((value) => !spec.yLog || value > 0);
  const most = Math.max(...values);
  const yRange = spec.yLog ? [Math.min(...values) / 1.2, most * 1.2] : [Math.min(0, ...values), 1.05 * most || 1];
  const grey = { low: undefined, high: undefined, points: false, thin: true, guesser: 0 };
  const hosts = lines.map(() => element("div", { class: "chart" }));
  place.replaceChildren(...hosts);
  lines.forEach((line, at) => {
    const others = lines.filter((other) => other !== line).map((other) => ({ ...other, ...grey }));
    chart(hosts[at], 220)({ ...spec, yRange, lines: [line, ...others] });
  });
}

function pointsOf(run, axis, metric) {
  const points = pointsAlong(run)
    .filter((point) => point.axis === axis && Number.isFinite(point.values[metric]))
    .sort((a, b) => a.at - b.at);
  return [points.map(({ at }) => at), points.map(({ values }) => values[metric])];
}

/** What each guesser gets at the settings of the ticked runs; `of` has for each the name of its metric. */
function guessLines({ runs }, selected, task, axis, of) {
  const shown = [...selected]
    .sort((a, b) => a - b)
    .map((at) => runs[at])
    .filter((run) => run.task === task);
  return Object.entries(of).flatMap(([guesser, metric], at) => {
    const values = new Map();
    for (const run of shown) {
      const [x, y] = pointsOf(run, axis, metric);
      x.forEach((where, k) => values.has(where) || values.set(where, y[k]));
    }
    const x = [...values.keys()].sort((a, b) => a - b);
    const line = { name: `guessing: ${guesser}`, x, y: x.map((where) => values.get(where)), guesser: at, thin: true };
    return x.length ? [line] : [];
  });
}

/** The training range [least, most], if all shown groups agree. */
function trainedRange({ groups, runs }, selected, task, axis) {
  const ranges = groups
    .filter((group) => isShown(group, selected) && runs[group.runs[0]].task === task)
    .map((group) => group.trained?.[axis]);
  const [first] = ranges;
  return first && ranges.every((range) => range && range[0] === first[0] && range[1] === first[1]) ? first : null;
}
