// A heat map on a canvas, with ticks and, if columns are steps, a frame around the current one. The pointer or the
// arrow keys read cells, and pick them if the grid allows it.
import { cellSize, fitted, paintCells } from "../shared/canvas.js";
import { colourTable, placeOf } from "../shared/colour_maps.js";
import { element } from "../shared/dom.js";
import { number } from "../shared/format.js";
import { colour, isDark } from "../shared/theme.js";
import { cellWidth, FONT, LEFT, oneOn, roomFor, tickPlaces } from "./axes.js";

const TICKS = 18,
  TALL = 260,
  DIM = 0.35;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const named = (at) => String(at + 1);
const within = (value, count) => Math.min(count - 1, Math.max(0, value));
const DEFAULTS = {
  overTime: false,
  stepsByKeys: true,
  go: null,
  pick: null,
  ticks: true,
  columnTicks: true,
  dim: null,
  most: 16,
  tall: TALL,
  mostHigh: 14,
  left: LEFT,
  top: 5,
  rowName: named,
  columnName: named,
  rowNumber: oneOn,
  columnNumber: oneOn,
  of: [],
  settled: Infinity,
};

export class Grid {
  /**
   * `rows`, `columns`, `value(row, column, step)` (NaN if there is none), `scale`; `overTime`: columns are steps;
   * `rowName(row)`, `columnName(column)`, `dim(row, column)`; `summary(step)`: the readout while no cell is pointed at;
   * `ticks`: axes have numbers; `columnTicks`: so do columns; `rowNumber(row)`, `columnNumber(column)`: the numbers by
   * which ticks are chosen; `left`: space for row names, equal in all pictures of a trace so that their steps align;
   * `top`: space above; `mostHigh`, `tall`: greatest height of a row and of all rows; `go(step)` moves the player to a
   * step; `stepsByKeys`: ← and → are left to the player; `pick(row, column)`: a cell is clicked or entered.
   * While the list `of` is unchanged, columns below `settled` keep their values, and only new ones are coloured.
   */
  constructor(settings = {}) {
    this.set(settings);
    this.canvas = element("canvas", { tabindex: "0", role: "img", class: "grid" });
    this.told = element("output", { class: "readout", "aria-live": "off" }); // polite while focused: a page has many
    this.step = 0;
    this.cell = null; // [row, column] being read
    this.place = null; // the cell last read by keys or pressed, where entry() starts
    this.listen();
  }

  set(settings) {
    return Object.assign(this, DEFAULTS, settings);
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointermove", (event) => {
      this.point(this.cellAt(event));
      if (event.buttons & 1) this.steps();
    });
    canvas.addEventListener("pointerdown", (event) => {
      this.point(this.cellAt(event));
      if (this.cell) this.place = this.cell;
      this.steps();
    });
    canvas.addEventListener("click", (event) => {
      const cell = this.cellAt(event);
      if (cell) this.pick?.(...cell);
    });
    canvas.addEventListener("pointerleave", () => this.point(document.activeElement === canvas ? this.entry() : null));
    canvas.addEventListener("focus", () => {
      this.told.setAttribute("aria-live", "polite");
      if (this.pick) this.point(this.entry());
    });
    canvas.addEventListener("blur", () => {
      this.told.setAttribute("aria-live", "off");
      this.point(null);
    });
    canvas.addEventListener("keydown", (event) => this.byKey(event));
  }

  /** Moves the player to the step under the pointer. */
  steps() {
    if (this.overTime && this.cell) this.go?.(this.cell[1]);
  }

  /** The cell that Enter picks when nothing is pointed at. */
  entry() {
    return this.pick ? this.clamped(this.place ?? [0, this.overTime ? this.step : 0]) : null;
  }

  byKey(event) {
    const move = MOVES[event.key],
      picks = this.pick && (event.key === "Enter" || event.key === " ");
    if (event.altKey || event.ctrlKey || event.metaKey || (!move && !picks)) return;
    const [down, right] = move ?? [0, 0],
      steps = this.overTime && this.stepsByKeys;
    if ((right && steps) || (down && this.rows === 1)) return;
    event.preventDefault();
    event.stopPropagation();
    if (picks) return this.pick(...(this.cell ?? this.entry()));
    const [row, column] = this.cell ?? [
      down > 0 || right ? -down : this.rows,
      right > 0 ? -1 : right < 0 ? this.columns : 0,
    ];
    this.place = this.clamped([row + down, steps ? this.step : column + right]);
    this.point(this.place, true);
  }

  clamped([row, column]) {
    return [within(row, this.rows), within(column, this.columns)];
  }

  point(cell, byKey = false) {
    this.followsStep = byKey && this.overTime && this.stepsByKeys;
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
    const { tall } = this;
    this.high = this.rows > tall * ratio ? tall / this.rows : cellSize(tall, this.rows, this.mostHigh);
    if (this.cell) this.cell = this.clamped([this.cell[0], this.followsStep ? step : this.cell[1]]);
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
    if (this.told.textContent !== said) this.told.textContent = said;
    this.canvas.setAttribute("aria-label", `${this.title}. ${said}`);
  }

  /** Frames the cells of the current step. */
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

  /** At most one pixel per cell; redone if size, scale, scheme, data or (unless columns are steps) the step change. */
  picture() {
    const ratio = devicePixelRatio || 1,
      { map, low, high } = this.scale;
    const rows = Math.min(this.rows, Math.max(1, Math.round(this.high * this.rows * ratio)));
    const columns = Math.min(this.columns, Math.max(1, Math.round(this.wide * this.columns * ratio)));
    const shape = [this.rows, this.columns, rows, columns];
    const key = [...shape, isDark(), map, low, high, this.overTime ? null : this.step, ...this.of];
    if (!this.coloured || key.some((each, at) => each !== this.coloured.key[at])) {
      const image = element("canvas", { width: columns, height: rows });
      this.coloured = { image, key, until: 0 };
    }
    const until = Math.min(this.settled, this.columns);
    if (this.coloured.until < until) this.colourCells(this.coloured, until);
    return this.coloured.image;
  }

  /** Colours the columns below `until` that are not coloured yet. */
  colourCells(coloured, until) {
    const table = colourTable(this.scale.map),
      paper = isDark() ? 27 : 255;
    const grid = { rows: this.rows, columns: this.columns, value: (row, column) => this.value(row, column, this.step) };
    paintCells(coloured.image, grid, coloured.until, until, (pixels, at, [row, column]) => {
      const value = grid.value(row, column);
      if (!Number.isFinite(value)) return;
      const from = 3 * placeOf(value, this.scale),
        keep = this.dim?.(row, column) ? DIM : 1;
      for (let k = 0; k < 3; k++) pixels[at + k] = paper + keep * (table[from + k] - paper);
      pixels[at + 3] = 255;
    });
    coloured.until = until;
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

  /** A frame that is visible on any colour. */
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
