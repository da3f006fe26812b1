// The report's data: what report.py put into the page. Its form is described in scripts/tapehead_report.

/** The data, or null in the empty template. */
export function readData() {
  const data = JSON.parse(document.getElementById("data").textContent);
  if (data !== null && data.version !== 1) {
    throw new Error(`the page understands data of version 1, not ${data.version}; make the report again`);
  }
  return data && { runs: [], groups: [], tables: [], profiles: [], sweeps: [], traces: [], ...data };
}

/** All names that `pick(item)` has as keys, in the order of their first use. */
export function namesIn(items, pick) {
  return [...new Set(items.flatMap((item) => Object.keys(pick(item) ?? {})))];
}

/** Whether a group has a ticked run. */
export const isShown = (group, selected) => group.runs.some((run) => selected.has(run));
