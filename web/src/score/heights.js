// How high tracks are, decided from their description and width alone: nothing moves while an episode plays.
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const BITS = { all: 76, least: 2, most: 9 },
  SLOTS = { all: 190, least: 1, most: 9 },
  NAMED = { all: 330, least: 11, most: 15 }, // rows with a name beside them
  FURTHER = { all: 40, least: 1, most: 5 }, // usage, allocation, links
  LINES = 54,
  LINE = 18, // of text
  UPRIGHT = 70; // of a token that is turned

const rowsHigh = (rows, { all, least, most }) => rows * clamp(Math.floor(all / rows), least, most);

/** The height of a track's picture in pixels; `wide`: of a step. */
export function heightOf(track, wide) {
  const { kind, rows } = track;
  if (kind === "phases") return LINE - 2;
  if (kind === "lines") return LINES;
  if (kind === "bits") return Math.max(LINE, rowsHigh(rows, BITS));
  if (kind === "tokens") return fits(track.tokens, wide) ? LINE : UPRIGHT;
  const { side } = track.layers[0];
  if (side === "none") return Math.max(LINE, Math.min(FURTHER.all, rowsHigh(rows, FURTHER)));
  const room = track.axis.named ? NAMED : SLOTS;
  return Math.max(2 * LINE, Math.min(track.axis.named ? Infinity : room.all, rowsHigh(rows, room)));
}

const ruler = document.createElement("canvas").getContext("2d");
export const FONT = "11px system-ui, sans-serif";

export function widthOf(text) {
  ruler.font = FONT;
  return ruler.measureText(text).width;
}

/** Whether the texts stand beside each other, one a step. */
export const fits = (tokens, wide) => tokens.every(({ text }) => !text || widthOf(text) + 4 <= wide);

const LEAST = 44, // pixels left of the steps
  SHARE = 0.36, // of the width, at most
  MOST = 300;

/** The room left of the steps, the same for all tracks: for row numbers, or for the longest name. */
export function leftOf(tracks, width) {
  const names = tracks.flatMap(({ axis }) => (axis?.named ? axis.shown.map((at) => axis.nameOf(at)) : []));
  const longest = Math.max(0, ...names.map(widthOf));
  return Math.round(Math.max(LEAST, Math.min(longest + 14, SHARE * width, MOST)));
}

/** A text cut to a width. */
export function cut(text, room) {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("")}…`;
}
