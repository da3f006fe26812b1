// One cell opened: what each seed came to, its learning curve, its score by size, and the command that makes it, or makes it again.
import { chart } from "../report/chart.js";
import { copyable } from "../report/copy.js";
import { dots } from "./dots.js";
import { duration, number } from "../shared/format.js";
import { element, emptyNote } from "../shared/dom.js";
import { focusInSight } from "./keys.js";
import { middle, percent, stateText } from "./shown.js";
import { named } from "./machine.js";
import { section } from "../report/section.js";

const FEWEST = 2; // seeds that reproduce_map.py --cell compares with

export function cell(data, store) {
  const root = section("cell", "Cell");
  const title = root.firstChild,
    body = element("div", {});
  title.setAttribute("tabindex", "-1");
  root.append(body);
  root.addEventListener("keydown", ({ key }) => key === "Escape" && backTo(store.get("cell")));

  function redraw() {
    const found = parts(data, store.get("cell"));
    if (!found) {
      title.replaceChildren("Cell");
      return body.replaceChildren(emptyNote("No cell is open: click one in the table, or press Enter on it."));
    }
    const [machine, measure, opened] = found;
    title.replaceChildren(named(machine), ` on ${measure.name}`);
    const blocks = opened ? told(data, machine, measure, opened) : [];
    const note = waits(data, opened);
    body.replaceChildren(
      element("p", { class: "lead" }, `${machine.does}; ${measure.words}`),
      ...(note ? [emptyNote(note)] : []),
      ...blocks.map(({ root: each }) => each),
      again(data, machine, measure, opened),
    );
    blocks.forEach(({ ready }) => ready?.());
  }

  store.on(["cell"], redraw);
  return { root, ready: redraw };
}

/** The focus goes back to where the cell was opened. */
function backTo(name) {
  const cell = [...document.querySelectorAll("[data-cell]")].find(({ dataset }) => dataset.cell === name);
  if (cell) focusInSight(cell);
}

/** [machine, measure, cell or undefined] of MACHINE/MEASURE; null if the map has no such cell. */
function parts(data, name) {
  const [one, other] = name.split("/");
  const machine = data.machines.find((each) => each.name === one),
    measure = data.measures.find((each) => each.name === other);
  return machine && measure ? [machine, measure, data.cells[name]] : null;
}

function waits(data, opened) {
  const there = opened?.seeds.length ?? 0;
  if (!there) return `No seed of it has been trained yet; the cell counts when all ${data.seeds} are.`;
  return there >= data.seeds ? "" : `${there} of ${data.seeds} seeds are there so far; the cell counts when all are.`;
}

function told(data, machine, measure, opened) {
  return [facts(opened), curves(machine, measure, opened), sizes(opened), seeds(opened)];
}

function facts(opened) {
  const spread = ({ value, low, high }) => `${percent(value)} [${percent(low)}, ${percent(high)}]`;
  const all = [
    ["seeds solved", `${opened.solved} of ${opened.seeds.length}`],
    ["% right within", spread(opened.within)],
    ["% right beyond", spread(opened.beyond)],
    ["sizes beyond without an error", `${number(opened.perfect[0])} of ${opened.perfect[1]}`],
    ["learning rate", number(opened.rate)],
    ["parameters", number(opened.parameters)],
    ["state", stateText(opened)],
    ["sequences, median", number(middle(opened.sequences))],
    ["time, median", duration(middle(opened.seconds))],
  ];
  const root = element(
    "dl",
    { class: "facts small" },
    all.map(([name, text]) => element("div", {}, element("dt", {}, name), element("dd", {}, text))),
  );
  return { root };
}

function curves(machine, measure, opened) {
  const host = element("div", { class: "chart" });
  const lines = opened.seeds
    .map((seed, at) => ({ name: `seed ${seed}`, x: opened.curves[at][0], y: opened.curves[at][1], look: at }))
    .filter(({ x }) => x.length);
  const draw = chart(host, 260);
  const spec = { xName: "sequences", yName: "bits a sequence, validation", xLog: false, yLog: true, lines };
  return {
    root: element("div", { class: "block" }, element("h3", {}, "Learning curves"), host),
    ready: () => (lines.length ? draw(spec) : draw.nothing("No validation is kept of these seeds.")),
  };
}

function sizes(opened) {
  return {
    root: element(
      "div",
      { class: "block" },
      element("h3", {}, "Score by size"),
      dots(opened.sizes),
      element(
        "p",
        { class: "note" },
        "A ring is a seed's % right; the number is their median, and below it in how many episodes of all seeds nothing was wrong. The line is what the best guesser gets.",
      ),
    ),
  };
}

function seeds(opened) {
  const head = ["seed", "% right within", "% right beyond", "sequences", "seconds", "ended"];
  const rows = opened.seeds.map((seed, at) => [
    String(seed),
    percent(opened.within.seeds[at]),
    percent(opened.beyond.seeds[at]),
    number(opened.sequences[at]),
    number(opened.seconds[at]),
    opened.status[at],
  ]);
  const line = (tag, texts) =>
    element(
      "tr",
      {},
      texts.map((text, at) =>
        element(tag, { class: at && at < 5 ? "number" : "text", scope: tag === "th" ? "col" : null }, text),
      ),
    );
  const table = element(
    "table",
    {},
    element("thead", {}, line("th", head)),
    element(
      "tbody",
      {},
      rows.map((row) => line("td", row)),
    ),
  );
  const label = { class: "scroll", tabindex: "0", role: "region", "aria-label": "Seeds" };
  return { root: element("div", { class: "block" }, element("h3", {}, "Seed by seed"), element("div", label, table)) };
}

function again(data, machine, measure, opened) {
  const name = `${machine.name}/${measure.name}`;
  const compared = opened?.seeds.length >= FEWEST;
  const done = data.replicated.filter(({ cell: each }) => each === name);
  return element(
    "div",
    { class: "block" },
    element("h3", {}, compared ? "Make it again" : "Make it"),
    element(
      "p",
      {},
      compared
        ? "This trains the seeds of the cell anew and says whether they agree with what is kept:"
        : "This trains the cell, tells what it came to, and keeps it for this page:",
    ),
    copyable(`scripts/reproduce.sh map --cell ${name}`, { label: "Command" }),
    done.map(({ cpu, date, agrees }) =>
      element(
        "p",
        { class: "note" },
        `Trained anew on ${date} on ${cpu}: it ${agrees === "yes" ? "agrees" : "does not agree"}.`,
      ),
    ),
    opened
      ? element(
          "details",
          { class: "block" },
          element("summary", {}, "Its settings: the training of one seed"),
          copyable(`tapehead train ${opened.words} --seed ${opened.seeds[0]}`, { label: "Settings" }),
        )
      : null,
  );
}
