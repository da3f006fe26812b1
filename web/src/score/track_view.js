// One track on the page: a line with its name, symbol and key, and its picture on a canvas.
import { fitted } from "../shared/canvas.js";
import { element } from "../shared/dom.js";
import { colour, lineHue } from "../shared/theme.js";
import { codesOf, paintBits } from "./paint_bits.js";
import { heightAt, paintLines, scaled } from "./paint_lines.js";
import { paintPhases, paintRows, paintTokens } from "./paint_texts.js";
import { mostOf, paintWeights } from "./paint_weights.js";

const WHOLE = 0.005; // a scale that ends further than this from 1 is told
const HUED = ["write", "read"];
const short = (value) => (Number.isFinite(value) ? value.toFixed(Math.abs(value) < 10 ? 2 : 1).replace("-", "−") : "–");

export class TrackView {
  constructor(id, name) {
    this.canvas = element("canvas", { class: "track", tabindex: "0", role: "img", "data-key": `${name}${id}` });
    this.head = element("div", { class: "track-head" });
    this.root = element("div", { class: "track-line", "data-track": id }, this.head, this.canvas);
    this.image = element("canvas");
    this.row = 0; // the one read by keys
  }

  set(track, { steps, scored, vectors }, phases) {
    this.track = track;
    if (track.kind === "bits") {
      track.codes = codesOf(track, steps);
      track.speaks = (step) => vectors?.has(step) || ["in", "both"].includes(phases[step]);
    }
    if (track.kind === "weights")
      track.most = ["look", "none"].includes(track.layers[0].side) ? mostOf(track, steps) : 1;
    if (track.kind === "lines") track.low = Math.min(...scaled(track.items, steps).map(({ low }) => low));
    this.row = Math.min(this.row, track.rows - 1);
    this.scored = scored;
    this.showHead();
  }

  /** Its name, and a key of its colours. */
  showHead() {
    const { name, symbol, kind, layers = [], items = [] } = this.track;
    const key = (text, hue, dash = "") =>
      element("span", { class: "key" }, element("i", { class: dash, style: { "--hue": hue } }), text);
    this.values = items.map(() => element("span", { class: "value" }));
    const one = this.track.heads === 1,
      keyed = items.filter(({ head }) => head === 0);
    const keys = [
      ...layers.filter(({ side }) => HUED.includes(side)).map(({ side }) => key(side, `var(--${side})`)),
      ...(Math.abs(this.track.most - 1) > WHOLE
        ? [element("span", { class: "key" }, `0 to ${short(this.track.most)}`)]
        : []),
      ...keyed.map((item, at) =>
        key(
          one ? [item.label, " ", this.values[at]] : item.label,
          lineHue(item.at), // of whatever scheme the page is seen in, or of paper
          ["line", "line dashed", "line dotted"][Math.min(2, item.dash % 3)],
        ),
      ),
      ...(kind === "bits"
        ? [element("span", { class: "key" }, this.track.predicted ? "■ 1  □ 0  ○ wrong" : "■ 1  □ 0 or −1")]
        : []),
    ];
    this.head.classList.toggle("of-lines", kind === "lines");
    this.head.replaceChildren(element("strong", {}, name), symbol ? element("em", {}, symbol) : "", ...keys);
  }

  /** The present values of its lines. */
  show(step) {
    this.track.items?.forEach((item, at) => (this.values[at].textContent = short(item.value(step))));
  }

  paint(time, height) {
    const { track } = this;
    this.height = height;
    const context = fitted(this.canvas, time.width, height);
    context.clearRect(0, 0, time.width, height);
    const framed = track.kind === "weights" || track.kind === "bits";
    if (track.kind === "phases") paintPhases(context, track, time, height);
    else if (track.kind === "bits") paintBits(context, track, time, height / track.rows);
    else if (track.kind === "tokens") paintTokens(context, track, time, height);
    else if (track.kind === "lines") paintLines(context, track, time, height);
    else paintWeights(context, track, time, height, this.image);
    paintRows(context, track, time, height);
    if (!framed) return;
    context.strokeStyle = colour("rule");
    context.lineWidth = 1;
    context.strokeRect(time.left - 0.5, 0.5, time.end - time.left + 1, height - 1);
  }

  /** The row at a height, of lines the nearest. */
  rowAt(y, step) {
    const { kind, rows, items } = this.track;
    if (kind !== "lines") return Math.max(0, Math.min(rows - 1, Math.floor((y * rows) / this.height)));
    const far = items.map((item) => Math.abs(heightAt(item, item.value(step), this.height) - y));
    return far.indexOf(Math.min(...far.filter(Number.isFinite)));
  }

  /** { top, height } of a row within the canvas; null: of all rows. */
  rowPlace(row, step) {
    const { kind, rows, items } = this.track;
    if (row === null || kind === "phases" || kind === "tokens") return { top: 0, height: this.height };
    if (kind === "lines") return { top: heightAt(items[row], items[row].value(step), this.height) - 4, height: 8 };
    return { top: (row * this.height) / rows, height: this.height / rows };
  }
}
