// Converts lines to uPlot's data: one list of x for all, and after each line the edges of its band.
import uPlot from "uplot";

/** Values that a logarithmic axis cannot show become gaps; a band's edges are cut at the least positive value. */
function prepared(line, xLog, yLog, least) {
  const above = (value, log) => value !== null && value !== undefined && (!log || value > 0);
  const kept = line.x.map((x, at) => at).filter((at) => above(line.x[at], xLog));
  const pick = (values, floor) =>
    kept.map((at) => {
      const value = values?.[at] ?? null;
      return value !== null && yLog && value <= 0 ? floor : value;
    });
  const columns = [kept.map((at) => line.x[at]), pick(line.y, null)];
  return line.low ? [...columns, pick(line.low, least), pick(line.high, least)] : columns;
}

/** The number of values that the axes cannot show. */
export function unshown(lines, xLog, yLog) {
  return lines.reduce(
    (sum, { x, y }) => sum + x.filter((at, k) => (xLog && at <= 0) || (yLog && y[k] !== null && y[k] <= 0)).length,
    0,
  );
}

function leastPositive(lines) {
  let least = Infinity;
  for (const { y } of lines) for (const value of y) if (value > 0 && value < least) least = value;
  return least === Infinity ? null : least;
}

/** uPlot's data, and each line's series index in it. */
export function chartData(lines, xLog, yLog) {
  const least = leastPositive(lines);
  const tables = lines.map((line) => prepared(line, xLog, yLog, least));
  const places = [];
  let next = 1;
  for (const table of tables) {
    places.push(next);
    next += table.length - 1;
  }
  return { data: joined(tables), places };
}

function joined(tables) {
  const [first] = tables;
  const alike = tables.every(([x]) => x.length === first[0].length && x.every((value, at) => value === first[0][at]));
  if (alike) return [first[0], ...tables.flatMap(([, ...columns]) => columns)];
  return uPlot.join(tables);
}

/** The index of the line's value nearest to `at`; null if it has none. */
export function nearest(values, at) {
  for (let far = 0; far < values.length; far++) {
    if (values[at - far] !== undefined && values[at - far] !== null) return at - far;
    if (values[at + far] !== undefined && values[at + far] !== null) return at + far;
    if (at - far < 0 && at + far >= values.length) break;
  }
  return null;
}
