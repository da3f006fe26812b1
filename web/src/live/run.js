// One machine on one episode: its input, the changes made by hand, and the views of each step.

const MOST_NUMBERS = 48e6; // kept of an episode's views, some 200 MB; beyond that it is refused
const SLICE = 12; // milliseconds of work at a time, so that the page stays responsive

export class Run {
  constructor(machine) {
    this.machine = machine;
    this.give(null);
  }

  get about() {
    return this.machine.about;
  }
  /** "steps": step by step through the input; "speaks": token by token; "whole": from all of the input at once. */
  get way() {
    return this.about.speaks ? "speaks" : this.about.steps ? "steps" : "whole";
  }

  give(episode) {
    this.episode = episode;
    this.changes = []; // {at: frame, name, shown, row, column, value, always}
    this.insisted = new Map(); // frame → the token chosen by hand; elsewhere it says its most likely one
    this.restart();
  }

  restart() {
    this.frames = [];
    this.seen = new Map(); // name → {views: frame → its first view of that name, most: greatest magnitude}
    this.begun = false;
    this.kept = 0;
    this.done = false;
  }

  changesAt(frame) {
    return this.changes.filter((each) => each.always || each.at === frame);
  }

  /** The expected number of frames, as far as known. */
  get length() {
    if (this.done || !this.episode) return this.frames.length;
    return this.way === "steps" ? this.episode.inputs[0].steps : this.frames.length + 1;
  }

  /** Computes the next frame; returns false if there is none. */
  step() {
    if (!this.episode || this.done) return false;
    if (this.way === "whole") return this.whole();
    if (!this.begun) {
      this.machine.begin();
      this.begun = true;
      this.previous = 0;
    }
    const number = this.frames.length;
    const found =
      this.way === "steps"
        ? this.machine.step(this.changesAt(number))
        : this.machine.say(this.previous, this.changesAt(number));
    if (this.way === "speaks") {
      if (!found.answer.every(Number.isFinite))
        this.refuse(`answer: got one that is no number as token ${number + 1}; smaller changes are needed`);
      found.chosen = this.insisted.get(number) ?? found.answer.indexOf(Math.max(...found.answer));
      this.previous = found.chosen;
    }
    this.keep(
      found,
      found.views.map((view) => [view, number]),
    );
    this.frames.push(found);
    if (this.way === "steps") this.done = this.frames.length >= this.length;
    else this.done = found.chosen === 0 || this.frames.length >= 200;
    return true;
  }

  refuse(why) {
    this.done = true;
    throw new Error(why);
  }

  /** Keeps `views`: pairs of a view and its frame. */
  keep(found, views) {
    this.kept += found.numbers.length;
    if (this.kept > MOST_NUMBERS)
      this.refuse(
        `episode: got more than ${this.frames.length} steps of this machine; so many are all that a ` +
          "page can keep: a shorter episode or a smaller memory is needed",
      );
    delete found.numbers;
    for (const [view, frame] of views) this.note(view, frame);
  }

  note(view, frame) {
    if (!this.seen.has(view.name)) this.seen.set(view.name, { views: [], most: 1e-6 });
    const seen = this.seen.get(view.name);
    if (seen.views[frame]) return;
    seen.views[frame] = view;
    for (const value of view.data) seen.most = Math.max(seen.most, Math.abs(value));
  }

  whole() {
    const found = this.machine.run(this.changes);
    this.keep(
      found,
      found.views.map((view) => [view, view.shown]),
    );
    const most = 1 + Math.max(0, ...found.views.map((view) => view.shown));
    this.frames = Array.from({ length: most }, (_, number) => ({
      step: number,
      views: found.views.filter((view) => view.shown === number),
      answers: found.answers,
      steps: found.steps,
    }));
    this.done = true;
    return true;
  }

  /** Runs to the end in slices of time, until `stopped()` returns true; `tell()` is called after each. */
  async runOn(stopped, tell) {
    while (!this.done && !stopped()) {
      const until = performance.now() + SLICE;
      while (performance.now() < until && !this.done) if (!this.step()) return;
      if (this.done) return;
      tell();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Fixes the token at a frame; the run starts again. */
  insist(frame, token) {
    this.forgetBehind(frame);
    this.insisted.set(frame, token);
    this.restart();
  }

  /** Starts again after a change at `frame`. Tokens fixed after that frame are dropped: they continued a different
   * answer. */
  changed(frame) {
    this.forgetBehind(frame);
    this.restart();
  }

  forgetBehind(frame) {
    for (const each of [...this.insisted.keys()]) if (each > frame) this.insisted.delete(each);
  }

  /** By frame, the first view of that name, or nothing. */
  over(name) {
    return this.seen.get(name)?.views ?? [];
  }
}
