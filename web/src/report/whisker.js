// An interval drawn as a dot with whiskers, on a scale shared by a column.
import { element } from "../shared/dom.js";
import { number } from "../shared/format.js";

/** The least and the greatest end of a column's intervals, or null if there are none. */
export function reachOf(cells) {
  const ends = cells.flatMap((cell) => [cell?.low, cell?.high, cell?.value]).filter(Number.isFinite);
  if (!ends.length) return null;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === high ? { low: low - 0.5, high: high + 0.5 } : { low, high };
}

const percent = (value, { low, high }) => `${(100 * (value - low)) / (high - low)}%`;

/** A missing end extends to the edge of the scale. */
export function whisker(cell, reach) {
  const track = element("span", { class: "whisker", "aria-hidden": "true" });
  if (!reach || ![cell?.value, cell?.low, cell?.high].some(Number.isFinite)) return null;
  const [low, high] = [cell.low ?? reach.low, cell.high ?? reach.high];
  if (reach.low < 0 && reach.high > 0) {
    track.append(element("span", { class: "whisker-zero", style: { left: percent(0, reach) } }));
  }
  if (Number.isFinite(cell.low) || Number.isFinite(cell.high)) {
    const width = `${(100 * (high - low)) / (reach.high - reach.low)}%`;
    track.append(element("span", { class: "whisker-line", style: { left: percent(low, reach), width } }));
  }
  if (Number.isFinite(cell.value)) {
    track.append(element("span", { class: "whisker-dot", style: { left: percent(cell.value, reach) } }));
  }
  return track;
}

/** The interval as text: `cell.text` if given, else value [low, high]. */
export function intervalText(cell, write = number) {
  if (cell.text) return element("span", { class: "interval-numbers" }, cell.text);
  const ends =
    !Number.isFinite(cell.low) && !Number.isFinite(cell.high) ? "" : ` [${write(cell.low)}, ${write(cell.high)}]`;
  const value = cell.note && cell.value === null ? cell.note : write(cell.value);
  return element("span", { class: "interval-numbers" }, element("strong", {}, value), ends);
}

/** The interval as text, with the drawing beside it. */
export function interval(cell, reach, write = number) {
  if (!cell) return "–";
  return element("span", { class: "with-whisker" }, intervalText(cell, write), whisker(cell, reach));
}
