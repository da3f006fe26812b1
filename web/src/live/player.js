// The machines on the page: which they are, their input, their current step, and changes made by hand.
import { Clock } from "../player/clock.js";
import { keys, transport } from "../player/transport.js";
import { element, say, tickBox } from "../shared/dom.js";
import { episodeForm, machineChooser } from "./controls.js";
import { bitsWithOther, DRAWN, numbersGiven, numbersWithOther } from "./given.js";
import { fill } from "./kept.js";
import { MachinePlace } from "./machine_place.js";
import { Run } from "./run.js";
import { frameName } from "./words.js";

const NOTHING_FOLLOWS = "No answer so far has changed by that (some values are only shown: nothing goes on from them).";
const SPEED = 8;
const HELP =
  "With the focus anywhere in here: Space plays and stops; ← and → step, with Shift by ten; Home and End go to the ends. " +
  "Point at a picture to read a value, or Tab to it and use the arrow keys; a click or Enter changes it.";

export class Player {
  /** `models`: [{ name, summary, checkpoint: bytes }] */
  constructor(engine, models) {
    Object.assign(this, { engine, models, runs: [], all: false, seed: 1, number: 0, sizes: {}, bits: [] });
    this.chosen = [0, -1];
    this.slots = ["", ""];
    this.given = DRAWN; // the machines' current input
    this.draft = {}; // field → text typed but not given yet
    this.line = ""; // the last text asked
    this.clock = new Clock({
      show: () => this.go(this.clock.step),
      tell: () => this.draw(),
      speed: SPEED,
      everyStep: true,
    });
    const all = tickBox("all that is watched", false, (ticked) => {
      this.all = ticked;
      this.draw();
    });
    all.firstChild.setAttribute("data-key", "all");
    this.controls = [machineChooser(this), episodeForm(this)];
    this.bar = transport(this.clock, all);
    this.troublePlace = element("p", { class: "trouble", role: "alert", hidden: true });
    this.places = [0, 1].map((at) => new MachinePlace(this, at));
    this.machines = element("div", { class: "stage" });
    const [machines, form] = this.controls.map((each) => each.root);
    const help = element("p", { class: "note help" }, HELP);
    const parts = [machines, this.troublePlace, form, this.bar.root, this.machines, help];
    this.root = element("div", { tabindex: "-1" }, parts); // focusable by a click between pictures, so that keys work
    this.root.addEventListener("keydown", (event) => keys(event, this.clock));
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
    for (const [at, number] of this.chosen.entries()) if (number >= 0) this.openOne(at, this.models[number]);
  }

  openOne(at, { name, checkpoint }) {
    const options = this.slots[at] ? { "memory.slots": this.slots[at] } : {};
    try {
      const run = new Run(this.engine.open(checkpoint, options));
      run.about.way = run.way;
      this.runs.push(Object.assign(run, { name, place: at, trouble: "" }));
    } catch (error) {
      this.trouble = `${name}: ${error.message}`;
      if (!this.slots[at]) return;
      this.slots[at] = ""; // falls back to the trained size
      this.openOne(at, { name, checkpoint });
    }
  }

  async chooseMachine(at, number) {
    this.chosen[at] = number;
    this.slots[at] = "";
    const given = this.given.inWords ? this.given : DRAWN;
    if (at === 0) Object.assign(this, { sizes: {}, bits: [], number: 0, given });
    this.open();
    await this.each(this.given);
  }

  async resizeMemory(at, slots) {
    this.slots[at] = slots;
    this.open();
    await this.each(this.given);
  }

  // ---- their input

  /** Gives each machine an episode. */
  async each(given) {
    this.stop();
    this.picked = null;
    for (const [at, run] of this.runs.entries())
      if (this.giveOne(run, given) && at === 0 && given !== this.given) Object.assign(this, { given, draft: {} });
    await this.go(0);
  }

  /** Returns whether the machine takes the input. If not, says why; it keeps its episode, or gets a drawn one. */
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

  /** Sets a size of the task; "" restores the training range. */
  resize(name, size) {
    if (size) this.sizes[name] = size;
    else delete this.sizes[name];
    return this.drawAnew();
  }

  drawAnew() {
    Object.assign(this, { bits: [], draft: {} });
    return this.each(DRAWN);
  }

  /** Flips a bit of a run's input, or a pixel of a picture. */
  toggle(run, step, row) {
    const bits = bitsWithOther(run.episode, step, row);
    if (!bits) return this.each(numbersGiven(run.about.task, numbersWithOther(run.episode, step, row)));
    this.bits = bits;
    return this.each(DRAWN);
  }

  // ---- their current step

  /** The shown frame: machines may be behind the clock. */
  get frame() {
    const last = Math.max(...this.runs.map((run) => run.frames.length)) - 1;
    return Math.max(0, Math.min(this.clock.step, last));
  }

  /** Shows a frame, and runs machines up to it. A later call stops an earlier one. */
  async go(frame) {
    const turn = (this.turn = {});
    this.clock.step = frame;
    for (const run of this.runs) {
      try {
        await run.runTo(frame, () => this.turn !== turn);
      } catch (error) {
        run.trouble = error.message;
        if (this.turn === turn) this.stop();
      }
      if (this.turn !== turn) return;
    }
    this.clock.step = frame; // a draw in between has set it to the machines' frame
    this.draw();
  }

  stop() {
    this.clock.playing = null;
  }

  // ---- changes made by hand

  /** Picks a number to change: { run, view, row, column, at, from: the element it was picked in }, or null. */
  pick(picked) {
    this.picked = picked;
    this.draw();
  }

  /** Sets the picked number, at its frame or always. */
  change({ run, view, row, column, at }, value, always) {
    const { name, shown } = view;
    const same = (each) => each.name === name && each.row === row && each.column === column && each.shown === shown;
    const others = run.changes.filter((each) => !(same(each) && (each.always || each.at === at)));
    run.changes = [...others, { at, name, shown, row, column, value, always }];
    return this.rerun(run, always ? 0 : at);
  }

  undo(run, change) {
    run.changes = run.changes.filter((each) => each !== change);
    return this.rerun(run, change.always ? 0 : change.at);
  }

  /** Reruns a machine to its current frame, after a change at `frame`. */
  async rerun(run, frame) {
    const answers = () => JSON.stringify(run.frames.map((each) => each.answer ?? each.answers));
    const before = answers(),
      turn = (this.turn = {}),
      shown = this.frame;
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
    if (this.turn !== turn) return;
    this.clock.step = shown;
    this.draw();
  }

  /** Makes a machine that answers token by token say another one at a frame. */
  insist(run, frame, token) {
    run.insist(frame, token);
    this.stop();
    return this.go(frame);
  }

  // ---- the page

  draw() {
    const speaks = this.runs.some((run) => run.way === "speaks" && !run.done);
    this.clock.setSteps(Math.max(0, ...this.runs.map((run) => run.length)), speaks);
    this.clock.step = this.frame;
    say(this.troublePlace, this.trouble);
    for (const each of this.controls) each.update();
    this.bar.update(this.runs.length === 1 ? frameName(this.runs[0].about) : "step");
    this.machines.classList.toggle("pair", this.runs.length > 1);
    fill(
      this.machines,
      this.runs.map((run) => this.places[run.place].root),
    );
    for (const run of this.runs) this.places[run.place].update(run);
  }
}
