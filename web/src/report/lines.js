// The lines of curves and of generalisation: one per ticked run, or one per group with its band.
import { isShown } from "./data.js";
import { chooser } from "../shared/dom.js";

const MANY = 12; // lines; beyond that, lines are thin, and those of runs look like their group's
const BAND_NOTE = "lines are medians, bands quartiles over a group's seeds";
const FEW_BANDS = 3; // up to so many groups have their bands, which would hide one another, as in figures

/** The task of a table or profile: given, or the prefix of its title; null if it spans tasks. */
export function taskOf({ task, title }, tasks) {
  return task ?? tasks.find((name) => title.startsWith(`${name}: `)) ?? null;
}

/** The tasks of all runs, in order of first appearance. */
export const tasksOf = ({ runs }) => [...new Set(runs.map(({ task }) => task))];

/** A chooser of the task, or null if there is only one. */
export function taskChooser(tasks, chosen, change) {
  const options = tasks.map((name) => [name, name]);
  return tasks.length > 1 ? chooser("Task", options, chosen, change) : null;
}

const BY = [
  ["group", "group, with band"],
  ["run", "run"],
];

/** A chooser between a line per group, a line per run, and `more` ways. */
export const lineChooser = (chosen, change, more = []) => chooser("A line for each", [...BY, ...more], chosen, change);

const isOfTask =
  (data, task) =>
  ({ runs: [first] }) =>
    data.runs[first]?.task === task;

/** The look of a group or a line by its number in data.looks; where there is none, that of the `at`th line. */
export const lookOf = ({ looks }, { look }, at) => looks?.[look] ?? look ?? at;

/**
 * `curveOf(group)` returns { x, median, low, high } or undefined, `pointsOf(run)` [x, y] or undefined. A group of one
 * run without a curve gets that run's line.
 */
export function groupLines(data, selected, task, curveOf, pointsOf) {
  const lines = [];
  data.groups.forEach((group, at) => {
    if (!isShown(group, selected) || !isOfTask(data, task)(group)) return;
    const name = group.label || group.name,
      curve = curveOf(group);
    const [x, y] = group.runs.length === 1 && !curve?.x?.length ? (pointsOf(data.runs[group.runs[0]]) ?? []) : [];
    if (curve?.x?.length) {
      lines.push({
        name: `${name} (${group.runs.length})`,
        x: curve.x,
        y: curve.median,
        low: curve.low,
        high: curve.high,
        look: lookOf(data, group, at),
      });
    } else if (x?.length) lines.push({ name, x, y, look: lookOf(data, group, at) });
  });
  const bands = lines.length <= FEW_BANDS ? {} : { low: undefined, high: undefined };
  return lines.map((line) => ({ ...line, ...bands, thin: lines.length > MANY }));
}

/** Each of a few runs has its own look; many have their group's. */
export function runLines(data, selected, task, pointsOf) {
  const shown = [...selected]
    .sort((a, b) => a - b)
    .map((at) => [at, data.runs[at], pointsOf(data.runs[at])])
    .filter(([, run, points]) => run.task === task && points?.[0]?.length);
  const many = shown.length > MANY,
    byGroup = many && data.groups.length > 1;
  return shown.map(([, run, [x, y]], place) => ({
    name: run.name,
    x,
    y,
    look: byGroup ? lookOf(data, data.groups[run.group], run.group) : place,
    thin: many,
  }));
}

/** Says what the bands are (`said`, if given), and that they include a group's unticked runs. */
export function bandNote(data, selected, task, said) {
  const groups = data.groups
    .filter(isOfTask(data, task))
    .filter((group) => isShown(group, selected) && group.runs.length > 1);
  if (!groups.length) return "";
  if (groups.length > FEW_BANDS) return "lines are medians over a group's seeds; bands are drawn of up to three groups";
  const note = said || BAND_NOTE;
  const partly = groups.some((group) => !group.runs.every((run) => selected.has(run)));
  return partly ? `${note}; of all runs of a group, also those that are not ticked` : note;
}
