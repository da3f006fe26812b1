// The tracks of a score, in their order, by one set of rules for the live page and for the report's player: from what an
// episode's views say of themselves, and from what the signals' table says of them.
import { lineTracks } from "./line_tracks.js";
import { phasesOf, spansOf } from "./phases.js";
import { placesAxis, slotAxis } from "./slot_axis.js";
import { placeOf } from "./views.js";
import { attentionTracks, greatest, keptViews, looksOf, ofSide, slotTrack, weightingsTrack } from "./weight_tracks.js";

const SLOT = "slot";

/** The part of an episode that is what comes in and goes out, where there is none of it. */
export const NOTHING_SAID = {
  input: null,
  bits: 0,
  vectors: null,
  output: null,
  target: null,
  says: null,
  forced: false,
  scored: null,
};

/**
 * { tracks, axis: that of the slots or null, phases, heads: [{ side, view, head, name }] } of an episode:
 * { steps, stepName, stepLabels, parts: [memory, model], signals: the table, views, value(name, step, row, column),
 *   ends(name): the least and greatest of its numbers,
 *   input: { rows, value(row, step) } or { tokens } or null, bits, vectors: Set of steps or null,
 *   output (with areBits), target: { rows, value(row, step) } or null, says: [{ text, expected }] by step or null,
 *   forced: these are the answer that the model is given, whatever it would say, scored(step) or null,
 *   names: { word: names of such rows } }. A view may have `across`: the columns of a picture's grid.
 * A track: { id, kind, name, symbol, says, rows, … } with what its kind draws.
 */
export function describe(episode) {
  const { views } = episode;
  const looks = looksOf(views),
    sided = looks.filter((view) => placeOf(view).side);
  const count = Math.max(...sided.map(({ rows }) => rows)),
    alike = sided.filter(({ rows }) => rows === count);
  const weights = { write: greatest(episode, ofSide(alike, "write")), read: greatest(episode, ofSide(alike, "read")) };
  const axis = alike.length ? axisOf(episode, alike, weights) : null,
    phases = phasesOf(episode);
  const tracks = [
    ...(phases.some((phase) => phase !== "none") ? [phasesTrack(phases)] : []),
    ...inputTracks(episode),
    ...(alike.length ? [weightingsTrack(episode, alike, axis, weights)] : []),
    ...looks.filter((view) => !alike.includes(view)).flatMap((view) => attentionTracks(episode, view)),
    ...outputTracks(episode),
    ...keptViews(views, axis).map((view) => slotTrack(episode, view, axis)),
    ...lineTracks(episode, axis?.turn),
  ];
  return { tracks, axis, phases, heads: headsOf(alike) };
}

function axisOf(episode, [{ rows, row }], { write, read }) {
  const names = episode.names?.[row],
    word = row || SLOT;
  if (word !== SLOT || names) return placesAxis(rows, { names, word });
  return slotAxis(
    rows,
    episode.steps,
    write,
    read,
    episode.views.some((view) => view.row === "shift"),
  );
}

const headsOf = (views) =>
  views.flatMap((view) =>
    Array.from({ length: view.columns }, (_, head) => {
      const { place, side } = placeOf(view),
        words = [place.replaceAll("/", " "), `${side} head`].filter(Boolean).join(", ");
      return { side, view, head, name: view.columns > 1 ? `${words} ${head + 1}` : `the ${words}` };
    }),
  );

const phasesTrack = (phases) => ({
  id: "phases",
  kind: "phases",
  name: "Phases",
  symbol: "",
  rows: 1,
  spans: spansOf(phases),
});

function inputTracks({ input, bits, vectors, scored }) {
  if (!input) return [];
  const track = { id: "input", name: "Input", symbol: "x", says: "What the machine is given, a column a step." };
  if (input.tokens) return [{ ...track, kind: "tokens", rows: 1, tokens: input.tokens.map((text) => ({ text })) }];
  return [{ ...track, ...input, kind: "bits", bits, vectors, scored }];
}

function outputTracks({ output, target, scored, says, forced }) {
  if (says) {
    const words = forced
      ? { name: "Expected", symbol: "", says: "The expected answer, which the model is given token by token." }
      : { name: "Output", symbol: "y", says: "What is said." };
    return [{ id: "output", kind: "tokens", rows: 1, tokens: says, ...words }];
  }
  if (!output) return [];
  const track = { id: "output", name: "Output", symbol: "y", says: "How likely each bit is held to be 1." };
  return [{ ...track, ...output, kind: "bits", predicted: true, target, scored }];
}

/** The names of the views that a score's tracks show. */
export const shownViews = ({ tracks }) =>
  new Set(
    tracks.flatMap(({ layers = [], items: lines = [] }) => [
      ...layers.flatMap(({ views }) => views.map(({ name }) => name)),
      ...lines.map(({ view }) => view.name),
    ]),
  );
