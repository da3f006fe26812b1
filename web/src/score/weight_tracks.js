// Tracks of weights: where heads write and read, what is attended to, and what else a memory has for each slot.
import { placesAxis } from "./slot_axis.js";
import { isWeighting, lastWord, namesIn, placeOf, upper } from "./views.js";
import { wordsFor } from "./words.js";

const KEPT = ["usage", "allocation", "least-used", "directions"]; // of each slot, beside the weightings; as in figures
const MOST_APART = 4; // heads without a side that have a track each

/** The views with a number for each of the axis' slots that belong beside the weightings, in the order of KEPT. */
export function keptViews(views, axis) {
  const place = (view) => KEPT.indexOf(lastWord(view));
  return views.filter((view) => place(view) >= 0 && view.rows === axis?.count).sort((a, b) => place(a) - place(b));
}

/** Where heads look: the last weighting of each part and side, and all weightings without a side. */
export function looksOf(views) {
  const found = new Map();
  for (const view of views) {
    if (!isWeighting(view) || KEPT.includes(lastWord(view)) || view.column === "step") continue;
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
        columns: [head],
      },
    ],
  }));
}

/** Usage, allocation, or where the links lead on to from what was read: the greatest of all heads. */
export function slotTrack(episode, view, axis) {
  const all = Array.from({ length: view.columns }, (_, column) => column),
    names = namesIn(view.column) ?? [""]; // repeated for each head
  const onward = all.filter((column) => names[column % names.length].startsWith("forward")),
    columns = onward.length ? onward : all,
    words = wordsFor(episode, view);
  const layer = { side: "none", views: [view], columns, value: valueIn(episode), ...words };
  layer.weight = (step, slot) => Math.max(...columns.map((column) => episode.value(view.name, step, slot, column)));
  const name = onward.length ? "Links: what was written after the last read" : upper(words.name);
  return { id: lastWord(view), kind: "weights", rows: axis.shown.length, axis, ...words, name, layers: [layer] };
}
