// Tracks of single numbers as lines: gates, strengths, shifts.
import { isNumbers, namesIn, placeOf, rowNames, upper } from "./views.js";
import { wordsFor } from "./words.js";

/** Those of a part and side share a track; `turn`: of the slots' axis. */
export function lineTracks(episode, turn) {
  const groups = new Map();
  for (const view of episode.views) {
    if (!isNumbers(view) || view.column === "step") continue; // those have a column a step already
    const { place, side } = placeOf(view),
      key = `${place} ${side}`;
    if (!groups.has(key)) groups.set(key, { place, side, items: [] });
    groups.get(key).items.push(...items(episode, view, turn));
  }
  const order = ["write", "read", ""];
  return [...groups.values()]
    .sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side))
    .map(({ place, side, items: lines }) => {
      const whose = [place.replaceAll("/", " "), side ? `${side} head` : ""].filter(Boolean).join(", ");
      const id = ["lines", place, side].filter(Boolean).join(" ");
      return {
        id,
        kind: "lines",
        name: upper(whose || "numbers"),
        symbol: "",
        rows: lines.length,
        items: lines,
        side,
        heads: 1 + Math.max(...lines.map(({ head }) => head)),
      };
    });
}

function items(episode, view, turn) {
  const { name, symbol, says } = wordsFor(episode, view),
    columns = namesIn(view.column);
  const unit = view.low === 0 && view.high === 1;
  return Array.from({ length: view.columns }, (_, column) =>
    rowNames(view, turn).map((rowName, row) => ({
      view,
      column,
      head: Math.floor(column / (columns?.length ?? 1)),
      row,
      dash: rowNames(view).indexOf(rowName),
      name: [name, columns?.[column % columns.length] ?? (view.columns > 1 ? `head ${column + 1}` : ""), rowName]
        .filter(Boolean)
        .join(" "),
      short: `${symbol || name}${rowName ? ` ${rowName}` : ""}`,
      quantity: view.name,
      says,
      unit,
      value: (step) => episode.value(view.name, step, row, column),
    })),
  ).flat();
}
