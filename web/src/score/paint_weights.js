// Weights of places over time: a hue for what writes and one for what reads, so that both fit one picture; those of
// neither are from the page to its ink.
import { paintCells } from "../shared/canvas.js";
import { colourTable, scaleOf, placeOf } from "../shared/colour_maps.js";
import { colour, isDark } from "../shared/theme.js";

const UNIT = scaleOf("unit");
const CHANNELS = [0, 1, 2],
  LEAST = 1e-6;

const parts = (hex) => CHANNELS.map((k) => parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16));

/** The colour [r, g, b] of weights, one for each hue: on a light page hues stain the paper, on a dark one they shine. */
function stained(weights, hues) {
  const dark = isDark(),
    paper = parts(colour("surface"));
  return CHANNELS.map((k) => {
    let rest = 1;
    weights.forEach((weight, at) => {
      const share = Math.min(1, Math.max(0, weight || 0)),
        hue = (hues[at][k] - (dark ? paper[k] : 0)) / (dark ? 255 - paper[k] : 255);
      rest *= dark ? 1 - share * Math.max(0, hue) : 1 - share * (1 - hue);
    });
    return dark ? 255 - (255 - paper[k]) * rest : paper[k] * rest;
  });
}

const hueOf = (side) => parts(colour(side === "look" ? "read" : side));

/** The greatest weight of a track without a hue or of attention, by which small shares are seen too. */
export function mostOf({ layers, axis }, steps) {
  let most = LEAST;
  for (const { weight } of layers)
    for (let step = 0; step < steps; step++)
      for (const at of axis.shown) if (weight(step, at) > most) most = weight(step, at);
  return most;
}

/** `image`: a canvas to paint in, kept by the track; it is stretched to the steps seen. */
export function paintWeights(context, track, time, height, image) {
  const count = time.until - time.from,
    wide = time.end - time.left;
  const { layers, axis, rows } = track,
    ratio = devicePixelRatio || 1;
  image.width = Math.max(1, Math.min(count, Math.round(wide * ratio)));
  image.height = Math.max(1, Math.min(rows, Math.round(height * ratio)));
  const at = (layer, row, column) => layer.weight(time.from + column, axis.shown[row]);
  const grid = {
    rows,
    columns: count,
    value: (row, column) => layers.reduce((most, layer) => Math.max(most, at(layer, row, column) || 0), 0),
  };
  const [{ side }] = layers,
    table = colourTable("unit"),
    hues = side === "none" ? null : layers.map((layer) => hueOf(layer.side));
  paintCells(image, grid, 0, count, (pixels, place, [row, column]) => {
    const weights = layers.map((layer) => at(layer, row, column) / track.most);
    if (weights.every((weight) => !Number.isFinite(weight))) return;
    const mixed = hues ? stained(weights, hues) : CHANNELS.map((k) => table[3 * placeOf(weights[0], UNIT) + k]);
    CHANNELS.forEach((k) => (pixels[place + k] = mixed[k]));
    pixels[place + 3] = 255;
  });
  context.imageSmoothingEnabled = false;
  if (count > wide) context.drawImage(image, time.left, 0, wide, height);
  else
    for (let step = 0; step < count; step++) {
      const left = time.x(time.from + step);
      context.drawImage(image, step, 0, 1, image.height, left, 0, time.x(time.from + step + 1) - left, height);
    }
}
