// The slots of a score, in an order that is fixed for the episode. Where heads shift, slots are a ring: it is gone round
// from the slot that was written first, the way that the write head goes. Elsewhere slots are counted as they were
// written. A copy is two parallel diagonals both ways. Slots that no head uses are left out where there are many.

const FEW = 24, // up to so many slots are all shown
  USED = 0.05, // a weight from which a slot counts as used, as in figures
  BESIDE = 2; // slots shown on either side of a used one

/** The strongest of `count` weights: { at, weight }. */
export function strongest(count, weight) {
  const found = { at: 0, weight: -Infinity };
  for (let at = 0; at < count; at++) if (weight(at) > found.weight) Object.assign(found, { at, weight: weight(at) });
  return found;
}

/**
 * { count, shown: slots in drawing order, nameOf(slot): its number, labelOf(slot): `slot 6`, placeOf(slot): its row or −1,
 * turn: −1 where the ring is gone round backwards, named: whether names are words }. `write(step, slot)`, `read(step, slot)`: the greatest weight of a side's heads, null where
 * there is no such side; `isRing`: heads shift.
 */
export function slotAxis(count, steps, write, read, isRing) {
  const written = write ? places(count, steps, write) : [];
  const turn = isRing ? direction(written, count) : 1,
    order = isRing ? ring(count, written[0] ?? 0, turn) : asWritten(count, written);
  const sides = [write, read].filter(Boolean);
  const isUsed = (slot) => {
    for (let step = 0; step < steps; step++) if (sides.some((side) => side(step, slot) >= USED)) return true;
    return false;
  };
  const used = new Set(count <= FEW ? order : order.filter(isUsed));
  const near = (slot, at) => {
    for (let by = -BESIDE; by <= BESIDE; by++) if (used.has(order[(at + by + count) % count])) return true;
    return false;
  };
  const shown = used.size ? order.filter(near) : order;
  const numbers = new Map(order.map((slot, at) => [slot, at + 1])),
    rows = new Map(shown.map((slot, at) => [slot, at]));
  const nameOf = (slot) => String(numbers.get(slot)),
    labelOf = (slot) => `slot ${nameOf(slot)}`;
  return { count, shown, turn, nameOf, labelOf, placeOf: (slot) => rows.get(slot) ?? -1, named: false };
}

/** By step the slot that is most written, of the steps that write anywhere in particular. */
function places(count, steps, write) {
  return Array.from({ length: steps }, (_, step) => strongest(count, (slot) => write(step, slot)))
    .filter(({ weight }) => weight >= USED)
    .map(({ at }) => at);
}

/** Whether most moves of the write head to a slot beside go ahead (1) or back (−1). */
function direction(written, count) {
  let ahead = 0;
  written.forEach((slot, at) => {
    const by = at > 0 ? (slot - written[at - 1] + count) % count : 0;
    ahead += by === 1 ? 1 : by === count - 1 ? -1 : 0;
  });
  return ahead < 0 ? -1 : 1;
}

const ring = (count, first, turn) => Array.from({ length: count }, (_, at) => (first + turn * at + count) % count);

const asWritten = (count, written) => [...new Set([...written, ...Array.from({ length: count }, (_, at) => at)])];

/** The axis of other places: a story's sentences, a source's words, which have names; the parts of a picture, `across` a
 * row; entries of a list, which `word` says. */
export function placesAxis(count, { names, across, word }) {
  const nameOf = (at) => names?.[at] ?? String(at + 1);
  const partOf = (at) => `row ${Math.floor(at / across) + 1}, column ${(at % across) + 1}`;
  return {
    count,
    shown: Array.from({ length: count }, (_, at) => at),
    turn: 1,
    nameOf,
    labelOf: (at) => (across ? partOf(at) : names ? `“${nameOf(at)}”` : `${word} ${nameOf(at)}`),
    placeOf: (at) => (at < count ? at : -1),
    named: Boolean(names),
    across,
  };
}
