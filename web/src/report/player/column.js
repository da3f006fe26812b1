// One run in the player: its name and a description of its episode above its panels, or why there are none.
import { element, emptyNote } from "../../shared/dom.js";
import { traceView } from "./trace_view.js";

/** { root, view, trace }, the latter two only if there is something to step through. */
export async function column(run, trace, arrays, settings) {
  const head = element("h3", {}, run.name);
  const made = (...content) => element("div", { class: "run-column" }, content);
  if (!trace) return { root: made(head, emptyNote(`No player for this run: ${run.no_trace ?? "it has no trace"}`)) };
  try {
    const view = traceView(trace, await arrays(), { ...settings, run });
    const notes = [trace.title, ...(trace.notes ?? [])].map((note) => element("p", { class: "note" }, note));
    return { root: made(element("div", { class: "run-head" }, head, notes), view.root), view, trace };
  } catch (error) {
    return { root: made(head, emptyNote(`The trace of this run cannot be read: ${error.message}`)) };
  }
}

/** Why runs have no player, grouped by reason. */
export function reasons(runs) {
  if (!runs.length) return emptyNote("The report has no run.");
  const by = new Map();
  for (const run of runs) {
    const why = run.no_trace ?? "the report was made without its trace";
    by.set(why, [...(by.get(why) ?? []), run.name]);
  }
  return element(
    "details",
    { class: "block", open: by.size === 1 && runs.length <= 8 },
    element("summary", {}, `Runs without a player (${runs.length})`),
    element(
      "ul",
      { class: "reasons" },
      [...by].map(([why, names]) => element("li", {}, element("strong", {}, names.join(", ")), `: ${why}`)),
    ),
  );
}
