// What a watched quantity is, told from its description alone: { name, rows, columns, row, column, title, low, high }.
// `row` and `column` are what its rows and columns are: a word, or their names joined by commas.

const PLACES = ["slot", "entry", "statement", "source"]; // rows that attention falls on, however few
const FEW = 4; // up to this many rows of another kind are single numbers
const SIDES = ["write", "read"];

/** `decoder` and `read` of `decoder/read/key`; an empty side where it belongs to no head. */
export function placeOf({ name }) {
  const words = name.split("/").slice(0, -1),
    side = SIDES.includes(words.at(-1)) ? words.pop() : "";
  return { place: words.join("/"), side };
}

export const lastWord = ({ name }) => name.slice(name.lastIndexOf("/") + 1);

/** The names of a view's rows or columns, or null if they have but a word. */
export const namesIn = (word) => (word?.includes(", ") ? word.split(", ") : null);

const isUnit = ({ low, high }) => low === 0 && high === 1;

/** One number a step and head, or a few that have names of their own. */
export const isNumbers = ({ row, rows }) =>
  Boolean(namesIn(row)) || (!PLACES.includes(row) && row !== "component" && rows <= FEW);

/** A weight for each place, from 0 to 1, a column a head. */
export const isWeighting = (view) =>
  isUnit(view) && view.row !== "component" && !isNumbers(view) && !namesIn(view.column) && view.column !== "component";

/** The names of single numbers: +1, 0 and −1 of a shift, whose first row moves furthest ahead, or, where slots are counted
 * the other way (`turn` −1), furthest back. */
export function rowNames({ row, rows }, turn = 1) {
  if (rows === 1 && !namesIn(row)) return [""];
  if (row === "shift") return Array.from({ length: rows }, (_, at) => shiftName(turn * (Math.floor(rows / 2) - at)));
  return namesIn(row) ?? Array.from({ length: rows }, (_, at) => String(at + 1));
}

const shiftName = (by) => (by === 0 ? "0" : `${by > 0 ? "+" : "−"}${Math.abs(by)}`);

export const upper = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
