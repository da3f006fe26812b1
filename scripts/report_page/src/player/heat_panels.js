// The panels that are heat maps: sequences and weightings over time, the memory as a matrix, the stages of addressing.
import { scaleOf } from "../colour_maps.js";
import { element } from "../dom.js";
import { number } from "../format.js";
import { frame } from "./frame.js";
import { Grid } from "./grid.js";

const short = (value) => number(Number(value.toPrecision(3)));
const scaleFor = (panel, values) => scaleOf(panel.map, panel.low ?? values.low, panel.high ?? values.high);

/** The place of the greatest of `count` values. */
function peak(count, value) {
  let best = 0;
  for (let at = 1; at < count; at++) if (value(at) > value(best)) best = at;
  return best;
}

/** One number a row and step: inputs, outputs, what was read. */
export function sequence(panel, values, { arrays, ...context }) {
  const mask = panel.mask ? arrays.get(panel.mask) : null;
  const rowName = (row) => panel.rows?.[row] ?? String(row + 1);
  return overTime(panel, values, {
    rows: values.length,
    rowWord: "row",
    rowName,
    ...context,
    dim: mask && ((row, step) => mask.at(step, mask.length > 1 ? row : 0) === 0),
  });
}

/** The weighting of a head: slots over steps. */
export function weighting(panel, values, context) {
  return overTime(panel, values, {
    rows: values.length,
    rowWord: panel.row_name ?? "slot",
    rowName: (row) => panel.rows?.[row] ?? String(row + 1),
    ...context,
  });
}

function overTime(panel, values, settings) {
  const value = (row, step) => values.at(step, row, panel.head);
  const scale = scaleFor(panel, values);
  const grid = new Grid({
    ...settings,
    title: panel.title,
    columns: settings.steps,
    overTime: true,
    scale,
    value,
    columnWord: settings.stepName,
    columnName: (step) => String(step + 1),
    summary: (step) => {
      const best = peak(settings.rows, (row) => Math.abs(value(row, step)));
      if (settings.dim?.(best, step)) return `${settings.stepName} ${step + 1}: not scored`;
      const said =
        value(best, step) === 0
          ? "all 0"
          : `most at ${settings.rowWord} ${settings.rowName(best)}: ${short(value(best, step))}`;
      return `${settings.stepName} ${step + 1}: ${said}`;
    },
  });
  return {
    when: "time",
    root: frame({ title: panel.title, scale, aside: settings.dim && "faded: not scored" }, grid.canvas, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** The memory at the present step; [steps, columns, rows]. */
export function matrix(panel, values, { left }) {
  const [, columns, rows] = values.shape.length > 2 ? values.shape : [0, 1, values.size];
  const scale = scaleFor(panel, values);
  const value = (row, column, step) => values.at(step, row, column);
  const [rowWord, columnWord] = [panel.row_name ?? "row", panel.column_name ?? "column"];
  const grid = new Grid({
    title: panel.title,
    left,
    rows,
    columns,
    scale,
    value,
    rowWord,
    columnWord,
    rowName: (row) => String(row + 1),
    columnName: (column) => String(column + 1),
    most: 22,
    tall: 400,
    summary: (step) => {
      const best = peak(rows * columns, (at) => Math.abs(value(Math.floor(at / columns), at % columns, step)));
      const [row, column] = [Math.floor(best / columns), best % columns];
      return `strongest at ${rowWord} ${row + 1}, ${columnWord} ${column + 1}: ${short(value(row, column, step))}`;
    },
  });
  const axes = element("p", { class: "axes" }, `down: ${rowWord}; across: ${columnWord}`);
  return {
    when: "now",
    root: frame({ title: panel.title, scale }, grid.canvas, axes, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** How a weighting came about, stage by stage, each a strip of slots at the present step. */
export function stages(panel, _, { arrays, left }) {
  const known = panel.stages.filter(({ array }) => arrays.has(array));
  const scale = scaleOf("unit");
  const strips = known.map((stage, at) =>
    strip(stage, arrays, left, panel.map ? scaleFor(panel, arrays.get(stage.array)) : scale, at === known.length - 1),
  );
  const root = frame(
    { title: panel.title, scale: panel.map && panel.map !== "unit" ? null : scale },
    element(
      "ol",
      { class: "stages" },
      strips.map((each) => each.root),
    ),
  );
  return { when: "now", root, draw: (...now) => strips.forEach((each) => each.draw(...now)) };
}

function strip(stage, arrays, left, scale, last) {
  const values = arrays.get(stage.array);
  const value = (_, slot, step) => values.at(step, slot, stage.head);
  const grid = new Grid({
    title: stage.title,
    left,
    rows: 1,
    columns: values.length,
    scale,
    value,
    most: 20,
    ticks: last,
    columnWord: "slot",
    columnName: (slot) => String(slot + 1),
    rowName: () => "",
    rowWord: "",
    summary: (step) => {
      const best = peak(values.length, (slot) => value(0, slot, step));
      return `most at slot ${best + 1}: ${short(value(0, best, step))}`;
    },
  });
  const scalars = (stage.scalars ?? []).filter(({ array }) => arrays.has(array));
  const told = scalars.map(() => element("strong", {}));
  const head = element(
    "div",
    { class: "stage-head" },
    element("span", { class: "stage-title" }, stage.title),
    scalars.map(({ name }, at) => element("span", { class: "stage-scalar" }, `${name} `, told[at])),
    grid.told,
  );
  return {
    root: element("li", {}, head, grid.canvas),
    draw(step, width) {
      scalars.forEach(
        ({ array, head: of, row }, at) => (told[at].textContent = short(arrays.get(array).scalar(step, of, row))),
      );
      grid.draw(step, width);
    },
  };
}
