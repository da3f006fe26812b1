// What may stand in a cell: for each choice its name, the number by which columns sort, the texts of a cell, and which
// question colours it.
import { number } from "../shared/format.js";

const middle = (values) => {
  const ordered = [...values].sort((a, b) => a - b),
    half = ordered.length >> 1;
  return ordered.length % 2 ? ordered[half] : (ordered[half - 1] + ordered[half]) / 2;
};

/** Per cent with one decimal, but never 100 for what is less. */
export const percent = (value) => (value >= 100 ? "100" : Math.min(99.9, value).toFixed(1));

const solvedText = ({ solved, seeds }) => `${solved}/${seeds.length}`;

/** `1,312` or `20 + 21 a step` */
export const stateText = ({ state, each }) => number(state) + (each ? ` + ${number(each)} a step` : "");

const right = (question) => ({
  value: (cell) => cell[question].value,
  texts: (cell) => [percent(cell[question].value), solvedText(cell)],
  guess: ({ guess }) => guess && percent(guess[question]),
  colour: question,
  down: true,
});

const spread = (question) => ({
  ...right(question),
  texts: (cell) => [percent(cell[question].value), `${percent(cell[question].low)}–${percent(cell[question].high)}`],
});

const plain = (value, text = (cell) => number(value(cell))) => ({
  value,
  texts: (cell) => [text(cell), ""],
  guess: () => "",
  colour: "beyond",
});

export const SHOWN = {
  beyond: { name: "% right beyond, seeds solved", ...right("beyond") },
  within: { name: "% right within, seeds solved", ...right("within") },
  "beyond-interval": { name: "% right beyond, interval", ...spread("beyond") },
  "within-interval": { name: "% right within, interval", ...spread("within") },
  solved: { name: "seeds solved", ...plain(({ solved }) => solved, solvedText), down: true },
  perfect: {
    name: "sizes beyond without an error",
    ...plain(
      ({ perfect }) => perfect[0] / (perfect[1] || 1),
      ({ perfect }) => `${number(perfect[0])} of ${perfect[1]}`,
    ),
    down: true,
  },
  rate: { name: "learning rate", ...plain(({ rate }) => rate) },
  sequences: { name: "sequences", ...plain(({ sequences }) => middle(sequences)) },
  seconds: { name: "seconds", ...plain(({ seconds }) => middle(seconds)) },
  parameters: { name: "parameters", ...plain(({ parameters }) => parameters) },
  state: { name: "state", ...plain(({ state, each }) => state + 100 * each, stateText) },
};

/** A row's cell in a column: its data if all seeds are there. */
export const whole = (data, machine, measure) => {
  const cell = data.cells[`${machine}/${measure}`];
  return cell && cell.seeds.length >= data.seeds ? cell : null;
};

/** Those of the measures of which a machine has all its seeds: what a mean over measures can be over. */
export const measuresThere = (data, measures) =>
  measures.filter(({ name }) => data.machines.some((machine) => whole(data, machine.name, name)));

/** A machine's name, with how many measures it has where they are fewer than there are. */
export const nameOfMean = (name, has, most) => (has < most ? `${name} (${has} of ${most})` : name);

/** What stands in a cell without all seeds; never like `0 of 5`, which could be seeds that solved. */
export function thereText(data, machine, measure) {
  const there = data.cells[`${machine}/${measure}`]?.seeds.length ?? 0;
  return there ? `${there} of ${data.seeds} trained` : "no seed yet";
}

/** How far a share right is from the best guesser's to all right, from 0 to 1. */
export function wayFromGuessing(cell, measure, question) {
  const guess = measure.guess?.[question] ?? 0;
  return guess >= 100 ? 1 : Math.min(1, Math.max(0, (cell[question].value - guess) / (100 - guess)));
}

export { middle };
