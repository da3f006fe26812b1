// The report's title, date and contents.
import { element } from "../../shared/dom.js";
import { counted, number } from "../../shared/format.js";

export function header(data) {
  const by = (status) => data.runs.filter((run) => run.status === status).length;
  const players = data.runs.filter((run) => run.trace !== null && run.trace !== undefined).length;
  const facts = [
    ["runs", data.runs.length],
    ["groups", data.groups.length],
    ["solved", by("solved")],
    ["of these not confirmed", data.runs.filter((run) => run.unconfirmed).length],
    ...["finished", "diverged", "unfinished"].map((status) => [status, by(status)]),
    ["with a memory player", players],
  ].filter(([name, count]) => count || name === "runs");
  return element(
    "header",
    { class: "top" },
    element("h1", {}, data.title || "Report"),
    element(
      "p",
      { class: "made" },
      `Made ${data.made ?? "at an unknown time"} from ${counted(data.runs.length, "run")}`,
    ),
    element(
      "dl",
      { class: "facts" },
      facts.map(([name, count]) => element("div", {}, element("dt", {}, name), element("dd", {}, number(count)))),
    ),
    notes(data.notes ?? []),
  );
}

/** Up to two notes are shown, more are folded. */
function notes(all) {
  if (all.length <= 2) return all.map((note) => element("p", { class: "note" }, note));
  return element(
    "details",
    { class: "notes" },
    element("summary", {}, `Notes (${all.length})`),
    element(
      "ul",
      { class: "reasons note" },
      all.map((note) => element("li", {}, note)),
    ),
  );
}
