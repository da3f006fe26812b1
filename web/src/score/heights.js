// How high tracks are, decided from their description, their width and the window alone: nothing moves while an episode
// plays.
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const BITS = { all: 76, least: 2, most: 9 },
  SLOTS = { all: 190, least: 1, most: 9 },
  GRID = { all: 330, least: 1, most: 9 }, // parts of a picture
  NAMED = { all: 330, least: 11, most: 15 }, // rows with a name beside them
  FURTHER = { all: 40, least: 1, most: 5 }, // usage, allocation, links
  LINES = { usual: 54, least: 34 },
  LINE = 18, // of text
  LOWEST = 0.6, // of its usual height, of a track of rows
  UPRIGHT = 70; // of a token that is turned, at most

const rowsHigh = (rows, { all, least, most }) => rows * clamp(Math.floor(all / rows), least, most);

/** The heights of the tracks' pictures in pixels: the usual ones, or where they have less `room` altogether, as low as
 * can still be read; `wide`: of a step. */
export function heightsOf(tracks, wide, room) {
  const each = tracks.map((track) => endsOf(track, wide)),
    sum = (end) => each.reduce((all, ends) => all + ends[end], 0);
  const [usual, least] = [sum("usual"), sum("least")],
    share = usual <= room ? 1 : clamp((room - least) / (usual - least), 0, 1);
  return each.map((ends) => Math.floor(ends.least + share * (ends.usual - ends.least)));
}

/** The { usual, least } height of a track. */
function endsOf(track, wide) {
  const { kind, rows, axis } = track,
    fixed = (height) => ({ usual: height, least: height }),
    ofRows = (usual, least) => ({ usual, least: Math.min(usual, Math.max(LINE, least, LOWEST * usual)) });
  if (kind === "phases") return fixed(LINE - 2);
  if (kind === "lines") return LINES;
  if (kind === "bits") return ofRows(Math.max(LINE, rowsHigh(rows, BITS)), BITS.least * rows);
  if (kind === "tokens") return fixed(fits(track.tokens, wide) ? LINE : uprightOf(track.tokens));
  const { side } = track.layers[0];
  if (side === "none") return ofRows(Math.max(LINE, Math.min(FURTHER.all, rowsHigh(rows, FURTHER))), 0);
  if (axis.named) return ofRows(Math.max(2 * LINE, rowsHigh(rows, NAMED)), NAMED.least * rows);
  const ends = axis.across ? GRID : SLOTS;
  return ofRows(Math.max(2 * LINE, Math.min(ends.all, rowsHigh(rows, ends))), 2 * LINE);
}

const uprightOf = (tokens) =>
  Math.min(UPRIGHT, Math.max(LINE, ...tokens.map(({ text }) => Math.ceil(widthOf(text ?? "")) + 8)));

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
