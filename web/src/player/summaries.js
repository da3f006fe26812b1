// A heat map's readout while no cell is pointed at: where it is strongest.
import { number } from "../shared/format.js";

const short = (value) => number(Number(value.toPrecision(3)));
const named = (at) => String(at + 1);

/** The index of the greatest of `count` values, ignoring NaN. */
export function peak(count, value) {
  let best = 0;
  for (let at = 1; at < count; at++) if (value(at) > value(best) || Number.isNaN(value(best))) best = at;
  return best;
}

/** If columns are steps: the strongest row at the current step. */
export function summaryOverTime({ rows, value, rowWord, rowName = named, stepName, dim }) {
  return (step) => {
    const best = peak(rows, (row) => Math.abs(value(row, step))),
      most = value(best, step);
    if (Number.isNaN(most)) return "";
    if (dim?.(best, step)) return `${stepName} ${step + 1}: not scored`;
    const said = most === 0 ? "all 0" : `most at ${rowWord} ${rowName(best)}: ${short(most)}`;
    return `${stepName} ${step + 1}: ${said}`;
  };
}

/** Of a matrix at one step: its strongest cell. */
export function summaryNow({ rows, columns, value, rowWord, columnWord, rowName = named, columnName = named }) {
  return (step) => {
    const best = peak(rows * columns, (at) => Math.abs(value(Math.floor(at / columns), at % columns, step)));
    const [row, column] = [Math.floor(best / columns), best % columns];
    const place = `${rowWord} ${rowName(row)}, ${columnWord} ${columnName(column)}`;
    return `strongest at ${place}: ${short(value(row, column, step))}`;
  };
}
