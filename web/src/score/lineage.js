// What a cell of a score comes from, through all tracks: an answer from what was read, that from the step at which the
// slot was written, that from the input.

const CLEAR = 0.5;

/** The cells [{ track, row, step }] that the cell of a track comes from; `row`: null for the whole step. */
export function lineage(facts, tracks, { track, row, step }) {
  const reader = facts.of("read")[0],
    memory = tracks.find(({ id }) => id === "weightings");
  if (!memory || !reader) return [];
  if (track.id === "output") return fromAnswer(facts, memory, reader, row, step);
  if (track.id === "input") return toMemory(facts, memory, step);
  if (track.id !== "weightings") return [];
  const slot = track.axis.shown[row];
  const reads = facts.of("read").some((head) => facts.weight(head, step, slot) >= CLEAR);
  return reads ? fromSlot(facts, memory, slot, step) : writtenThen(facts, memory, slot, step);
}

const cell = (memory, slot, step) => ({ track: "weightings", row: memory.axis.placeOf(slot), step });

/** An answered step: what is read in it, and where that is from. */
function fromAnswer(facts, memory, reader, row, step) {
  const { at, weight } = facts.look(reader, step);
  return weight >= CLEAR ? [cell(memory, at, step), ...fromSlot(facts, memory, at, step)] : [];
}

/** A slot that is read: the step that wrote it, and the input of that step. */
function fromSlot(facts, memory, slot, step) {
  const when = facts.written(slot, step),
    answer = facts.episode.scored?.(step) ? [{ track: "output", row: null, step }] : [];
  return when < 0 ? answer : [cell(memory, slot, when), { track: "input", row: null, step: when }, ...answer];
}

const writtenThen = (facts, memory, slot, step) =>
  facts.of("write").some((head) => facts.weight(head, step, slot) >= CLEAR)
    ? [{ track: "input", row: null, step }, ...readLater(facts, memory, slot, step)]
    : [];

/** The next step that reads a slot before it is written again. */
function readLater(facts, memory, slot, step) {
  for (let later = step + 1; later < facts.episode.steps; later++) {
    if (facts.of("read").some((head) => facts.weight(head, later, slot) >= CLEAR)) {
      const answer = facts.episode.scored?.(later) ? [{ track: "output", row: null, step: later }] : [];
      return [cell(memory, slot, later), ...answer];
    }
    if (facts.of("write").some((head) => facts.weight(head, later, slot) >= CLEAR)) return [];
  }
  return [];
}

/** An input: the slot that it is written to, and who reads it. */
function toMemory(facts, memory, step) {
  const [writer] = facts.of("write");
  if (!writer) return [];
  const { at, weight } = facts.look(writer, step);
  return weight >= CLEAR ? [cell(memory, at, step), ...readLater(facts, memory, at, step)] : [];
}
