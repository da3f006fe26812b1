// An answer about a picture: the attention at each word, or the sequence of glimpse windows; the expected answer, and
// the answer without teacher forcing.
import { fitted } from "../../shared/canvas.js";
import { chooser, element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { frame } from "../../player/frame.js";
import { canvasOf, edges, PictureGrid } from "../../player/picture_grid.js";
import { byItself, chip, line } from "./tokens.js";

const MEAN = -1,
  WINDOW = 150, // pixels, for the view of a look
  SCALES = 3; // windows in that view: with more, the sharpest would be too small
const short = (value) => number(Number(value.toPrecision(2)));

export function picture(panel, values, context) {
  const { target, first, grid: cells } = panel;
  const windows = panel.windows ?? [];
  const looks = cells && context.arrays.has(panel.looks) ? context.arrays.get(panel.looks) : null;
  const heads = looks ? looks.shape[1] : 0;
  const wordNow = (step) => (panel.by === "glimpse" ? 0 : Math.min(Math.max(step - first, 0), target.length - 1));
  const windowNow = (step) => (panel.by === "glimpse" ? step : windows.length - 1);
  const boxNow = (step) => panel.boxes?.[wordNow(step)] ?? null;
  let head = heads > 1 ? MEAN : 0,
    present = 0;
  const share = (row, column, step) => {
    const at = row * cells[1] + column,
      word = first + wordNow(step);
    if (head !== MEAN) return looks.at(word, at, head);
    let sum = 0;
    for (let each = 0; each < heads; each++) sum += looks.at(word, at, each);
    return sum / heads;
  };
  const said = target.map((word, at) =>
    chip(word, { onclick: () => panel.by === "glimpse" || context.go(first + at) }),
  );
  const [rows, columns] = looks ? cells : values.shape;
  const grid = new PictureGrid({
    title: panel.title,
    values,
    windows,
    rows,
    columns,
    value: looks ? share : (row, column) => values.at(row, 0, column),
    most: looks ? greatest() : 0,
    boxNow,
    windowNow,
    columnName: (column) => String(column + 1),
    rowName: (row) => String(row + 1),
    summary: (step) => (windows.length && !looks ? windowWords(step) : looks ? lookWords(step) : ""),
  });
  const seen = windows.length ? element("canvas", { class: "window", role: "img" }) : null;
  const plain = seen ? canvasOf(values) : null;

  /** The greatest share over all words, which have one scale. */
  function greatest() {
    let most = 0;
    for (let word = 0; word < target.length; word++) {
      for (let at = 0; at < cells[0] * cells[1]; at++)
        most = Math.max(most, share(Math.floor(at / cells[1]), at % cells[1], first + word));
    }
    return most;
  }

  function lookWords(step) {
    let best = [0, 0];
    let inside = 0;
    const box = boxNow(step);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const value = share(row, column, step);
        if (value > share(...best, step)) best = [row, column];
        if (box) inside += value * covered(row, column, box);
      }
    }
    const within = box ? `; ${short(inside)} of its attention within the box` : "";
    const most = `row ${best[0] + 1}, column ${best[1] + 1}: ${short(share(...best, step))}`;
    return `“${target[wordNow(step)]}” looks most at ${most}${within}`;
  }

  /** The share of a cell that a box covers. */
  function covered(row, column, [left, top, right, bottom]) {
    const [height, width] = values.shape;
    const part = (at, count, length, from, to) =>
      (Math.max(0, Math.min(((at + 1) * length) / count, to) - Math.max((at * length) / count, from)) * count) / length;
    return part(column, columns, width, left, right) * part(row, rows, height, top, bottom);
  }

  function windowWords(step) {
    const [x, y] = windows[windowNow(step)][0];
    const box = boxNow(step);
    const inside = box && box[0] <= x && x < box[2] && box[1] <= y && y < box[3];
    const where = box ? `, its middle ${inside ? "within" : "outside"} the box` : "";
    const sizes = windows[windowNow(step)].map(([, , wide, high]) => `${short(wide)}×${short(high)}`).join(" and ");
    return `glimpse ${windowNow(step) + 1}: ${sizes} pixels about ${short(x)}, ${short(y)}${where}`;
  }

  /** Draws the coarsest window of the current look, outlines the sharper ones; black beyond the picture's edge. */
  function drawWindow(step) {
    const look = windows[windowNow(step)].slice(0, SCALES);
    const coarsest = look.pop();
    const [left, top, right, bottom] = edges(coarsest);
    const scale = WINDOW / Math.max(right - left, bottom - top);
    const [wide, high] = [scale * (right - left), scale * (bottom - top)];
    const ink = fitted(seen, wide, high);
    ink.imageSmoothingEnabled = false;
    ink.fillStyle = "#000000";
    ink.fillRect(0, 0, wide, high);
    ink.drawImage(plain, -scale * left, -scale * top, scale * plain.width, scale * plain.height);
    ink.strokeStyle = "#ffffff";
    for (const [x, y, across, down] of look)
      ink.strokeRect(scale * (x - across / 2 - left), scale * (y - down / 2 - top), scale * across, scale * down);
    seen.setAttribute("aria-label", `What is seen through ${windowWords(step)}`);
  }

  function draw(step, width) {
    present = step;
    said.forEach((each, at) => {
      each.classList.toggle("present", panel.by !== "glimpse" && at === wordNow(step));
      each.classList.toggle("later", panel.by !== "glimpse" && at > wordNow(step));
    });
    grid.draw(step, width);
    if (seen) drawWindow(step);
  }

  const choose = (value) => {
    head = Number(value);
    grid.most = greatest();
    grid.draw(present, grid.room);
  };
  const names = [[MEAN, `mean of ${heads}`], ...Array.from({ length: heads }, (_, at) => [at, at + 1])];
  const root = frame(
    { title: panel.title },
    line("Answer", said),
    byItself(panel),
    heads > 1 ? element("div", { class: "controls" }, chooser("Head", names, head, choose)) : null,
    element("div", { class: "picture-body" }, grid.canvas, seen),
    grid.told,
    element("p", { class: "note" }, legend(panel, looks, windows).flat()),
  );
  root.classList.add("picture-panel");
  return { when: "beside", root, draw };
}

function legend(panel, looks, windows) {
  const key = (kind) => element("span", { class: `key ${kind}` });
  const signs = [];
  if (looks) signs.push([key("veil"), "where it looks, on one scale for all words"]);
  if (windows.length) {
    signs.push([key("veil-line"), "the windows so far ", key("present"), "the present one"]);
    if (windows[0].length > 1) signs.push([key("coarser"), "the same look, coarser"]);
  }
  if (panel.boxes?.some(Boolean))
    signs.push([key("linked"), panel.target.length > 1 ? "what the word tells of" : "what is asked"]);
  return signs.map((sign) => element("span", { class: "sign" }, sign));
}
