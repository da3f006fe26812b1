// What is drawn of a run: its input, its answers, and what was watched.
import {button, element, grid, told} from "./dom.js";
import {sentence} from "./words.js";

const FIRST = [/(^|\/)memory$/, /read\/weights$/, /write\/weights$/, /(^|\/)weights$/, /attention$/, /strengths$/, /gate$/, /push$/, /pop$/, /shift$/];

function panel(title, said, ...children) {
  return element("section", {className: "panel"}, element("h4", {textContent: title}),
    ...(said ? [element("p", {className: "said", textContent: said})] : []), element("div", {className: "scroll"}, ...children));
}

/// Vectors step by step; `toggle(step, row)` for a bit that may be drawn.
export function inputPanel(run, frame, toggle) {
  const [input] = run.episode.inputs, width = input.height * input.width * input.channels;
  const data = run.episode.numbers;
  if (input.height * input.width > 1)
    return panel("Picture", "Click to draw in it.", grid({rows: input.height, columns: input.width, cell: input.width > 60 ? 4 : 8,
      at: (r, c) => Math.max(...Array.from({length: input.channels}, (_, k) => data[input.from + (r * input.width + c) * input.channels + k])),
      low: -1, high: 1, name: "picture", pick: toggle && ((r, c) => toggle(0, (r * input.width + c) * input.channels))}));
  return panel("Input", "What the machine is given, a column a step. Click bits to draw your own.", grid({rows: width,
    columns: input.steps, at: (r, c) => data[input.from + c * width + r], low: -1, high: 1, mark: frame, name: "input",
    pick: toggle && ((r, c) => toggle(c, r)), most: 900}));
}

export function answerPanels(run, frame) {
  const {episode, about} = run, panels = [];
  if (about.scoring === "bits") {
    const rows = about.target.channels, scored = new Set(episode.scored), asked = scored.size > 0;
    const target = (r, c) => scored.has(c) ? episode.numbers[episode.target.from + c * rows + r] : NaN;
    const said = (r, c) => asked && !scored.has(c) ? NaN : run.frames[c]?.answer?.[r] ?? NaN;
    const columns = episode.inputs[0].steps;
    if (asked) panels.push(panel("Right answer", "What it should say.", grid({rows, columns, at: target, high: 1, mark: frame, name: "right answer", most: 900})));
    panels.push(panel("Its answer", "What it says: how sure it is that a bit is 1.", grid({rows, columns, at: said, high: 1, mark: frame, name: "answer", most: 900})));
    if (asked) {
      const wrong = [...scored].filter(c => c < run.frames.length).reduce((sum, c) =>
        sum + Array.from({length: rows}, (_, r) => (said(r, c) > 0.5) !== (target(r, c) > 0.5)).filter(Boolean).length, 0);
      const bits = [...scored].filter(c => c < run.frames.length).length * rows;
      panels.push(element("p", {className: "score", textContent: bits ? `${bits - wrong} of ${bits} bits right so far` : "It has not been asked yet."}));
    }
    return panels;
  }
  const names = about.target.names ?? [], name = token => names[token] ?? String(token);
  const likeliest = chances => chances.map((chance, token) => [chance, token]).sort((a, b) => b[0] - a[0]).slice(0, 5);
  const bars = (chances, choose = null, right = null) => element("div", {className: "chances"}, ...likeliest(chances).map(([chance, token]) => {
    const bar = element("meter", {min: 0, max: 1, value: chance});
    const word = choose ? button(name(token), () => choose(token), {title: "let it say this"}) : element("span", {textContent: name(token)});
    if (token === right) word.classList.add("right");
    return element("div", {}, word, bar, element("span", {textContent: told(chance)}));
  }));
  const now = run.frames[Math.min(frame, run.frames.length - 1)];
  if (!now) return panels;
  if (run.way === "speaks") {
    const words = run.frames.slice(0, frame + 1).map(each => name(each.chosen));
    const right = episode.target.tokens?.filter(token => token > 0).map(name);
    panels.push(panel("What it says", "Token by token; each comes back to it before the next.",
      element("p", {className: "tokens", textContent: words.join(" ")})));
    if (right?.length) panels.push(element("p", {className: "score", textContent: `Right would be: ${right.join(" ")}`}));
    panels.push(panel("What it could say next", "Click another and it goes on from there.", bars(now.answer, token => run.choose(frame, token))));
  } else if (run.way === "steps") {
    const right = episode.target.tokens?.[frame] ?? -1;
    panels.push(panel("Its answer", right >= 0 ? "It is asked at this step." : "What it would say at this step.", bars(now.answer, null, right)));
  } else {
    now.answers.forEach((chances, i) => panels.push(panel("Its answer", "The likeliest answers, and how sure it is.", bars(chances, null, episode.target.tokens?.[now.steps[i]]))));
  }
  return panels;
}

export function wordPanel(run, frame) {
  const {episode} = run, [input] = episode.inputs;
  if (episode.statements) {
    const looks = run.frames.flatMap(each => each.views).filter(view => view.name === "hop/weights");
    const list = element("ol", {className: "story"}, ...episode.statements.map((text, i) => {
      const marks = looks.map(look => { const at = look.rows - episode.statements.length + i; return at < 0 ? NaN : look.data[at]; });
      return element("li", {className: episode.supports.includes(i) ? "support" : ""}, element("span", {textContent: text}),
        ...marks.map((share, hop) => element("meter", {min: 0, max: 1, value: share || 0, title: `hop ${hop + 1}: ${told(share)}`})));
    }));
    return panel("The story", "A bar for each hop: how much of its attention a statement has.", list,
      element("p", {className: "question", textContent: `${episode.question}? (${episode.answer})`}));
  }
  if (input.kind !== "tokens") return null;
  const names = input.names ?? [], tokens = input.tokens;
  const now = run.frames[frame], looks = now?.views.find(view => view.row === "source");
  return panel("What it reads", looks ? "Shaded by what it looks at now." : "", element("p", {className: "tokens"}, ...tokens.flatMap((token, i) => {
    const word = element("span", {className: run.way === "steps" && i === frame ? "now" : "", textContent: token < 0 ? "·" : names[token] ?? String(token)});
    if (looks && i < looks.rows) word.style.setProperty("--look", Math.min(1, looks.data[i]));
    return [word, " "];
  })));
}

const FEW = 24, SHARE = 0.02;  // slots that are all shown; and what a head must give one for it to count as used

/// The slots of so many that a head has looked at so far, in order; all of few, or where hardly any is left out.
function usedSlots(run, slots) {
  if (slots <= FEW) return null;
  const used = new Set();
  for (const frame of run.frames)
    for (const view of frame.views)
      if (view.row === "slot" && view.rows === slots && /(^|\/)weights$/.test(view.name))
        view.data.forEach((weight, i) => { if (weight > SHARE) used.add(i % slots); });
  return used.size > 0 && used.size < slots * 0.8 ? [...used].sort((a, b) => a - b) : null;
}

/// What was watched, the most telling first. `pick({view, row, column, at})` for a cell that is to be changed.
export function viewPanels(run, frame, pick, all) {
  const now = run.frames[Math.min(frame, run.frames.length - 1)];
  if (!now) return [];
  const rank = view => { const at = FIRST.findIndex(pattern => pattern.test(view.name)); return at < 0 ? FIRST.length : at; };
  const names = [...new Set(now.views.map(view => view.name))];
  const views = names.map(name => now.views.find(view => view.name === name)).sort((a, b) => rank(a) - rank(b));
  return views.filter(view => all || rank(view) < FIRST.length).slice(0, all ? 60 : 8).map(view => {
    const heads = view.columns <= 4 && view.column !== "step" && run.frames.length > 1 && !view.across;
    const range = extremes(run, view);
    const title = view.name.replace(/\//g, " · ") + (view.title ? ` (${view.title})` : "");
    const slots = !all && view.row === "slot" ? usedSlots(run, view.rows) : null;
    const row = r => slots ? slots[r] : r, some = slots ? ` ${slots.length} of ${view.rows} slots, those in use.` : "";
    if (!heads) {
      const wide = view.across || view.columns, tall = Math.ceil(view.rows * view.columns / wide);
      const place = (r, c) => view.across ? [r * wide + c, 0] : [row(r), c];
      return panel(title, sentence(view.name) + some, grid({rows: view.across ? tall : slots?.length ?? view.rows, columns: wide,
        at: (r, c) => { const [at, column] = place(r, c); return at < view.rows ? view.data[column * view.rows + at] : NaN; }, ...range, name: view.name,
        cell: view.across ? 12 : null, pick: (r, c) => { const [at, column] = place(r, c); pick({view, row: at, column, at: frame}); }}));
    }
    const over = run.over(view.name), rows = slots?.length ?? Math.max(...over.map(each => each?.rows ?? 0));
    return panel(title, sentence(view.name) + some, ...Array.from({length: view.columns}, (_, head) => element("div", {className: "head"},
      ...(view.columns > 1 ? [element("span", {textContent: `${view.column} ${head + 1}`})] : []),
      grid({rows, columns: Math.max(run.length, over.length), mark: frame, name: `${view.name}, ${view.column} ${head + 1}`, ...range, most: 900,
        at: (r, c) => over[c] && row(r) < over[c].rows && head < over[c].columns ? over[c].data[head * over[c].rows + row(r)] : NaN,
        pick: (r, c) => over[c] && row(r) < over[c].rows && pick({view: over[c], row: row(r), column: head, at: c})}))));
  });
}

function extremes(run, view) {
  if (view.low !== undefined && view.high !== undefined) return {low: Math.min(view.low, -1e-9), high: view.high};
  let most = 1e-6;
  for (const each of run.over(view.name)) if (each) for (const value of each.data) most = Math.max(most, Math.abs(value));
  return {low: -most, high: most};
}
