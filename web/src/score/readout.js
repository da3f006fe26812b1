// What a cell of a score says: its value with its symbol, the formula with its numbers, and what the signal is.
import { number } from "../shared/format.js";
import { formula } from "./formula.js";
import { isWrong } from "./paint_bits.js";

const short = (value) => number(Number(value.toPrecision(3)));

/** { value, says }: two lines about a cell of a track. */
export function readout(facts, stepName, track, row, step) {
  const when = `${stepName} ${step + 1}`;
  if (track.kind === "bits") return { value: ofBit(track, row, step, when), says: track.says };
  if (track.kind === "tokens") return { value: ofToken(track, step, when), says: track.says ?? "" };
  if (track.kind === "lines") {
    const item = track.items[row];
    return { value: `${item.name}${symbolOf(item)}, ${when}: ${short(item.value(step))}`, says: item.says };
  }
  if (track.kind === "weights") return ofWeight(facts, track, row, step, when);
  const { name = "", from, until } = track.spans.find((span) => step >= span.from && step < span.until) ?? {};
  return { value: `${when}: ${name}, steps ${from + 1} to ${until}`, says: "What the steps are for." };
}

const symbolOf = ({ short: symbol, name }) => (symbol === name ? "" : ` (${symbol})`);

function ofBit(track, row, step, when) {
  const value = track.value(row, step),
    place = `${track.name.toLowerCase()} ${track.symbol}, row ${row + 1}, ${when}`;
  if (!track.predicted) return `${place}: ${short(value)}`;
  if (track.scored && !track.scored(step)) return `${place}: nothing is asked for`;
  const wanted = track.target?.value(row, step);
  const right = Number.isFinite(wanted)
    ? `, expected ${short(wanted)}${isWrong(track, row, step) ? ": wrong" : ""}`
    : "";
  return `${place}: ${short(value)}${right}`;
}

function ofToken({ tokens, name }, step, when) {
  const { text, expected } = tokens[step] ?? {};
  if (!text) return `${when}: nothing`;
  return `${name}, ${when}: “${text}”${expected !== undefined && expected !== text ? `, expected “${expected}”` : ""}`;
}

function ofWeight(facts, track, row, step, when) {
  const slot = track.axis.shown[row],
    where = track.axis.labelOf(slot);
  const said = track.layers
    .filter(({ weight }) => Number.isFinite(weight(step, slot)))
    .map((layer) => [layer, layer.weight(step, slot)]);
  const values = said.map(([{ side, name: word, symbol }, weight]) => {
    const whose = ["write", "read"].includes(side) ? `${side} w` : symbol || word;
    return `${whose} ${weight.toFixed(3)}`;
  });
  const [most] = said.sort((a, b) => b[1] - a[1]);
  const head =
    most && facts.heads.find((each) => each.view === most[0].views[0] && weightIs(facts, each, step, slot, most[1]));
  const how = head ? formula(facts, head, step, slot) : "";
  return {
    value: `${where}, ${when}: ${values.join(", ") || "nothing"}${how ? ` · ${how}` : ""}`,
    says: most?.[0].says ?? "",
  };
}

const weightIs = (facts, head, step, slot, weight) => facts.weight(head, step, slot) === weight;
