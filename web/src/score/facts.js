// What happened at a step of an episode, as far as its arrays say: what a head looked at, how it came there, and when
// that slot was written.
import { strongest } from "./slot_axis.js";
import { lastWord, namesIn, placeOf } from "./views.js";

const WRITTEN = 0.5; // a weight from which a slot counts as written
const HALF = 0.5;
const BY_MODE = {
  forward: "follows the links on to",
  backward: "follows the links back to",
  content: "finds by content",
};

export class Facts {
  /** `described`: what tracks.js says of the episode. */
  constructor(episode, { heads, axis, phases }, numbers) {
    Object.assign(this, { episode, heads, axis, phases, numbers }); // numbers: by step, that of its vector
  }

  of(side) {
    return this.heads.filter((head) => head.side === side);
  }

  weight({ view, head }, step, slot) {
    return this.episode.value(view.name, step, slot, head);
  }

  /** { at, weight } of the slot to which a head gives most. */
  look(head, step) {
    return strongest(head.view.rows, (slot) => this.weight(head, step, slot));
  }

  /** The last step before `step` at which a write head gave a slot half of its weight or more; −1: none. */
  written(slot, step) {
    const writers = this.of("write");
    for (let before = step - 1; before >= 0; before--)
      if (writers.some((head) => this.weight(head, before, slot) >= WRITTEN)) return before;
    return -1;
  }

  /** A single number of a head: that of `row` of the view called `word` of its side; undefined without one. */
  number({ view, head }, word, step, row = 0) {
    const found = this.view(view, word);
    return found && this.episode.value(found.name, step, row, head);
  }

  /** The view called `word` of the same part and side as another. */
  view(view, word) {
    const { place, side } = placeOf(view);
    return this.episode.views.find(
      (each) => lastWord(each) === word && placeOf(each).place === place && placeOf(each).side === side,
    );
  }

  /** How a head came to its slot, as a verb that takes the slot: "shifts to". */
  way(head, step) {
    const { at } = this.look(head, step);
    if (step === 0) return "is at";
    const before = this.look(head, step - 1).at;
    if (at === before) return "stays at";
    const has = (word) => this.view(head.view, word);
    if (has("modes")) return this.byMode(head, has("modes"), step);
    if (has("allocation"))
      return this.number(head, "allocation-gate", step) > HALF ? "takes the free" : "finds by content";
    if (has("gated") || has("shift")) return this.byShift(head, step, before, at);
    return has("content") && !has("gate") ? "finds by content" : "moves to";
  }

  /** An NTM's way: by content where its gate is open, then along its shift. */
  byShift(head, step, before, at) {
    const count = head.view.rows,
      shift = this.shift(head, step);
    if (this.number(head, "gate", step) > HALF)
      return shift ? "searches by content, then shifts to" : "finds by content";
    return shift && (before + shift + count) % count === at ? "shifts to" : "moves to";
  }

  /** How far most of a shift goes: +1 is ahead. */
  shift({ view, head }, step) {
    const shift = this.view(view, "shift");
    if (!shift) return 0;
    const { at } = strongest(shift.rows, (row) => this.episode.value(shift.name, step, row, head));
    return Math.floor(shift.rows / 2) - at;
  }

  byMode({ head }, modes, step) {
    const names = namesIn(modes.row) ?? [];
    const { at, weight } = strongest(modes.rows, (row) => this.episode.value(modes.name, step, row, head));
    if (weight < HALF) return "moves to";
    return BY_MODE[names[at]] ?? "moves to";
  }

  /** { right, wrong } bits of a scored step; null where there is none. */
  bits(step) {
    const { output, target, scored } = this.episode;
    if (!output?.areBits || !target || !scored?.(step)) return null;
    const told = { right: 0, wrong: 0 };
    for (let row = 0; row < target.rows; row++) {
      const wanted = target.value(row, step);
      if (Number.isFinite(wanted)) told[output.value(row, step) > HALF === wanted > HALF ? "right" : "wrong"]++;
    }
    return told;
  }
}
