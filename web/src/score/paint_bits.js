// Numbers as squares, as in figures: filled above zero, hollow below, nothing at zero, the larger the further from it.
// Where bits are 0 and 1, a 0 is said too at the steps of a vector. A prediction is a square too, of how sure it is;
// wrong bits are ringed.
import { colour } from "../shared/theme.js";

const SIDE = 0.82, // of a cell, of a square for 1 or −1
  LONG = 1.6, // of a square's width to its height at most, where steps are wide
  SMALL = 4, // pixels; smaller cells are painted full
  FAINT = 0.02,
  HALF = 0.5;

/** What a cell of an input or output track says: from −1 to 1, NaN for nothing. */
export function signed(track, row, step) {
  const value = track.value(row, step);
  if (track.predicted) return !track.scored || track.scored(step) ? 2 * value - 1 : NaN;
  if (value === 0 && track.codes[row] === "bit") return track.speaks(step) && row < track.bits ? -1 : NaN;
  return value === 0 ? NaN : value;
}

/** How a row is coded: "bit" of 0 and 1, "sign" of −1 and 1, "real". */
export function codesOf({ rows, value }, steps) {
  return Array.from({ length: rows }, (_, row) => {
    let code = "bit";
    for (let step = 0; step < steps; step++) {
      const each = value(row, step);
      if (each === -1) code = "sign";
      else if (each !== 0 && each !== 1 && Number.isFinite(each)) return "real";
    }
    return code;
  });
}

/** Whether a bit was predicted wrongly; false where none is expected. */
export function isWrong({ target, scored, value }, row, step) {
  if (!target || !scored?.(step)) return false;
  const wanted = target.value(row, step);
  return Number.isFinite(wanted) && wanted > HALF !== value(row, step) > HALF;
}

/** Paints a track into its canvas; `high`: of a row. */
export function paintBits(context, track, time, high) {
  const ink = colour("text"),
    bad = colour("cursor");
  for (let step = time.from; step < time.until; step++) {
    const left = time.x(step),
      wide = time.x(step + 1) - left;
    for (let row = 0; row < track.rows; row++) {
      const value = signed(track, row, step);
      if (!(Math.abs(value) > FAINT)) continue;
      square(context, { left, top: Math.round(row * high), wide, high }, Math.max(-1, Math.min(1, value)), ink);
      if (track.predicted && isWrong(track, row, step))
        ring(context, { left, top: Math.round(row * high), wide, high }, bad);
    }
  }
}

function square(context, { left, top, wide, high }, value, ink) {
  const side = Math.min(wide, high);
  if (side < SMALL) {
    context.globalAlpha = value > 0 ? value : 0.22 * -value;
    context.fillStyle = ink;
    context.fillRect(left, top, Math.max(wide - (wide > 2 ? 1 : 0), 1), Math.max(high - (high > 2 ? 1 : 0), 1));
    context.globalAlpha = 1;
    return;
  }
  const part = Math.max(SIDE * side * Math.sqrt(Math.abs(value)), 1.5),
    across = Math.min(part * LONG, (SIDE * wide * part) / side),
    [x, y] = [left + (wide - across) / 2, top + (high - part) / 2];
  if (value > 0) {
    context.fillStyle = ink;
    context.fillRect(x, y, across, part);
  } else {
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, across - 1, part - 1);
  }
}

/** Where cells are too small for a ring they are filled with its colour. */
function ring(context, { left, top, wide, high }, ink) {
  if (Math.min(wide, high) < SMALL) {
    context.fillStyle = ink;
    context.fillRect(left, top, Math.max(wide, 1), Math.max(high - (high > 2 ? 1 : 0), 1));
    return;
  }
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(left + wide / 2, top + high / 2, Math.max(3, 0.5 * Math.min(wide, high) + 1), 0, 2 * Math.PI);
  context.stroke();
}
