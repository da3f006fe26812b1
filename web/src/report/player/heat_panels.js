// Heat map panels: sequences and weightings over time, the memory matrix, the stages of addressing.
import { scaleOf } from "../../shared/colour_maps.js";
import { element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { frame } from "../../player/frame.js";
import { Grid } from "../../player/grid.js";
import { peak, summaryNow, summaryOverTime } from "../../player/summaries.js";

const short = (value) => number(Number(value.toPrecision(3)));
const scaleFor = (panel, values) => scaleOf(panel.map, panel.low ?? values.low, panel.high ?? values.high);

/** One number per row and step: inputs, outputs, read vectors. */
export function sequence(panel, values, context) {
  const mask = panel.mask ? context.arrays.get(panel.mask) : null;
  return overTime(panel, values, context, {
    rowWord: "row",
    dim: mask && ((row, step) => mask.at(step, mask.length > 1 ? row : 0) === 0),
  });
}

/** A head's weighting: slots over steps. */
export function weighting(panel, values, context) {
  return overTime(panel, values, context, { rowWord: panel.row_name ?? "slot" });
}

function overTime(panel, values, { steps, stepName, left, go, ...context }, { rowWord, dim }) {
  const shown = context.shown(rowWord, values.length);
  const value = (row, step) => values.at(step, shown[row], panel.head);
  const rowName = (row) => panel.rows?.[shown[row]] ?? String(shown[row] + 1);
  const scale = scaleFor(panel, values);
  const faded = dim && ((row, step) => dim(shown[row], step));
  const grid = new Grid({
    title: panel.title,
    left,
    go,
    dim: faded,
    rows: shown.length,
    columns: steps,
    overTime: true,
    scale,
    value,
    rowWord,
    rowName,
    rowNumber: (row) => shown[row] + 1,
    columnWord: stepName,
    columnName: (step) => String(step + 1),
    columnTicks: context.columnTicks,
    rowHeight: context.rowHeight,
    summary: summaryOverTime({ rows: shown.length, value, rowWord, rowName, stepName, dim: faded }),
  });
  return {
    when: "time",
    rows: shown.length,
    root: frame({ title: panel.title, scale, aside: dim ? "faded: not scored" : "" }, grid.canvas, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** The memory at the current step; values are [steps, columns, rows]. */
export function matrix(panel, values, { left, shown, tall: room }) {
  const [, width, height] = values.shape.length > 2 ? values.shape : [0, 1, values.size];
  const scale = scaleFor(panel, values);
  const [rowWord, columnWord] = [panel.row_name ?? "row", panel.column_name ?? "column"];
  const [down, across] = [shown(rowWord, height), shown(columnWord, width)];
  const [rows, columns] = [down.length, across.length];
  const value = (row, column, step) => values.at(step, down[row], across[column]);
  const names = {
    rowWord,
    columnWord,
    rowName: (row) => String(down[row] + 1),
    columnName: (column) => String(across[column] + 1),
  };
  const grid = new Grid({
    title: panel.title,
    left,
    rows,
    columns,
    scale,
    value,
    ...names,
    rowNumber: (row) => down[row] + 1,
    columnNumber: (column) => across[column] + 1,
    most: 22,
    tall: 400,
    room,
    summary: summaryNow({ rows, columns, value, ...names }),
  });
  const axes = element("p", { class: "axes" }, `down: ${rowWord}; across: ${columnWord}`);
  return {
    when: "now",
    root: frame({ title: panel.title, scale }, grid.canvas, axes, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** The stages that lead to a weighting, each a strip of slots at the current step. */
export function stages(panel, _, { arrays, left, shown }) {
  const known = panel.stages.filter(({ array }) => arrays.has(array));
  const scale = scaleOf("unit");
  const strips = known.map((stage, at) =>
    strip(
      stage,
      { arrays, left, shown },
      panel.map ? scaleFor(panel, arrays.get(stage.array)) : scale,
      known.length - 1 === at,
    ),
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

function strip(stage, { arrays, left, shown }, scale, last) {
  const values = arrays.get(stage.array);
  const slots = shown("slot", values.length);
  const slotName = (at) => stage.rows?.[slots[at]] ?? String(slots[at] + 1);
  const value = (_, at, step) => values.at(step, slots[at], stage.head);
  const grid = new Grid({
    title: stage.title,
    left,
    rows: 1,
    columns: slots.length,
    scale,
    value,
    most: 20,
    top: 2,
    mostHigh: 16,
    ticks: last,
    columnWord: "slot",
    columnName: slotName,
    columnNumber: (at) => slots[at] + 1,
    rowName: () => "",
    rowWord: "",
    summary: (step) => {
      const best = peak(slots.length, (at) => value(0, at, step));
      return `most at slot ${slotName(best)}: ${short(value(0, best, step))}`;
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
