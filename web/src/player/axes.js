// The sizes of a picture's cells, and the numbers along its sides.
import { cellSize } from "../shared/canvas.js";

export const LEFT = 44; // pixels for the numbers of rows
const RIGHT = 10;
export const FONT = "11px system-ui, sans-serif";

/** What a row or column is called by a number, from one on. */
export const oneOn = (at) => at + 1;

/** The width of a cell: whole pixels, but where there are more cells than pixels. */
export function cellWidth(room, count, most = 26) {
  return room * (devicePixelRatio || 1) >= count ? cellSize(room, count, most) : room / count;
}

/** The room beside the ticks of a picture, which begin at `left`. */
export const roomFor = (width, left) => width - left - RIGHT;

/** Which of `count` cells of a size have a number, `apart` pixels from each other at least: 1, 5, 10, … of them. */
export function tickPlaces(count, size, apart, numberOf = oneOn) {
  const every = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((step) => step * size >= apart) ?? count;
  const places = Array.from({ length: count }, (_, at) => at).filter(
    (at) => every === 1 || at === 0 || numberOf(at) % every === 0,
  );
  return places.filter((at, k) => k === 0 || k > 1 || (at - places[0]) * size >= apart);
}
