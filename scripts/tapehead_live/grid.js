// Numbers as cells on a canvas, each read by the pointer or by arrow keys.
import {element, told} from "./dom.js";

const MOVES = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
const USUAL = {low: -1, high: 1, shown: null, mark: -1, rowWord: "row", columnWord: "column", pick: null, cell: null, most: 640};

let known = {};
export function forgetColours() { known = {}; }

function colour(name) {
  return known[name] ??= read(name);
}

function read(name) {
  const probe = getComputedStyle(document.querySelector(".live")).getPropertyValue(name).trim();
  return [1, 3, 5].map(i => parseInt(probe.slice(i, i + 2), 16));
}

const ink = name => `rgb(${colour(name)})`;
const within = (value, count) => Math.min(count - 1, Math.max(0, value));

export class Grid {
  /// output: where the cell that is pointed at is told; several grids may have the same.
  constructor(output, key) {
    this.output = output;
    this.canvas = element("canvas", {className: "cells", tabIndex: 0, role: "application", "data-key": key});
    this.cells = element("canvas");  // a pixel a cell, made larger when it is painted
    this.key = null;                 // what its pixels are of
    this.inked = 0;                  // columns
    this.place = null;               // [row, column] of the keys' cursor, which stays while the focus is elsewhere
    this.looked = null;              // [row, column] that is told
    this.tells = false;
    this.listen();
  }

  /// Rows go downwards, columns to the right; at(row, column) gives a number, NaN for none. `low` and `high` are the ends
  /// of the colours: what is below zero has a colour of its own. `shown`: the rows that are, of so many; null: all.
  /// Columns below `settled` are there, and stay as they are while `of` is the same object: only new ones are coloured.
  /// `mark`: a column that is framed. pick(row, column) is called for a cell that is clicked, or entered by keys.
  draw({rows, columns, at, of, settled = columns, name, ...settings}) {
    Object.assign(this, USUAL, {rows: Math.max(1, rows), columns: Math.max(1, columns), at, name}, settings);
    this.colourCells([of, this.rows, this.columns, this.low, this.high, known], Math.min(settled, columns));
    this.canvas.setAttribute("aria-description", `Arrow keys read its cells${this.pick ? ", Enter picks one" : ""}.`);
    this.paint();
    return this.canvas;
  }

  colourCells(key, settled) {
    const inks = this.cells.getContext("2d");
    if (!this.key || key.some((each, i) => each !== this.key[i])) {
      Object.assign(this.cells, {width: this.columns, height: this.rows});
      Object.assign(this, {key, inked: 0});
    }
    const from = this.inked, count = settled - from, [none, full, minus] = ["--cell-none", "--cell-full", "--cell-minus"].map(colour);
    if (count <= 0) return;
    const image = inks.createImageData(count, this.rows);
    for (let r = 0; r < this.rows; r++)
      for (let c = 0; c < count; c++) {
        const value = this.at(r, from + c), place = 4 * (r * count + c);
        if (!Number.isFinite(value)) continue;
        const share = Math.min(1, Math.abs(value < 0 ? value / (this.low || -1) : value / (this.high || 1)));
        const end = value < 0 ? minus : full;
        for (let i = 0; i < 3; i++) image.data[place + i] = none[i] + share * (end[i] - none[i]);
        image.data[place + 3] = 255;
      }
    inks.putImageData(image, from, 0);
    this.inked = settled;
  }

  get tall() { return this.shown?.length ?? this.rows; }

  /// The rows that are shown as stretches that lie together: [first, how many].
  stretches() {
    if (!this.shown) return [[0, this.rows]];
    const found = [];
    for (const row of this.shown) {
      const last = found[found.length - 1];
      if (last && last[0] + last[1] === row) last[1]++;
      else found.push([row, 1]);
    }
    return found;
  }

  paint() {
    const {canvas, columns, tall} = this, context = canvas.getContext("2d");
    const wide = this.cell ?? Math.max(1, Math.min(14, Math.floor(this.most / columns)));
    const high = this.cell ?? Math.max(1, Math.min(14, Math.floor(280 / tall)));
    const [width, height] = [columns * wide, tall * high];
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, {width, height});
      canvas.style.height = `${height}px`;  // in a narrow page cells grow narrow, not small
    }
    context.clearRect(0, 0, width, height);
    context.imageSmoothingEnabled = false;
    let top = 0;
    for (const [first, count] of this.stretches()) {
      context.drawImage(this.cells, 0, first, columns, count, 0, top, width, count * high);
      top += count * high;
    }
    context.fillStyle = ink("--card");
    for (let c = 1; wide > 5 && c <= columns; c++) context.fillRect(c * wide - 1, 0, 1, height);
    for (let r = 1; high > 5 && r <= tall; r++) context.fillRect(0, r * high - 1, width, 1);
    if (this.mark >= 0 && this.mark < columns) {
      context.strokeStyle = ink("--cell-mark");
      context.lineWidth = 2;
      context.strokeRect(this.mark * wide - 0.5, 0.5, wide, height - 1);
    }
    this.frameCell(context, wide, high);
    this.tell();
  }

  /// A frame around the cell that is told, seen on any colour.
  frameCell(context, wide, high) {
    if (!this.looked) return;
    const [row, column] = this.looked = this.clamped(this.looked), least = 5;
    for (const [name, lineWidth] of [["--card", 4], ["--ink", 2]]) {
      Object.assign(context, {strokeStyle: ink(name), lineWidth});
      context.strokeRect(column * wide, row * high, Math.max(wide, least) - 1, Math.max(high, least) - 1);
    }
  }

  /// The value at the cursor to the reader of the page, who may see or hear it.
  tell() {
    const [row, column] = this.looked ?? [];
    const said = this.looked ? `${this.rowWord} ${this.rowAt(row) + 1}, ${this.columnWord} ${column + 1}: ${told(this.at(this.rowAt(row), column))}`
      : `${this.tall} rows, ${this.columns} columns`;
    if (this.looked || this.tells) this.output.textContent = this.looked ? said : "";
    this.tells = this.looked !== null;
    this.canvas.setAttribute("aria-label", `${this.name}, ${said}`);
  }

  rowAt(row) { return this.shown ? this.shown[row] : row; }
  clamped([row, column]) { return [within(row, this.tall), within(column, this.columns)]; }

  look(cell) {
    if (!this.at || (!cell && !this.looked)) return;
    this.looked = cell && this.clamped(cell);
    this.paint();
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.clamped([Math.floor((event.clientY - box.top) / box.height * this.tall),
      Math.floor((event.clientX - box.left) / box.width * this.columns)]);
  }

  picked([row, column]) { this.pick?.(this.rowAt(row), column); }

  listen() {
    const {canvas} = this, focused = () => document.activeElement === canvas;
    canvas.addEventListener("pointermove", event => this.look(this.cellAt(event)));
    canvas.addEventListener("pointerleave", () => this.look(focused() ? this.place : null));
    canvas.addEventListener("focus", () => this.look(this.place ??= [0, Math.max(0, this.mark)]));
    canvas.addEventListener("blur", () => this.look(null));
    canvas.addEventListener("click", event => this.picked(this.place = this.cellAt(event)));
    canvas.addEventListener("pointerdown", event => { this.place = this.cellAt(event); });
    canvas.addEventListener("keydown", event => {
      const move = MOVES[event.key], enters = event.key === "Enter" || event.key === " ";
      if (event.altKey || event.ctrlKey || event.metaKey || (!move && !enters)) return;
      event.preventDefault();
      const place = this.clamped(this.place ?? [0, 0]);
      if (enters) return this.picked(place);
      this.place = this.clamped([place[0] + move[0], place[1] + move[1]]);
      this.look(this.place);
    });
  }
}
