// The one time axis of a score: which steps are seen, and where each is.
import { tickPlaces } from "../player/axes.js";

const MOST = 60, // pixels of a step
  FEW = 8, // steps that are wider
  RIGHT = 10; // free, right of the last step

export class TimeAxis {
  constructor() {
    Object.assign(this, { steps: 1, from: 0, until: 1, left: 44, width: 0 });
  }

  /** All steps of an episode. */
  reset(steps) {
    Object.assign(this, { steps, from: 0, until: steps });
  }

  /** Zooms to steps from `from` to before `until`. */
  zoom(from, until) {
    this.from = Math.max(0, Math.min(from, this.steps - 1));
    this.until = Math.min(this.steps, Math.max(until, this.from + 1));
  }

  /** The steps seen, `5-12`; empty where all are. */
  get text() {
    return this.zoomed ? `${this.from + 1}-${this.until}` : "";
  }

  get zoomed() {
    return this.from > 0 || this.until < this.steps;
  }

  fit(width, left) {
    Object.assign(this, { width, left });
  }

  get wide() {
    const most = this.steps <= FEW ? 2 * MOST : MOST;
    return Math.min(most, Math.max(1, this.width - this.left - RIGHT) / (this.until - this.from));
  }

  /** The left edge of a step, in whole pixels so that cells of all tracks meet. */
  x(step) {
    return this.left + Math.round((step - this.from) * this.wide);
  }

  get end() {
    return this.x(this.until);
  }

  has(step) {
    return step >= this.from && step < this.until;
  }

  /** The step at a place; −1 outside. */
  stepAt(x) {
    if (x < this.left || x >= this.end) return -1;
    let step = Math.min(this.until - 1, this.from + Math.floor((x - this.left) / this.wide));
    if (x < this.x(step)) step--;
    return step + 1 < this.until && x >= this.x(step + 1) ? step + 1 : step;
  }

  /** Keeps a step in view; returns whether the view moved. */
  follow(step) {
    if (!this.zoomed || this.has(step)) return false;
    const count = this.until - this.from;
    this.from = step < this.from ? step : step - count + 1;
    this.until = this.from + count;
    return true;
  }

  /** Which steps have a number beneath them. */
  ticks(apart = 30) {
    return tickPlaces(this.steps, this.wide, apart).filter((step) => this.has(step));
  }
}

/** [from, until] of such a text; of all steps where it names none. */
export function stepsOf(text) {
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [0, 1, Infinity];
  return [first - 1, Number(last)];
}
