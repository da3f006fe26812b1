// One machine on one episode: what it was given, what was changed by hand, and what was seen at each step.

const MOST_NUMBERS = 48e6;  // that are kept of what was seen: some 200 MB, after which an episode is refused
const SLICE = 12;           // milliseconds of work at a time: the page stays alive

export class Run {
  constructor(machine) {
    this.machine = machine;
    this.changes = [];  // {at: frame, name, shown, row, column, value, always}
    this.episode = null;
    this.restart();
  }

  get about() { return this.machine.about }
  /// "steps": goes through its input; "speaks": says token by token; "whole": answers from all at once.
  get way() { return this.about.speaks ? "speaks" : this.about.steps ? "steps" : "whole" }

  give(episode) {
    this.episode = episode;
    this.changes = [];
    this.restart();
  }

  restart() {
    this.frames = [];
    this.begun = false;
    this.kept = 0;
    this.done = false;
  }

  changesAt(frame) {
    return this.changes.filter(each => each.always || each.at === frame);
  }

  /// How many frames there will be, as far as is known.
  get length() {
    if (this.way === "steps") return this.episode?.inputs[0].steps ?? 0;
    return this.done ? this.frames.length : this.frames.length + 1;
  }

  /// The next frame; false where there is none.
  step(choice = null) {
    if (!this.episode || this.done) return false;
    if (this.way === "whole") return this.whole();
    if (!this.begun) {
      this.heard = this.machine.begin();
      this.begun = true;
      if (this.way === "speaks") {
        this.said = [];
        this.previous = 0;
      }
    }
    const number = this.frames.length;
    const found = this.way === "steps" ? this.machine.step(this.changesAt(number))
      : this.machine.say(this.previous, this.changesAt(number));
    if (this.way === "speaks") {
      found.chosen = choice ?? this.choices?.[number] ?? found.answer.indexOf(Math.max(...found.answer));
      this.previous = found.chosen;
      this.said.push(found.chosen);
    }
    this.keep(found);
    if (this.way === "steps") this.done = this.frames.length >= this.length;
    else this.done = found.chosen === 0 || this.frames.length >= 200;
    return true;
  }

  keep(found) {
    this.kept += found.numbers.length;
    if (this.kept > MOST_NUMBERS) {
      this.done = true;
      throw new Error(`episode: got more than ${this.frames.length} steps of this machine; so many are all that a ` +
                      "page can keep: a shorter episode or a smaller memory is needed");
    }
    delete found.numbers;
    this.frames.push(found);
  }

  whole() {
    const found = this.machine.run(this.changes);
    this.keep(found);
    const frames = new Map();
    for (const view of found.views) {
      if (!frames.has(view.shown)) frames.set(view.shown, []);
      frames.get(view.shown).push(view);
    }
    const most = 1 + Math.max(0, ...frames.keys());
    this.frames = Array.from({length: most}, (_, number) =>
      ({step: number, views: frames.get(number) ?? [], answers: found.answers, steps: found.steps}));
    this.done = true;
    return true;
  }

  /// Runs on to a frame, a slice of time at a time; `stopped()` says whether it is still wanted.
  async runTo(frame, stopped = () => false) {
    while (this.frames.length <= frame && !this.done && !stopped()) {
      const until = performance.now() + SLICE;
      while (performance.now() < until && this.frames.length <= frame && !this.done) if (!this.step()) return;
      await new Promise(resolve => setTimeout(resolve, 0));
    }
  }

  /// All again with what was changed, up to where it was.
  async again(stopped) {
    const frame = this.frames.length - 1;
    this.choices = this.frames.map(each => each.chosen);
    this.restart();
    await this.runTo(Math.max(0, frame), stopped);
    this.choices = null;
  }

  /// One view's numbers over the frames so far: [data of each frame, or null].
  over(name) {
    return this.frames.map(frame => frame.views.find(view => view.name === name) ?? null);
  }
}
