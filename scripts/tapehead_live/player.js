// A machine on the page: what it is given, the steps, what is changed by hand.
import {button, element, labelled, told} from "./dom.js";
import {Run} from "./run.js";
import {answerPanels, inputPanel, viewPanels, wordPanel} from "./panels.js";
import {limits} from "./words.js";

const SPEEDS = [2, 8, 30, 60];

export class Player {
  /// engine; models: [{name, summary, checkpoint: bytes}]
  constructor(engine, models, place) {
    Object.assign(this, {engine, models, place, runs: [], frame: 0, playing: false, speed: 8, all: false, seed: 1, number: 0, sizes: {}, bits: []});
    this.chosen = [0, -1];
    this.slots = ["", ""];
  }

  async start() {
    this.open();
    await this.newEpisode();
  }

  open() {
    for (const run of this.runs) run.machine.close();
    this.runs = [];
    this.trouble = "";
    for (const [i, number] of this.chosen.entries()) {
      if (number < 0) continue;
      const options = this.slots[i] ? {"memory.slots": this.slots[i]} : {};
      try {
        const run = new Run(this.engine.open(this.models[number].checkpoint, options));
        run.about.way = run.way;
        run.name = this.models[number].name;
        run.place = i;
        run.choose = (at, token) => this.choose(run, at, token);
        this.runs.push(run);
      } catch (error) {
        this.trouble = `${this.models[number].name}: ${error.message}`;
        if (this.slots[i]) { this.slots[i] = ""; const told_ = this.trouble; this.open(); this.trouble = told_; return }
      }
    }
  }

  /// Gives each machine an episode: give(run) makes it. What one cannot take is told, and it has none.
  async each(give, steps = 1) {
    this.stop();
    this.frame = 0;
    this.picked = null;
    for (const run of this.runs) {
      try {
        run.give(give(run));
        run.trouble = run.episode.unknown?.length ? `It does not know: ${run.episode.unknown.join(", ")}.` : "";
      } catch (error) {
        run.trouble = error.message;
      }
    }
    await this.go(steps - 1);
  }

  async newEpisode() {
    const first = this.runs[0];
    await this.each(run => {
      if (run.about.draws) {
        const sizes = run === first || run.about.task === first.about.task ? this.sizes : {};
        return run.machine.draw(sizes, this.seed, this.number, this.bits);
      }
      return run.machine.ask(run.about.inputs[0].names?.[0] ?? "a");
    });
  }

  /// Shows a frame; machines that have not come so far go on.
  async go(frame) {
    const turn = this.turn = {};
    for (const run of this.runs) {
      try {
        await run.runTo(frame, () => this.turn !== turn);
      } catch (error) {
        run.trouble = error.message;
        this.stop();
      }
    }
    this.frame = Math.max(0, Math.min(frame, Math.max(...this.runs.map(run => run.frames.length)) - 1));
    this.draw();
  }

  stop() { this.playing = false }

  play() {
    this.playing = !this.playing;
    let before = performance.now();
    const beat = now => {
      if (!this.playing) return;
      if (now - before >= 1000 / this.speed - 4) {
        before = now;
        const last = this.frame;
        this.go(this.frame + 1).then(() => { if (this.frame === last) { this.stop(); this.draw(); } });
      }
      requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);
    this.draw();
  }

  async choose(run, at, token) {
    run.choices = run.frames.slice(0, at).map(each => each.chosen).concat(token);
    const choices = run.choices;
    run.restart();
    run.choices = choices;
    await this.go(at);
  }

  async change(change) {
    const {run} = this.picked;
    this.picked = null;
    run.changes = run.changes.filter(each => !(each.name === change.name && each.row === change.row &&
      each.column === change.column && each.shown === change.shown && (each.always || each.at === change.at)));
    if (change.value !== null) run.changes.push(change);
    await this.rerun(run);
  }

  async rerun(run) {
    const before = JSON.stringify(run.frames.map(each => each.answer ?? each.answers));
    const frame = this.frame;
    try {
      await run.again(() => false);
    } catch (error) {
      run.trouble = error.message;
    }
    run.trouble = run.changes.length && before === JSON.stringify(run.frames.map(each => each.answer ?? each.answers))
      ? "No answer so far has changed by that (some values are only shown: nothing goes on from them)." : "";
    this.frame = Math.min(frame, run.frames.length - 1);
    this.draw();
  }

  toggle(run, step, row) {
    const {episode, about} = run, [input] = episode.inputs, width = input.height * input.width * input.channels;
    const at = episode.vectors.indexOf(step);
    if (at >= 0 && row < episode.bits) {
      const bits = episode.vectors.flatMap(t => Array.from({length: episode.bits}, (_, r) => episode.numbers[input.from + t * width + r] > 0 ? 1 : 0));
      bits[at * episode.bits + row] ^= 1;
      this.bits = bits;
      return this.newEpisode();
    }
    const numbers = episode.numbers.slice(input.from, input.from + width * input.steps);
    const place = step * width + row, count = input.height * input.width > 1 ? input.channels : 1;
    for (let k = 0; k < count; k++) numbers[place + k] = numbers[place + k] > 0.5 ? 0 : 1;
    return this.each(other => other.about.task === about.task ? other.machine.put(numbers) : other.episode);
  }

  // ---- the page

  draw() {
    const focused = document.activeElement?.getAttribute?.("data-key");
    this.place.replaceChildren(this.chooser(), ...(this.trouble ? [element("p", {className: "trouble", role: "alert", textContent: this.trouble})] : []),
      this.episodeForm(), this.transport(), element("div", {className: this.runs.length > 1 ? "beside" : ""}, ...this.runs.map(run => this.machinePlace(run))));
    if (focused) this.place.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  chooser() {
    const pick = i => element("select", {"data-key": `machine${i}`, onchange: async event => {
      this.chosen[i] = Number(event.target.value);
      this.slots[i] = "";
      if (i === 0) Object.assign(this, {sizes: {}, bits: [], number: 0});
      this.open();
      await this.newEpisode();
    }}, ...(i ? [element("option", {value: -1, textContent: "nothing", selected: this.chosen[i] < 0})] : []),
      ...this.models.map((model, number) => element("option", {value: number, textContent: model.name, selected: this.chosen[i] === number})));
    return element("div", {className: "controls"}, labelled("Machine", pick(0)), labelled("Beside it", pick(1)));
  }

  episodeForm() {
    const run = this.runs[0];
    if (!run) return element("div");
    const {about} = run, parts = [];
    for (const size of about.sizes) {
      const field = element("input", {type: "number", min: size.low, max: size.high, step: 1, "data-key": size.name,
        value: this.sizes[size.name] ?? "", placeholder: `${size.trained_from}–${size.trained_to}`, title: `${size.help}; trained on ${size.trained_from} to ${size.trained_to}`,
        onchange: event => { if (event.target.value) this.sizes[size.name] = event.target.value; else delete this.sizes[size.name]; this.bits = []; this.newEpisode(); }});
      parts.push(labelled(size.name.replace("task.", ""), field));
    }
    if (about.draws) parts.push(button("Another episode", () => { this.number++; this.bits = []; this.newEpisode(); }, {"data-key": "another"}));
    if (about.stories) {
      const statements = element("textarea", {rows: 6, "data-key": "story", value: (run.episode?.statements ?? []).map(each => each + ".").join("\n"), ariaLabel: "story, a sentence a line"});
      const question = element("input", {value: run.episode?.question ?? "", ariaLabel: "question", "data-key": "question"});
      parts.push(element("div", {className: "typed"}, labelled("Your story, a sentence a line", statements), labelled("Your question", question),
        button("Ask it", () => this.each(other => other.machine.story(statements.value, question.value)), {"data-key": "ask"})));
    }
    if (about.asked) {
      const line = element("input", {"data-key": "line", ariaLabel: "what it is asked", onkeydown: event => { if (event.key === "Enter") ask.click(); }});
      const ask = button(about.reads ? "Ask it" : "Let it go on", () => { this.line = line.value; this.each(other => other.machine.ask(line.value)); }, {"data-key": "ask"});
      line.value = this.line ?? "";
      parts.push(element("div", {className: "typed"}, labelled(about.reads ? "Your own" : "How a text begins", line), ask));
    } else if (about.inputs[0].kind === "tokens" && run.episode && !about.stories) {
      const tokens = element("input", {value: run.episode.inputs[0].tokens.join(" "), "data-key": "tokens", ariaLabel: "tokens",
        onchange: event => this.each(other => other.machine.put(event.target.value.trim().split(/\s+/).map(Number)))});
      parts.push(element("div", {className: "typed"}, labelled("Its tokens, by number", tokens)));
    }
    return element("div", {className: "controls"}, ...parts);
  }

  transport() {
    const last = Math.max(0, ...this.runs.map(run => run.length)) - 1;
    const slider = element("input", {type: "range", min: 0, max: Math.max(0, last), value: this.frame, "data-key": "slider", ariaLabel: "step",
      oninput: event => { this.stop(); this.go(Number(event.target.value)); }});
    const speed = element("select", {"data-key": "speed", onchange: event => { this.speed = Number(event.target.value); }},
      ...SPEEDS.map(each => element("option", {value: each, textContent: `${each} steps a second`, selected: each === this.speed})));
    return element("div", {className: "controls transport"},
      button("Step back", () => { this.stop(); this.go(this.frame - 1); }, {"data-key": "back"}),
      button(this.playing ? "Pause" : "Play", () => this.play(), {"data-key": "play", className: "play"}),
      button("Step", () => { this.stop(); this.go(this.frame + 1); }, {"data-key": "step"}),
      button("To the end", () => { this.stop(); this.go(1e6); }, {"data-key": "end"}),
      slider, element("span", {className: "step-told", textContent: `step ${this.frame + 1} of ${last + 1}`}), labelled("", speed),
      labelled("all that is watched", element("input", {type: "checkbox", checked: this.all, "data-key": "all", onchange: event => { this.all = event.target.checked; this.draw(); }})));
  }

  machinePlace(run) {
    const {about} = run, options = about.options, place = element("article", {className: "machine"});
    const parts = [about.options.controller, options.memory && options.memory !== "none" ? options.memory : null, options.addressing].filter(Boolean);
    place.append(element("h3", {textContent: run.name}), element("p", {className: "said",
      textContent: `${about.task}: ${about.model}${parts.length ? ` (${parts.join(", ")})` : ""}, ${about.parameters.toLocaleString("en")} learned numbers. ${limits(about).join(" ")}`}));
    if (options["memory.slots"]) place.append(element("div", {className: "controls"}, labelled("memory slots", element("input", {type: "number", min: 1, max: 4096,
      value: options["memory.slots"], "data-key": `slots${run.place}`, onchange: async event => { this.slots[run.place] = event.target.value; this.open(); await this.newEpisode(); }}))));
    if (run.trouble) place.append(element("p", {className: "trouble", role: "alert", textContent: run.trouble}));
    if (run.changes.length) place.append(this.changeList(run));
    if (this.picked?.run === run) place.append(this.editor(run));
    if (!run.episode) return place;
    const [input] = run.episode.inputs;
    const panels = element("div", {className: "panels"});
    place.append(panels);
    if (input.kind === "real") panels.append(inputPanel(run, this.frame, (step, row) => this.toggle(run, step, row)));
    const words = wordPanel(run, this.frame);
    if (words) panels.append(words);
    panels.append(...answerPanels(run, this.frame), ...viewPanels(run, this.frame, picked => { this.picked = {run, ...picked}; this.draw(); this.place.querySelector('[data-key="value"]')?.focus(); }, this.all));
    return place;
  }

  editor(run) {
    const {view, row, column, at} = this.picked, value = view.data[column * view.rows + row];
    const field = element("input", {type: "number", step: "any", value: Number(value.toPrecision(6)), "data-key": "value", ariaLabel: "its new value"});
    const change = always => this.change({at, name: view.name, shown: view.shown, row, column, value: Number(field.value), always});
    return element("div", {className: "controls editor"}, element("strong", {textContent: `${view.name}, ${view.row} ${row + 1}, ${view.column || "column"} ${column + 1}, step ${at + 1}: ${told(value)}`}),
      field, button("Set it at this step", () => change(false), {"data-key": "set"}), ...(run.way === "whole" ? [] : [button("Hold it at every step", () => change(true), {"data-key": "hold"})]),
      button("Close", () => { this.picked = null; this.draw(); }));
  }

  changeList(run) {
    return element("ul", {className: "changes"}, ...run.changes.map(each => element("li", {},
      element("span", {textContent: `${each.name}, row ${each.row + 1}, column ${each.column + 1} is ${told(each.value)} ${each.always ? "at every step" : `at step ${each.at + 1}`} `}),
      button("Undo", () => { run.changes = run.changes.filter(other => other !== each); this.rerun(run); }))));
  }
}
