// A machine's place in the page: its description, the changes made by hand, and its panels.
import { button, element, labelled, say } from "../shared/dom.js";
import { number } from "../shared/format.js";
import { Score } from "../score/score.js";
import { answerPanels } from "./answer_panels.js";
import { episodeOf } from "./episode.js";
import { inputPanels, wordPanels } from "./input_panels.js";
import { fill } from "./kept.js";
import { Panels } from "./panels.js";
import { viewPanels } from "./view_panels.js";
import { cellOf } from "../score/cells.js";
import { limits } from "./words.js";

const told = (value) => number(Number(value.toPrecision(3)));

/** Whether a value is finite as a 32-bit float, as the engine computes. */
const isNumber = (value) => Number.isFinite(Math.fround(value));

export class MachinePlace {
  constructor(player, place) {
    this.player = player;
    this.place = place;
    this.title = element("h3", { tabindex: "-1" });
    this.about = element("p", { class: "note" });
    this.slots = element("input", {
      type: "number",
      min: 1,
      max: 4096,
      "data-key": `slots${place}`,
      onchange: () => player.resizeMemory(place, this.slots.value),
    });
    this.slotsPlace = element("div", { class: "controls" }, labelled("memory slots", this.slots));
    this.trouble = element("p", { class: "trouble", role: "alert", hidden: true });
    this.changes = element("ul", { class: "changes" });
    this.editor = element("div");
    this.panelsPlace = element("div", { class: "panels" });
    this.nowPlace = element("div", { class: "panels-now" }); // of machines that read words or pictures
    this.score = new Score({
      go: (step) => player.clock.go(step),
      pick: (cell, canvas) => this.pickInScore(cell, canvas),
      seen: () => player.write(),
      name: `${place} score `,
      beside: this.nowPlace,
    });
    const below = [this.trouble, this.editor, this.changes, this.about, this.slotsPlace];
    this.root = element("article", { class: "machine run-column" }, this.title, this.score.root, below);
    const drawn = new ResizeObserver(() => this.panels?.draw(player.frame));
    for (const each of [this.panelsPlace, this.nowPlace]) drawn.observe(each);
  }

  /** Tells how far a run is that takes its time. */
  isRunning(run) {
    this.score.say(`It runs: step ${number(run.frames.length)} of ${number(run.length)} …`);
  }

  update(run) {
    const { player } = this,
      { frame } = player;
    if (this.run !== run) this.show(run);
    say(this.trouble, run.trouble);
    if (this.listed !== run.changes) this.list(run);
    const picked = player.picked?.run === run ? player.picked : null;
    if (this.edited !== picked) this.edit(picked);
    const { panels } = this;
    panels.begin();
    const now = !run.episode
      ? []
      : [
          ...inputPanels(panels, run, frame, (step, row) => player.toggle(run, step, row)),
          ...wordPanels(panels, run, frame),
          ...answerPanels(panels, run, frame, (at, token) => player.insist(run, at, token)),
        ];
    fill(this.nowPlace, now);
    this.showScore(run, frame);
    const further = run.episode && player.all;
    fill(this.panelsPlace, further ? viewPanels(panels, run, frame, this.axis, (cell) => this.pick(cell)) : []);
    panels.draw(frame);
  }

  /** The axis of the slots in the score, by which panels name and order theirs too; null without one. */
  get axis() {
    return this.score.described?.axis ?? null;
  }

  showScore(run, frame) {
    if (run.done && run.frames.length && this.scored !== run.frames) {
      this.score.set(episodeOf(run));
      this.scored = run.frames;
    }
    this.score.show(frame);
  }

  show(run) {
    const { about } = run,
      { options } = about;
    const memory = options.memory === "none" ? null : options.memory;
    const parts = [options.controller, memory, options.addressing].filter(Boolean);
    const made = parts.length ? ` (${parts.join(", ")})` : "";
    this.run = run;
    this.panels = new Panels(`${this.place}`);
    say(this.title, run.name);
    const size = `${number(about.parameters)} parameters`;
    say(this.about, [`${about.task}: ${about.model}${made}, ${size}.`, ...limits(about)].join(" "));
    this.slotsPlace.hidden = !about.resizes;
    this.slots.value = options["memory.slots"] ?? "";
  }

  list(run) {
    const where = ({ name, row, column }) => {
      const [view] = run.over(name).filter(Boolean);
      return `${name}, ${view ? this.rowName(view, row) : `row ${row + 1}`}, column ${column + 1}`;
    };
    const when = ({ always, at }) => (always ? "at every step" : `at step ${at + 1}`);
    this.listed = run.changes;
    this.changes.hidden = run.changes.length === 0;
    const items = run.changes.map((each, at) =>
      element(
        "li",
        {},
        `${where(each)} is ${told(each.value)} ${when(each)} `,
        button("Undo", () => this.undo(run, each, at), { "data-key": `${this.place} undo ${at}` }),
      ),
    );
    this.changes.replaceChildren(...items);
  }

  undo(run, change, place) {
    this.player.undo(run, change);
    const left = this.changes.querySelectorAll("button");
    (left[Math.min(place, left.length - 1)] ?? this.title).focus();
  }

  /** `slot 6`, as the score counts it. */
  rowName({ row: word, rows }, row) {
    const { axis } = this;
    return `${word || "row"} ${word === "slot" && axis?.count === rows ? axis.nameOf(row) : row + 1}`;
  }

  /** `from`: the picture, which gets the focus back. */
  pick(cell, from = document.activeElement) {
    this.player.pick({ ...cell, run: this.run, from });
    this.editor.querySelector("input").focus({ preventScroll: true });
  }

  /** A cell of the score: a bit of the input is flipped, a number that was watched is opened for a change. */
  pickInScore({ track, row, step }, canvas) {
    const { run } = this;
    if (track.id === "input" && track.kind === "bits") return this.player.toggle(run, step, row);
    const found = cellOf(track, row, step),
      view = found && run.over(found.view.name)[step];
    if (view) this.pick({ ...found, view, at: step }, canvas);
  }

  edit(picked) {
    this.edited = picked;
    this.editor.className = picked ? "controls editor" : "";
    if (!picked) return this.editor.replaceChildren();
    const { view, row, column, at, from } = picked,
      value = view.data[column * view.rows + row];
    const field = element("input", {
      type: "number",
      step: "any",
      value: Number(value.toPrecision(6)),
      "data-key": "value",
      "aria-label": "its new value",
    });
    const change = (always) => {
      const wanted = field.valueAsNumber;
      if (!isNumber(wanted))
        return say(this.trouble, `value: got ${field.value || "none"}; a number below 3.4e38 is needed`);
      from.focus();
      this.player.change(picked, wanted, always);
    };
    const close = () => {
      from.focus();
      this.player.pick(null);
    };
    const where = `${view.name}, ${this.rowName(view, row)}, ${view.column || "column"} ${column + 1}, step ${at + 1}`;
    const parts = [
      element("strong", {}, `${where}: ${told(value)}`),
      field,
      button("Set it at this step", () => change(false), { "data-key": "set" }),
      picked.run.way === "whole" ? null : button("Hold it at every step", () => change(true), { "data-key": "hold" }),
      button("Close", close, { "data-key": "close" }),
    ];
    this.editor.replaceChildren(...parts.filter(Boolean));
  }
}
