// One axis of parallel coordinates: its scale and its drawing.
import { number } from "../shared/format.js";
import { colour, faded } from "../shared/theme.js";

export const MARGIN = 64, // pixels beside the outermost axes
  LEAST_GAP = 110; // between neighbouring axes

const LOWEST = 0.14; // where values begin if points below them lack the option

const isMissing = (value) => value === null || value === undefined;

/**
 * An axis: `share(value)` is a value's position from 0 to 1, `value(share)` the inverse, `text(value)` a tick's label.
 * Points without the option are below all values.
 */
export function axisOf(said, present) {
  const axis = valuesOf(said, present);
  if (!present.some(isMissing)) return axis;
  return {
    ...axis,
    text: (value) => (isMissing(value) ? "absent" : axis.text(value)),
    share: (value) => (isMissing(value) ? 0 : LOWEST + (1 - LOWEST) * axis.share(value)),
    value: (share) => axis.value((share - LOWEST) / (1 - LOWEST)),
    ticks: [null, ...axis.ticks],
  };
}

function valuesOf({ name, kind, log, values }, present) {
  const text = (value) => (kind === "choice" ? String(values[value] ?? "–") : number(value));
  if (kind === "choice") {
    const last = Math.max(1, values.length - 1);
    const share = (value) => (value === null || value === undefined ? null : values.length === 1 ? 0.5 : value / last);
    return { name, kind, text, share, ticks: values.map((_, at) => at) };
  }
  const known = present.filter(Number.isFinite);
  const [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const [bend, back] =
    log && low > 0 ? [(value) => Math.log(Math.max(0, value)), Math.exp] : [(value) => value, (value) => value];
  const share = (value) =>
    !Number.isFinite(value)
      ? null
      : high === low
        ? 0.5 + 0.5 * Math.sign(value - low)
        : (bend(value) - bend(low)) / (bend(high) - bend(low));
  const value = (share) => back(bend(low) + share * (bend(high) - bend(low)));
  const middle = log && low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
  const distinct = [...new Set(known)].sort((a, b) => a - b);
  return {
    name,
    kind,
    text,
    share,
    value,
    ticks: distinct.length <= 6 ? distinct : [low, Number(middle.toPrecision(2)), high],
  };
}

export function drawAxis(context, axis, left, y, brush, first, last) {
  context.strokeStyle = colour("muted");
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(left, y(0));
  context.lineTo(left, y(1));
  context.stroke();
  if (brush) {
    const [low, high] = brush.map((share) => y(Math.min(1, Math.max(0, share))));
    context.fillStyle = faded(colour("accent"), 0.33);
    context.fillRect(left - 7, high, 14, low - high);
    context.strokeStyle = colour("accent");
    context.strokeRect(left - 7, high, 14, low - high);
  }
  const side = last ? -1 : 1;
  for (const tick of axis.ticks) {
    write(context, axis.text(tick), left + 6 * side, y(axis.share(tick)) + 4, side > 0 ? "left" : "right", 90);
  }
  write(
    context,
    axis.name,
    first ? 4 : last ? left + MARGIN - 4 : left,
    16,
    first ? "left" : last ? "right" : "center",
    LEAST_GAP + 10,
    colour("text"),
  );
}

/** Text on a background of the page's colour, legible over lines. */
function write(context, text, left, top, align, most, ink = colour("muted")) {
  context.font = ink === colour("muted") ? "12px system-ui, sans-serif" : "600 12px system-ui, sans-serif";
  context.textAlign = align;
  const wide = Math.min(most, context.measureText(text).width);
  context.fillStyle = faded(colour("surface"), 0.95);
  context.fillRect(
    align === "left" ? left - 2 : align === "right" ? left - wide - 2 : left - wide / 2 - 2,
    top - 11,
    wide + 4,
    15,
  );
  context.fillStyle = ink;
  context.fillText(text, left, top, most);
}
