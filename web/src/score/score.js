// The score of an episode: all tracks on one time axis with one cursor through them, a sentence on the present step above
// them, the machine at that step beside them. The live page and the report's player both have it.
import { fitted } from "../shared/canvas.js";
import { element } from "../shared/dom.js";
import { Facts } from "./facts.js";
import { heightsOf, leftOf } from "./heights.js";
import { lineage } from "./lineage.js";
import { MachineNow } from "./machine_now.js";
import { markOf } from "./marks.js";
import { paintSteps } from "./paint_texts.js";
import { vectorNumbers } from "./phases.js";
import { follow } from "./pointer.js";
import { readout } from "./readout.js";
import { roomBelow } from "./room.js";
import { sentence } from "./sentence.js";
import { stepsOf, TimeAxis } from "./time_axis.js";
import { TrackView } from "./track_view.js";
import { describe } from "./tracks.js";

const AXIS = 16, // pixels of height, of the steps' numbers
  MARGIN = 4, // above the line with a track's name
  LEAST_NOW = 420; // pixels of height that the machine has, however few the tracks
const HINT = "Point at a cell to read it and see what it comes from; drag to zoom, double click to see all.";

export class Score {
  /** `go(step)` moves the player; `pick({ track, row, step }, canvas)`: a cell is clicked or entered, where cells can be
   * changed; `seen()`: other steps are seen; `name`: before the tracks' data-key; `beside`: an element that stands beside
   * the tracks too, as far as it has something. */
  constructor({ go, pick = () => {}, seen = () => {}, name = "", beside = null }) {
    Object.assign(this, {
      go,
      pick,
      seen,
      name,
      beside,
      views: [],
      known: new Map(),
      step: 0,
      cell: null,
      focused: null,
    });
    this.time = new TimeAxis();
    this.now = new MachineNow();
    this.told = element("p", { class: "score-sentence", "aria-live": "off" });
    this.value = element("span");
    this.says = element("span");
    this.readout = element("output", { class: "score-readout", "aria-live": "off" }, this.value, this.says);
    this.axis = element("canvas", { class: "steps", "aria-hidden": "true" });
    this.cursor = element("div", { class: "score-cursor" });
    this.drag = element("div", { class: "score-drag", hidden: true });
    this.marks = element("div", { class: "score-marks" });
    this.tracks = element("div", { class: "tracks" });
    this.aside = element("div", { class: "score-now" }, this.now.canvas, beside);
    this.body = element("div", { class: "score-body" }, this.tracks, this.aside);
    this.root = element("div", { class: "score" }, this.told, this.readout, this.body);
    this.redraw = () => this.draw();
    this.watcher = new ResizeObserver(this.redraw);
    this.watcher.observe(this.root);
    addEventListener("resize", this.redraw); // the window's height counts too
  }

  end() {
    this.watcher.disconnect();
    removeEventListener("resize", this.redraw);
  }

  /** Shows an episode, as tracks.js describes it. The zoom stays where the steps do. */
  set(episode, described = describe(episode)) {
    this.episode = episode;
    this.described = described;
    this.facts = new Facts(episode, described, vectorNumbers(described.phases));
    if (this.time.steps !== episode.steps || this.views.length === 0) this.time.reset(episode.steps);
    this.views = described.tracks.map((track) => {
      const view = this.viewOf(track.id);
      view.set(track, episode, described.phases);
      return view;
    });
    const wanted = [...this.views.map(({ root }) => root), this.axis, this.cursor, this.drag, this.marks];
    wanted.forEach((each, at) => {
      if (this.tracks.children[at] !== each) this.tracks.insertBefore(each, this.tracks.children[at] ?? null);
    });
    while (this.tracks.children.length > wanted.length) this.tracks.lastElementChild.remove();
    this.now.set(episode, described, this.facts);
    this.now.canvas.hidden = described.heads.length === 0;
    this.aside.hidden = this.now.canvas.hidden && !this.beside?.childElementCount;
    this.cell = null;
    this.draw();
  }

  /** A text in the sentence's place, until the next step. */
  say(text) {
    this.told.textContent = text;
  }

  viewOf(id) {
    if (!this.known.has(id)) {
      const view = new TrackView(id, this.name);
      this.known.set(id, view);
      follow(this, view);
    }
    return this.known.get(id);
  }

  show(step) {
    if (!this.episode) return;
    this.step = Math.max(0, Math.min(step, this.episode.steps - 1));
    if (this.time.follow(this.step)) return this.draw();
    this.showStep();
  }

  /** All but what depends on the step. Widths are read before anything is drawn. */
  draw() {
    if (!this.episode) return;
    const width = this.tracks.clientWidth;
    this.room = this.aside.clientWidth;
    if (!width) return;
    const { tracks } = this.described;
    this.heads = this.views.reduce((sum, { head }) => sum + head.offsetHeight + MARGIN, 0);
    const room = roomBelow(this.tracks) - AXIS - this.heads;
    this.time.fit(width, leftOf(tracks, width));
    const heights = heightsOf(tracks, this.time.wide, room);
    this.views.forEach((view, at) => view.paint(this.time, heights[at]));
    const context = fitted(this.axis, width, AXIS);
    context.clearRect(0, 0, width, AXIS);
    paintSteps(context, this.time, this.episode.stepName);
    this.showStep();
  }

  showStep() {
    const { time, step } = this;
    const said = sentence(this.facts, this.described.tracks, step);
    if (this.told.textContent !== said) this.told.textContent = said;
    if (!time.width) return;
    const left = time.x(step);
    Object.assign(this.cursor.style, { left: `${left - 1}px`, width: `${Math.max(time.x(step + 1) - left, 1) + 2}px` });
    for (const view of this.views) view.show(step);
    if (!this.now.canvas.hidden) this.now.draw(step, this.room, Math.max(LEAST_NOW, this.height()));
    if (this.focused) this.point(this.entry());
    else this.showCell();
  }

  /** The height of all tracks, from what is known of them. */
  height() {
    return this.views.reduce((sum, { height }) => sum + height, AXIS + this.heads);
  }

  // ---- reading

  focus(view) {
    this.focused = view;
    this.readout.setAttribute("aria-live", view ? "polite" : "off");
    this.point(view ? this.entry() : null);
  }

  /** The cell that keys read. */
  entry() {
    const view = this.focused ?? this.views[0];
    return { track: view.track, row: view.row, step: this.step };
  }

  point(cell) {
    this.cell = cell;
    this.showCell();
  }

  showCell() {
    const { cell } = this;
    const told = cell
      ? readout(this.facts, this.episode.stepName, cell.track, cell.row, cell.step)
      : { value: HINT, says: "" };
    for (const part of ["value", "says"])
      if (this[part].textContent !== told[part]) this[part].textContent = told[part];
    for (const view of this.views) {
      const own = cell?.track === view.track ? told.value : this.told.textContent;
      view.canvas.setAttribute("aria-label", `${view.track.name}. ${own}`);
    }
    const from = cell ? lineage(this.facts, this.described.tracks, cell) : [];
    const all = cell ? [{ ...cell, track: cell.track.id, own: true }, ...from] : [];
    this.marks.replaceChildren(...all.map((each) => markOf(this.views, this.time, each)).filter(Boolean));
  }

  // ---- zooming

  zoom(from, until) {
    this.time.zoom(from, until);
    this.draw();
    this.seen();
  }

  /** The steps seen, for an address. */
  get zoomed() {
    return this.time.text;
  }

  set zoomed(text) {
    this.zoom(...stepsOf(text));
  }

  showDrag(from, to) {
    this.drag.hidden = from === null;
    if (from === null) return;
    Object.assign(this.drag.style, { left: `${Math.min(from, to)}px`, width: `${Math.abs(to - from)}px` });
  }
}
