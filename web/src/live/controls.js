// The controls of the machines and of their input, made once, so that no field is replaced while in use.
import { button, element, labelled } from "../shared/dom.js";
import { lineGiven, numbersGiven, storyGiven } from "./given.js";
import { fill } from "./kept.js";

function setValue(field, value) {
  if (field.value !== String(value)) field.value = value;
}

export function machineChooser(player) {
  const models = player.models.map(({ name }, number) => [number, name]);
  const fields = [models, [[-1, "nothing"], ...models]].map((options, at) =>
    element(
      "select",
      { "data-key": `machine${at}`, onchange: ({ target }) => player.chooseMachine(at, Number(target.value)) },
      options.map(([value, text]) => element("option", { value }, text)),
    ),
  );
  return {
    root: element("div", { class: "controls" }, labelled("Machine", fields[0]), labelled("Beside it", fields[1])),
    update: () => fields.forEach((field, at) => setValue(field, player.chosen[at])),
  };
}

/** Sizes and typed input for the first machine's episode; rebuilt when its model changes. */
export function episodeForm(player) {
  const root = element("div", { class: "controls" });
  let of = null,
    updates = [];
  const update = () => {
    const [run] = player.runs,
      model = run && player.models[player.chosen[run.place]];
    if (model !== of) {
      of = model;
      updates = [];
      fill(root, run ? parts(player, run.about, (each) => updates.push(each)) : []);
    }
    for (const each of updates) each(run);
  };
  return { root, update };
}

function parts(player, about, onUpdate) {
  const found = about.sizes.map((size) => sizeField(player, size, onUpdate));
  if (about.stories) found.push(storyForm(player, onUpdate));
  if (about.asked) found.push(lineForm(player, about, onUpdate));
  else if (about.inputs[0].kind === "tokens" && !about.stories) found.push(tokensForm(player, onUpdate));
  if (about.draws) found.push(button("Another episode", () => player.another(), { "data-key": "another" }));
  return found;
}

function sizeField(player, size, onUpdate) {
  const field = element("input", {
    type: "number",
    min: size.low,
    max: size.high,
    step: 1,
    "data-key": size.name,
    placeholder: `${size.trained_from}–${size.trained_to}`,
    title: `${size.help}; trained on ${size.trained_from} to ${size.trained_to}`,
    onchange: () => player.resize(size.name, field.value),
  });
  onUpdate(() => {
    if (document.activeElement !== field) setValue(field, player.sizes[size.name] ?? "");
  });
  return labelled(size.name.replace("task.", ""), field);
}

/** A field that shows the current input, or a draft of the next. */
function draft(player, onUpdate, key, label, given, field = element("input", { type: "text" })) {
  field.setAttribute("data-key", key);
  field.setAttribute("aria-label", label);
  field.addEventListener("input", () => {
    player.draft[key] = field.value;
  });
  onUpdate((run) => setValue(field, player.draft[key] ?? given(run)));
  return field;
}

const typed = (...parts) => element("div", { class: "typed" }, parts);

function storyForm(player, onUpdate) {
  const told = (run) => (run.episode?.statements ?? []).map((each) => `${each}.`).join("\n");
  const area = element("textarea", { rows: 6 });
  const statements = draft(player, onUpdate, "story", "story, a sentence a line", told, area);
  const question = draft(player, onUpdate, "question", "question", (run) => run.episode?.question ?? "");
  const ask = () => player.each(storyGiven(statements.value, question.value));
  return typed(
    labelled("Your story, a sentence a line", statements),
    labelled("Your question", question),
    button("Ask it", ask, { "data-key": "ask" }),
  );
}

function lineForm(player, about, onUpdate) {
  const line = draft(player, onUpdate, "line", "what it is asked", () => player.line);
  const ask = () => {
    player.line = line.value;
    player.each(lineGiven(line.value));
  };
  line.addEventListener("keydown", ({ key }) => key === "Enter" && ask());
  return typed(
    labelled(about.reads ? "Your own" : "How a text begins", line),
    button(about.reads ? "Ask it" : "Let it go on", ask, { "data-key": "ask" }),
  );
}

function tokensForm(player, onUpdate) {
  const field = draft(player, onUpdate, "tokens", "tokens", (run) => run.episode?.inputs[0].tokens.join(" ") ?? "");
  const give = () => {
    const numbers = field.value.split(/\s+/).filter(Boolean).map(Number);
    player.each(numbersGiven(player.runs[0].about.task, numbers));
  };
  field.addEventListener("change", give);
  return typed(labelled("Its tokens, by number", field));
}
