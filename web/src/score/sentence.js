// One sentence of what happens at a step, made from the episode's arrays.
import { upper } from "./views.js";

const CLEAR = 0.5; // the share of a weighting from which a head is at a slot

const WHAT = { in: "Reading in", mark: "A mark", out: "Answering", both: "Predicting", none: "Nothing comes in" };

/** `facts`: Facts; `tracks`: of the score. */
export function sentence(facts, tracks, step) {
  if (facts.heads.length) return withMemory(facts, step);
  const look = tracks.find(({ layers }) => layers?.[0].side === "look");
  return look ? withAttention(facts.episode, look, step) : withoutAny(facts, step);
}

function withMemory(facts, step) {
  const phase = facts.phases[step],
    [reader] = facts.of("read"),
    [writer] = facts.of("write");
  if (phase === "in" || !reader) return `${opening(facts, step)}: ${writer ? writing(facts, writer, step) : "…"}.`;
  const what = phase === "out" && facts.of("write").length ? "Reading back" : opening(facts, step);
  return `${what}: ${reading(facts, reader, step)}${answered(facts, step)}.`;
}

function opening({ phases, numbers }, step) {
  const number = phases[step] === "in" && numbers[step] ? ` vector ${numbers[step]}` : "";
  return WHAT[phases[step]] + number;
}

const slotName = ({ axis }, slot) => axis.labelOf(slot);
const share = (weight) => weight.toFixed(2);

function writing(facts, head, step) {
  const { at, weight } = facts.look(head, step),
    gate = facts.view(head.view, "allocation") ? facts.number(head, "gate", step) : undefined;
  if (gate < CLEAR) return "little is written";
  if (!(weight >= CLEAR)) return `${head.name} is spread, most at ${slotName(facts, at)} (${share(weight)})`;
  return `${head.name} ${facts.way(head, step)} ${slotName(facts, at)} and writes there`;
}

function reading(facts, head, step) {
  const { at, weight } = facts.look(head, step);
  if (!(weight >= CLEAR)) return `${head.name} is spread, most at ${slotName(facts, at)} (${share(weight)})`;
  const told = `${head.name} ${facts.way(head, step)} ${slotName(facts, at)}`,
    when = facts.written(at, step);
  if (when < 0) return `${told}, where nothing was written`;
  const number = facts.numbers[when];
  return number
    ? `${told}, where vector ${number} was written at step ${when + 1}`
    : `${told}, which was written at step ${when + 1}`;
}

/** Whether the step's bits are right; empty where none is asked for. */
function answered(facts, step, before = "; ") {
  const bits = facts.bits(step);
  if (!bits) return "";
  const count = bits.right + bits.wrong;
  if (bits.wrong) return `${before}${bits.wrong} of ${count} bits ${bits.wrong === 1 ? "is" : "are"} wrong`;
  return `${before}${count === 1 ? "the bit is" : `all ${count} bits are`} right`;
}

function withAttention(episode, { axis, layers: [layer] }, step) {
  const {
    weight,
    views: [view],
  } = layer;
  let best = -1;
  for (const at of axis.shown) {
    const each = weight(step, at);
    if (Number.isFinite(each) && (best < 0 || each > weight(step, best))) best = at;
  }
  const said = episode.stepLabels?.[step];
  const opens = said ? `“${said}”` : `${upper(episode.stepName)} ${step + 1}`;
  if (best < 0) return `${opens}.`;
  const what = /gates$/.test(view.name)
    ? `${axis.labelOf(best)} opens most`
    : `it attends most to ${axis.labelOf(best)}`;
  return `${opens}: ${what} (${share(weight(step, best))}).`;
}

function withoutAny(facts, step) {
  const { says, forced } = facts.episode,
    { text, expected } = says?.[step] ?? {};
  if (facts.phases.every((phase) => phase === "none")) return `${upper(facts.episode.stepName)} ${step + 1}.`;
  if (!text) return `${opening(facts, step)}${answered(facts, step, ": ")}.`;
  if (forced) return `${opening(facts, step)}: “${text}” is expected.`;
  const right =
    expected === undefined ? "" : expected === text ? ", which is right" : `, where “${expected}” is expected`;
  return `${opening(facts, step)}: it says “${text}”${right}.`;
}
