// The place of a machine in the page: what it is, what was changed by hand, and what is seen of it.
import {Kept, button, element, fill, labelled, say, told} from "./dom.js";
import {answerPanels, inputPanels, viewPanels, wordPanels} from "./panels.js";
import {limits} from "./words.js";

/// Whether an engine of 32-bit numbers can take it.
const isNumber = value => Number.isFinite(Math.fround(value));

export class MachinePlace {
  constructor(player, number) {
    this.player = player;
    this.number = number;
    this.title = element("h3", {tabIndex: -1});
    this.about = element("p", {className: "said"});
    this.slots = element("input", {type: "number", min: 1, max: 4096, "data-key": `slots${number}`,
      onchange: () => player.resizeMemory(number, this.slots.value)});
    this.slotsPlace = element("div", {className: "controls"}, labelled("memory slots", this.slots));
    this.trouble = element("p", {className: "trouble", role: "alert", hidden: true});
    this.changes = element("ul", {className: "changes"});
    this.editor = element("div");
    this.panels = element("div", {className: "panels"});
    this.root = element("article", {className: "machine"}, this.title, this.about, this.slotsPlace, this.trouble, this.changes,
      this.editor, this.panels);
  }

  update(run) {
    const {player} = this;
    if (this.run !== run) this.show(run);
    say(this.trouble, run.trouble);
    if (this.listed !== run.changes) this.list(run);
    const picked = player.picked?.run === run ? player.picked : null;
    if (this.edited !== picked) this.edit(picked);
    if (!run.episode) return fill(this.panels, []);
    const {kept} = this, {frame} = player;
    fill(this.panels, [
      ...inputPanels(kept, run, frame, (step, row) => player.toggle(run, step, row)), ...wordPanels(kept, run, frame),
      ...answerPanels(kept, run, frame, (at, token) => player.insist(run, at, token)),
      ...viewPanels(kept, run, frame, cell => this.pick(cell), player.all)]);
  }

  /// Another machine than before.
  show(run) {
    const {about} = run, {options} = about;
    const parts = [options.controller, options.memory && options.memory !== "none" ? options.memory : null, options.addressing].filter(Boolean);
    this.run = run;
    this.kept = new Kept(`${this.number}`);
    say(this.title, run.name);
    say(this.about, `${about.task}: ${about.model}${parts.length ? ` (${parts.join(", ")})` : ""}, ${about.parameters.toLocaleString("en")} learned numbers. ${limits(about).join(" ")}`);
    this.slotsPlace.hidden = !options["memory.slots"];
    this.slots.value = options["memory.slots"] ?? "";
  }

  list(run) {
    this.listed = run.changes;
    this.changes.hidden = run.changes.length === 0;
    this.changes.replaceChildren(...run.changes.map((each, i) => element("li", {},
      element("span", {textContent: `${each.name}, row ${each.row + 1}, column ${each.column + 1} is ${told(each.value)} ${each.always ? "at every step" : `at step ${each.at + 1}`} `}),
      button("Undo", () => this.undo(run, each, i), {"data-key": `${this.number} undo ${i}`}))));
  }

  undo(run, change, place) {
    this.player.undo(run, change);
    const left = this.changes.querySelectorAll("button");
    (left[Math.min(place, left.length - 1)] ?? this.title).focus();
  }

  pick(cell) {
    const from = document.activeElement;  // the grid that the focus goes back to
    this.player.pick({...cell, run: this.run, from});
    this.editor.querySelector("input").focus();
  }

  edit(picked) {
    this.edited = picked;
    this.editor.className = picked ? "controls editor" : "";
    if (!picked) return this.editor.replaceChildren();
    const {view, row, column, at, from} = picked, value = view.data[column * view.rows + row];
    const field = element("input", {type: "number", step: "any", value: Number(value.toPrecision(6)), "data-key": "value", ariaLabel: "its new value"});
    const change = always => {
      const wanted = field.valueAsNumber;
      if (!isNumber(wanted)) return say(this.trouble, `value: got ${field.value || "none"}; a number below 3.4e38 is needed`);
      from.focus();
      this.player.change(picked, wanted, always);
    };
    this.editor.replaceChildren(
      element("strong", {textContent: `${view.name}, ${view.row} ${row + 1}, ${view.column || "column"} ${column + 1}, step ${at + 1}: ${told(value)}`}),
      field, button("Set it at this step", () => change(false), {"data-key": "set"}),
      ...(picked.run.way === "whole" ? [] : [button("Hold it at every step", () => change(true), {"data-key": "hold"})]),
      button("Close", () => { from.focus(); this.player.pick(null); }, {"data-key": "close"}));
  }
}
