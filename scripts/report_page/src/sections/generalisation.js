// What a model that was trained on one range does outside it: a metric over an option of the task.
import { chart } from "../chart.js";
import { chooser, element, emptyNote, tickBox } from "../dom.js";
import { isShown, namesIn } from "../data.js";
import { section } from "../section.js";
import { lineLook } from "../theme.js";

const TITLE = "Generalisation";

export function generalisation(data, store) {
  const points = data.runs.flatMap((run) => (run.generalisation ?? []).filter(({ axis }) => axis));
  if (!points.length) {
    return section("generalisation", TITLE, emptyNote("None of the runs has an eval.csv with settings along an option: ",
      element("code", {}, "tapehead eval DIR"), " writes it."));
  }
  const axes = [...new Set(points.map(({ axis }) => axis))];
  const metrics = namesIn(points, ({ values }) => values);
  const banded = data.groups.some((group) => Object.keys(group.generalisation ?? {}).length);
  const state = { axis: axes[0], metric: metrics.includes("wrong_bits") ? "wrong_bits" : metrics[0],
    by: banded ? "group" : "run", xLog: false, yLog: false };
  const host = element("div", { class: "chart" });
  const draw = chart(host);

  function redraw() {
    const lines = (state.by === "group" ? groupLines : runLines)(data, store.get("selected"), state);
    if (!lines.length) {
      return host.replaceChildren(emptyNote(`None of the ticked runs was evaluated for ${state.metric.replaceAll("_", " ")} ` +
        `along ${state.axis}.`));
    }
    draw({ ...state, xName: state.axis, yName: state.metric.replaceAll("_", " "), lines,
      note: state.by === "group" ? "lines are medians, bands quartiles over a group's seeds" : "" });
  }

  const set = (name) => (value) => {
    state[name] = value;
    redraw();
  };
  store.on(["selected"], redraw);
  const root = section("generalisation", TITLE, element("div", { class: "controls" },
    chooser("Metric", metrics.map((name) => [name, name.replaceAll("_", " ")]), state.metric, set("metric")),
    chooser("Along", axes.map((name) => [name, name]), state.axis, set("axis")),
    banded ? chooser("A line for each", [["group", "group, with band"], ["run", "run"]], state.by, set("by")) : null,
    tickBox("log metric", state.yLog, set("yLog")), tickBox("log option", state.xLog, set("xLog"))), host);
  return { root, ready: redraw };
}

function groupLines({ groups }, selected, { axis, metric }) {
  return groups.map((group, at) => ({ group, look: lineLook(at), curve: group.generalisation?.[axis]?.[metric] }))
    .filter(({ group, curve }) => curve?.x?.length && isShown(group, selected))
    .map(({ group, look, curve: { x, median, low, high } }) =>
      ({ name: `${group.label || group.name} (${group.runs.length})`, x, y: median, low, high, look, points: true }));
}

function runLines({ runs }, selected, { axis, metric }) {
  return [...selected].sort((a, b) => a - b).map((at, place) => {
    const points = (runs[at].generalisation ?? [])
      .filter((point) => point.axis === axis && Number.isFinite(point.values[metric])).sort((a, b) => a.at - b.at);
    return { name: runs[at].name, x: points.map((point) => point.at), y: points.map((point) => point.values[metric]),
      look: lineLook(place), points: true };
  }).filter(({ x }) => x.length);
}
