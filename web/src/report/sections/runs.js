// The table of runs. The other sections draw the ticked runs; a click on a name chooses a run for them.
import { labelOf } from "../data.js";
import { button, element, emptyNote } from "../../shared/dom.js";
import { columnFormat, counted, duration } from "../../shared/format.js";
import { section } from "../section.js";
import { sortableTable } from "../table.js";

const PARTS = ["task", "model", "controller", "memory", "addressing"];
const STATUS_SIGNS = { solved: "✓", finished: "●", diverged: "✕", unfinished: "…" };

export function runTable(data, store) {
  if (!data.runs.length) return section("runs", "Runs", emptyNote("The report was made from no run."));
  const { runs } = data;
  const varies = (name) => runs.some((run) => (run[name] ?? "") !== (runs[0][name] ?? ""));
  const shared = PARTS.filter((name) => !varies(name) && runs[0][name]);
  let filter = "",
    visible = runs;

  const boxes = new Map();
  const all = element("input", {
    type: "checkbox",
    "aria-label": "tick all runs that the filter shows",
    onchange: () => {
      const ticked = new Set(store.get("selected"));
      for (const run of visible) all.checked ? ticked.add(runs.indexOf(run)) : ticked.delete(runs.indexOf(run));
      store.set("selected", ticked);
    },
  });
  const table = sortableTable({
    caption: "Runs",
    columns: [tickColumn(runs, store, all, boxes), ...columnsOf(data, store, PARTS.filter(varies))],
    rows: runs,
    decorate: (line, run) => {
      line.classList.toggle("chosen", store.get("chosen") === runs.indexOf(run));
    },
  });
  const told = element("p", { class: "note", role: "status" });
  const search = element("input", {
    type: "search",
    class: "search",
    placeholder: "name, part, status, option=value …",
    oninput: () => {
      filter = search.value;
      refresh();
    },
  });

  function refresh() {
    visible = filtered(data, filter);
    table.show(visible);
    tell();
  }

  function tell() {
    const ticked = store.get("selected"),
      among = visible.filter((run) => ticked.has(runs.indexOf(run))).length;
    for (const [at, box] of boxes) box.checked = ticked.has(at);
    all.checked = among > 0 && among === visible.length;
    all.indeterminate = among > 0 && among < visible.length;
    told.textContent = `${counted(visible.length, "run")} of ${runs.length} shown, ${ticked.size} ticked`;
  }

  store.on(["selected"], tell);
  store.on(["chosen"], refresh);
  tell();
  return section(
    "runs",
    "Runs",
    element(
      "p",
      { class: "lead" },
      "Ticked runs are drawn below. A run's name opens it in the player and under Reproduce.",
      store.get("selected").size < runs.length ? " The points of sweeps, of which there are many, are not ticked." : "",
    ),
    shared.length
      ? element(
          "p",
          { class: "shared" },
          "All runs: ",
          shared.map((name) => element("span", { class: "chip" }, `${name} `, element("strong", {}, runs[0][name]))),
        )
      : null,
    element(
      "div",
      { class: "controls" },
      element("label", { class: "field" }, element("span", {}, "Filter"), search),
      told,
    ),
    table.root,
  );
}

function tickColumn(runs, store, all, boxes) {
  return {
    name: "shown",
    kind: "tick",
    head: all,
    cell: (run) => {
      const at = runs.indexOf(run);
      const box = element("input", {
        type: "checkbox",
        "aria-label": `show ${run.name}`,
        checked: store.get("selected").has(at),
        onchange: () => {
          const ticked = new Set(store.get("selected"));
          box.checked ? ticked.add(at) : ticked.delete(at);
          store.set("selected", ticked);
        },
      });
      boxes.set(at, box);
      return box;
    },
  };
}

function columnsOf(data, store, parts) {
  const { runs, groups } = data;
  const text = (name, value = (run) => run[name] || null, cell = (run) => value(run) ?? "–") => ({
    name,
    kind: "text",
    value,
    cell,
  });
  const numeric = (name, key, title) => {
    const write = columnFormat(runs.map((run) => run[key]));
    return { name, kind: "number", title, value: (run) => run[key], cell: (run) => write(run[key]) };
  };
  const costs = [...new Set(runs.map((run) => run.cost_name).filter(Boolean))];
  const cost = numeric(costs.length === 1 ? labelOf(data, costs[0]) : "cost", "cost", "the run's final cost");
  const writeCost = cost.cell;
  if (costs.length > 1) cost.cell = (run) => `${writeCost(run)} ${run.cost_name ? labelOf(data, run.cost_name) : ""}`;
  const name = {
    ...text("run", (run) => run.name),
    rowHead: true,
    cell: (run) =>
      button(run.name, () => store.set("chosen", runs.indexOf(run)), { class: "link", title: run.directory }),
  };
  return [
    name,
    ...(groups.length > 1 ? [groupColumn(groups)] : []),
    ...parts.map((part) => text(part)),
    numeric("seed", "seed"),
    text("status", statusWords, (run) =>
      element(
        "span",
        { class: `status ${STATUS_SIGNS[run.status] ? run.status : ""}` },
        element("span", { "aria-hidden": "true" }, STATUS_SIGNS[run.status] ?? ""),
        ` ${statusWords(run)}`,
      ),
    ),
    numeric("sequences", "sequences"),
    numeric("solved at", "solved_at", "sequences after which it was solved"),
    cost,
    { ...numeric("time", "seconds"), cell: (run) => duration(run.seconds) },
    numeric("seq/s", "speed", "sequences a second"),
    numeric("parameters", "parameters"),
    ...(runs.some((run) => run.state != null) ? [stateColumn(numeric)] : []),
  ];
}

/** A run that stopped as solved may be above its threshold on the final episodes. */
const statusWords = ({ status, unconfirmed }) => status && (unconfirmed ? `${status}, not confirmed` : status);

function stateColumn(numeric) {
  const column = numeric("state", "state", "numbers carried from step to step, before the first");
  const write = column.cell;
  const more = (numbers, of) => (numbers ? ` + ${numbers} ${of}` : "");
  const grows = (run) => more(run.state_each_step, "a step") + more(run.state_each_said, "a token said");
  return { ...column, cell: (run) => write(run) + grows(run) };
}

/** A long label is cut after two lines; its tooltip shows the whole. */
function groupColumn(groups) {
  const label = (run) => groups[run.group]?.label || groups[run.group]?.name || null;
  return {
    name: "group",
    kind: "text",
    value: label,
    cell: (run) => element("span", { class: "clamp", title: label(run) }, label(run) ?? "–"),
  };
}

/** The runs that have every word of the filter in a cell or as option=value. */
function filtered({ runs, groups }, filter) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    const group = groups[run.group];
    const options = Object.entries(run.options ?? {}).map(([name, value]) => `${name}=${value}`);
    const text = [
      run.name,
      group?.name,
      group?.label,
      run.status,
      ...PARTS.map((name) => run[name]),
      `seed=${run.seed}`,
      ...options,
    ]
      .join("\n")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
