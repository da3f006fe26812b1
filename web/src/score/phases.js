// What an episode's steps are for: vectors come in, a mark stands alone, an answer is wanted.

const NAMES = { in: "input", mark: "mark", out: "answer", both: "input and answer", none: "pause" }; // as in figures

/**
 * By step one of "in", "mark", "out", "both" and "none". `bits`: the input's first rows that belong to vectors, those
 * after them are marks; `vectors`: the steps of vectors, where they are known.
 */
export function phasesOf({ steps, input, bits, vectors, scored }) {
  const some = (step, from, until) => {
    if (!input?.value) return from === 0 && Boolean(input?.tokens?.[step]);
    for (let row = from; row < until; row++) if (input.value(row, step)) return true;
    return false;
  };
  return Array.from({ length: steps }, (_, step) => {
    const given = vectors?.has(step) || some(step, 0, bits);
    if (scored?.(step)) return given ? "both" : "out";
    if (given) return "in";
    return some(step, bits, input?.rows ?? 0) ? "mark" : "none";
  });
}

/** How many of an input's first rows belong to vectors: with bits of −1 and 1 those that speak whenever the first does,
 * else as many as an answer has. */
export function bitsOf({ rows, value }, steps, answered = rows) {
  const speaks = (row) => Array.from({ length: steps }, (_, step) => value(row, step) !== 0);
  const first = speaks(0);
  const alike = (row) => speaks(row).every((each, step) => each === first[step]);
  let count = 1;
  while (count < rows && alike(count)) count++;
  return count > 1 || rows === 1 ? count : Math.min(rows, answered);
}

/** Runs of equal phases: [{ from, until, phase, name }]. */
export function spansOf(phases) {
  const spans = [];
  phases.forEach((phase, step) => {
    const last = spans.at(-1);
    if (last?.phase === phase) last.until = step + 1;
    else spans.push({ from: step, until: step + 1, phase, name: NAMES[phase] });
  });
  return spans;
}

/** By step the number of its vector, from 1, or 0 where none comes in; counted anew after an answer. */
export function vectorNumbers(phases) {
  let count = 0;
  return phases.map((phase) => {
    if (phase === "out") count = 0;
    return phase === "in" ? ++count : 0;
  });
}
