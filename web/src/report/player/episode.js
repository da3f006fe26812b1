// A trace as the score takes an episode.
import { bitsOf } from "../../score/phases.js";
import { NOTHING_SAID } from "../../score/tracks.js";

/** `arrays`: unpacked; `signals`: the table of what signals are; `run`: whose trace it is. */
export function episodeOf(trace, arrays, signals, run) {
  const { steps, step_name: stepName = "step", step_labels: labels = null, score } = trace;
  const alignment = trace.panels?.find(({ kind }) => kind === "alignment" || kind === "picture");
  const told = {
    steps,
    stepName,
    stepLabels: labels,
    parts: score.parts,
    signals,
    controller: run?.controller ?? "",
    views: score.views.filter(({ name }) => arrays.has(name)),
    value: (name, step, row, column) => arrays.get(name)?.at(step, row, column) ?? NaN,
    ends: (name) => [arrays.get(name).low, arrays.get(name).high],
    names: score.names,
    ...NOTHING_SAID,
  };
  if (alignment && labels) {
    const says = labels.map((text, step) => (step >= alignment.first && text ? { text } : {}));
    const reads = labels.map((text, step) => (step < alignment.first ? text : ""));
    return { ...told, says, forced: true, input: reads.some(Boolean) ? { tokens: reads } : null };
  }
  const mask = over("mask", arrays, steps);
  const scored =
    mask && ((step) => Array.from({ length: mask.rows }, (_, row) => mask.value(row, step)).some((each) => each > 0));
  const all = { ...told, scored, input: over("inputs", arrays, steps) };
  return score.scoring === "classes" ? ofClasses(all, arrays) : ofNumbers(all, mask, arrays, score.scoring === "bits");
}

/** An array of a number a row and step, as a track takes it; null where the trace has none. */
function over(name, arrays, steps) {
  const values = arrays.get(name);
  return values?.steps === steps && values.shape.length === 2
    ? { rows: values.length, value: (row, step) => values.at(step, row) }
    : null;
}

/** Bits, or digits as ten numbers a place. */
function ofNumbers(told, mask, arrays, areBits) {
  const [output, targets] = ["outputs", "targets"].map((name) => over(name, arrays, told.steps));
  const value = (row, step) => (mask.value(mask.rows > 1 ? row : 0, step) > 0 ? targets.value(row, step) : NaN);
  const bits = told.input ? bitsOf(told.input, told.steps, output?.rows) : 0;
  return { ...told, output: output && { ...output, areBits }, target: targets && mask && { ...targets, value }, bits };
}

/** Answers of one of several classes: the likeliest, and what is expected; an input of single tokens by its labels. */
function ofClasses(told, arrays) {
  const [output, targets] = ["outputs", "targets"].map((name) => over(name, arrays, told.steps));
  const nameOf = (at) => told.names?.class?.[at] ?? String(at);
  const says =
    output && Array.from({ length: told.steps }, (_, step) => saidAt(step, told.scored, output, targets, nameOf));
  const given = tokensOf(told.input, told.steps, told.stepLabels);
  return { ...told, input: given ? { tokens: given } : told.input, bits: told.input?.rows ?? 0, says };
}

function saidAt(step, scored, output, targets, nameOf) {
  if (scored && !scored(step)) return {};
  const text = nameOf(best(output, step));
  return targets ? { text, expected: nameOf(best(targets, step)) } : { text };
}

function best({ rows, value }, step) {
  let found = 0;
  for (let row = 1; row < rows; row++) if (value(row, step) > value(found, step)) found = row;
  return found;
}

/** The tokens of an input that has at most one number a step; null of others. */
function tokensOf(input, steps, labels) {
  if (!input) return null;
  const tokens = [];
  for (let step = 0; step < steps; step++) {
    const given = Array.from({ length: input.rows }, (_, row) => row).filter((row) => input.value(row, step));
    if (given.length > 1) return null;
    tokens.push(given.length ? (labels?.[step] ?? String(given[0])) : "");
  }
  return tokens;
}

/** The arrays that a score of the episode shows beside its views. */
export const aroundOf = ({ input, output }) => [
  ...(input ? ["inputs"] : []),
  ...(output ? ["outputs", "targets"] : []),
];
