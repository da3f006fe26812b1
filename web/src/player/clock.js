// The current step, which advances while the clock plays. Playing only starts on request.

export class Clock {
  /**
   * `show()` shows the current step; playing awaits a promise that it returns. `tell()` is called when playing starts
   * or stops. `everyStep`: playing skips no step, however long one takes.
   */
  constructor({ show, tell = show, speed = 4, everyStep = false }) {
    Object.assign(this, { show, tell, speed, everyStep }); // speed: steps per second
    this.step = 0;
    this.steps = 1; // known so far
    this.open = false; // whether more may follow
    this.playing = null; // identifies the current playback
  }

  get last() {
    return this.steps - 1;
  }

  /** Goes to a step, or to the nearest that exists. */
  go(step) {
    const now = Math.min(this.open ? Infinity : this.last, Math.max(0, step));
    if (now === this.step) return undefined;
    this.step = now;
    return this.show();
  }

  /** Sets the number of steps; the current step becomes at most the last. */
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
