// The present step, and going on by itself while it plays. It never starts by itself.

export class Clock {
  /**
   * `show()` shows the present step; it may give a promise, which playing waits for. `tell()` is called when playing
   * begins or ends. `everyStep`: playing leaves out no step, however long one takes.
   */
  constructor({ show, tell = show, speed = 4, everyStep = false }) {
    Object.assign(this, { show, tell, speed, everyStep }); // speed: steps a second
    this.step = 0;
    this.steps = 1; // that are known
    this.open = false; // whether there may be more behind them
    this.playing = null; // a mark of the playing that is under way
  }

  get last() {
    return this.steps - 1;
  }

  /** To a step, or the last before it. */
  go(step) {
    const now = Math.min(this.open ? Infinity : this.last, Math.max(0, step));
    if (now === this.step) return undefined;
    this.step = now;
    return this.show();
  }

  /** How many there are; the present one is the last of them at most. */
  setSteps(steps, open = false) {
    this.steps = Math.max(1, steps);
    this.open = open;
    this.step = Math.min(this.step, this.last);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  async start() {
    const turn = (this.playing = {}),
      goesOn = () => this.playing === turn && (this.open || this.step < this.last);
    this.tell();
    if (!goesOn()) await this.go(0);
    let last = performance.now(),
      due = 0;
    while (goesOn()) {
      const now = await new Promise(requestAnimationFrame);
      due += ((now - last) / 1000) * this.speed;
      last = now;
      if (due < 1 || !goesOn()) continue;
      await this.go(this.step + (this.everyStep ? 1 : Math.floor(due)));
      due = this.everyStep ? Math.min(due - 1, 1) : due % 1;
    }
    if (this.playing === turn) this.stop();
  }

  stop() {
    this.playing = null;
    this.tell();
  }
}
