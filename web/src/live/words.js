// Texts beside the pictures, for readers who are new to such machines.
import { signalIn } from "../shared/signals.js";

/** What is said of each signal of each memory and model: live.py puts it in the page. */
export const SIGNALS = JSON.parse(document.getElementById("live-signals").textContent);

/** A sentence on a view, or its title where none is known. */
export const sentence = ({ options, model }, { name, title }) =>
  signalIn(SIGNALS, [options.memory, model], name)?.says ?? title ?? "";

/** What a frame of a machine is called: a step, a token, or what a whole answer goes through. */
export function frameName({ way, model }) {
  if (way === "steps") return "step";
  if (way === "speaks") return "token";
  return FRAMES[model] ?? "look";
}

const FRAMES = {
  glimpses: "glimpse",
  classifier: "layer",
  memn2n: "hop",
  "memory-network": "hop",
  "key-value-memory-network": "hop",
  "entity-network": "sentence",
};

/** A probability or weight as text. */
export const share = (chance) => (Number.isFinite(chance) ? chance.toFixed(3) : "–");

/** A machine's limits in the page, as sentences. */
export function limits(about) {
  const said = [];
  if (about.way === "whole")
    said.push(
      `This model answers from all of its input at once; the player goes through what it attended to, ${frameName(about)} ` +
        `by ${frameName(about)}.`,
    );
  if (about.stand_in) said.push(`Its episodes come from ${about.stand_in}.`);
  if (about.model === "glimpses")
    said.push("Where it looks is drawn at random; here with one seed, so that it looks alike each time.");
  if (about.options["memory.slots"] && !about.resizes)
    said.push("What it learned depends on the number of its memory's slots, which stays as it is.");
  return said;
}
