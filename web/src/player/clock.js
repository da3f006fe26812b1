// The current step, which advances while the clock plays. Playing only starts on request.

export class Clock {
  /** `show()` shows the current step, and whether it plays. */
  constructor({ show, speed = 4 }) {
    Object.assign(this, { show, speed }); // speed: steps per second
    this.step = 0;
    this.steps = 1;
    this.playing = null; // identifies the current playback
  }

  get last() {
    return this.steps - 1;
  }

  /** Goes to a step, or to the nearest that exists. */
  go(step) {
    const now = Math.min(this.last, Math.max(0, step));
    if (now === this.step) return;
    this.step = now;
    this.show();
  }

  /** Sets the number of steps; the current step becomes at most the last. */
  setSteps(steps) {
    this.steps = Math.max(1, steps);
    this.step = Math.min(this.step, this.last);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  async start() {
    const turn = (this.playing = {}),
      goesOn = () => this.playing === turn && this.step < this.last;
    this.show();
    if (!goesOn()) this.go(0);
    let last = performance.now(),
      due = 0;
    while (goesOn()) {
      const now = await new Promise(requestAnimationFrame);
      due += ((now - last) / 1000) * this.speed;
      last = now;
      if (due < 1 || !goesOn()) continue;
      this.go(this.step + Math.floor(due));
      due %= 1;
    }
    if (this.playing === turn) this.stop();
  }

  stop() {
    this.playing = null;
    this.show();
  }
}
