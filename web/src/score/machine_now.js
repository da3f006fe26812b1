// The machine at the present step: input, controller, heads with their numbers, memory with arrows at the slots, output.
import { fitted } from "../shared/canvas.js";
import { cssColour, scaleOf } from "../shared/colour_maps.js";
import { element } from "../shared/dom.js";
import { colour } from "../shared/theme.js";
import { FONT } from "./heights.js";
import { signed } from "./paint_bits.js";
import { MemoryPicture } from "./memory_picture.js";

const WIDE = 470, // at most
  BOX = 38, // height of controller and heads
  GAP = 26,
  STRIP = 14, // of input and output
  MARGIN = 8;
const short = (value) => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(2)).replace("-", "−");

export class MachineNow {
  constructor() {
    this.canvas = element("canvas", { class: "machine-now", role: "img" });
    this.memory = new MemoryPicture();
  }

  /** `described`: of tracks.js; `facts`: Facts. */
  set(episode, described, facts) {
    Object.assign(this, { episode, facts, tracks: described.tracks, axis: described.axis });
    this.memory.set(episode, described, facts);
    this.sides = ["write", "read"].map((side) => described.tracks.find(({ id }) => id === `lines ${side}`));
  }

  draw(step, width, room) {
    const wide = Math.min(width, WIDE),
      below = 2 * BOX + 3 * GAP + STRIP + 26,
      high = this.memory.heightFor(Math.max(120, room - below)) + below;
    const context = fitted(this.canvas, wide, high);
    context.clearRect(0, 0, wide, high);
    const top = this.memory.draw(context, step, wide, high - below);
    const heads = top + GAP,
      half = (wide - 3 * MARGIN) / 2,
      controller = heads + BOX + GAP;
    const there = ["write", "read"].filter((side) => this.facts.of(side).length);
    there.forEach((side) => {
      const left = side === "write" ? MARGIN : 2 * MARGIN + half;
      this.memory.arms(context, side, step, left, half, heads);
      this.box(
        context,
        left,
        heads,
        half,
        [`${side} head${this.facts.of(side).length > 1 ? "s" : ""}`, this.numbers(side, step)],
        side,
      );
      this.arrow(context, left + half / 2, controller, left + half / 2, heads + BOX);
    });
    this.box(context, MARGIN, controller, wide - 2 * MARGIN, ["controller", this.episode.controller ?? ""], "control");
    const below0 = controller + BOX;
    this.strip(context, "input", MARGIN, below0 + GAP, half, step);
    this.strip(context, "output", 2 * MARGIN + half, below0 + GAP, half, step);
    this.arrow(context, MARGIN + half / 2, below0 + GAP - 2, MARGIN + half / 2, below0);
    this.arrow(context, 2 * MARGIN + half * 1.5, below0, 2 * MARGIN + half * 1.5, below0 + GAP - 2);
    this.canvas.setAttribute("aria-label", `The machine at ${this.episode.stepName} ${step + 1}`);
  }

  /** The numbers of a side's first head: `g 0.02  s +1  γ 8.1`; of several rows the greatest. */
  numbers(side, step) {
    const { items = [] } = this.sides.find((track) => track?.side === side) ?? {};
    const found = new Map();
    for (const item of items) {
      const value = item.value(step),
        key = item.quantity;
      if (item.column === 0 && !(found.get(key)?.value >= value)) found.set(key, { item, value });
    }
    return [...found.values()].map(({ item, value }) => `${item.short} ${short(value)}`).join("  ");
  }

  box(context, left, top, wide, [name, numbers], hue) {
    context.strokeStyle = colour(hue);
    context.lineWidth = 1.5;
    context.strokeRect(left + 0.5, top + 0.5, wide - 1, BOX - 1);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour("text");
    context.font = `600 ${FONT}`;
    context.fillText(name, left + wide / 2, top + (numbers ? 12 : BOX / 2), wide - 6);
    context.font = FONT;
    context.fillStyle = colour("muted");
    context.fillText(numbers, left + wide / 2, top + 27, wide - 6);
  }

  arrow(context, x, y, toX, toY) {
    const down = Math.sign(toY - y);
    context.strokeStyle = context.fillStyle = colour("control");
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(toX, toY - 5 * down);
    context.stroke();
    context.beginPath();
    context.moveTo(toX, toY);
    context.lineTo(toX - 4, toY - 7 * down);
    context.lineTo(toX + 4, toY - 7 * down);
    context.fill();
  }

  /** The vector of input or output, as squares or as a token. */
  strip(context, id, left, top, room, step) {
    const track = this.tracks.find((each) => each.id === id);
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "top";
    context.fillStyle = colour("muted");
    const said = track?.kind === "tokens" ? (track.tokens[step]?.text ?? "") : "";
    context.fillText(said ? `${id}: ${said}` : id, left + room / 2, top + STRIP + 4, room);
    if (track?.kind !== "bits") return;
    const side = Math.min(STRIP, room / track.rows),
      from = left + (room - side * track.rows) / 2;
    for (let row = 0; row < track.rows; row++) {
      const value = signed(track, row, step),
        x = from + row * side;
      context.strokeStyle = colour("rule");
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, top + 0.5, side - 1, side - 1);
      if (!(Math.abs(value) > 0.02)) continue;
      const part = Math.max(2, 0.76 * side * Math.sqrt(Math.min(1, Math.abs(value)))),
        inset = (side - part) / 2;
      context.fillStyle = context.strokeStyle = cssColour(1, scaleOf("unit"));
      if (value > 0) context.fillRect(x + inset, top + inset, part, part);
      else context.strokeRect(x + inset + 0.5, top + inset + 0.5, part - 1, part - 1);
    }
  }
}
