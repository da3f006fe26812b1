// Cell sizes and axis numbers of a picture.
import { cellSize } from "../shared/canvas.js";

export const LEFT = 44; // pixels, for row numbers
const RIGHT = 10;
export const FONT = "11px system-ui, sans-serif";

/** A row's or column's number, counted from one. */
export const oneOn = (at) => at + 1;

/** A cell's width: whole device pixels, unless there are more cells than pixels. */
export function cellWidth(room, count, most = 26) {
  return room * (devicePixelRatio || 1) >= count ? cellSize(room, count, most) : room / count;
}

/** The width available to a picture's cells, which begin at `left`. */
export const roomFor = (width, left) => width - left - RIGHT;

/** The cells, of `count`, that get a number: every one, every 5th, 10th, …, at least `apart` pixels from each other. */
export function tickPlaces(count, size, apart, numberOf = oneOn) {
  const every = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((step) => step * size >= apart) ?? count;
  const places = Array.from({ length: count }, (_, at) => at).filter(
    (at) => every === 1 || at === 0 || numberOf(at) % every === 0,
  );
  return places.filter((at, k) => k === 0 || k > 1 || (at - places[0]) * size >= apart);
}
