// Tracks of weights: where heads write and read, what is attended to, and what else a memory has for each slot.
import { placesAxis } from "./slot_axis.js";
import { isWeighting, lastWord, namesIn, placeOf, upper } from "./views.js";
import { wordsFor } from "./words.js";

const MORE = /(^|\/)(usage|allocation|directions)$/; // of each slot, beside the weightings
const MOST_APART = 4; // heads without a side that have a track each

/** Whether a view has a number for each of the axis' slots that belongs beside the weightings. */
export const isOfSlots = (view, axis) => MORE.test(view.name) && view.rows === axis?.count;

/** Where heads look: the last weighting of each part and side, and all weightings without a side. */
export function looksOf(views) {
  const found = new Map();
  for (const view of views) {
    if (!isWeighting(view) || MORE.test(view.name) || view.column === "step") continue;
    const { place, side } = placeOf(view);
    if (side) found.set(`${place} ${side}`, view);
    else if (view.column === "head" || /(weights|attention|alignment|gates|strengths)$/.test(view.name))
      found.set(view.name, view);
  }
  return withoutEarlier([...found.values()]);
}

/** Of the weightings over a source the last is where the model looks; earlier ones lead to it. */
function withoutEarlier(views) {
  const last = views.find(({ name }) => name === "alignment") ?? views.findLast(({ row }) => row === "source");
  return views.filter((view) => view.row !== "source" || view === last);
}

/** The greatest weight of a side's heads for a slot, by step; null without such heads. */
export function greatest({ steps, value }, views) {
  if (!views.length) return null;
  const [{ rows }] = views,
    kept = new Float32Array(steps * rows);
  for (let step = 0; step < steps; step++)
    for (let slot = 0; slot < rows; slot++) {
      let most = NaN;
      for (const { name, columns } of views)
        for (let head = 0; head < columns; head++) {
          const weight = value(name, step, slot, head);
          if (!(weight <= most)) most = weight;
        }
      kept[step * rows + slot] = most;
    }
  return (step, slot) => kept[step * rows + slot];
}

const valueIn = (episode) => (view, step, row, column) => episode.value(view.name, step, row, column);

export const ofSide = (views, side) => views.filter((view) => placeOf(view).side === side);

/** What writes and what reads, in one picture; `weights`: by side, of greatest(). */
export function weightingsTrack(episode, views, axis, weights) {
  const sides = ["write", "read"].filter((side) => ofSide(views, side).length);
  const name = `${upper(sides.join(" and "))} weightings`;
  return {
    id: "weightings",
    kind: "weights",
    name,
    symbol: "w",
    axis,
    rows: axis.shown.length,
    layers: sides.map((side) => ({
      side,
      views: ofSide(views, side),
      weight: weights[side],
      value: valueIn(episode),
      ...wordsFor(episode, ofSide(views, side)[0]),
    })),
  };
}

/** The attention without a side: to sentences, words, a picture's parts. A track a head. */
export function attentionTracks(episode, view) {
  const names = episode.names?.[view.row],
    axis = placesAxis(view.rows, { names, across: view.across, word: view.row || "row" });
  const { name, symbol, says } = wordsFor(episode, view);
  const heads = Array.from({ length: Math.min(view.columns, MOST_APART) }, (_, head) => head);
  return heads.map((head) => ({
    id: `${view.name} ${head}`,
    kind: "weights",
    name: upper(view.columns > 1 ? `${name}, head ${head + 1}` : name),
    symbol,
    axis,
    rows: view.rows,
    layers: [
      {
        side: "look",
        views: [view],
        says,
        name,
        symbol,
        weight: (step, at) => episode.value(view.name, step, at, head),
        value: valueIn(episode),
        head,
      },
    ],
  }));
}

/** Usage, allocation, or where the links lead to from what was read. */
export function slotTrack(episode, view, axis) {
  const onward = namesIn(view.column)?.indexOf("forward") ?? 0,
    head = Math.max(0, onward),
    words = wordsFor(episode, view);
  const layer = { side: "none", views: [view], head, value: valueIn(episode), ...words };
  layer.weight = (step, slot) => episode.value(view.name, step, slot, head);
  const name = onward > 0 ? "Links: what was written after the last read" : upper(words.name);
  return { id: lastWord(view), kind: "weights", rows: axis.shown.length, axis, ...words, name, layers: [layer] };
}
