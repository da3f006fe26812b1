// What is drawn of a run: its input, its answers, and what was watched. Each gives a list of elements, those of the draw
// before where `kept` has them.
import {button, element} from "./dom.js";
import {Grid} from "./grid.js";
import {sentence} from "./words.js";

const FIRST = [/(^|\/)memory$/, /read\/weights$/, /write\/weights$/, /(^|\/)weights$/, /attention$/, /strengths$/, /gate$/, /push$/, /pop$/, /shift$/];

/// grids: [{key, word, …what Grid.draw takes}], a word for each where they are several.
function panel(kept, key, title, said, ...children) {
  return kept.box(key, "section", "panel", [
    kept.box(`${key} titled`, "div", "titled", [kept.text(`${key} title`, "h4", "", title), output(kept, key)]),
    kept.text(`${key} said`, "p", "said", said),
    kept.box(`${key} scroll`, "div", "scroll", children)]);
}

function output(kept, key) {
  return kept.get(`${key} output`, () => element("output", {className: "readout"}));
}

/// A grid whose cells are told in the title of its panel.
function grid(kept, panelKey, key, settings) {
  return kept.get(`${key} grid`, () => new Grid(output(kept, panelKey), `${kept.name} ${key}`)).draw(settings);
}

/// A panel with one grid and nothing else.
function gridPanel(kept, key, title, said, settings) {
  return panel(kept, key, title, said, grid(kept, key, key, {name: title, ...settings}));
}

/// Vectors step by step; `toggle(step, row)` for a bit that may be drawn.
export function inputPanels(kept, run, frame, toggle) {
  const {episode} = run, [input] = episode.inputs, data = episode.numbers;
  if (input.kind !== "real") return [];
  if (input.height * input.width > 1) {
    const place = (r, c) => (r * input.width + c) * input.channels;
    return [gridPanel(kept, "picture", "Picture", "Click to draw in it.", {of: episode, rows: input.height, columns: input.width,
      cell: input.width > 60 ? 4 : 8, pick: (r, c) => toggle(0, place(r, c)),
      at: (r, c) => Math.max(...Array.from({length: input.channels}, (_, k) => data[input.from + place(r, c) + k]))})];
  }
  const width = input.channels;
  return [gridPanel(kept, "input", "Input", "What the machine is given, a column a step. Click bits to draw your own.", {of: episode,
    rows: width, columns: input.steps, at: (r, c) => data[input.from + c * width + r], mark: frame, most: 900, columnWord: "step",
    pick: (r, c) => toggle(c, r)})];
}

export function answerPanels(kept, run, frame, choose) {
  const {about} = run, now = run.frames[Math.min(frame, run.frames.length - 1)];
  if (about.scoring === "bits") return bitPanels(kept, run, frame);
  if (!now) return [];
  if (run.way === "speaks") return spokenPanels(kept, run, frame, now, choose);
  const right = run.episode.target.tokens;
  if (run.way === "steps") {
    const asked = run.episode.scored.includes(frame);
    return [panel(kept, "answer", "Its answer", asked ? "It is asked at this step." : "What it would say at this step.",
      bars(kept, "answer", about, now.answer, {right: right?.[frame]}))];
  }
  return now.answers.map((chances, i) => panel(kept, `answer ${i}`, "Its answer", "The likeliest answers, and how sure it is.",
    bars(kept, `answer ${i}`, about, chances, {right: right?.[now.steps[i]]})));
}

function bitPanels(kept, run, frame) {
  const {episode, about} = run, rows = about.target.channels, scored = new Set(episode.scored), asked = scored.size > 0;
  const target = (r, c) => scored.has(c) ? episode.numbers[episode.target.from + c * rows + r] : NaN;
  const said = (r, c) => asked && !scored.has(c) ? NaN : run.frames[c]?.answer?.[r] ?? NaN;
  const looks = {rows, columns: episode.inputs[0].steps, mark: frame, most: 900, rowWord: "bit", columnWord: "step"};
  const own = gridPanel(kept, "answer", "Its answer", "What it says: how sure it is that a bit is 1.",
    {...looks, of: run.frames, settled: run.frames.length, at: said});
  if (!asked) return [own];
  const passed = episode.scored.filter(c => c < run.frames.length), bits = passed.length * rows;
  const right = passed.reduce((sum, c) => {
    for (let r = 0; r < rows; r++) sum += (said(r, c) > 0.5) === (target(r, c) > 0.5);
    return sum;
  }, 0);
  return [gridPanel(kept, "right", "Right answer", "What it should say.", {...looks, of: episode, at: target}), own,
    kept.text("score", "p", "score", bits ? `${right} of ${bits} bits right so far` : "It has not been asked yet.")];
}

const share = chance => Number.isFinite(chance) ? chance.toFixed(3) : "–";
const nameOf = (about, token) => about.target.names?.[token] ?? String(token);

/// The likeliest of what may be said. choose(token): lets it say another; right: the token that it should be.
function bars(kept, key, about, chances, {choose = null, right = null}) {
  const likeliest = chances.map((chance, token) => [chance, token]).sort((a, b) => b[0] - a[0]).slice(0, 5);
  return kept.box(`${key} bars`, "div", "chances", likeliest.map(([chance, token], i) => {
    const row = `${key} bar ${i}`, name = nameOf(about, token);
    const word = choose ? kept.get(`${row} word`, () => button("", null, {title: "let it say this", "data-key": `${kept.name} ${row}`}))
      : kept.get(`${row} word`, () => element("span"));
    word.textContent = name;
    word.onclick = choose && (() => choose(token));
    word.classList.toggle("right", token === right);
    return kept.box(row, "div", "", [word, kept.meter(`${row} meter`, `${name}: ${share(chance)}`, chance),
      kept.text(`${row} told`, "span", "", share(chance))]);
  }));
}

function spokenPanels(kept, run, frame, now, choose) {
  const words = run.frames.slice(0, frame + 1).map(each => nameOf(run.about, each.chosen));
  const right = (run.episode.target.tokens ?? []).filter(token => token > 0).map(token => nameOf(run.about, token));
  return [panel(kept, "says", "What it says", "Token by token; each comes back to it before the next.",
    kept.text("said so far", "p", "tokens", words.join(" "))),
    ...(right.length ? [kept.text("score", "p", "score", `Right would be: ${right.join(" ")}`)] : []),
    panel(kept, "next", "What it could say next", "Click another and it goes on from there.",
      bars(kept, "next", run.about, now.answer, {choose: token => choose(frame, token)}))];
}

export function wordPanels(kept, run, frame) {
  const {episode} = run, [input] = episode.inputs;
  if (episode.statements) return [storyPanel(kept, run)];
  if (input.kind !== "tokens") return [];
  const now = run.frames[frame], looks = now?.views.find(view => view.row === "source");
  const tokens = kept.get("tokens", () => element("p", {className: "tokens"}));
  tokens.replaceChildren(...input.tokens.flatMap((token, i) => {
    const word = element("span", {className: run.way === "steps" && i === frame ? "now" : "", textContent: token < 0 ? "·" : input.names?.[token] ?? String(token)});
    if (looks && i < looks.rows) word.style.setProperty("--look", Math.min(1, looks.data[i]));
    return [word, " "];
  }));
  return [panel(kept, "reads", "What it reads", looks ? "Shaded by what it looks at now." : "", tokens)];
}

function storyPanel(kept, run) {
  const {episode} = run, count = episode.statements.length;
  const looks = run.frames.flatMap(each => each.views).filter(view => view.name === "hop/weights");
  const lines = episode.statements.map((text, i) => kept.box(`line ${i}`, "li", episode.supports.includes(i) ? "support" : "", [
    kept.text(`line ${i} text`, "span", "", text), ...looks.map((look, hop) => {
      const at = look.rows - count + i, weight = at < 0 ? NaN : look.data[at];
      return kept.meter(`line ${i} hop ${hop}`, `hop ${hop + 1}: ${share(weight)}`, weight || 0);
    })]));
  return panel(kept, "story", "The story", looks.length ? "A bar for each hop: how much of its attention a statement has." : "",
    kept.box("lines", "ol", "story", lines), kept.text("question", "p", "question", `${episode.question}? (${episode.answer})`));
}

const FEW = 24;  // slots that are all shown

/// The slots that are in use; null: all are shown, for they are few, or hardly any would be left out.
function usedSlots(run, view) {
  if (view.row !== "slot" || view.rows <= FEW) return null;
  const used = run.usedOf(view.rows);
  return used.length > 0 && used.length < view.rows * 0.8 ? used : null;
}

/// What was watched, the most telling first. `pick({view, row, column, at})` for a cell that is to be changed.
export function viewPanels(kept, run, frame, pick, all) {
  const at = Math.min(frame, run.frames.length - 1), now = run.frames[at];
  if (!now) return [];
  const rank = view => { const place = FIRST.findIndex(pattern => pattern.test(view.name)); return place < 0 ? FIRST.length : place; };
  const views = now.views.filter((view, i) => now.views.findIndex(other => other.name === view.name) === i).sort((a, b) => rank(a) - rank(b));
  return views.filter(view => all || rank(view) < FIRST.length).slice(0, all ? 60 : 8).map(view => {
    const key = `view ${view.name}`, shown = all ? null : usedSlots(run, view);
    const title = view.name.replace(/\//g, " · ") + (view.title ? ` (${view.title})` : "");
    const said = sentence(view.name) + (shown ? ` ${shown.length} of ${view.rows} slots, those in use.` : "");
    const looks = {...rangeOf(run, view), shown, rowWord: view.row || "row"};
    const heads = view.columns <= 4 && view.column !== "step" && run.frames.length > 1 && !view.across;
    const grids = heads ? headGrids(kept, key, run, view, looks, frame, pick) : [nowGrid(kept, key, view, looks, cell => pick({...cell, at}))];
    return panel(kept, key, title, said, ...grids);
  });
}

/// A view as it is now.
function nowGrid(kept, key, view, looks, pick) {
  const wide = view.across || view.columns;
  const place = (r, c) => view.across ? [r * wide + c, 0] : [r, c];
  return grid(kept, key, key, {...looks, of: view, rows: view.across ? Math.ceil(view.rows * view.columns / wide) : view.rows, columns: wide, name: view.name,
    at: (r, c) => { const [row, column] = place(r, c); return row < view.rows ? view.data[column * view.rows + row] : NaN; },
    ...(view.across ? {shown: null, rowWord: "row", cell: 12} : {columnWord: view.column || "column"}),
    pick: (r, c) => { const [row, column] = place(r, c); if (row < view.rows) pick({view, row, column}); }});
}

/// A view over the steps, a grid for each of its columns.
function headGrids(kept, key, run, view, looks, frame, pick) {
  const over = run.over(view.name), rows = over.reduce((most, each) => Math.max(most, each.rows), view.rows);
  const there = (r, c, head) => over[c] && r < over[c].rows && head < over[c].columns;
  return Array.from({length: view.columns}, (_, head) => kept.box(`${key} head ${head}`, "div", "head", [
    ...(view.columns > 1 ? [kept.text(`${key} head ${head} name`, "span", "", `${view.column} ${head + 1}`)] : []),
    grid(kept, key, `${key} ${head}`, {...looks, of: run.frames, settled: run.frames.length, rows, columns: Math.max(run.length, over.length),
      mark: frame, name: view.columns > 1 ? `${view.name}, ${view.column} ${head + 1}` : view.name, most: 900, columnWord: "step",
      at: (r, c) => there(r, c, head) ? over[c].data[head * over[c].rows + r] : NaN,
      pick: (r, c) => { if (there(r, c, head)) pick({view: over[c], row: r, column: head, at: c}); }})]));
}

function rangeOf(run, view) {
  if (view.low !== undefined && view.high !== undefined) return {low: Math.min(view.low, -1e-9), high: view.high};
  const {most} = run.seen.get(view.name);
  return {low: -most, high: most};
}
