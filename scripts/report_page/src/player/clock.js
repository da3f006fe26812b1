// The present step, and going on by itself while it plays. It never starts by itself.

export class Clock {
  constructor(changed) {
    this.changed = changed;
    this.step = 0;
    this.steps = 1;
    this.speed = 4; // steps a second
    this.playing = false;
  }

  go(step) {
    const now = Math.min(this.steps - 1, Math.max(0, step));
    if (now === this.step) return;
    this.step = now;
    this.changed();
  }

  setSteps(steps) {
    this.steps = Math.max(1, steps);
    this.step = Math.min(this.step, this.steps - 1);
    this.changed();
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    if (this.step === this.steps - 1) this.step = 0;
    this.playing = true;
    this.changed();
    let last = performance.now(),
      due = 0;
    const tick = (now) => {
      if (!this.playing) return;
      due += ((now - last) / 1000) * this.speed;
      last = now;
      if (due >= 1) {
        this.go(this.step + Math.floor(due));
        due %= 1;
      }
      if (this.step === this.steps - 1) return this.stop();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  stop() {
    this.playing = false;
    this.changed();
  }
}
