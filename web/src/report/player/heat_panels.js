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

function overTime(panel, values, { steps, stepName, left, go, places }, { rowWord, dim }) {
  const { shown, nameOf } = places(rowWord, values.length);
  const value = (row, step) => values.at(step, shown[row], panel.head);
  const rowName = (row) => panel.rows?.[shown[row]] ?? nameOf(shown[row]);
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
    rowNumber: (row) => Number(nameOf(shown[row])) || row + 1,
    columnWord: stepName,
    columnName: (step) => String(step + 1),
    summary: summaryOverTime({ rows: shown.length, value, rowWord, rowName, stepName, dim: faded }),
  });
  return {
    root: frame({ title: panel.title, scale, aside: dim ? "faded: not scored" : "" }, grid.canvas, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** The memory at the current step; values are [steps, columns, rows]. */
export function matrix(panel, values, { left, places }) {
  const [, width, height] = values.shape.length > 2 ? values.shape : [0, 1, values.size];
  const scale = scaleFor(panel, values);
  const [rowWord, columnWord] = [panel.row_name ?? "row", panel.column_name ?? "column"];
  const [down, across] = [places(rowWord, height), places(columnWord, width)];
  const [rows, columns] = [down.shown.length, across.shown.length];
  const value = (row, column, step) => values.at(step, down.shown[row], across.shown[column]);
  const names = {
    rowWord,
    columnWord,
    rowName: (row) => down.nameOf(down.shown[row]),
    columnName: (column) => across.nameOf(across.shown[column]),
  };
  const grid = new Grid({
    title: panel.title,
    left,
    rows,
    columns,
    scale,
    value,
    ...names,
    rowNumber: (row) => Number(names.rowName(row)) || row + 1,
    columnNumber: (column) => Number(names.columnName(column)) || column + 1,
    most: 22,
    tall: 400,
    summary: summaryNow({ rows, columns, value, ...names }),
  });
  const axes = element("p", { class: "axes" }, `down: ${rowWord}; across: ${columnWord}`);
  return {
    root: frame({ title: panel.title, scale }, grid.canvas, axes, grid.told),
    draw: (...now) => grid.draw(...now),
  };
}

/** The stages that lead to a weighting, each a strip of slots at the current step. */
export function stages(panel, _, { arrays, left, places }) {
  const known = panel.stages.filter(({ array }) => arrays.has(array));
  const scale = scaleOf("unit");
  const strips = known.map((stage, at) =>
    strip(
      stage,
      { arrays, left, places },
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
  return { root, draw: (...now) => strips.forEach((each) => each.draw(...now)) };
}

function strip(stage, { arrays, left, places }, scale, last) {
  const values = arrays.get(stage.array);
  const { shown: slots, nameOf } = places("slot", values.length);
  const slotName = (at) => stage.rows?.[slots[at]] ?? nameOf(slots[at]);
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
    columnNumber: (at) => Number(slotName(at)) || at + 1,
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
