// Machines on the page: which they are, what they are given, where they are, and what is changed by hand.
import {element, fill, say} from "./dom.js";
import {DRAWN, bitsWithOther, numbersGiven, numbersWithOther} from "./given.js";
import {Run} from "./run.js";
import {MachinePlace} from "./machine_place.js";
import {chooser, episodeForm, transport} from "./controls.js";

const NOTHING_FOLLOWS = "No answer so far has changed by that (some values are only shown: nothing goes on from them).";

export class Player {
  /// engine; models: [{name, summary, checkpoint: bytes}]
  constructor(engine, models, place) {
    Object.assign(this, {engine, models, runs: [], frame: 0, playing: null, speed: 8, all: false, seed: 1, number: 0, sizes: {}, bits: []});
    this.chosen = [0, -1];
    this.slots = ["", ""];
    this.given = DRAWN;  // what the machines have
    this.draft = {};     // field → what somebody typed into it and has not given yet
    this.line = "";      // what was last asked in words
    this.controls = [chooser(this), episodeForm(this), transport(this)];
    this.troublePlace = element("p", {className: "trouble", role: "alert", hidden: true});
    this.places = [0, 1].map(i => new MachinePlace(this, i));
    this.machines = element("div");
    const [machines, form, steps] = this.controls.map(each => each.root);
    place.replaceChildren(machines, this.troublePlace, form, steps, this.machines);
  }

  async start() {
    this.open();
    await this.each(this.given);
  }

  // ---- which machines

  open() {
    for (const run of this.runs) run.machine.close();
    this.runs = [];
    this.trouble = "";
    for (const [i, number] of this.chosen.entries()) if (number >= 0) this.openOne(i, this.models[number]);
  }

  openOne(i, {name, checkpoint}) {
    const options = this.slots[i] ? {"memory.slots": this.slots[i]} : {};
    try {
      const run = new Run(this.engine.open(checkpoint, options));
      run.about.way = run.way;
      this.runs.push(Object.assign(run, {name, place: i, trouble: ""}));
    } catch (error) {
      this.trouble = `${name}: ${error.message}`;
      if (!this.slots[i]) return;
      this.slots[i] = "";  // as it was trained, at least
      this.openOne(i, {name, checkpoint});
    }
  }

  async chooseMachine(i, number) {
    this.chosen[i] = number;
    this.slots[i] = "";
    if (i === 0) Object.assign(this, {sizes: {}, bits: [], number: 0, given: this.given.inWords ? this.given : DRAWN});
    this.open();
    await this.each(this.given);
  }

  async resizeMemory(i, slots) {
    this.slots[i] = slots;
    this.open();
    await this.each(this.given);
  }

  // ---- what they are given

  /// Gives each machine an episode.
  async each(given) {
    this.stop();
    this.frame = 0;
    this.picked = null;
    for (const [i, run] of this.runs.entries())
      if (this.giveOne(run, given) && i === 0 && given !== this.given) Object.assign(this, {given, draft: {}});
    await this.go(0);
  }

  /// Whether it can take it; else that is told, and it keeps what it had, or gets what it can take.
  giveOne(run, given) {
    try {
      run.give(given.to(run, this));
      run.trouble = run.episode.unknown?.length ? `It does not know: ${run.episode.unknown.join(", ")}.` : "";
      return true;
    } catch (error) {
      if (!run.episode && given !== DRAWN) this.giveOne(run, DRAWN);
      run.trouble = error.message;
      return false;
    }
  }

  another() {
    this.number++;
    return this.drawAnew();
  }

  /// Another size of the task's, "" for those it was trained on.
  resize(name, size) {
    if (size) this.sizes[name] = size;
    else delete this.sizes[name];
    return this.drawAnew();
  }

  drawAnew() {
    Object.assign(this, {bits: [], draft: {}});
    return this.each(DRAWN);
  }

  /// The other bit at a place of a run's input, or ink in a picture.
  toggle(run, step, row) {
    const bits = bitsWithOther(run.episode, step, row);
    if (!bits) return this.each(numbersGiven(run.about.task, numbersWithOther(run.episode, step, row)));
    this.bits = bits;
    return this.each(DRAWN);
  }

  // ---- where they are

  /// Shows a frame; machines that have not come so far go on. A later call stops an earlier one.
  async go(frame) {
    const turn = this.turn = {};
    for (const run of this.runs) {
      try {
        await run.runTo(frame, () => this.turn !== turn);
      } catch (error) {
        run.trouble = error.message;
        if (this.turn === turn) this.stop();
      }
      if (this.turn !== turn) return;
    }
    this.show(frame);
  }

  /// To a frame that somebody wants to see.
  jump(frame) {
    this.stop();
    return this.go(frame);
  }

  stop() { this.playing = null; }

  async play() {
    if (this.playing) {
      this.stop();
      return this.draw();
    }
    const playing = this.playing = {};
    this.draw();
    while (this.playing === playing) {
      const begun = performance.now(), last = this.frame;
      await this.go(last + 1);
      if (this.playing === playing && this.frame === last) {
        this.stop();
        this.draw();
      }
      await new Promise(resolve => setTimeout(resolve, Math.max(0, begun + 1000 / this.speed - performance.now())));
    }
  }

  // ---- what is changed by hand

  /// A number that may be changed: {run, view, row, column, at, from: what it was picked in}; null: none.
  pick(picked) {
    this.picked = picked;
    this.draw();
  }

  /// Sets what was picked to a value, at its frame or always.
  change({run, view, row, column, at}, value, always) {
    const {name, shown} = view;
    const others = run.changes.filter(each => !(each.name === name && each.row === row && each.column === column &&
      each.shown === shown && (each.always || each.at === at)));
    run.changes = [...others, {at, name, shown, row, column, value, always}];
    return this.rerun(run, always ? 0 : at);
  }

  undo(run, change) {
    run.changes = run.changes.filter(each => each !== change);
    return this.rerun(run, change.always ? 0 : change.at);
  }

  /// Runs again to where it was, after a change at a frame.
  async rerun(run, frame) {
    const answers = () => JSON.stringify(run.frames.map(each => each.answer ?? each.answers));
    const before = answers(), turn = this.turn = {};
    this.stop();
    this.picked = null;
    run.trouble = "";
    this.draw();
    try {
      await run.again(frame, () => this.turn !== turn);
      if (run.changes.length && this.turn === turn && before === answers()) run.trouble = NOTHING_FOLLOWS;
    } catch (error) {
      run.trouble = error.message;
    }
    if (this.turn === turn) this.show(this.frame);
  }

  /// Lets a machine that speaks say another token at a frame.
  insist(run, frame, token) {
    run.insist(frame, token);
    return this.jump(frame);
  }

  // ---- the page

  show(frame) {
    this.frame = Math.max(0, Math.min(frame, Math.max(...this.runs.map(run => run.frames.length)) - 1));
    this.draw();
  }

  draw() {
    say(this.troublePlace, this.trouble);
    for (const each of this.controls) each.update();
    this.machines.className = this.runs.length > 1 ? "beside" : "";
    for (const run of this.runs) this.places[run.place].update(run);
    fill(this.machines, this.runs.map(run => this.places[run.place].root));
  }
}
