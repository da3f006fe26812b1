// Tracks of words: phases as bands, tokens one a step; and the numbers of rows and steps.
import { tickPlaces } from "../player/axes.js";
import { colour } from "../shared/theme.js";
import { cut, fits, FONT, widthOf } from "./heights.js";

const GAP = 6,
  LETTERS = 10; // pixels from a row's number to the next at least

function begin(context, ink, align = "center") {
  context.font = FONT;
  context.fillStyle = colour(ink);
  context.textAlign = align;
  context.textBaseline = "middle";
  context.direction = "ltr";
}

export function paintPhases(context, { spans }, time, height) {
  for (const { from, until, phase, name } of spans) {
    const [left, right] = [time.x(Math.max(from, time.from)), time.x(Math.min(until, time.until))];
    if (right <= left || from >= time.until || until <= time.from) continue;
    context.fillStyle = colour(phase === "none" ? "page" : "soft");
    context.globalAlpha = phase === "mark" ? 0.5 : 1;
    context.fillRect(left, 0, Math.max(right - left - 1, 1), height);
    context.globalAlpha = 1;
    if (widthOf(name) + 6 > right - left) continue;
    begin(context, "muted");
    context.fillText(name, (left + right) / 2, height / 2);
  }
}

/** A token is ringed where another was expected. */
export function paintTokens(context, { tokens }, time, height) {
  const flat = fits(tokens, time.wide),
    ringed = colour("cursor");
  for (let step = time.from; step < time.until; step++) {
    const { text, expected } = tokens[step] ?? {};
    if (!text) continue;
    const left = time.x(step),
      middle = (left + time.x(step + 1)) / 2,
      wrong = expected !== undefined && expected !== text;
    begin(context, "text", flat ? "center" : "left");
    if (flat) context.fillText(text, middle, height / 2);
    else if (time.wide >= 10) {
      context.save();
      context.translate(middle, height - 2);
      context.rotate(-Math.PI / 2);
      context.fillText(cut(text, height - 6), 0, 0);
      context.restore();
    }
    if (!wrong) continue;
    context.strokeStyle = ringed;
    context.lineWidth = 2;
    context.strokeRect(left + 1, 1, Math.max(time.x(step + 1) - left - 2, 2), height - 2);
  }
}

/** What stands left of a track: the numbers of its rows, or their names. */
export function paintRows(context, { kind, axis, rows, low }, time, height) {
  begin(context, "muted", "right");
  const high = height / rows,
    right = time.left - GAP;
  if (kind === "lines") {
    context.fillText("1", right, 6);
    context.fillText(low < 0 ? "−1" : "0", right, height - 6);
    return;
  }
  if (kind === "phases" || kind === "tokens") return;
  if (axis?.across) return paintGridRows(context, axis, right, high);
  const names = axis ? axis.shown.map(axis.nameOf) : Array.from({ length: rows }, (_, row) => String(row + 1));
  let above = -LETTERS;
  for (const row of placesOf(names, high, axis?.named)) {
    const y = Math.max(6, Math.min(height - 5, (row + 0.5) * high));
    if (y - above < LETTERS) continue; // the first has moved down
    above = y;
    context.fillText(cut(names[row], time.left - 10), right, y);
  }
  if (kind === "weights" && !axis.named) paintJumps(context, names, time, high);
}

/** The rows of a picture's grid, whose parts stand one below another. */
function paintGridRows(context, { across, count }, right, high) {
  const rows = Math.ceil(count / across);
  for (const row of tickPlaces(rows, across * high, 13))
    context.fillText(`row ${row + 1}`, right, Math.max(6, (row + 0.5) * across * high));
}

/** The rows that are told: those with names all, of numbers some, the first after a jump among them. */
function placesOf(names, high, named) {
  const all = [...names.keys()];
  if (named) return high < 10 ? [] : all;
  const told = tickPlaces(names.length, high, 13, (row) => Number(names[row]));
  const jumps = all.filter((row) => isJump(names, row) && told.every((each) => Math.abs(each - row) * high >= 13));
  return [...told, ...jumps];
}

const isJump = (names, row) => row > 0 && Number(names[row]) !== Number(names[row - 1]) + 1;

/** A line where slots between two rows are left out. */
function paintJumps(context, names, time, high) {
  context.strokeStyle = colour("control");
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  names.forEach((_, row) => {
    if (!isJump(names, row)) return;
    context.beginPath();
    context.moveTo(time.left, Math.round(row * high) + 0.5);
    context.lineTo(time.end, Math.round(row * high) + 0.5);
    context.stroke();
  });
  context.setLineDash([]);
}

/** The steps' numbers, below all tracks, and what they are left of them. */
export function paintSteps(context, time, name) {
  begin(context, "muted", "right");
  context.fillText(name, time.left - GAP, 8, time.left - GAP);
  context.textAlign = "center";
  for (const step of time.ticks()) context.fillText(String(step + 1), (time.x(step) + time.x(step + 1)) / 2, 8);
}
