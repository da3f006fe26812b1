// Learning curves: one line per ticked run, or one per group with a band over its seeds.
import { chart } from "../chart.js";
import { chooser, element, emptyNote, refill, tickBox } from "../../shared/dom.js";
import { costOf, labelOf, namesIn } from "../data.js";
import { bandNote, groupLines, lineChooser, runLines, taskChooser, tasksOf } from "../lines.js";
import { section } from "../section.js";

export function curves(data, store) {
  const tasks = tasksOf({ runs: data.runs.filter((run) => Object.keys(run.curves ?? {}).length) });
  if (!tasks.length) {
    return section("curves", "Learning curves", emptyNote("None of the runs has measured anything yet."));
  }
  const metricsOf = (task) =>
    namesIn(
      data.runs.filter((run) => run.task === task),
      (run) => run.curves,
    ).sort();
  const bands = data.groups.some((group) => group.runs.length > 1);
  const state = { task: tasks[0], metric: null, by: bands ? "group" : "run", xLog: false, yLog: true };
  const bandsSaid = data.groups.find((group) => group.curves_note)?.curves_note;
  const host = element("div", { class: "chart" });
  const draw = chart(host);
  const metric = chooser("Metric", [], "", (value) => set("metric")(value));

  /** Offers the task's metrics; keeps the chosen one if the task has it. */
  function offer() {
    const names = metricsOf(state.task),
      cost = `${costOf(data, state.task)}/validation`;
    if (!names.includes(state.metric)) state.metric = names.includes(cost) ? cost : names[0];
    refill(
      metric,
      names.map((name) => [name, metricName(name)]),
      state.metric,
    );
  }

  function redraw() {
    const { task, by } = state,
      ticked = store.get("selected");
    const points = (run) => run.curves?.[state.metric];
    const lines =
      by === "group"
        ? groupLines(data, ticked, task, (group) => group.curves?.[state.metric], points)
        : runLines(data, ticked, task, points);
    if (!lines.length) {
      return draw.nothing(
        ticked.size
          ? `None of the ticked runs has values of ${metricName(state.metric)}.`
          : "No run is ticked in the table above.",
      );
    }
    draw({
      ...state,
      xName: "sequences",
      yName: curveName(data, state.metric),
      lines,
      note: by === "group" ? bandNote(data, ticked, task, bandsSaid) : "",
    });
  }

  const set = (name) => (value) => {
    state[name] = value;
    if (name === "task") offer();
    redraw();
  };
  offer();
  store.on(["selected"], redraw);
  const controls = element(
    "div",
    { class: "controls" },
    taskChooser(tasks, state.task, set("task")),
    metric,
    data.groups.length ? lineChooser(state.by, set("by")) : null,
    tickBox("log cost", state.yLog, set("yLog")),
    tickBox("log sequences", state.xLog, set("xLog")),
  );
  return { root: section("curves", "Learning curves", controls, host), ready: redraw };
}

/** `error/validation` as `wrong answers (%), validation`. */
function curveName(data, name) {
  const [metric, split] = name.split("/");
  return [labelOf(data, metric), split].filter(Boolean).join(", ");
}

/** `wrong_bits/validation` as `wrong bits (validation)`. */
export function metricName(name) {
  const [metric, split] = name.split("/");
  return split ? `${metric.replaceAll("_", " ")} (${split})` : metric.replaceAll("_", " ");
}
