// A heat map of the attention of an answer: source tokens across, target tokens down.
import { colour } from "../shared/theme.js";
import { cellWidth, FONT, roomFor, tickPlaces } from "./axes.js";
import { Grid } from "./grid.js";

const MOST_LETTERS = 14,
  GAP = 6,
  BORDER = 2, // of the scrolling region
  LEAST = 14, // pixels of a cell with a name; a picture that is too wide scrolls
  HIGH = 20;
const MOST_WIDE = 4000,
  MOST_HIGH = 800;

const cut = (token) =>
  [...token].length > MOST_LETTERS ? `${[...token].slice(0, MOST_LETTERS - 1).join("")}…` : token;

const ruler = document.createElement("canvas").getContext("2d");
function longest(tokens) {
  ruler.font = FONT;
  return Math.max(...tokens.map((token) => ruler.measureText(cut(token)).width));
}

export class AlignmentGrid extends Grid {
  constructor(settings) {
    super(settings);
    this.canvas.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (cell) this.go?.(this.stepOf(cell[0]));
    });
  }

  /** `source`, `target`: tokens; `rowNow(step)`: the current target token, or −1; `linked(row)`: the source token it
   * comes from, or null; `stepOf(row)`. Without them a step is a target token, of which nobody knows where it is from. */
  set({ source, target, ...settings }) {
    return super.set({
      rows: target.length,
      columns: source.length,
      rowName: (row) => cut(target[row]),
      columnName: (column) => cut(source[column]),
      left: Math.max(44, 2 * GAP + longest(target)),
      most: 30,
      tall: Math.min(HIGH * target.length, MOST_HIGH),
      mostHigh: HIGH,
      source,
      target,
      rowNow: (step) => step,
      linked: () => null,
      stepOf: (row) => row,
      ...settings,
    });
  }

  /** As wide as column names need; they are horizontal if they fit, else rotated. */
  draw(step, width) {
    const needed = Math.min(this.left + LEAST * this.columns + 2 * GAP, MOST_WIDE);
    const wide = Math.max(width - BORDER, needed),
      name = longest(this.source);
    this.upright = name + GAP <= cellWidth(roomFor(wide, this.left), this.columns, this.most);
    this.top = 2 * GAP + (this.upright ? 12 : name);
    super.draw(step, wide);
  }

  drawPresent(context, high) {
    for (let row = 0; row < this.rows; row++) {
      const column = this.linked(row);
      if (column !== null) this.link(context, this.left + column * this.wide, this.top + row * this.high);
    }
    const now = this.rowNow(this.step);
    if (now >= 0) this.box(context, this.left, this.top + now * this.high, this.wide * this.columns, this.high);
  }

  /** A frame inside a cell. */
  link(context, left, top) {
    for (const [ink, thick] of [
      [colour("halo"), 4],
      [colour("line-2"), 2],
    ]) {
      context.strokeStyle = ink;
      context.lineWidth = thick;
      context.strokeRect(left + 1.5, top + 1.5, Math.max(this.wide - 3, 1), Math.max(this.high - 3, 1));
    }
  }

  words(row, column) {
    const comes = this.linked(row) === column ? ", which it comes from" : "";
    return `“${this.target[row]}” at “${this.source[column]}”: ${this.said(this.value(row, column))}${comes}`;
  }

  drawTicks(context) {
    context.font = FONT;
    context.direction = "ltr";
    context.textAlign = "right";
    context.textBaseline = "middle";
    const now = this.rowNow(this.step);
    for (const row of tickPlaces(this.rows, this.high, 12)) {
      context.fillStyle = colour(row === now ? "cursor" : "muted");
      context.fillText(this.rowName(row), this.left - GAP, this.top + (row + 0.5) * this.high, this.left - 8);
    }
    context.fillStyle = colour("muted");
    for (const column of tickPlaces(this.columns, this.wide, LEAST - 2)) {
      context.save();
      context.translate(this.left + (column + 0.5) * this.wide, this.top - GAP);
      context.textAlign = this.upright ? "center" : "left";
      context.textBaseline = this.upright ? "bottom" : "middle";
      if (!this.upright) context.rotate(-Math.PI / 2);
      context.fillText(this.columnName(column), 0, 0);
      context.restore();
    }
  }
}
