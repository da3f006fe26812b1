// A picture with the attention to each part as a veil, and boxes and windows as outlines. The pointer and the arrow
// keys read its parts or, if it has none, its pixels.
import { colour } from "../shared/theme.js";
import { FONT } from "./axes.js";
import { Grid } from "./grid.js";

const TALL = 420,
  WIDE = 560, // pixels; a larger picture would show no more
  EDGE = 4,
  DIM = 0.62, // brightness under a veil: bright parts would hide its colour
  STRONGEST = 0.85; // opacity of the greatest share
const WHITE = "#ffffff",
  BLACK = "#000000"; // over a picture, in either scheme

/** A picture on a canvas of its own size; values: height × width × channels, 0 to 1. */
export function canvasOf(values, light = 1) {
  const [height, width, channels] = values.shape;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    for (let k = 0; k < 3; k++)
      image.data[4 * at + k] = 255 * light * values.numbers[at * channels + (channels === 3 ? k : 0)];
    image.data[4 * at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export class PictureGrid extends Grid {
  /**
   * `values`: the picture; `most`: the greatest share of attention, 0 for no veil; `boxNow(step)`: [left, top, right,
   * bottom] in pixels, or null; `windows`: per look, its windows as [x and y of the centre, width, height], sharpest
   * first; `windowNow(step)`: the index of the current look.
   */
  set({ values, windows = [], ...settings }) {
    super.set({
      columnWord: "column",
      rowWord: "row",
      most: 0,
      boxNow: () => null,
      tall: TALL,
      ...settings,
      left: EDGE,
      top: EDGE,
      ticks: false,
      values,
      windows,
    });
    this.plain = canvasOf(values, this.most > 0 ? DIM : 1);
    return this;
  }

  draw(step, width) {
    const [height, across] = this.values.shape;
    const scale = Math.min(Math.min(width, WIDE) - 2 * EDGE, (this.tall * across) / height) / across;
    this.step = step;
    this.room = width;
    this.scale = scale;
    this.width = scale * across + 2 * EDGE;
    this.wide = (scale * across) / this.columns;
    this.high = (scale * height) / this.rows;
    this.paint();
  }

  picture() {
    return this.plain;
  }

  drawPresent(context) {
    if (this.most > 0) this.drawVeil(context);
    const box = this.boxNow(this.step);
    if (box) this.outline(context, box, colour("line-2"), 3);
    if (this.windows.length) this.drawWindows(context);
  }

  drawVeil(context) {
    context.fillStyle = colour("veil");
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        context.globalAlpha = STRONGEST * (this.value(row, column, this.step) / this.most);
        context.fillRect(this.left + column * this.wide, this.top + row * this.high, this.wide, this.high);
      }
    }
    context.globalAlpha = 1;
  }

  /** Draws the path of the sharpest windows so far, and all windows of the current look. */
  drawWindows(context) {
    const now = this.windowNow(this.step);
    const place = ([x, y]) => [this.left + this.scale * x, this.top + this.scale * y];
    const way = this.windows.slice(0, now + 1).map(([sharpest]) => sharpest);
    way.slice(0, -1).forEach((window) => this.outline(context, edges(window), colour("veil"), 1));
    const [sharpest, ...coarser] = this.windows[now];
    coarser.reverse().forEach((window) => this.outline(context, edges(window), WHITE, 1));
    this.outline(context, edges(sharpest), WHITE, 3);
    context.beginPath();
    way.forEach((window) => context.lineTo(...place(window)));
    this.stroked(context, WHITE, 1.5);
    context.font = `bold ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    way.forEach((window, at) => {
      context.lineWidth = 3;
      context.strokeStyle = BLACK;
      context.strokeText(String(at + 1), ...place(window));
      context.fillStyle = WHITE;
      context.fillText(String(at + 1), ...place(window));
    });
  }

  outline(context, [left, top, right, bottom], ink, thick) {
    const scale = this.scale;
    context.beginPath();
    context.rect(this.left + scale * left, this.top + scale * top, scale * (right - left), scale * (bottom - top));
    this.stroked(context, ink, thick);
  }

  /** Strokes the path in a colour on black, visible over any picture. */
  stroked(context, ink, thick) {
    for (const [stroke, wide] of [
      [BLACK, thick + 2],
      [ink, thick],
    ]) {
      context.strokeStyle = stroke;
      context.lineWidth = wide;
      context.stroke();
    }
  }
}

export const edges = ([x, y, wide, high]) => [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
