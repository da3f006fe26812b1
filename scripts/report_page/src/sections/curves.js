// Learning curves: a line for each ticked run, or for each of their groups with a band over its seeds.
import { chart } from "../chart.js";
import { chooser, element, emptyNote, tickBox } from "../dom.js";
import { isShown, namesIn } from "../data.js";
import { section } from "../section.js";
import { lineLook } from "../theme.js";

const FIRST = ["bits/validation", "error/validation", "over_oracle/validation"];  // shown at the start, where there
const BAND_NOTE = "lines are medians, bands quartiles over a group's seeds";

export function curves(data, store) {
  const metrics = namesIn(data.runs, (run) => run.curves).sort();
  if (!metrics.length) {
    return section("curves", "Learning curves", emptyNote("None of the runs has a metrics.csv with rows in it."));
  }
  const bands = data.groups.some((group) => group.runs.length > 1 && Object.keys(group.curves ?? {}).length);
  const state = { metric: FIRST.find((name) => metrics.includes(name)) ?? metrics[0], by: bands ? "group" : "run",
    xLog: false, yLog: true };
  const host = element("div", { class: "chart" });
  const draw = chart(host);

  function redraw() {
    const lines = (state.by === "group" ? groupLines : runLines)(data, store.get("selected"), state.metric);
    if (!lines.length) {
      return host.replaceChildren(emptyNote(store.get("selected").size
        ? `None of the ticked runs has values of ${metricName(state.metric)}.` : "No run is ticked in the table above."));
    }
    draw({ ...state, xName: "sequences", yName: metricName(state.metric), lines,
      note: state.by === "group" ? bandNote(data, store.get("selected")) : "" });
  }

  const set = (name) => (value) => {
    state[name] = value;
    redraw();
  };
  store.on(["selected"], redraw);
  const controls = element("div", { class: "controls" },
    chooser("Metric", metrics.map((name) => [name, metricName(name)]), state.metric, set("metric")),
    data.groups.length ? chooser("A line for each", [["group", "group, with band"], ["run", "run"]], state.by, set("by")) : null,
    tickBox("log cost", state.yLog, set("yLog")), tickBox("log sequences", state.xLog, set("xLog")));
  const made = section("curves", "Learning curves", controls, host);
  return { root: made, ready: redraw };
}

/** `wrong_bits/validation` as `wrong bits (validation)`. */
export function metricName(name) {
  const [metric, split] = name.split("/");
  return split ? `${metric.replaceAll("_", " ")} (${split})` : metric.replaceAll("_", " ");
}

/** What the bands are, and that they do not follow the ticks within a group. */
function bandNote({ groups }, selected) {
  const note = groups.find((group) => group.curves_note)?.curves_note ?? BAND_NOTE;
  const partly = groups.some((group) => isShown(group, selected) && !group.runs.every((run) => selected.has(run)));
  return partly ? `${note}; of all runs of a group, also those that are not ticked` : note;
}

function groupLines({ groups }, selected, metric) {
  return groups.map((group, at) => ({ group, look: lineLook(at), curve: group.curves?.[metric] }))
    .filter(({ group, curve }) => curve?.x?.length && isShown(group, selected))
    .map(({ group, look, curve: { x, median, low, high } }) =>
      ({ name: `${group.label || group.name} (${group.runs.length})`, x, y: median, low, high, look }));
}

/** A few runs have a look each; many have their group's. */
function runLines({ runs, groups }, selected, metric) {
  const shown = [...selected].sort((a, b) => a - b).filter((at) => runs[at].curves?.[metric]?.[0]?.length);
  const byGroup = shown.length > 12 && groups.length > 1;
  return shown.map((at, place) => {
    const [x, y] = runs[at].curves[metric];
    return { name: runs[at].name, x, y, look: lineLook(byGroup ? runs[at].group : place), thin: shown.length > 12 };
  });
}
