// The report's data, put into the page by report.py. python/tapehead/report describes the format.

/** The data, or null in the empty template. */
export function readData() {
  const data = parsed(document.getElementById("data").textContent);
  if (data !== null && data.version !== 1) {
    throw new Error(`Its data are of version ${data.version}, and this page understands version 1.`);
  }
  return data && { runs: [], groups: [], tables: [], profiles: [], sweeps: [], traces: [], ...data };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is damaged (${error.message}). Ask whoever made it to send it again.`);
  }
}

const MANY = 60; // runs; in a larger report, points of sweeps start unticked: their curves would hide all others

/** The runs ticked when the page opens. */
export function firstTicked({ runs, sweeps }) {
  const points = new Set(sweeps.flatMap(({ points: all }) => all.map(({ run_index: at }) => at)));
  const others = [...runs.keys()].filter((at) => !points.has(at));
  return new Set(runs.length > MANY && others.length ? others : runs.keys());
}

/** A metric's display name with its unit: `wrong answers (%)`. */
export const labelOf = ({ metrics }, name) => metrics?.[name] ?? name.replaceAll("_", " ");

/** The metric by which a task's runs stop and choose their best weights; undefined if not given. */
export const costOf = ({ runs }, task) => runs.find((run) => run.task === task && run.cost_name)?.cost_name;

/** All keys of `pick(item)`, in order of first use. */
export function namesIn(items, pick) {
  return [...new Set(items.flatMap((item) => Object.keys(pick(item) ?? {})))];
}

/** Whether a group has a ticked run. */
export const isShown = (group, selected) => group.runs.some((run) => selected.has(run));
