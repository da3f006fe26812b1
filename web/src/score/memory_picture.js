// The memory at the present step, slots down, as the score orders them, and an arrow of each head at the slots it is at.
import { paintCells } from "../shared/canvas.js";
import { colourTable, placeOf, scaleOf } from "../shared/colour_maps.js";
import { element } from "../shared/dom.js";
import { colour, faded } from "../shared/theme.js";
import { FONT } from "./heights.js";
import { tickPlaces } from "../player/axes.js";

const SIDE = 86, // pixels on either side of the memory, for arrows and slot numbers
  TITLE = 18,
  ROW = { least: 1, most: 13 },
  SEEN = 0.03; // a weight that has an arrow

export class MemoryPicture {
  set(episode, { axis }, facts) {
    Object.assign(this, { episode, facts, axis });
    this.view = axis && episode.views.find(({ name, rows }) => /(^|\/)memory$/.test(name) && rows === axis.count);
    this.links = axis && episode.views.find(({ name, rows }) => /(^|\/)links$/.test(name) && rows === axis.count);
    this.scale = null;
    this.image ??= element("canvas");
  }

  /** The height of the picture where there is so much room. */
  heightFor(room) {
    if (!this.axis) return 0;
    this.high = Math.max(ROW.least, Math.min(ROW.most, Math.floor((room - TITLE) / this.axis.shown.length)));
    return TITLE + this.high * this.axis.shown.length;
  }

  /** Draws it and returns where it ends. */
  draw(context, step, wide, height) {
    if (!this.axis) return 0;
    const { shown } = this.axis,
      from = SIDE,
      across = wide - 2 * SIDE;
    this.place = { from, until: from + across };
    context.font = `600 ${FONT}`;
    context.fillStyle = colour("text");
    context.textAlign = "center";
    context.textBaseline = "top";
    context.fillText(
      `memory: ${shown.length === this.axis.count ? "" : `${shown.length} of `}${this.axis.count} slots`,
      wide / 2,
      0,
    );
    if (this.view) this.cells(context, step, from, across);
    context.strokeStyle = colour("control");
    context.lineWidth = 1;
    context.strokeRect(from - 0.5, TITLE - 0.5, across + 1, height - TITLE + 1);
    this.ticks(context, from);
    for (const side of ["write", "read"])
      for (const head of this.facts.of(side)) this.arrows(context, head, side, step);
    if (this.links) this.drawLinks(context, step);
    return height;
  }

  y(row) {
    return TITLE + (row + 0.5) * this.high;
  }

  cells(context, step, from, across) {
    const { name, columns } = this.view;
    this.scale ??= scaleOf("diverging", ...this.episode.ends(name)); // one for all steps
    const { shown } = this.axis,
      table = colourTable(this.scale.map);
    this.image.width = columns;
    this.image.height = shown.length;
    const value = (row, column) => this.episode.value(name, step, shown[row], column);
    paintCells(this.image, { rows: shown.length, columns, value }, 0, columns, (pixels, at, [row, column]) => {
      const each = value(row, column);
      if (!Number.isFinite(each)) return;
      const place = 3 * placeOf(each, this.scale);
      for (let k = 0; k < 3; k++) pixels[at + k] = table[place + k];
      pixels[at + 3] = 255;
    });
    context.imageSmoothingEnabled = false;
    context.drawImage(this.image, from, TITLE, across, shown.length * this.high);
  }

  ticks(context, from) {
    context.font = FONT;
    context.fillStyle = colour("muted");
    context.textAlign = "right";
    context.textBaseline = "middle";
    const { shown, nameOf } = this.axis;
    for (const row of tickPlaces(shown.length, this.high, 13, (each) => Number(nameOf(shown[each]))))
      context.fillText(nameOf(shown[row]), from - 4, this.y(row), 26);
  }

  /** Writing comes from the left, reading leaves to the right. */
  arrows(context, head, side, step) {
    const hue = colour(side),
      { from, until } = this.place;
    this.axis.shown.forEach((slot, row) => {
      const weight = this.facts.weight(head, step, slot);
      if (!(weight >= SEEN)) return;
      const y = this.y(row),
        [tail, tip] = side === "write" ? [from - 52, from - 30] : [until + 4, until + 26];
      context.strokeStyle = context.fillStyle = faded(hue, Math.min(1, 0.15 + weight));
      context.lineWidth = Math.max(1, 3.5 * weight);
      context.beginPath();
      context.moveTo(tail, y);
      context.lineTo(tip - 5, y);
      context.stroke();
      context.beginPath();
      context.moveTo(tip, y);
      context.lineTo(tip - 7, y - 2 - 3 * weight);
      context.lineTo(tip - 7, y + 2 + 3 * weight);
      context.fill();
    });
  }

  /** The way between a side's arrows and its head, which stands below. */
  arms(context, side, step, left, wide, top) {
    if (!this.axis) return;
    const x = side === "write" ? this.place.from - 52 : this.place.until + 30,
      rows = this.axis.shown.flatMap((slot, row) =>
        this.facts.of(side).some((head) => this.facts.weight(head, step, slot) >= SEEN) ? [row] : [],
      );
    context.strokeStyle = colour(side);
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, rows.length ? this.y(rows[0]) : top);
    if (side === "read" && rows.length) context.lineTo(x - 4, this.y(rows[0]));
    context.stroke();
  }

  /** An arc from each slot to the one that was written after it. */
  drawLinks(context, step) {
    const { name } = this.links,
      { shown } = this.axis,
      x = this.place.until;
    shown.forEach((slot, row) =>
      shown.forEach((before, other) => {
        const weight = this.episode.value(name, step, slot, before);
        if (!(weight >= 0.1)) return;
        const [y, start] = [this.y(row), this.y(other)],
          out = x + 38 + Math.min(40, 3 * Math.abs(row - other));
        context.strokeStyle = faded(colour("muted"), Math.min(1, weight));
        context.lineWidth = 1.25;
        context.beginPath();
        context.moveTo(x + 36, start);
        context.bezierCurveTo(out + 8, start, out + 8, y, x + 38, y);
        context.stroke();
        context.beginPath();
        context.arc(x + 37, y, 2, 0, 2 * Math.PI);
        context.fillStyle = faded(colour("muted"), Math.min(1, weight));
        context.fill();
      }),
    );
  }
}
