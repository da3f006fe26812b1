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
  "Tab goes to a track, ↑ and ↓ to its rows; a click or Enter changes a cell. Drag to zoom into the time; a double click " +
  "or Escape shows all of it.";

export class Player {
  /** `models`: [{ name, summary, checkpoint: bytes }] */
  constructor(engine, models) {
    Object.assign(this, { engine, models, runs: [], all: false, seed: 1, number: 0, sizes: {}, bits: [] });
    this.chosen = [0, -1];
    this.slots = ["", ""];
    this.given = DRAWN; // the machines' current input
    this.first = 0; // the frame to begin at
    this.zooms = ["", ""]; // the steps seen of each machine, at the beginning
    this.missing = ""; // what the address asks for in vain
    this.write = () => {}; // keeps the state in the address
    this.draft = {}; // field → text typed but not given yet
    this.line = ""; // the last text asked
    this.clock = new Clock({ show: () => this.draw(), speed: SPEED });
    const all = tickBox("all that is watched", false, (ticked) => {
      this.all = ticked;
      this.draw();
    });
    all.firstChild.setAttribute("data-key", "all");
    this.controls = [machineChooser(this), episodeForm(this)];
    this.bar = transport(this.clock);
    this.troublePlace = element("p", { class: "trouble", role: "alert", hidden: true });
    this.places = [0, 1].map((at) => new MachinePlace(this, at));
    this.machines = element("div", { class: "stage" });
    this.below = element("div", { class: "stage" });
    const [machines, form] = this.controls.map((each) => each.root);
    const help = element("p", { class: "note help" }, HELP);
    const above = element("div", { class: "player-row" }, machines, this.bar.root);
    const parts = [above, this.troublePlace, this.machines, form, help, all, this.below];
    this.root = element("div", { tabindex: "-1" }, parts); // focusable by a click between pictures, so that keys work
    this.root.addEventListener("keydown", (event) => keys(event, this.clock));
  }

  async start() {
    this.open();
    this.trouble = [this.missing, this.trouble].filter(Boolean).join(" ");
    await this.each(this.given, this.first);
    for (const { place } of this.runs) this.places[place].score.zoomed = this.zooms[place];
  }

  // ---- which machines

  open() {
    for (const run of this.runs) run.machine.close();
    this.runs = [];
    this.trouble = "";
    for (const [at, number] of this.chosen.entries()) if (number >= 0) this.openOne(at, this.models[number]);
  }

  openOne(at, model) {
    const { name, checkpoint } = model;
    const options = this.slots[at] ? { "memory.slots": this.slots[at] } : {};
    try {
      const run = new Run(this.engine.open(checkpoint, options));
      run.about.way = run.way;
      run.about.resizes = model.resizes ??= this.engine.resizes(checkpoint, run.about);
      this.runs.push(Object.assign(run, { name, place: at, trouble: "" }));
    } catch (error) {
      this.trouble = `${name}: ${error.message}`;
      if (!this.slots[at]) return;
      this.slots[at] = ""; // falls back to the trained size
      this.openOne(at, model);
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
  async each(given, frame = 0) {
    this.stop();
    this.picked = null;
    for (const [at, run] of this.runs.entries())
      if (this.giveOne(run, given) && at === 0 && given !== this.given) Object.assign(this, { given, draft: {} });
    await this.go(frame);
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
    if (!bits) return this.each(numbersGiven(run.about.task, numbersWithOther(run.episode, step, row)), this.frame);
    this.bits = bits;
    return this.each(DRAWN, this.frame);
  }

  // ---- their current step

  get frame() {
    return this.clock.step;
  }

  /** Runs the machines to the end, then shows a frame: the score is of whole episodes. A later call stops an earlier
   * one. Returns whether it came to its end. */
  async go(frame) {
    const turn = (this.turn = {});
    for (const run of this.runs) {
      try {
        await run.runOn(
          () => this.turn !== turn,
          () => this.places[run.place].isRunning(run),
        );
      } catch (error) {
        run.trouble = error.message;
        run.done = true;
        if (this.turn === turn) this.stop();
      }
      if (this.turn !== turn) return false;
    }
    this.setSteps();
    this.clock.step = Math.min(frame, this.clock.last);
    this.draw();
    return true;
  }

  setSteps() {
    this.clock.setSteps(Math.max(0, ...this.runs.map((run) => run.length)));
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

  /** Runs a machine again after a change at `frame`. */
  async rerun(run, frame) {
    const answers = () => JSON.stringify(run.frames.map((each) => each.answer ?? each.answers));
    const before = answers();
    this.stop();
    this.picked = null;
    run.trouble = "";
    run.changed(frame);
    if (!(await this.go(this.frame)) || run.trouble) return;
    if (run.changes.length && before === answers()) run.trouble = NOTHING_FOLLOWS;
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
    say(this.troublePlace, this.trouble);
    for (const each of this.controls) each.update();
    this.bar.update(this.runs.length === 1 ? frameName(this.runs[0].about) : "step");
    const places = this.runs.map((run) => this.places[run.place]);
    for (const [stage, part] of [
      [this.machines, "root"],
      [this.below, "panelsPlace"],
    ]) {
      stage.classList.toggle("pair", places.length > 1);
      fill(
        stage,
        places.map((place) => place[part]),
      );
    }
    for (const run of this.runs) this.places[run.place].update(run);
    this.write();
  }

  /** In the colours of the page's present scheme. */
  drawAll() {
    for (const place of this.places) place.score.draw();
    this.draw();
  }
}
