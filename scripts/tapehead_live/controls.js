// Which machines, what they are given, and the steps: made once, so that nobody loses a field while they use it.
import {button, element, fill, labelled, say} from "./dom.js";
import {lineGiven, numbersGiven, storyGiven} from "./given.js";

const SPEEDS = [2, 8, 30, 60];

function setValue(field, value) {
  if (field.value !== String(value)) field.value = value;
}

export function chooser(player) {
  const pick = i => element("select", {"data-key": `machine${i}`, onchange: event => player.chooseMachine(i, Number(event.target.value))},
    ...(i ? [element("option", {value: -1, textContent: "nothing"})] : []),
    ...player.models.map((model, number) => element("option", {value: number, textContent: model.name})));
  const fields = [pick(0), pick(1)];
  return {
    root: element("div", {className: "controls"}, labelled("Machine", fields[0]), labelled("Beside it", fields[1])),
    update: () => fields.forEach((field, i) => setValue(field, player.chosen[i])),
  };
}

/// What an episode of the first machine is like, and what is typed for it; another form for another model.
export function episodeForm(player) {
  const root = element("div", {className: "controls"});
  let of = null, updates = [];
  return {root, update() {
    const [run] = player.runs, model = run && player.models[player.chosen[run.place]];
    if (model !== of) {
      of = model;
      updates = [];
      fill(root, run ? parts(player, run.about, each => updates.push(each)) : []);
    }
    for (const each of updates) each(run);
  }};
}

function parts(player, about, onUpdate) {
  const found = about.sizes.map(size => sizeField(player, size, onUpdate));
  if (about.draws) found.push(button("Another episode", () => player.another(), {"data-key": "another"}));
  if (about.stories) found.push(storyForm(player, onUpdate));
  if (about.asked) found.push(lineForm(player, about, onUpdate));
  else if (about.inputs[0].kind === "tokens" && !about.stories) found.push(tokensForm(player, onUpdate));
  return found;
}

function sizeField(player, size, onUpdate) {
  const field = element("input", {type: "number", min: size.low, max: size.high, step: 1, "data-key": size.name,
    placeholder: `${size.trained_from}–${size.trained_to}`, title: `${size.help}; trained on ${size.trained_from} to ${size.trained_to}`,
    onchange: () => player.resize(size.name, field.value)});
  onUpdate(() => { if (document.activeElement !== field) setValue(field, player.sizes[size.name] ?? ""); });
  return labelled(size.name.replace("task.", ""), field);
}

/// A field that shows what was given, but for what somebody is typing and has not given yet.
function draft(player, onUpdate, key, label, given, field = element("input")) {
  field.setAttribute("data-key", key);
  field.setAttribute("aria-label", label);
  field.addEventListener("input", () => { player.draft[key] = field.value; });
  onUpdate(run => setValue(field, player.draft[key] ?? given(run)));
  return field;
}

function storyForm(player, onUpdate) {
  const told = run => (run.episode?.statements ?? []).map(each => each + ".").join("\n");
  const statements = draft(player, onUpdate, "story", "story, a sentence a line", told, element("textarea", {rows: 6}));
  const question = draft(player, onUpdate, "question", "question", run => run.episode?.question ?? "");
  return element("div", {className: "typed"}, labelled("Your story, a sentence a line", statements), labelled("Your question", question),
    button("Ask it", () => player.each(storyGiven(statements.value, question.value)), {"data-key": "ask"}));
}

function lineForm(player, about, onUpdate) {
  const line = draft(player, onUpdate, "line", "what it is asked", () => player.line);
  const ask = () => { player.line = line.value; player.each(lineGiven(line.value)); };
  line.onkeydown = event => { if (event.key === "Enter") ask(); };
  return element("div", {className: "typed"}, labelled(about.reads ? "Your own" : "How a text begins", line),
    button(about.reads ? "Ask it" : "Let it go on", ask, {"data-key": "ask"}));
}

function tokensForm(player, onUpdate) {
  const field = draft(player, onUpdate, "tokens", "tokens", run => run.episode?.inputs[0].tokens.join(" ") ?? "");
  field.onchange = () => player.each(numbersGiven(player.runs[0].about.task, field.value.split(/\s+/).filter(Boolean).map(Number)));
  return element("div", {className: "typed"}, labelled("Its tokens, by number", field));
}

export function transport(player) {
  const slider = element("input", {type: "range", min: 0, "data-key": "slider", ariaLabel: "step",
    oninput: () => player.jump(Number(slider.value))});
  const speed = element("select", {"data-key": "speed", onchange: () => { player.speed = Number(speed.value); }},
    ...SPEEDS.map(each => element("option", {value: each, textContent: `${each} steps a second`})));
  const all = element("input", {type: "checkbox", "data-key": "all", onchange: () => { player.all = all.checked; player.draw(); }});
  const play = button("Play", () => player.play(), {"data-key": "play", className: "play"});
  const told = element("span", {className: "step-told"});
  return {
    root: element("div", {className: "controls transport"},
      button("Step back", () => player.jump(player.frame - 1), {"data-key": "back"}), play,
      button("Step", () => player.jump(player.frame + 1), {"data-key": "step"}),
      button("To the end", () => player.jump(1e6), {"data-key": "end"}),
      slider, told, labelled("Speed", speed), labelled("all that is watched", all)),
    update() {
      const last = Math.max(1, ...player.runs.map(run => run.length)) - 1;
      slider.max = last;
      setValue(slider, player.frame);
      say(told, `step ${player.frame + 1} of ${last + 1}`);
      slider.setAttribute("aria-valuetext", told.textContent);
      say(play, player.playing ? "Pause" : "Play");
      setValue(speed, player.speed);
      all.checked = player.all;
    },
  };
}
