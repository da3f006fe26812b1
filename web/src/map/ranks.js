// Mean ranks over measures, with intervals.
import { acrossChooser } from "./across.js";
import { element, emptyNote } from "../shared/dom.js";
import { interval, reachOf } from "../report/whisker.js";
import { named } from "./machine.js";
import { onThemeChange } from "../shared/theme.js";
import { section } from "../report/section.js";
import { shownMachines } from "./state.js";
import { sortableTable } from "../report/table.js";

export function ranks(data, store) {
  const host = element("div", {});
  const fixed = (value) => value.toFixed(1);

  function redraw() {
    const found = data.ranks[store.get("across")] ?? {};
    const rows = shownMachines(data, store)
      .filter(({ name }) => found[name])
      .map((machine) => ({ ...machine, rank: found[machine.name] }));
    if (!rows.length) return host.replaceChildren(emptyNote("No machine that the table shows is ranked yet."));
    const reach = reachOf(rows.map(({ rank }) => rank));
    const { root } = sortableTable({
      caption: "Mean ranks",
      columns: [
        { name: "machine", kind: "text", rowHead: true, value: ({ name }) => name, cell: named },
        {
          name: "mean rank, 95 % interval",
          kind: "interval",
          value: ({ rank }) => rank.value,
          cell: ({ rank }) => interval(rank, reach, fixed),
        },
        {
          name: "measures",
          kind: "number",
          value: ({ rank }) => rank.measures,
          cell: ({ rank }) => String(rank.measures),
        },
        { name: "remembers by", kind: "text", value: ({ does }) => does, cell: ({ does }) => does },
      ],
      rows,
      sortBy: { at: 1, down: false },
    });
    host.replaceChildren(root);
  }

  store.on(["across", "machines"], redraw);
  onThemeChange(redraw);
  const root = section(
    "ranks",
    "Ranks",
    element(
      "p",
      { class: "lead" },
      `The mean over measures of a machine's rank by its median, from 1, the best, to ${data.machines.length}; where machines are missing, ranks among the others are stretched to that. Intervals are of measures and seeds drawn again, and need five measures: a mean rank over fewer says little. Machines whose intervals overlap are not told apart.`,
    ),
    element("div", { class: "controls" }, acrossChooser(store)),
    host,
  );
  return { root, ready: redraw };
}
