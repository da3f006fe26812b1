// A run as the score takes an episode: what it was given and what it said, step by step, and what was watched.
import { bitsOf } from "../score/phases.js";
import { NOTHING_SAID } from "../score/tracks.js";
import { frameName, SIGNALS } from "./words.js";

/** A run that has gone to its end. */
export function episodeOf(run) {
  const { about, episode, frames } = run,
    { options } = about;
  const names = { statement: statementNames(run), source: sourceNames(run) };
  const told = {
    steps: Math.max(1, frames.length),
    stepName: frameName(about),
    stepLabels: null,
    parts: [options.memory, about.model],
    signals: SIGNALS,
    controller:
      [options.controller, options["controller.size"]].filter(Boolean).join(", ") +
      (options.controller ? " numbers" : ""),
    views: viewsOf(run),
    value: (name, step, row, column) => {
      const view = run.over(name)[step];
      return view && row < view.rows && column < view.columns ? view.data[column * view.rows + row] : NaN;
    },
    ends: (name) => [-run.seen.get(name).most, run.seen.get(name).most],
    names,
    ...NOTHING_SAID,
  };
  if (run.way === "steps") return { ...told, ...inputOf(run), ...outputOf(run) };
  if (run.way === "speaks") return { ...told, ...spoken(run, episode) };
  return told;
}

/** What is watched at every frame, each with its greatest number of rows. What is seen at some frames only, as before or
 * after a story, has no time. */
function viewsOf(run) {
  const all = [...run.seen].map(([, { views }]) => views.filter(Boolean));
  return all
    .filter((there) => there.length === run.frames.length)
    .map((there) => ({ ...there[0], data: null, rows: Math.max(...there.map(({ rows }) => rows)) }));
}

function inputOf({ episode }) {
  const [input] = episode.inputs;
  if (input.kind === "tokens") return { input: { tokens: input.tokens.map((token) => nameOf(input.names, token)) } };
  const width = input.height * input.width * input.channels;
  const one = { rows: width, value: (row, step) => episode.numbers[input.from + step * width + row] };
  const vectors = episode.vectors.length ? new Set(episode.vectors) : null;
  return { input: one, vectors, bits: episode.bits || bitsOf(one, input.steps, episode.target.channels) };
}

const nameOf = (names, token) => (token < 0 ? "" : (names?.[token] ?? String(token)));

function outputOf({ about, episode, frames }) {
  const asked = new Set(episode.scored),
    scored = asked.size ? (step) => asked.has(step) : null;
  if (about.target.kind === "tokens") {
    const right = episode.target.tokens;
    const says = frames.map(({ answer }, step) => {
      if (scored && !scored(step)) return {};
      const text = nameOf(about.target.names, answer.indexOf(Math.max(...answer)));
      return right?.[step] >= 0 && scored ? { text, expected: nameOf(about.target.names, right[step]) } : { text };
    });
    return { says, scored };
  }
  const rows = about.target.channels;
  const target = scored && {
    rows,
    value: (row, step) => (scored(step) ? episode.numbers[episode.target.from + step * rows + row] : NaN),
  };
  const value = (row, step) => frames[step]?.answer[row] ?? NaN;
  return { output: { rows, value, areBits: about.scoring === "bits" }, target, scored };
}

function spoken({ about, frames }, episode) {
  const right = (episode.target.tokens ?? []).filter((token) => token >= 0);
  const says = frames.map(({ chosen }, step) => {
    const text = nameOf(about.target.names, chosen);
    return right.length ? { text, expected: nameOf(about.target.names, right[step] ?? 0) } : { text };
  });
  return { says, stepLabels: says.map(({ text }) => text) };
}

/** The newest statements, a row each; rows before a story's first are empty. */
function statementNames(run) {
  const { statements } = run.episode,
    rows = Math.max(
      0,
      ...run.frames.flatMap(({ views }) => views.filter(({ row }) => row === "statement").map((each) => each.rows)),
    );
  return (
    statements && Array.from({ length: rows }, (_, row) => statements[row - rows + statements.length] ?? "(empty)")
  );
}

function sourceNames({ episode }) {
  const [input] = episode.inputs;
  return input.kind === "tokens" ? input.tokens.map((token) => nameOf(input.names, token) || "·") : undefined;
}
