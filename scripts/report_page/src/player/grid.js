// A heat map of rows × columns on a canvas: with a cursor where columns are steps, ticks, and its values read by the
// pointer or by arrow keys.
import { cellPicture, cellSize, fitted } from "../canvas.js";
import { colourTable, placeOf } from "../colour_maps.js";
import { element } from "../dom.js";
import { number } from "../format.js";
import { colour, isDark } from "../theme.js";

const RIGHT = 10,
  TICKS = 18,
  TALL = 260,
  DIM = 0.35;
export const FONT = "11px system-ui, sans-serif";
const oneOn = (at) => at + 1;
const DEFAULTS = {
  ticks: true,
  columnTicks: true,
  dim: null,
  most: 16,
  tall: TALL,
  mostHigh: 14,
  top: 5,
  rowHeight: () => Infinity,
  room: () => Infinity,
  rowNumber: oneOn,
  columnNumber: oneOn,
};

/** The width of a cell: whole pixels, but where there are more cells than pixels. */
export function cellWidth(room, count, most = 26) {
  return room * (devicePixelRatio || 1) >= count ? cellSize(room, count, most) : room / count;
}

/** The room beside the ticks of a picture, which begin at `left`. */
export const roomFor = (width, left) => width - left - RIGHT;

export class Grid {
  /**
   * `rows`, `columns`, `value(row, column, step)`, `scale`; `overTime` where columns are steps; `rowName(row)`,
   * `columnName(column)`, `dim(row, column)`; `summary(step)`: what is said while nothing is pointed at;
   * `ticks`: whether the axes have numbers, `columnTicks`: that of the columns too; `rowNumber(row)`,
   * `columnNumber(column)`: by which those that have one are chosen; `left`: the room for those of the rows, alike for
   * all pictures of a trace so that their steps stand in line; `top`: the room above; `rowHeight(rows)` and `room()`: how
   * high a row and all of them may be at most; `go(step)` takes the player to a step.
   */
  constructor(settings) {
    Object.assign(this, DEFAULTS, settings);
    this.canvas = element("canvas", { tabindex: "0", role: "img", class: "grid" });
    this.told = element("output", { class: "readout" });
    this.step = 0;
    this.cell = null; // [row, column] that is read
    this.pictured = ""; // what the picture was made for
    this.listen();
  }

  listen() {
    const leave = () => this.point(null);
    this.canvas.addEventListener("pointermove", (event) => {
      this.point(this.cellAt(event));
      if (event.buttons & 1 && this.overTime && this.cell) this.go(this.cell[1]);
    });
    this.canvas.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (this.overTime && cell) this.go(cell[1]);
    });
    this.canvas.addEventListener("pointerleave", leave);
    this.canvas.addEventListener("blur", leave);
    this.canvas.addEventListener("keydown", (event) => this.byKey(event));
  }

  byKey(event) {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      event.key
    ] ?? [0, 0];
    if (event.altKey || event.ctrlKey || event.metaKey || (!down && !right) || (right && this.overTime)) return;
    if (down && this.rows === 1) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = this.cell ?? [
      down > 0 || right ? -down : this.rows,
      right > 0 ? -1 : right < 0 ? this.columns : 0,
    ];
    const within = (value, count) => Math.min(count - 1, Math.max(0, value));
    this.point([within(row + down, this.rows), this.overTime ? this.step : within(column + right, this.columns)], true);
  }

  point(cell, byKey = false) {
    this.followsStep = byKey && this.overTime;
    this.cell = cell;
    this.paint();
  }

  cellAt({ offsetX, offsetY }) {
    const column = Math.floor((offsetX - this.left) / this.wide),
      row = Math.floor((offsetY - this.top) / this.high);
    return row >= 0 && row < this.rows && column >= 0 && column < this.columns ? [row, column] : null;
  }

  draw(step, width) {
    this.step = step;
    this.width = width;
    const ratio = devicePixelRatio || 1;
    this.wide = cellWidth(roomFor(width, this.left), this.columns, this.overTime ? undefined : this.most);
    const tall = Math.min(this.tall, this.room());
    this.high =
      this.rows > tall * ratio
        ? tall / this.rows
        : cellSize(tall, this.rows, Math.min(this.mostHigh, this.rowHeight(this.rows)));
    if (this.followsStep && this.cell) this.cell = [this.cell[0], step];
    this.paint();
  }

  paint() {
    if (!this.width) return;
    const [wide, high] = [this.wide * this.columns, this.high * this.rows];
    const below = this.ticks && this.columnTicks ? TICKS : 4;
    const context = fitted(this.canvas, Math.max(this.width, 1), this.top + high + below);
    context.clearRect(0, 0, this.width, this.top + high + below);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture(), this.left, this.top, wide, high);
    context.strokeStyle = colour("control");
    context.lineWidth = 1;
    context.strokeRect(this.left - 0.5, this.top - 0.5, wide + 1, high + 1);
    if (this.ticks) this.drawTicks(context);
    this.drawPresent(context, high);
    if (this.cell)
      this.box(
        context,
        this.left + this.cell[1] * this.wide,
        this.top + this.cell[0] * this.high,
        this.wide,
        this.high,
      );
    const said = this.cell ? this.words(...this.cell) : this.summary(this.step);
    this.told.textContent = said;
    this.canvas.setAttribute("aria-label", `${this.title}. ${said}`);
  }

  /** The cells of the present step. */
  drawPresent(context, high) {
    if (this.overTime) this.box(context, this.left + this.step * this.wide, this.top, this.wide, high);
  }

  words(row, column) {
    const value = this.dim?.(row, column)
      ? "not scored"
      : number(Number(this.value(row, column, this.step).toPrecision(4)));
    const rowWords = this.rows > 1 || this.overTime ? `${this.rowWord} ${this.rowName(row)}, ` : "";
    return `${rowWords}${this.columnWord} ${this.columnName(column)}: ${value}`;
  }

  /** One pixel a cell; made anew for another step (where columns are not the steps), size or scheme. */
  picture() {
    const ratio = devicePixelRatio || 1;
    const rows = Math.min(this.rows, Math.max(1, Math.round(this.high * this.rows * ratio)));
    const columns = Math.min(this.columns, Math.max(1, Math.round(this.wide * this.columns * ratio)));
    const key = `${rows} ${columns} ${isDark()} ${this.overTime ? "" : this.step}`;
    if (key !== this.pictured) {
      const table = colourTable(this.scale.map),
        paper = isDark() ? 27 : 255;
      const grid = {
        rows: this.rows,
        columns: this.columns,
        value: (row, column) => this.value(row, column, this.step),
      };
      this.image = cellPicture(grid, rows, columns, (pixels, at, [row, column]) => {
        const from = 3 * placeOf(grid.value(row, column), this.scale),
          keep = this.dim?.(row, column) ? DIM : 1;
        for (let k = 0; k < 3; k++) pixels[at + k] = paper + keep * (table[from + k] - paper);
        pixels[at + 3] = 255;
      });
      this.pictured = key;
    }
    return this.image;
  }

  drawTicks(context) {
    context.font = FONT;
    context.fillStyle = colour("muted");
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const row of tickPlaces(this.rows, this.high, 13, this.rowNumber)) {
      context.fillText(this.rowName(row), this.left - 6, this.top + (row + 0.5) * this.high, this.left - 8);
    }
    if (!this.columnTicks) return;
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const column of tickPlaces(this.columns, this.wide, 34, this.columnNumber)) {
      context.fillText(
        this.columnName(column),
        this.left + (column + 0.5) * this.wide,
        this.top + this.rows * this.high + 4,
      );
    }
  }

  /** A frame that is seen on any colour. */
  box(context, left, top, wide, high) {
    const most = Math.max(wide, 3);
    context.strokeStyle = colour("halo");
    context.lineWidth = 4;
    context.strokeRect(left - 1, top - 0.5, most + 2, high + 1);
    context.strokeStyle = colour("cursor");
    context.lineWidth = 2;
    context.strokeRect(left - 1, top - 0.5, most + 2, high + 1);
  }
}

/** Which of `count` cells of a size have a number, `apart` pixels from each other at least: 1, 5, 10, … of them. */
export function tickPlaces(count, size, apart, numberOf = oneOn) {
  const every = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((step) => step * size >= apart) ?? count;
  const places = Array.from({ length: count }, (_, at) => at).filter(
    (at) => every === 1 || at === 0 || numberOf(at) % every === 0,
  );
  return places.filter((at, k) => k === 0 || k > 1 || (at - places[0]) * size >= apart);
}
