// The lines of curves and of generalisation: for each ticked run, or for each of their groups with its band.
import { isShown } from "./data.js";
import { chooser } from "../shared/dom.js";

const MANY = 12; // lines; more are drawn thin, and those of runs look as their group does
const BAND_NOTE = "lines are medians, bands quartiles over a group's seeds";

/** The task that a table or profile is about: said, or in front of its title; null for one across tasks. */
export function taskOf({ task, title }, tasks) {
  return task ?? tasks.find((name) => title.startsWith(`${name}: `)) ?? null;
}

/** The tasks of all runs, in the order of their first. */
export const tasksOf = ({ runs }) => [...new Set(runs.map(({ task }) => task))];

/** A chooser of the task, where there are several. */
export function taskChooser(tasks, chosen, change) {
  const options = tasks.map((name) => [name, name]);
  return tasks.length > 1 ? chooser("Task", options, chosen, change) : null;
}

const BY = [
  ["group", "group, with band"],
  ["run", "run"],
];

/** A chooser of what a line is of. */
export const lineChooser = (chosen, change) => chooser("A line for each", BY, chosen, change);

const isOfTask =
  (data, task) =>
  ({ runs: [first] }) =>
    data.runs[first]?.task === task;

/**
 * `curveOf(group)` is { x, median, low, high } or undefined, `pointsOf(run)` is [x, y] or undefined. A group of one run
 * is that run's line.
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
        look: group.look ?? at,
      });
    } else if (x?.length) lines.push({ name, x, y, look: group.look ?? at });
  });
  return lines.map((line) => ({ ...line, thin: lines.length > MANY }));
}

/** A few runs have a look each; many have their group's. */
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
    look: byGroup ? (data.groups[run.group].look ?? run.group) : place,
    thin: many,
  }));
}

/** What the bands are (`said`, if the report says it), and that they do not follow the ticks within a group. */
export function bandNote(data, selected, task, said) {
  const groups = data.groups
    .filter(isOfTask(data, task))
    .filter((group) => isShown(group, selected) && group.runs.length > 1);
  if (!groups.length) return "";
  const note = said || BAND_NOTE;
  const partly = groups.some((group) => !group.runs.every((run) => selected.has(run)));
  return partly ? `${note}; of all runs of a group, also those that are not ticked` : note;
}
